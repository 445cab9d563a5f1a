"""A private mean with correlated noise (CorDP-DME), really run: every user a process, a server on loopback.

The server names the round and collects public keys; users derive their shared noise, report once, and some drop out.
The server sees keys and reports, nothing else.

    python examples/correlated_mean.py --users 6 --drop 5 --epsilon 4 --delta 1e-5

Public keys go through the server unsigned here: in a deployment they must be authenticated.
"""

from __future__ import annotations

import argparse
import json
import secrets
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from fractions import Fraction
from typing import IO

from optcheck.cordp import IntegerNoise, Member, Report, estimate, integer_noise
from optcheck.errors import OptcheckError

SECONDS = 60.0


def run_server(noise: IntegerNoise, vectors: Sequence[Sequence[str]], dropped: Sequence[int]) -> list[Report]:
    """Start the users, exchange keys, and collect the reports of those who do not drop out."""
    round_id = secrets.token_bytes(16)
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as open_ones:
        listener.settimeout(SECONDS)
        port = listener.getsockname()[1]
        users = [open_ones.enter_context(_start(user, vector, port)) for user, vector in enumerate(vectors)]
        for process in users:
            open_ones.callback(process.kill)
        streams: dict[int, IO[str]] = {}
        for _ in users:
            connection, _ = listener.accept()
            connection.settimeout(SECONDS)
            stream: IO[str] = open_ones.enter_context(open_ones.enter_context(connection).makefile("rw"))
            streams[json.loads(stream.readline())["user"]] = stream
        for each in streams.values():
            _say(each, {"round": round_id.hex(), "noise": asdict(noise)})
        keys = {user: json.loads(stream.readline())["public"] for user, stream in streams.items()}
        for user, stream in streams.items():
            _say(stream, {"keys": keys, "stay": user not in dropped})
        answers = {user: stream.readline() for user, stream in streams.items() if user not in dropped}
    return [Report(user, tuple(json.loads(line)["values"]), False) for user, line in sorted(answers.items())]


def _start(user: int, vector: Sequence[str], port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, __file__, "--play", str(user), str(port), *vector])


def play(user: int, port: int, vector: Sequence[str]) -> None:
    """One user's side: only its report leaves this process, and nobody else knows its key or its own noise."""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection,
        connection.makefile("rw") as stream,
    ):
        _say(stream, {"user": user})
        named = json.loads(stream.readline())
        member = Member(user, bytes.fromhex(named["round"]), IntegerNoise(**named["noise"]))
        _say(stream, {"public": member.public.hex()})
        said = json.loads(stream.readline())
        if said["stay"]:
            directory = {int(other): bytes.fromhex(key) for other, key in said["keys"].items()}
            report = member.report(directory, vector)
            if report.clipped:
                print(f"user {user}: the vector was longer than 1 and was clipped", file=sys.stderr)
            _say(stream, {"values": report.values})


def _say(stream: IO[str], message: object) -> None:
    stream.write(json.dumps(message) + "\n")
    stream.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the demonstration, or one user of it."""
    parser = argparse.ArgumentParser(description="A private mean with correlated noise, every user a process.")
    parser.add_argument("--users", type=int, default=6)
    parser.add_argument("--drop", type=int, nargs="*", default=[5], help="users that do not report, from 0")
    parser.add_argument("--colluders", type=int, default=1, help="how many may collude with the server")
    parser.add_argument("--epsilon", default="4")
    parser.add_argument("--delta", default="1e-5")
    parser.add_argument("--play", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        play(int(options.play[0]), int(options.play[1]), options.play[2:])
        return
    try:
        least = options.users - len(options.drop)
        noise = integer_noise(options.users, least, options.colluders, options.epsilon, options.delta, dimension=2)
        vectors = [[f"{secrets.randbelow(70)}/100", f"{secrets.randbelow(70)}/100"] for _ in range(options.users)]
        mean = estimate(run_server(noise, vectors, options.drop), noise)
    except OptcheckError as error:
        parser.error(str(error))
    stayed = [vector for user, vector in enumerate(vectors) if user not in options.drop]
    truth = [sum(map(Fraction, column)) / len(stayed) for column in zip(*stayed, strict=True)]
    print(f"mean with noise: {[round(float(x), 3) for x in mean]}, without: {[round(float(x), 3) for x in truth]}")
    print(f"standard deviation in each coordinate: {float(noise.effective_variance / least) ** 0.5:.3f}")


if __name__ == "__main__":
    main()
