"""Rounds of the pairwise-seed protocol of Section 4: a simulation in doubles, and a real round in integers.

Every two users agree on a seed by X25519 and HKDF-SHA256 and draw the same noise from it; one of them adds it, the
other subtracts it, and each user adds noise of its own. The server adds up the reports that arrive.

A simulation (``simulate_round``) shows what the protocol computes, and protects nobody: no keys are made, all noise
comes from a public seed, and a round can be repeated. It is rounded to one dyadic grid, fine against the noise (2^-30
of its standard deviation) and coarse enough that every sum below 2^15 users is exact in doubles: so the pairwise terms
of users who respond cancel exactly, not up to rounding.

In a real round (``Member``, ``estimate``) each user makes an X25519 key for this round and sends its public part to the
server, which sends all of them to every user. The secret of two users is bound to the round, to both users and to both
public keys, and its ChaCha20 stream gives the integers that they share. A user reports its clipped vector on the grid,
plus the shared draws, plus noise of its own from the operating system. Messages are not encrypted; reports are meant to
be seen.

What a user must trust: that the directory holds the others' own keys. A server that puts keys of its own there knows
the draws that a user shares with them, as if these others colluded, and then the noise keeps less than was planned.
Nothing inside the round shows it. Users who can reach each other on another way compare ``directory_digest`` there, or
take keys that somebody whom they trust has signed.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

import numpy as np

from optcheck.cordp.accuracy import Floats, decoder_weight, effective_variance
from optcheck.cordp.noise import IntegerNoise
from optcheck.errors import InvalidInput, missing_extra, shown
from optcheck.exact.inputs import exact_row, finite_double, float_array, whole_number
from optcheck.sampling import discrete_gaussian
from optcheck.sampling.discrete import Source

try:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
except ModuleNotFoundError as error:
    raise missing_extra("a round of CorDP-DME", error) from error


MOST_USERS = 2**15
LARGEST_ENTRY = 1e100
LARGEST_SEED = 2**128
_PROTOCOL = b"optcheck cordp round 1"
_ROUND_BYTES = 16
_FIELD = 2**255 - 19  # public keys of X25519 are numbers below it


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
        """The server's mean of the honest responders' vectors, the responding colluders' terms subtracted."""
        unknown = sorted((set(responders) | set(colluders)) - set(range(self.noise.users)))
        if unknown:
            raise InvalidInput(f"responders and colluders must be users 0 to {self.noise.users - 1}, got {unknown}")
        responding_colluders = sorted(set(responders) & set(colluders))
        honest = sorted(set(responders) - set(colluders))
        if not honest:
            raise InvalidInput(f"no honest responder is left among {sorted(responders)}")
        total = self.reports[honest].sum(axis=0) - self.pair_terms[np.ix_(honest, responding_colluders)].sum(
            axis=(0, 1)
        )
        effective = effective_variance(self.noise.variance, self.noise.covariance, len(set(responders)))
        weight = 1.0 if unbiased else decoder_weight(effective, len(honest), self.noise.dimension)
        return np.asarray(weight * total / len(honest))


def simulate_round(vectors: Floats, variance: float, covariance: float, seed: int = 0) -> Round:
    """Simulate: every pair and every user draws its noise; ``vectors`` has one row for each user.

    The vectors are rounded to the noise's grid, a step of less than 2^-30 standard deviations of the noise.

    >>> round_ = simulate_round(np.zeros((3, 4)), variance=1.0, covariance=-0.25)
    >>> bool((round_.pair_terms.sum(axis=(0, 1)) == 0).all())
    True
    """
    rows = float_array(vectors, "entry of the vectors")
    if rows.ndim != 2:
        raise InvalidInput(f"vectors must have one row for each user, got shape {shown(rows.shape)}")
    spread, shared = finite_double(variance, "variance"), finite_double(covariance, "covariance")
    noise = Noise(rows.shape[0], spread, shared, rows.shape[1])
    whole_number(seed, "seed", least=0, most=LARGEST_SEED)
    if not (np.abs(rows) <= LARGEST_ENTRY).all():
        raise InvalidInput(f"entries of the vectors must lie between -{LARGEST_ENTRY:g} and {LARGEST_ENTRY:g}")
    generator = np.random.default_rng(seed)
    drawn = math.sqrt(-shared) * generator.standard_normal((noise.users, *rows.shape))
    added = noise.on_grid(drawn) * np.tri(noise.users, k=-1)[:, :, None]  # by the later user of each pair
    own = math.sqrt(noise.own_variance) * generator.standard_normal(rows.shape)
    return Round(noise, noise.on_grid(rows), added - added.transpose(1, 0, 2), noise.on_grid(own))


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
class Report:
    """What a user sends: its noisy vector in steps of the grid; and, for itself, whether its vector was clipped."""

    user: int
    values: tuple[int, ...]
    clipped: bool


@dataclass(slots=True)
class Member:
    """One user in one round; its key is made for this round and used once."""

    user: int
    round_id: bytes
    noise: IntegerNoise
    _key: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate, repr=False)
    _reported: bool = False

    def __post_init__(self) -> None:
        _require(isinstance(self.noise, IntegerNoise), "noise must be integer noise", self.noise)
        named = isinstance(self.round_id, bytes) and len(self.round_id) == _ROUND_BYTES
        _require(named, f"a round's name must have {_ROUND_BYTES} bytes", self.round_id)
        whole_number(self.user, "user", least=0, most=self.noise.n - 1)

    @property
    def public(self) -> bytes:
        """The public key, for all users."""
        return self._key.public_key().public_bytes_raw()

    def report(self, directory: Mapping[int, bytes], vector: Sequence[object]) -> Report:
        """The noisy report, for a directory of all users' public keys; only once: a second one would undo the noise."""
        if self._reported:
            raise InvalidInput("a user reports once in a round; a second report would give the noise away")
        if set(directory) != set(range(self.noise.n)) or directory[self.user] != self.public:
            raise InvalidInput(f"the directory must hold the keys of users 0 to {self.noise.n - 1}, with one's own key")
        _check_keys(directory)
        values, clipped = _on_grid(vector, self.noise)
        secrets = {other: self._secret(other, key) for other, key in sorted(directory.items()) if other != self.user}
        self._reported = True
        total = [value + own for value, own in zip(values, self._own(), strict=True)]
        for other, seed in secrets.items() if self.noise.pair_variance else ():
            sign = 1 if other < self.user else -1
            total = [a + sign * s for a, s in zip(total, self._shared(seed), strict=True)]
        return Report(self.user, tuple(total), clipped)

    def _own(self) -> list[int]:
        drawn: list[int] = discrete_gaussian(self.noise.own_variance, self.noise.dimension).tolist()
        return drawn

    def _secret(self, other: int, key: bytes) -> bytes:
        try:
            secret = self._key.exchange(X25519PublicKey.from_public_bytes(key))
        except ValueError:  # the shared secret would be zero, whatever one's own key is
            raise InvalidInput(f"the key of user {other} is of small order: everybody would know the secret") from None
        pairs = sorted([(self.user, self.public), (other, key)])
        info = b"".join([_PROTOCOL, self.round_id, *(user.to_bytes(8, "big") + public for user, public in pairs)])
        return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)

    def _shared(self, seed: bytes) -> list[int]:
        variance, size = self.noise.pair_variance, self.noise.dimension
        drawn: list[int] = discrete_gaussian(variance, size, source=_stream(seed)).tolist()
        return drawn


def directory_digest(round_id: bytes, directory: Mapping[int, bytes]) -> str:
    """A digest of the round and all keys, short enough to be compared by people, or on a second way."""
    if not isinstance(round_id, bytes):
        raise InvalidInput(f"the round's id must be bytes, got {shown(round_id)}")
    if not isinstance(directory, Mapping):
        raise InvalidInput(f"a directory must map users to their keys, got {shown(directory)}")
    for user in directory:
        whole_number(user, "user", 0, 2**63)
    _check_keys(directory)
    entries = b"".join(user.to_bytes(8, "big") + key for user, key in sorted(directory.items()))
    return hashlib.sha256(_PROTOCOL + round_id + entries).hexdigest()


def _check_keys(directory: Mapping[int, bytes]) -> None:
    """Every key is written in the one way that X25519 has for it, and no two users have the same."""
    owners: dict[bytes, int] = {}
    for user, key in sorted(directory.items()):
        if not isinstance(key, bytes) or len(key) != 32 or int.from_bytes(key, "little") >= _FIELD:
            raise InvalidInput(
                f"the key of user {user} must be 32 bytes of a number below 2^255 - 19, got {shown(key)}"
            )
        if owners.setdefault(key, user) != user:
            raise InvalidInput(f"users {owners[key]} and {user} in the directory have the same key")


def estimate(reports: Sequence[Report], noise: IntegerNoise) -> list[Fraction]:
    """The server's unbiased mean of the vectors of those who responded; what they share with dropouts stays in it.

    At least t users must have responded: the noise was planned for that.
    """
    _require(isinstance(noise, IntegerNoise), "noise must be integer noise", noise)
    listed = isinstance(reports, Sequence) and all(isinstance(report, Report) for report in reports)
    _require(listed, "there must be a list of reports", reports)
    users = [report.user for report in reports]
    if not users or len(set(users)) != len(users):
        raise InvalidInput(f"there must be one report from each user who responded, got {users}")
    unknown = [user for user in users if user not in range(noise.n)]
    _require(not unknown, f"users of this round are 0 to {noise.n - 1}", unknown)
    _require(len(users) >= noise.t, f"the round needs reports from at least {noise.t} users", len(users))
    sizes = sorted({len(report.values) for report in reports})
    _require(sizes == [noise.dimension], f"reports of this round have {noise.dimension} coordinates", sizes)
    columns = zip(*(report.values for report in reports), strict=True)
    return [Fraction(sum(column), len(reports) * noise.steps) for column in columns]


def _require(condition: bool, rule: str, value: object) -> None:
    if not condition:
        raise InvalidInput(f"{rule}, got {shown(value)}")


def _stream(seed: bytes) -> Source:
    """The ChaCha20 stream of a key that is used for nothing else: the same bits for both users, random to others."""
    cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
    return lambda size: cipher.update(bytes(size))


def _on_grid(vector: Sequence[object], noise: IntegerNoise) -> tuple[list[int], bool]:
    """The vector, scaled down to length 1 if it is longer, at the nearest steps."""
    numbers = [Fraction(x) for x in exact_row(vector, "coordinate")]
    if len(numbers) != noise.dimension:
        raise InvalidInput(f"a vector of this round has {noise.dimension} coordinates, got {len(numbers)}")
    squares = sum((x * x for x in numbers), start=Fraction(0))
    factor = Fraction(1)
    if squares > 1:
        scale = 1 << 64
        factor = Fraction(scale, isqrt(squares.numerator * scale * scale // squares.denominator) + 1)
    half = Fraction(1, 2)
    return [int((x * factor * noise.steps + half) // 1) for x in numbers], squares > 1
