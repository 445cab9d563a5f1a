"""The claims: one folder for each paper, one file for each numbered result."""

from optcheck.extras import require

require("the claims", "hypothesis", "sympy")
