"""Debian's browser, for pages that people look at; without it these tests are skipped by name."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HAS_DRIVER = all(importlib.util.find_spec(name) is not None for name in ("playwright", "axe_playwright_python"))
MARKS = [  # marks, not a skipped module: every test that did not run is named
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="needs a browser; on Debian: apt-get install chromium"),
    pytest.mark.skipif(not HAS_DRIVER, reason="needs a browser's driver: pip install playwright axe-playwright-python"),
]
sync_api: Any = importlib.import_module("playwright.sync_api") if HAS_DRIVER else None

PATIENCE = 200_000  # milliseconds, for a busy machine


@contextmanager
def launched() -> Iterator[Any]:
    """A browser of one's own."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            timeout=PATIENCE,
        )
        yield browser
        browser.close()


def violations(page: Any) -> list[Any]:
    """What axe finds on a page, with everything on it opened and laid out."""
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    page.evaluate("document.querySelectorAll('article').forEach((it) => { it.style.contentVisibility = 'visible'; })")
    page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
    found: list[Any] = axe.run(page).response["violations"]
    return found
