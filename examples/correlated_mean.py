"""A private mean with correlated noise (CorDP-DME), really run: server and users are processes that meet on loopback.

- The server is a process. It names the round, hands public keys around, and adds up reports. It sees keys and reports,
  nothing else.
- Every user is a process. Its vector and its budget come on standard input; vector, key and noise never leave it, only
  its public key and one report do. The sizes must be those it agreed to, and the checker must find that the noise keeps
  its budget. For one thing it takes the server's word, and says so: that the keys are the other users' own. A server
  that swaps keys knows what this user shares with everybody, and the noise then keeps less than the budget. So every
  user shows a digest of the keys that it was told: users compare it on another way, or sign their keys. A user that
  drops out hangs up after the keys are exchanged.
- This script starts them and takes no part: it invents the vectors, so that it can compare the mean with the truth.

    python examples/correlated_mean.py --users 6 --drop 5 --epsilon 4 --delta 1e-5
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from fractions import Fraction
from typing import IO, Any

from optcheck.errors import OptcheckError

try:
    from optcheck.cordp import IntegerNoise, Member, Report, directory_digest, estimate, integer_noise
except OptcheckError as error:
    sys.exit(str(error))  # which extra to install

SECONDS = 60.0


def serve(noise: IntegerNoise) -> None:
    """The server's side: print the port, run one round, print the mean and who took part."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as open_ones:
        listener.settimeout(SECONDS)
        _say(sys.stdout, {"port": listener.getsockname()[1]})
        streams: dict[int, IO[str]] = {}
        processes: dict[int, int] = {}
        for _ in range(noise.n):
            connection, _ = listener.accept()
            connection.settimeout(SECONDS)
            stream: IO[str] = open_ones.enter_context(open_ones.enter_context(connection).makefile("rw"))
            hello = json.loads(stream.readline())
            streams[hello["user"]], processes[hello["user"]] = stream, hello["process"]
        reports = _collect(noise, streams)
    mean = [str(value) for value in estimate(reports, noise)]
    known = {"server": os.getpid(), "users": [processes[user] for user in sorted(processes)]}
    _say(sys.stdout, {"mean": mean, "reported": [report.user for report in reports], "processes": known})


def _collect(noise: IntegerNoise, streams: dict[int, IO[str]]) -> list[Report]:
    """Name the round, exchange keys, and take the reports of those who have not hung up."""
    round_id = secrets.token_bytes(16)
    for each in streams.values():
        _say(each, {"round": round_id.hex(), "noise": asdict(noise)})
    keys = {user: json.loads(stream.readline())["public"] for user, stream in streams.items()}
    for each in streams.values():
        _say(each, {"keys": keys})
    answers = {user: stream.readline() for user, stream in streams.items()}
    return [Report(user, tuple(json.loads(line)["values"]), False) for user, line in sorted(answers.items()) if line]


def play(user: int, port: int, vector: Sequence[str], drops: bool, wanted: dict[str, Any]) -> None:
    """One user's side: only its public key and its report leave this process."""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection,
        connection.makefile("rw") as stream,
    ):
        _say(stream, {"user": user, "process": os.getpid()})
        named = json.loads(stream.readline())
        member = Member(user, bytes.fromhex(named["round"]), _accepted(IntegerNoise(**named["noise"]), wanted))
        _say(stream, {"public": member.public.hex()})
        keys = json.loads(stream.readline())["keys"]
        if drops:
            return
        directory = {int(other): bytes.fromhex(key) for other, key in keys.items()}
        report = member.report(directory, vector)
        trust = f"trusts the server for the others' keys, digest {directory_digest(member.round_id, directory)[:16]}"
        print(f"user {user + 1} {trust}: compare it on another way", file=sys.stderr)
        if report.clipped:
            print(f"user {user + 1}: the vector was longer than 1 and was clipped", file=sys.stderr)
        _say(stream, {"values": report.values})


def _accepted(noise: IntegerNoise, wanted: dict[str, Any]) -> IntegerNoise:
    """The server's noise, if it is for as many users and colluders as agreed, and is proved to keep the budget."""
    if (noise.n, noise.c) != (wanted["users"], wanted["colluders"]):
        raise SystemExit(f"the server speaks of {noise.n} users and {noise.c} colluders, agreed were others: no report")
    try:
        noise.certify(wanted["epsilon"], wanted["delta"]).verify()
    except OptcheckError as error:
        raise SystemExit(f"the server's noise does not keep the budget: no report ({error})") from error
    return noise


def run(
    noise: IntegerNoise, vectors: Sequence[Sequence[str]], dropped: Sequence[int], wanted: dict[str, Any]
) -> dict[str, Any]:
    """Start the server and the users, each a process, and return what the server printed."""
    with ExitStack() as open_ones:
        server = _start(open_ones, "server", {"noise": asdict(noise)})
        port = _heard(server)["port"]
        for user, vector in enumerate(vectors):
            told = {"user": user, "port": port, "vector": vector, "drops": user in dropped, "wanted": wanted}
            _start(open_ones, "user", told)
        return _heard(server)


def _start(open_ones: ExitStack, role: str, told: object) -> subprocess.Popen[str]:
    """A process for one role; what it needs comes on standard input, since command lines are seen by others."""
    output = subprocess.PIPE if role == "server" else None
    command = [sys.executable, __file__, "--role", role]
    process = open_ones.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, text=True))
    open_ones.callback(process.kill)
    assert process.stdin is not None
    _say(process.stdin, told)
    return process


def _heard(server: subprocess.Popen[str]) -> dict[str, Any]:
    """The server's next line; its own time limits see to it that one comes, or the end."""
    assert server.stdout is not None
    line = server.stdout.readline()
    if not line:
        raise SystemExit("the server ended without a mean")
    heard: dict[str, Any] = json.loads(line)
    return heard


def _act(role: str) -> None:
    told = json.loads(sys.stdin.readline())
    if role == "server":
        serve(IntegerNoise(**told["noise"]))
    else:
        play(**told)


def _say(stream: IO[str], message: object) -> None:
    stream.write(json.dumps(message) + "\n")
    stream.flush()


def user(text: str) -> int:
    """Where a user stands, in Python's counting: people count from 1."""
    if int(text) < 1:
        raise ValueError(text)
    return int(text) - 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the demonstration, or one process of it."""
    parser = argparse.ArgumentParser(description="A private mean with correlated noise, server and users as processes.")
    parser.add_argument("--users", type=int, default=6)
    parser.add_argument("--drop", type=user, nargs="*", default=[5], help="who does not report, from 1; default: 6")
    parser.add_argument("--colluders", type=int, default=1, help="how many may collude with the server")
    parser.add_argument("--epsilon", default="4")
    parser.add_argument("--delta", default="1e-5")
    parser.add_argument("--role", choices=["server", "user"], help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.role:
        _act(options.role)
        return
    try:
        least = options.users - len(options.drop)
        noise = integer_noise(options.users, least, options.colluders, options.epsilon, options.delta, dimension=2)
        vectors = [[f"{secrets.randbelow(70)}/100", f"{secrets.randbelow(70)}/100"] for _ in range(options.users)]
        wanted = {name: getattr(options, name) for name in ("users", "colluders", "epsilon", "delta")}
        found = run(noise, vectors, options.drop, wanted)
    except OptcheckError as error:
        parser.error(str(error))
    stayed = [vector for place, vector in enumerate(vectors) if place not in options.drop]
    truth = [sum(map(Fraction, column)) / len(stayed) for column in zip(*stayed, strict=True)]
    mean = [round(float(Fraction(x)), 3) for x in found["mean"]]
    print(f"mean with noise: {mean}, without: {[round(float(x), 3) for x in truth]}")
    print(f"standard deviation in each coordinate: {float(noise.effective_variance / least) ** 0.5:.3f}")
    reported = [place + 1 for place in found["reported"]]
    print(f"reports from users {reported}; processes: {found['processes']}, started by {os.getpid()}")


if __name__ == "__main__":
    main()
