"""The toolkit for authors of claims: what a printed formula is stated with, so that the audit can judge it.

Here are the parts of a claim. What formulas are written with is in :mod:`optcheck.claims.functions`, what they assert
in :mod:`optcheck.claims.relations`, small numbers in order in :mod:`optcheck.claims.claim`, the optimum of a linear
program as truth in :mod:`optcheck.claims.truths`. See docs/claims.md.
"""

from optcheck.claims.arguments import Argument, Step, StepFailed
from optcheck.claims.claim import Claim, Domain, Form, Formula, Impact, Mark, Measurement, Outcome, Reading, Strength
from optcheck.claims.expressions import INFINITE, Expr, Value, expr
from optcheck.claims.functions import Row
from optcheck.claims.truths import Combination, Definition, Document, Holds, Property, Quantity, Truth, compares, says

__all__ = [
    "INFINITE",
    "Argument",
    "Claim",
    "Combination",
    "Definition",
    "Document",
    "Domain",
    "Expr",
    "Form",
    "Formula",
    "Holds",
    "Impact",
    "Mark",
    "Measurement",
    "Outcome",
    "Property",
    "Quantity",
    "Reading",
    "Row",
    "Step",
    "StepFailed",
    "Strength",
    "Truth",
    "Value",
    "compares",
    "expr",
    "says",
]
