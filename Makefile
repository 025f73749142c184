# HRI. Bare `make` checks and tests. A second call does no work twice.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
PORT ?= $(or $(HRI_PORT),8501)
SERVE = HRI_PORT=$(PORT) $(BIN)/python tools/serve.py
PO := $(wildcard locales/*/LC_MESSAGES/hri.po)
MO := $(PO:.po=.mo)

.DEFAULT_GOAL := all
.PHONY: all setup run desk demo test check e2e bench fit bench-ui bench-gateway bench-history bench-audit torture equality screenshots lock clean help

# Check and test.
all: check test

# Make the virtual environment with the pinned packages and compile the catalogues.
setup: $(STAMP) $(MO)

$(STAMP): requirements.txt requirements-dev.txt pyproject.toml tools/make_venv.sh
	@sh tools/make_venv.sh $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

%.mo: %.po $(STAMP)
	$(BIN)/pybabel --quiet compile -i $< -o $@

# Load the demonstration into the embedded database, once.
demo: setup
	$(BIN)/python -m hri demo

# Set up, load the demonstration, open the desk at http://localhost:8501 (PORT=... for another).
run: demo
	$(SERVE)

# Open the desk without the demonstration: HRI_PACK and HRI_DATABASE say what it works on.
desk: setup
	$(SERVE)

# Set up and pass every test that needs no browser; byte code is kept, or each process compiles anew.
test: setup
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal

# Lint, types, import contracts.
check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Browser tests in Chromium; screenshots go to var/artefacts.
e2e: setup
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  { echo "Chromium is missing. Debian: apt-get install chromium. Ubuntu: snap install chromium."; exit 1; }
	$(BIN)/python -m pytest -m e2e tests/e2e

# Score the development sets and time it (needs the benchmark folder, BENCH=…).
bench: setup
	$(BIN)/python tools/bench.py

# Fit the index on half of the development sets, judge it on the other (needs them, BENCH=…).
fit: setup
	$(BIN)/python tools/fit.py

# Time the desk with 100,000 cases and 1, 30 and 60 people at work (BENCH_UI=... for options).
bench-ui: setup
	$(BIN)/python tools/bench_ui.py $(BENCH_UI)

# Tuning over 1,000,000 stored cases, in one process and in a browser (BENCH_HISTORY=... for options).
bench-history: setup
	$(BIN)/python tools/bench_history.py $(BENCH_HISTORY)

# Verify, back up, restore and replay with 100,000 events (BENCH_AUDIT=... for options).
bench-audit: setup
	$(BIN)/python tools/bench_audit.py $(BENCH_AUDIT)

# Time the gateway against a direct call (BENCH_GATEWAY=... for options).
bench-gateway: setup
	$(BIN)/python tools/bench_gateway.py $(BENCH_GATEWAY)

# Long stress of the store and of the gateway.
torture: setup
	$(BIN)/python -m pytest -m torture

# Every pair of 100,000 cases and 1,000 policies: columns against index and decision (some 20 minutes of two free cores).
equality: setup
	EQUALITY=100000x1000 $(BIN)/python -m pytest -m torture -n 0 -s tests/evaluation/test_equality.py

# Write the pinned requirements anew from pyproject.toml.
lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -q -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml --group dev -c requirements.txt --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -q -o requirements-dev.txt

# Remove what the build made; the database in var/ stays.
clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis

# Print the targets with what they do.
help:
	@awk '/^# /{doc=substr($$0,3)} /^[a-z0-9-]+:/{split($$1,n,":"); if(doc) printf "  make %-12s %s\n", n[1], doc; doc=""} /^$$/{doc=""}' Makefile
