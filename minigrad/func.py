"""Functions of functions: grad(f) is the function that gives f's gradient. PyTorch: `torch.func`.

A call differentiates a private copy of its arguments, so that nothing outside notices, calls nest, and no `.grad` is
touched. Arguments and results may be tensors inside dicts, lists and tuples. `jvp`, `jacfwd` are computed by backward
passes, and `vmap` is a loop: the results are PyTorch's, the speed is not.
"""
from functools import wraps
from weakref import WeakSet

from . import absent
from .autograd import complaints, enable_grad, engine
from .autograd.functional import slopes
from .autograd.leaves import zeros
from .core.grad_mode import mode
from .ops.joining import stack
from .tensor import Tensor

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp", "vmap"]


def grad(func, argnums=0, has_aux=False):
    """The function that computes the gradient of func's scalar result for the arguments at `argnums`.

    With `has_aux` func returns (result, anything) and the new function (gradient, anything). Raises RuntimeError if the
    result is not a tensor with a single number of no dimensions.

    >>> import minigrad
    >>> grad(grad(minigrad.sin))(minigrad.tensor(0.5))
    tensor(-0.4794)
    """
    both = grad_and_value(func, argnums, has_aux)

    @wraps(func)
    def gradient(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def grad_and_value(func, argnums=0, has_aux=False):
    """The function that returns (gradient, value of func).

    >>> import minigrad
    >>> grad_and_value(lambda x: x ** 3)(minigrad.tensor(2.0))
    (tensor(12.), tensor(8.))
    """
    @wraps(func)
    def gradient_and_value(*args, **kwargs):
        level = Level()
        with enable_grad():
            args, wanted = level.enter(args, argnums)
            out, aux = with_aux(func(*args, **kwargs), has_aux, "grad_and_value(f)(*args)")
            if not isinstance(out, Tensor):
                raise complaints.no_scalar(
                    f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(out)}")
            if out.ndim:
                raise complaints.no_scalar(
                    "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                    f"{out.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            found = level.slopes(out, None, leaves_of(wanted))
        found = level.leave(rebuilt(wanted, iter(found)))
        return found, level.leave((out, aux) if has_aux else out)

    return gradient_and_value


def vjp(func, *primals, has_aux=False):
    """(func(*primals), the function that takes v to v · J as a tuple, one for each primal).

    >>> import minigrad
    >>> value, pull = vjp(minigrad.sin, minigrad.tensor(0.0))
    >>> pull(minigrad.tensor(2.0))
    (tensor(2.),)
    """
    level = Level()
    with enable_grad():
        args, wanted = level.enter(primals, tuple(range(len(primals))))
        out, aux = with_aux(func(*args), has_aux, "vjp(f, *primals)")

    def pull(cotangents, retain_graph=True, create_graph=None):
        with enable_grad():
            found = level.slopes(leaves_of(out), leaves_of(cotangents), leaves_of(wanted))
        return level.leave(rebuilt(wanted, iter(found)))

    shown = level.leave(out)
    return (shown, pull, level.leave(aux)) if has_aux else (shown, pull)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func(*primals), J · tangents): how the results move when the primals move along the tangents.

    >>> import minigrad
    >>> jvp(lambda x: x * x, (minigrad.tensor(3.0),), (minigrad.tensor(1.0),))
    (tensor(9.), tensor(6.))
    """
    check_tangents(primals, tangents)
    level = Level()
    with enable_grad():
        args, wanted = level.enter(primals, tuple(range(len(primals))))
        out, aux = with_aux(func(*args), has_aux, "jvp(f, primals, tangents)")
        outputs = leaves_of(out)
        weights = [zeros(part, True) for part in outputs]
        level.ends.update(weight.node for weight in weights)
        back = slopes(outputs, leaves_of(wanted), weights, True)       # linear in the weights: their gradient is J · v
        found = slopes(back, weights, leaves_of(tangents), level.outer)
    moved = [zeros(part, False) if g is None else g for g, part in zip(found, outputs)]
    shown, moved = level.leave(out), level.leave(rebuilt(out, iter(moved)))
    return (shown, moved, level.leave(aux)) if has_aux else (shown, moved)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """The function that computes the Jacobian: shape (*result.shape, *argument.shape), a backward pass for each row.

    >>> import minigrad
    >>> jacrev(lambda x: x ** 2)(minigrad.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    @wraps(func)
    def jacobian(*args, **kwargs):
        level = Level()
        with enable_grad():
            args, wanted = level.enter(args, argnums)
            out, aux = with_aux(func(*args, **kwargs), has_aux, "jacrev(f, *args)")
            inputs = leaves_of(wanted)
            found = [rebuilt(wanted, iter(level.rows(part, inputs))) for part in leaves_of(out)]
        found = level.leave(rebuilt(out, iter(found)))
        return (found, level.leave(aux)) if has_aux else found

    return jacobian


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """As `jacrev`, with the same result; PyTorch computes it in forward mode, a column at a time.

    >>> import minigrad
    >>> jacfwd(minigrad.sin)(minigrad.tensor([0.0]))
    tensor([[1.]])
    """
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    """The function that computes the second derivatives: the Jacobian of the Jacobian.

    >>> import minigrad
    >>> hessian(lambda x: (x ** 3).sum())(minigrad.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacrev(jacrev(func, argnums), argnums)


over = WeakSet()                                # ends of private graphs that nobody differentiates any more


class Level:
    """One differentiation: private copies of the arguments, and what must not leak from them."""

    def __init__(self):
        self.outer = mode.recording             # may results be differentiated outside?
        self.ends = set()                       # where the private graph ends

    def enter(self, args, argnums):
        """(the arguments with copies in place, the copies at argnums)."""
        places = positions(argnums, len(args))
        args = list(args)
        for place in places:
            args[place] = mapped(self.copy, args[place])
        wanted = tuple([args[place] for place in places])
        return args, wanted if isinstance(argnums, tuple) else wanted[0]

    def copy(self, x):
        if not isinstance(x, Tensor):
            raise complaints.no_transform(x)
        if x.node is not None and self.outer:
            return x.view_as(x)
        copy = x.detach().requires_grad_()
        self.ends.add(copy.node)
        return copy

    def private(self, tensors):
        """Do these lead to nothing but the copies made here?"""
        waiting = {tensor.node for tensor in tensors if tensor.node is not None}
        seen = set()
        while waiting:
            node = waiting.pop()
            seen.add(node)
            if node.is_end and node not in self.ends and node not in over:
                return False
            waiting.update({edge for edge in node.edges if edge is not None} - seen)
        return True

    def slopes(self, outputs, weights, inputs):
        """Gradients, differentiable if anybody outside could want to; zeros where there is none."""
        outputs = [outputs] if isinstance(outputs, Tensor) else outputs
        further = self.outer and not self.private(outputs)
        found = slopes(outputs, inputs, weights, further, retain=True)
        return [zeros(x, False) if g is None else g for g, x in zip(found, inputs)]

    def rows(self, out, inputs):
        """The Jacobian of one output, for each input."""
        if not out.numel():
            return [out.new_zeros((*out.shape, *x.shape)) for x in inputs]
        further = self.outer and not self.private([out])
        rows = []
        for place in out.reshape(-1).unbind():
            row = (None,) * len(inputs) if place.node is None else engine.grad(
                place, inputs, None, True, further, allow_unused=True)
            rows.append([zeros(x, False) if g is None else g for g, x in zip(row, inputs)])
        return [stack(column, 0).reshape((*out.array.shape, *x.array.shape)) for column, x in zip(zip(*rows), inputs)]

    def leave(self, tree):
        """Results for the world outside: without history, unless it leads to something that is tracked there."""
        over.update(self.ends)
        return mapped(self.released, tree)

    def released(self, x):
        if not isinstance(x, Tensor) or x.node is None:
            return x
        return x if self.outer and not self.private([x]) else x.detach()


def positions(argnums, count):
    """argnums as a tuple of places."""
    if not isinstance(argnums, (int, tuple)):
        raise complaints.argnums(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    places = argnums if isinstance(argnums, tuple) else (argnums,)
    if not places:
        raise complaints.argnums("argnums must be non-empty")
    if len(set(places)) != len(places):
        raise complaints.argnums(f"argnums elements must be unique, got {argnums}")
    for place in places:
        if not -count <= place < count:
            raise complaints.argnums(f"Got argnum={place}, but only {count} positional inputs")
    return [place % count for place in places]


def with_aux(out, has_aux, name):
    if not has_aux:
        return out, None
    if not (isinstance(out, tuple) and len(out) == 2):
        raise complaints.no_scalar(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return out


def check_tangents(primals, tangents):
    if not isinstance(primals, tuple):
        raise complaints.tangents(
            "jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    one, other = leaves_of(primals), leaves_of(tangents)
    if type(primals) is not type(tangents) or len(one) != len(other):
        raise complaints.tangents(
            "jvp(f, primals, tangents): Expected primals and tangents to have the same python structure. For example, "
            "if primals is a tuple of 3 tensors, tangents also must be.")
    for x, t in zip(one, other):
        if x.shape != t.shape:
            raise complaints.tangents(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is "
                f"not supported. Tensor is of size {list(x.shape)} while the given forward gradient is of size "
                f"{list(t.shape)}.")


# ---- tensors inside dicts, lists and tuples

def mapped(function, tree):
    """The same nesting, with function applied to whatever stands in it."""
    if isinstance(tree, dict):
        return type(tree)({key: mapped(function, part) for key, part in tree.items()})
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*[mapped(function, part) for part in tree])
    if isinstance(tree, (list, tuple)):
        return type(tree)([mapped(function, part) for part in tree])
    return function(tree)


def leaves_of(tree):
    found = []
    mapped(found.append, tree)
    return found


def rebuilt(tree, parts):
    """The same nesting, filled anew from an iterator."""
    return mapped(lambda _: next(parts), tree)


# ---- vmap

def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """The function that applies func to each slice of its arguments along `in_dims` and stacks the results.

    `in_dims`: one dimension for all arguments, or a tuple, None for arguments that are the same each time. This is a
    loop: func really runs once for each slice. Raises ValueError when sizes differ or something cannot be sliced.

    >>> import minigrad
    >>> vmap(minigrad.dot)(minigrad.ones(2, 3), minigrad.arange(6.0).reshape(2, 3))
    tensor([ 3., 12.])
    """
    name = getattr(func, "__name__", repr(func))

    @wraps(func)
    def mapped_over(*args, **kwargs):
        slices, count = sliced(name, args, in_dims)
        results = [func(*part, **kwargs) for part in slices] if count else []
        for out in results:
            for part in leaves_of(out):
                if not isinstance(part, Tensor):
                    raise complaints.vmapped(
                        f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(part)}. Did you mean to "
                        "set out_dims= to None for output?")
        if not results:
            raise complaints.vmapped(f"vmap({name}): there is nothing to loop over: the mapped dimension has size 0")
        columns = list(zip(*[leaves_of(out) for out in results]))
        dims = list(out_dims) if isinstance(out_dims, tuple) else [out_dims] * len(columns)
        return rebuilt(results[0], iter([column[0] if dim is None else stack(column, dim)
                                         for column, dim in zip(columns, dims)]))

    return mapped_over


def sliced(name, args, in_dims):
    """([the arguments of each call], how many calls)."""
    call = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise complaints.vmapped(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, "
            f"got: {type(in_dims)}.")
    if not args:
        raise complaints.vmapped(
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
            "function with no inputs. The latter is unsupported.")
    dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
    if len(dims) != len(args):
        raise complaints.vmapped(f"{call}: in_dims is not compatible with the structure of `inputs`.")
    sizes = []
    unbound = [along(call, arg, dim, sizes) for arg, dim in zip(args, dims)]
    if not sizes:
        raise complaints.vmapped(f"{call}: at least one in_dims must not be None.")
    if len(set(sizes)) > 1:
        raise complaints.vmapped(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{list(dict.fromkeys(sizes))} for the mapped dimension")
    return [[take(i) for take in unbound] for i in range(sizes[0])], sizes[0]


def along(call, arg, dim, sizes):
    """A function that gives the i-th slice of an argument."""
    if dim is None:
        return lambda i: arg
    if isinstance(dim, (tuple, list, dict)):
        places = dim.values() if isinstance(dim, dict) else dim
        parts = arg.values() if isinstance(arg, dict) else arg
        takes = [along(call, part, place, sizes) for part, place in zip(parts, places)]
        if isinstance(arg, dict):
            return lambda i: dict(zip(arg, [take(i) for take in takes]))
        return lambda i: type(arg)([take(i) for take in takes])
    for part in leaves_of(arg):
        if not isinstance(part, Tensor):
            raise complaints.vmapped(
                f"{call}: Got in_dim={dim} for an input but the input is of type {type(part)}. We cannot vmap over "
                "non-Tensor arguments, please use None as the respective in_dim")
        if not -part.ndim <= dim < part.ndim:
            raise complaints.vmapped(
                f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {part.ndim} so "
                f"expected in_dim to satisfy -{part.ndim} <= in_dim < {part.ndim}.")
        sizes.append(part.shape[dim])
    return lambda i: mapped(lambda part: part.select(dim, i), arg)


# ---- modules as functions

def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Call a module with other tensors in place of its parameters and buffers, which are put back afterwards.

    The dict, or several, name them as `named_parameters` does. Raises AttributeError for a module that is not there,
    RuntimeError with strict=True for missing or unknown names, TypeError for what is no tensor.

    >>> import minigrad
    >>> layer = minigrad.nn.Linear(2, 1, bias=False)
    >>> functional_call(layer, {"weight": minigrad.ones(1, 2)}, minigrad.tensor([3.0, 4.0]))
    tensor([7.])
    """
    given = parameter_and_buffer_dicts
    tables = [given] if isinstance(given, dict) else given
    tensors = {name: tensor for table in tables for name, tensor in table.items()}
    own = {**dict(module.named_parameters(remove_duplicate=False)), **dict(module.named_buffers())}
    if strict:
        check_names(module, tensors, own)
    if tie_weights:
        for name, tensor in list(tensors.items()):
            for twin, other in own.items():
                if name in own and other is own[name]:
                    tensors.setdefault(twin, tensor)
    swapped = [(*slot(module, name), tensor) for name, tensor in tensors.items()]
    before = [(table, key, table.get(key, Level)) for table, key, _ in swapped]
    try:
        for table, key, tensor in swapped:
            table[key] = tensor
        args = () if args is None else args if isinstance(args, tuple) else (args,)
        return module(*args, **(kwargs or {}))
    finally:
        for table, key, tensor in before:
            if tensor is Level:
                table.pop(key, None)
            else:
                table[key] = tensor


def slot(module, name):
    """(the table that holds a parameter or buffer, its key there)."""
    *path, key = name.split(".")
    for part in path:
        if part not in module._modules:
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        module = module._modules[part]
    return (module._buffers if key in module._buffers else module._parameters), key


def check_names(module, tensors, own):
    wrong = [(what, sorted(names)) for what, names in
             (("Missing", own.keys() - tensors.keys()), ("Unexpected", tensors.keys() - own.keys())) if names]
    if wrong:
        raise complaints.module_names(
            f"Error(s) in reparametrizing for {type(module).__name__}:\n" + "\n".join(
                [f"\t{what} key(s): {', '.join(map(repr, names))}." for what, names in wrong]))


__getattr__ = absent.of(__name__)
