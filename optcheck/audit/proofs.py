"""Running a written proof: its steps are executed and shown, and make a statement argued, never proved.

What such a proof is about, only its author knows: the kernel did not choose its sides. What is proved is decided in
:mod:`optcheck.audit.goal`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from optcheck.claims.arguments import Argument, Step
from optcheck.claims.claim import Claim, Form, Formula
from optcheck.claims.expressions import Value
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class Ran:
    """A proof that was executed: its steps, and what weakens it."""

    steps: tuple[Step, ...]
    remarks: tuple[str, ...]


@dataclass(slots=True)
class _RecordingForm(Generic[I]):
    """The form, and whether it was evaluated."""

    evaluate: Formula[I]
    used: bool = field(default=False)

    def __call__(self, instance: I) -> Value:
        self.used = True
        return self.evaluate(instance)


def run_proof(claim: Claim[I], form: Form[I]) -> Ran:
    """Execute the claim's proof for a form; raises where a step fails, or where the proof is not about the form."""
    argument, recording = Argument(), _RecordingForm(form.evaluate)
    assert claim.proof is not None
    claim.proof(argument, recording)
    if all(step.kind == "words" for step in argument.steps):
        raise InvalidInput(f"{claim.id}: the proof has no step that is executed")
    if not recording.used:
        raise InvalidInput(f"{claim.id}: the proof never evaluates the form, so it is about something else")
    return Ran(tuple(argument.steps), ("its author chose what its steps compare",))
