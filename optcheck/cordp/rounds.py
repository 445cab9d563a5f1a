"""A real round of the pairwise-seed protocol: fresh keys, integer noise, clipping; nothing follows from a seed.

Each user makes an X25519 key for one round and sends its public part to the server, which sends all of them to
everybody. Every two users derive a secret by HKDF-SHA256, bound to the round, to both users and to both public keys,
and draw the same integers from its ChaCha20 stream. A user reports its clipped vector on the grid, plus the shared
draws (one of the two users adds, the other subtracts), plus noise of its own from the operating system. The server adds
up what arrives.

Who hands out the public keys must be authentic: a server that replaces keys sits between users like a colluder.
Messages are not encrypted here; they need not be, for reports are made to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from optcheck.cordp.integers import IntegerNoise
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, whole_number
from optcheck.extras import missing_extra
from optcheck.sampling import discrete_gaussian
from optcheck.sampling.randomness import Source

try:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
except ModuleNotFoundError as error:
    raise missing_extra("a round of CorDP-DME", error) from error

__all__ = ["Member", "Report", "estimate"]

_VERSION = b"optcheck cordp round 1"
_ROUND_BYTES = 16


def _require(condition: bool, rule: str, value: object) -> None:
    if not condition:
        raise InvalidInput(f"{rule}, got {shown(value)}")


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
        """The public key, for everybody."""
        return self._key.public_key().public_bytes_raw()

    def report(self, directory: Mapping[int, bytes], vector: Sequence[object]) -> Report:
        """The noisy report, for a directory of all users' public keys; only once: a second one would undo the noise."""
        if self._reported:
            raise InvalidInput("a user reports once in a round; a second report would give the noise away")
        if set(directory) != set(range(self.noise.n)) or directory[self.user] != self.public:
            raise InvalidInput(f"the directory must hold the keys of users 0 to {self.noise.n - 1}, with one's own key")
        if len(set(directory.values())) != self.noise.n:
            raise InvalidInput("two users in the directory have the same key")
        values, clipped = _on_grid(vector, self.noise)
        total = [value + own for value, own in zip(values, self._own(), strict=True)]
        for other, key in sorted(directory.items()):
            if other != self.user and self.noise.pair_variance:
                sign = 1 if other < self.user else -1
                total = [a + sign * s for a, s in zip(total, self._shared(other, key), strict=True)]
        self._reported = True
        return Report(self.user, tuple(total), clipped)

    def _own(self) -> list[int]:
        drawn: list[int] = discrete_gaussian(self.noise.own_variance, self.noise.dimension).tolist()
        return drawn

    def _shared(self, other: int, key: bytes) -> list[int]:
        secret = self._key.exchange(X25519PublicKey.from_public_bytes(key))
        pairs = sorted([(self.user, self.public), (other, key)])
        info = b"".join([_VERSION, self.round_id, *(user.to_bytes(8, "big") + public for user, public in pairs)])
        seed = HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)
        variance, size = self.noise.pair_variance, self.noise.dimension
        drawn: list[int] = discrete_gaussian(variance, size, source=_stream(seed)).tolist()
        return drawn


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


def estimate(reports: Sequence[Report], noise: IntegerNoise) -> list[Fraction]:
    """The server's unbiased mean of the vectors of those who responded; what they share with the others stays in it."""
    _require(isinstance(noise, IntegerNoise), "noise must be integer noise", noise)
    listed = isinstance(reports, Sequence) and all(isinstance(report, Report) for report in reports)
    _require(listed, "there must be a list of reports", reports)
    users = [report.user for report in reports]
    if not users or len(set(users)) != len(users):
        raise InvalidInput(f"there must be one report from each user who responded, got {users}")
    columns = zip(*(report.values for report in reports), strict=True)
    return [Fraction(sum(column), len(reports) * noise.steps) for column in columns]
