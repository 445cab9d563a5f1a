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

import asyncio
import importlib
import importlib.util
import multiprocessing
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING

from optcheck.errors import InvalidInput, MissingExtra, OptcheckError, shown
from optcheck.noise.plan import Plan, check_first_plan, check_plan
from optcheck.noise.share import clip_to_range, share_of

if TYPE_CHECKING:
    from mpyc.runtime import Runtime  # which carries no type information

BITS = 192  # of the integers that are shared: sums must stay below half of their range
_LOOPBACK = ("127.0.0.1", "localhost")
SECONDS = 180.0  # several processes start meanwhile, on a machine that may be busy


@dataclass(frozen=True, slots=True)
class Value:
    """A number and the range that it is clipped to: what a party's process makes its own share of."""

    value: object
    low: object
    high: object


def run_on_loopback(
    plan: Plan, shares: Mapping[str, Sequence[int] | Value], plan_file: Path
) -> dict[str, list[Fraction] | None]:
    """Start a process for every party of a plan (saved in ``plan_file``): what each gets, None if it is not active.

    A party gets its share, or a :class:`Value`, which its own process clips and adds its own noise to. A plan that tops
    up takes shares only: those made by the first plan, with the noise of :func:`optcheck.noise.draw` added. Up to as
    many parties as the plan has dropouts may have no share: they are missing. What processes write to standard error,
    clipping for example, is theirs to write; where one of them fails, all stop, and the error has its words. Processes
    are spawned: a script calls this below ``if __name__ == "__main__"``.
    """
    absent = [name for name in check_plan(plan).question.names if name not in shares]
    names = _ready(plan, absent)
    if any(isinstance(shares[name], Value) for name in names):
        check_first_plan(plan)
    addresses = [f"127.0.0.1:{port}" for port in _free_ports(len(names))]
    with ExitStack() as running:
        parties = {_start(running, plan_file, name, shares[name], addresses, absent): name for name in names}
        sums = _collect(parties)
    return {name: None if own is None else [total * plan.grid for total in own] for name, own in sums.items()}


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
        opened: list[int] | None = mpc.run(asyncio.wait_for(_protocol(mpc, active, list(share)), seconds))
    except TimeoutError as error:
        raise OptcheckError(f"the other parties did not come, or not finish, within {seconds:g} s") from error
    return opened


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


def _start(running: ExitStack, *given: object) -> Connection:
    """A party's process, which is killed in the end; its sums, or the words with which it fails, come in here."""
    context = multiprocessing.get_context("spawn")
    incoming, outgoing = context.Pipe(duplex=False)
    process = context.Process(target=_party, args=(outgoing, *given))
    process.start()
    outgoing.close()
    running.callback(process.join)
    running.callback(process.kill)  # the last one is called first
    return incoming


def _party(
    outgoing: Connection,
    plan_file: Path,
    name: str,
    share: Sequence[int] | Value,
    addresses: Sequence[str],
    absent: Sequence[str],
) -> None:
    try:
        plan = Plan.load(plan_file)
        own = _own_share(plan, name, share) if isinstance(share, Value) else list(share)
        outgoing.send(play(plan, name, own, addresses, absent))
    except (OptcheckError, OSError) as error:
        outgoing.send(str(error))


def _own_share(plan: Plan, name: str, given: Value) -> list[int]:
    """The party's value on the grid with its own noise; nobody else sees the two apart."""
    on_grid = clip_to_range(plan, name, given.value, given.low, given.high)
    if on_grid.clipped:
        outside = f"the value was outside {shown(given.low)} to {shown(given.high)} and was clipped"
        print(f"{name}: {outside}", file=sys.stderr)
    return share_of(plan, name, on_grid, inside_secure_sum=True)


def _collect(parties: dict[Connection, str]) -> dict[str, list[int] | None]:
    """What all parties have got, unless one fails or the time is up."""
    deadline, waiting = time.monotonic() + SECONDS, dict(parties)
    sums: dict[str, list[int] | None] = dict.fromkeys(parties.values())
    while waiting:
        ready = wait(list(waiting), max(0, deadline - time.monotonic()))
        if not ready:
            raise OptcheckError(f"the parties did not finish within {SECONDS:g} s")
        for incoming in [incoming for incoming in waiting if incoming in ready]:
            name = waiting.pop(incoming)
            try:
                result: list[int] | str | None = incoming.recv()
            except EOFError:
                result = "its process ended"
            if isinstance(result, str):
                raise OptcheckError(f"{name} stopped: {result}")
            sums[name] = result
    return sums


def _free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    with ExitStack() as sockets:
        taken = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for item in taken:
            item.bind(("127.0.0.1", 0))
        return [int(item.getsockname()[1]) for item in taken]
