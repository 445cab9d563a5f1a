"""The trusted checker. Standard library only: run it alone with ``python -m optcheck.checker proof.json``."""
