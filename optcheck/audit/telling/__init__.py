"""Counterexamples in words, with the arithmetic done: from the certificates' instances, one teller for each kind."""

from optcheck.audit.telling.story import story

__all__ = ["story"]
