"""Einstein's sums: products of tensors whose dimensions have letters."""
import numpy as np

from . import complaints
from .elementwise import mul
from .linalg import bmm
from .reduce import expand
from .transposing import permute
from .views import reshape, unsqueeze


def einsum(equation, *operands):
    """Einstein's sum: letters name dimensions; those missing on the right are multiplied and summed over.

    Raises RuntimeError when letters and dimensions do not fit. As `torch.einsum`.

    >>> import minigrad
    >>> minigrad.einsum("ij,jk->ik", minigrad.ones(2, 3), minigrad.ones(3, 2))
    tensor([[3., 3.],
            [3., 3.]])
    """
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = tuple(operands[0])
    inputs, output = read_equation(equation, operands)
    sizes = {}
    terms = []
    for place, (letters, x) in enumerate(zip(inputs, operands)):
        letters, x = without_repeats(letters, x)
        for letter, length in zip(letters, x.shape):
            known = sizes.setdefault(letter, length)
            if 1 not in (known, length) and known != length:
                raise complaints.products.einsum_size(letter, length, place, known)
            sizes[letter] = max(known, length) if 0 not in (known, length) else 0
        terms.append((letters, x))
    letters, out = terms[0]
    for number, (more, x) in enumerate(terms[1:], start=2):
        later = set(output).union(*[set(found) for found, _ in terms[number:]])
        letters, out = contracted(letters, out, more, x, later, output)
    if len(terms) > 1 and letters == output:
        return out
    out = arranged(letters, out, output)
    return out if len(terms) == 1 else reshape(out, tuple(out.shape))      # PyTorch's last step, too


def read_equation(equation, operands):
    """The letters of each operand and of the result; dots become letters of their own."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    inputs = left.split(",")
    if len(inputs) < len(operands):
        raise complaints.products.einsum_operands("more operands were provided than specified in the equation")
    if len(inputs) > len(operands):
        raise complaints.products.einsum_operands("fewer operands were provided than specified in the equation")
    dots = 0
    for place, (letters, x) in enumerate(zip(inputs, operands)):
        named = len(letters.replace("...", ""))
        if "..." in letters:
            dots = max(dots, x.ndim - named)
        elif named != x.ndim:
            raise complaints.products.einsum_letters(named, x.ndim, place)
    spare = [chr(0x100 + i) for i in range(dots)]

    def spelled(letters, count):
        return letters.replace("...", "".join(spare[dots - count:]))

    inputs = [spelled(letters, x.ndim - len(letters.replace("...", ""))) for letters, x in zip(inputs, operands)]
    if arrow:
        right = spelled(right, dots)
    else:
        everything = "".join(inputs)
        right = "".join(spare) + "".join(sorted(c for c in set(everything) - set(spare) if everything.count(c) == 1))
    for letter in right:
        if not any(letter in letters for letters in inputs):
            raise complaints.products.einsum_output(letter)
    return inputs, right


def without_repeats(letters, x):
    """A letter that stands twice in one operand means its diagonal."""
    for letter in letters:
        while letters.count(letter) > 1:
            i = letters.index(letter)
            j = letters.index(letter, i + 1)
            x = x.diagonal(0, i, j)
            letters = letters[:i] + letters[i + 1:j] + letters[j + 1:] + letter
    return letters, x


def contracted(left, a, right, b, wanted, output):
    """The product of two terms, summed over the letters nobody needs any more: one batched matrix product.

    With nothing to sum it is an ordinary product, its dimensions in the order of the output as far as they stand there.
    """
    summed = [c for c in left if c in right and c not in wanted]
    if not summed:
        both = dict.fromkeys(left + right)
        letters = "".join([*[c for c in output if c in both], *[c for c in both if c not in output]])
        return letters, mul(spread(a, left, letters), spread(b, right, letters))
    batch = [c for c in left if c in right and c in wanted]
    only_a, only_b = [c for c in left if c not in right], [c for c in right if c not in left]
    size = {}
    for letters, x in ((left, a), (right, b)):
        for letter, length in zip(letters, x.shape):
            size[letter] = length if size.get(letter, 1) == 1 else size[letter]

    def flat(x, letters, *groups):
        x = expand(x, shape=tuple([size[c] for c in letters]))
        x = permute(x, tuple([letters.index(c) for group in groups for c in group]))
        return reshape(x, tuple([int(np.prod([size[c] for c in group])) for group in groups]))

    out = bmm(flat(a, left, batch, only_a, summed), flat(b, right, batch, summed, only_b))
    letters = "".join(batch + only_a + only_b)
    return letters, reshape(out, tuple([size[c] for c in letters]))


def spread(x, own, letters):
    """A term with a dimension for every letter, of length 1 where it has none, in their order."""
    for letter in [c for c in letters if c not in own]:
        x, own = unsqueeze(x, x.ndim), own + letter
    return permute(x, tuple([own.index(c) for c in letters]))


def arranged(letters, x, output):
    """Bring what is asked for into its order, and sum what is left over."""
    x = permute(x, tuple([letters.index(c) for c in output] + [i for i, c in enumerate(letters) if c not in output]))
    return x if len(output) == len(letters) else x.sum(tuple(range(len(output), len(letters))))
