# Every target makes its own virtual environment when there is none; `make demo` and `make test` are all a newcomer needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: demo test check bench schema lock clean

demo: $(READY)
	$(BIN)/python -m bot draft example-2026 --config tests/demo/config.yml --from tests/demo/recording --out build/demo
	$(BIN)/python -m bot publish --config tests/demo/config.yml --from build/demo --out build/site

test: $(READY)
	$(BIN)/python -m pytest -n auto

check: $(READY)
	$(BIN)/ruff check bot tests
	$(BIN)/ruff format --check bot tests
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m tests.bench

schema: $(READY)
	$(BIN)/python -m bot config --schema > bot/config.schema.new && mv bot/config.schema.new bot/config.schema.json

# The locks have names that updaters know: packages and hashes, never the host they come from. requirements-run.txt is the part that
# the workflows' jobs need.
lock: $(READY)
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-header --quiet --upgrade -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml -c requirements.txt --universal --generate-hashes --no-header --quiet -o requirements-run.txt

clean:
	rm -rf $(VENV) build

$(READY): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "This needs Python 3.11 or newer; name one with: make PYTHON=python3.12 …")'
	@echo "Making the virtual environment $(VENV) (once, about half a minute) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.txt
	@touch $@
