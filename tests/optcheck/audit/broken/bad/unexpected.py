"""The author expects a refutation, but the formula is right."""

from optcheck.claims import Outcome
from tests.optcheck.audit._build import claim

CLAIM = claim("bad/unexpected", expected=Outcome.REFUTED)
