"""The hull of the rank-one tensors: is a tensor a mixture of its corners?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import Infeasible, Model
from optcheck.randomized_response.geometry import extremal_signatures, signature_tensor
from optcheck.solvers import solve

__all__ = ["hull_certificate"]


def hull_certificate(lambdas: Sequence[Exact], tensor: Sequence[Exact]) -> Certificate:
    """Proof that a tensor is a mixture of the corners, or that a functional keeps it apart from them.

    >>> hull_certificate([2], [1, 3]).verify().fact("in the hull").value
    False
    """
    model = Model("minimise")
    columns = [signature_tensor(corner) for corner in extremal_signatures(lambdas)]
    names = [model.variable(f"weight[{place}]") for place in range(len(columns))]
    for x, entry in enumerate(tensor):
        terms: dict[str, object] = {name: column[x] for name, column in zip(names, columns, strict=True)}
        model.row(f"entry[{x}]", terms, "=", entry)
    answer = solve(model.build())
    document = {"lambdas": [to_text(v) for v in lambdas], "tensor": [to_text(entry) for entry in tensor]}
    if not isinstance(answer.outcome, Infeasible):
        return Certificate("hull-tensor", document, {"weights": [to_text(answer.point[name]) for name in names]})
    functional = [Fraction(answer.outcome.dual.get(x, 0)) for x in range(len(tensor))]
    sign = -1 if sum(a * b for a, b in zip(functional, tensor, strict=True)) > 0 else 1
    return Certificate("hull-tensor", document, {"separating": [to_text(sign * entry) for entry in functional]})
