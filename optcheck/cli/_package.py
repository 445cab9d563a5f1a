"""Options of the commands that judge claims: the package, and the limit for a claim."""

from __future__ import annotations

from typing import Annotated

import typer

from optcheck.audit import registry

Package = Annotated[
    str | None,
    typer.Option(
        "--claims", metavar="PACKAGE", help="A package with claims of your own.", show_default="the built-in papers"
    ),
]
Limit = Annotated[float, typer.Option(min=0.01, max=10**6, help="Most seconds for one claim on this machine.")]


def use(package: str | None) -> None:
    """Judge the claims of this package, if one is named."""
    if package is not None:
        registry.use(package)
