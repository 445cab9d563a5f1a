"""A noisy sum by secret sharing, from budgets to the result: every party a process of its own on this machine.

Everybody knows the plan: budgets, threshold, who is active, and the variance of everybody's noise, proved. Each party
clips its own secret value to the range that the noise covers, rounds it to the plan's grid, adds exact integer noise
that it draws itself, and hands the result into a sum on MPyC that only the active parties see. This script starts the
parties and takes no part: it invents the values, so that it can compare the sum with the truth.

    python examples/secure_noisy_sum.py --parties 5 --threshold 2 --active 1 2 4

The connections are not encrypted, and stay on the machine's loopback interface: a demonstration of the parts, not a
deployment. Needs the extra ``mpc``: pip install "optcheck[mpc]".
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from optcheck import noise
from optcheck.errors import OptcheckError
from optcheck.noise.secure_sum import Value, run_on_loopback

LOW, HIGH = 0, 10  # the range of a value; its width is the sensitivity


def plan_for(parties: int, threshold: int, active: Sequence[int] | None) -> noise.Plan:
    """Budgets as they come, and a plan for one release."""
    epsilons = [secrets.choice(["0.5", "1", "2"]) for _ in range(parties)]
    question = noise.Question.of(epsilons, "1e-5", HIGH - LOW, threshold=threshold, active=active)
    return noise.make(question)


def noisy_sum(plan: noise.Plan, values: Sequence[Fraction]) -> dict[str, list[Fraction] | None]:
    """What every party gets when each hands in its value with its own noise."""
    shares = {name: Value(value, LOW, HIGH) for name, value in zip(plan.question.names, values, strict=True)}
    with tempfile.TemporaryDirectory() as folder:
        plan.save(Path(folder) / "plan.json")
        return run_on_loopback(plan, shares, Path(folder) / "plan.json")


def party(text: str) -> int:
    """The index of a party: people count from 1."""
    if int(text) < 1:
        raise ValueError(text)
    return int(text) - 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the demonstration."""
    parser = argparse.ArgumentParser(description="A noisy sum by secret sharing, every party a process.")
    parser.add_argument("--parties", type=int, default=5)
    parser.add_argument("--threshold", type=int, default=2, help="largest number of parties that collude")
    parser.add_argument("--active", type=party, nargs="+", help="parties that see the result, from 1; default: all")
    options = parser.parse_args(arguments)
    try:
        plan = plan_for(options.parties, options.threshold, options.active)
        values = [Fraction(secrets.randbelow(1201), 100) for _ in range(options.parties)]
        for name, sums in noisy_sum(plan, values).items():
            print(f"{name} gets {'nothing' if sums is None else f'{float(sums[0]):.3f}'}")
    except OptcheckError as error:
        parser.error(str(error))
    clipped = sum(min(max(value, Fraction(LOW)), Fraction(HIGH)) for value in values)
    print(f"without noise: {float(clipped):.3f}; standard deviation of the noise: {float(plan.total) ** 0.5:.3f}")


if __name__ == "__main__":
    main()
