"""The author expects a refutation, but the formula is right."""

from optcheck.audit import Expected
from tests.optcheck.audit._build import claim

CLAIM = claim("bad/unexpected", expected=Expected.REFUTED)
