"""The formula adds a text to a number."""

from optcheck.claims import Form
from tests.optcheck.audit._build import claim
from tests.optcheck.audit.samples._common import Count


def as_printed(count: Count) -> int:
    return count.n + "1"  # type: ignore[operator]


CLAIM = claim("bad/raises", printed=Form(as_printed, "n + 1"))
