"""What Tables 2 and 3 print: rounds, accuracy in percent and its deviation, for three ways to spend the budget."""

from dataclasses import dataclass
from fractions import Fraction

METHODS = ("fixed noise, epsilon_max", "fixed noise, epsilon_min", "ADPML")


@dataclass(frozen=True, slots=True)
class Entry:
    """One method in one row."""

    rounds: int
    accuracy: Fraction
    deviation: Fraction


def _row(line: str) -> dict[str, Entry]:
    cells = [cell.split() for cell in line.split(",")]
    return {
        method: Entry(int(rounds), Fraction(accuracy), Fraction(deviation))
        for method, (rounds, accuracy, deviation) in zip(METHODS, cells, strict=True)
    }


TABLES = {
    ("MNIST", 30): _row("16 94.11 1.08, 18 72.15 0.69, 18 94.16 0.27"),
    ("MNIST", 60): _row("15 95.62 0.23, 17 73.68 0.54, 17 95.63 0.33"),
    ("MNIST", 90): _row("14 96.88 0.37, 16 74.36 0.12, 16 96.92 1.12"),
    ("CIFAR-10", 30): _row("20 80.07 0.42, 23 63.23 0.17, 23 80.06 0.28"),
    ("CIFAR-10", 60): _row("19 80.98 0.29, 22 64.84 0.40, 22 80.96 0.53"),
    ("CIFAR-10", 90): _row("18 82.17 2.46, 21 65.21 0.21, 21 82.14 0.16"),
}
