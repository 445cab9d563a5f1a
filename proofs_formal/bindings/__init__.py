"""Which Python function is which function of Coq: one file a system, each with a table ``BINDINGS``."""
