"""optcheck: exact optimisation and verification of closed forms in private multi-party computation.

Names are loaded on first use, so that the checker can run with nothing but the standard library installed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from optcheck import adpml, chained_dp, cordp, gaussian, noise, randomized_response, sampling, tpmdp
    from optcheck.analysis.infeasibility import irreducible_subsystem
    from optcheck.analysis.judging import judge
    from optcheck.analysis.ranging import ranges
    from optcheck.errors import CertificateRejected, InvalidInput, OptcheckError
    from optcheck.exact.certificate import Certificate, Verified, verify
    from optcheck.exact.program import LinearProgram, Model
    from optcheck.files.cvxpy_programs import from_cvxpy
    from optcheck.files.highs_programs import from_highspy
    from optcheck.files.pulp_programs import from_pulp
    from optcheck.files.reading import read
    from optcheck.files.scipy_programs import from_scipy
    from optcheck.files.writing import to_mps
    from optcheck.solvers import Answer, solve, solve_with_separation

_HOME = {
    "Answer": "optcheck.solvers",
    "Certificate": "optcheck.exact.certificate",
    "CertificateRejected": "optcheck.errors",
    "InvalidInput": "optcheck.errors",
    "LinearProgram": "optcheck.exact.program",
    "Model": "optcheck.exact.program",
    "OptcheckError": "optcheck.errors",
    "Verified": "optcheck.exact.certificate",
    "from_cvxpy": "optcheck.files.cvxpy_programs",
    "from_highspy": "optcheck.files.highs_programs",
    "from_pulp": "optcheck.files.pulp_programs",
    "from_scipy": "optcheck.files.scipy_programs",
    "irreducible_subsystem": "optcheck.analysis.infeasibility",
    "judge": "optcheck.analysis.judging",
    "ranges": "optcheck.analysis.ranging",
    "read": "optcheck.files.reading",
    "solve": "optcheck.solvers",
    "solve_with_separation": "optcheck.solvers",
    "to_mps": "optcheck.files.writing",
    "verify": "optcheck.exact.certificate",
}
_SYSTEMS = ("adpml", "chained_dp", "cordp", "gaussian", "noise", "randomized_response", "sampling", "tpmdp")

__version__ = "0.2.0"
__all__ = [
    "Answer",
    "Certificate",
    "CertificateRejected",
    "InvalidInput",
    "LinearProgram",
    "Model",
    "OptcheckError",
    "Verified",
    "adpml",
    "chained_dp",
    "cordp",
    "from_cvxpy",
    "from_highspy",
    "from_pulp",
    "from_scipy",
    "gaussian",
    "irreducible_subsystem",
    "judge",
    "noise",
    "randomized_response",
    "ranges",
    "read",
    "sampling",
    "solve",
    "solve_with_separation",
    "to_mps",
    "tpmdp",
    "verify",
]


def __getattr__(name: str) -> Any:
    home = f"optcheck.{name}" if name in _SYSTEMS else _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'optcheck' has no attribute {name!r}")
    try:
        module = importlib.import_module(home)
    except ModuleNotFoundError as error:
        from optcheck.extras import missing_extra

        raise missing_extra(f"optcheck.{name}", error) from error
    return module if name in _SYSTEMS else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
