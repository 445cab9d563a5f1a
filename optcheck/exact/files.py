"""Files: JSON whose objects must have distinct names, results that appear whole or not at all, and certificates."""

from __future__ import annotations

import errno
import gc
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optcheck.checker.core import (
    DEFAULT_LIMIT,
    FORMAT,
    MOST_BYTES,
    check_document,
    check_file,
    read_document,
    read_file,
)
from optcheck.checker.core import Verified as Verified
from optcheck.errors import CertificateRejected, InvalidInput

Document = dict[str, Any]  # a JSON object, nested as deep as its kind nests; its reader says what it holds


def parse_json(text: str, literal: bool = False) -> object:
    """The value of a JSON text; ValueError or RecursionError where it is none.

    Objects with a name twice are refused, since readers of JSON differ in which of two they take; so are NaN and
    Infinity, which are no JSON. With ``literal`` numbers and these words stay the texts that they are.

    >>> parse_json('{"x": 0.1}', literal=True)
    {'x': '0.1'}
    """
    number, constant = (str, str) if literal else (None, _refuse_constant)
    return json.loads(
        text, parse_float=number, parse_int=number, parse_constant=constant, object_pairs_hook=_distinct_names
    )


def _distinct_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document: dict[str, object] = {}
    for name, value in pairs:
        if name in document:
            raise InvalidInput(f"the name {name!r} occurs twice in one object")
        document[name] = value
    return document


def _refuse_constant(word: str) -> object:
    raise InvalidInput(f"{word} is no number")


_OTHER_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFBLK: "a block device",
    stat.S_IFSOCK: "a socket",
}
_SYSTEM_FOLDERS = ("/dev/", "/proc/")  # /dev/stdout may lead to a regular file that a shell holds open


def write_atomically(path: str | Path, content: str | Iterable[str]) -> None:
    """Write a text, or its pieces one by one, so that readers see the old file or the whole new one.

    A symbolic link stays: the file that it points to is replaced. Character devices and pipes with a reader are written
    to directly; folders, block devices and sockets are refused.
    """
    try:
        data = (piece.encode("utf-8") for piece in ([content] if isinstance(content, str) else content))
        kind = _kind(path)
        if kind in _OTHER_KINDS:
            raise InvalidInput(f"{path} cannot be written: it is {_OTHER_KINDS[kind]}, not a file")
        if kind in (None, stat.S_IFREG) and not os.path.abspath(path).startswith(_SYSTEM_FOLDERS):
            with replacement(path) as temporary, temporary.open("wb") as stream:
                stream.writelines(data)
        else:
            _write_directly(path, data)
    except (OSError, UnicodeEncodeError) as error:
        raise InvalidInput(f"{path} cannot be written: {_reason(error)}") from error


def check_outputs(inputs: Iterable[Path], outputs: Mapping[str, Path | None]) -> None:
    """Refuse, before any work is done, an output that would overwrite an input or another output.

    ``outputs`` maps the name of an option to its file. Hard links and symbolic links count as the file itself.
    """
    taken = [(f"the input {file}", file) for file in inputs]
    for option, file in outputs.items():
        if file is None or _kind(file) not in (None, stat.S_IFREG):
            continue
        for name, other in taken:
            if _is_same(file, other):
                raise InvalidInput(f"{option} {file} must not overwrite {name}")
        taken.append((f"the file of {option}", file))


def require_folders(outputs: Mapping[str, Path | None]) -> None:
    """Refuse, before any work is done, an output whose folder is not there."""
    for option, file in outputs.items():
        if file is not None and not file.parent.is_dir():
            raise InvalidInput(f"{option} {file} cannot be written: there is no folder {file.parent}")


def _is_same(left: Path, right: Path) -> bool:
    try:
        return os.path.samefile(left, right)
    except FileNotFoundError:  # at least one of them is not there yet
        return os.path.realpath(left) == os.path.realpath(right)


def _kind(path: str | Path) -> int | None:
    try:
        return stat.S_IFMT(os.stat(path).st_mode)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {_reason(error)}") from error


@contextmanager
def replacement(path: str | Path) -> Iterator[Path]:
    """An empty file beside a regular one, to be written slowly; at the end it replaces that one, unless work fails.

    Nobody else may read it until it is whole; then it gets the permissions of the file that it replaces, or those of
    any new file. It is on the disk, and not only in the system's memory, before it takes the name.
    """
    target = Path(os.path.realpath(path))
    if (kind := _kind(target)) not in (None, stat.S_IFREG):
        raise InvalidInput(f"{path} cannot be written: it is {_OTHER_KINDS.get(kind or 0, 'a device')}, not a file")
    temporary = target.with_name(f".{os.urandom(8).hex()}.part")  # long names must not become too long
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield temporary
        temporary.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
        _sync(temporary)
        os.replace(temporary, target)
        _sync(target.parent)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    """What new files are not allowed; the system tells it only to who sets it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync(path: Path) -> None:
    """Have the system write a file, or a folder's list of names, to the disk; some folders cannot be synced."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def _write_directly(path: str | Path, data: Iterable[bytes]) -> None:
    """Opening does not wait for a reader of a pipe: without one it fails."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY)
    with open(descriptor, "wb") as stream:
        os.set_blocking(descriptor, True)
        stream.writelines(data)


def _reason(error: OSError | UnicodeEncodeError) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "the text holds half a character (a lone surrogate)"
    return "it is a pipe that nobody reads" if error.errno == errno.ENXIO else str(error.strerror)


# --- Certificates: exact evidence as plain data, with a JSON form that the checker reads without anything else here ---


@contextmanager
def uncollected() -> Iterator[None]:
    """Let nobody look for garbage in cycles inside: millions of numbers hold none, and looking takes half the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed about an instance, and the evidence for it.

    ``instance`` and ``evidence`` hold only JSON values: numbers are ints or "p/q" texts, never floats. The ``note`` is
    for people; the checker repeats it as quoted words of the file.
    """

    kind: str
    instance: Mapping[str, object]
    evidence: Mapping[str, object]
    note: str = ""

    def document(self) -> Document:
        """The JSON form: format version, kind, instance, evidence, and the note where there is one."""
        note = {"note": self.note} if self.note else {}
        return {"format": FORMAT, "kind": self.kind, "instance": self.instance, "evidence": self.evidence, **note}

    def verify(self, limit: float = DEFAULT_LIMIT) -> Verified:
        """Have the checker recompute everything; raises CertificateRejected."""
        with uncollected():
            return check_document(self.document(), limit)

    def accept(self, limit: float = DEFAULT_LIMIT) -> None:
        """Have the checker recompute everything, and say no more than that it holds; raises CertificateRejected."""
        with uncollected():
            check_document(self.document(), limit)

    def save(self, path: str | Path) -> None:
        """Write the certificate as JSON; the file appears whole or not at all."""
        write_atomically(path, json.dumps(self.document(), separators=(",", ":")) + "\n")

    @classmethod
    def load(cls, path: str | Path, most_bytes: int = MOST_BYTES) -> Certificate:
        """Read a certificate file as the checker reads it. Reading is not verifying."""
        try:
            read = read_document(read_file(path, most_bytes))
        except CertificateRejected as error:
            raise InvalidInput(f"{path} is not a certificate: {error}") from error
        return cls(read.kind, read.instance, read.evidence, read.note or "")


def verify(
    proof: Certificate | Mapping[str, object] | str | Path, limit: float = DEFAULT_LIMIT, most_bytes: int = MOST_BYTES
) -> Verified:
    """Check a certificate, a parsed document or a file in exact arithmetic.

    Returns what is proved, or raises CertificateRejected naming the place, the expected and the actual value; a check
    that would cost more than ``limit`` seconds' worth of steps raises TooCostly instead, and a file of more than
    ``most_bytes`` bytes TooLarge.

    >>> verify({"format": 2})
    Traceback (most recent call last):
    optcheck.checker.errors.CertificateRejected: field 'kind' of certificate: expected to be there, got nothing
    """
    if isinstance(proof, Certificate):
        return proof.verify(limit)
    if isinstance(proof, Mapping):
        return check_document(proof, limit)
    if not isinstance(proof, str | Path):
        raise InvalidInput(f"proof must be a certificate, a document or a path, got {type(proof).__name__}")
    with uncollected():
        return check_file(proof, limit, most_bytes)
