"""Exact solvers compared on a folder of MPS files: each run in a process of its own, all under one limit.

    python -m benchmarks.lp_sets FOLDER --limit 120 --out out/bench-lp
    make bench-lp DIR=FOLDER

Writes results.csv, table.md and a profile (PNG, SVG, PDF). Time is processor time, so that other work on the machine
does not count; a run that fails or has another outcome than most is charged the limit. GLPK rounds its data to doubles
and is listed for its time only; values are compared where a solver prints them exactly. Each solver has one thread, and
our modules are compiled before the first run, as an installer does it. ``--repeat 3`` runs each model three times, in
turn, and keeps the least time of those who take less than a second: other work on the machine only adds to it.
``--earlier results.csv`` adds solvers that were measured before.
"""

from __future__ import annotations

import argparse
import compileall
import csv
import gzip
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from benchmarks.lp_peers import PEERS, Peer, Said, installed
from benchmarks.timing import shifted_mean
from optcheck.exact.numbers import parse, to_text

ROOT = Path(__file__).parents[1]
SHIFTS = (0.01, 1.0)
_SHORT = 1.0  # seconds; longer runs are not repeated


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: processor seconds in all and for starting, peak memory, what was said."""

    model: str
    peer: str
    seconds: float
    start: float
    megabytes: float
    said: Said


def measure(peer: Peer, model: Path, limit: float) -> Measured:
    """Run a solver on an unpacked model; past the limit of processor time the system ends it."""
    with tempfile.TemporaryDirectory() as folder:
        solution, output = Path(folder) / "solution.sol", Path(folder) / "output.txt"
        with output.open("w") as stream:
            child = subprocess.Popen(
                peer.command(model, solution),
                stdout=stream,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env=os.environ | dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1)),
            )
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        text = output.read_text(errors="replace")
        said = peer.read(text, solution) if status == 0 else Said("")
    start = float(text.split()[1]) if text.startswith("start ") else 0.0
    name = model.name.partition(".mps")[0]
    return Measured(name, peer.name, used.ru_utime + used.ru_stime, start, used.ru_maxrss / 1024, said)


def measure_all(peers: Sequence[Peer], model: Path, limit: float, repeat: int) -> list[Measured]:
    """Every solver on a model, in turn; of several short runs the one that took least."""
    best = [measure(peer, model, limit) for peer in peers]
    for _ in range(repeat - 1):
        for place, peer in enumerate(peers):
            if best[place].seconds < _SHORT:
                best[place] = min(best[place], measure(peer, model, limit), key=lambda run: run.seconds)
    return best


def unpacked(models: Iterable[Path], folder: Path) -> list[Path]:
    """Plain copies: not every solver reads gzip."""
    copies = []
    for model in models:
        copy = folder / model.name.removesuffix(".gz")
        copy.write_bytes(gzip.decompress(model.read_bytes()) if model.suffix == ".gz" else model.read_bytes())
        copies.append(copy)
    return copies


def charged(results: Sequence[Measured], limit: float, without_start: bool) -> dict[str, list[float]]:
    """Times by solver; the limit for a run without an outcome, or with another than most solvers have."""
    common = {model: _most_common(r.said.status for r in results if r.model == model) for model in _models(results)}
    times: dict[str, list[float]] = {}
    for r in results:
        solved = r.said.status and r.said.status == common[r.model] and r.seconds <= limit
        seconds = r.seconds - (r.start if without_start else 0.0)
        times.setdefault(r.peer, []).append(seconds if solved else limit)
    return times


def _most_common(statuses: Iterable[str]) -> str:
    counts = Counter(status for status in statuses if status)
    return counts.most_common(1)[0][0] if counts else ""


def _models(results: Sequence[Measured]) -> list[str]:
    return list(dict.fromkeys(r.model for r in results))


def table(results: Sequence[Measured], limit: float) -> str:
    """How many each solver solved, shifted means with and without starting, memory, and values that differ."""
    head = "| solver | solved | mean, shift 10 ms | mean, shift 1 s | without starting | peak MB | values that differ |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    whole, bare = charged(results, limit, False), charged(results, limit, True)
    differing = _differing(results)
    for peer in whole:
        solved = sum(t < limit for t in whole[peer])
        means = [f"{shifted_mean(whole[peer], shift):.3f} s" for shift in SHIFTS]
        inside = ", ".join(f"{shifted_mean(bare[peer], shift):.3f} s" for shift in SHIFTS)
        peak = max(r.megabytes for r in results if r.peer == peer)
        row = [peer, f"{solved} of {len(whole[peer])}", *means, inside, f"{peak:.0f}", differing.get(peer, "none")]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines) + "\n"


def _differing(results: Sequence[Measured]) -> dict[str, str]:
    """Models whose exact value differs from that of the first solver with one."""
    first: dict[str, Fraction] = {}
    found: dict[str, list[str]] = {}
    for r in results:
        if r.said.value is not None and first.setdefault(r.model, r.said.value) != r.said.value:
            found.setdefault(r.peer, []).append(r.model)
    return {peer: ", ".join(models) for peer, models in found.items()}


def profile(results: Sequence[Measured], limit: float, out: Path) -> list[Path]:
    """A performance profile: the share of models solved within a factor of the fastest, with and without starting."""
    from benchmarks import paper as drawing

    shades = (drawing.BLUE, drawing.RED, drawing.GREEN, drawing.ORANGE, drawing.PURPLE, drawing.SKY, drawing.YELLOW)
    colours = {peer.name: shade for peer, shade in zip(PEERS, shades, strict=True)}
    figure, panels = drawing.new_figure(2)
    for axes, without_start in zip(panels, (False, True), strict=True):
        for peer, ratios in _ratios(charged(results, limit, without_start), limit).items():
            shares = [k / len(ratios) for k in range(len(ratios) + 1)]
            axes.step([1.0, *ratios], shares, where="post", label=peer, color=colours[peer])
        axes.set(xscale="log", xlabel="time relative to the fastest", ylabel="share of models solved", ylim=(0, 1.02))
        axes.set_title("without starting" if without_start else "with starting")
        drawing.add_legend(axes)
    return drawing.save_figure(figure, out, "profile")


def _ratios(times: dict[str, list[float]], limit: float) -> dict[str, list[float]]:
    """For each solver its times over the best ones, in order; infinite where there is no solution."""
    best = [min(column) for column in zip(*times.values(), strict=True)]
    return {
        peer: sorted(t / b if t < limit else math.inf for t, b in zip(own, best, strict=True))
        for peer, own in times.items()
    }


def write_csv(results: Sequence[Measured], path: Path) -> None:
    """Every single run."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["model", "solver", "cpu seconds", "cpu seconds of starting", "peak MB", "status", "value"])
        for r in results:
            value = "" if r.said.value is None else to_text(r.said.value)
            writer.writerow(
                [r.model, r.peer, f"{r.seconds:.3f}", f"{r.start:.3f}", f"{r.megabytes:.0f}", r.said.status, value]
            )


def read_csv(path: Path) -> list[Measured]:
    """The runs of an earlier file."""
    csv.field_size_limit(2**30)
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))[1:]
    return [
        Measured(model, peer, float(seconds), float(start), float(size), Said(status, _value(value)))
        for model, peer, seconds, start, size, status, value in rows
    ]


def _value(text: str) -> Fraction | None:
    return Fraction(parse(text)) if text else None


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of .mps and .mps.gz files")
    parser.add_argument("--limit", type=float, default=120.0, help="processor seconds for each run")
    parser.add_argument("--out", type=Path, default=Path("out/bench-lp"), help="where the results go")
    parser.add_argument("--only", action="append", choices=[peer.name for peer in PEERS], help="solvers; all installed")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each model; the least time of short ones counts")
    parser.add_argument("--earlier", action="append", type=Path, default=[], help="results.csv of another run")
    given = parser.parse_args(argv)
    models = sorted([*given.folder.glob("*.mps"), *given.folder.glob("*.mps.gz")], key=lambda path: path.stat().st_size)
    peers = [peer for peer in installed() if not given.only or peer.name in given.only]
    if not models or not peers:
        print(f"nothing to compare: {len(models)} models in {given.folder}, {len(peers)} solvers", file=sys.stderr)
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    compileall.compile_dir(ROOT / "optcheck", quiet=1)
    results: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        for model in unpacked(models, Path(folder)):
            results += measure_all(peers, model, given.limit, given.repeat)
            write_csv(results, given.out / "results.csv")
            print(
                *(f"{r.model} {r.peer} {r.seconds:.2f} {r.said.status}" for r in results[-len(peers) :]),
                sep="; ",
                flush=True,
            )
    order = {model: k for k, model in enumerate(_models(results))}
    results += [r for path in given.earlier for r in read_csv(path) if r.model in order]
    results.sort(key=lambda r: order[r.model])
    write_csv(results, given.out / "results.csv")
    (given.out / "table.md").write_text(table(results, given.limit), encoding="utf-8")
    profile(results, given.limit, given.out)
    print(table(results, given.limit))
    return 0


if __name__ == "__main__":
    sys.exit(main())
