"""A second paper, with one claim."""
