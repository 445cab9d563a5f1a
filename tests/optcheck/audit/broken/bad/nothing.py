"""There is no claim in this file."""

VALUE = 1
