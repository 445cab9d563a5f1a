"""The multi-party Gaussian mechanism (Alg. 1 of TPMDP) on MPyC: integer shares of a plan, added by Shamir sharing.

Every party is a process. It hands in one integer for each coordinate, its value on the grid plus its own noise; MPyC
adds up shares of them, and only the active parties get the sums. Any t parties together learn no more than the sums of
the active ones among them, and then the noise of the others protects each of the others as the plan proves. Sharing
needs t < n/2 among those who take part. MPyC does not go on without a party that leaves: as many as the plan has
dropouts may be missing from the start.

:func:`run_on_loopback` starts all parties on this machine, for trying and testing; :func:`play` is one party's side,
which a deployment calls in each party's own process. MPyC's connections are not encrypted here: tunnel them. A party
whose own address is on the loopback interface listens there alone; MPyC by itself listens on all interfaces.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.util
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from optcheck.errors import InvalidInput, MissingExtra, OptcheckError
from optcheck.exact.numbers import exact, to_text
from optcheck.noise.plan import Plan, check_first_plan, check_plan
from optcheck.noise.share import clip_to_range, share_of

if TYPE_CHECKING:
    from mpyc.runtime import Runtime  # which carries no type information

T = TypeVar("T")

BITS = 192  # of the integers that are shared: sums must stay below half of their range
_LOOPBACK = ("127.0.0.1", "localhost")
SECONDS = 180.0  # several processes start meanwhile, on a machine that may be busy


@dataclass(frozen=True, slots=True)
class Value:
    """A number and the range that it is clipped to: what a party's process makes its own share of."""

    value: object
    low: object
    high: object

    def texts(self) -> dict[str, str]:
        """The three as exact texts."""
        return {name: to_text(exact(getattr(self, name), name)) for name in ("value", "low", "high")}


def run_on_loopback(
    plan: Plan, shares: Mapping[str, Sequence[int] | Value], plan_file: Path
) -> dict[str, list[Fraction] | None]:
    """Start a process for every party of a plan (saved in ``plan_file``): what each gets, None if it is not active.

    A party gets its share, or a :class:`Value`, which its own process clips and adds its own noise to. A plan that tops
    up takes shares only: those made by the first plan, with the noise of :func:`optcheck.noise.draw` added. Up to as
    many parties as the plan has dropouts may have no share: they are missing. What processes write to standard error,
    clipping for example, is passed on; where one of them fails, all stop, and the error has its words.
    """
    absent = [name for name in check_plan(plan).question.names if name not in shares]
    names = _ready(plan, absent)
    if any(isinstance(shares[name], Value) for name in names):
        check_first_plan(plan)
    addresses = [f"127.0.0.1:{port}" for port in _free_ports(len(names))]
    with ExitStack() as running:
        parties = [running.enter_context(_start(plan_file, name, absent, addresses)) for name in names]
        try:
            for name, party in zip(names, parties, strict=True):
                _send(party.process, _as_json(shares[name]))
            _wait(names, parties)
        finally:
            for party in parties:
                party.process.kill()
        return {name: _result(plan, party) for name, party in zip(names, parties, strict=True)}


def play(
    plan: Plan,
    name: str,
    share: Sequence[int],
    addresses: Sequence[str],
    absent: Sequence[str] = (),
    seconds: float = SECONDS,
) -> list[int] | None:
    """One party's side; ``addresses`` are host:port of all who take part, in the plan's order. The sums, or None.

    Parties that are ``absent`` do not take part: at most as many as the plan has dropouts. Call it once in a process:
    MPyC reads its settings when it is first imported. Where the others do not come within so many seconds it stops.
    """
    names = _ready(plan, absent)
    if name not in names:
        plan.question.party(name)
        raise InvalidInput(f"{name!r} is absent, and cannot play")
    index = names.index(name)
    if len(share) != plan.question.dimension or any(abs(part) >= 1 << (BITS // 2) for part in share):
        raise InvalidInput(f"a share must be {plan.question.dimension} integers below 2^{BITS // 2}")
    if len(addresses) != len(names):
        raise InvalidInput(f"there must be an address for each of {len(names)} parties, got {len(addresses)}")
    peers = [part for address in addresses for part in ("-P", address)]
    sys.argv = [sys.argv[0], *peers, "-I", str(index), "-T", str(plan.question.threshold), "--no-log"]
    mpc = importlib.import_module("mpyc.runtime").mpc
    host = addresses[index].rpartition(":")[0]
    if host in _LOOPBACK:
        mpc._loop.create_server = partial(mpc._loop.create_server, host=host)
    active = [names.index(plan.question.names[j]) for j in plan.question.active if plan.question.names[j] in names]
    try:
        opened: list[int] | None = mpc.run(_limited(_protocol(mpc, active, list(share)), seconds))
    except TimeoutError as error:
        raise OptcheckError(f"the other parties did not come, or not finish, within {seconds:g} s") from error
    return opened


async def _limited(protocol: Coroutine[object, object, T], seconds: float) -> T:
    return await asyncio.wait_for(protocol, seconds)


async def _protocol(mpc: Runtime, active: list[int], share: list[int]) -> list[int] | None:
    """Share the integers, add them up, open the sums to the active parties only."""
    integer = mpc.SecInt(BITS)
    async with mpc:
        shared = mpc.input([integer(part) for part in share])
        sums = [mpc.sum(list(column)) for column in zip(*shared, strict=True)]
        opened = await mpc.output(sums, receivers=active)
    return None if opened[0] is None else [int(total) for total in opened]


def _ready(plan: Plan, absent: Sequence[str]) -> tuple[str, ...]:
    """The parties that take part, if the plan and MPyC allow it."""
    question = check_plan(plan).question
    if importlib.util.find_spec("mpyc") is None:
        raise MissingExtra('the secure sum needs MPyC: pip install "optcheck[mpc]"')
    _check_sharing(plan, question.names)
    for name in absent:
        question.party(name)
    if len(absent) > question.dropouts:
        missing = ", ".join(map(repr, absent))
        raise InvalidInput(f"every party but {question.dropouts}, as planned, needs a share, got none for {missing}")
    names = tuple(name for name in question.names if name not in absent)
    _check_sharing(plan, names)
    return names


def _check_sharing(plan: Plan, names: Sequence[str]) -> None:
    question, most = plan.question, (len(names) - 1) // 2
    if not 1 <= question.threshold <= most:
        rule = f"at least 3 parties and a threshold from 1 to {max(1, most)}"
        raise InvalidInput(f"Shamir sharing needs {rule}, got {len(names)} parties and threshold {question.threshold}")
    if not any(question.names[j] in names for j in question.active):
        raise InvalidInput("somebody must see the result: no active party takes part")


@dataclass(frozen=True, slots=True)
class _Party:
    """A process, and the files that take what it writes: a pipe could fill up while we wait for another."""

    process: subprocess.Popen[str]
    output: IO[str]
    errors: IO[str]

    def words(self) -> str:
        self.errors.seek(0)
        return self.errors.read()


@contextmanager
def _start(plan_file: Path, name: str, absent: Sequence[str], addresses: Sequence[str]) -> Iterator[_Party]:
    absentees = [part for other in absent for part in ("--absent", other)]
    command = [sys.executable, "-m", "optcheck.noise.secure_sum", str(plan_file), name, *absentees, "--", *addresses]
    with ExitStack() as files:
        output, errors = (files.enter_context(tempfile.TemporaryFile("w+")) for _ in range(2))
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=errors, text=True)
        yield _Party(files.enter_context(process), output, errors)


def _wait(names: Sequence[str], parties: Sequence[_Party]) -> None:
    """Until all have finished, one has failed, or the time is up."""
    deadline = time.monotonic() + SECONDS
    while True:
        states = [party.process.poll() for party in parties]
        for name, party, status in zip(names, parties, states, strict=True):
            if status:
                raise OptcheckError(f"{name} stopped with status {status}: {party.words().strip()[-500:]}")
        if None not in states:
            return
        if time.monotonic() > deadline:
            raise OptcheckError(f"the parties did not finish within {SECONDS:g} s")
        time.sleep(0.05)


def _as_json(share: Sequence[int] | Value) -> str:
    return json.dumps(share.texts() if isinstance(share, Value) else list(share))


def _send(party: subprocess.Popen[str], text: str) -> None:
    """Give a party what it puts in; one that has already stopped is reported later, with its own words."""
    assert party.stdin is not None
    with suppress(BrokenPipeError):
        party.stdin.write(text)
        party.stdin.close()
    party.stdin = None


def _result(plan: Plan, party: _Party) -> list[Fraction] | None:
    sys.stderr.write(party.words())
    party.output.seek(0)
    sums = json.load(party.output)
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
    parser.add_argument("--absent", action="append", default=[])
    given = parser.parse_args()
    try:
        _main(given)
    except (OptcheckError, OSError) as error:
        sys.exit(str(error))


def _main(given: argparse.Namespace) -> None:
    plan, received = Plan.load(given.plan), json.load(sys.stdin)
    share = received if isinstance(received, list) else _own_share(plan, given.party, received)
    print(json.dumps(play(plan, given.party, share, given.addresses, given.absent)))


def _own_share(plan: Plan, name: str, value: Mapping[str, str]) -> list[int]:
    """The party's value on the grid with its own noise; nobody else sees the two apart."""
    on_grid = clip_to_range(plan, name, value["value"], value["low"], value["high"])
    if on_grid.clipped:
        print(f"{name}: the value was outside {value['low']} to {value['high']} and was clipped", file=sys.stderr)
    return share_of(plan, name, on_grid, inside_secure_sum=True)


if __name__ == "__main__":
    main()
