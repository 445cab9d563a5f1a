"""The option that names a package with claims of your own."""

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


def use(package: str | None) -> None:
    """Judge the claims of this package, if one is named."""
    if package is not None:
        registry.use(package)
