"""The multi-party Gaussian mechanism (Alg. 1 of TPMDP) on MPyC: integer shares of a plan, added by Shamir sharing.

Every party is a process. It hands in one integer for each coordinate, its value on the grid plus its own noise; MPyC
adds up shares of them, and only the active parties get the sums. Any t parties together learn no more than the sums of
the active ones among them, and then the noise of the others protects each of the others as the plan proves. Sharing
needs t < n/2. MPyC does not go on without a party that leaves: plan dropouts for those who leave before it starts.

:func:`run_on_loopback` starts all parties on this machine, for trying and testing; :func:`play` is one party's side,
which a deployment calls in each party's own process. MPyC's connections are not encrypted here: tunnel them.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput, MissingExtra, OptcheckError
from optcheck.exact.numbers import exact, to_text
from optcheck.noise.plan import Plan, a_first_plan, a_plan
from optcheck.noise.share import clip_to_range, share_of

if TYPE_CHECKING:
    from mpyc.runtime import Runtime  # which carries no type information

__all__ = ["Value", "play", "run_on_loopback"]

BITS = 192  # of the integers that are shared: sums must stay below half of their range
SECONDS = 180.0  # several processes start meanwhile, on a machine that may be busy


@dataclass(frozen=True, slots=True)
class Value:
    """A number and the range that it is clipped to: what a party's process makes its own share of."""

    value: object
    low: object
    high: object

    def told(self) -> dict[str, str]:
        """The three as exact texts."""
        return {name: to_text(exact(getattr(self, name), name)) for name in ("value", "low", "high")}


def run_on_loopback(
    plan: Plan, shares: Mapping[str, Sequence[int] | Value], plan_file: Path
) -> dict[str, list[Fraction] | None]:
    """Start a process for every party of a plan (saved in ``plan_file``): what each gets, None if it is not active.

    A party gets its share, or a :class:`Value`, which its own process clips and adds its own noise to. A plan that tops
    up takes shares only: those made by the first plan, with the noise of :func:`optcheck.noise.draw` added. What
    processes write to standard error, clipping for example, is passed on.
    """
    names = _ready(plan)
    if any(isinstance(shares.get(name), Value) for name in names):
        a_first_plan(plan)
    missing = [name for name in names if name not in shares]
    if missing:
        raise InvalidInput(f"every party needs a share, got none for {missing[0]!r}")
    told = {name: _told(shares[name]) for name in names}
    addresses = [f"127.0.0.1:{port}" for port in _free_ports(len(names))]
    with ExitStack() as running:
        parties = [running.enter_context(_start(plan_file, name, addresses)) for name in names]
        try:
            for name, party in zip(names, parties, strict=True):
                _hand_over(party, told[name])
            outputs = [party.communicate(timeout=SECONDS) for party in parties]
        except subprocess.TimeoutExpired as error:
            raise OptcheckError(f"the parties did not finish within {SECONDS:g} s") from error
        finally:
            for party in parties:
                party.kill()
    results = zip(names, parties, outputs, strict=True)
    return {name: _result(plan, name, party.returncode, *output) for name, party, output in results}


def play(plan: Plan, name: str, share: Sequence[int], addresses: Sequence[str]) -> list[int] | None:
    """One party's side; ``addresses`` are host:port of all parties in the plan's order. The sums in steps, or None.

    Call it once in a process: MPyC reads its settings when it is first imported.
    """
    names = _ready(plan)
    index = plan.question.party(name)
    if len(share) != plan.question.dimension or any(abs(part) >= 1 << (BITS // 2) for part in share):
        raise InvalidInput(f"a share must be {plan.question.dimension} integers below 2^{BITS // 2}")
    if len(addresses) != len(names):
        raise InvalidInput(f"there must be an address for each of {len(names)} parties, got {len(addresses)}")
    peers = [part for address in addresses for part in ("-P", address)]
    sys.argv = [sys.argv[0], *peers, "-I", str(index), "-T", str(plan.question.threshold), "--no-log"]
    mpc = importlib.import_module("mpyc.runtime").mpc
    opened: list[int] | None = mpc.run(_protocol(mpc, list(plan.question.active), list(share)))
    return opened


async def _protocol(mpc: Runtime, active: list[int], share: list[int]) -> list[int] | None:
    """Share the integers, add them up, open the sums to the active parties only."""
    integer = mpc.SecInt(BITS)
    async with mpc:
        shared = mpc.input([integer(part) for part in share])
        sums = [mpc.sum(list(column)) for column in zip(*shared, strict=True)]
        opened = await mpc.output(sums, receivers=active)
    return None if opened[0] is None else [int(total) for total in opened]


def _ready(plan: Plan) -> tuple[str, ...]:
    question = a_plan(plan).question
    if importlib.util.find_spec("mpyc") is None:
        raise MissingExtra('the secure sum needs MPyC: pip install "optcheck[mpc]"')
    most = (question.n - 1) // 2
    if not 1 <= question.threshold <= most:
        rule = f"at least 3 parties and a threshold from 1 to {max(1, most)}"
        raise InvalidInput(f"Shamir sharing needs {rule}, got {question.n} parties and threshold {question.threshold}")
    if not question.active:
        raise InvalidInput("somebody must see the result: the plan has no active party")
    return question.names


def _start(plan_file: Path, name: str, addresses: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "optcheck.noise.secure_sum", str(plan_file), name, *addresses]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def _told(share: Sequence[int] | Value) -> list[int] | dict[str, str]:
    return share.told() if isinstance(share, Value) else list(share)


def _hand_over(party: subprocess.Popen[str], told: list[int] | dict[str, str]) -> None:
    """Give a party what it puts in; one that has already stopped is reported later, with its own words."""
    assert party.stdin is not None
    with suppress(BrokenPipeError):
        party.stdin.write(json.dumps(told))
        party.stdin.close()
    party.stdin = None


def _result(plan: Plan, name: str, status: int, output: str, errors: str) -> list[Fraction] | None:
    if status != 0:
        raise OptcheckError(f"{name} stopped with status {status}: {errors.strip()[-500:]}")
    sys.stderr.write(errors)
    sums = json.loads(output)
    return None if sums is None else [total * plan.grid for total in sums]


def _free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    with ExitStack() as sockets:
        taken = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for item in taken:
            item.bind(("127.0.0.1", 0))
        return [int(item.getsockname()[1]) for item in taken]


def main() -> None:
    """One party of :func:`run_on_loopback`: what it puts in comes on standard input, the sums go to standard output."""
    parser = argparse.ArgumentParser(prog="python -m optcheck.noise.secure_sum")
    parser.add_argument("plan", type=Path)
    parser.add_argument("party")
    parser.add_argument("addresses", nargs="+")
    given = parser.parse_args()
    plan, told = Plan.load(given.plan), json.load(sys.stdin)
    share = told if isinstance(told, list) else _own_share(plan, given.party, told)
    print(json.dumps(play(plan, given.party, share, given.addresses)))


def _own_share(plan: Plan, name: str, told: Mapping[str, str]) -> list[int]:
    """The party's value on the grid with its own noise; nobody else sees the two apart."""
    mine = clip_to_range(plan, name, told["value"], told["low"], told["high"])
    if mine.clipped:
        print(f"{name}: the value was outside {told['low']} to {told['high']} and was clipped", file=sys.stderr)
    return share_of(plan, name, mine, inside_secure_sum=True)


if __name__ == "__main__":
    main()
