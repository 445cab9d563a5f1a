"""The id is not that of the file."""

from tests.optcheck.audit._build import claim

CLAIM = claim("bad/other")
