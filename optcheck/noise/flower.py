"""A plan inside Flower: a mod for clients that turns a model update into a share, and settings for SecAgg+.

A client's update, the difference between the arrays that it returns and those that it was sent, is clipped to a ball,
brought to the grid and given the party's integer noise. What leaves the client are whole numbers. SecAgg+ quantises
floats: with :func:`settings` its steps are the plan's, so whole numbers pass through it unchanged, and its sums do not
wrap around but with probability 2^-64. Every client counts once, whatever its number of examples, since a weight would
be another mechanism than the plan's, and its metrics (loss, accuracy) stay at home, since no noise hides them; for the
same reason evaluations on clients are refused. The mean of the shares that SecAgg+ returns becomes the new model by
:func:`apply`. Without SecAgg+ the server would see single shares, which the plan does not cover: the mod stands behind
``secaggplus_mod``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from optcheck.errors import InvalidInput
from optcheck.exact.inputs import exact_row
from optcheck.noise.ledger import record
from optcheck.noise.plan import Plan, check_first_plan, share_bits
from optcheck.noise.share import clip_to_ball, draw

_MOST_BITS = 30  # SecAgg+ rounds to integers of 32 bits
_MOST_MODULUS_BITS = 63
_STATE = "optcheck"
_STATUS = ".status"  # the record of whether the client succeeded
_WEIGHTS = ("num_examples", "num-examples")
_MOST_EXACT = 1 << 53  # a double holds whole numbers up to this
Floats = npt.NDArray[np.floating]
Foreign = Any  # a message or a context of Flower, which is no dependency of ours


def settings(plan: Plan) -> dict[str, float | int]:
    """What ``SecAggPlusWorkflow`` takes, beside how many shares and how many of them suffice."""
    question = check_first_plan(plan).question
    bits = max(share_bits(plan, name) for name in question.names)
    modulus_bits = bits + question.n.bit_length()
    if bits > _MOST_BITS or modulus_bits > _MOST_MODULUS_BITS:
        raise InvalidInput(
            f"a share must fit into {_MOST_BITS} bits for SecAgg+, got {bits}: plan with a coarser grid "
            "(optcheck allocate --grid)"
        )
    return {
        "max_weight": 1,
        "clipping_range": float(1 << bits - 1),
        "quantization_range": 1 << bits,
        "modulus_range": 1 << modulus_bits,
    }


def share_of_update(plan: Plan, name: str, update: Sequence[Floats], radius: object) -> list[Floats]:
    """A party's share of the sum of updates, in whole steps of the grid: clipped to the radius, with its noise.

    The plan may give the party no noise: an update goes nowhere but into a secure sum.
    """
    flat = [x for array in update for x in np.asarray(array, dtype=np.float64).ravel().tolist()]
    value = clip_to_ball(plan, name, exact_row(flat, "update"), radius)
    steps = [step + drawn for step, drawn in zip(value.steps, draw(plan, name), strict=True)]
    if max(map(abs, steps)) > _MOST_EXACT:
        raise InvalidInput("a share must be exact as a double: plan with a coarser grid")
    pieces = np.split(np.array(steps, dtype=np.float64), np.cumsum([array.size for array in update])[:-1])
    return [piece.reshape(array.shape) for piece, array in zip(pieces, update, strict=True)]


class NoiseMod:
    """A client mod: ``ClientApp(..., mods=[secaggplus_mod, NoiseMod(plan, radius)])``.

    The party is the plan's with the index of the client's ``partition-id``, unless ``party`` names it. Two updates in
    the ball of ``radius`` differ by up to twice that, which must not exceed the party's sensitivity. Releases are
    counted in the client's state and, if one is given, in a ``ledger``: one more than planned is refused.
    """

    def __init__(
        self, plan: Plan | str | Path, radius: object, party: str | None = None, ledger: str | Path | None = None
    ) -> None:
        self.plan = check_first_plan(plan if isinstance(plan, Plan) else Plan.load(plan))
        settings(self.plan)
        self.radius, self.party, self.ledger = radius, party, ledger

    def __call__(self, message: Foreign, context: Foreign, call_next: Callable[[Foreign, Foreign], Foreign]) -> Foreign:
        """Let the client train, and put its share in the place of the arrays that it returns."""
        from flwr.common import MessageType

        if message.metadata.message_type == MessageType.EVALUATE:
            raise InvalidInput(
                "an evaluation on private data is not in the plan; evaluate on the server, on public data"
            )
        if message.metadata.message_type != MessageType.TRAIN:
            return call_next(message, context)
        _need_secure_sum(message)
        sent = _arrays(message)
        reply = call_next(message, context)
        if reply.has_error():
            return reply
        self._replace(reply, sent, self._name(context), context)
        return reply

    def _name(self, context: Foreign) -> str:
        if self.party is not None:
            return self.plan.question.names[self.plan.question.party(self.party)]
        index = context.node_config.get("partition-id")
        if not isinstance(index, int) or not 0 <= index < self.plan.question.n:
            raise InvalidInput(f"the partition must be one of the plan's {self.plan.question.n} parties, got {index!r}")
        return self.plan.question.names[index]

    def _replace(self, reply: Foreign, sent: list[Floats], name: str, context: Foreign) -> None:
        from flwr.common import Array, ArrayRecord

        ((key, arrays),) = reply.content.array_records.items()
        returned = arrays.to_numpy_ndarrays()
        if [array.shape for array in returned] != [array.shape for array in sent]:
            raise InvalidInput("the client must return arrays of the shapes that it was sent")
        self._count(name, context)
        update = [np.asarray(new, dtype=np.float64) - old for new, old in zip(returned, sent, strict=True)]
        shaped = share_of_update(self.plan, name, update, self.radius)
        reply.content[key] = ArrayRecord({label: Array(part) for label, part in zip(arrays, shaped, strict=True)})
        _silence(reply.content)

    def _count(self, name: str, context: Foreign) -> None:
        from flwr.common import ConfigRecord

        state = context.state.config_records.get(_STATE, {})
        drawn = int(state.get("drawn", 0))
        if drawn >= self.plan.question.releases:
            raise InvalidInput(f"{name!r} has drawn all {drawn} releases of the plan: one more would reveal too much")
        if self.ledger is not None:
            record(self.ledger, self.plan, name)
        context.state.config_records[_STATE] = ConfigRecord({"drawn": drawn + 1})


def _silence(content: Foreign) -> None:
    """Every client counts once, and no metric stands beside its share: no noise would hide what a metric reveals."""
    for key, numbers in [*content.metric_records.items(), *content.config_records.items()]:
        for label in [] if key.endswith(_STATUS) else list(numbers):
            if label in _WEIGHTS:
                numbers[label] = 1
            else:
                del numbers[label]


def _need_secure_sum(message: Foreign) -> None:
    """Refuse to send a share where the server would see it: every message that SecAgg+ handles holds its settings."""
    from flwr.common.secure_aggregation.secaggplus_constants import RECORD_KEY_CONFIGS

    if RECORD_KEY_CONFIGS not in message.content.config_records:
        raise InvalidInput(
            "the message does not come from SecAgg+: the server would see the share by itself, which the plan "
            "does not cover; take mods=[secaggplus_mod, NoiseMod(...)] and SecAggPlusWorkflow"
        )


def _arrays(message: Foreign) -> list[Floats]:
    records = list(message.content.array_records.values())
    if len(records) != 1:
        raise InvalidInput(f"the message must hold one record of arrays, got {len(records)}")
    return list(records[0].to_numpy_ndarrays())


def apply(plan: Plan, model: Sequence[Floats], mean_share: Sequence[Floats]) -> list[Floats]:
    """The new model: the old one and the mean update, from the mean of the shares that the secure sum returned."""
    grid = float(check_first_plan(plan).grid)
    return [
        np.asarray(old, dtype=np.float64) + grid * np.asarray(share)
        for old, share in zip(model, mean_share, strict=True)
    ]
