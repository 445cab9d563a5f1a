"""``optcheck verify``: recheck certificates."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from optcheck.checker import work
from optcheck.checker.core import DEFAULT_LIMIT, MOST_BYTES, quoted, read_document, read_file, verified
from optcheck.checker.delivery import Asked, check_asked, check_delivery
from optcheck.cli._console import FALSE, TOO_LARGE, UNUSABLE, Argument, Option, number, print_error, print_text
from optcheck.errors import CertificateRejected, InvalidInput, TooCostly, TooLarge
from optcheck.exact.files import uncollected
from optcheck.exact.files import verify as verify_certificate
from optcheck.formal import require_built, verify_extracted

if TYPE_CHECKING:
    from optcheck.lp.program import LinearProgram


class Checker(StrEnum):
    """Who checks."""

    PYTHON = "python"
    EXTRACTED = "extracted"


def verify(
    files: Annotated[list[Path], Argument("Certificate files, or proofs in VIPR's format (.vipr).")],
    checker: Annotated[
        Checker,
        Option("--with", help="The checker of this package, or the one extracted from Coq that make formal builds."),
    ] = Checker.PYTHON,
    limit: Annotated[
        float, Option("--limit", min=0, max=10**9, help="Seconds' worth of work that checking one file may cost.")
    ] = DEFAULT_LIMIT,
    most_bytes: Annotated[
        int, Option("--most-bytes", min=1, help="Bytes that a certificate file may have; longer ones are left.")
    ] = MOST_BYTES,
    noise: Annotated[
        Path | None, Option("--noise", help="Variances as handed out, to be held against one plan.")
    ] = None,
    party: Annotated[str | None, Option("--party", help="Your name in the plan: was your own budget planned?")] = None,
    epsilon: Annotated[str | None, Option(help="With --party: the epsilon that you ask for.")] = None,
    delta: Annotated[str | None, Option(help="With --party: the delta that you ask for.")] = None,
    sensitivity: Annotated[str | None, Option(help="With --party: your sensitivity; else not compared.")] = None,
    parties: Annotated[
        Path | None, Option("--parties", help="The sheet with everybody's budgets: were they planned?")
    ] = None,
    program: Annotated[
        Path | None, Option("--program", help="The program's file, to be held against its proofs.")
    ] = None,
) -> None:
    """Recheck certificates with the solver-free checker, in exact arithmetic.

    Prints for each file what it proves, or where it fails, and goes on. Exit status 1: a certificate was
    rejected. 2: a file could not be read, or was too costly to check within the limit (steps are counted, not seconds:
    the answer is the same on every machine). 6: a file is larger than `--most-bytes`. `python -m optcheck.checker` does
    the same with the standard library.

    A file whose name ends in .vipr is checked as a proof in VIPR's format, versions 1.0 and 1.1; multipliers that it
    leaves out are found by exact linear programs, and then checked.

    With `--noise` every column of the file that was handed out is held against the plan. A plan proves what it says of
    budgets that somebody wrote into it: with `--party`, `--epsilon` and `--delta` a party finds out whether they are
    its own; where less was planned than it asks for, the plan is rejected, with both numbers. With `--parties` the
    same is asked for everybody in the sheet from which the plan was made.

    Examples:

    - `optcheck verify proof.json`
    - `optcheck verify certificates/*.json`
    - `optcheck verify --with extracted proof.json`
    - `optcheck verify --limit 60 large.json`
    - `optcheck verify plan.json --noise noise.csv`
    - `optcheck verify plan.json --party clinic --epsilon 0.3 --delta 1e-6 --sensitivity 1`
    - `optcheck verify plan.json --parties parties.csv`
    - `optcheck verify proof.json --program model.mps`
    - `optcheck verify proof.vipr`
    """
    asked = _asked(party, epsilon, delta, sensitivity)
    if parties is not None:
        if asked:
            raise InvalidInput("give --party with its budget, or --parties with everybody's, not both")
        asked = _asked_by_all(parties)
    about_plan = noise is not None or bool(asked)
    if about_plan and (len(files) != 1 or checker is Checker.EXTRACTED):
        raise InvalidInput("--noise, --party and --parties need exactly one plan, and the checker of this package")
    if program is not None and (about_plan or checker is Checker.EXTRACTED):
        raise InvalidInput("--program needs the checker of this package, and neither --noise nor --party")
    if program is not None and any(file.suffix.lower() == ".vipr" for file in files):
        raise InvalidInput("--program holds certificates against a file, not proofs in VIPR's format")
    check: Callable[[Path], str] = partial(_statement, limits=(limit, most_bytes), noise=noise, asked=asked)
    if checker is Checker.EXTRACTED:
        require_built()
        check = partial(verify_extracted, limit=limit)
    if program is not None:
        check = partial(_about, limits=(limit, most_bytes), program=program, readings=_readings(program))
    status = max(_judge(file, check) for file in files)
    if status:
        sys.exit(status)


def _asked(party: str | None, epsilon: str | None, delta: str | None, sensitivity: str | None) -> list[Asked]:
    own, chance = number(epsilon, "epsilon"), number(delta, "delta")
    size = number(sensitivity, "sensitivity")
    if party is None and (own, chance, size) == (None, None, None):
        return []
    if party is None or own is None or chance is None:
        raise InvalidInput("a party that asks whether its budget was planned gives --party, --epsilon and --delta")
    return [Asked(party, own, chance, size)]


def _asked_by_all(sheet: Path) -> list[Asked]:
    from optcheck.noise.tables import read_parties  # not needed for other kinds of proofs

    read = read_parties(sheet)
    return [Asked(name, *budget) for name, budget in zip(read.names, read.require_budgets(), strict=True)]


def _statement(file: Path, limits: tuple[float, int], noise: Path | None, asked: list[Asked]) -> str:
    if asked:
        return check_asked(file, asked, noise, *limits).statement
    if noise is not None:
        return check_delivery(file, noise, *limits).statement
    if file.suffix.lower() == ".vipr":
        from optcheck.lp.vipr import verify_vipr  # not needed for other kinds of proofs

        return verify_vipr(file, limits[0]).statement
    return verify_certificate(file, *limits).statement


def _readings(file: Path) -> dict[str, LinearProgram]:
    """Decimals first, then doubles, where the file's numbers are in their range; each with words that say so."""
    from optcheck.lp.read import load  # not needed for other kinds of proofs

    readings = _with_relaxation("", load(file).program)
    try:
        return readings | _with_relaxation(", its numbers read as doubles", load(file, binary=True).program)
    except InvalidInput:
        return readings


def _with_relaxation(reading: str, program: LinearProgram) -> dict[str, LinearProgram]:
    if program.continuous:
        return {reading: program}
    return {reading: program, f"{reading}, its integer columns relaxed": program.relaxed()}


def _about(file: Path, limits: tuple[float, int], program: Path, readings: Mapping[str, LinearProgram]) -> str:
    """What is proved, about the program in a file: a proof carries its own, which could be an easier one."""
    with uncollected(), work.budget(limits[0]):
        document = read_file(file, limits[1], limits[0])
        proved = verified(document)
    own, faults = _in_order(read_document(document).instance), list[tuple[str, ...]]()
    for reading, read in readings.items():
        fault = _difference(own, _in_order(read.instance()))
        if not fault:
            return f"{proved.statement}; it is the program in {_name(program)}{reading}"
        faults.append(fault)
    where, *values = next((fault for fault in faults if fault != _OTHER_KIND), _OTHER_KIND)
    words = f"it proves something, but about another program than the one in {_name(program)}"
    raise CertificateRejected(f"{words}: {where}", *values)


_PARTS = {  # of a program: what they are called, and where their names stand
    "sense": ("sense", ""),
    "columns": ("name of column", ""),
    "costs": ("cost of column", "columns"),
    "lower": ("lower bound of column", "columns"),
    "upper": ("upper bound of column", "columns"),
    "rows": ("name of row", ""),
    "relations": ("relation of row", "rows"),
    "rhs": ("right side of row", "rows"),
    "terms": ("terms of row", "rows"),
    "integers": ("integer columns", ""),
    "gaps": ("semi-continuous columns", ""),
}
_OTHER_KIND = ("a certificate of another kind",)


def _in_order(instance: Mapping[str, object]) -> dict[str, object]:
    """The instance; of a program, with the terms of each row by column: files have them in any order."""
    terms = instance.get("terms")
    if not isinstance(terms, list) or not instance.keys() <= _PARTS.keys():
        return dict(instance)
    return {**instance, "terms": [sorted(row, key=itemgetter(0)) for row in terms]}


def _difference(proved: Mapping[str, object], read: Mapping[str, object]) -> tuple[str, ...]:
    """Where two programs differ first, and the values of the file and of the proof; nothing where they do not."""
    if proved.keys() != read.keys():
        return _OTHER_KIND
    part = next((part for part in _PARTS if part in read and proved[part] != read[part]), None)
    if part is None:
        return ()
    (title, names), own, other = _PARTS[part], proved[part], read[part]
    if part in ("integers", "gaps") or not (isinstance(own, list) and isinstance(other, list)):
        return title, str(other), str(own)
    if len(own) != len(other):
        return f"number of {part}", str(len(other)), str(len(own))
    k = next(k for k, values in enumerate(zip(own, other, strict=True)) if values[0] != values[1])
    if not names:
        return f"{title} {k + 1}", quoted(other[k]), quoted(own[k])
    where = f"{title} {quoted(cast('list[str]', read[names])[k])}"
    return (where,) if part == "terms" else (where, *("none" if v is None else str(v) for v in (other[k], own[k])))


def _judge(file: Path, check: Callable[[Path], str]) -> int:
    if file.suffix.lower() == ".csv":
        advice = f"to hold noise against its plan: optcheck verify plan.json --noise {file}"
        return _complain(file, f"cannot be read: a certificate is a JSON file, this is a table; {advice}", UNUSABLE)
    try:
        statement = check(file)
    except TooCostly as error:
        return _complain(file, f"NOT CHECKED: {error}", TOO_LARGE if isinstance(error, TooLarge) else UNUSABLE)
    except CertificateRejected as error:
        return _complain(file, f"REJECTED: {error}{_advice(file)}", FALSE)
    except InvalidInput as error:
        return _complain(file, f"cannot be read: {error}", UNUSABLE)
    except OSError as error:
        other = "" if error.filename in (None, str(file)) else f" ({_name(error.filename)})"
        return _complain(file, f"cannot be read: {error.strerror or error}{other}", UNUSABLE)
    print_text(f"{_name(file)}: proved: {statement}")
    return 0


def _advice(file: Path) -> str:
    """For who gives the program in place of its proof."""
    program = any(suffix.lower() in (".mps", ".lp") for suffix in file.suffixes[-2:])
    return "; a program's file is for optcheck solve or check" * program


def _name(file: object) -> str:
    """A file's name; in quotation marks, with its odd characters written out, where it could forge a line."""
    text = str(file)
    return text if quoted(text) == f'"{text}"' else quoted(text)


def _complain(file: Path, message: str, status: int) -> int:
    print_error(f"{_name(file)}: {message}")
    return status


COMMANDS = (verify,)
