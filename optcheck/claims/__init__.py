"""The toolkit for authors of claims: one import gives everything that a statement is made of.

``from optcheck.claims import *``. Statements, truths and relations are in :mod:`optcheck.claims.claim`, the fields
of an instance in :mod:`optcheck.claims.fields`, what formulas are written with in :mod:`optcheck.claims.expressions`;
Model and LinearProgram are those of :mod:`optcheck.lp`. See docs/claims.md and docs/claims-reference.md.
"""

from fractions import Fraction

from optcheck.claims.claim import (
    Claim,
    Combination,
    Definition,
    Document,
    Form,
    Formula,
    Hint,
    Holds,
    Impact,
    Mark,
    Measurement,
    Outcome,
    Property,
    Quantity,
    Reading,
    Statement,
    Strength,
    Substance,
    Truth,
    at_least,
    at_most,
    between,
    compares,
    decides,
    definition,
    equals,
    equilibrium,
    greater,
    identity,
    implied_by,
    implies,
    less,
    maximum,
    minimum,
    optimal,
    order,
    provided,
    satisfies,
    says,
    split,
    square,
)
from optcheck.claims.domain import Effort, Instance, record
from optcheck.claims.expressions import (
    INFINITE,
    Expr,
    Value,
    count,
    erfc,
    exp,
    expr,
    gaussian_delta,
    largest,
    log,
    pi,
    power,
    smallest,
    sqrt,
    surd,
    total,
)
from optcheck.claims.fields import choice, distribution, flag, integer, rational, row, subset
from optcheck.lp.program import LinearProgram, Model

__all__ = [
    "INFINITE", "Claim", "Combination", "Definition", "Document", "Effort", "Expr", "Form",
    "Formula", "Fraction", "Hint", "Holds", "Impact", "Instance", "LinearProgram", "Mark", "Measurement", "Model",
    "Outcome", "Property", "Quantity", "Reading", "Statement", "Strength", "Substance", "Truth",
    "Value", "at_least", "at_most", "between", "choice", "compares", "count", "decides", "definition", "distribution",
    "equals", "equilibrium", "erfc", "exp", "expr", "flag", "gaussian_delta", "greater", "identity", "implied_by",
    "implies", "integer", "largest", "less", "log", "maximum", "minimum", "optimal", "order", "pi", "power", "provided",
    "rational", "record", "row", "satisfies", "says", "smallest", "split", "sqrt", "square", "subset", "surd",
    "total",
]  # fmt: skip
