"""The source text of an op: what the decorator in primitive.py compiles, a node class and a recording function."""

# ---- the text

SHORT = {f.__code__.co_code: text for text, f in {
    "{}": lambda a: a, "-{}": lambda a: -a, "{} + {}": lambda a, b: a + b, "{} - {}": lambda a, b: a - b,
    "{} * {}": lambda a, b: a * b, "{} / {}": lambda a, b: a / b}.items()}     # bytecode -> text, whatever the names

TEMPLATE = '''\
class {node}({base}):
    __slots__ = {slots}

    def apply(self, g, keep):
{apply}


def {name}({signature}):
{record}
'''


def write(d):
    """The source text for one declaration. `a` is the operand, `a_` its array, `to_a` where its gradient goes."""
    slots = [*["count"] * d.several, "edges", *["fit"] * d.fits, *d.users, *["out_version"] * ("out" in d.saves)]
    return TEMPLATE.format(
        node=d.node, name=d.name,
        base="ListNode" if d.is_list else "Node",
        slots=tuple(slots),
        apply=indented(backward_lines(d) if d.wants else ["return ()"], 8),
        signature=", ".join([*d.inputs, *d.settings]),
        record=indented(forward_lines(d), 4))


def listed(names):
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def calling(name, function, *arguments):
    """The text of a call. A kernel or rule that is one operator is written out, which saves the call."""
    if (text := SHORT.get(function.__code__.co_code)) and not function.__code__.co_flags & 12:
        return text.format(*arguments)
    return f"{name}({', '.join(arguments)})"


def is_tensor(x):
    """The test for a tensor: the exact class is the common case, a number comes next, subclasses last."""
    return f"type({x}) is Tensor or type({x}) not in numbers and isinstance({x}, Tensor)"


def indented(lines, width):
    return "\n".join(" " * width + line for line in lines)


def backward_lines(d):
    """Read what was saved, let go of it, say what goes where."""
    lines = [] if d.is_list else [f"{edges_of(d)} = self.edges"]
    for name, users in d.users.items():
        reading = read_lines(d, name)
        if name in d.saves and len(d.wants) > len(users):
            lines += [f"if {alive(users)}:"] + ["    " + line for line in reading]
        else:
            lines += reading
    if d.saves:
        lines.append("if not keep: " + " = ".join(f"self.{n}" for n in d.saves) + " = gone")
    calls = {x: calling(f"rule_{x}", d.rules[x], "g", *names) for x, names in d.wants.items()}
    if d.is_list:
        (call,) = calls.values()
        return [*lines, f"return [(edge, h) for edge, h in zip(self.edges, {call}) if edge is not None]"]
    message = {x: f"(to_{x}, {call})" for x, call in calls.items()}
    if len(message) == 1:
        return [*lines, f"return {message.popitem()[1]},"]
    if len(message) == 2:
        (x, first), (y, second) = message.items()
        return [*lines, f"if to_{y} is None: return {first},", f"if to_{x} is None: return {second},",
                f"return {first}, {second}"]
    sending = [f"if to_{x} is not None: sent.append({m})" for x, m in message.items()]
    return [*lines, "sent = []", *sending, "return sent"]


def read_lines(d, name):
    """One saved value: as an array, not stale, not freed."""
    if name in d.inputs and d.is_list:
        return [f"{name} = read_list(self, {name!r})"]
    lines = [f"{name} = self.{name}"]
    if name == "out":
        return [*lines, "if out is gone: raise freed(self)",
                "if self.out_version is not None and self.out_version.when > self.seq: raise changed(self, 'out')"]
    if name in d.outputs:
        return [*lines, f"if {name} is gone: raise freed(self)"]
    if name in d.inputs:
        return [*lines, f"if {is_tensor(name)}:",
                f"    if {name}.version is not None and {name}.version.when > self.seq:",
                f"        raise changed(self, {name!r}, {name})",
                f"    {name} = {name}.array",
                f"elif {name} is gone: raise freed(self)"]
    return lines


def edges_of(d):
    """The edges of a node: where the gradient of each input goes, or None."""
    return ", ".join(f"to_{x}" for x in d.wants) + "," * (len(d.wants) == 1)


def alive(inputs):
    return " or ".join(f"to_{x} is not None" for x in inputs)


def forward_lines(d):
    """Unwrap the operands, compute, wrap the result, record."""
    settings = [f"{s}={s}" for s in d.settings]
    table = "{" + ", ".join(f"{s!r}: {s}" for s in d.settings) + "}"
    arrays = ["*arrays"] if d.is_list else [x + "_" for x in d.inputs]
    operands = "arrays" if d.is_list else listed([x + "_" for x in d.inputs])
    call = calling("kernel", d.kernel, *arrays, *settings)
    lines = unpack_list(d, call) if d.is_list else unpack_one(d, call) if len(d.inputs) == 1 else unpack_many(d, call)
    lines += ["try:", f"    out = {call}", "except Exception as error:",
              f"    out = explained(this, settle, error, {operands}, {table})"]
    if d.promote:
        lines += settle_lines(d, operands, table)
    if d.wants:
        lines += record_lines(d)
    else:
        lines.append("node = None")
    if d.several:
        lines.append(f"result = pour(out, node, {d.inputs[0] + '.share()' if d.view else 'None'})")
        if d.view:
            lines += ["for index, part in enumerate(result):",
                      f"    part.view_of = {d.inputs[0]}, this, {table}, index", "    part.version.shown_by(part)"]
    else:
        lines += wrap_lines(d, table)
    return [*lines, f"if observers: announce(this, {listed(d.inputs)}, {table}, result)", "return result"]


def unpack_list(d, call):
    (x,) = d.inputs
    return [f"{x} = sequence(this, {x})", f"arrays, edges = unpack(this, {x})", f"if edges is None: return {call}"]


def unpack_one(d, call):
    (x,) = d.inputs
    lines = [f"if type({x}) is not Tensor and not isinstance({x}, Tensor):",
             f"    if not running: raise not_a_tensor(this.__name__, 1, {x})",
             f"    {x}_ = {x}",
             f"    return {call}",
             *own_lines(x, d.view),
             f"to_{x} = {x}.node"]
    return lines if d.wants else lines[:-1]


def own_lines(x, view):
    """An operand's array; one that will be shared must be memory."""
    return [f"{x}_ = {x}.array", *[f"if type({x}_) is not ndarray: {x}_ = {x}.own()"] * view]


def unpack_many(d, call):
    lines = []
    for position, x in enumerate(d.inputs):
        lines += [f"if {is_tensor(x) if position else f'type({x}) is Tensor or isinstance({x}, Tensor)'}:",
                  *["    " + line for line in own_lines(x, d.view and position == 0)],
                  *[f"    to_{x} = {x}.node"] * (x in d.wants),
                  "else:",
                  f"    {x}_ = {x} if type({x}) in numbers else plain(this, {x}, {position})",
                  *[f"    if {x}_ is NotImplemented: return {x}_"] * bool(d.symbol),
                  *[f"    to_{x} = None"] * (x in d.wants)]
    *others, _ = d.inputs
    tensors = " or ".join(f"type({x}) is Tensor or isinstance({x}, Tensor)" for x in others)
    lines += [f"    if not ({tensors}):",
              f"        if not running: raise not_a_tensor(this.__name__, 1, {d.inputs[0]})",
              f"        return {call}"]
    return lines


def settle_lines(d, operands, table):
    """See to PyTorch's dtype, and whether gradients will have to be fitted to their inputs.

    NumPy's float32 is PyTorch's too, unless a float16 took part: everything else is looked at.
    """
    settle = f"settle(out, {operands}, {table})"
    if not d.wants:
        return [f"if halves or type(out) is not scalar32 and out.dtype is not float32: out, _ = {settle}"]
    lines = ["mixed = False", f"if halves or out.dtype is not float32: out, mixed = {settle}", *fit_lines(d, "mixed")]
    return ["fit = None", "if halves or type(out) is not scalar32:", *["    " + line for line in lines]]


def fit_lines(d, *reasons):
    """`fit`: the shapes and dtypes of the inputs, if gradients may come with others."""
    edges, arrays = ("edges", "arrays") if d.is_list else [listed([form.format(x) for x in d.wants])
                                                           for form in ("to_{}", "{}_")]
    if len(d.inputs) > 1:
        reasons = *reasons, *[f"to_{x} is not None and {x}_.shape != out.shape" for x in d.wants]
    return [f"if {' or '.join(reasons)}:", f"    fit = fits({edges}, {arrays})"]


def record_lines(d):
    """Make the node, if an input leads somewhere and this thread records."""
    if d.is_list:
        test = "edges.count(None) < len(edges)"
    else:
        test = alive(d.wants)
    if d.is_list or len(d.wants) > 1:
        test = f"({test})"
    lines = [f"if {test} and (not paused or mode.recording):", f"    node = {d.node}()", "    node.hooks = None",
             "    node.seq = tick()"]
    if d.several:
        lines.append("    node.count = len(out)")
    lines.append(f"    node.edges = {'edges' if d.is_list else edges_of(d)}")
    for name, users in d.users.items():
        keep = f"node.{name} = {saved_value(d, name)}"
        partly = name in d.saves and len(d.wants) > len(users)
        lines.append(f"    if {alive(users)}: {keep}" if partly else f"    {keep}")
    if "out" in d.saves:
        lines.append("    node.out_version = None")
    if d.fits:
        lines += ["    " + line for line in [*["fit = None", *fit_lines(d)] * (not d.promote), "node.fit = fit"]]
    lines += ["    if on_save:", "        for look in on_save: look(node)", "else: node = None"]
    return lines


def saved_value(d, name):
    if name.endswith("_shape") and name[:-6] in d.inputs:
        return "tuple([array.shape for array in arrays])" if d.is_list else f"{name[:-6]}_.shape"
    if name in d.outputs:
        return f"out[{d.outputs.index(name)}]"
    return name


def wrap_lines(d, table):
    lines = ["result = blank()", "result.array = out", "result.node = node" if d.wants else "result.node = None"]
    if d.view:
        x = d.inputs[0]
        return [*lines, f"result.version = {x}.version or {x}.share()", f"result.view_of = {x}, this, {table}",
                "result.version.shown_by(result)"]
    return [*lines, "result.version = None if not inferring or not mode.inference else inferred()"]
