"""What the process has loaded and done from which workers are forked: the kernel, warm, and no claim.

Every claim is judged in a process of its own. What each of them would do again in its first moments is done here, once:
imports that sympy and Hypothesis put off, Hypothesis's registration of random numbers (which walks through the whole
heap), the seal of the kernel. What is frozen is not visited by a worker's garbage collection: its memory stays shared.
"""

import gc

import flint  # noqa: F401
import numpy.random  # noqa: F401
import sympy.tensor.tensor  # noqa: F401
from hypothesis import strategies

import optcheck.lp.solve  # noqa: F401
from optcheck.audit.run import kernel_seal
from optcheck.audit.trial import explore

explore(strategies.just(None), lambda _: None, examples=1, random_seed=0)
kernel_seal()
gc.collect()
gc.freeze()
