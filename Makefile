# Each target sets up what it needs in .venv first. Another Python: make play PYTHON=python3.12
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help play test lint texts soak bench promises rulebooks mutations gallery film colours coverage costs reports books notebook api

help:
	@echo "make play   play a game against bots, here or in the browser; without a terminal the bots play it alone"
	@echo "make test   linters, types, rule texts, their scenarios and the tests"
	@echo "make lint   the linters and the types alone; make texts: the rule texts alone"
	@echo "make soak   the deep runs: many more examples of every property"
	@echo "make costs  processor seconds of the tests, and who is over the budget; writes build/costs.json"
	@echo "make coverage  which lines and branches the tests reach; writes build/coverage/html"
	@echo "make promises   what is proved, and how many cases of what were tried; writes docs/promises.md"
	@echo "make rulebooks  what notices a fault in what the rulebooks say; writes docs/rulebooks.md"
	@echo "make mutations  rule texts changed in small ways, and what notices; writes docs/mutations.md"
	@echo "make gallery  pictures of every game; writes docs/gallery.md"
	@echo "make reports  what plays say of the five rulebooks' games; writes build/reports"
	@echo "make books    the five rulebooks from their rule texts; writes build/books"
	@echo "make api      pages of the public API from its docstrings; writes build/api"
	@echo "make notebook  the example notebook from its script; writes docs/text_to_agent.ipynb"
	@echo "make colours  words and patterns of the language for editors; writes into editors/vscode"
	@echo "make film     a game at the browser table, clicked; writes the pictures of docs/table.md"
	@echo "make bench  how fast games are played, beside others; several minutes, writes docs/benchmarks.md"

play: .venv/.installed
	@$(BIN)/rulelang play agamemnon --table

test: .venv/.installed-test
	@$(MAKE) --no-print-directory --jobs 2 lint texts
	$(BIN)/pytest -q -n 2 --costs build/costs.json

# TESTS=tests/cli measures these alone.
costs: .venv/.installed-test
	$(BIN)/pytest -q -n 2 --costs build/costs.json $(TESTS)
	$(BIN)/python -m tests.support.costs build/costs.json

lint: .venv/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-logo

# Their scenarios are among the tests: tests/games/test_sketches.py.
texts: .venv/.installed-test
	$(BIN)/rulelang fmt --check games/
	$(BIN)/rulelang check games/

soak: .venv/.installed-test
	HYPOTHESIS_PROFILE=soak $(BIN)/pytest -q -n 2 -m "" --counted build/promises.json

# What other processes do counts too. TESTS=tests/unit/rulelang runs these alone.
coverage: .venv/.installed-test
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 2 $(TESTS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage html -q -d build/coverage/html
	$(BIN)/coverage report

bench: .venv/.installed-test
	$(BIN)/python -m benchmarks --write

# What runs find adds up; TESTS=tests/properties/knowledge/test_redeal.py runs these alone.
promises: .venv/.installed-test
	$(BIN)/python -m tests.support.promised.promises $(TESTS)

# Tries only what is not known yet; GAME=pergamon lists what nothing notices there.
rulebooks: .venv/.installed-test
	$(BIN)/python -m tests.support.changed.rulebooks $(GAME)

# Goes on where the last run ended: ten minutes a game; GAME=pergamon goes on with that one.
mutations: .venv/.installed-test
	$(BIN)/python -m tests.support.changed.mutations $(GAME)

RULEBOOKS := agamemnon egemonia pergamon pergamemnon antike_duellum

reports: .venv/.installed-test
	@mkdir -p build/reports
	@for game in $(RULEBOOKS); do $(BIN)/rulelang report $$game --force --html build/reports/$$game.html \
	  --record build/reports/$$game.json > build/reports/$$game.txt || exit 1; done

books: .venv/.installed-test
	@mkdir -p build/books
	@for game in $(RULEBOOKS); do $(BIN)/rulelang rulebook $$game --force --html build/books/$$game.html \
	  --pdf build/books/$$game.pdf || exit 1; done

# pdoc says of each type that only annotations ask for that it does not import it.
api: .venv/.installed-test
	@$(INSTALL) -e '.[api]'
	$(BIN)/python -W ignore -m pdoc -o build/api interpreter interpreter.batch rulelang

notebook: .venv/.installed-test
	$(BIN)/python -m tests.support.written.notebook

colours: .venv/.installed-test
	$(BIN)/python -m tests.support.written.vscode

gallery: .venv/.installed-test
	$(BIN)/python -m tests.support.written.gallery

film: .venv/.installed-test
	$(BIN)/python -m tests.support.written.film

# Where Python comes without ensurepip (Debian without python3-venv), its own pip fills the environment.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or later as '$(PYTHON)'; name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Making the environment .venv"
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || { $(PYTHON) -m venv --without-pip .venv \
	  && $(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check pip; } || { \
	  echo "'$(PYTHON) -m venv' does not work here; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@touch $@

.venv/.installed: .venv/.made pyproject.toml
	@echo "Installing rulelang into .venv"
	@$(INSTALL) -e '.[table]'
	@touch $@

.venv/.installed-test: .venv/.made pyproject.toml
	@echo "Installing rulelang and the test tools into .venv"
	@$(INSTALL) -e '.[test]'
	@touch .venv/.installed $@
