"""Statement: a game of two by two without a saddle point has the value (ad - bc) / (a + d - b - c).

Model: the best that the row player can be sure of is a linear program, solved and verified for each table of payoffs.
"""

from optcheck.claims import *


class Game(Instance):
    """What the row player gets. Without a saddle point, both entries of one diagonal exceed those of the other."""

    a: Fraction = rational()
    b: Fraction = rational()
    c: Fraction = rational()
    d: Fraction = rational()
    conditions = ("max(b, c) < min(a, d) or max(a, d) < min(b, c)",)


def as_printed(game: Game) -> Value:
    return (game.a * game.d - game.b * game.c) / (game.a + game.d - game.b - game.c)


def security(game: Game) -> LinearProgram:
    """The most v such that some mixture x of the rows gives v at least, whatever the column."""
    model = Model("maximise")
    value = model.variable("v", cost=1, lower=None)
    first, second = model.variable("x[1]"), model.variable("x[2]")
    model.row("one mixture", {first: 1, second: 1}, "=", 1)
    model.row("left", {first: game.a, second: game.c, value: -1}, ">=", 0)
    model.row("right", {first: game.b, second: game.d, value: -1}, ">=", 0)
    return model.build()


CLAIM = Statement(
    "textbook/matrix-game", place="von Neumann 1928", title="the value of a game of two by two", domain=Game,
    truth=maximum(security), asserts=equals, printed=Form(as_printed, "(ad − bc) / (a + d − b − c)"),
)  # fmt: skip
