"""Files are replaced whole; devices, pipes, links and inputs survive."""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from optcheck.errors import InvalidInput
from optcheck.exact.files import check_outputs, replacement, write_atomically


def test_a_file_is_made_and_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 250)
    write_atomically(file, "one ü")
    file.chmod(0o640)
    write_atomically(file, "two")
    assert file.read_text() == "two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link, target = tmp_path / "link", tmp_path / "far" / "target"
    link.symlink_to(target)
    for content in ("made through the link", "replaced through the link"):
        write_atomically(link, content)
        assert link.is_symlink()
        assert target.read_text() == content


def test_devices_are_written_to_and_survive(tmp_path: Path) -> None:
    before = os.stat("/dev/null")
    write_atomically("/dev/null", "nothing")
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_atomically(link, "nothing")
    after = os.stat("/dev/null")
    assert stat.S_ISCHR(after.st_mode)
    assert (after.st_ino, after.st_rdev) == (before.st_ino, before.st_rdev)


def test_a_full_device_is_an_error_in_words() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with pytest.raises(InvalidInput, match=r"/dev/full cannot be written: No space left"):
        write_atomically("/dev/full", "x")


def test_a_pipe_is_written_to_if_somebody_reads(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InvalidInput, match="it is a pipe that nobody reads"):
        write_atomically(pipe, "x")
    received: list[str] = []
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writing = os.open(pipe, os.O_WRONLY)  # keeps the reader from seeing the end before the beginning
    os.set_blocking(reading, True)
    reader = threading.Thread(target=lambda: received.append(_read_all(reading)))
    reader.start()
    write_atomically(pipe, "x" * 200_000)
    os.close(writing)
    reader.join()
    assert received == ["x" * 200_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def _read_all(descriptor: int) -> str:
    with open(descriptor) as stream:
        return stream.read()


@pytest.mark.parametrize("kind", ["a folder", "a socket"])
def test_what_is_no_file_is_refused(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names of sockets must be short
    path = Path("it")
    with socket.socket(socket.AF_UNIX) as server:
        if kind == "a socket":
            server.bind(str(path))
        else:
            path.mkdir()
        with pytest.raises(InvalidInput, match=f"it cannot be written: it is {kind}, not a file"):
            write_atomically(path, "x")
    assert path.exists()


def test_output_that_a_shell_sends_to_a_file_is_not_lost(tmp_path: Path) -> None:
    script = (
        "from optcheck.exact.files import write_atomically as w\n"
        "print('before', flush=True); w('/dev/stdout', 'written\\n'); print('after')"
    )
    with (tmp_path / "out").open("a") as stream:
        subprocess.run([sys.executable, "-c", script], stdout=stream, check=True)
    assert (tmp_path / "out").read_text() == "before\nwritten\nafter\n"


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("no/such/folder", "x", "No such file or directory"),
        ("x" * 300, "x", "File name too long"),
        ("loop", "x", "Too many levels of symbolic links"),
        ("plain", "\ud800", "half a character"),
    ],
)
def test_failures_are_named_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, content: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    with pytest.raises(InvalidInput, match=rf"cannot be written: .*{reason}"):
        write_atomically(path, content)
    assert os.listdir(tmp_path) == ["loop"]


@pytest.mark.parametrize("link", ["itself", "hard", "symbolic"])
def test_an_output_may_not_be_the_input(tmp_path: Path, link: str) -> None:
    source = tmp_path / "itself"
    source.write_text("precious")
    os.link(source, tmp_path / "hard")
    (tmp_path / "symbolic").symlink_to(source)
    with pytest.raises(InvalidInput, match=r"--out .* must not overwrite the input"):
        check_outputs([source], {"--out": tmp_path / link})


def test_two_outputs_may_not_be_one_file(tmp_path: Path) -> None:
    new = tmp_path / "new"
    (tmp_path / "also").symlink_to(new)
    with pytest.raises(InvalidInput, match=r"--html .* must not overwrite the file of --json"):
        check_outputs([], {"--json": new, "--html": tmp_path / "also", "--timings": None})
    check_outputs([], {"--json": Path("/dev/null"), "--html": Path("/dev/null")})


def test_a_file_is_private_while_it_is_written_and_then_like_the_one_it_replaces(tmp_path: Path) -> None:
    target = tmp_path / "plan.json"
    modes = []
    for mode in (None, 0o600, 0o640):
        if mode is not None:
            target.chmod(mode)
        with replacement(target) as part:
            modes.append(stat.S_IMODE(part.stat().st_mode))
            part.write_text("whole")
        modes.append(stat.S_IMODE(target.stat().st_mode))
    mask = os.umask(0)
    os.umask(mask)
    assert modes == [0o600, 0o666 & ~mask, 0o600, 0o600, 0o600, 0o640]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidInput, match="No space left"):
        write_atomically(tmp_path / "plan.json", "text")
    assert list(tmp_path.iterdir()) == []
