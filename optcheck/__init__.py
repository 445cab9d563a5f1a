"""optcheck: exact optimisation and verification of closed forms in private multi-party computation.

Names are loaded on first use, so that the checker can run with nothing but the standard library installed. Nor does
this file load what the interpreter has not loaded by itself: ``python -m optcheck.checker`` runs it where a stranger's
modules may lie about.
"""

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from optcheck import adpml, chained_dp, cordp, gaussian, noise, randomized_response, sampling, tpmdp
    from optcheck.errors import CertificateRejected, InvalidInput, OptcheckError
    from optcheck.exact.files import Certificate, Verified, verify
    from optcheck.lp.answer import Answer
    from optcheck.lp.drop_in import cvxpy_solver, linprog, milp, pulp_solver, pyomo_solver
    from optcheck.lp.face import optimal_face
    from optcheck.lp.infeasibility import irreducible_subsystem, why_infeasible
    from optcheck.lp.integer import solve
    from optcheck.lp.judge import bound, judge
    from optcheck.lp.mps import to_mps
    from optcheck.lp.opinion import second_opinion
    from optcheck.lp.packages import from_cvxpy, from_highspy, from_pulp, from_scipy
    from optcheck.lp.program import LinearProgram, Model
    from optcheck.lp.ranging import ranges
    from optcheck.lp.read import read
    from optcheck.lp.separation import solve_with_separation

_HOME = {
    "Answer": "optcheck.lp.answer",
    "Certificate": "optcheck.exact.files",
    "CertificateRejected": "optcheck.errors",
    "InvalidInput": "optcheck.errors",
    "LinearProgram": "optcheck.lp.program",
    "Model": "optcheck.lp.program",
    "OptcheckError": "optcheck.errors",
    "Verified": "optcheck.exact.files",
    "bound": "optcheck.lp.judge",
    "cvxpy_solver": "optcheck.lp.drop_in",
    "from_cvxpy": "optcheck.lp.packages",
    "from_highspy": "optcheck.lp.packages",
    "from_pulp": "optcheck.lp.packages",
    "from_scipy": "optcheck.lp.packages",
    "irreducible_subsystem": "optcheck.lp.infeasibility",
    "judge": "optcheck.lp.judge",
    "linprog": "optcheck.lp.drop_in",
    "milp": "optcheck.lp.drop_in",
    "optimal_face": "optcheck.lp.face",
    "pulp_solver": "optcheck.lp.drop_in",
    "pyomo_solver": "optcheck.lp.drop_in",
    "ranges": "optcheck.lp.ranging",
    "read": "optcheck.lp.read",
    "second_opinion": "optcheck.lp.opinion",
    "solve": "optcheck.lp.integer",
    "solve_with_separation": "optcheck.lp.separation",
    "to_mps": "optcheck.lp.mps",
    "verify": "optcheck.exact.files",
    "why_infeasible": "optcheck.lp.infeasibility",
}
_SYSTEMS = ("adpml", "chained_dp", "cordp", "gaussian", "noise", "randomized_response", "sampling", "tpmdp")

__version__ = "0.2.0"
__all__ = [
    "Answer", "Certificate", "CertificateRejected", "InvalidInput", "LinearProgram", "Model", "OptcheckError",
    "Verified", "adpml", "bound", "chained_dp", "cordp", "cvxpy_solver", "from_cvxpy", "from_highspy", "from_pulp",
    "from_scipy", "gaussian", "irreducible_subsystem", "judge", "linprog", "milp", "noise", "optimal_face",
    "pulp_solver", "pyomo_solver", "randomized_response", "ranges", "read", "sampling", "second_opinion", "solve",
    "solve_with_separation", "to_mps", "tpmdp", "verify", "why_infeasible",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    home = f"optcheck.{name}" if name in _SYSTEMS else _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'optcheck' has no attribute {name!r}")
    try:
        module = importlib.import_module(home)
    except ModuleNotFoundError as error:
        from optcheck.errors import missing_extra

        raise missing_extra(f"optcheck.{name}", error) from error
    return module if name in _SYSTEMS else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
