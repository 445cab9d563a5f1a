"""``python -m optcheck`` is the same as ``optcheck``."""

from optcheck.cli import main

if __name__ == "__main__":
    main()
