"""The claim takes far too long."""

import os
import time
from pathlib import Path

from optcheck.claims import Form
from tests.optcheck.audit._build import claim
from tests.optcheck.audit.samples._common import Count


def as_printed(count: Count) -> int:
    if "SLOW_CLAIM_MARKER" in os.environ:
        Path(os.environ["SLOW_CLAIM_MARKER"]).touch()
    time.sleep(3600)
    return count.n


CLAIM = claim("bad/slow", printed=Form(as_printed, "nothing"))
