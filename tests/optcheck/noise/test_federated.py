"""Plans inside Flower and NVIDIA FLARE: what leaves a client is its share, and sums have the planned variance."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import noise
from optcheck.errors import InvalidInput
from optcheck.noise.export import as_flower, as_nvflare
from optcheck.noise.flower import NoiseMod, apply, share_of_update
from optcheck.noise.flower import settings as secure_sum_settings

NAMES = [f"site-{number}" for number in range(1, 5)]


def _plan(dimension: int = 6, releases: int = 1, sensitivity: object = 2) -> noise.Plan:
    question = noise.Question.of(
        [1, 1, "0.5", 2], "1e-6", sensitivity, threshold=1, dimension=dimension, releases=releases, names=NAMES
    )
    return noise.make(question, grid="1/64")


PLAN = _plan()


@given(st.lists(st.floats(-3, 3), min_size=6, max_size=6))
@settings(max_examples=40, deadline=None)
def test_a_share_is_whole_and_keeps_its_shapes(numbers: list[float]) -> None:
    update = [np.array(numbers[:4]).reshape(2, 2), np.array(numbers[4:])]
    share = share_of_update(PLAN, "site-1", update, 1)
    assert [array.shape for array in share] == [(2, 2), (2,)]
    assert all(np.array_equal(array, np.round(array)) for array in share)


def test_the_settings_of_the_secure_sum_have_room() -> None:
    chosen = secure_sum_settings(PLAN)
    assert chosen["max_weight"] == 1
    assert chosen["quantization_range"] == 2 * chosen["clipping_range"]  # a step of the quantiser is a step of the grid
    assert chosen["modulus_range"] >= 4 * chosen["quantization_range"]
    shares = [share_of_update(PLAN, name, [np.ones(6)], 1)[0] for name in NAMES for _ in range(50)]
    assert max(np.abs(share).max() for share in shares) < chosen["clipping_range"]
    with pytest.raises(InvalidInput, match="coarser grid"):
        secure_sum_settings(noise.make(PLAN.question, grid="1/100000000"))


def test_the_model_moves_by_the_mean() -> None:
    moved = apply(PLAN, [np.zeros((2, 2)), np.ones(2)], [np.full((2, 2), 64.0), np.full(2, -32.0)])
    assert moved[0].tolist() == [[1, 1], [1, 1]]
    assert moved[1].tolist() == [0.5, 0.5]


def test_what_a_plan_does_not_cover_is_refused() -> None:
    with pytest.raises(InvalidInput, match="twice the radius"):
        share_of_update(PLAN, "site-1", [np.zeros(6)], 2)
    with pytest.raises(InvalidInput, match="6 coordinates, got 5"):
        share_of_update(PLAN, "site-1", [np.zeros(5)], 1)
    with pytest.raises(InvalidInput, match="update"):
        share_of_update(PLAN, "site-1", [np.array([np.nan] * 6)], 1)
    with pytest.raises(InvalidInput, match="tops up shares"):
        as_flower(noise.top_up(PLAN, ["site-4"]))
    with pytest.raises(InvalidInput, match="tops up shares"):
        as_nvflare(noise.top_up(PLAN, ["site-4"]))


def test_the_exported_filter_names_our_class_and_a_radius_that_fits() -> None:
    document = json.loads(as_nvflare(_plan(sensitivity=["1", 2, 2, 2])))
    (entry,) = document["task_result_filters"][0]["filters"]
    assert entry["path"] == "optcheck.noise.nvflare_filter.NoiseFilter"
    assert entry["args"] == {"plan": "plan.json", "radius": "1/2"}


def test_a_simulation_of_flower_has_the_planned_noise(tmp_path: Path) -> None:
    """Ten clients, SecAgg+, three rounds of the exported module: whole sums of the planned variance."""
    pytest.importorskip("flwr.simulation")
    pytest.importorskip("ray")
    dimension, clients = 3000, 10
    plan = noise.make(
        noise.Question.of([1] * 5 + [2] * 5, "1e-6", 2, threshold=2, dropouts=1, dimension=dimension, releases=2),
        grid="1/64",
    )
    plan.save(tmp_path / "plan.json")
    (tmp_path / "noise_plan.py").write_text(as_flower(plan), encoding="utf-8")
    (tmp_path / "run.py").write_text(_SIMULATION.format(dimension=dimension, clients=clients), encoding="utf-8")
    root = str(Path(__file__).parents[3])
    ran = subprocess.run(
        [sys.executable, "run.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{root}:{tmp_path}", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "RAY_DEDUP_LOGS": "0"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    results = tmp_path / "rounds.json"
    assert results.exists(), ran.stderr[-2000:]
    rounds = json.loads(results.read_text())
    assert len(rounds) == 2  # a third is refused by every client
    for found in rounds:
        assert found["off the grid"] < 1e-6
        assert found["seen"] == [[1, {}]] * clients  # neither weights nor metrics leave a client
        assert 0.85 < found["mean square"] / sum(plan.variances) < 1.15  # six standard deviations


_SIMULATION = """
import json
import numpy as np
from flwr.client import ClientApp, NumPyClient
from flwr.server import LegacyContext, ServerApp, ServerConfig
from flwr.server.workflow import DefaultWorkflow
from flwr.simulation import run_simulation
from noise_plan import CLIENT_MODS, PLAN, NoisyMean, secure_sum

class Client(NumPyClient):
    def fit(self, parameters, config):
        return [array + 0.25 / len(array) for array in parameters], 7, {{"loss": 0.5}}

rounds, model = [], [np.zeros({dimension})]

class Watched(NoisyMean):
    def aggregate_fit(self, server_round, results, failures):
        before = self.model[0]
        answer = super().aggregate_fit(server_round, results, failures)
        total = (self.model[0] - before) * {clients} / float(PLAN.grid)
        off = float(abs(total - total.round()).max())
        seen = [(result.num_examples, dict(result.metrics)) for _, result in results]
        rounds.append({{"mean square": float((total**2).mean()), "off the grid": off, "seen": seen}})
        with open("rounds.json", "w") as stream:
            json.dump(rounds, stream)
        return answer

server = ServerApp()

@server.main()
def main(grid, context):
    legacy = LegacyContext(context=context, config=ServerConfig(num_rounds=3), strategy=Watched(model))
    DefaultWorkflow(fit_workflow=secure_sum(5, 3))(grid, legacy)

if __name__ == "__main__":
    app = ClientApp(lambda context: Client().to_client(), mods=CLIENT_MODS)
    resources = {{"client_resources": {{"num_cpus": 1}}, "init_args": {{"num_cpus": 2, "logging_level": "ERROR"}}}}
    run_simulation(server, app, num_supernodes={clients}, backend_config=resources)
"""


def _context(name: str) -> Any:
    from nvflare.apis.fl_constant import ReservedKey
    from nvflare.apis.fl_context import FLContext

    context = FLContext()
    context.set_prop(ReservedKey.IDENTITY_NAME, name, private=True, sticky=False)
    return context


def test_the_filter_of_nvflare_sends_shares_and_nothing_else() -> None:
    dxo = pytest.importorskip("nvflare.apis.dxo")
    from nvflare.apis.shareable import Shareable

    from optcheck.noise.nvflare_filter import NoiseFilter

    plan = _plan(dimension=3000)
    total = np.zeros(3000)
    for name in NAMES:
        noisy, ours = NoiseFilter(plan, 1), _context(name)
        data = {"a": np.zeros((2, 1000)), "b": np.zeros(1000)}
        update = dxo.DXO(dxo.DataKind.WEIGHT_DIFF, data=data, meta={"loss": 0.1})
        sent = dxo.from_shareable(noisy.process(update.to_shareable(), ours))
        assert sent.get_meta_prop(dxo.MetaKey.NUM_STEPS_CURRENT_ROUND) == 1
        assert "loss" not in sent.meta
        total += np.concatenate([sent.data["a"].ravel(), sent.data["b"]]) / float(plan.grid)
        with pytest.raises(InvalidInput, match="releases of the plan are drawn"):
            noisy.process(update.to_shareable(), ours)
    assert np.array_equal(total, np.round(total))
    assert 0.85 < (total**2).mean() / sum(plan.variances) < 1.15
    weights = dxo.DXO(dxo.DataKind.WEIGHTS, data={"a": np.zeros(3000)}).to_shareable()
    with pytest.raises(InvalidInput, match="difference of weights"):
        NoiseFilter(plan, 1).process(weights, _context("site-1"))
    with pytest.raises(ValueError, match="DXO"):
        NoiseFilter(plan, 1).process(Shareable({"x": 1}), _context("site-1"))


def test_a_mod_needs_a_plan_whose_shares_fit() -> None:
    with pytest.raises(InvalidInput, match="coarser grid"):
        NoiseMod(noise.make(PLAN.question, grid="1/100000000"), 1)


def test_no_share_leaves_without_a_secure_sum() -> None:
    common = pytest.importorskip("flwr.common")
    from types import SimpleNamespace

    arrays = common.RecordDict({"fitins.parameters": common.ArrayRecord([np.zeros(6)])})
    message = SimpleNamespace(metadata=SimpleNamespace(message_type=common.MessageType.TRAIN), content=arrays)
    with pytest.raises(InvalidInput, match="does not come from SecAgg"):
        NoiseMod(PLAN, 1, "site-1")(message, None, lambda *_: pytest.fail("it trained"))
    message.metadata.message_type = common.MessageType.EVALUATE
    with pytest.raises(InvalidInput, match="an evaluation on private data"):
        NoiseMod(PLAN, 1, "site-1")(message, None, lambda *_: pytest.fail("it evaluated"))
