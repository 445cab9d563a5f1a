"""How much a reader must read to know what a theorem says: the definitions that its statement reaches, in lines."""

from __future__ import annotations

import re
from functools import cache

from proofs_formal import sources

__all__ = ["lines"]

_DEFINITION = re.compile(
    r"^ *(?:Definition|Fixpoint|Inductive|CoInductive|Record|Notation|with|Variables?|Hypothes[ie]s) .*?\.(?=\s|\Z)",
    re.MULTILINE | re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_][\w']*")
_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_REQUIRED = re.compile(r"From Optcheck\.(\w+) Require (?:Import |Export )?([^.]*)\.")


@cache
def _definitions(file: str) -> dict[str, str]:
    """What a file defines: each name and the text of its definition."""
    texts: dict[str, str] = {}
    for match in _DEFINITION.finditer(_COMMENT.sub("", sources.text(file))):
        text = match[0].strip()
        head = text.partition(":")[0]
        for name in _NAME.findall(head)[1:] if head.startswith(("Variable", "Hypothes")) else _NAME.findall(head)[1:2]:
            texts.setdefault(name, text)
        for name in re.findall(r"^\s*\|\s*(\w+)", text, re.MULTILINE) if text.startswith("Inductive") else ():
            texts.setdefault(name, text)
    return texts


@cache
def _visible(file: str) -> tuple[str, ...]:
    """The file and those that it requires, the nearest first."""
    files, waiting = [file], [file]
    while waiting:
        for folder, names in _REQUIRED.findall(sources.text(waiting.pop(0))):
            for name in names.split():
                required = f"{folder}/{name}.v"
                if required not in files and required in sources.files():
                    files.append(required)
                    waiting.append(required)
    return tuple(files)


def lines(theorem: sources.Marked, statement: str) -> int:
    """Lines of our definitions that the statement reaches; Coq's own library is not counted."""
    reached: set[str] = set()  # by text: mutual definitions share theirs
    waiting = [(theorem.file, name) for name in _NAME.findall(statement)]
    seen = set(waiting)
    while waiting:
        file, name = waiting.pop()
        owner = next((one for one in _visible(file) if name in _definitions(one)), None)
        if owner is None:
            continue
        text = _definitions(owner)[name]
        reached.add(text)
        fresh = {(owner, one) for one in _NAME.findall(text)} - seen  # the same text may mean others elsewhere
        seen |= fresh
        waiting += fresh
    return sum(text.count("\n") + 1 for text in reached)
