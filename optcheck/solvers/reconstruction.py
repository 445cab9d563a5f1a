"""From many binary digits of rational numbers to the numbers themselves, over one common denominator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.ratios import Ratios

__all__ = ["Expansion"]

_LONG = 2000  # bits from which python-flint multiplies faster than Python
_SLACK = 16  # bits by which the last digits may be wrong
_SPARE = 40  # bits beyond what uniqueness needs: a wrong guess would only cost a failed check


class Expansion:
    """Numbers x[j] = whole[j] + sum over i of digits[i][j] / 2^(size (i + 1)), the digits signed, the end cut off."""

    def __init__(self, whole: list[int], size: int) -> None:
        self._whole = whole
        self._size = size
        self._digits: list[NDArray[np.int64]] = []
        self._probe = 0  # the component that last showed that digits are missing

    @property
    def bits(self) -> int:
        """How many bits after the point are known."""
        return self._size * len(self._digits)

    def append(self, digits: NDArray[np.int64]) -> None:
        """Add the next digit of every number."""
        self._digits.append(digits)

    def ratios(self, check: Callable[[], None]) -> Ratios | None:
        """The simplest numbers that fit the digits, or None when these do not determine them yet."""
        bits = self.bits
        if _grown(1, self._shifted([self._probe])[0], bits) is None:
            return None
        shifted, common = self._shifted(range(len(self._whole))), 1
        for j, value in enumerate(shifted):
            check()
            grown = _grown(common, value, bits)
            if grown is None:
                self._probe = j
                return None
            common = grown
        return Ratios(self._numerators(shifted, common), common)

    def _shifted(self, chosen: Sequence[int]) -> list[int]:
        """The chosen numbers times 2^bits, rounded."""
        table = np.array([digits[list(chosen)] for digits in self._digits])
        carry = np.zeros(len(chosen), dtype=np.int64)
        for i in range(len(table) - 1, -1, -1):
            total = table[i] + carry
            carry = total >> self._size
            table[i] = total - (carry << self._size)
        # Now every digit is one of 0 .. 2^size - 1, which are whole bytes.
        octets = np.ascontiguousarray(table[::-1].T).astype("<u8", copy=False).view(np.uint8)
        octets = octets.reshape(len(chosen), len(table), 8)[:, :, : self._size // 8]
        text, length, bits = octets.tobytes(), octets.shape[1] * octets.shape[2], self.bits
        return [
            int.from_bytes(text[k * length : (k + 1) * length], "little") + ((self._whole[j] + over) << bits)
            for k, (j, over) in enumerate(zip(chosen, carry.tolist(), strict=True))
        ]

    def _numerators(self, shifted: list[int], common: int) -> list[int]:
        """Each number times the common denominator, rounded; digits that cannot matter are left out."""
        kept = min(self.bits, common.bit_length() + _SLACK + _SPARE)
        half = 1 << (kept - 1)
        products = _products(common, [value >> (self.bits - kept) for value in shifted])
        return [(product + half) >> kept for product in products]


def _grown(common: int, value: int, bits: int) -> int | None:
    """A multiple of the common denominator that fits value / 2^bits too."""
    scaled = common * value if common.bit_length() < _LONG else _products(common, [value])[0]
    rest = scaled & ((1 << bits) - 1)
    noise = common.bit_length() + _SLACK
    if min(rest, (1 << bits) - rest).bit_length() <= noise:
        return common
    factor = _best_denominator(rest, bits, noise)
    return None if factor is None else common * factor


def _products(factor: int, values: Sequence[int]) -> list[int]:
    """The values times the factor; long numbers are multiplied by python-flint, which is loaded for them only."""
    if factor.bit_length() < _LONG:
        return [factor * value for value in values]
    from flint import fmpz

    multiplier = fmpz(factor)
    return [int(multiplier * fmpz(value)) for value in values]


def _best_denominator(rest: int, bits: int, noise: int) -> int | None:
    """The q with q * rest / 2^bits nearly whole, by continued fractions; None when the bits do not single one out."""
    most = (bits - noise - _SPARE) // 2
    before, now = 0, 1  # denominators of convergents
    high, low = 1 << bits, rest
    while low.bit_length() > noise + now.bit_length():
        step, left = divmod(high, low)
        high, low = low, left
        before, now = now, before + step * now
        if now.bit_length() > most:
            return None
    return now
