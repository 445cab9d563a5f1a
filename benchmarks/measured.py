"""``python -m benchmarks.measured``: see benchmarks.measuring.

The processes that measure read this file again before they begin. So it imports nothing at its top: OR-Tools cannot be
loaded where highspy is.
"""

if __name__ == "__main__":
    import os
    import sys

    from benchmarks.measuring import main

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
