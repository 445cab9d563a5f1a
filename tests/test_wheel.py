"""The wheel holds everything that the commands need: every module, every data file, and nothing of the tests."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.lowest import lowest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = [pattern.removesuffix("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]]
LEFT_OUT = {"__pycache__", ".mypy_cache", ".ruff_cache"}
BUILD = "import setuptools.build_meta as b, sys; print(b.build_wheel(sys.argv[1]))"


def _files() -> set[str]:
    folders = [path for package in PACKAGES for path in (ROOT / package).rglob("*")]
    files = {path.relative_to(ROOT) for path in folders if path.is_file()}
    return {str(path) for path in files if not LEFT_OUT & set(path.parts) and path.suffix not in _MADE}


_MADE = {".pyc", ".vo", ".vok", ".vos", ".glob", ".aux", ".cmi", ".cmx", ".cmo", ".o"}


def test_every_package_is_listed() -> None:
    importable = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert importable - {"tests", "wild", "examples", "docs"} == set(PACKAGES)


def test_the_version_is_the_same_everywhere() -> None:
    import optcheck

    assert PROJECT["project"]["version"] == optcheck.__version__
    assert f"\nversion: {optcheck.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {optcheck.__version__} (" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.skipif(int(version("setuptools").split(".")[0]) < 77, reason="needs setuptools 77: make installs it")
def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    source, files = tmp_path / "source", _files()
    for name in [*files, "pyproject.toml", "README.md", "LICENSE"]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True, timeout=200)
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == files


def _declared() -> list[Requirement]:
    project = PROJECT["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return [requirement for line in lines if (requirement := Requirement(line)).name != "optcheck"]


@pytest.mark.parametrize("requirement", _declared(), ids=lambda requirement: requirement.name)
def test_the_lock_is_within_what_pyproject_allows(requirement: Requirement) -> None:
    lock = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / "requirements.lock").read_text().lower()))
    assert requirement.specifier.contains(lock[requirement.name.lower()])


def test_the_lowest_versions_come_from_pyproject() -> None:
    pins = {Requirement(pin).name: Requirement(pin) for pin in lowest()}
    assert {"numpy", "hypothesis", "pulp", "dask"} <= set(pins)
    for requirement in _declared():
        if pin := pins.get(requirement.name):
            version = next(iter(pin.specifier)).version
            assert requirement.specifier.contains(version)
            assert f">={version}" in str(requirement.specifier)
