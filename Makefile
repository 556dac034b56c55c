# make play    set up and play a simulated evening      make test   set up and check everything
# make check   format, lint, types, import contracts     make bench  measurements
BIN := .venv/bin

.PHONY: play test check format bench bench-vision bench-physics bench-hardware bench-session bench-exchange bench-screens bench-phones bench-club audit migration lock

play:
	@packaging/setup play
	@$(BIN)/companion play --simulate $(ARGS)

test: check
	@$(BIN)/python -m pytest $(ARGS)

check:
	@packaging/setup test
	@$(BIN)/ruff format --check --quiet . || { echo "make format would change these files"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports

format:
	@packaging/setup test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: bench-session bench-vision bench-physics bench-hardware bench-exchange bench-screens bench-phones bench-club

bench-session bench-phones:
	@packaging/setup test
	@$(BIN)/python -m bench.$(@:bench-%=%)

bench-club:
	@packaging/setup test
	@$(BIN)/python -m bench.club $(ARGS)
	@$(BIN)/python -m bench.store

bench-vision:
	@packaging/setup test
	@$(BIN)/python -m bench.vision_cards
	@$(BIN)/python -m bench.vision_side
	@$(BIN)/python -m bench.registered_table
	@$(BIN)/python -m bench.vision_baselines
	@$(BIN)/python -m bench.vision_taught
	@$(BIN)/python -m bench.vision_prior

bench-exchange:
	@packaging/setup test
	@$(BIN)/python -m bench.statistics
	@$(BIN)/python -m bench.printed_cards

bench-screens:
	@packaging/setup test
	@$(BIN)/python -m bench.screens

bench-physics bench-hardware:
	@packaging/setup test
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench.$(@:bench-%=%)

# Compares the lock with known advisories; needs the network and an environment of its own.
audit:
	@python3 -m venv .audit && .audit/bin/python -m pip install --quiet pip-audit
	@.audit/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements.lock

# The next step of the database, after a change of companion/store/tables.py: make migration NAME="what changes"
migration:
	@$(BIN)/python -m companion.store.migrations "$(NAME)"

# Needs uv; the locks hold hashes for every platform and Python that the wheels exist for.
lock:
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate \
	    --extra pi --extra web --extra club pyproject.toml --output-file requirements.lock
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate \
	    --extra pi --extra web --extra club --extra dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
