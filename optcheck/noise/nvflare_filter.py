"""A plan inside NVIDIA FLARE: a filter for task results that turns a client's weight difference into its share.

In a job, ``optcheck.noise.nvflare_filter.NoiseFilter`` with a plan and a radius is one of the client's
``task_result_filters``. The difference is clipped to a ball, brought to the plan's grid and given the party's integer
noise; what leaves is a multiple of the grid, without the metrics that stood beside it, and every client counts as one
step. A single share is hidden by its own
party's noise only, which the plan does not count on: results must be added up where nobody sees them singly. A party to
which the plan gives no noise is refused, unless ``inside_secure_sum`` says that this is so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from nvflare.apis.dxo import DXO, DataKind, MetaKey, from_shareable
from nvflare.apis.dxo_filter import DXOFilter

from optcheck.errors import InvalidInput
from optcheck.noise.flower import share_of_update
from optcheck.noise.ledger import record
from optcheck.noise.plan import Plan, check_first_plan
from optcheck.noise.share import check_noisy

if TYPE_CHECKING:
    from pathlib import Path

Foreign = Any  # objects of NVIDIA FLARE, which carries no type information


class NoiseFilter(DXOFilter):  # type: ignore[misc]  # the package has no types
    """Noise by a plan; the party is the client's name, unless ``party`` names it. No release beyond those planned."""

    def __init__(
        self,
        plan: str | Path | Plan,
        radius: object,
        party: str | None = None,
        ledger: str | Path | None = None,
        inside_secure_sum: bool = False,
    ) -> None:
        super().__init__(supported_data_kinds=None, data_kinds_to_filter=None)
        self.plan = check_first_plan(plan if isinstance(plan, Plan) else Plan.load(plan))
        self.radius, self.party, self.ledger, self.drawn = radius, party, ledger, 0
        self.inside_secure_sum = inside_secure_sum

    def process(self, shareable: Foreign, fl_ctx: Foreign) -> Foreign:
        """Refuse a result that the filter cannot read: NVIDIA FLARE would send it as it is."""
        if str(shareable.get_return_code()) == "OK":
            from_shareable(shareable)
        return super().process(shareable, fl_ctx)

    def process_dxo(self, dxo: Foreign, shareable: Foreign, fl_ctx: Foreign) -> Foreign:
        """The share in the place of the difference."""
        if dxo.data_kind != DataKind.WEIGHT_DIFF:
            raise InvalidInput(f"the client must return a difference of weights, got {dxo.data_kind}")
        if self.drawn >= self.plan.question.releases:
            raise InvalidInput(f"all {self.drawn} releases of the plan are drawn: one more would reveal too much")
        name = self.party or fl_ctx.get_identity_name()
        check_noisy(self.plan, name, inside_secure_sum=self.inside_secure_sum)
        self.drawn += 1
        if self.ledger is not None:
            record(self.ledger, self.plan, name)
        arrays = [np.asarray(array, dtype=np.float64) for array in dxo.data.values()]
        shares = share_of_update(self.plan, name, arrays, self.radius)
        grid = float(self.plan.grid)
        meta = {MetaKey.NUM_STEPS_CURRENT_ROUND: 1}  # metrics stay at home: no noise hides them
        data = {key: grid * share for key, share in zip(dxo.data, shares, strict=True)}
        return DXO(data_kind=DataKind.WEIGHT_DIFF, data=data, meta=meta)
