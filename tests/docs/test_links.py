"""Links between pages lead somewhere, and every page can be reached. (Sphinx checks more: `make docs`.)"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.__main__ import HERE

PAGES = sorted(HERE.rglob("*.md"))
LINKS = [
    pytest.param(page, link, id=f"{page.relative_to(HERE)}:{link}")
    for page in PAGES
    for link in sorted(set(re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text(encoding="utf-8"))))
]


def _anchors(page: Path) -> set[str]:
    """The addresses of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_to_a_file_and_a_heading(page: Path, link: str) -> None:
    file, _, anchor = link.partition("#")
    target = (page.parent / file).resolve() if file else page
    assert target.is_file()
    assert not anchor or anchor in _anchors(target)


def _listed(page: Path) -> list[Path]:
    """The pages in the tables of contents of a page."""
    blocks = re.findall(r"```\{toctree\}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names = [line for block in blocks for line in block.splitlines() if line and not line.startswith(":")]
    return [found for name in names for found in page.parent.glob(f"{name}.md")]


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = {found.resolve() for page in PAGES for found in _listed(page)}
    assert [page for page in PAGES if page.resolve() not in listed] == [HERE / "index.md"]
