"""The multi-party Gaussian mechanism (Alg. 1 of TPMDP) run for real: a noisy count and a noisy sum by Shamir sharing.

Every party is a process of its own on this machine. It learns the public parameters (everybody's budget, the threshold,
who is active) and its own secret: a bit, a value, and the noise that it draws itself, with the variance that
``optcheck.tpmdp.allocate`` gives it. MPyC adds up shares of values and noise; only the active parties get the results.
Any t parties together learn no more than the noisy results of the active ones among them, and then the noise of the
others still protects each of the others as it asked.

    python examples/secure_noisy_sum.py --parties 5 --threshold 2 --active 0 1 3

Two results are released, so each is calibrated to half of every party's epsilon and delta. This is a demonstration: the
noise is a double rounded to a multiple of 2^-24, not an exact discrete sampler, the connections are not encrypted, and
MPyC listens on all of the machine's interfaces.
Needs the extra ``mpc``: pip install "optcheck[mpc]".
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import random
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from typing import Any

from optcheck.errors import InvalidInput, MissingExtra, OptcheckError
from optcheck.gaussian import required_variance
from optcheck.tpmdp import allocate

SCALE = 1 << 24  # values and noise enter the sharing as integers in units of 2^-24
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows: budgets, the largest number of colluders, who sees the results, and the largest value."""

    epsilons: tuple[float, ...]
    deltas: tuple[float, ...]
    threshold: int
    active: tuple[int, ...]
    largest_value: float

    def __post_init__(self) -> None:
        n = len(self.epsilons)
        if n < 3 or not 1 <= self.threshold <= (n - 1) // 2:
            raise InvalidInput(
                f"Shamir sharing needs at least 3 parties and a threshold from 1 to {max(1, (n - 1) // 2)}, "
                f"got {n} parties and threshold {self.threshold}"
            )
        if not self.active or not set(self.active) <= set(range(n)):
            raise InvalidInput(f"active parties must be some of 0 to {n - 1}, got {list(self.active)}")

    def variances(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Each party's noise for the count and for the sum; each takes half of every budget."""
        half_epsilons, half_deltas = [e / 2 for e in self.epsilons], [d / 2 for d in self.deltas]
        results = []
        for sensitivity in (1.0, self.largest_value):
            required = required_variance(half_epsilons, half_deltas, sensitivity)
            results.append(tuple(float(v) for v in allocate(required, self.threshold, self.active).variances))
        return results[0], results[1]


@dataclass(frozen=True, slots=True)
class Secret:
    """What one party keeps to itself. A seed makes its noise predictable, hence worthless: for tests only."""

    bit: bool
    value: float
    seed: int | None = None

    def noise(self, variances: Sequence[float]) -> list[int]:
        """The party's own Gaussian noise, in units of 2^-24."""
        source = random.SystemRandom() if self.seed is None else random.Random(self.seed)
        return [round(source.gauss(0.0, variance**0.5) * SCALE) for variance in variances]


@dataclass(frozen=True, slots=True)
class Released:
    """What an active party gets."""

    count: float
    total: float


def run_parties(public: Public, secrets: Sequence[Secret]) -> list[Released | None]:
    """Start one process per party and collect what each of them got: None for a party that is not active."""
    if importlib.util.find_spec("mpyc") is None:
        raise MissingExtra('the secure sum needs MPyC: pip install "optcheck[mpc]"')
    if len(secrets) != len(public.epsilons):
        raise InvalidInput(f"every one of the {len(public.epsilons)} parties needs a secret, got {len(secrets)}")
    ports = _free_ports(len(secrets))
    with ExitStack() as running:
        parties = [running.enter_context(_start(index, public, ports)) for index in range(len(secrets))]
        try:
            for party, secret in zip(parties, secrets, strict=True):
                _hand_over(party, secret)
            outputs = [party.communicate(timeout=SECONDS) for party in parties]
        except subprocess.TimeoutExpired as error:
            raise OptcheckError(f"the parties did not finish within {SECONDS:g} s") from error
        finally:
            for party in parties:
                party.kill()
    return [_read(index, party, *output) for index, (party, output) in enumerate(zip(parties, outputs, strict=True))]


def _hand_over(party: subprocess.Popen[str], secret: Secret) -> None:
    """Give a party its secret; one that has already stopped is reported later, with its own words."""
    assert party.stdin is not None
    with suppress(BrokenPipeError):
        party.stdin.write(json.dumps(asdict(secret)))
        party.stdin.close()
    party.stdin = None


def _start(index: int, public: Public, ports: Sequence[int]) -> subprocess.Popen[str]:
    task = json.dumps({"index": index, "ports": ports, "public": asdict(public)})
    return subprocess.Popen(
        [sys.executable, __file__, "--task", task],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _read(index: int, party: subprocess.Popen[str], output: str, errors: str) -> Released | None:
    if party.returncode != 0:
        raise OptcheckError(f"party {index} stopped with status {party.returncode}: {errors.strip()[-500:]}")
    result = json.loads(output)
    return None if result is None else Released(**result)


def _free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    with ExitStack() as sockets:
        taken = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for item in taken:
            item.bind(("127.0.0.1", 0))
        return [int(item.getsockname()[1]) for item in taken]


def play(task: dict[str, Any], secret: Secret) -> Released | None:
    """One party's side of the protocol, in its own process."""
    given = task["public"]
    public = Public(
        tuple(given["epsilons"]),
        tuple(given["deltas"]),
        given["threshold"],
        tuple(given["active"]),
        given["largest_value"],
    )
    own_variances = [variances[task["index"]] for variances in public.variances()]
    addresses = [part for port in task["ports"] for part in ("-P", f"127.0.0.1:{port}")]
    sys.argv = [sys.argv[0], *addresses, "-I", str(task["index"]), "-T", str(public.threshold), "--no-log"]
    mpc = importlib.import_module("mpyc.runtime").mpc  # reads sys.argv
    values = [int(secret.bit) * SCALE, round(secret.value * SCALE)]
    released: Released | None = mpc.run(_protocol(mpc, public, values, secret.noise(own_variances)))
    return released


async def _protocol(mpc: Any, public: Public, values: list[int], noise: list[int]) -> Released | None:
    """Share x and X, add up the shares, open the two sums to the active parties only."""
    integer = mpc.SecInt(96)
    async with mpc:
        shared_values = mpc.input([integer(value) for value in values])
        shared_noise = mpc.input([integer(part) for part in noise])
        sums = [mpc.sum(list(column)) for column in zip(*shared_values, strict=True)]
        noises = [mpc.sum(list(column)) for column in zip(*shared_noise, strict=True)]
        opened = await mpc.output([a + b for a, b in zip(sums, noises, strict=True)], receivers=list(public.active))
    if opened[0] is None:
        return None
    return Released(*(int(result) / SCALE for result in opened))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the demonstration, or one party of it."""
    parser = argparse.ArgumentParser(description="A noisy count and sum by secret sharing, every party a process.")
    parser.add_argument("--parties", type=int, default=5)
    parser.add_argument("--threshold", type=int, default=2, help="largest number of parties that collude")
    parser.add_argument("--active", type=int, nargs="+", help="parties that see the results; default: all")
    parser.add_argument("--task", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.task is not None:
        released = play(json.loads(options.task), Secret(**json.load(sys.stdin)))
        print(json.dumps(None if released is None else asdict(released)))
        return
    try:
        _demonstrate(options.parties, options.threshold, options.active)
    except OptcheckError as error:
        parser.error(str(error))


def _demonstrate(n: int, threshold: int, active: Sequence[int] | None) -> None:
    chooser = random.SystemRandom()
    public = Public(
        epsilons=tuple(chooser.choice([0.5, 1.0, 2.0]) for _ in range(n)),
        deltas=(1e-5,) * n,
        threshold=threshold,
        active=tuple(range(n)) if active is None else tuple(active),
        largest_value=10.0,
    )
    secrets = [Secret(chooser.random() < 0.5, round(chooser.uniform(0, 10), 2)) for _ in range(n)]
    noise = [sum(variances) ** 0.5 for variances in public.variances()]
    for index, released in enumerate(run_parties(public, secrets)):
        shown = "nothing" if released is None else f"count {released.count:.2f}, sum {released.total:.2f}"
        print(f"party {index} (epsilon {public.epsilons[index]:g}) gets {shown}")
    print(f"standard deviation of the noise: count {noise[0]:.2f}, sum {noise[1]:.2f}")
    print(f"without noise: count {sum(s.bit for s in secrets)}, sum {sum(s.value for s in secrets):.2f}")


if __name__ == "__main__":
    main()
