"""Contenders that misbehave, in a module that loads quickly: each of them gets a process of its own."""

from __future__ import annotations

import os
import time

from benchmarks.race import Race


def missing(name: str) -> str | None:
    return "the package is not installed" if name == "missing" else None


def run(name: str, size: int) -> None:
    if name == "fails" and size > 6:
        raise ZeroDivisionError("division by zero")
    if name == "dies" and size > 6:
        os._exit(1)
    time.sleep({"never ends": size, "slower": 0.1}.get(name, 0.001) if size > 6 else 0)


NAMES = ["fast", "slower", "missing", "fails", "dies", "never ends"]
RACE = Race("a race of {}", NAMES, missing, int, run, 1000, 1000)
