# Chores of the project; CI calls the same targets. A fresh clone needs Python 3.11 or later and make;
# `check` and `sdk-test` also need Node.js 20.19 or later.

HOST ?= 127.0.0.1
PORT ?= 8000
GAMES ?= 200
KUBERNETES := 1.34

PYTHON ?= $(or $(shell for p in python3.11 python3.12 python3.13 python3; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done), \
  $(error Python 3.11 or later is needed, and none is on the PATH; name one by PYTHON=...))
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
NODE := node_modules/.bin
KUBECTL ?= $(or $(shell command -v kubectl),.make/kubectl)
SPEC := openapi/spielwart.json
SWAGGER_UI := service/static/swagger-ui

export REDOCLY_TELEMETRY := off
export REDOCLY_SUPPRESS_UPDATE_NOTICE := true

.DELETE_ON_ERROR:
.PHONY: help run demo test check lint types spec spec-check manifests vendor vendor-check golden laws bench-rules tournament sdk-test image-check lock

help: ## Lists what there is
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: .make/runtime ## Runs the service on this machine (HOST, PORT)
	@$(BIN)/spielwart serve --host $(HOST) --port $(PORT)

demo: .make/runtime ## Plays a whole game on a server of its own (GAME; BOTS: a level to play against)
	@$(BIN)/spielwart demo $(if $(GAME),--game $(GAME)) $(if $(BOTS),--bots $(BOTS))

test: .make/dev ## Runs the test suite (ARGS: for pytest)
	$(BIN)/python -m pytest -n 2 $(ARGS)

check: lint types spec-check manifests vendor-check ## Runs every check that needs no running service

lint: .make/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint Dockerfile

types: .make/dev
	$(BIN)/mypy

spec: .make/dev ## Writes the OpenAPI document
	$(BIN)/spielwart spec $(SPEC)

spec-check: .make/dev node_modules/.package-lock.json
	@mkdir -p .make && $(BIN)/spielwart spec .make/spec.json
	@cmp .make/spec.json $(SPEC) || { echo "$(SPEC) is not what the code says: run 'make spec'"; exit 1; }
	$(NODE)/redocly lint --config openapi/redocly.yaml $(SPEC)
	$(NODE)/spectral lint --fail-severity warn --ruleset openapi/spectral.yaml $(SPEC)

manifests: .make/dev $(filter .make/%,$(KUBECTL))
	@set -e; for overlay in k8s/overlays/*; do \
	  out=.make/$$(basename $$overlay).yaml; echo "$(KUBECTL) kustomize $$overlay"; \
	  $(KUBECTL) kustomize $$overlay > $$out; \
	  $(BIN)/kubernetes-validate --strict -k $(KUBERNETES) $$out; \
	done

vendor: node_modules/.package-lock.json ## Copies Swagger UI from its npm package
	cd node_modules/swagger-ui-dist && cp $(notdir $(wildcard $(SWAGGER_UI)/*)) $(CURDIR)/$(SWAGGER_UI)/

vendor-check: node_modules/.package-lock.json
	@set -e; for file in $(SWAGGER_UI)/*; do cmp $$file node_modules/swagger-ui-dist/$$(basename $$file); done

golden: .make/dev ## Plays the golden playthroughs anew
	$(BIN)/python -m tests.rules.golden

laws: .make/dev ## Holds every game against the laws (GAMES: how many games)
	$(BIN)/python -m tests.rules.laws --games $(GAMES)

bench-rules: .make/dev ## Measures random play (GAME: one game)
	$(BIN)/python -m bench.rules $(GAME)

tournament: .make/dev ## Bots against each other, and how long their games last (GAME; ARGS: see --help)
	$(BIN)/python -m bench.tournament $(GAME) $(ARGS)

sdk-test: .make/dev node_modules/.package-lock.json ## Generates SDKs and plays a game with each
	$(BIN)/python -m tests.sdk

image-check: ## Builds the image with buildah and asks it for its health (as root)
	scripts/image-check

lock: .make/uv ## Brings the lock files in line with pyproject.toml (UPGRADE=1: to the newest)
	$(LOCK) --group build --output-file requirements-build.lock
	$(LOCK) pyproject.toml --extra local --output-file requirements.lock
	$(LOCK) pyproject.toml --extra local --group dev --constraint requirements.lock --output-file requirements-dev.lock

LOCK = .make/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-header $(if $(UPGRADE),--upgrade)

# One environment for both: its stamps say what has been installed in it.
.venv/pyvenv.cfg:
	$(PYTHON) -m venv .venv

.make/runtime: requirements.lock requirements-build.lock pyproject.toml .venv/pyvenv.cfg
.make/dev: requirements-dev.lock requirements-build.lock pyproject.toml .venv/pyvenv.cfg
.make/runtime .make/dev:
	$(PIP) --require-hashes -r requirements-build.lock -r $(filter-out %-build.lock,$(filter %.lock,$^))
	$(PIP) --no-deps --no-build-isolation --editable .
	@mkdir -p .make && touch $@

.make/uv:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip --disable-pip-version-check --quiet install uv==0.13.9

.make/kubectl:
	scripts/fetch-kubectl $@

# npm writes this file last.
node_modules/.package-lock.json: package.json package-lock.json .npmrc
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a == 20 && +b >= 19) ? 0 : 1)' \
	  || { echo "Node.js 20.19 or later is needed here"; exit 1; }
	npm ci
	@touch $@
