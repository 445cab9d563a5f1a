"""Units in which the numbers of a square integer matrix are near each other: exact, and still integers.

Digits are found for all unknowns at once, so unknowns that differ by many orders of magnitude cost digits. Each gets a
power of ten (of two, for data in binary) as its unit, and each row is divided by the greatest common divisor that is
left: a program that was only written in odd units has its plain integers back.

From many binary digits of rational numbers to the numbers themselves, over one common denominator.

Exact solution of square integer systems from a factorisation in doubles.

Each round solves for the exact residual in doubles, keeps the leading bits of the correction as a digit, and updates
the residual without error; after enough rounds the digits single out the rational solution (Wan's method). The residual
is small by construction, so machine integers that wrap around hold it exactly. Whatever comes out is multiplied back:
a matrix too ill-conditioned for doubles ends in an error, never in a wrong solution.

Exact solution of sparse square systems: cheap pivots first, what stays dense goes to python-flint.

Bases of programs with few entries a row are almost triangular. Short rows and short columns are eliminated in Python,
each step touching few numbers; only the small dense rest needs cubic time. This is the way when doubles do not lead to
the solution: nearly singular systems, and singular ones, which it names.

A square integer system solved exactly in both directions: by lifting from factors in doubles, or by elimination.

The square system of a basis in integers, tight rows over basic columns.

Columns and rows of the inverse of a square system, exactly: all at once where it is small, one by one where not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import gcd, log2

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from optcheck.exact.numbers import Exact, Ratios, common_denominator, common_multiple, over_one_denominator, whole
from optcheck.lp.factors import Factors, Solve, Unsolved, factored
from optcheck.lp.problem import Problem
from optcheck.lp.solution import Basis

__all__ = [
    "BasisSystem",
    "Expansion",
    "IntegerMatrix",
    "Inverse",
    "Matrix",
    "SquareSystem",
    "Units",
    "in_units",
    "solve_sparse",
]


_PASSES = 4
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Units:
    """A square system in units of its own: diag(rows) @ matrix @ diag(columns) is denominator times an integer one."""

    rows: list[int]
    columns: list[int]
    denominator: int
    inner: IntegerMatrix

    def solve(
        self, approximate: Solve, gains: Sequence[int], sides: Sequence[Exact], check: Callable[[], None]
    ) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions with the matrix itself."""
        given = over_one_denominator(sides)
        scaled = [factor * side for factor, side in zip(self.rows, given.numerators, strict=True)]
        divisor = gcd(*scaled)
        if not divisor:
            return Ratios([0] * len(scaled), 1)
        rows, columns = np.array(self.rows, dtype=np.float64), np.array(self.columns, dtype=np.float64)
        rows /= float(self.denominator)
        whole = [side // divisor for side in scaled]
        found = self.inner.solve(lambda r: approximate(r / rows) / columns, gains, whole, check)
        tops = [divisor * unit * top for unit, top in zip(self.columns, found.numerators, strict=True)]
        return Ratios(tops, found.denominator * self.denominator * given.denominator)


def in_units(starts: list[int], columns: list[int], values: list[int], base: int) -> Units:
    """A matrix by rows, none of them empty, in good units."""
    exponents = _exponents(np.array(starts), np.array(columns, dtype=np.int64), values, base)
    powers = [base**k for k in range(max(exponents, default=0) + 1)]
    found, leasts, divisors = list[int](), list[int](), list[int]()
    for start, stop in pairwise(starts):
        steps, row = [exponents[j] for j in columns[start:stop]], values[start:stop]
        least = min(steps)
        if max(steps) > least:
            row = [value * powers[step - least] for value, step in zip(row, steps, strict=True)]
        divisor = gcd(*row)
        found += row if divisor == 1 else [value // divisor for value in row]
        leasts.append(least)
        divisors.append(divisor)
    most, common = max(leasts, default=0), common_multiple(divisors)
    rows = [powers[most - k] * (common // divisor) for k, divisor in zip(leasts, divisors, strict=True)]
    units = [powers[exponent] for exponent in exponents]
    return Units(rows, units, powers[most] * common, IntegerMatrix(starts, columns, found))


def _exponents(starts: NDArray[np.int64], columns: NDArray[np.int64], values: list[int], base: int) -> list[int]:
    """Exponents of the columns' units, the least 0: midway between a column's largest and its smallest entry."""
    size = len(starts) - 1
    logs = np.array([value.bit_length() for value in values], dtype=np.float64) / log2(base)
    rows = np.repeat(np.arange(size), np.diff(starts))
    left, right = np.zeros(size), np.zeros(size)
    for _ in range(_PASSES):
        left = -_middle(rows, logs + right[columns], size)
        right = -_middle(columns, logs + left[rows], size)
    rounded = np.rint(right).astype(np.int64)
    return list((rounded - rounded.min(initial=0)).tolist())


def _middle(places: NDArray[np.int64], logs: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    high, low = np.full(count, -_FAR), np.full(count, _FAR)
    np.maximum.at(high, places, logs)
    np.minimum.at(low, places, logs)
    return np.asarray((high + low) / 2)


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


_STRAY = 2.0**12  # corrections stay near 1 as long as the rounds converge
_WIDE = 2.0**55  # a row whose entries add up to more does not keep its residuals within 64 bits
_BEYOND = 200  # bits beyond what the solution can need before the digits are taken for nonsense


class IntegerMatrix:
    """A square integer matrix by rows, none of them empty.

    It multiplies in machine words where these suffice, in Python's integers otherwise.
    """

    def __init__(self, starts: list[int], columns: list[int], values: list[int]) -> None:
        self._starts, self._columns, self._values = starts, columns, values
        self._places, self._firsts = np.array(columns, dtype=np.int64), np.array(starts[:-1], dtype=np.int64)
        self.digits = sum(sum(map(abs, values[a:b])).bit_length() for a, b in pairwise(starts))  # of any determinant
        words = _machine_words(values)
        self.narrow = words is not None and bool(
            np.add.reduceat(np.abs(words.astype(np.float64)), self._firsts).max(initial=0.0) < _WIDE
        )
        if self.narrow and words is not None:
            self._words = words.view(np.uint64)

    def solve(self, approximate: Solve, gains: Sequence[int], sides: list[int], check: Callable[[], None]) -> Ratios:
        """The x with matrix @ x = sides, from approximate solutions; Unsolved where these are not good enough."""
        return _lift(self, approximate, gains, sides, check)

    def times(self, vector: Sequence[int]) -> list[int]:
        """The exact product, in integers of any size."""
        products = [a * vector[j] for a, j in zip(self._values, self._columns, strict=True)]
        return [sum(products[start:stop]) for start, stop in pairwise(self._starts)]

    def residual(self, before: NDArray[np.int64], size: int, digits: NDArray[np.int64]) -> NDArray[np.int64]:
        """before * 2^size - matrix @ digits. Wrapping around is harmless: the result itself fits."""
        if self.narrow:
            products = self._words * digits.view(np.uint64)[self._places]
            new = (before.view(np.uint64) << np.uint64(size)) - np.add.reduceat(products, self._firsts)
            return np.asarray(new).view(np.int64)
        product = self.times(digits.tolist())
        return np.array([(r << size) - p for r, p in zip(before.tolist(), product, strict=True)], dtype=object)


def _machine_words(values: list[int]) -> NDArray[np.int64] | None:
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return None


def _lift(
    matrix: IntegerMatrix, solve: Solve, gains: Sequence[int], sides: list[int], check: Callable[[], None]
) -> Ratios:
    divisor = gcd(*sides) or 1
    sides = [side // divisor for side in sides]
    whole, residual = _whole_part(matrix, solve, sides)
    for size in gains:
        found = _expand(matrix, solve, sides, whole, residual, size, check)
        if found is not None:
            return Ratios([divisor * numerator for numerator in found.numerators], found.denominator)
    raise Unsolved("the rounds do not converge")


def _whole_part(matrix: IntegerMatrix, solve: Solve, sides: list[int]) -> tuple[list[int], NDArray[np.int64]]:
    """Integers near the solution, and what they leave of the right side."""
    whole, rest = [0] * len(sides), sides
    for _ in range(64):
        step = _doubles(solve, rest)
        if np.abs(step, out=step.copy()).max(initial=0.0) < 1:
            word = np.int64 if matrix.narrow else object
            return whole, np.array(rest, dtype=word)
        whole = [x + int(d) for x, d in zip(whole, np.rint(step).tolist(), strict=True)]
        rest = [side - product for side, product in zip(sides, matrix.times(whole), strict=True)]
    raise Unsolved("the whole parts do not settle")


def _doubles(solve: Solve, residual: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # told by what comes out
            step = solve(np.array(residual, dtype=np.float64))
    except OverflowError as error:
        raise Unsolved(str(error)) from error
    if not np.isfinite(step).all():
        raise Unsolved("the factors overflow")
    return step


def _expand(
    matrix: IntegerMatrix,
    solve: Solve,
    sides: list[int],
    whole: list[int],
    residual: NDArray[np.int64],
    size: int,
    check: Callable[[], None],
) -> Ratios | None:
    """Rounds of a given size until the solution is found; None when they do not converge.

    Factors of another matrix can give small digits for ever, since what is left wraps around. A denominator divides the
    determinant, so that a bounded number of right digits tells it.
    """
    expansion, goal, scale = Expansion(whole, size), 2 * size, 2.0**size
    while expansion.bits <= 6 * matrix.digits + _BEYOND:
        check()
        step = _doubles(solve, residual)
        if np.abs(step).max(initial=0.0) > _STRAY:
            return None
        digits = np.rint(step * scale).astype(np.int64)
        residual = matrix.residual(residual, size, digits)
        expansion.append(digits)
        if expansion.bits >= goal:
            found = expansion.ratios(check)
            if found is not None and _solves(matrix, found, sides):
                return found
            goal = expansion.bits * 3 // 2
    return None


def _solves(matrix: IntegerMatrix, found: Ratios, sides: list[int]) -> bool:
    left = matrix.times(found.numerators)
    return all(a == found.denominator * b for a, b in zip(left, sides, strict=True))


_DENSE = 6  # entries of a row or a column up to which a pivot is looked for in it
_FILL = 36  # entries that one pivot may add at most
_LARGEST = 800  # rows of the dense rest: python-flint cannot be interrupted, and takes minutes beyond
_ROW, _COLUMN = 0, 1


def solve_sparse(
    rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact], check: Callable[[], None] = lambda: None
) -> list[Exact]:
    """Solve rows @ x = sides exactly, each row a map from column to coefficient.

    ``check`` is called between the steps; what it raises ends the work.

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
    """A system under elimination: the rows that are left, and which of them use a column."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], sides: Sequence[Exact]) -> None:
        self.rows = [{j: Fraction(a) for j, a in row.items() if a} for row in rows]
        self.sides = [Fraction(side) for side in sides]
        self.left = set(range(len(rows)))
        self.users: dict[int, set[int]] = {column: set() for column in range(len(rows))}
        for i, row in enumerate(self.rows):
            for j in row:
                self.users[j].add(i)

    def cheap_pivots(self, check: Callable[[], None]) -> list[tuple[int, int]]:
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
            for touched in self._eliminate(i, j):
                heappush(queue, (len(self.rows[touched]), _ROW, touched))
            for column in self.rows[i]:
                if column in self.users:
                    heappush(queue, (len(self.users[column]), _COLUMN, column))
            check()
        return pivots

    def _length(self, kind: int, index: int) -> int | None:
        """Entries of a row or a column that is left."""
        if kind == _ROW:
            return len(self.rows[index]) if index in self.left else None
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
        self.left.discard(pivot)
        row, side = self.rows[pivot], self.sides[pivot]
        for j in row:
            self.users[j].discard(pivot)
        touched = list(self.users.pop(column))
        for i in touched:
            factor = self.rows[i].pop(column) / row[column]
            self.sides[i] -= factor * side
            for j, a in row.items():
                if j != column:
                    self._subtract(i, j, factor * a)
        return touched

    def _subtract(self, i: int, j: int, amount: Fraction) -> None:
        rest = self.rows[i].get(j, Fraction(0)) - amount
        if rest:
            self.rows[i][j] = rest
            self.users[j].add(i)
        else:
            self.rows[i].pop(j, None)
            self.users[j].discard(i)

    def dense_rest(self) -> dict[int, Fraction]:
        """Solve what is left in python-flint; the rows left use only columns that are left."""
        left, columns = sorted(self.left), sorted(self.users)
        if not left:
            return {}
        if len(left) > _LARGEST:
            raise Unsolved(f"a dense rest of {len(left)} rows")
        from flint import fmpq, fmpq_mat  # takes longer to load than most programs take to solve

        def to_flint(value: Fraction) -> fmpq:
            return fmpq(value.numerator, value.denominator)

        table = [to_flint(self.rows[i].get(j, Fraction(0))) for i in left for j in columns]
        right = fmpq_mat(len(left), 1, [to_flint(self.sides[i]) for i in left])
        solved = fmpq_mat(len(left), len(columns), table).solve(right).entries()
        return {j: Fraction(int(value.p), int(value.q)) for j, value in zip(columns, solved, strict=True)}


Matrix = tuple[list[int], list[int], list[int]]  # starts, columns, values by rows


class SquareSystem:
    """A matrix by rows. ZeroDivisionError when it is singular.

    ``base`` is that of the units: 10 for decimal data, 2 for binary. Factors that somebody has are tried before ours.
    """

    def __init__(
        self, by_rows: Matrix, base: int, check: Callable[[], None], given: Callable[[], Factors | None] = lambda: None
    ) -> None:
        self._by_rows, self._base, self._check = by_rows, base, check
        self._by_columns = _turned(*by_rows)
        for starts, _, _ in (self._by_rows, self._by_columns):
            if any(start == stop for start, stop in pairwise(starts)):
                raise ZeroDivisionError("a row or a column without entries")
        self._untried = self._factorings(given)
        self._factors = next(self._untried, None)

    def _factorings(self, given: Callable[[], Factors | None]) -> Iterator[Factors]:
        """Factors in doubles: first those that are given, then our own."""
        try:
            known = given()
            if known is not None:
                yield known
            starts, columns, values = self._by_rows
            yield factored(np.array(starts), np.array(columns, dtype=np.int64), values)
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
        """By lifting; factors that do not lead to the solution are given up for the next ones; at last exactly."""
        while self._factors is not None:
            try:
                units, approximate = direction(self._factors)
                return units.solve(approximate, self._factors.gains, sides, self._check)
            except (Unsolved, OverflowError):
                self._factors = next(self._untried, None)

        starts, columns, values = matrix
        rows = [_summed(columns[a:b], values[a:b]) for a, b in pairwise(starts)]
        whole = over_one_denominator(sides)
        found = over_one_denominator(solve_sparse(rows, list(whole.numerators), self._check))
        return Ratios(found.numerators, found.denominator * whole.denominator)


def _turned(starts: list[int], columns: list[int], values: list[int]) -> Matrix:
    """The transpose."""
    places = np.array(columns, dtype=np.int64)
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places, minlength=len(starts) - 1)
    row_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return np.append(0, np.cumsum(counts)).tolist(), row_of[order].tolist(), [values[k] for k in order.tolist()]


def _summed(columns: list[int], values: list[int]) -> dict[int, Exact]:
    row: dict[int, Exact] = {}
    for j, a in zip(columns, values, strict=True):
        row[j] = row.get(j, 0) + a
    return row


class BasisSystem(SquareSystem):
    """Rows times their multipliers, restricted to the basic columns. ZeroDivisionError when it is singular."""

    def __init__(self, problem: Problem, basis: Basis) -> None:
        if len(basis.basic_columns) != len(basis.tight_rows):
            raise ZeroDivisionError("a basis has as many tight rows as basic columns")
        multipliers = [problem.integers.multipliers[i] for i in basis.tight_rows]

        def given() -> Factors | None:
            if basis.factors is None:
                return None
            return basis.factors.scaled(1 / np.array(multipliers, dtype=np.float64), np.ones(len(multipliers)))

        base = 2 if all(multiplier % 5 for multiplier in multipliers) else 10
        super().__init__(_restricted(problem, basis), base, problem.run.check, given)


def _restricted(problem: Problem, basis: Basis) -> Matrix:
    """Starts, columns and values of the tight rows over the basic columns, numbered in their order."""
    rows, matrix = problem.integers, problem.program.rows
    places = np.full(len(problem.program.costs), -1, dtype=np.int64)
    places[list(basis.basic_columns)] = np.arange(len(basis.basic_columns))
    tight = np.array(basis.tight_rows, dtype=np.int64)
    order = np.full(matrix.count, -1, dtype=np.int64)
    order[tight] = np.arange(len(tight))
    row_of = order[np.repeat(np.arange(matrix.count), np.diff(matrix.starts))]
    chosen = np.flatnonzero((row_of >= 0) & (places[matrix.columns] >= 0) & problem.nonzero)
    counts = np.bincount(row_of[chosen], minlength=len(tight))
    chosen = chosen[np.argsort(row_of[chosen], kind="stable")]
    values = rows.values
    starts = np.append(0, np.cumsum(counts)).tolist()
    return starts, places[matrix.columns[chosen]].tolist(), [values[k] for k in chosen.tolist()]


_AT_ONCE = 400  # rows up to which python-flint inverts the whole in seconds; it cannot be stopped meanwhile


class Inverse:
    """The inverse of a sparse square matrix whose rows map column to coefficient. ZeroDivisionError: there is none."""

    def __init__(self, rows: Sequence[Mapping[int, Exact]], check: Callable[[], None] = lambda: None) -> None:
        self._rows, self._check = rows, check
        self._scales = [common_denominator(row.values()) for row in rows]
        self._columns: dict[int, Sequence[Exact]] = {}
        self._known = self._invert() if len(rows) <= _AT_ONCE else None

    def _invert(self) -> list[list[Exact]]:
        size = len(self._rows)
        if not size:
            return []
        table = [_to_flint(row.get(j, 0)) for row in self._rows for j in range(size)]
        entries = [whole(Fraction(int(a.p), int(a.q))) for a in fmpq_mat(size, size, table).inv().entries()]
        return [entries[size * i : size * (i + 1)] for i in range(size)]

    @cached_property
    def _system(self) -> SquareSystem:
        """The rows, each times its scale, factored once for all right sides."""
        starts, columns, values = [0], list[int](), list[int]()
        for row, scale in zip(self._rows, self._scales, strict=True):
            for j, a in row.items():
                if a:
                    columns.append(j)
                    values.append(a.numerator * (scale // a.denominator))
            starts.append(len(columns))
        base = 2 if all(scale % 5 for scale in self._scales) else 10
        return SquareSystem((starts, columns, values), base, self._check)

    def column(self, place: int) -> Sequence[Exact]:
        """The solution for a unit right side."""
        if place not in self._columns:
            self._columns[place] = (
                [row[place] for row in self._known]
                if self._known is not None
                else self._system.solve(_unit(len(self._rows), place, self._scales[place]))
            )
        return self._columns[place]

    def row(self, place: int) -> Sequence[Exact]:
        """The solution of the transposed system for a unit right side."""
        if self._known is not None:
            return self._known[place]
        found = self._system.solve_transposed(_unit(len(self._rows), place, 1))
        tops = [top * scale for top, scale in zip(found.numerators, self._scales, strict=True)]
        return Ratios(tops, found.denominator)


def _unit(length: int, place: int, value: int) -> list[Exact]:
    return [value if k == place else 0 for k in range(length)]


def _to_flint(value: Exact) -> fmpq:
    return fmpq(value.numerator, value.denominator)
