"""Texts as Markdown: every sign that would mean something there is taken by its letter."""

import re
from collections.abc import Iterable, Sequence

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|$~^&])")
_LIST = re.compile(r"^(\d*)([-+=:.)])")  # what would begin a list


def plain(text: object) -> str:
    r"""A text in which nothing is markup.

    >>> plain("a_i < |D|")
    'a\\_i \\< \\|D\\|'
    """
    escaped = _SIGNS.sub(r"\\\1", " ".join(str(text).split()))
    return _LIST.sub(r"\1\\\2", escaped)


def prose(text: str) -> str:
    r"""Words as they are, with what stands between backticks as code.

    >>> prose("for ``x_i`` < 2")
    'for `x_i` \\< 2'
    """
    parts = re.split(r"`+(.+?)`+", " ".join(text.split()))
    words = [code(part) if index % 2 else _SIGNS.sub(r"\\\1", part) for index, part in enumerate(parts)]
    return _LIST.sub(r"\1\\\2", "".join(words))


def code(text: str) -> str:
    """A text as it is typed."""
    return f"`{text}`"


def fenced(text: str, language: str = "") -> str:
    """Lines as they are typed."""
    return f"```{language}\n{text}\n```"


def raw(html: str, indent: str = "") -> str:
    """HTML as it is."""
    return "\n".join(f"{indent}{line}" for line in ("```{raw} html", html, "```"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
