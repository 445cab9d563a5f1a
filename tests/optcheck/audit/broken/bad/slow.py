"""The claim takes far too long."""

import time

from optcheck.audit import Form
from tests.optcheck.audit._build import claim


def as_printed(n: int) -> int:
    time.sleep(3600)
    return n


CLAIM = claim("bad/slow", printed=Form("nothing", as_printed))
