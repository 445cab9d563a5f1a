"""The page of one claim, section by section."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from docs.markdown import code, fenced, plain, prose, raw, table
from optcheck.audit import registry
from optcheck.audit.report import Definition, Formulas
from optcheck.audit.verdict import (
    Counterexample,
    Verdict,
    approximation,
    as_table,
    named,
    paragraphs,
    readable,
    true_label,
)
from optcheck.checker.core import counted

FALSE = "As printed, the statement is false"
REACH = {  # how far the evidence for what holds reaches
    "machine-checked": "is a theorem that Coq has checked",
    "proved": "is proved for all its instances",
    "exhaustive": "holds at every instance of its finite domain",
    "argued": "holds by a written argument, and at every instance that was tried",
}
MEANINGS = {
    "refuted": f"{FALSE}.",
    "undecidable": "No instance can decide the statement; figures are reported instead.",
    "error": "No verdict could be computed.",
}


def claim_page(verdict: Verdict, forms: Formulas) -> Iterator[str]:
    """The page, paragraph by paragraph. It stands in no list of contents: its paper's page leads to it."""
    yield "---\norphan: true\n---"
    yield f"# {plain(verdict.place)}: {plain(verdict.title)}"
    yield from _headline(verdict)
    yield raw(f'<dl class="forms">{"".join(_forms(verdict, forms))}</dl>')
    yield from _counterexample(verdict)
    yield "## Statement and model"
    yield from (_paragraph(text) for text in paragraphs(verdict.statement) if text != "Readings: none.")
    for section in (_evidence, _goal, _argument, _readings, _measured, _recheck):
        yield from section(verdict)


def _headline(verdict: Verdict) -> Iterator[str]:
    outcome = ", ".join([verdict.verdict, *verdict.marks])
    words = f"**{outcome.capitalize()}**, {verdict.strength}. {_meaning(verdict)}"
    title = plain(registry.paper_title(verdict.paper))
    yield f"{words} ([What these words mean](../../audit.md).)"
    yield f"{code(verdict.id)} in [{title}](../{verdict.paper}.md)"


def _meaning(verdict: Verdict) -> str:
    reach = REACH.get(verdict.strength or "", "held at every instance that was tried")
    if verdict.verdict == "holds":
        return f"The statement {reach}."
    if verdict.verdict == "corrected":
        return f"{FALSE}; the corrected one below {reach}."
    return MEANINGS[verdict.verdict]


def _forms(verdict: Verdict, forms: Formulas) -> Iterator[str]:
    yield from _form("As printed", verdict.printed, forms.printed)
    if verdict.correction:
        yield from _form("Corrected", verdict.correction, forms.corrected)
    yield from _form(
        f"Compared with ({verdict.relation})", verdict.premises["truth"] if verdict.premises else "", forms.truth
    )
    if forms.conversion:
        yield from _form("After the form's value was converted to", "", forms.conversion)


def _form(label: str, text: str, definitions: Sequence[Definition]) -> Iterator[str]:
    yield f'<dt>{escape(label)}</dt><dd tabindex="0">{escape(text)}</dd>'
    for definition in definitions:
        for line in definition.lines or [f"<pre>{escape(definition.code)}</pre>"]:
            yield f'<dd tabindex="0" class="evaluated">{line}</dd>'


def _paragraph(text: str) -> str:
    """A paragraph of a claim's docstring: its label in italics, every line of a list on its own."""
    head, *rest = text.split("\n")
    label, colon, after = head.partition(": ")
    is_labelled = colon and " " not in label
    first = f"*{plain(label)}:* {prose(after)}" if is_labelled else prose(head)
    return "\n\n".join([first, *map(prose, rest)])


def _counterexample(verdict: Verdict) -> Iterator[str]:
    failure = verdict.counterexample
    if failure is None:
        return
    yield "## The counterexample"
    yield f"{'The checker verified' if failure.certificate else 'Not checked'}: {plain(failure.proves)}."
    cells = [("instance", readable(named(failure.instance, verdict))), ("claimed", _number(failure.claimed))]
    cells += [("which means", _number(failure.means))] if failure.means is not None else []
    cells += [(true_label(verdict), _number(failure.true)), ("gap", _number(failure.gap))]
    yield table(["what", "value"], [[name, plain(text)] for name, text in cells])
    if failure.certificate is not None:
        yield f"{_certificates(verdict.id.partition('/')[2], failure)}, for the checker. Its indices count from 0."


def _certificates(name: str, failure: Counterexample) -> str:
    links = [f"[The certificate]({name}.json)"]
    links += [f"[another]({name}-{number}.json)" for number in range(2, 2 + len(failure.more))]
    return " and ".join(links)


def _number(value: Any) -> str:
    return f"{readable(value)} {approximation(value)}".strip()


def _evidence(verdict: Verdict) -> Iterator[str]:
    yield "## Evidence"
    compared = f"The printed form was compared at {counted(verdict.checked, 'instance')}"
    if verdict.correction_checked:
        compared += f", the corrected one at {verdict.correction_checked}"
    yield f"{compared}: {prose(verdict.exhausted)}." if verdict.exhausted else f"{compared}."
    if verdict.theorem:
        yield f"Machine-checked by the theorem {code(verdict.theorem)} ([formal proofs](../../formal.md))."
        yield fenced(verdict.proposition or "", "coq")
    if verdict.rests_on:
        names = ", ".join(f"[{name}](../{name}.md)" for name in verdict.rests_on)
        yield f"The proof rests on {names}; without regard to them it is {verdict.alone}."


def _goal(verdict: Verdict) -> Iterator[str]:
    if verdict.goal is None or not verdict.goal["decided"]:
        return
    yield "## Proof"
    yield f"The audit's own goal, decided {prose(verdict.goal['how'])}: {prose(verdict.goal['words'])}."
    yield fenced(verdict.goal["symbols"])


def _argument(verdict: Verdict) -> Iterator[str]:
    if verdict.argument:
        yield "## Argument"
        yield "In words: nothing of it was executed."
        yield prose(verdict.argument)


def _readings(verdict: Verdict) -> Iterator[str]:
    if not verdict.readings:
        return
    yield "## Other readings of the print"
    lines = [
        [prose(one["name"]), ", ".join([one["verdict"], *one["marks"]]), one["strength"], _failure(one)]
        for one in verdict.readings
    ]
    yield table(["read as", "verdict", "strength", "counterexample"], lines)


def _failure(reading: Mapping[str, Any]) -> str:
    failure = reading["counterexample"]
    if failure is None:
        return ""
    at, claimed, true = (readable(failure[name]) for name in ("instance", "claimed", "true"))
    return plain(f"{at}: claimed {claimed}, true {true}")


def _measured(verdict: Verdict) -> Iterator[str]:
    if verdict.measurement is None:
        return
    yield "## Measured"
    yield plain(verdict.measurement["reason"])
    figures = verdict.measurement["figures"]
    grid = as_table(figures)
    if grid is not None:
        yield table(["at", *map(plain, grid[0])], [[plain(name), *map(plain, cells)] for name, cells in grid[1]])
    elif isinstance(figures, dict):
        yield table(["what", "value"], [[plain(name), plain(readable(value))] for name, value in figures.items()])


def _recheck(verdict: Verdict) -> Iterator[str]:
    yield "## Recheck it"
    lines = [f"optcheck audit {verdict.id}"]
    if verdict.counterexample is not None and verdict.counterexample.certificate is not None:
        file = verdict.id.partition("/")[2] + ".json"
        lines.insert(0, f"python -m optcheck.checker {file}   # the certificate above; standard library only")
    yield fenced("\n".join(lines))
