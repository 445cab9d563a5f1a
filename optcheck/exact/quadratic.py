"""Numbers of a real quadratic field Q(sqrt(D)), exactly: the type that the trusted checker uses, for everybody.

>>> from optcheck.exact.quadratic import square_root
>>> root = square_root(2)
>>> root * root == 2, root > 1, str(1 / (1 + root))
(True, True, '-1 + 1*sqrt(2)')
"""

from fractions import Fraction

from optcheck.checker.quadratic import Quadratic, parse_quadratic, square_root

__all__ = ["Quadratic", "field_root", "parse_quadratic", "square_root"]


def field_root(value: Quadratic | int | Fraction) -> Quadratic:
    """The square root of a non-negative number: of a rational in any field, of an irrational one within its field.

    Raises ValueError when the root of an irrational number leaves its field.

    >>> str(field_root(Quadratic(3, 2, 2))), str(field_root(Quadratic(8)))
    ('1 + 1*sqrt(2)', '2*sqrt(2)')
    """
    if not isinstance(value, Quadratic) or not value.factor:
        return square_root(Fraction(value.rational if isinstance(value, Quadratic) else value))
    norm = square_root(value.norm()) if value.norm() >= 0 else None
    if norm is None or norm.factor or value.sign() < 0:
        raise ValueError(f"{value} has no square root in its field")
    for square in ((value.rational + norm.rational) / 2, (value.rational - norm.rational) / 2):
        part = square_root(square) if square > 0 else None
        if part is not None and not part.factor:
            return abs(Quadratic(part.rational, value.factor / (2 * part.rational), value.root))
    raise ValueError(f"{value} has no square root in its field")
