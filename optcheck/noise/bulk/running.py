"""How planning in chunks is carried out: which files, what lies aside meanwhile, and who does the work."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from optcheck.errors import InvalidInput, OptcheckError, shown
from optcheck.exact.files import check_outputs
from optcheck.exact.inputs import items
from optcheck.noise.bulk.reading import is_parquet
from optcheck.noise.bulk.typed import arrow

if TYPE_CHECKING:
    from distributed import Client  # which carries no type information

__all__ = ["Each", "aside", "each_for", "file_paths", "folders", "named_failures", "same"]

T = TypeVar("T")


class Each(Protocol):
    """Calls a function for every item of equally long lists."""

    def __call__(self, run: Callable[..., T], *columns: Sequence[object]) -> list[T]:
        """What it gave for each."""


@contextmanager
def named_failures() -> Iterator[None]:
    """Failures of the file system, in our words."""
    try:
        yield
    except OSError as error:
        raise InvalidInput(f"{error.filename or 'a file'} cannot be written: {error.strerror or error}") from error


def file_paths(
    paths: Sequence[str | Path], outputs: Sequence[str | Path] | None
) -> tuple[list[Path], list[Path] | None]:
    """The files to read and those to write, checked before any work is done."""
    inputs = _paths(paths, "paths")
    targets = None if outputs is None else _paths(outputs, "outputs")
    _check(inputs, targets)
    return inputs, targets


def _paths(values: Sequence[str | Path], name: str) -> list[Path]:
    found = [] if isinstance(values, str | Path) else items(values, name)
    if isinstance(values, str | Path) or not all(isinstance(path, str | Path) for path in found):
        raise InvalidInput(f"{name} must be a list of files, got {shown(values)}")
    if any("\0" in str(path) for path in found):
        raise InvalidInput(f"{name} must not hold null characters, got {shown(values)}")
    return [Path(path) for path in found]


def _check(inputs: list[Path], outputs: list[Path] | None) -> None:
    if not inputs:
        raise InvalidInput("paths must name at least one file, got none")
    for path in inputs:
        if not path.is_file():
            raise InvalidInput(f"there is no file {path}")
    if outputs is not None and len(outputs) != len(inputs):
        raise InvalidInput(f"outputs must name one file for each of {len(inputs)} inputs, got {len(outputs)}")
    for path in outputs or []:
        if not is_parquet(path) and path.suffix.lower() != ".csv":
            raise InvalidInput(f"an output must end in .parquet or .csv, got {path}")
    check_outputs(inputs, {f"output {j}": path for j, path in enumerate(outputs or [], start=1)})
    if any(map(is_parquet, [*inputs, *(outputs or [])])):
        arrow()


def folders(inputs: list[Path], outputs: list[Path] | None) -> list[Path]:
    """Where something may lie aside for each file: beside its output, or where temporary files go."""
    return [path.resolve().parent for path in outputs] if outputs else [Path(tempfile.gettempdir())] * len(inputs)


@contextmanager
def aside(folder: Path) -> Iterator[Path]:
    """A path that is free again at the end."""
    path = folder / f".{secrets.token_hex(8)}.part"
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def same(item: T, others: Sequence[object]) -> list[T]:
    """The same item beside each of the others."""
    return [item] * len(others)


def each_for(client: Client | None) -> Each:
    """Work on this machine, or on the workers of a ``distributed.Client``."""
    return _here if client is None else _on(client)


def _here(run: Callable[..., T], *columns: Sequence[object]) -> list[T]:
    return [run(*row) for row in zip(*columns, strict=True)]


def _on(client: Client) -> Each:
    if not all(callable(getattr(client, name, None)) for name in ("map", "gather", "cancel")):
        raise InvalidInput(f"client must be a distributed.Client, got {shown(client)}")

    def each(run: Callable[..., T], *columns: Sequence[object]) -> list[T]:
        futures = client.map(run, *columns, pure=False)
        try:
            return list(client.gather(futures))
        except OptcheckError:
            raise
        except Exception as error:  # a worker may fail in any way
            raise InvalidInput(f"the dask cluster failed: {type(error).__name__}: {error}") from error
        finally:
            client.cancel(futures)  # after a failure nobody may go on writing

    return each
