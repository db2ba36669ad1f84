# Needs only make and Python 3.11 or newer.  `make study` and `make test` set up .venv by themselves.
.DEFAULT_GOAL := help
.PHONY: help setup study test test-browser test-peers peers quick lint types unit notebooks coverage format lab clean

VENV   := .venv
PYTHON ?=
RUN    := $(VENV)/bin
# Fresh cases of each comparison with another program.
CASES  ?= 40
# Tests compile from nothing, so that coverage sees every compiled line; the notebooks then reuse those kernels.
TEST_KERNELS := $(CURDIR)/build/kernels

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/.ready  ## make .venv with everything in it (done by the other targets when needed)

$(VENV)/.ready: pyproject.toml .ci/setup
	@sh .ci/setup $(VENV) $(PYTHON)

study: setup  ## the main job: every game's headline outcomes, charts and tables in results/
	$(RUN)/cardsim study

test: setup lint types unit notebooks  ## everything that .ci/run runs, but for test-browser and test-peers

lint: setup
	$(RUN)/ruff check
	$(RUN)/ruff format --check

types: setup
	$(RUN)/mypy

unit: setup
	rm -rf build/kernels .coverage
	NUMBA_CACHE_DIR=$(TEST_KERNELS) NUMBA_JIT_COVERAGE=1 \
		$(RUN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term:skip-covered --durations=15

test-browser: setup  ## notebooks 01 and 02 in JupyterLab and a headless Chromium; says so where it has to be skipped
	@NUMBA_CACHE_DIR=$(TEST_KERNELS) sh .ci/browser $(VENV)

test-peers:  ## the same games played and solved by other programs; says which does not install, and why
	@NUMBA_CACHE_DIR=$(TEST_KERNELS) sh .ci/peers $(VENV)-peers "$(PYTHON)" --cases $(CASES)

peers: test-peers  ## test-peers, then how much faster we are than each: results/peers
	NUMBA_CACHE_DIR=$(TEST_KERNELS) $(VENV)-peers/bin/python -m tests.peers.measure --out results/peers

notebooks: setup
	$(RUN)/python .ci/shrink_notebooks.py notebooks build/notebooks
	$(if $(wildcard notebooks/*.ipynb),NUMBA_CACHE_DIR=$(TEST_KERNELS) $(RUN)/python -m pytest --nbmake build/notebooks,@echo no notebooks)

quick: setup  ## the fast tests only, with the kernels at hand
	$(RUN)/python -m pytest -x -q -m "not slow and not corpus"

coverage: unit  ## the tests, then an HTML report of the lines run or compiled, in htmlcov/
	$(RUN)/coverage html

format: setup  ## put the code and the notebooks in the common form
	$(RUN)/ruff check --fix
	$(RUN)/ruff format

lab: setup  ## open the notebooks
	$(RUN)/jupyter lab notebooks

clean:  ## remove what the targets above have made, but for results/
	rm -rf $(VENV) $(VENV)-peers build dist htmlcov .coverage *.egg-info
	find cardsim tests -name __pycache__ -type d -prune -exec rm -rf {} +
