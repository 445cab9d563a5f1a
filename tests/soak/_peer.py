"""QSopt_ex, where its program ``esolver`` is installed: an exact solver by others, asked about the same programs."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from benchmarks.lp_peers import PEERS, Peer
from optcheck.lp.mps import mps_text
from optcheck.lp.program import LinearProgram, Optimal, Outcome

LIMIT = 10.0
QSOPT = next(peer for peer in PEERS if peer.name == "QSopt_ex")


def can_read(program: LinearProgram) -> bool:
    """It takes no program without rows or columns, and calls crossed bounds an error in the file."""
    return bool(program.rows.count and program.costs) and program.crossed_bounds() is None


def opinion(program: LinearProgram, truth: Outcome, peer: Peer = QSOPT) -> str:
    """ "agrees", "no answer", or what it says instead of the truth."""
    with tempfile.TemporaryDirectory() as folder:
        model, solution = Path(folder, "program.mps"), Path(folder, "program.sol")
        model.write_text(mps_text(program, "write", rename=True), encoding="utf-8")
        try:
            done = subprocess.run(
                peer.command(model, solution), cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return "no answer"
        said = peer.read(done.stdout, solution)
    value = truth.value if isinstance(truth, Optimal) else None
    if not said.status:
        return "no answer"
    right = (said.status, said.value) == (type(truth).__name__.lower(), value)
    return "agrees" if right else f"says {said.status} {'' if said.value is None else said.value}".strip()
