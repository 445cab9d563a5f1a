"""``optcheck new``: start a claim of your own."""

from __future__ import annotations

import os
import re
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import out, print_text
from optcheck.errors import InvalidInput
from optcheck.exact.files import write_atomically

# --- Claims to start from, one for each kind of statement: each runs as it stands, and shows every part in order ---


ID = "PAPER/ID"

VALUE = '''"""Statement: if n people all shake hands with each other, n (n - 1) / 2 hands are shaken.

Model: the people come one after the other, and each shakes hands with all who are there.

Corners: one person.
"""

from optcheck.claims import *


class Party(Instance):
    """How many people there are."""

    n: int = integer(1)


def as_printed(party: Party) -> Value:
    return Fraction(party.n * (party.n - 1), 2)


def shaken(party: Party) -> Value:
    """What the formula is compared with: the definition, as near to the paper's words as code can be."""
    return sum(there for there in range(party.n))


CLAIM = Statement(
    "PAPER/ID",
    place="Eq. 1",
    title="how many hands are shaken",
    domain=Party,
    truth=definition(shaken),
    asserts=equals,
    printed=Form(as_printed, "n (n - 1) / 2"),
)
'''

BOUND = '''"""Statement: a rectangle of circumference u has an area of at most u^2 / 16.

Model: the area is compared with the bound; "at most" says that the truth is at most what the form gives.

Corners: the square, where both are equal.
"""

from optcheck.claims import *


class Rectangle(Instance):
    """Two sides."""

    width: Fraction = rational(above=0)
    height: Fraction = rational(above=0)


def as_printed(rectangle: Rectangle) -> Value:
    circumference = 2 * (rectangle.width + rectangle.height)
    return circumference**2 / 16


def area(rectangle: Rectangle) -> Value:
    """What is bounded."""
    return rectangle.width * rectangle.height


CLAIM = Statement(
    "PAPER/ID",
    place="Lemma 1",
    title="no rectangle has more area than the square",
    domain=Rectangle,
    truth=definition(area),
    asserts=at_most,
    printed=Form(as_printed, "u² / 16"),
)
'''

OPTIMUM = '''"""Statement: n streets that form a ring need n / 2 lamps, if half lamps can be bought.

Model: a linear program. A lamp at a crossing lights both its streets; every street needs one lamp in all. The program
is solved for each instance, and the checker verifies its optimum from primal and dual.

Corners: three streets; odd rings, where half lamps are needed.
"""

from optcheck.claims import *


class Ring(Instance):
    """How many streets there are."""

    n: int = integer(3)


def as_printed(ring: Ring) -> Value:
    return Fraction(ring.n, 2)


def lighting(ring: Ring) -> LinearProgram:
    """The problem behind the formula."""
    model = Model("minimise")
    lamps = [model.variable(f"lamps[{crossing}]", cost=1) for crossing in range(ring.n)]
    for street in range(ring.n):
        model.row(f"street {street}", {lamps[street - 1]: 1, lamps[street]: 1}, ">=", 1)
    return model.build()


CLAIM = Statement(
    "PAPER/ID",
    place="Theorem 1",
    title="the fewest lamps that light a ring",
    domain=Ring,
    truth=minimum(lighting),
    asserts=equals,
    printed=Form(as_printed, "n / 2"),
    effort=Effort(instances=20, drawn=10, largest={"n": 25}),
)
'''

EQUILIBRIUM = '''"""Statement: two players show a side of a coin each. The first wins a if both show heads, b if both
show tails, and loses c otherwise. If both show heads with probability (b + c) / (a + b + 2c), nobody gains by playing
otherwise.

Model: how a player departs is part of the instance: what each then wins is at most what both win without departing.

Corners: a = b, where both sides are equally likely; a departure to one side alone.
"""

from optcheck.claims import *


class Coins(Instance):
    """What is paid, and the probability of heads to which a player departs."""

    a: Fraction = rational(above=0)
    b: Fraction = rational(above=0)
    c: Fraction = rational(above=0)
    departure: Fraction = rational(at_least=0, at_most=1)


def heads(coins: Coins) -> Value:
    """The printed play of both."""
    return (coins.b + coins.c) / (coins.a + coins.b + 2 * coins.c)


def won(coins: Coins, first: Value, second: Value) -> Value:
    """What the first player wins on average, and the second one loses."""
    unlike = first * (1 - second) + (1 - first) * second
    return first * second * coins.a + (1 - first) * (1 - second) * coins.b - unlike * coins.c


def as_printed(coins: Coins) -> Value:
    both = heads(coins)
    return (won(coins, both, both), -won(coins, both, both))


def departing(coins: Coins) -> Value:
    """What each wins by departing, while the other plays as printed."""
    return (won(coins, coins.departure, heads(coins)), -won(coins, heads(coins), coins.departure))


CLAIM = Statement(
    "PAPER/ID",
    place="Proposition 1",
    title="an equilibrium of the game with two coins",
    domain=Coins,
    truth=definition(departing),
    asserts=at_most,
    printed=Form(as_printed, "what both win if heads has the probability (b + c) / (a + b + 2c)"),
)
'''

PROPERTY = '''"""Statement: three lengths are the sides of a triangle just if the longest is less than half the sum.

Model: each side of a triangle is less than the other two together. Form and truth are propositions; "decides" says that
one is true just where the other is.

Corners: two lengths that add up to the third.
"""

from optcheck.claims import *


class Lengths(Instance):
    """Three lengths."""

    a: Fraction = rational(above=0)
    b: Fraction = rational(above=0)
    c: Fraction = rational(above=0)


def as_printed(lengths: Lengths) -> Value:
    a, b, c = lengths.a, lengths.b, lengths.c
    return 2 * max(a, b, c) < a + b + c


def is_triangle(lengths: Lengths) -> Value:
    """The definition."""
    a, b, c = lengths.a, lengths.b, lengths.c
    return a < b + c and b < a + c and c < a + b


CLAIM = Statement(
    "PAPER/ID",
    place="Lemma 2",
    title="when three lengths are the sides of a triangle",
    domain=Lengths,
    truth=definition(is_triangle),
    asserts=decides,
    printed=Form(as_printed, "2 max(a, b, c) < a + b + c"),
)
'''

TEMPLATES = {"value": VALUE, "bound": BOUND, "optimum": OPTIMUM, "equilibrium": EQUILIBRIUM, "property": PROPERTY}


def template(kind: str, claim_id: str) -> str:
    """The text of a claim file of this kind, for a claim of this name."""
    return TEMPLATES[kind].replace(ID, claim_id)


# --- ``optcheck new``: start a claim of your own ---


_ID = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9-]*")


class Kind(StrEnum):
    """What a statement gives."""

    VALUE = "value"
    BOUND = "bound"
    OPTIMUM = "optimum"
    EQUILIBRIUM = "equilibrium"
    PROPERTY = "property"


KINDS = {
    Kind.VALUE: "a number that is defined otherwise: a count, a probability, a sensitivity",
    Kind.BOUND: "something that a number never exceeds, or never falls below",
    Kind.OPTIMUM: "the optimum of a linear program",
    Kind.EQUILIBRIUM: "a play from which nobody gains by departing",
    Kind.PROPERTY: "a condition under which something is so",
}


def new(
    claim: Annotated[
        str | None, typer.Argument(metavar="PAPER/ID", help="For example mypaper/eq-7.", show_default="asked for")
    ] = None,
    kind: Annotated[
        Kind | None, typer.Option(help="What the statement gives.", show_default="asked for, or value")
    ] = None,
    package: Annotated[Path, typer.Option(help="The folder that holds the papers' folders.")] = Path("claims"),
) -> None:
    """Write a claim file that runs, in the place where the audit finds it.

    In a terminal it asks for what is not said: the claim's name, and what kind of statement it is.

    Examples:

    - `optcheck new mypaper/eq-7 --kind bound`
    - `optcheck audit --claims claims`
    """
    name = claim if claim is not None else _asked_name()
    _check_name(name)
    target = package / f"{name.replace('-', '_')}.py"
    if target.exists():
        raise InvalidInput(f"{target} is already there")
    chosen = kind if kind is not None else _asked_kind()
    target.parent.mkdir(parents=True, exist_ok=True)
    _write_packages(package, name.partition("/")[0])
    write_atomically(target, template(chosen, name))
    print_text(f"{target}: a {chosen}; change it, then: optcheck audit --claims {shlex.quote(str(package))}")


def _check_name(name: str) -> None:
    if not _ID.fullmatch(name):
        raise InvalidInput(
            "a claim is called PAPER/ID (mypaper/eq-7) in small letters and digits, a letter first; "
            f"ID may have -, PAPER takes _ instead; got {name!r}"
        )


def _asked_name() -> str:
    if not _is_terminal():
        raise InvalidInput("say how the claim is called: optcheck new PAPER/ID, for example mypaper/eq-7")
    return str(typer.prompt("The claim's name, PAPER/ID (mypaper/eq-7)"))


def _asked_kind() -> Kind:
    """What the user answers; a value where there is nobody to ask."""
    if not _is_terminal():
        return Kind.VALUE
    for kind, words in KINDS.items():
        out.print(f"  {kind:<12} {words}", highlight=False)
    while True:
        answer = str(typer.prompt("What does the statement give", default=Kind.VALUE.value)).strip().lower()
        if answer in list(Kind):
            return Kind(answer)
        out.print(f"one of {', '.join(Kind)}, please")


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _write_packages(package: Path, paper: str) -> None:
    """Folders that Python imports; the first line of a paper's is its title."""
    words = {package: "Claims about printed statements.", package / paper: f"The paper {paper}."}
    for folder, text in words.items():
        if not os.path.lexists(folder / "__init__.py"):
            write_atomically(folder / "__init__.py", f'"""{text}"""\n')


COMMANDS = (new,)
