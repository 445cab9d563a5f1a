"""Attack the checker with mutants of real certificates: ``python -m tests.fuzz.certificates --mutants N --seed S``."""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from optcheck.errors import CertificateRejected, TooCostly
from tests.fuzz import (
    files,
    truths_definitions,
    truths_files,
    truths_papers,
    truths_plans,
    truths_programs,
    truths_protocols,
)
from tests.fuzz import specimens as certificates
from tests.fuzz.decoys import decoys
from tests.fuzz.edges import edges
from tests.fuzz.exclusions import Ledger
from tests.fuzz.mutants import mutant, neighbours
from tests.fuzz.oracle import faults

ORACLES = (truths_definitions, truths_files, truths_papers, truths_plans, truths_programs, truths_protocols)
LIMIT = 1.0  # seconds' worth of work: mutants are small
STRAY = "rejected by a stray error"  # which no reader refused by name
ACCEPTED = "accepted, though its evidence proves nothing"
LARGEST = {"rounds": 5000, "n": 60, "users": 7, "coordinates": 10**6}


def specimens() -> list[dict[str, Any]]:
    """Fresh copies of everything true: certificates of every kind, and the files that are read beside them."""
    return [*certificates.specimens(), *files.specimens(), *(copy.deepcopy(true) for true, _ in edges())]


def false_ones() -> list[dict[str, Any]]:
    """Fresh copies of what a sound checker refuses."""
    return [*decoys(), *(false for _, beyond in edges() for false in beyond)]


@dataclass(slots=True)
class Tally:
    """What became of the mutants, what was said of them, and the faults that the oracle found."""

    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)


def attack(
    count: int, seed: int, kinds: frozenset[str] | None = None, stop: bool = False, whole: bool = False
) -> Tally:
    """Check so many mutants, and with ``whole`` every neighbour of a specimen; with ``stop`` end at the first fault."""
    random, tally = Random(seed), Tally()
    bases = [document for document in specimens() if kinds is None or document["kind"] in kinds]
    for document in false_ones():
        if kinds is None or document["kind"] in kinds:
            judge(document, tally, is_false=True)
            if stop and tally.found:
                return tally
    near = chain.from_iterable(map(neighbours, bases)) if whole else ()
    far = (mutant(random.choice(bases), random) for _ in range(count))
    for document in chain(near, far):
        judge(document, tally)
        if stop and tally.found:
            break
    return tally


def judge(document: dict[str, Any], tally: Tally, is_false: bool = False) -> None:
    """Have the checker decide, and about what it accepts what it said before and the oracle."""
    tally.counts["mutants"] += 1
    try:
        verified = files.checked(json.loads(json.dumps(document)), LIMIT)
    except TooCostly:
        tally.counts["too costly"] += 1
        return
    except CertificateRejected as error:
        stray = error.where.startswith("malformed") and document.get("kind") != "evaluation"  # not refused by name
        tally.counts["rejected"] += 1
        if stray:
            tally.found.append(f"{STRAY}: {error}; {json.dumps(document)}")
        return
    tally.counts["accepted"] += 1
    tally.found += [f"{ACCEPTED}; {json.dumps(document)}"] if is_false else []
    tally.found += [f"{clash}; {json.dumps(document)}" for clash in tally.ledger.clashes(verified)]
    if _is_large(document["instance"]):
        tally.counts["accepted, too large for the oracle"] += 1
        return
    tally.found += [f"{fault}; {json.dumps(document)}" for fault in faults(document, verified)]


def _is_large(instance: dict[str, Any]) -> bool:
    return any(type(instance.get(name)) is int and instance[name] > most for name, most in LARGEST.items())


def main(arguments: list[str] | None = None) -> int:
    """Print the seed and the counts; the exit status is 1 where a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.certificates", description=__doc__)
    parser.add_argument("--mutants", type=int, default=20_000, help="how many, where no time is given")
    parser.add_argument("--minutes", type=float, help="go on for so long, 1,000 mutants at a time")
    parser.add_argument("--whole", action="store_true", help="also every neighbour of every specimen")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    parser.add_argument("--kind", action="append", help="only mutants of this kind; may be given several times")
    parser.add_argument("--out", type=Path, help="a folder for the faults, one JSON document a line")
    given = parser.parse_args(arguments)
    tally = _attacked(given, frozenset(given.kind) if given.kind else None)
    print("\n".join(tally.found[:20]))
    counts = ", ".join(f"{count} {name}" for name, count in sorted(tally.counts.items()))
    print(f"seed {given.seed}: {counts}; {len(tally.found)} faults")
    return 1 if tally.found else 0


def _attacked(given: argparse.Namespace, kinds: frozenset[str] | None) -> Tally:
    tally, seed = Tally(), given.seed
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    while end is None or time.monotonic() < end:
        more = attack(given.mutants if end is None else 1000, seed, kinds, whole=given.whole)
        tally.counts, tally.found, seed = tally.counts + more.counts, tally.found + more.found, seed + 1
        if given.out is not None and more.found:
            given.out.mkdir(parents=True, exist_ok=True)
            (given.out / "faults.txt").write_text("\n".join(tally.found) + "\n", encoding="utf-8")
        if end is None:
            break
    return tally


if __name__ == "__main__":
    sys.exit(main())
