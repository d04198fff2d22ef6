# Two commands are enough: `make play` and `make test`. Both set up .venv first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
PAGE := counteract/server/page/index.html
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play test test-long lint lint-python lint-page check-page parts types warm soak bench coverage-rules messages questions architecture pictures docs lock clean

help:
	@echo "make play            set up, start the table and open it in the browser"
	@echo "make test            set up and run every check there is"
	@echo "make test-long       the same tests, and those that take long"
	@echo "make lint            ruff, mypy, svelte-check and eslint"
	@echo "make soak            the server under load, and killed again and again; prints its figures"
	@echo "make bench           the benchmarks"
	@echo "make coverage-rules  which rules are proved by tests"
	@echo "make messages        bring the catalogues of translations up to date"
	@echo "make questions       write the list of all questions, answers and events anew"
	@echo "make architecture    draw the picture of who imports whom anew"
	@echo "make pictures        take the pictures of the player's guide anew"
	@echo "make docs            the manual, in docs/_build/html"
	@echo "make lock            write the newest packages into constraints.txt"

# --- setting up: a stamp for each set of packages, so that repeat runs install nothing

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Counteract needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Counteract needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "$(PYTHON) cannot make virtual environments; on Debian: apt install python3-venv" >&2; exit 1; }
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "Counteract's page is built with Node 20.19 or newer, and there is no npm here." >&2; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' \
		|| { echo "Counteract's page is built with Node 20.19 or newer; this is $$(node --version)." >&2; exit 1; }
	@echo "setting up web/node_modules ..."
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): web/node_modules/.installed web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	@echo "building the page ..."
	@cd web && npm run --silent build -- --logLevel warn

# What the package needs is installed while the page is built; the package itself comes last, as it holds the page.
$(VENV)/.needs-%: pyproject.toml constraints.txt tools/needs.py | $(BIN)/python
	@echo "installing packages ..."
	@$(BIN)/python tools/needs.py $* > $(VENV)/needs-$*.txt
	@$(INSTALL) --requirement $(VENV)/needs-$*.txt
	@touch $@

$(VENV)/.play: $(VENV)/.needs-play hatch_build.py | $(PAGE)
	@$(INSTALL) --no-deps --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.needs-dev hatch_build.py | $(PAGE)
	@$(INSTALL) --no-deps --editable .
	@touch $@ $(VENV)/.needs-play $(VENV)/.play

$(VENV)/.docs: $(VENV)/.needs-docs hatch_build.py | $(PAGE)
	@$(INSTALL) --no-deps --editable .
	@touch $@

# --- playing and checking

play:
	@$(MAKE) --no-print-directory --silent --jobs 2 $(VENV)/.play $(PAGE)
	@$(BIN)/counteract play

test:
	@$(MAKE) --no-print-directory --silent --jobs 3 parts $(VENV)/.test $(PAGE)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint-python check-page
	@$(MAKE) --no-print-directory warm
	@$(BIN)/pytest -n $(JOBS)
	@$(BIN)/python tools/coverage_rules.py

# What takes too long for every day: the largest cases of the odds.
test-long: parts warm $(PAGE)
	@$(BIN)/pytest -n $(JOBS) --long

lint: lint-python lint-page

lint-python: $(VENV)/.test
	@$(BIN)/ruff check
	@$(BIN)/mypy

lint-page: web/node_modules/.installed
	@cd web && npm run --silent check && npm run --silent lint

check-page: lint-page
	@cd web && npm run --silent test

# The tests need a browser and a database server.
parts:
	@sh tools/parts.sh

# Kernels are compiled here, once, and not by several test workers at the same time.
warm: $(VENV)/.test
	@$(BIN)/python -c 'from counteract.warming import warm; warm(print)'

soak: parts warm
	@$(BIN)/python tools/soak.py

# The types of everything between page and server, from the server's own description.
types: $(VENV)/.test web/node_modules/.installed
	@$(BIN)/python -m counteract.server.schema > web/schema.json
	@cd web && npx --no-install openapi-typescript schema.json --output src/lib/schema.d.ts >/dev/null && rm schema.json

bench: warm
	@$(BIN)/counteract bench

messages: $(VENV)/.test
	@$(BIN)/python tools/messages.py

questions: $(VENV)/.test
	@$(BIN)/python tools/questions.py

architecture: $(VENV)/.test
	@$(BIN)/python tools/architecture.py

coverage-rules: $(VENV)/.test
	@$(BIN)/python tools/coverage_rules.py

# From the page itself; with names (SCENES="lobby after") only some of them.
pictures: parts warm $(PAGE)
	@$(BIN)/python tools/pictures.py $(SCENES)

docs: $(VENV)/.docs
	@$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder html docs docs/_build/html
	@echo "the manual is in docs/_build/html/index.html"

# What is tested on one machine is what every machine installs.
lock: $(PAGE)
	@fresh=$$(mktemp -d) && $(PYTHON) -m venv $$fresh \
		&& $$fresh/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]' \
		&& $$fresh/bin/python -m pip freeze --disable-pip-version-check --exclude-editable > constraints.txt; rm -rf $$fresh
	@git diff --stat constraints.txt

clean:
	rm -rf $(VENV) web/node_modules counteract/server/page docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find counteract tests -name __pycache__ -type d -exec rm -rf {} +
