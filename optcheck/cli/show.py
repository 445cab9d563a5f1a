"""``optcheck show``: explain one statement and its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from optcheck.audit import registry
from optcheck.audit.goal import assertion, defining, subject, truth_words
from optcheck.audit.registry import code_of, is_built_in
from optcheck.audit.run import Ended, Plan, run, with_foundations
from optcheck.audit.verdict import (
    BELIEVED,
    Verdict,
    decision,
    in_symbols,
    paragraphs,
    planted_words,
    readable,
    steps,
    written,
)
from optcheck.cli._console import err, out, print_text, two_columns
from optcheck.cli.audit import STYLES, Limit, Package, Seed, counterexample_rows, use
from optcheck.errors import InvalidInput
from optcheck.exact.files import Certificate


def show(
    claim_id: Annotated[str, typer.Argument(metavar="CLAIM", help="For example tpmdp/alg-3.", show_default=False)],
    claims: Package = None,
    certificate: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Write the counterexample's certificate there.", show_default=False),
    ] = None,
    seed: Seed = 0,
    cache: Annotated[bool, typer.Option(help="No effect: the statement is always judged anew.")] = False,
    limit: Limit = 600.0,
) -> None:
    """Explain one statement: what it says, how it is modelled, the domain, the evidence, how to redo it by hand.

    Examples:

    - `optcheck show tpmdp/alg-3`
    - `optcheck show tpmdp/alg-3 --certificate proof.json`
    - `optcheck show sums/linear --claims my_claims`
    """
    use(claims)
    source = registry.find_source(claim_id)
    claim = registry.load(source)
    _describe(claim, registry.docstring(source))
    with err.status(f"judging {claim_id}"):
        verdict = _verdict(source, seed, limit)
    _evidence(verdict)
    if certificate is not None:
        _save(verdict, certificate)


def _describe(claim: registry.AnyClaim, docstring: str) -> None:
    out.print(Text.assemble((claim.id, "bold"), f"  {claim.place}: {claim.title}\n"))
    for text in paragraphs(docstring):
        out.print(Text(text + "\n"))
    described = [
        ("instances", in_symbols(claim.domain.description, claim.domain.declared.symbols)),
        ("truth", truth_words(claim.truth)),
        ("", BELIEVED),
        ("asserted", assertion(claim.printed.asserts or claim.asserts, form=subject(claim))),
        ("printed", claim.printed.text),
    ]
    if claim.corrected is not None:
        described.append(("corrected", claim.corrected.text))
    out.print(two_columns(described))
    for name, code in _codes(claim):
        out.print(f"\n{name}, as code", style="dim")
        for line in "\n".join(code).splitlines():
            print_text(f"  {line}")


def _codes(claim: registry.AnyClaim) -> Iterator[tuple[str, list[str]]]:
    """What is evaluated: the truth first, then the forms."""
    functions = {"truth": defining(claim.truth), "what a value means": claim.means, "printed": claim.printed.evaluate}
    if claim.corrected is not None:
        functions["corrected"] = claim.corrected.evaluate
    for name, function in functions.items():
        if function is not None and (code := code_of(function)):
            yield name, list(code)


def _verdict(source: registry.Source, seed: int, limit: float) -> Verdict:
    plan = Plan(sources=(source,), seed=seed, limit=limit)
    verdicts = [event.result.verdict for event in run(plan) if isinstance(event, Ended)]
    return with_foundations(verdicts, plan)[0]


def _evidence(verdict: Verdict) -> None:
    strength = f"  ({', '.join([verdict.strength, *verdict.marks])})" if verdict.strength else ""
    out.print(Text.assemble("\nverdict  ", (verdict.verdict, STYLES[verdict.verdict]), strength))
    lines = [("compared", verdict.exhausted)]
    if verdict.error is not None:
        lines = [("error", verdict.error)]
    if verdict.counterexample is not None:
        lines += counterexample_rows(verdict, verdict.counterexample)
        kinds = ", ".join(document["kind"] for document in verdict.counterexample.certificates)
        lines.append(("certificate", f"{kinds or 'none'} ({verdict.evidence})"))
    lines += [("text", sentence) for sentence in _texts(verdict)]
    if verdict.goal is not None:
        lines.append(("by algebra", f"{in_symbols(verdict.goal['words'], verdict.symbols)}: {decision(verdict.goal)}"))
    if verdict.planted is not None and verdict.planted["tried"]:
        lines.append(("planted", planted_words(verdict.planted)))
    if verdict.argument:
        lines.append(("argument", f"{verdict.argument} ({_weight(verdict)})"))
    lines += [("theorem", verdict.theorem)] if verdict.theorem is not None else []
    lines += [("rests on", ", ".join(verdict.rests_on))] if verdict.rests_on else []
    lines += [
        ("read as", f"{one['name']}: {one['verdict']} ({', '.join([one['strength'], *one['marks']])})")
        for one in verdict.readings
    ]
    if verdict.measurement is not None:
        lines += [("reason", verdict.measurement["reason"]), ("figures", readable(verdict.measurement["figures"]))]
    out.print(two_columns(lines))
    out.print("\nby hand", style="dim")
    for line in steps(verdict):
        print_text(f"  {line}")


def _texts(verdict: Verdict) -> Iterator[str]:
    """What is known of the texts of the forms, each sentence once."""
    for compared in dict.fromkeys(verdict.texts.values()):
        names = " and ".join(name for name, count in verdict.texts.items() if count == compared)
        yield f"{names}: {written(compared)}"


def _weight(verdict: Verdict) -> str:
    counts = "" if is_built_in() else "; it makes nothing stronger"
    return f"in words: nothing of it was executed{counts}"


def _save(verdict: Verdict, path: Path) -> None:
    example = verdict.counterexample
    if example is None:
        raise InvalidInput(f"{verdict.id} {verdict.verdict}: there is no counterexample, hence no certificate")
    if example.certificate is None:
        raise InvalidInput(f"{verdict.id}: {example.proves}; there is no certificate for that")
    document = example.certificate
    Certificate(document["kind"], document["instance"], document["evidence"]).save(path)
    print_text(f"certificate written to {path}")


COMMANDS = (show,)
