"""Call the real functions of installed packages; run by the interpreter of .venv-wild, with the points on stdin.

Needs nothing of this repository: the standard library and the package that is called. A call that fails, hangs for
more than twenty seconds or gives no finite number is written as null. A package whose import drags in a framework that
is not installed is called by loading the one file that holds the function.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import math
import signal
import sys
import types
import warnings
from fractions import Fraction
from pathlib import Path

LIMIT = 20
FILES = ("agm-example", "computeamplification")  # modules of one file, which `make wild` lays beside the packages


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, give_up)
    asked = json.load(sys.stdin)
    json.dump({name: confirm(name, entry) for name, entry in asked.items()}, sys.stdout)


def confirm(name, entry):
    version = version_of(entry["package"])
    if version is None:
        return None
    return {"version": version, "returned": [call(CALLS[name], one["at"]) for one in entry["calls"]]}


def version_of(package):
    """The version that is installed, of a single file the first digits of its digest; None where there is none."""
    if package in FILES:
        return hashlib.sha256(beside(package).read_bytes()).hexdigest()[:12] if beside(package).is_file() else None
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def call(function, at):
    signal.alarm(LIMIT)
    try:
        found = function(*(float(Fraction(text)) for text in at.split()))
        values = [float(value) for value in (found if isinstance(found, tuple) else (found,))]
        return [value.hex() for value in values] if all(map(math.isfinite, values)) else None
    except Exception as failure:
        print(f"{at}: {failure!r}", file=sys.stderr)
        return None
    finally:
        signal.alarm(0)


def give_up(*_):
    raise TimeoutError(f"no answer within {LIMIT} s")


def beside(name):
    return Path(sys.prefix) / f"{name}.py"


def load(package, path):
    """One file of an installed package, without importing the package."""
    return loaded(next(item for item in importlib.metadata.files(package) if str(item) == path).locate())


def loaded(file):
    spec = importlib.util.spec_from_file_location("loaded", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def noise_of_flower(epsilon, delta, sensitivity):
    """The standard deviation that Flower hands to numpy."""
    import numpy as np
    from flwr.supercore import differential_privacy as flower

    seen = []
    true_normal, np.random.normal = np.random.normal, lambda _, scale, shape: seen.append(scale) or np.zeros(shape)
    try:
        model = flower.ndarrays_to_parameters([np.zeros(1)])
        flower.add_localdp_gaussian_noise_to_params(model, sensitivity, epsilon, delta)
    finally:
        np.random.normal = true_normal
    return seen[0]


def flower_adaptive(multiplier, count_deviation):
    from flwr.supercore.differential_privacy import compute_adaptive_noise_params

    return compute_adaptive_noise_params(multiplier, 20 * count_deviation, count_deviation)[1]


def flower_central(multiplier, clipping, clients):
    from flwr.supercore.differential_privacy import compute_stdv

    return compute_stdv(multiplier, clipping, int(clients))


def diffprivlib_gaussian(epsilon, delta, sensitivity):
    from diffprivlib.mechanisms import Gaussian

    return Gaussian(epsilon=epsilon, delta=delta, sensitivity=sensitivity)._scale


def diffprivlib_analytic(epsilon, delta):
    from diffprivlib.mechanisms import GaussianAnalytic

    return GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1)._scale


def diffprivlib_laplace(epsilon, delta):
    from diffprivlib.mechanisms import Laplace

    return math.sqrt(Laplace(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) / 2)


def diffprivlib_accountant(epsilon, times, slack):
    from diffprivlib import BudgetAccountant

    return BudgetAccountant(delta=1, slack=slack, spent_budget=[(epsilon, 0)] * int(times)).total()[0]


def autodp_analytic(epsilon, delta):
    from autodp.calibrator_zoo import ana_gaussian_calibrator
    from autodp.mechanism_zoo import ExactGaussianMechanism

    return ana_gaussian_calibrator()(ExactGaussianMechanism, epsilon, delta, name="G").params["sigma"]


def autodp_subsample(ratio, rate):
    from autodp.privacy_calibrator import subsample_epsdelta

    return math.exp(subsample_epsdelta(math.log(ratio), 0.0, rate)[0])


def dp_accounting_sigma(epsilon, delta):
    from dp_accounting import get_sigma_gaussian

    return get_sigma_gaussian(epsilon, delta)


def dp_accounting_epsilon(shift, order, delta):
    from dp_accounting.rdp.rdp_privacy_accountant import compute_epsilon

    return compute_epsilon([order], [order * shift**2 / 2], delta)[0]


def dp_accounting_delta(shift, order, epsilon):
    from dp_accounting.rdp.rdp_privacy_accountant import compute_delta

    return compute_delta([order], [order * shift**2 / 2], epsilon)[0]


def python_dp(epsilon, delta):
    from pydp.algorithms.numerical_mechanisms import GaussianMechanism

    return GaussianMechanism(epsilon, delta, 1.0).std


def opendp_epsilon(rho, delta):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    noise = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=math.sqrt(1 / (2 * rho))))
    return noise.map(1.0).epsilon(delta)


def opacus_rdp(shift, order, delta):
    opacus = load("opacus", "opacus/accountants/analysis/rdp.py")
    return opacus.get_privacy_spent(orders=[order], rdp=[order * shift**2 / 2], delta=delta)[0]


def opacus_gdp(sigma, rate, _):
    return load("opacus", "opacus/accountants/analysis/gdp.py").compute_mu_poisson(
        steps=1, noise_multiplier=sigma, sample_rate=rate
    )


def tff_analytic(epsilon, delta):
    tff = load("tensorflow-federated", "tensorflow_federated/python/analytics/differential_privacy.py")
    return tff.analytic_gauss_stddev(epsilon, delta, 1.0)


def agm_reference(epsilon, delta):
    return loaded(beside("agm-example")).calibrateAnalyticGaussianMechanism(epsilon, delta, 1.0)


def shuffling_closed(ratio, bits, clients):
    shuffling = loaded(beside("computeamplification"))
    return math.exp(shuffling.closedformanalysis(clients, math.log(ratio), 0.5**bits))


def shuffling_numerical(clients, each, delta, step):
    halvings, is_upper = 20, True
    shuffling = loaded(beside("computeamplification"))
    return shuffling.numericalanalysis(int(clients), each, delta, halvings, int(step), is_upper)


def accountant_of_opacus(kind):
    """The accountant's own class; what torch would be imported for, the optimiser's side of its base, is left out."""
    home = Path(importlib.metadata.distribution("opacus").locate_file("opacus"))
    for name in ("opacus", "opacus.accountants"):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [str(home.joinpath(*name.split(".")[1:]))]
    base = sys.modules["opacus.accountants.accountant"] = types.ModuleType("opacus.accountants.accountant")
    base.IAccountant = type("IAccountant", (), {"__init__": lambda self: setattr(self, "history", [])})
    names = {"gdp": "GaussianAccountant", "prv": "PRVAccountant", "rdp": "RDPAccountant"}
    return getattr(importlib.import_module(f"opacus.accountants.{kind}"), names[kind])()


def epsilon_of_opacus(kind):
    def epsilon(rate, sigma, steps, delta):
        accountant = accountant_of_opacus(kind)
        accountant.history = [(sigma, rate, int(steps))]
        return accountant.get_epsilon(delta)

    return epsilon


def epsilon_of_dp_accounting(kind):
    def epsilon(rate, sigma, steps, delta):
        import dp_accounting

        accountant = {"rdp": dp_accounting.rdp.RdpAccountant, "pld": dp_accounting.pld.PLDAccountant}[kind]()
        step = dp_accounting.PoissonSampledDpEvent(rate, dp_accounting.GaussianDpEvent(sigma))
        return accountant.compose(step, int(steps)).get_epsilon(delta)

    return epsilon


def dp_accounting_discrete_gaussian(sigma, epsilon):
    from dp_accounting.pld import privacy_loss_distribution as losses

    return losses.from_discrete_gaussian_mechanism(sigma).get_delta_for_epsilon(epsilon)


def dp_accounting_discrete_laplace(parameter, times, epsilon):
    from dp_accounting.pld import privacy_loss_distribution as losses

    return losses.from_discrete_laplace_mechanism(parameter).self_compose(int(times)).get_delta_for_epsilon(epsilon)


def dp_accounting_randomized_response(noise, buckets, epsilon):
    from dp_accounting.pld import privacy_loss_distribution as losses

    return losses.from_randomized_response(noise, int(buckets)).get_delta_for_epsilon(epsilon)


def diffprivlib_discrete_gaussian(epsilon, delta):
    from diffprivlib.mechanisms import GaussianDiscrete

    return GaussianDiscrete(epsilon=epsilon, delta=delta, sensitivity=1)._scale


def diffprivlib_bounded_noise(epsilon, delta, sensitivity):
    from diffprivlib.mechanisms import LaplaceBoundedNoise

    mechanism = LaplaceBoundedNoise(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    mechanism.randomise(0.0)  # which sets the bound
    return mechanism._noise_bound


def diffprivlib_bounded_domain(epsilon, width):
    from diffprivlib.mechanisms import LaplaceBoundedDomain

    return LaplaceBoundedDomain(epsilon=epsilon, delta=0, sensitivity=1, lower=0, upper=width)._find_scale()


def diffprivlib_staircase(epsilon, _):
    from diffprivlib.mechanisms import Staircase

    return Staircase(epsilon=epsilon, sensitivity=1).gamma


def diffprivlib_exponential(epsilon, one, two, *_):
    from diffprivlib.mechanisms import Exponential

    return Exponential(epsilon=epsilon, sensitivity=1, utility=[one, two])._probabilities[0]


def diffprivlib_permute_and_flip(epsilon, *scores):
    from diffprivlib.mechanisms import PermuteAndFlip

    mechanism = PermuteAndFlip(epsilon=epsilon, sensitivity=1, utility=list(scores))
    return tuple(mechanism._probabilities)  # logarithms


def diffprivlib_heterogeneous(first, times_first, second, times_second, slack):
    from diffprivlib import BudgetAccountant

    spent = [(first, 0)] * int(times_first) + [(second, 0)] * int(times_second)
    return BudgetAccountant(delta=1, slack=slack, spent_budget=spent).total()[0]


def opendp_space(kind=float):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    domain = dp.atom_domain(T=float, nan=False) if kind is float else dp.atom_domain(T=kind)
    return dp, (domain, dp.absolute_distance(T=kind))


def opendp_laplace(scale):
    dp, space = opendp_space(int)
    return dp.m.make_laplace(*space, scale=scale).map(1)


def opendp_randomized_response(probability):
    dp, _ = opendp_space()
    return dp.m.make_randomized_response_bool(probability).map(1)


def opendp_noisy_max(scale):
    dp, _ = opendp_space()
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int)
    return dp.m.make_noisy_max(*space, dp.max_divergence(), scale=scale).map(1)


def round_of_flower(make, updates, examples):
    """One round of a strategy of Flower with these updates of a model that is 0: the deviations that it hands to numpy,
    the strategy after it, and the new model. Numpy adds no noise meanwhile."""
    import numpy as np
    from flwr.common import Code, FitRes, Status, ndarrays_to_parameters, parameters_to_ndarrays
    from flwr.server.strategy import FedAvg

    strategy, seen = make(FedAvg(), len(updates)), []
    strategy.current_round_params = [np.zeros(1)]
    ok = Status(Code.OK, "")
    results = [
        (None, FitRes(ok, ndarrays_to_parameters([np.array([update])]), int(count), {}))
        for update, count in zip(updates, examples, strict=True)
    ]
    true_normal = np.random.normal
    np.random.normal = lambda mean, scale, *shape: seen.append(scale) or mean + (np.zeros(*shape) if shape else 0.0)
    try:
        model, _ = strategy.aggregate_fit(1, results, [])
    finally:
        np.random.normal = true_normal
    return seen, strategy, parameters_to_ndarrays(model)[0][0]


def flower_weighted(multiplier, clipping, *examples):
    """The deviation of the noise; the first client, of the largest weight, moves the model by its share."""
    from flwr.server.strategy import DifferentialPrivacyServerSideFixedClipping as Wrapped

    updates = [10 * clipping] + [0.001 * clipping] * (len(examples) - 1)
    seen, _, model = round_of_flower(lambda inner, n: Wrapped(inner, multiplier, clipping, n), updates, examples)
    assert model > clipping * examples[0] / sum(examples) * 0.999, "the mean is not weighted by examples"
    return seen[0]


def adaptive_round_of_flower(clients, clipped, norm, rate, target):
    from flwr.server.strategy import DifferentialPrivacyServerSideAdaptiveClipping as Wrapped

    updates = [10 * norm] * int(clipped) + [norm / 10] * int(clients - clipped)
    make = lambda inner, n: Wrapped(inner, 1.0, n, norm, target, rate, float(n))  # noqa: E731
    return round_of_flower(make, updates, [1] * len(updates))


def flower_adaptive_order(*at):
    """The deviation of the noise on the update for each unit of the multiplier."""
    (_, deviation), strategy, _ = adaptive_round_of_flower(*at)
    return deviation / strategy.noise_multiplier


def flower_adaptive_direction(*at):
    return adaptive_round_of_flower(*at)[1].clipping_norm


CALLS = {
    "flower-local": noise_of_flower,
    "flower-adaptive": flower_adaptive,
    "flower-central": flower_central,
    "diffprivlib-gaussian": diffprivlib_gaussian,
    "diffprivlib-analytic": diffprivlib_analytic,
    "diffprivlib-laplace": diffprivlib_laplace,
    "diffprivlib-accountant": diffprivlib_accountant,
    "autodp-analytic": autodp_analytic,
    "autodp-subsample": autodp_subsample,
    "dp-accounting-sigma": dp_accounting_sigma,
    "dp-accounting-epsilon": dp_accounting_epsilon,
    "dp-accounting-delta": dp_accounting_delta,
    "python-dp-gaussian": python_dp,
    "opendp-zcdp": opendp_epsilon,
    "opacus-rdp": opacus_rdp,
    "opacus-gdp": opacus_gdp,
    "tff-analytic": tff_analytic,
    "agm-reference": agm_reference,
    "opacus-gdp-epsilon": epsilon_of_opacus("gdp"),
    "opacus-sampled-rdp": epsilon_of_opacus("rdp"),
    "opacus-sampled-prv": epsilon_of_opacus("prv"),
    "dp-accounting-sampled-rdp": epsilon_of_dp_accounting("rdp"),
    "dp-accounting-sampled-pld": epsilon_of_dp_accounting("pld"),
    "dp-accounting-discrete-gaussian": dp_accounting_discrete_gaussian,
    "dp-accounting-discrete-laplace": dp_accounting_discrete_laplace,
    "dp-accounting-randomized-response": dp_accounting_randomized_response,
    "diffprivlib-discrete-gaussian": diffprivlib_discrete_gaussian,
    "diffprivlib-bounded-noise": diffprivlib_bounded_noise,
    "diffprivlib-bounded-domain": diffprivlib_bounded_domain,
    "diffprivlib-staircase": diffprivlib_staircase,
    "diffprivlib-exponential": diffprivlib_exponential,
    "diffprivlib-permute-and-flip": diffprivlib_permute_and_flip,
    "diffprivlib-heterogeneous": diffprivlib_heterogeneous,
    "opendp-laplace": opendp_laplace,
    "opendp-randomized-response": opendp_randomized_response,
    "opendp-noisy-max": opendp_noisy_max,
    "shuffling-closed": shuffling_closed,
    "shuffling-numerical": shuffling_numerical,
    "flower-weighted": flower_weighted,
    "flower-adaptive-order": flower_adaptive_order,
    "flower-adaptive-direction": flower_adaptive_direction,
}

if __name__ == "__main__":
    main()
