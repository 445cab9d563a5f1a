"""Statement: diffprivlib 0.6.6 (mechanisms.Staircase) takes gamma = 1/(1 + exp(epsilon/2)) for the shape of staircase
noise, which is said to add the least noise.

Model: the expected size of the noise for sensitivity 1: a geometric number of whole steps, and then a place in the
first part of a step, of length gamma, or in the rest of it. At no other gamma is it smaller.

Corners: the other gamma near 0 and near 1.
"""

from optcheck.claims import *


class Shape(Instance):
    """The budget, and another shape."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    other: Fraction = rational(above=0, below=1, symbol="γ'")


def as_printed(shape: Shape) -> Value:
    return 1 / (1 + exp(shape.epsilon / 2))


def size(shape: Shape, gamma: Value) -> Value:
    """The expected size of the noise."""
    fall = exp(-shape.epsilon)
    first = gamma / (gamma + (1 - gamma) * fall)
    return fall / (1 - fall) + first * gamma / 2 + (1 - first) * (1 + gamma) / 2


def size_of_other(shape: Shape) -> Value:
    """The same at the other shape."""
    return size(shape, expr(shape.other))


CLAIM = Statement(
    "libraries/diffprivlib-staircase",
    place="diffprivlib, Staircase",
    title="the shape of staircase noise of least expected size",
    domain=Shape,
    truth=definition(size_of_other),
    means=size,
    asserts=at_least,
    printed=Form(as_printed, "γ = 1/(1 + exp(ε/2))"),
    impact=Impact.OPTIMALITY,
    effort=Effort(instances=60, drawn=20, largest={"epsilon": 20}),
)
