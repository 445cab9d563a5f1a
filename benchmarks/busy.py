"""Whether this machine has other work: times are then upper bounds, and say little about milliseconds."""

from __future__ import annotations

import os

MOST = 0.5  # other work per core that still leaves times alone


def busy() -> str | None:
    """A warning, or None where the machine is idle enough.

    It reads the load of the last minute, so ask before measuring.
    """
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0]
    if load <= MOST * cores:
        return None
    return f"The machine was busy (load {load:.1f} on {cores} cores): times are upper bounds."
