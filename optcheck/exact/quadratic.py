"""Numbers of a real quadratic field Q(sqrt(D)), exactly: the type that the trusted checker uses, for everybody.

>>> from optcheck.exact.quadratic import square_root
>>> root = square_root(2)
>>> root * root == 2, root > 1, str(1 / (1 + root))
(True, True, '-1 + 1*sqrt(2)')
"""

from optcheck.checker.quadratic import Quadratic, parse_quadratic, square_root

__all__ = ["Quadratic", "parse_quadratic", "square_root"]
