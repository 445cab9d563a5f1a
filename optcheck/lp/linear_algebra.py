"""Exact linear algebra over the rationals: square systems, their inverses, independent columns.

A square integer system is factored in doubles and its solution lifted to exact rationals (Wan's method): each round
solves for the exact residual in doubles, takes the leading bits of the correction as a digit, and updates the residual
without error, until the digits determine the rational solution. Every solution is multiplied back, so that a matrix too
ill-conditioned for doubles ends in :class:`Unsolved`, never in a wrong solution. Where lifting fails, elimination in
rationals decides; it is slower, and recognises singular systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from math import gcd, log2
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, Ratios, common_denominator, common_multiple, over_one_denominator, whole

if TYPE_CHECKING:
    import highspy
    from flint import fmpq, fmpq_mat

# python-flint takes longer to load than most programs take to solve: it is imported where it is needed. So is highspy,
# which cannot be loaded beside OR-Tools.

T = TypeVar("T")
Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]
Solve = Callable[[Doubles], Doubles]
Check = Callable[[], None]  # called between steps; what it raises ends the work
Matrix = tuple[list[int], list[int], list[int]]  # starts, columns, values, row by row


class Unsolved(ArithmeticError):
    """Doubles do not lead to the solution: the matrix is singular or nearly so."""


# Factors in doubles

SMALL = 700  # rows up to which a dense inverse is computed
GAINS = (40, 32, 24, 16, 8)  # bits a round may gain, fewer when the matrix is ill-conditioned; whole bytes


@dataclass(frozen=True, slots=True)
class Factors:
    """Approximate solutions with a matrix and with its transpose, and the bits that a round may gain, to be tried."""

    solve: Solve
    solve_transposed: Solve
    gains: tuple[int, ...] = GAINS

    def scaled(self, left: Doubles, right: Doubles) -> Factors:
        """From factors of diag(left) @ matrix @ diag(right) those of the matrix."""
        return replace(
            self,
            solve=lambda r: right * self.solve(left * r),
            solve_transposed=lambda r: left * self.solve_transposed(right * r),
        )


def factorise(starts: Indices, columns: Indices, values: Sequence[int]) -> Factors:
    """Factor a matrix given by rows, scaled by powers of two: with numpy when it is small, else sparsely with HiGHS."""
    size = len(starts) - 1
    rows = np.repeat(np.arange(size), np.diff(starts))
    try:
        entries = np.array(values, dtype=np.float64)
        logs = balance(rows, columns, np.log2(np.abs(entries)), (size, size), _BALANCING_PASSES)
        left, right = (np.exp2(np.rint(scales)) for scales in logs)
        scaled = entries * left[rows] * right[columns]
        inner = (_dense if size <= SMALL else _sparse)(rows, columns, scaled, size)
    except (OverflowError, ValueError, np.linalg.LinAlgError) as error:
        raise Unsolved(str(error)) from error
    return inner.scaled(left, right)


def _dense(rows: Indices, columns: Indices, values: Doubles, size: int) -> Factors:
    matrix = np.zeros((size, size))
    np.add.at(matrix, (rows, columns), values)
    inverse = np.linalg.inv(matrix)
    return Factors(lambda r: inverse @ r, lambda r: r @ inverse)


def _sparse(rows: Indices, columns: Indices, values: Doubles, size: int) -> Factors:
    """HiGHS factors the basis of a program that has the matrix for its rows and every column in the basis."""
    import highspy

    highs = _feasibility_program(np.searchsorted(rows, np.arange(size)), columns, values)
    basis = highspy.HighsBasis()
    basis.col_status = [highspy.HighsBasisStatus.kBasic] * size
    basis.row_status = [highspy.HighsBasisStatus.kLower] * size
    basis.valid = True
    highs.setBasis(basis)
    highs.run()  # nothing is left to solve: it factors the basis
    order = np.array(highs.getBasicVariables()[1])
    if len(order) < size or order.min() < 0:
        raise Unsolved("HiGHS took a row into the basis: the matrix is singular, or nearly so")

    def solve(right: Doubles) -> Doubles:
        answer = np.empty(size)
        answer[order] = highs.getBasisSolve(right)[1]
        return answer

    return Factors(solve, lambda right: np.asarray(highs.getBasisTransposeSolve(right[order])[1]))


def _feasibility_program(starts: Indices, columns: Indices, values: Doubles) -> highspy.Highs:
    """HiGHS with the matrix as a program: cost 0, free columns, rows equal to 0."""
    import highspy

    size, free = len(starts), np.full(len(starts), highspy.kHighsInf)
    highs = highspy.Highs()
    settings = {"output_flag": False, "presolve": "off", "simplex_scale_strategy": 0, "small_matrix_value": 1e-12}
    for name, value in settings.items():
        highs.setOptionValue(name, value)
    kinds, zeros = (int(highspy.MatrixFormat.kRowwise), int(highspy.ObjSense.kMinimize)), np.zeros(size)
    matrix = (starts.astype(np.int32), columns.astype(np.int32), values, np.zeros(size, dtype=np.int32))
    highs.passModel(size, size, len(values), *kinds, 0.0, zeros, -free, free, zeros, zeros, *matrix)
    return highs


# Units: digits are computed for all unknowns at once, so unknowns that differ by orders of magnitude cost digits. Each
# unknown gets a power of ten (of two, for binary data) as its unit, and each row is divided by the greatest common
# divisor that is left: a program that was only written in unusual units has its plain integers back.

_BALANCING_PASSES = 4
_FAR = 1e9  # the extremes of an empty row or column, which cancel


def balance(
    rows: Indices, columns: Indices, logs: Doubles, shape: tuple[int, int], passes: int
) -> tuple[Doubles, Doubles]:
    """Logarithms of row and column scales that centre the entries' logarithms at 0, rows and columns in turn."""
    left, right = np.zeros(shape[0]), np.zeros(shape[1])
    for _ in range(passes):
        left = -_midrange(rows, logs + right[columns], shape[0])
        right = -_midrange(columns, logs + left[rows], shape[1])
    return left, right


def _midrange(index: Indices, logs: Doubles, count: int) -> Doubles:
    """Midway between the largest and the smallest value of each index."""
    high, low = np.full(count, -_FAR), np.full(count, _FAR)
    np.maximum.at(high, index, logs)
    np.minimum.at(low, index, logs)
    return np.asarray((high + low) / 2)


@dataclass(frozen=True, slots=True)
class Units:
    """A square system in units of its own: diag(rows) @ matrix @ diag(columns) is denominator times an integer one."""

    rows: list[int]
    columns: list[int]
    denominator: int
    inner: IntegerMatrix

    def solve(self, approximate: Solve, gains: Sequence[int], sides: Sequence[Exact], check: Check) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions with the matrix itself."""
        given = over_one_denominator(sides)
        scaled = [factor * side for factor, side in zip(self.rows, given.numerators, strict=True)]
        divisor = gcd(*scaled)
        if not divisor:
            return Ratios([0] * len(scaled), 1)
        rows, columns = np.array(self.rows, dtype=np.float64), np.array(self.columns, dtype=np.float64)
        rows /= float(self.denominator)
        reduced = [side // divisor for side in scaled]
        x = self.inner.solve(lambda r: approximate(r / rows) / columns, gains, reduced, check)
        numerators = [divisor * unit * top for unit, top in zip(self.columns, x.numerators, strict=True)]
        return Ratios(numerators, x.denominator * self.denominator * given.denominator)


def in_units(starts: list[int], columns: list[int], values: list[int], base: int) -> Units:
    """A matrix by rows, none of them empty, in units that are powers of the base."""
    exponents = _unit_exponents(np.array(starts), np.array(columns, dtype=np.int64), values, base)
    powers = [base**k for k in range(max(exponents, default=0) + 1)]
    entries, leasts, divisors = list[int](), list[int](), list[int]()
    for start, stop in pairwise(starts):
        steps, row = [exponents[j] for j in columns[start:stop]], values[start:stop]
        least = min(steps)
        if max(steps) > least:
            row = [value * powers[step - least] for value, step in zip(row, steps, strict=True)]
        divisor = gcd(*row)
        entries += row if divisor == 1 else [value // divisor for value in row]
        leasts.append(least)
        divisors.append(divisor)
    most, common = max(leasts, default=0), common_multiple(divisors)
    rows = [powers[most - k] * (common // divisor) for k, divisor in zip(leasts, divisors, strict=True)]
    units = [powers[exponent] for exponent in exponents]
    return Units(rows, units, powers[most] * common, IntegerMatrix(starts, columns, entries))


def _unit_exponents(starts: Indices, columns: Indices, values: list[int], base: int) -> list[int]:
    """Exponents of the columns' units, the least 0: midway between a column's largest and its smallest entry."""
    size = len(starts) - 1
    logs = np.array([value.bit_length() for value in values], dtype=np.float64) / log2(base)
    rows = np.repeat(np.arange(size), np.diff(starts))
    _, right = balance(rows, columns, logs, (size, size), _BALANCING_PASSES)
    rounded = np.rint(right).astype(np.int64)
    return list((rounded - rounded.min(initial=0)).tolist())


# Lifting

_DIVERGENCE = 2.0**12  # corrections stay near 1 as long as the rounds converge
_WIDE = 2.0**55  # a row whose entries add up to more does not keep its residuals within 64 bits
_MARGIN = 200  # bits beyond what the solution can need before the digits are given up
_WHOLE_ROUNDS = 64


class IntegerMatrix:
    """A square integer matrix by rows, none of them empty.

    It multiplies in machine words where these suffice, in Python's integers otherwise.
    """

    def __init__(self, starts: list[int], columns: list[int], values: list[int]) -> None:
        self._starts, self._columns, self._values = starts, columns, values
        self._column_index, self._firsts = np.array(columns, dtype=np.int64), np.array(starts[:-1], dtype=np.int64)
        self._determinant_bits = sum(sum(map(abs, values[a:b])).bit_length() for a, b in pairwise(starts))
        words = _machine_words(values)
        self._narrow = words is not None and bool(
            np.add.reduceat(np.abs(words.astype(np.float64)), self._firsts).max(initial=0.0) < _WIDE
        )
        if self._narrow and words is not None:
            self._words = words.view(np.uint64)

    def solve(self, approximate: Solve, gains: Sequence[int], sides: list[int], check: Check) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions; Unsolved where these are not good enough."""
        divisor = gcd(*sides) or 1
        sides = [side // divisor for side in sides]
        integers, residual = self._whole_part(approximate, sides)
        for size in gains:
            x = self._lifted(approximate, sides, integers, residual, size, check)
            if x is not None:
                return Ratios([divisor * numerator for numerator in x.numerators], x.denominator)
        raise Unsolved("the rounds do not converge")

    def times(self, vector: Sequence[int]) -> list[int]:
        """The exact product, in integers of any size."""
        products = [a * vector[j] for a, j in zip(self._values, self._columns, strict=True)]
        return [sum(products[start:stop]) for start, stop in pairwise(self._starts)]

    def _whole_part(self, approximate: Solve, sides: list[int]) -> tuple[list[int], Indices]:
        """Integers near the solution, and what they leave of the right side."""
        integers, rest = [0] * len(sides), sides
        for _ in range(_WHOLE_ROUNDS):
            step = _finite_step(approximate, rest)
            if np.abs(step).max(initial=0.0) < 1:
                return integers, np.array(rest, dtype=np.int64 if self._narrow else object)
            integers = [x + int(d) for x, d in zip(integers, np.rint(step).tolist(), strict=True)]
            rest = [side - product for side, product in zip(sides, self.times(integers), strict=True)]
        raise Unsolved("the whole parts do not converge")

    def _lifted(
        self, approximate: Solve, sides: list[int], integers: list[int], residual: Indices, size: int, check: Check
    ) -> Ratios | None:
        """Rounds that gain so many bits each until the digits determine the solution; None when they diverge.

        Factors of another matrix can give small digits for ever, since the residual wraps around. A denominator divides
        the determinant, so that a bounded number of right digits determines it.
        """
        expansion, goal, scale = Expansion(integers, size), 2 * size, 2.0**size
        while expansion.bits <= 6 * self._determinant_bits + _MARGIN:
            check()
            step = _finite_step(approximate, residual)
            if np.abs(step).max(initial=0.0) > _DIVERGENCE:
                return None
            digits = np.rint(step * scale).astype(np.int64)
            residual = self._residual(residual, size, digits)
            expansion.append(digits)
            if expansion.bits >= goal:
                x = expansion.ratios(check)
                if x is not None and self.times(x.numerators) == [x.denominator * side for side in sides]:
                    return x
                goal = expansion.bits * 3 // 2
        return None

    def _residual(self, before: Indices, size: int, digits: Indices) -> Indices:
        """before * 2^size - matrix @ digits. Machine words may wrap around on the way: the result itself fits."""
        if self._narrow:
            products = self._words * digits.view(np.uint64)[self._column_index]
            new = (before.view(np.uint64) << np.uint64(size)) - np.add.reduceat(products, self._firsts)
            return np.asarray(new).view(np.int64)
        product = self.times(digits.tolist())
        return np.array([(r << size) - p for r, p in zip(before.tolist(), product, strict=True)], dtype=object)


def _machine_words(values: list[int]) -> Indices | None:
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return None


def _finite_step(approximate: Solve, residual: Sequence[int] | Indices) -> Doubles:
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # the result shows it
            step = approximate(np.array(residual, dtype=np.float64))
    except OverflowError as error:
        raise Unsolved(str(error)) from error
    if not np.isfinite(step).all():
        raise Unsolved("the factors overflow")
    return step


# Rational reconstruction: from binary digits of rational numbers to the numbers, over one common denominator

_LONG = 2000  # bits from which python-flint multiplies faster than Python
_SLACK = 16  # bits by which the last digits may be wrong
_SPARE = 40  # bits beyond what uniqueness needs: a wrong guess only costs a failed check


class Expansion:
    """Numbers x[j] = whole[j] + sum over i of digits[i][j] / 2^(size (i + 1)), the digits signed, the end cut off."""

    def __init__(self, whole: list[int], size: int) -> None:
        self._whole = whole
        self._size = size
        self._digits: list[Indices] = []
        self._probe = 0  # the component that last showed that digits are missing

    @property
    def bits(self) -> int:
        """How many bits after the point are known."""
        return self._size * len(self._digits)

    def append(self, digits: Indices) -> None:
        """Add the next digit of every number."""
        self._digits.append(digits)

    def ratios(self, check: Check) -> Ratios | None:
        """The simplest numbers that fit the digits, or None when these do not determine them yet."""
        bits = self.bits
        if _extended_denominator(1, self._shifted([self._probe])[0], bits) is None:
            return None
        shifted, common = self._shifted(range(len(self._whole))), 1
        for j, value in enumerate(shifted):
            check()
            extended = _extended_denominator(common, value, bits)
            if extended is None:
                self._probe = j
                return None
            common = extended
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
        bits = min(self.bits, common.bit_length() + _SLACK + _SPARE)
        half = 1 << (bits - 1)
        products = _products(common, [value >> (self.bits - bits) for value in shifted])
        return [(product + half) >> bits for product in products]


def _extended_denominator(common: int, value: int, bits: int) -> int | None:
    """A multiple of the common denominator that fits value / 2^bits too."""
    scaled = common * value if common.bit_length() < _LONG else _products(common, [value])[0]
    rest = scaled & ((1 << bits) - 1)
    noise = common.bit_length() + _SLACK
    if min(rest, (1 << bits) - rest).bit_length() <= noise:
        return common
    factor = _best_denominator(rest, bits, noise)
    return None if factor is None else common * factor


def _products(factor: int, values: Sequence[int]) -> list[int]:
    """The values times the factor."""
    if factor.bit_length() < _LONG:
        return [factor * value for value in values]
    from flint import fmpz

    multiplier = fmpz(factor)
    return [int(multiplier * fmpz(value)) for value in values]


def _best_denominator(rest: int, bits: int, noise: int) -> int | None:
    """The q with q * rest / 2^bits nearly whole, by continued fractions; None when the bits do not determine it."""
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


# Sparse elimination: bases of programs with few entries a row are almost triangular. Short rows and short columns are
# eliminated in Python, each step touching few numbers; only the small dense rest needs cubic time.

_DENSE = 6  # entries of a row or a column up to which a pivot is looked for in it
_FILL = 36  # entries that one pivot may add at most
_MOST_DENSE_ROWS = 800  # python-flint cannot be interrupted, and takes minutes beyond
_ROW, _COLUMN = 0, 1


def solve_sparse(
    rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact], check: Check = lambda: None
) -> list[Exact]:
    """Solve rows @ x = sides exactly, each row a map from column to coefficient.

    Raises ZeroDivisionError when the system is singular, Unsolved when too much of it is dense.

    >>> solve_sparse([{0: 2}, {0: 1, 1: 3}], [1, 2])
    [Fraction(1, 2), Fraction(1, 2)]
    """
    elimination = _Elimination(rows, sides)
    pivots = elimination.cheap_pivots(check)
    values = elimination.dense_rest()
    for row, column in reversed(pivots):
        entries = elimination.rows[row]
        known = sum((a * values[j] for j, a in entries.items() if j != column), start=Fraction(0))
        values[column] = (elimination.sides[row] - known) / entries[column]
    return [whole(values[column]) for column in range(len(rows))]


class _Elimination:
    """A system under elimination: the active rows, and which of them use a column."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact]) -> None:
        self.rows = [{j: Fraction(a) for j, a in row.items() if a} for row in rows]
        self.sides = [Fraction(side) for side in sides]
        self.active = set(range(len(rows)))
        self.users: dict[int, set[int]] = {column: set() for column in range(len(rows))}
        for i, row in enumerate(self.rows):
            for j in row:
                self.users[j].add(i)

    def cheap_pivots(self, check: Check) -> list[tuple[int, int]]:
        """Eliminate by short rows and short columns, the shortest first, while that stays cheap."""
        pivots: list[tuple[int, int]] = []
        queue = [(len(row), _ROW, i) for i, row in enumerate(self.rows)]
        queue += [(len(users), _COLUMN, j) for j, users in self.users.items()]
        heapify(queue)
        while queue and queue[0][0] <= _DENSE:
            size, kind, index = heappop(queue)
            if self._length(kind, index) != size:
                continue
            i, j = self._pivot(kind, index)
            if (len(self.rows[i]) - 1) * (len(self.users[j]) - 1) > _FILL:
                continue
            pivots.append((i, j))
            for changed in self._eliminate(i, j):
                heappush(queue, (len(self.rows[changed]), _ROW, changed))
            for column in self.rows[i]:
                if column in self.users:
                    heappush(queue, (len(self.users[column]), _COLUMN, column))
            check()
        return pivots

    def _length(self, kind: int, index: int) -> int | None:
        """Entries of a row or a column that is still active."""
        if kind == _ROW:
            return len(self.rows[index]) if index in self.active else None
        return len(self.users[index]) if index in self.users else None

    def _pivot(self, kind: int, index: int) -> tuple[int, int]:
        """The row and the column of the cheapest pivot in a row or a column."""
        choices = self.rows[index] if kind == _ROW else self.users[index]
        if not choices:
            raise ZeroDivisionError("singular system")
        if kind == _ROW:
            return index, min(choices, key=lambda j: (len(self.users[j]), j))
        return min(choices, key=lambda i: (len(self.rows[i]), i)), index

    def _eliminate(self, pivot: int, column: int) -> list[int]:
        """Remove the column from all other rows; returns these rows."""
        self.active.discard(pivot)
        row, side = self.rows[pivot], self.sides[pivot]
        for j in row:
            self.users[j].discard(pivot)
        changed = list(self.users.pop(column))
        for i in changed:
            factor = self.rows[i].pop(column) / row[column]
            self.sides[i] -= factor * side
            for j, a in row.items():
                if j != column:
                    self._subtract(i, j, factor * a)
        return changed

    def _subtract(self, i: int, j: int, amount: Fraction) -> None:
        rest = self.rows[i].get(j, Fraction(0)) - amount
        if rest:
            self.rows[i][j] = rest
            self.users[j].add(i)
        else:
            self.rows[i].pop(j, None)
            self.users[j].discard(i)

    def dense_rest(self) -> dict[int, Fraction]:
        """Solve the active rows in python-flint; they use only columns that are not eliminated."""
        rows, columns = sorted(self.active), sorted(self.users)
        if not rows:
            return {}
        if len(rows) > _MOST_DENSE_ROWS:
            raise Unsolved(f"a dense rest of {len(rows)} rows")
        index = {j: k for k, j in enumerate(columns)}
        dense = [{index[j]: a for j, a in self.rows[i].items()} for i in rows]
        x = solve_dense(dense, [self.sides[i] for i in rows])
        return {j: Fraction(top, x.denominator) for j, top in zip(columns, x.numerators, strict=True)}


def solve_dense(rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact]) -> Ratios:
    """The same without a look at zeros, in python-flint. ZeroDivisionError when the system is singular."""
    if not rows:
        return Ratios([], 1)
    size = len(rows)
    matrix = _flint_matrix(size, size, (row.get(j, 0) for row in rows for j in range(size)))
    numerators, denominator = matrix.solve(_flint_matrix(size, 1, sides)).numer_denom()
    return Ratios(list(map(int, numerators.entries())), int(denominator))


def transposed(rows: Sequence[Mapping[int, T]], columns: Iterable[int]) -> list[dict[int, T]]:
    """The chosen columns of sparse rows, each a map from row to entry."""
    by_column: dict[int, dict[int, T]] = {j: {} for j in columns}
    for i, row in enumerate(rows):
        for j in row.keys() & by_column.keys():
            by_column[j][i] = row[j]
    return list(by_column.values())


def _flint_matrix(height: int, width: int, entries: Iterable[Exact]) -> fmpq_mat:
    from flint import fmpq, fmpq_mat

    return fmpq_mat(height, width, [fmpq(a.numerator, a.denominator) for a in entries])


def _from_flint(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


# Square systems and inverses


class SquareSystem:
    """A matrix by rows. ZeroDivisionError when it is singular.

    ``base`` is that of the units: 10 for decimal data, 2 for binary. Factors from ``given`` are tried before our own.
    """

    def __init__(
        self, by_rows: Matrix, base: int, check: Check, given: Callable[[], Factors | None] = lambda: None
    ) -> None:
        self._by_rows, self._base, self._check = by_rows, base, check
        self._by_columns = _transpose(*by_rows)
        for starts, _, _ in (self._by_rows, self._by_columns):
            if any(start == stop for start, stop in pairwise(starts)):
                raise ZeroDivisionError("a row or a column without entries")
        self._candidates = self._factorisations(given)
        self._factors = next(self._candidates, None)

    @classmethod
    def of(cls, rows: Sequence[Mapping[int, int]], base: int, check: Check) -> SquareSystem:
        """The same from rows that map column to coefficient."""
        entries = [[(j, a) for j, a in row.items() if a] for row in rows]
        starts = list(accumulate(map(len, entries), initial=0))
        return cls(
            (starts, [j for row in entries for j, _ in row], [a for row in entries for _, a in row]), base, check
        )

    def _factorisations(self, given: Callable[[], Factors | None]) -> Iterator[Factors]:
        """Factors in doubles: first those that are given, then our own."""
        try:
            known = given()
            if known is not None:
                yield known
            starts, columns, values = self._by_rows
            yield factorise(np.array(starts), np.array(columns, dtype=np.int64), values)
        except (Unsolved, OverflowError):
            return

    @cached_property
    def _rows(self) -> Units:
        return in_units(*self._by_rows, self._base)

    @cached_property
    def _columns(self) -> Units:
        return in_units(*self._by_columns, self._base)

    def solve(self, sides: Sequence[Exact]) -> Ratios:
        """The x with matrix @ x = sides."""
        return self._solve(self._by_rows, sides, lambda factors: (self._rows, factors.solve))

    def solve_transposed(self, sides: Sequence[Exact]) -> Ratios:
        """The y with y @ matrix = sides."""
        return self._solve(self._by_columns, sides, lambda factors: (self._columns, factors.solve_transposed))

    def _solve(
        self, matrix: Matrix, sides: Sequence[Exact], direction: Callable[[Factors], tuple[Units, Solve]]
    ) -> Ratios:
        """By lifting; factors that do not lead to the solution give way to the next ones, at last to elimination."""
        while self._factors is not None:
            try:
                units, approximate = direction(self._factors)
                return units.solve(approximate, self._factors.gains, sides, self._check)
            except (Unsolved, OverflowError):
                self._factors = next(self._candidates, None)
        starts, columns, values = matrix
        rows = [_summed(columns[a:b], values[a:b]) for a, b in pairwise(starts)]
        integers = over_one_denominator(sides)
        x = over_one_denominator(solve_sparse(rows, list(integers.numerators), self._check))
        return Ratios(x.numerators, x.denominator * integers.denominator)


def _transpose(starts: list[int], columns: list[int], values: list[int]) -> Matrix:
    index = np.array(columns, dtype=np.int64)
    order = np.argsort(index, kind="stable")
    counts = np.bincount(index, minlength=len(starts) - 1)
    row_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return np.append(0, np.cumsum(counts)).tolist(), row_of[order].tolist(), [values[k] for k in order.tolist()]


def _summed(columns: list[int], values: list[int]) -> dict[int, Exact]:
    row: dict[int, Exact] = {}
    for j, a in zip(columns, values, strict=True):
        row[j] = row.get(j, 0) + a
    return row


_MOST_INVERTED = 400  # rows up to which python-flint inverts the whole in seconds; it cannot be stopped meanwhile


class Inverse:
    """The inverse of a sparse square matrix whose rows map column to coefficient; ZeroDivisionError: there is none.

    A small matrix is inverted as a whole, of a large one only the rows and columns that are asked for are computed.
    """

    def __init__(self, rows: Sequence[Mapping[int, Exact]], check: Check = lambda: None) -> None:
        self._rows, self._check = rows, check
        self._scales = [common_denominator(row.values()) for row in rows]
        self._columns: dict[int, Sequence[Exact]] = {}
        self._entries = self._invert() if len(rows) <= _MOST_INVERTED else None

    def _invert(self) -> list[list[Exact]]:
        size = len(self._rows)
        matrix = _flint_matrix(size, size, (row.get(j, 0) for row in self._rows for j in range(size)))
        entries = [whole(_from_flint(a)) for a in matrix.inv().entries()]
        return [entries[size * i : size * (i + 1)] for i in range(size)]

    @cached_property
    def _system(self) -> SquareSystem:
        """The rows, each times its scale, factored once for all right sides."""
        base = 2 if all(scale % 5 for scale in self._scales) else 10
        rows = [
            {j: int(a * scale) for j, a in row.items()} for row, scale in zip(self._rows, self._scales, strict=True)
        ]
        return SquareSystem.of(rows, base, self._check)

    def column(self, index: int) -> Sequence[Exact]:
        """The solution for a unit right side."""
        if index not in self._columns:
            self._columns[index] = (
                [row[index] for row in self._entries]
                if self._entries is not None
                else self._system.solve(_unit(len(self._rows), index, self._scales[index]))
            )
        return self._columns[index]

    def row(self, index: int) -> Sequence[Exact]:
        """The solution of the transposed system for a unit right side."""
        if self._entries is not None:
            return self._entries[index]
        y = self._system.solve_transposed(_unit(len(self._rows), index, 1))
        return Ratios([top * scale for top, scale in zip(y.numerators, self._scales, strict=True)], y.denominator)


def _unit(length: int, index: int, value: int) -> list[Exact]:
    return [value if k == index else 0 for k in range(length)]


_PRIME = 2**61 - 1


def independent_columns(rows: Sequence[Mapping[int, Exact]], order: Sequence[int]) -> list[int]:
    """The first columns, in the given order, that are independent of those before them, modulo a prime.

    The prime may take independent columns for dependent ones: whoever uses the result must check it.
    """
    if not rows or not order:
        return []
    from flint import nmod_mat

    scales = [common_denominator(row.values()) for row in rows]
    table = [int(row.get(j, 0) * scale) % _PRIME for row, scale in zip(rows, scales, strict=True) for j in order]
    reduced, rank = nmod_mat(len(rows), len(order), table, _PRIME).rref()
    pivots, start = [], 0
    for i in range(rank):
        start = next(k for k in range(start, len(order)) if int(reduced[i, k]))
        pivots.append(order[start])
    return pivots


_MOST_CELLS = 30_000_000  # of a dense matrix whose rank is computed


def rank(rows: Sequence[Mapping[int, Exact]]) -> int:
    """The rank of sparse rows, exactly.

    >>> rank([{0: 1, 1: 2}, {0: 2, 1: 4}, {2: Fraction(1, 3)}])
    2
    """
    columns = sorted({j for row in rows for j in row})
    if not rows or not columns:
        return 0
    if len(rows) * len(columns) > _MOST_CELLS:
        raise Unsolved(f"the rank of {len(rows)} rows over {len(columns)} columns would not fit")
    from flint import fmpz_mat

    scales = [common_denominator(row.values()) for row in rows]
    table = [int(row.get(j, 0) * scale) for row, scale in zip(rows, scales, strict=True) for j in columns]
    return int(fmpz_mat(len(rows), len(columns), table).rank())
