"""Formulas as MathML: from a form's own code, from a step's expression, and from the text beside a form.

All three become Python syntax trees, which one printer typesets.
"""

from optcheck.audit.typeset.notation import typeset_text
from optcheck.audit.typeset.printer import typeset_expression
from optcheck.audit.typeset.source import typeset_form

__all__ = ["typeset_expression", "typeset_form", "typeset_text"]
