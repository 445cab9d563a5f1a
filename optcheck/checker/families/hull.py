"""Facts about the hull of rank-one tensors [1, t_1] x ... x [1, t_k] with 1/l_i <= t_i <= l_i. Stdlib only.

The hull is spanned by its corners, the tensors with every t_i in {1/l_i, l_i}: the tensor is linear in each t_i.
Entries are numbered lexicographically by the inputs, the first party's bit first; corners likewise, 1/l_i before l_i.
The matrix of corners is the Kronecker product of the matrices [[1, 1/l_i], [1, l_i]], so it is never written out. Its
rank is the product of theirs: parties with l_i = 1 count once, and different corners are always independent.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.families._signature_problem import Kernel, transform
from optcheck.checker.reading import Nothing, Reader, Record, either, needed, number, same_length, sequence
from optcheck.checker.wording import counted

MOST_PARTIES = 12
_LAMBDAS = sequence(number(least=1), least=1, most=MOST_PARTIES)
_NUMBERS = sequence(number())


class _Box(Record):
    lambdas = needed(_LAMBDAS)


def check_corners(instance: _Box, evidence: Nothing) -> Finding:
    """How many different corners there are, and whether their matrix can be inverted."""
    different, every = _different(instance.lambdas), 1 << len(instance.lambdas)
    verdict = "invertible" if different == every else "singular"
    facts = (
        Fact("different corners", "=", different),
        Fact("corners", "=", every),
        Fact("matrix of corners", "is", verdict),
    )
    text = f"at lambdas {shown(tuple(instance.lambdas))} {different} of the {every} corners are different"
    return Finding(f"{text}, and the matrix of corners is {verdict}", different, facts)


def _different(lambdas: list[Exact]) -> int:
    """Corners differ where their factors do: the entries at inputs with a single one are the factors themselves."""
    return 1 << sum(value > 1 for value in lambdas)


class _Tensor(_Box):
    tensor = needed(_NUMBERS)


class _Inside(Record):
    weights = needed(_NUMBERS)


class _Outside(Record):
    separating = needed(_NUMBERS)


def check_tensor(instance: _Tensor, evidence: _Inside | _Outside) -> Finding:
    """Where a tensor lies: in the hull, on its boundary or not, by a mixture of corners; outside by a functional."""
    lambdas, tensor = instance.lambdas, instance.tensor
    same_length("tensor", tensor, 1 << len(lambdas))
    corners, is_corner = _different(lambdas), _is_corner(lambdas, tensor)
    met = tensor[0] == 1 and min(_half_spaces(lambdas, tensor)) >= 0
    facts = [
        Fact("different corners", "=", corners),
        Fact("corner", "is", is_corner),
        Fact("half-spaces of Eq. 22", "is", "all met" if met else "not all met"),
        Fact("in the hull", "is", isinstance(evidence, _Inside)),
    ]
    if isinstance(evidence, _Outside):
        _check_separating(lambdas, tensor, evidence.separating)
        place = f"lies outside the hull of {counted(corners, 'corner')}"
    else:
        used = _corners_used(lambdas, tensor, evidence.weights)
        on_boundary = used < corners  # the hull is a simplex
        facts += [Fact("corners needed", "=", used), Fact("on the relative boundary", "is", on_boundary)]
        boundary = f"is {'' if on_boundary else 'not '}on its relative boundary"
        place = f"lies in the hull, of whose {counted(corners, 'corner')} it needs {used}, and {boundary}"
    text = (
        f"the tensor {shown(tuple(tensor))} at lambdas {shown(tuple(lambdas))} is {'a' if is_corner else 'no'} corner, "
        f"meets {'all' if met else 'not all'} half-spaces of Eq. 22 and {place}"
    )
    return Finding(text, facts=tuple(facts))


def _columns(lambdas: list[Exact]) -> list[Kernel]:
    """Turns a functional into its values at all corners."""
    return [((1, 1 / Fraction(value)), (1, value)) for value in lambdas]


def _rows(lambdas: list[Exact]) -> list[Kernel]:
    """Turns weights of the corners into their mixture."""
    return [((1, 1), (1 / Fraction(value), value)) for value in lambdas]


def _is_corner(lambdas: list[Exact], tensor: list[Exact]) -> bool:
    """Whether the factors that a rank-one tensor would have are ends, and give this tensor."""
    factors = [tensor[1 << place] for place in reversed(range(len(lambdas)))]
    if not all(t in (value, 1 / Fraction(value)) for t, value in zip(factors, lambdas, strict=True)):
        return False
    entries: list[Exact] = [1]
    for factor in factors:
        work.pay(factor, times=2 * len(entries))
        work.pay_each(entries)
        entries = [entry * step for entry in entries for step in (1, factor)]
    return entries == tensor


def _half_spaces(lambdas: list[Exact], tensor: list[Exact]) -> list[Exact]:
    """The left sides of Eq. 22 for all signs a: (-1)^k prod a_j times the sum of T_x prod (-l_i)^(a_i x_i)."""
    kernels: list[Kernel] = [((1, -1 / Fraction(value)), (-1, value)) for value in lambdas]
    return transform(tensor, kernels)  # the sign -a of each party is folded into its row


def _heights(lambdas: list[Exact], functional: list[Exact]) -> list[Exact]:
    same_length("functional", functional, 1 << len(lambdas))
    heights = transform(functional, _columns(lambdas))
    require(min(heights) >= 0, "functional on the corners", ">= 0", number_text(min(heights)))
    return heights


def _check_separating(lambdas: list[Exact], tensor: list[Exact], functional: list[Exact]) -> None:
    _heights(lambdas, functional)
    below = work.dot(functional, tensor)
    require(below < 0, "functional at the tensor", "< 0", number_text(below))


def _corners_used(lambdas: list[Exact], tensor: list[Exact], weights: list[Exact]) -> int:
    """How many different corners the mixture uses; it is the only one, as different corners are independent."""
    same_length("weights", weights, len(tensor))
    total = work.total(weights)
    require(min(weights) >= 0 and total == 1, "weights", "non-negative, total 1", number_text(total))
    require(transform(weights, _rows(lambdas)) == tensor, "combination of corners", "the tensor", "another one")
    moving = sum(1 << place for place, value in enumerate(reversed(lambdas)) if value > 1)
    return len({corner & moving for corner, weight in enumerate(weights) if weight})


_PLACE: Reader[_Inside | _Outside] = either(_Inside, _Outside)
KINDS = {
    "hull-corners": Kind(_Box, Nothing, check_corners),
    "hull-tensor": Kind(_Tensor, _PLACE, check_tensor),
}
