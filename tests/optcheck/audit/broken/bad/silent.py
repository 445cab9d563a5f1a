from tests.optcheck.audit._build import claim

CLAIM = claim("bad/silent")
