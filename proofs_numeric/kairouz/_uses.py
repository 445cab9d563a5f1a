"""Certificates about the transcripts that optimal protocols use: one signature, the middles of edges, how many."""

from __future__ import annotations

from fractions import Fraction

from lp_models.kairouz import Signature, best_decisions, extremal_signatures
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import response_chance
from proofs_numeric.kairouz._signatures import largest_mass, middle_signatures, unused_evidence

__all__ = [
    "edge_middles",
    "is_used",
    "merged_certificate",
    "uniqueness_certificate",
    "use_certificate",
    "use_document",
]


def use_document(problem: Problem, signature: Signature) -> dict[str, object]:
    """A problem with a signature that an optimum may use, as the checker reads it."""
    return {**problem.document(), "signature": [to_text(entry) for entry in signature]}


def use_certificate(problem: Problem, signature: Signature) -> Certificate:
    """An optimal dual with a slack at the signature, or an optimum that uses it."""
    evidence = unused_evidence(problem, [signature])
    if evidence is None:
        evidence = dict(largest_mass(problem, [signature], lambda _, s: s == signature).certify().evidence)
    return Certificate("signature-use", use_document(problem, signature), evidence)


def is_used(problem: Problem, signature: Signature) -> bool:
    """Whether the program over all optima gives the signature a mass."""
    return largest_mass(problem, [signature], lambda _, s: s == signature).mass > 0


def edge_middles(problem: Problem) -> list[Signature]:
    """The middles of the edges of the box: signatures with one entry strictly between its ends."""

    def inside(signature: Signature) -> int:
        return sum(1 / Fraction(v) < s < v for s, v in zip(signature, problem.lambdas, strict=True))

    return [signature for signature in middle_signatures(problem) if inside(signature) == 1]


def uniqueness_certificate(problem: Problem) -> Certificate:
    """An optimal dual with a slack in the middle of every edge, or an optimum that uses one of them."""
    middles = edge_middles(problem)
    evidence = unused_evidence(problem, middles)
    if evidence is not None:
        return Certificate("unique-optimum", problem.document(), evidence)
    return largest_mass(problem, middles, lambda _, s: s in middles).certify()


def merged_certificate(problem: Problem, edge: tuple[int, int, int] | None) -> Certificate:
    """Randomised response with equal columns merged, and with two responses that differ in one bit as one transcript.

    ``edge`` holds the two responses and a decision that is best after both; None merges nothing.
    """
    columns: dict[tuple[Signature, int], Fraction] = {}
    for response, signature in enumerate(extremal_signatures(problem.lambdas)):
        merged, decision = signature, min(best_decisions(problem, response))
        if edge is not None and response in edge[:2]:
            moved = (edge[0] ^ edge[1]).bit_length()
            merged = tuple(Fraction(1) if place == problem.k - moved else s for place, s in enumerate(signature))
            decision = edge[2]
        mass = response_chance(problem.lambdas, 0, response)
        columns[merged, decision] = columns.get((merged, decision), Fraction(0)) + mass
    listed = [
        [list(map(to_text, signature)), [decision], to_text(mass)] for (signature, decision), mass in columns.items()
    ]
    evidence = {**solve_problem(problem).evidence(), "columns": listed}
    return Certificate("signature-protocol", problem.document(), evidence)
