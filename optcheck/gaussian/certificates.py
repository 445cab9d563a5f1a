"""A certificate for one calibrated variance that the trusted checker accepts."""

from __future__ import annotations

import math

from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import exact, to_text
from optcheck.gaussian.calibration import required_variance

KIND = "gaussian-variance"


def variance_certificate(epsilon: float, delta: float, sensitivity: float = 1.0) -> Certificate:
    """A certificate that the variance suffices, and that the double two places below it does not.

    >>> float(variance_certificate(1.0, 1e-5).verify().fact("least variance", "<=").value)
    13.917612394689467
    """
    given = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity}
    instance = {name: to_text(exact(value, name)) for name, value in given.items()}
    if sensitivity == 0:
        raise InvalidInput("sensitivity must be greater than 0 for a certificate, got 0")
    variance = required_variance(epsilon, delta, sensitivity)
    below = math.nextafter(math.nextafter(variance, 0), 0)
    evidence = {"variance": to_text(exact(variance)), "insufficient": to_text(exact(below))}
    if below == 0:
        del evidence["insufficient"]
    return Certificate(KIND, instance, evidence)
