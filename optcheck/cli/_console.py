"""The two consoles of the command line: results go to ``out``, messages and progress to ``err``."""

from __future__ import annotations

from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
