"""Call the real functions of installed packages; run by the interpreter of .venv-wild, with the points on stdin.

Needs nothing of this repository: the standard library and the package that is called. A call that fails, hangs for
more than twenty seconds or gives no finite number is written as null. A package whose import drags in a framework that
is not installed is called by loading the one file that holds the function.
"""

import importlib.metadata
import importlib.util
import json
import math
import signal
import sys
import warnings
from fractions import Fraction

LIMIT = 20


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, give_up)
    asked = json.load(sys.stdin)
    json.dump({name: confirm(name, entry) for name, entry in asked.items()}, sys.stdout)


def confirm(name, entry):
    try:
        version = importlib.metadata.version(entry["package"])
    except importlib.metadata.PackageNotFoundError:
        return None
    return {"version": version, "returned": [call(CALLS[name], one["at"]) for one in entry["calls"]]}


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


def load(package, path):
    """One file of an installed package, without importing the package."""
    file = next(item for item in importlib.metadata.files(package) if str(item) == path)
    spec = importlib.util.spec_from_file_location("loaded_" + package.replace("-", "_"), file.locate())
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
}

if __name__ == "__main__":
    main()
