"""docs/wild.md: what libraries compute, whether it is enough, the worst case in words, and a text to report it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from optcheck.audit import judge, registry
from optcheck.audit.kernel import Stage, search
from optcheck.audit.trial import Bench, explore
from optcheck.audit.verdict import Verdict, readable, true_label
from optcheck.claims import Claim, Mark
from optcheck.claims.expressions import interval
from wild import confirm

HEAD = """# Formulas in the wild

Written by `python -m wild page`; a test compares it with the claims. Every statement is judged like those of the papers
(`optcheck audit libraries`): the exact failure probability is enclosed, and a refutation has a certificate that the
checker accepts. `make wild` calls the real functions again, in an environment of its own. "Short by rounding" means
that a standard deviation larger by 1e-11, relatively, is enough at every point that was tried.
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement, its verdict, and what the table of sources says about it."""

    claim: Claim[Any]
    verdict: Verdict
    source: dict[str, str]
    statement: str

    @property
    def safe(self) -> bool:
        """Whether it holds by the letter."""
        return self.verdict.verdict == "holds"

    @property
    def word(self) -> str:
        """The verdict, with what a hair is called."""
        return f"{self.verdict.verdict}, short by rounding" if self.by_rounding else self.verdict.verdict

    @property
    def by_rounding(self) -> bool:
        """Whether it is short by rounding alone."""
        return Mark.BY_ROUNDING in self.verdict.marks


def page() -> str:
    """The whole page."""
    judged = [_judged(row) for row in sources()]
    entries = confirm.load()
    unsafe = [one for one in judged if not one.safe]
    parts = [HEAD, _counts(judged, entries), _table(judged, entries), "## Texts to report\n"]
    return "\n".join([*parts, *(_report(one, entries) for one in unsafe)]).rstrip() + "\n"


def sources() -> list[dict[str, str]]:
    """Project, what is measured and what to use instead, by statement."""
    text = Path(__file__).with_name("sources.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


def _judged(row: dict[str, str]) -> Judged:
    source = next(one for one in registry.sources() if one.id == f"libraries/{row['id']}")
    claim = registry.load(source)
    assert isinstance(claim, Claim)
    paragraphs = registry.docstring(source).split("\n\n")
    stated = next(text for text in paragraphs if text.startswith("Statement:"))
    return Judged(claim, judge(claim), row, " ".join(stated.removeprefix("Statement:").split()))


def _counts(judged: list[Judged], entries: dict[str, Any]) -> str:
    projects, safe = {one.source["project"] for one in judged}, sum(one.safe for one in judged)
    hair = sum(one.by_rounding for one in judged)
    return (
        f"{len(judged)} statements of {len(projects)} projects: {safe} hold, {len(judged) - safe - hair} do not, and "
        f"{hair} more are short by rounding only; {len(entries)} were confirmed by calling the package.\n"
    )


def _table(judged: list[Judged], entries: dict[str, Any]) -> str:
    lines = ["| statement | project | what was judged | verdict | confirmed with |", "|---|---|---|---|---|"]
    for one in sorted(judged, key=lambda each: (each.source["project"].lower(), each.claim.id)):
        entry = entries.get(one.source["id"])
        version = f"{entry['package']} {entry['version']}" if entry else "not called"
        judged_text = f"{one.claim.place}: {one.claim.title}; {one.claim.printed.text}".replace("|", "\\|")
        lines.append(f"| `{one.claim.id}` | {one.source['project']} | {judged_text} | {one.word} | {version} |")
        lines += [f"| | | *read as:* {item['name']} | {item['verdict']} | |" for item in one.verdict.readings]
    return "\n".join(lines) + "\n"


def _report(one: Judged, entries: dict[str, Any]) -> str:
    entry = entries.get(one.source["id"])
    version = f" Confirmed with {entry['package']} {entry['version']}." if entry else ""
    name = one.source["id"]
    return f"""### {one.claim.place}: {one.claim.title}

> {one.statement[0].upper()}{one.statement[1:]}{version}
>
> This is {_verb(one)}: {worst_case(one)}.
>
> Use instead: {one.source["instead"]}.
>
> To recheck (exact arithmetic and rigorous enclosures, no sampling): `optcheck show
> libraries/{name} --certificate proof.json && optcheck verify proof.json`.
"""


def _verb(one: Judged) -> str:
    return "short, though only by rounding" if one.by_rounding else "not so at every point of its range"


def worst_case(one: Judged) -> str:
    """The instance with the largest ratio between the two sides, in words."""
    bench, found = Bench(one.claim), []
    looked_at = _points(bench)
    for instance in looked_at:
        seen = bench.compare(one.claim.printed, instance)
        if seen is not None:
            reached = seen.claimed if seen.means is None else seen.means
            reached = reached[0] if isinstance(reached, tuple) else reached
            found.append((ratio(reached, seen.true), instance, reached, seen.true))
    times, instance, reached, true = max(found, key=lambda item: item[0])
    where = ", ".join(_field(instance, item.name) for item in fields(instance))
    smallest = ", ".join(f"{key} = {value}" for key, value in _smallest(one))
    return (
        f"at {where} {one.source['measured']} is {number(reached)} where {number(true)} is {_label(one)}{_off(times)}; "
        f"{len(found)} of {len(looked_at)} points fail, the simplest is {smallest}"
    )


def _label(one: Judged) -> str:
    return {"true": "right"}.get(label := true_label(one.verdict), label)


def ratio(reached: Any, true: Any) -> Fraction:
    """By what factor two positive numbers differ; 1 for others, which no factor describes.

    >>> ratio(Fraction(1), Fraction(3))
    Fraction(3, 1)
    """
    if isinstance(true, bool) or not (interval(reached).low > 0 and interval(true).low > 0):
        return Fraction(1)
    times = interval(reached).low / interval(true).low
    return max(times, 1 / times)


def _off(times: Fraction) -> str:
    if times == 1:
        return ""
    return f" (a factor of {number(times)})" if times > Fraction(11, 10) else f" (relatively {number(times - 1)})"


def _points(bench: Bench[Any]) -> list[Any]:
    """The enumerated instances; where all is well at those, also the drawn ones and the one that is reported."""
    domain = bench.claim.domain
    hit = search(domain, bench.instances, partial(bench.compare, bench.claim.printed), 0).hit
    if hit is None or hit.stage is Stage.GRID:
        return bench.instances
    drawn: list[Any] = [*bench.instances, hit.instance]
    explore(domain.strategy(), drawn.append, examples=domain.effort.drawn, random_seed=0)
    return list({repr(point): point for point in drawn}.values())


def _smallest(one: Judged) -> Iterator[tuple[str, str]]:
    assert one.verdict.counterexample is not None
    instance = one.verdict.counterexample.instance
    assert isinstance(instance, dict)
    return ((key, readable(value)) for key, value in instance.items())


def _field(instance: Any, name: str) -> str:
    return f"{name} = {number(getattr(instance, name))}"


def number(value: Any) -> str:
    """Some digits of a number for reading; nothing is decided by them.

    >>> number(Fraction(1, 100000))
    '1e-05'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type(value) is tuple:
        return f"({', '.join(map(number, value))})"
    exact = interval(value).low
    if exact and not Fraction(1, 10**300) < abs(exact) < 10**300:
        bits = abs(exact.numerator).bit_length() - exact.denominator.bit_length()
        return f"about 1e{bits * 30103 // 100000}"
    return f"{float(exact):.7g}"
