"""A simulation of one round of the pairwise-seed protocol of Section 4.

Every pair of users agrees on a seed by X25519 and HKDF-SHA256 and draws the same Gaussian vector S_ij from it; user i
adds S_ij for j < i, subtracts it for j > i, and adds noise of its own. All noise is rounded to one dyadic grid, fine
against the noise (2^-30 of its standard deviation) and coarse enough that every sum below 2^15 users is exact in
doubles: so the S terms of users who respond cancel exactly, not up to rounding.

Everything, keys and noise, follows from a public seed, so that a round can be repeated: it shows what the protocol
computes, and protects nobody.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from optcheck.cordp.accuracy import decoder_weight, effective_variance
from optcheck.cordp.sizes import Floats
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import finite_double, float_array, whole_number
from optcheck.extras import missing_extra

try:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
except ModuleNotFoundError as error:
    raise missing_extra("a round of CorDP-DME", error) from error

MOST_USERS = 2**15
LARGEST_ENTRY = 1e100
MOST_SEED = 2**128


@dataclass(frozen=True, slots=True)
class Noise:
    """The parameters that all users know: how many they are, variance, covariance, dimension, grid."""

    users: int
    variance: float
    covariance: float
    dimension: int

    def __post_init__(self) -> None:
        if not 1 <= self.users <= MOST_USERS:
            raise InvalidInput(f"the number of users must be between 1 and {MOST_USERS}, got {shown(self.users)}")
        if not -math.inf < self.covariance <= 0 < self.variance < math.inf:
            raise InvalidInput(
                f"the protocol needs covariance <= 0 < variance, got {shown(self.covariance)}, {shown(self.variance)}"
            )
        if self.own_variance < 0:
            raise InvalidInput(f"variance + (n-1) covariance must not be negative, got {shown(self.own_variance)}")

    @property
    def own_variance(self) -> float:
        """The variance of the noise that each user draws alone."""
        return self.variance + (self.users - 1) * self.covariance

    def on_grid(self, values: Floats) -> Floats:
        """The nearest multiples of the common grid."""
        step = 2.0 ** (math.floor(math.log2(self.variance) / 2) - 30)
        return np.round(values / step) * step


@dataclass(frozen=True, slots=True)
class User:
    """One user: its secret key and its own random numbers."""

    index: int
    key: X25519PrivateKey
    secret: bytes

    @classmethod
    def create(cls, index: int, seed: int) -> User:
        """A user whose secrets follow from the seed of the simulation."""
        secret = hashlib.sha256(f"user {index} of simulation {seed}".encode()).digest()
        return cls(index, X25519PrivateKey.from_private_bytes(secret), secret)

    def pair_term(self, other: int, public: X25519PublicKey, noise: Noise) -> Floats:
        """The vector S that this user shares with another one, drawn from their common seed."""
        low, high = sorted((self.index, other))
        info = f"optcheck cordp pair {low} {high}".encode()
        seed = HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(self.key.exchange(public))
        return noise.on_grid(_gaussian(seed, -noise.covariance, noise.dimension))

    def terms(self, directory: list[X25519PublicKey], noise: Noise) -> Floats:
        """The signed pairwise terms of this user, one row for each user (its own row is zero)."""
        rows = np.zeros((noise.users, noise.dimension))
        for other, public in enumerate(directory):
            if other != self.index:
                sign = 1 if other < self.index else -1
                rows[other] = sign * self.pair_term(other, public, noise)
        return rows

    def own_noise(self, noise: Noise) -> Floats:
        """The noise that nobody else knows."""
        seed = hashlib.sha256(b"own noise" + self.secret).digest()
        return noise.on_grid(_gaussian(seed, noise.own_variance, noise.dimension))


def _gaussian(seed: bytes, variance: float, dimension: int) -> Floats:
    generator = np.random.Generator(np.random.PCG64(int.from_bytes(seed, "big")))
    return math.sqrt(variance) * generator.standard_normal(dimension)


@dataclass(frozen=True, slots=True)
class Round:
    """Everything that happened: vectors on the grid, pair terms [user, other, d], own noise, reports."""

    noise: Noise
    vectors: Floats
    pair_terms: Floats
    own: Floats

    @property
    def noises(self) -> Floats:
        """The noise Z_i of every user."""
        return np.asarray(self.pair_terms.sum(axis=1) + self.own)

    @property
    def reports(self) -> Floats:
        """What every user sends."""
        return self.vectors + self.noises

    def estimate(self, responders: Collection[int], colluders: Collection[int] = (), unbiased: bool = True) -> Floats:
        """The server's mean of the honest responders' vectors, the responding colluders' terms taken out."""
        unknown = sorted((set(responders) | set(colluders)) - set(range(self.noise.users)))
        if unknown:
            raise InvalidInput(f"responders and colluders must be users 0 to {self.noise.users - 1}, got {unknown}")
        told = sorted(set(responders) & set(colluders))
        honest = sorted(set(responders) - set(colluders))
        if not honest:
            raise InvalidInput(f"no honest responder is left among {sorted(responders)}")
        total = self.reports[honest].sum(axis=0) - self.pair_terms[np.ix_(honest, told)].sum(axis=(0, 1))
        effective = effective_variance(self.noise.variance, self.noise.covariance, len(set(responders)))
        weight = 1.0 if unbiased else decoder_weight(effective, len(honest), self.noise.dimension)
        return np.asarray(weight * total / len(honest))


def simulate_round(vectors: Floats, variance: float, covariance: float, seed: int = 0) -> Round:
    """Simulate: every user exchanges keys, draws its noise and reports; ``vectors`` has one row for each user.

    The vectors are rounded to the noise's grid, a step of less than 2^-30 standard deviations of the noise.

    >>> done = simulate_round(np.zeros((3, 4)), variance=1.0, covariance=-0.25)
    >>> bool((done.pair_terms.sum(axis=(0, 1)) == 0).all())
    True
    """
    rows = float_array(vectors, "entry of the vectors")
    if rows.ndim != 2:
        raise InvalidInput(f"vectors must have one row for each user, got shape {shown(rows.shape)}")
    spread, shared = finite_double(variance, "variance"), finite_double(covariance, "covariance")
    noise = Noise(rows.shape[0], spread, shared, rows.shape[1])
    whole_number(seed, "seed", least=0, most=MOST_SEED)
    if not (np.abs(rows) <= LARGEST_ENTRY).all():
        raise InvalidInput(f"entries of the vectors must lie between -{LARGEST_ENTRY:g} and {LARGEST_ENTRY:g}")
    users = [User.create(index, seed) for index in range(noise.users)]
    directory = [user.key.public_key() for user in users]
    terms = np.stack([user.terms(directory, noise) for user in users])
    return Round(noise, noise.on_grid(rows), terms, np.stack([user.own_noise(noise) for user in users]))
