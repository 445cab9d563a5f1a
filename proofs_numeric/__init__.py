"""The claims: one folder for each paper, one file for each numbered result."""

from optcheck.errors import require

require("the claims", "hypothesis", "sympy")
