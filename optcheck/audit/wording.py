"""Words and texts for people: the vocabulary of verdicts, exact JSON data as short text, how to redo a verdict."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from optcheck.audit.registry import is_built_in, opened, root_package
from optcheck.audit.verdict import Basis, Counterexample, GoalRecord, PlantedRecord, Verdict
from optcheck.checker.core import counted
from optcheck.claims.claim import Impact, Mark, Outcome, Strength, Substance

LONGEST = 300

OUTCOMES = {
    Outcome.HOLDS.value: "no counterexample to the printed form; the strength says how far that reaches",
    Outcome.CORRECTED.value: "the printed form has a verified counterexample; the corrected form has none",
    Outcome.REFUTED.value: "the printed form has a verified counterexample, and no correction is offered",
    Outcome.UNDECIDABLE.value: "no instance can decide the statement; figures are reported instead",
    Outcome.ERROR.value: "no verdict could be computed",
    "missing": "a known statement without a claim",
}
STRENGTHS = {
    Strength.MACHINE_CHECKED.value: "a theorem that a proof assistant has checked",
    Strength.PROVED.value: "the statement itself, decided by algebra on symbols for its whole domain",
    Strength.EXHAUSTIVE.value: "a finite domain, every instance of which was compared",
    Strength.ARGUED.value: "a written argument, read beside the statement, and instances that were compared",
    Strength.CHECKED.value: "instances that were compared, exactly or by enclosures",
    Strength.MEASURED.value: "figures only",
}
IMPACTS = {
    Impact.SAFETY.value: "privacy or feasibility breaks",
    Impact.OPTIMALITY.value: "more is spent than needed",
    Impact.VALUE.value: "a printed number or formula is off",
    Impact.TEXT.value: "a slip of the text: sign, index, typing",
}
BASES = {
    Basis.REBUILT.value: "a certificate holds the problem, which the checker builds and decides anew",
    Basis.EVALUATED.value: "a certificate holds form and definition as texts, which the checker evaluates",
    Basis.OWN.value: "no certificate: only the statement's own code computed the two values",
}
MARKS = {
    Mark.DEGENERATE.value: "every failure lies in a declared corner of the domain",
    Mark.AS_SCANNED.value: "the text at hand is a scan, and the obvious repair of one line holds",
    Mark.AS_ITS_PROOF_USES_IT.value: "the reading with which the paper's own proof computes holds",
    Mark.BY_ROUNDING.value: "a number larger by 1e-11, relatively, would do at every point",
}
SUBSTANCES = {
    Substance.FALLS.value: "what the print concludes is not so: refuted, or so judged by the statement's author",
    Substance.LINE.value: "the same result holds with another formula or condition",
    Substance.SLIP.value: "it fails in a corner, in the scan, by rounding or in a slip of the text only",
}
RESULTS = (
    Outcome.HOLDS.value,
    *SUBSTANCES,
    Outcome.UNDECIDABLE.value,
    Outcome.ERROR.value,
    "missing",
)  # what tables count
AS_WRITTEN = "The text is as written by the author, not compared with the code; the code was judged."
AS_CODED = "The text gives what the code gives, at {} instances; the code was judged."
BELIEVED = (
    "This is what must be believed: that the paper speaks about these instances, and that this truth is what it means."
)
LIMITS = {"at least": "allowed", "at most": "needed"}  # what a converted form is compared with


def written(compared: int) -> str:
    """What is known of the text of a form that was compared with its code at so many instances."""
    return AS_CODED.format(compared) if compared else AS_WRITTEN


def planted_words(planted: PlantedRecord) -> str:
    """What became of the errors that were planted for the verdict."""
    tried, instances = counted(planted["tried"], "error"), counted(planted["instances"], "instance")
    sentence = f"{planted['told_apart']} of {tried} noticed at {instances}"
    sentence += f", {planted['raised']} made the code raise" if planted["raised"] else ""
    missed = "; ".join(planted["not_told_apart"])
    return f"{sentence}; not noticed: {missed}" if missed else sentence


def decision(goal: GoalRecord) -> str:
    """Whether algebra alone decided the statement, and how or why not."""
    how = goal["how"] if len(goal["how"]) <= LONGEST else f"{goal['how'][:LONGEST]} …"
    return f"decided {how}" if goal["decided"] else f"not decided: {how}"


def true_label(verdict: Verdict) -> str:
    """What the value is that a counterexample violates: the truth, or what is allowed or needed."""
    counterexample, relation = verdict.counterexample, verdict.relation.partition(", provided")[0]
    return "true" if counterexample is None or counterexample.means is None else LIMITS.get(relation, "true")


def readable(value: object, longest: int = LONGEST) -> str:
    """JSON data as one line of text.

    >>> readable({"n": 3, "required": [1, "1/2"]})
    'n = 3, required = (1, 1/2)'
    """
    if isinstance(value, dict):
        text = ", ".join(f"{name} = {_inner(item)}" for name, item in value.items())
    else:
        text = _inner(value)
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text)} characters)"


def in_symbols(text: str, symbols: Mapping[str, str]) -> str:
    """A text about the fields of an instance, in the paper's symbols where it has them."""
    return _NAME.sub(lambda name: name[0] if name[1] is None else symbols.get(name[1], name[1]), text)


def named(instance: object, verdict: Verdict) -> object:
    """The data of an instance under the paper's symbols."""
    if isinstance(instance, dict):
        return {verdict.symbols.get(name, name): named(value, verdict) for name, value in instance.items()}
    return [named(value, verdict) for value in instance] if isinstance(instance, list) else instance


_NAME = re.compile(r"in \{[^}]*\}|'[^']*'|([A-Za-z_]\w*)")  # words to choose from are no names


def spelled(verdict: Verdict) -> dict[str, str]:
    """The symbols of fields whose names do not spell them."""
    return {name: symbol for name, symbol in verdict.symbols.items() if symbol not in (name, greek_letter(name))}


def greek_letter(name: str) -> str:
    """The letter that a name spells; empty where it spells none.

    >>> greek_letter("lambda_"), greek_letter("n")
    ('λ', '')
    """
    try:
        return unicodedata.lookup(f"greek small letter {name.strip('_')}".replace("lambda", "lamda"))
    except KeyError:
        return ""


def approximation(value: object) -> str:
    """A decimal for a fraction, marked as such; empty for anything else.

    >>> approximation("1/3")
    '≈ 0.333333'
    """
    number = as_fraction(value) if isinstance(value, str) and "/" in value else None
    if number is None:
        return ""
    try:
        return f"≈ {float(number):.6g}"
    except OverflowError:
        return ""


def as_fraction(value: object) -> Fraction | None:
    """The number that a piece of JSON data stands for, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


Table = tuple[list[str], list[tuple[str, list[str]]]]


def as_table(value: object) -> Table | None:
    """Column names and rows of data with two levels; None for data of another shape.

    >>> as_table({"a": {"x": 1, "y": 2}, "b": {"x": 3}})
    (['x', 'y'], [('a', ['1', '2']), ('b', ['3', ''])])
    """
    if not isinstance(value, dict) or len(value) < 2:
        return None
    rows = {name: _as_row(row) for name, row in value.items()}
    if not all(rows.values()):
        return None
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    return columns, [
        (name, [_inner(row[column]) if column in row else "" for column in columns]) for name, row in rows.items()
    ]


def _as_row(value: object) -> dict[str, object]:
    """Named cells, where the value is a list or an object of plain values; else nothing."""
    if isinstance(value, list):
        value = {str(position): item for position, item in enumerate(value, start=1)}
    if not isinstance(value, dict) or any(isinstance(cell, dict | list) for cell in value.values()):
        return {}
    return value


def stated(text: str) -> str:
    """The paragraph of a claim's words that says what is printed, with the paper's own conditions."""
    return paragraphs(text)[0].removeprefix("Statement: ") if text.strip() else ""


def paragraphs(text: str) -> list[str]:
    """Prose wrapped for an editor, as paragraphs without the line breaks; lists and indented lines keep theirs."""
    return [_unwrapped(block) for block in text.strip().split("\n\n") if block.strip()]


def _unwrapped(block: str) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        is_item = line[:1].isspace() or line.lstrip().startswith(("- ", "* ", ">>>", "1.", "2.", "3."))
        if is_item or not lines:
            lines.append(line)
        else:
            lines[-1] = f"{lines[-1]} {line.strip()}"
    return "\n".join(lines)


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_inner(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(_inner(item) for item in value) + ")"
    return _WORDS[value] if value is None or isinstance(value, bool) else str(value)


_WORDS = {None: "none", True: "yes", False: "no"}


def steps(verdict: Verdict) -> list[str]:
    """Commands and Python lines that repeat the evidence, shortest first."""
    package = claims_option()
    again = f"optcheck audit {verdict.id}{package}"
    if verdict.counterexample is None:
        return [again]
    file = verdict.id.replace("/", "-") + ".json"
    recheck = f"optcheck show {verdict.id} --certificate {file}{package}  &&  optcheck verify {file}"
    return [
        *([] if verdict.counterexample.certificate is None else [recheck]),
        *(f">>> {line}" for line in python_lines(verdict, verdict.counterexample)),
        again,
    ]


def claims_option() -> str:
    """The option that names the claims; empty for the built-in papers."""
    return "" if is_built_in() else f" --claims {shlex.quote(root_shown())}"


def root_shown() -> str:
    """The package or path of the claims, from the present folder on where it lies there."""
    root = root_package()
    if os.path.isabs(root) and Path(root).is_relative_to(Path.cwd()):
        return os.path.relpath(root)
    return root


def python_lines(verdict: Verdict, counterexample: Counterexample) -> list[str]:
    """Python that evaluates the printed form, and the corrected one, at the counterexample."""
    return [
        *_import_lines(verdict.id),
        *map(_import_line, counterexample.imports),
        f"instance = {counterexample.literal}",
        "CLAIM.printed.evaluate(instance)",
        *(["CLAIM.corrected.evaluate(instance)"] if verdict.correction is not None else []),
    ]


def _import_lines(claim_id: str) -> list[str]:
    module = f"{opened(root_package()).package}.{claim_id.replace('/', '.').replace('-', '_')}"
    parts = module.split(".")
    is_here = Path.cwd().joinpath(*parts).with_suffix(".py").is_file() or not os.path.isabs(root_package())
    if is_here and all(part.isidentifier() for part in parts):
        return [f"from {module} import CLAIM"]
    return ["from optcheck.audit import registry", f"CLAIM = registry.find({claim_id!r}, {root_shown()!r})"]


def _import_line(line: str) -> str:
    """An import as it is, or what does the same for a module whose name Python cannot write."""
    module, _, name = line.removeprefix("from ").partition(" import ")
    if all(part.isidentifier() for part in module.split(".")):
        return line
    return f"import sys; {name} = vars(sys.modules[{module!r}])[{name!r}]"
