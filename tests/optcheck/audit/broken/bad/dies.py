"""The process ends while it judges this claim."""

import os

from optcheck.claims import Form
from tests.optcheck.audit._build import claim
from tests.optcheck.audit.samples._common import Count


def as_printed(count: Count) -> int:
    os._exit(3)


CLAIM = claim("bad/dies", printed=Form(as_printed, "nothing"))
