# Two commands are enough: `make play` and `make test`. Both set up .venv first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help play test lint warm bench coverage-rules docs clean

help:
	@echo "make play            set up and start a battle in this terminal"
	@echo "make test            set up and run every check there is"
	@echo "make lint            ruff and mypy"
	@echo "make bench           the benchmarks"
	@echo "make coverage-rules  which rules are proved by tests"
	@echo "make docs            the manual, in docs/_build/html"

# --- setting up: a stamp for each set of packages, so that repeat runs install nothing

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Counteract needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Counteract needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "$(PYTHON) cannot make virtual environments; on Debian: apt install python3-venv" >&2; exit 1; }
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.docs: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# --- playing and checking

play: $(VENV)/.play
	@$(BIN)/counteract play --terminal

test: lint warm
	@$(BIN)/pytest -n $(JOBS)
	@$(BIN)/python tools/coverage_rules.py

lint: $(VENV)/.test
	@$(BIN)/ruff check
	@$(BIN)/mypy

# Kernels are compiled here, once, and not by several test workers at the same time.
warm: $(VENV)/.test
	@$(BIN)/python -c 'from counteract.warming import warm; warm(print)'

bench: warm
	@$(BIN)/counteract bench

coverage-rules: $(VENV)/.test
	@$(BIN)/python tools/coverage_rules.py

docs: $(VENV)/.docs
	@$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder html docs docs/_build/html
	@echo "the manual is in docs/_build/html/index.html"

clean:
	rm -rf $(VENV) docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find counteract tests -name __pycache__ -type d -exec rm -rf {} +
