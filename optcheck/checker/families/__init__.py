"""The families of problems that the checker knows, one file each with a table ``KINDS``. Standard library only."""
