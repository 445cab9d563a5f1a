"""Files that the checker reads beside certificates, as documents that can be changed: VIPR proofs and delivered noise.

A proof is the list of its words. A delivery is a plan and the tables of its files of noise; digests of the tables are
computed anew, as anybody who changes them can.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from optcheck.checker.core import Verified, check_document
from optcheck.checker.delivery import Asked, check_asked, check_delivery
from optcheck.checker.vipr import check_vipr
from optcheck.errors import CertificateRejected
from optcheck.noise import Question, make

VIPR, DELIVERY = "vipr", "delivery"
HOMES = {VIPR: "vipr", DELIVERY: "delivery"}  # the modules that judge them
_QUESTION = ("name", "active", "epsilon", "delta", "sensitivity")
Document = dict[str, Any]


def checked(document: Any, limit: float) -> Verified:
    """What the checker says of a document, be it a certificate or one of these files."""
    kind = document.get("kind") if isinstance(document, dict) else None
    if not isinstance(kind, str) or kind not in HOMES:
        return check_document(document, limit)
    plain = document.keys() == {"format", "kind", "instance", "evidence"} and document["evidence"] == {}
    wanted = {VIPR: {"words"}, DELIVERY: {"plan", "tables", "asked"}}[kind]
    if not plain or document["format"] != 1 or not _has(document["instance"], wanted):
        raise CertificateRejected("a file", "its parts", "others")
    folder = Path(_folder().name)
    for old in (*folder.glob("*.*"), *folder.glob("noise/*.csv")):
        old.unlink()
    return (_proof if kind == VIPR else _delivery)(document["instance"], folder, limit)


@cache
def _folder() -> TemporaryDirectory[str]:
    """One for all files: a new one for each takes longer than the check."""
    return TemporaryDirectory()


def _has(instance: Any, wanted: set[str]) -> bool:
    return isinstance(instance, dict) and instance.keys() == wanted


def _proof(instance: Document, folder: Path, limit: float) -> Verified:
    with _writing():
        (folder / "proof.vipr").write_text("\n".join(map(_cell, instance["words"])) + "\n", encoding="utf-8")
    return check_vipr(folder / "proof.vipr", limit)


def _delivery(instance: Document, folder: Path, limit: float) -> Verified:
    plan, noise = instance["plan"], folder / "noise"
    noise.mkdir(exist_ok=True)
    with _writing():
        digests = [written(noise / f"{number}.csv", table) for number, table in enumerate(instance["tables"])]
        if plan["kind"] == "noise-stream":
            plan = {**plan, "instance": {**plan["instance"], "files": digests}}
        (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        asked = [_asked(*one) for one in instance["asked"]]
    if len(digests) > 1 and plan["kind"] != "noise-stream":
        raise CertificateRejected("noise", "one file, or those of a stream")
    files = None if not digests else noise if len(digests) > 1 else noise / "0.csv"
    if files is not None and not asked:
        return check_delivery(folder / "plan.json", files, limit)
    return check_asked(folder / "plan.json", asked, files, limit)


def _asked(name: Any, epsilon: Any, delta: Any, size: Any) -> Asked:
    return Asked.of(_cell(name), _cell(epsilon), _cell(delta), None if size is None else _cell(size))


@contextmanager
def _writing() -> Iterator[None]:
    """What cannot be written is no file that anybody has."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, csv.Error) as error:
        raise CertificateRejected("a file", "one that can be written", repr(error)) from None


def _cell(value: Any) -> str:
    if not isinstance(value, str) and type(value) is not int:
        raise TypeError("a word")
    return str(value)


def written(path: Path, table: list[list[Any]]) -> str:
    """A file of noise, and the digest of its questions."""
    rows = [[_cell(cell) for cell in row] for row in table]
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    found = hashlib.sha256()
    for row in rows[1:]:
        cells = [dict(zip(rows[0], row, strict=False)).get(name, "").encode() for name in _QUESTION]
        found.update(b"".join(b"%d:%s" % (len(cell), cell) for cell in cells) + b"\n")
    return found.hexdigest()


@cache
def _texts() -> tuple[str, ...]:
    return tuple(map(json.dumps, [*map(proof, _PROOFS), *_deliveries()]))


def proof(text: str) -> Document:
    """A VIPR file."""
    return _document(VIPR, {"words": text.split()})


def specimens() -> list[Document]:
    """Fresh copies of true ones."""
    return [json.loads(text) for text in _texts()]


def _document(kind: str, instance: Document) -> Document:
    return {"format": 1, "kind": kind, "instance": instance, "evidence": {}}


_ONE = "VER 1.0 VAR 1 x INT 1 0 OBJ min 1 0 1 CON 2 2 L G 1/2 1 0 1 U L 5/2 1 0 1 "
_MOST = _ONE.replace("min", "max")
_HALF = "VER 1.1 VAR 2 x y INT 1 0 OBJ max 2 0 1/2 1 1/3 CON 3 0 A L 7/2 2 0 1 1 1 B L 5/4 1 1 1 C G 0 2 0 0 1 1 "
_PROOFS = (
    "VER 1.0 VAR 2 x y INT 2 0 1 OBJ min 2 0 1 1 1 CON 2 0 C1 G 1 2 0 4 1 1 C2 L 2 2 0 4 1 -1 RTP range 1 1 SOL 2 f 2 "
    "0 1 1 2 o 1 1 1 DER 4 C3 G -1/2 1 1 1 { lin 2 0 1/2 1 -1/2 } 3 C4 G 0 1 1 1 { rnd 1 2 1 } 4 C5 G 1/4 OBJ { lin 2 "
    "0 1/4 3 3/4 } 5 C6 G 1 OBJ { rnd 1 4 1 } 0",
    _ONE + "RTP range 1 inf SOL 0 DER 4 A1 L 0 1 0 1 { asm } -1 A2 G 1 1 0 1 { asm } -1 "
    "D1 G 1/2 0 { lin 2 0 1 2 -1 } -1 D2 G 1 OBJ { uns 4 2 3 3 } -1",
    _ONE.replace("5/2", "3/4") + "RTP infeas SOL 0 DER 5 A1 L 0 1 0 1 { asm } -1 A2 G 1 1 0 1 { asm } -1 "
    "D1 G 1/2 0 { lin 2 0 1 2 -1 } -1 D2 L -1/4 0 { lin 2 1 1 3 -1 } -1 D3 G 1 0 { uns 4 2 5 3 } -1",
    _ONE.replace("min", "max") + "RTP range 2 2 SOL 2 p 1 0 1 q 1 0 2.0 DER 1 D L 2 OBJ { rnd 1 1 1 } -1",
    _ONE.replace("min", "max")
    + "RTP range 2 2 SOL 1 q 1 0 2 DER 2 S G 3 OBJ { sol } -1 D G 1/2 0 { lin 2 1 -1 2 1 } -1",
    _ONE + "RTP range 1 1 SOL 1 q 1 0 1. DER 2 S L 0 OBJ { sol } -1 D G 1/2 0 { lin 2 0 1 2 -1 } -1",
    _ONE + "RTP range -inf +2 SOL 1 p 1 0 +1 DER 0",
    _HALF + "RTP range 5/3 7/4 SOL 1 p 2 0 3 1 1/2 DER 1 D L 7/4 OBJ { lin 2 0 1/2 2 -1/6 } -1",
    _HALF + "RTP range 5/3 20/12 SOL 1 p 2 0 3 1 1/2 DER 6 P L 3 1 0 1 { asm } -1 Q G 4 1 0 1 { asm } -1 "
    "R L 5/3 OBJ { lin 2 0 1/3 3 1/6 } -1 S G 1/2 0 { lin 3 0 -1 4 1 2 1 } -1 T L 5/3 OBJ { uns 5 3 6 4 } -1 "
    "V L 5/3 OBJ { lin 1 7 1 } -1",
    "VER 1.0 VAR 1 x INT 1 0 OBJ min 1 0 1 CON 1 0 E E 2 1 0 1 RTP range 2 2 SOL 1 p 1 0 2 DER 2 "
    "D E 2 OBJ { rnd 1 0 1 } -1 F G 2 OBJ { lin 1 1 1 } -1",
)


def _deliveries() -> Iterator[Document]:
    """A plan and its noise with every column, a plan in two chunks, one in which a single party looks on."""
    question = Question.of([1, "1/2", 2], "1/1000", [1, 1, 2], threshold=1, dropouts=1, active=[0, 2])
    plan = make(question, Fraction(1, 4)).certify().document()
    given, proof = plan["instance"], plan["evidence"]
    columns = [given["names"], ["yes", "no", "yes"], given["epsilon"], given["delta"], given["sensitivity"]]
    rows = [list(map(str, row)) for row in zip(*columns, ["1/4"] * 3, proof["variances"], strict=True)]
    shown = [[*row, *_shown(Fraction(int(row[-1]), 16))] for row in rows]
    header = [*_QUESTION, "grid", "grid_variance"]
    yield delivery(plan, [[[*header, "noise_variance", "noise_sigma"], *shown]])
    asked = [[given["names"][1], "1/2", "1/1000", "1"], [given["names"][2], "3", "1/999", None]]
    yield delivery(plan, [[["name", "grid_variance"], *([f"'{row[0]}", row[-1]] for row in rows)]], asked)
    yield delivery(plan, [], asked)
    budget = ["1", "1/1000", "1/4"]
    many = [[f"p{j}", "no" if j == 1 else "yes", *budget, str(share)] for j, share in enumerate((60, 70, 80, 0))]
    sizes = {"parties": 4, "active": 3, "threshold": 1, "dropouts": 1}
    yield stream([many[:2], many[2:]], sizes, (60, 10, 50), [["p1", "2", "1/1000", "1/4"]])
    alone = [[f"p{j}", "no" if j else "yes", *budget, "80"] for j in range(3)]
    yield stream([alone], {"parties": 3, "active": 1, "threshold": 1, "dropouts": 0}, (80, 0, 160))
    yield stream([alone], {"parties": 3, "active": 1, "threshold": 0, "dropouts": 0}, (80, 0, 160))


def _shown(variance: Fraction) -> list[str]:
    """A variance and its root with seven digits after the point, rounded up."""
    tops = (variance, Fraction(float(variance) ** 0.5))
    return [f"{-(-top.numerator * 10**7 // top.denominator)}/{10**7}" for top in tops]


def delivery(plan: Document, tables: list[Any], asked: list[Any] | None = None) -> Document:
    """A plan, its files of noise, and what parties ask: name, epsilon, delta, sensitivity or None."""
    return _document(DELIVERY, {"plan": plan, "tables": tables, "asked": asked or []})


def stream(
    tables: list[list[list[str]]], sizes: dict[str, int], cover: tuple[int, int, int], asked: list[Any] | None = None
) -> Document:
    """A plan in chunks: rows without a header, counts, and level, relief and rest."""
    instance = {"files": [""] * len(tables), "releases": 1, "dimension": 1, **sizes}
    evidence = {"grid": "1/8", "smoothing": 5, "least_share": 12}
    evidence |= dict(zip(("level", "relief", "rest"), cover, strict=True))
    plan = {"format": 1, "kind": "noise-stream", "instance": instance, "evidence": evidence}
    return delivery(plan, [[[*_QUESTION, "grid_variance"], *table] for table in tables], asked)
