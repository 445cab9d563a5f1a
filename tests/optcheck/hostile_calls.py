"""Sound calls of everything public, and values that nobody should hand over but somebody will."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from optcheck import Model, adpml, chained_dp, cordp, gaussian, noise, randomized_response, sampling, tpmdp

HUGE = 10**5000  # more digits than Python turns into text

HOSTILE: Mapping[str, Any] = {
    "nan": float("nan"),
    "inf": float("inf"),
    "-inf": float("-inf"),
    "-1": -1,
    "-0.5": -0.5,
    "0": 0,
    "-0.0": -0.0,
    "1": 1,
    "10**400": 10**400,
    "10**5000": HUGE,
    "-10**5000": -HUGE,
    "a long fraction": Fraction(HUGE + 1, 3**5000),
    "a tiny fraction": Fraction(1, HUGE),
    "the largest double": 1.7976931348623157e308,
    "the smallest double": 5e-324,
    "2.5": 2.5,
    "a text": "x",
    "an empty text": "",
    "a text of a huge number": "1e5000",
    "a text of a number that is too long": "1e999999999",
    "bytes": b"1",
    "None": None,
    "True": True,
    "False": False,
    "complex": 1 + 2j,
    "an object": object(),
    "an empty list": [],
    "a list in a list": [[]],
    "a wrong length": [1] * 7,
    "an empty dictionary": {},
    "a function": len,
    "numpy nan": np.float64("nan"),
    "numpy int": np.int64(-1),
    "numpy short float": np.float32(0.5),
    "numpy long float": np.longdouble(0.5),
    "numpy bool": np.bool_(True),
    "a decimal": Decimal("0.5"),
    "decimal NaN": Decimal("NaN"),
    "a huge decimal": Decimal("1e5000"),
    "a matrix": np.ones((2, 2)),
    "an array of texts": np.array(["a", "b"]),
    "an array of objects": np.array([None, 1]),
    "an empty array": np.empty(0),
}


RESULTS = {  # what the functions return; nobody makes them by hand
    noise.BulkAllocation,
    noise.BulkCurve,
    noise.BulkPlan,
    noise.Histogram,
    noise.Mean,
    noise.Total,
    noise.OnGrid,
    noise.Plan,
    sampling.DiscreteGaussian,
    sampling.DiscreteLaplace,
    tpmdp.Allocation,
    tpmdp.CurvePoint,
    tpmdp.Subcase,
    randomized_response.Optimum,
    randomized_response.PiecewiseRational,
    cordp.ExactNoise,
    cordp.OptimalNoise,
    cordp.IntegerNoise,
    cordp.Report,
    cordp.Round,
    chained_dp.Equilibrium,
    chained_dp.Threshold,
    adpml.OptimalSchedule,
    adpml.PrivacySpent,
    adpml.TrainingRun,
}


def variants(sound: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The sound arguments with one of them, or one item of a list among them, replaced by each hostile value."""
    for name, value in sound.items():
        for word, hostile in HOSTILE.items():
            if callable(hostile) and name in ("weight", "source"):
                continue  # what a caller's own function raises is the caller's
            yield f"{name} = {word}", {**sound, name: hostile}
            if isinstance(value, list) and value:
                yield f"{name}[0] = {word}", {**sound, name: [hostile, *value[1:]]}
                if isinstance(value[0], list | tuple):
                    yield f"{name}[0][0] = {word}", {**sound, name: [[hostile, *value[0][1:]], *value[1:]]}


def _model(**parts: Any) -> object:
    model = Model(parts["sense"])
    model.variable(parts["variable"], parts["cost"], parts["lower"], parts["upper"])
    model.row(parts["row"], {"x": parts["entry"]}, parts["relation"], parts["rhs"])
    return model.build().to_floats()


def _terms(terms: Any) -> None:
    model = Model()
    model.variable("x")
    model.row("r", terms, "<=", 1)


_BUDGET: dict[str, Any] = {"epsilon": 1.0, "delta": 0.01}
_SENSITIVE: dict[str, Any] = {**_BUDGET, "sensitivity": 1.0, "exact": False}
_DIGITS = adpml.load_digits()
_TRAINING = adpml.LocalTraining()
_DECISION: dict[str, Any] = {"f": [0, 0, 0, 1], "lambdas": [2, 3], "criterion": "average", "observer": None}

_QUESTION: dict[str, Any] = {
    "epsilon": [1, 2],
    "delta": "1/1000",
    "sensitivity": [1, 1],
    "threshold": 1,
    "dropouts": 0,
    "active": [0, 1],
    "releases": 1,
    "dimension": 1,
    "names": ["a", "b"],
}
_PARTIES = Path(__file__).parents[2] / "examples" / "parties.csv"
_FOLDER = TemporaryDirectory()
_PLANNED: dict[str, Any] = {"outputs": [Path(_FOLDER.name) / "noise.csv"], "plan": Path(_FOLDER.name) / "plan.json"}
noise.plan_files([_PARTIES], 1, **_PLANNED)
_INTEGERS = cordp.integer_noise(5, 3, 1, 1, "1/1000", 2)
_PLAN = noise.make(noise.Question.of(**_QUESTION))
_VECTORS = noise.make(noise.Question.of(**{**_QUESTION, "dimension": 2}))

SOUND: Mapping[Callable[..., Any], dict[str, Any]] = {
    gaussian.classical_variance: {**_SENSITIVE, "epsilon": 0.5},
    gaussian.delta_of: {"sigma": 2.0, "epsilon": 1.0, "sensitivity": 1.0, "exact": False},
    gaussian.delta_of_rho: {"rho": 0.5, "epsilon": 1.0, "exact": False},
    gaussian.delta_of_variance: {"variance": 2.0, "epsilon": 1.0, "sensitivity": 1.0, "exact": False},
    gaussian.epsilon_of: {"sigma": 2.0, "delta": 0.1, "sensitivity": 1.0, "exact": False},
    gaussian.epsilon_of_rho: {"rho": 0.5, "delta": 0.1, "exact": False},
    gaussian.epsilon_of_variance: {"variance": 2.0, "delta": 0.1, "sensitivity": 1.0, "exact": False},
    gaussian.gaussian_delta_of_rho: {"rho": 0.5, "epsilon": 1.0, "exact": False},
    gaussian.gaussian_epsilon_of_rho: {"rho": 0.5, "delta": 0.1, "exact": False},
    gaussian.gaussian_rho_for: {**_BUDGET, "exact": False},
    gaussian.required_variance: _SENSITIVE,
    gaussian.rho_for: {**_BUDGET, "exact": False},
    gaussian.rho_of_variance: {"variance": 2.0, "sensitivity": 1.0, "exact": False},
    gaussian.variance_certificate: {**_BUDGET, "sensitivity": 1.0},
    gaussian.variance_of_rho: {"rho": 0.5, "sensitivity": 1.0, "exact": False},
    tpmdp.Instance: {"required": [3, 1, 2], "threshold": 1, "active": [0, 2]},
    tpmdp.Instance.of: {"required": [3, 1, 2], "threshold": 1, "active": [0, 2]},
    tpmdp.allocate: {"required": [3, 1, 2], "threshold": 1, "active": [0, 2], "dropouts": 1},
    tpmdp.compose_advanced: {"budgets": [(0.1, 0.01), (0.2, 0.01)], "runs": 3, "slack": [0.001, 0.001]},
    tpmdp.compose_basic: {"mechanisms": [[(0.1, 0.01)], [(0.2, 0.01)]]},
    tpmdp.curve: {"required": [3, 1, 2], "active": [0, 2]},
    tpmdp.savings: {"required": [3, 1, 2], "threshold": 1, "active": [0, 2], "dropouts": 0, "most": 2},
    tpmdp.minimum: {"required": [3.5, 1.0, 2.0]},
    tpmdp.non_threshold: {"required": [3.5, 1.0, 2.0], "active": [True, False, True]},
    tpmdp.tmdp: {"required": [3.5, 1.0, 2.0], "threshold": 2, "active": [0]},
    sampling.discrete_gaussian: {"variance": 4, "size": 3},
    sampling.discrete_laplace: {"scale": 4, "size": [2, 2]},
    noise.Question: {
        "names": ("a", "b"),
        "epsilons": (1, 1),
        "deltas": (Fraction(1, 9), Fraction(1, 9)),
        "sensitivities": (1, 1),
        "active": (0,),
        "threshold": 1,
        "dropouts": 0,
        "releases": 1,
        "dimension": 1,
    },
    noise.Question.of: _QUESTION,
    noise.allocate_files: {
        "paths": [_PARTIES],
        "threshold": 1,
        "outputs": None,
        "dropouts": 0,
        "releases": 1,
        "encoding": "utf-8",
        "client": None,
    },
    noise.plan_files: {
        "paths": [_PARTIES],
        "threshold": 1,
        **_PLANNED,
        "dropouts": 0,
        "releases": 1,
        "dimension": 1,
        "encoding": "utf-8",
        "client": None,
    },
    noise.party_plan: {"plan": _PLANNED["plan"], "noise": Path(_FOLDER.name) / "noise.csv", "name": "clinic"},
    noise.curve_files: {"paths": [_PARTIES], "threshold": 1, "dropouts": 0, "encoding": "utf-8", "most": 2},
    noise.Mean.of_range: {"low": 0, "high": 1, "counted": True},
    noise.Mean.of_ball: {"radius": 1, "coordinates": 2, "counted": False},
    noise.question_from_table: {
        "table": [{"epsilon": 1, "delta": "1/1000"}, {"epsilon": 2, "delta": "1/1000"}],
        "threshold": 1,
        "dropouts": 0,
        "releases": 1,
        "dimension": 1,
    },
    noise.make: {"question": noise.Question.of(**_QUESTION), "grid": Fraction(1, 4)},
    noise.draw: {"plan": _PLAN, "name": "a"},
    noise.clip_to_range: {"plan": _PLAN, "name": "a", "value": 1, "low": 0, "high": 1},
    noise.at_precision: {"plan": _VECTORS, "precision": 1},
    noise.clip_to_ball: {"plan": _VECTORS, "name": "a", "vector": [1, 2], "radius": "1/2"},
    noise.to_data: {"plan": _PLAN, "steps": 3},
    noise.share_bits: {"plan": _PLAN, "name": _PLAN.question.names[0]},
    noise.count_share: {"plan": _PLAN, "name": _PLAN.question.names[0], "count": 3},
    noise.Histogram.of_edges: {"edges": [0, 1, 2], "exchange": False},
    noise.Histogram.of_labels: {"labels": ["a", "b"], "exchange": False},
    noise.Total.of_range: {"low": 0, "high": 1, "exchange": False},
    noise.remaining: {"plan": _PLAN, "colluders": {0}, "gone": set()},
    noise.worst: {"plan": _PLAN, "party": 0},
    noise.zcdp: {"plan": _PLAN, "name": "a"},
    noise.top_up: {"plan": _PLAN, "left": ["b"], "dropouts": 0},
    noise.variance_per_release: {"epsilon": 1, "delta": Fraction(1, 1000), "releases": 2, "sensitivity": 1},
    randomized_response.Problem: {
        "lambdas": (2,),
        "table": (0, 1),
        "weights": ((1, 0), (0, 1)),
        "criterion": "average",
        "observer": None,
    },
    randomized_response.accuracy_function: {"f": [0, 0, 0, 1], "k": 2},
    randomized_response.and_average_accuracy: {"k": 2, "value": 2},
    randomized_response.and_worst_accuracy: {"value": 2},
    randomized_response.keep_expansion: {"order": 3},
    randomized_response.keep_probability: {"value": 2},
    randomized_response.make_problem: {**_DECISION, "weight": None, "decisions": None},
    randomized_response.optimal_accuracy: {**_DECISION, "weight": None, "decisions": None},
    randomized_response.optimal_decision: {**_DECISION, "weight": None, "decisions": None},
    randomized_response.privacy_level: {"epsilon": 1},
    randomized_response.simulate_responses: {"bits": [1, 0], "lambdas": [2, 3], "count": 5, "seed": 0},
    randomized_response.symmetric_accuracy: {"values": [0, 0, 1], "value": 2, "criterion": "worst", "observer": False},
    randomized_response.transcript_matrix: {"lambdas": [2, 3]},
    randomized_response.xor_accuracy: {"lambdas": [2, 3], "observer": None},
    randomized_response.xor_expansion: {"k": 2, "order": 3},
    cordp.biased_error: {"effective": 1.0, "honest": 3, "d": 10},
    cordp.central_error: {"sigma2_min": 1.0, "honest": 3, "d": 10},
    cordp.decoder_weight: {"effective": 1.0, "honest": 3, "d": 10},
    cordp.effective_variance: {"variance": 1.0, "covariance": -0.1, "responders": 3},
    cordp.error_with: {"n": 5, "responders": 4, "colluders": 1, "variance": 1.0, "covariance": -0.1, "d": 10},
    cordp.exact_noise: {"n": 5, "t": 3, "c": 1, "sigma2_min": 1, "within": None},
    cordp.Member: {"user": 0, "round_id": bytes(16), "noise": _INTEGERS},
    cordp.directory_digest: {"round_id": bytes(16), "directory": {0: bytes([9] + [0] * 31), 1: bytes([8] + [0] * 31)}},
    cordp.estimate: {"reports": [cordp.Report(user, (1, 2), False) for user in range(3)], "noise": _INTEGERS},
    cordp.integer_noise: {"n": 5, "t": 3, "c": 1, "epsilon": 1, "delta": "1/1000", "dimension": 2},
    cordp.kept_variance: {"n": 5, "colluders": 2, "variance": 1.0, "covariance": -0.1},
    cordp.least_effective_variance: {"n": 5, "t": 3, "c": 1, "sigma2_min": 1},
    cordp.local_error: {"sigma2_min": 1.0, "honest": 3, "d": 10},
    cordp.optimal_noise: {"n": 5, "t": 3, "c": 1, "epsilon": 1.0, "delta": 0.01, "sigma2_min": None, "within": None},
    cordp.simulate_round: {"vectors": np.ones((3, 2)), "variance": 1.0, "covariance": -0.1, "seed": 0},
    cordp.unbiased_error: {"effective": 1.0, "honest": 3, "d": 10},
    chained_dp.anarchy_bound: {"users": 3, "spread": 2.0},
    chained_dp.best_response: {"preference": 2, "before": 1},
    chained_dp.centralised_total_cost: {"preferences": [1, 2]},
    chained_dp.centralised_variance: {"preferences": [1, 2]},
    chained_dp.cost: {"preference": Fraction(1), "total": Fraction(2), "seen": Fraction(1)},
    chained_dp.enclosed_costs: {"preferences": [1, 2], "multiples": [1, 1], "bits": 64},
    chained_dp.enclosed_optimum: {"preferences": [1, 2], "bits": 64},
    chained_dp.enclosed_price_of_anarchy: {"preferences": [1, 2], "bits": 64},
    chained_dp.equilibrium: {"preferences": [1, 2]},
    chained_dp.exposure: {"users": 4, "probability": Fraction(1, 3), "attacker": "strong", "order": "uniform"},
    chained_dp.exposure_floats: {"users": 4, "probabilities": [0.5, 0.25], "attacker": "strong"},
    chained_dp.local_noise: {"preferences": [1, 2]},
    chained_dp.nash_multiples: {"preferences": [1, 2]},
    chained_dp.price_of_anarchy_cubed: {"preferences": [1, 4]},
    chained_dp.profile_costs: {"preferences": [1.0, 2.0], "variances": [1.0, 1.0]},
    chained_dp.release_exposure: {"users": 4, "probability": Fraction(1, 3), "slices": 2, "attacker": "strong"},
    chained_dp.sorted_split: {"preferences": [1, 2, 3, 4], "parts": 2},
    chained_dp.split_noise: {"preferences": [1, 2, 3], "split": [[0, 1], [2]], "weighted": True},
    chained_dp.subgame_perfect_multiples: {"preferences": [1, 2]},
    chained_dp.threshold: {"users": 4, "attacker": "strong", "order": "uniform", "target": None},
    adpml.LocalTraining: {"clip": 20, "steps": 5, "step_size": 4},
    adpml.ScheduleProblem: {"amplitudes": (1, 2), "total": 3, "sensitivity": 1, "lower": 0, "upper": None},
    adpml.Schedule: {"minimum": Fraction(1, 10), "maximum": 1, "rate": Fraction(1, 2), "rounds": 5},
    adpml.Dataset: {
        "name": "x",
        "rows": np.full((2, 2), 0.5),
        "labels": np.array([0, 1]),
        "test_rows": np.full((1, 2), 0.5),
        "test_labels": np.array([0]),
    },
    adpml.budget_schedule: {
        "epsilon_min": 1,
        "epsilon_max": 2,
        "delta": 0.1,
        "rate": 0.5,
        "rounds": 3,
        "conversion": "zcdp",
    },
    adpml.clipping_sensitivity: {"clip": 20},
    adpml.gradient_sensitivity: {"training": _TRAINING, "records": 10},
    adpml.largest_rate: {"total": 3, "minimum": Fraction(1, 10), "maximum": 1, "rounds": 5},
    adpml.load_digits: {"test_share": 0.25, "seed": 0},
    adpml.load_mnist: {"source": "nowhere"},
    adpml.loss_for_budget: {"epsilon": 1, "delta": 0.1, "conversion": "zcdp"},
    adpml.most_rounds: {"total": 3, "minimum": Fraction(1, 10), "maximum": 1, "rate": Fraction(1, 2)},
    adpml.noise_cost: {"losses": [1, 2], "amplitudes": [1, 1], "sensitivity": 1},
    adpml.noise_variances: {"losses": [1, 2], "sensitivity": 1},
    adpml.optimal_schedule: {"amplitudes": [1, 2], "total": 3, "sensitivity": 1, "lower": 0, "upper": None},
    adpml.privacy_spent: {"losses": [Fraction(1, 10)], "delta": 0.1},
    adpml.scaled_to_total: {"total": 3, "cap_ratio": 5, "rate": Fraction(1, 2), "rounds": 5},
    adpml.schedule: {"minimum": Fraction(1, 10), "maximum": 1, "rate": Fraction(1, 2), "rounds": 5},
    adpml.schedule_within_budget: {
        "epsilon": 1,
        "delta": 0.1,
        "cap_ratio": 5,
        "rate": 0.5,
        "rounds": 3,
        "conversion": "zcdp",
    },
    adpml.shrinking_amplitudes: {"factor": Fraction(1, 2), "rounds": 3},
    adpml.total_loss: {"minimum": Fraction(1, 10), "maximum": 1, "rate": Fraction(1, 2), "rounds": 5},
    adpml.train: {
        "data": _DIGITS,
        "losses": [1, 1],
        "rounds": None,
        "parties": 5,
        "active": None,
        "training": _TRAINING,
        "seed": 0,
        "until": None,
    },
    adpml.unit_rows: {"images": np.ones((2, 3))},
    adpml.unsafe_paper_sensitivity: {"training": _TRAINING, "records": 10},
    adpml.valid_sensitivity: {"training": _TRAINING, "records": 10},
    _model: {
        "sense": "minimise",
        "variable": "x",
        "cost": 1,
        "lower": 0,
        "upper": 5,
        "row": "r",
        "entry": 1,
        "relation": ">=",
        "rhs": 1,
    },
    _terms: {"terms": {"x": 1}},
}
CALLS = [(f"{f.__module__}.{f.__qualname__}", f, arguments) for f, arguments in SOUND.items()]
