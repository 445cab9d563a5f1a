"""Planted errors: does the audit refute formulas that were broken on purpose?"""

from optcheck.audit.mutation.rewrite import Mutant, mutants
from optcheck.audit.mutation.trial import Fate, Trial, try_mutants

__all__ = ["Fate", "Mutant", "Trial", "mutants", "try_mutants"]
