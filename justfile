# Recipes for development. CI runs `just ci`.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list

# Of repetitive tests it runs a sample, chosen by a printed seed that differs per commit. `just ci-full` runs all.
# Run the checks that a change must pass, and print the time of each step.
ci:
    .ci/steps format style pages-check build \
        [ test schema-test failover-short chaos pages-test / nice release-test bench-count-check clippy doc-test wasm package ] \
        pages-speed scenarios trace lint-tables

# Run all checks without sampling: full conformance runs, all pages in both sizes, all roles, two minutes of chaos.
ci-full:
    .ci/steps format style clippy test-full schema-test-full pages-check pages-test-full client-test chaos-full failover-short doc-test wasm package \
        release-test-full bench-count-check scenarios trace lint-tables docs-commands guide-test site-check deny msrv

# The seed that selects the samples of a run.
seed := env("CROUPIER_SEED", "0")

# Two test threads per processor: tests of the house and the server wait for other processes half of their time.
threads := "$((2 * " + num_cpus() + "))"

# Files that a macro or a build script includes: cargo fmt follows `mod` and does not find them.
listed := "crates/games/src/poker_games/*.rs crates/games/src/layout_games/*.rs crates/games/tests/conformance/directed/*.rs crates/games/tests/conformance/directed/*/mod.rs crates/games/benches/support/policies/*.rs crates/second/src/*/mod.rs"

# Check the formatting.
format:
    cargo fmt --all --check
    rustfmt --check {{listed}}

# Format everything.
fmt:
    cargo fmt --all
    rustfmt {{listed}}

# Phrases that CONTRIBUTING.md (Language) replaces.
mannered := "whoever|somebody|so many|is nothing|as often as one likes"

# Exempt are the files that list the phrases, applied migrations, and files whose hash is recorded.
# Fail on mannered phrases.
style:
    ! git grep -nIiE '{{mannered}}' -- . ':!CONTRIBUTING.md' ':!justfile' ':!crates/house/migrations' ':!crates/games/rulebooks/ohio/craps.toml'

# It uses the profile of the tests, so build scripts and macros are compiled once for both.
# Lint with clippy; warnings are errors.
clippy:
    cargo clippy --workspace --all-targets --locked --profile checked -- -D warnings
    cargo clippy --workspace --test shipped --locked --profile checked -- -D warnings

# The conformance run is short for all games except one, which the seed selects.
# Run all tests: units, properties, scenarios, deletion run, a short conformance run.
test:
    CROUPIER_SEED={{seed}} CONFORMANCE_SEED={{seed}} CONFORMANCE_SESSIONS=40 KEY_SESSIONS=15 \
        cargo nextest run --workspace --locked --cargo-profile checked --test-threads {{threads}}

# Run all tests, with the full conformance run of every game.
test-full:
    env -u CROUPIER_SEED cargo nextest run --workspace --locked --cargo-profile checked --test-threads {{threads}}

# Where schemathesis and the OpenAPI validator are installed on first use.
schema_tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "schema"

# It uses three roles, which the seed selects, and also validates the document itself.
# Check with generated requests that the server's responses match its OpenAPI document.
schema-test:
    SCHEMATHESIS_ROLES=3 CROUPIER_SEED={{seed}} just schema-test-full 4

# More examples search deeper: `just schema-test-full 200`.
# Run the schema test with every role in turn.
schema-test-full examples="4":
    test -x {{schema_tools}}/bin/schemathesis -a -x {{schema_tools}}/bin/openapi-spec-validator || \
        { python3 -m venv {{schema_tools}} && \
          {{schema_tools}}/bin/pip install --quiet openapi-spec-validator==0.9.0 schemathesis==4.32.5; }
    SCHEMATHESIS={{schema_tools}}/bin/schemathesis SCHEMATHESIS_EXAMPLES={{examples}} \
        cargo nextest run --workspace --locked --cargo-profile checked -E 'package(croupier-server) and test(schema::)'

# Where the tools of the Python client are installed, and where its wheel is built.
client_tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "client-tools"
client_wheel := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "client"

# The client's models are generated from web/openapi.json. The generator needs Python 3.11; the wheel also runs on 3.10.
# Build the wheel of the Python client (clients/python) into target/client.
client: client-tools
    rm -rf {{client_wheel}}
    {{client_tools}}/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir {{client_wheel}} clients/python

# Install the wheel of the Python client; lint it, check its types, and test it against servers that fail on purpose.
client-check: client
    {{client_tools}}/bin/pip install --quiet {{client_wheel}}/*.whl
    {{client_tools}}/bin/pip install --quiet --no-deps --force-reinstall {{client_wheel}}/*.whl
    cd clients/python && {{client_tools}}/bin/ruff format --check --quiet . ../../examples && {{client_tools}}/bin/ruff check --quiet . ../../examples
    cd clients/python && {{client_tools}}/bin/mypy && {{client_tools}}/bin/mypy hatch_build.py tests ../../examples
    cd clients/python/tests && {{client_tools}}/bin/python -m unittest test_session

# `CLIENT_GAMES=3 just client-test` plays only three games.
# Test the Python client against a demonstration: a round of each game, and the example scripts.
client-test: client-check pages-built
    cd clients/python/tests && CROUPIER_SEED={{seed}} {{client_tools}}/bin/python -m unittest -v test_demonstration

[private]
client-tools:
    cmp -s clients/python/tools.txt {{client_tools}}/installed.txt || \
        { rm -rf {{client_tools}} && python3 -m venv {{client_tools}} && \
          {{client_tools}}/bin/pip install --quiet --requirement clients/python/tools.txt && \
          cp clients/python/tools.txt {{client_tools}}/installed.txt; }

# The result is committed and embedded into the server, so that building the server does not need Node.
# Rebuild the web pages with the current types of the API.
pages: api-document pages-tools
    cd web && npm run --silent types && npm run --silent check && npm run --silent build

# Regenerate web/openapi.json from the server's API.
api-document:
    WRITE_PAGE=1 cargo nextest run --workspace --locked --cargo-profile checked -E 'package(croupier-server) and test(the_pages_know)'

# Lint the pages, rebuild them, and check that the committed build is up to date.
pages-check: web-lint
    cd web && npm run --silent types && npm run --silent check && npm run --silent build
    git diff --exit-code --stat -- web/src/api/schema.d.ts crates/server/pages
    test -z "$(git status --porcelain -- crates/server/pages)"

# Lint the pages, and check the licences of their packages.
web-lint: pages-tools
    cd web && npm run --silent lint && npm run --silent licences && node --test tools/

# The seed selects one of two sizes for each page, and touch or keys for each table.
# Needs PostgreSQL, NATS and Chromium.
# Test the pages in a browser against the real server.
pages-test: pages-built
    cd web && node --test src/ && PAGES_SEED={{seed}} node tests/run.mjs unmeasured

# Other work on the machine distorts the result.
# Measure how fast the pages are, in milliseconds.
pages-speed: pages-built
    cd web && node tests/run.mjs speed motion

# Take pictures for review by a person: scenes that once confused players, and tables with every wager placed.
review-pictures: pages-built
    cd web && node tests/review.mjs

# Test all pages in a browser in both sizes, and all tables by touch and by keys.
pages-test-full: pages-built
    cd web && npm test --silent

[private]
pages-built: pages-tools
    cargo build --workspace --locked --profile checked --bin croupier --example another_game

# `npm ci` is not used: it requires the lock file to name the builds of some tools for every platform, and not every
# mirror of the registry has them all.
# Install the pages' tools, the first time and after every change of the lock file.
pages-tools:
    cd web && { cmp -s package-lock.json node_modules/.installed || { npm install --silent --no-audit --no-fund && cp package-lock.json node_modules/.installed; }; }

# Build the documentation of the crates with warnings as errors, and run its examples.
doc-test:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet --profile checked
    cargo test --workspace --doc --locked --quiet --profile checked

# That is: no allocation in a steady round, the memory of an open table, and the counts of all seven-card poker hands,
# which take too long in other profiles.
# Run the tests of the shipped build.
release-test:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked

# Compare all 20 million six-card poker hands with a slow ranking that shares no code.
rankings:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked --run-ignored only -E 'test(all_six_card_hands)'

# Compares the house way with a second implementation, and checks the counts of its branches and of the Fortune Bonus.
# Check all 154 million hands of Pai Gow Poker, in about a quarter of an hour.
pai-gow-hands:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked --run-ignored only -E 'test(all_seven_card_hands)'

# Run the tests of the shipped build, and a short conformance run without the assertions of the checked build.
release-test-full:
    CONFORMANCE_SESSIONS=40 KEY_SESSIONS=15 cargo nextest run --cargo-profile counted -p croupier-games --test shipped --test conformance --locked

# Needs the target: `rustup target add wasm32-unknown-unknown`.
# Check that the libraries compile for browsers.
wasm:
    cargo check --locked --quiet --profile checked --target wasm32-unknown-unknown -p croupier-games

# `just package-verify` also builds each crate from its package.
# Check that every package has what it needs inside its own folder.
package:
    cargo package --workspace --locked --quiet --allow-dirty --no-verify --exclude croupier-fuzz --exclude croupier-second

package-verify:
    cargo package --workspace --locked --allow-dirty --exclude croupier-fuzz --exclude croupier-second

# Where the cargo tools that `deny` and `site` need are installed, once.
tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "tools"

# Advisories are not checked: their database is outside the package registries. The tool runs for only a second, so it
# is built without optimization.
# Check licences, bans and sources of all crates by deny.toml.
deny:
    {{tools}}/bin/cargo-deny --version 2>/dev/null | grep -qF 0.20.2 || cargo install --locked --quiet --debug --root {{tools}} cargo-deny@0.20.2
    {{tools}}/bin/cargo-deny --locked check --hide-inclusion-graph licenses bans sources

# It contains docs/, the documents at the root, and a sheet for each game. Needs Python.
# Build the documentation as a site, in target/site/html.
site: build
    {{tools}}/bin/mdbook --version 2>/dev/null | grep -qF 0.5.4 || \
        cargo install --locked --quiet --root {{tools}} --no-default-features --features search mdbook@0.5.4
    python3 docs/site/site.py {{tools}}/bin/mdbook

# Build the documentation site and check its internal links.
site-check: site
    {{tools}}/linkchecker/bin/linkchecker --version 2>/dev/null | grep -qF 10.6.0 || \
        { python3 -m venv {{tools}}/linkchecker && {{tools}}/linkchecker/bin/pip install --quiet LinkChecker==10.6.0; }
    docs/site/check.sh {{tools}}/linkchecker/bin/linkchecker {{tools}}/../site/html

# Needs PostgreSQL, NATS, Node and jq.
# Run the programs of docs/guide/api.md, in three languages, against the real server.
guide-test: build pages-tools
    python3 docs/site/examples.py

# Needs jq.
# Run every command that the documentation shows, or check that it names a test.
docs-commands: build
    python3 docs/site/commands.py

# The oldest supported toolchain, from Cargo.toml.
oldest := `sed -n 's/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml`

# Needs rustup, which installs the toolchain.
# Compile everything with the oldest supported toolchain.
msrv:
    rustup toolchain install --profile minimal {{oldest}}
    CARGO_TARGET_DIR={{env("CARGO_TARGET_DIR", justfile_directory() / "target")}}/msrv cargo +{{oldest}} check --workspace --all-targets --locked

# Needs nightly and cargo-fuzz.
# Run the fuzzer for a minute per target.
fuzz seconds="60":
    #!/usr/bin/env bash
    set -euo pipefail
    mkdir -p fuzz/corpus/{scenario,table-file,rule-book,record-json,record-compact,apply} fuzz/seeds
    # The project's own files of each format are seeds too.
    cp scenarios/ohio/craps/*.scenario scenarios/singapore/pontoon-plus/*.scenario fuzz/corpus/scenario
    cp tables/*.toml houses/*.toml fuzz/corpus/table-file
    for book in rulebooks/*/*.toml; do cp "$book" "fuzz/corpus/rule-book/${book//\//-}"; done
    cp fixtures/*.json fuzz/corpus/record-json
    cp fixtures/*.crec fuzz/corpus/record-compact
    for target in scenario table-file rule-book record-json record-compact apply; do
        own=(); [ -d fuzz/seeds/$target ] && own=(fuzz/seeds/$target)
        cargo +nightly fuzz run $target fuzz/corpus/$target "${own[@]}" -- -max_total_time={{seconds}}
    done

# The `croupier` command from the test build. A separate build would recompile its dependencies with other features.
croupier := env("CARGO_TARGET_DIR", "target") / "checked/croupier"

# Build the command and all tests.
build:
    cargo test --workspace --no-run --locked --quiet --profile checked

# Play every scenario.
scenarios: build
    {{croupier}} test

# Show how the paragraphs of the rule documents are covered; fail where a claim lacks evidence.
trace: build
    {{croupier}} trace

# Check the example table files and the example houses.
lint-tables: build
    {{croupier}} lint tables houses

# Run the conformance sessions and print how often everything occurred.
conformance sessions="700":
    CONFORMANCE_SESSIONS={{sessions}} cargo nextest run --cargo-profile checked -p croupier-games --test conformance \
        --success-output final

# Run the key test for longer: tables with equal keys behave alike, and every component of their cores is needed.
keys sessions="2000":
    KEY_SESSIONS={{sessions}} cargo nextest run --cargo-profile checked -p croupier-games --test conformance equal_keys \
        --success-output final

# It repeats until the result is stable. `just keys-core craps` does so for one game.
# Recompute which components of the keys do not follow from the others.
keys-core game="::":
    state() { cat crates/games/tests/conformance/keys/*.txt | sha256sum; }; before=; \
    until [ "$before" = "$(state)" ]; do before=$(state); \
        WRITE_KEY_CORES=1 cargo nextest run --cargo-profile checked -p croupier-games --test conformance -E 'test({{game}}) and test(equal_keys)'; \
    done

# At the end the accounts and the journal must be right. `just chaos 600` runs for longer; CHAOS_SEED=... repeats a run.
# Kill processes, PostgreSQL, NATS and the network at random during play.
chaos seconds="40":
    CHAOS_SECONDS={{seconds}} cargo nextest run --workspace --locked --cargo-profile checked --run-ignored only \
        --success-output final -E 'package(croupier) and test(mayhem::)'

# Run the chaos test for two minutes.
chaos-full:
    just chaos 120

# It runs with synchronous and with asynchronous replication, and kills a server of a NATS cluster too. The long run is
# `just failover 10 400`. CROUPIER_CLUSTER_TTL=5 makes a failover shorter.
# Kill the primary of a PostgreSQL cluster during play.
failover kills="1" tables="24":
    FAILOVER_KILLS={{kills}} FAILOVER_TABLES={{tables}} cargo nextest run --workspace --locked --cargo-profile checked \
        --run-ignored only --no-capture -E 'package(croupier) and test(failover::)'

# Run one failover of each kind, on a cluster that elects a new primary sooner.
failover-short:
    CROUPIER_CLUSTER_TTL=5 CROUPIER_CLUSTER_LOOP=1 just failover 1 24

# `just luck 20 load` keeps two processors busy; `just luck 20 pause` stops PostgreSQL for 1 to 3 s now and then.
# Repeat the tests that depend on time, under disturbances.
luck runs="20" how="load":
    deploy/luck.sh {{runs}} {{how}}

# Repeat all tests of the house and the server, under disturbances.
luck-all runs="3" how="load":
    deploy/luck.sh {{runs}} {{how}} all

# Switch off each rule site in turn; a scenario must fail.
deletion:
    cargo test --profile checked -p croupier-games --test evidence deletion -- --nocapture

# The scenarios alone must catch each one. One build contains them all, in a copy of the tree below the target
# directory. Needs Python.
# Try 40 small wrong changes to settlement and remedies of the newest poker games.
mutants:
    python3 crates/games/mutants/run.py

# Regenerate the figures of the deletion run in the README.
deletion-figures:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence deletion -- --nocapture

# Regenerate the counts of rule sets, paragraphs, scenarios and pay-table rows in the README.
dealt-figures:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence dealt

# Regenerate docs/craps-matrix.md from the engine's behaviour, and check every cell.
craps-matrix:
    UPDATE_CRAPS_MATRIX=1 cargo test --profile checked -p croupier-games --test settlements craps_matrix -- --nocapture

# For example `just new-game ohio/some-game --like let-it-ride`, or `--like big-six` for a layout game that one result
# decides. It compiles the files and lists what is missing. Needs Python, as do the next two recipes.
# Create the files of a new game, modelled on an existing one.
new-game game *like:
    python3 crates/games/tools/new_game.py {{game}} {{like}}

# List what a game still lacks, step by step.
game-missing game:
    @python3 crates/games/tools/missing.py {{game}}

# Count the hand-written lines and files of each game that is built on a frame.
game-cost:
    @python3 crates/games/tools/cost.py

# Regenerate the list in docs/rulings.md from the pages of rulings.
rulings-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence rulings::the_list

# Regenerate docs/blackjack-family.md from the rule books.
family-page:
    WRITE_PAGE=1 cargo test -p croupier-games --test evidence family_page

# Regenerate docs/roles.md from the table of roles and rights.
roles-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-server --test server roles_page

# Regenerate the tables of docs/operating.md from the program's settings and metrics.
operating-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-server --test server settings_page

# Regenerate docs/irregularities from the tables' remedies, and check every cell.
irregularities:
    WRITE_PAGE=1 cargo nextest run --cargo-profile checked -p croupier-games --test conformance irregularities_are \
        --no-fail-fast --success-output final

# Regenerate the command output in docs/disputes.md.
disputes:
    WRITE_PAGE=1 cargo test --profile checked -p croupier --test commands disputes::

# Needed also after a change of a doc comment that a schema publishes.
# Regenerate everything that is derived from types and settings.
generated: schemas roles-page operating-page pages

# Regenerate schemas/ from the types.
schemas:
    WRITE_SCHEMAS=1 cargo test --profile checked -p croupier-engine --test schemas

# Only for a new game or a new schema.
# Regenerate the stored records in fixtures/, in both formats.
fixtures: build
    for game in $({{croupier}} games --json | grep -o '"id": "[a-z]*/[a-z0-9-]*"' | cut -d'"' -f4); do \
        for form in json crec; do \
            {{croupier}} deal "$game" --seed 5 --rounds 3 --seats 2 \
                --record "fixtures/${game//\//-}.$form" > /dev/null; \
        done; \
    done

# All of its tests take hours; `just dieharder '-d 1'` runs one. Needs the package dieharder.
# Run dieharder on the raw output of the live source of chance.
dieharder tests="-a":
    cargo build --release --locked --quiet -p croupier
    target/release/croupier rng collect raw --endless | dieharder -g 200 {{tests}}

# Time a round through the whole protocol, with a bare loop for comparison.
bench:
    cargo bench -p croupier-games --bench blackjack --bench craps --bench holdem

# Needs valgrind.
# Count the instructions of a round and rewrite crates/games/benches/counts.toml.
bench-count:
    cargo bench --profile counted --locked -p croupier-games --bench count -- --write

# Count the instructions of a round again; fail if a round exceeds its committed figure by more than is allowed.
bench-count-check:
    cargo bench --profile counted --locked -p croupier-games --bench count -- --check

# Runs on private servers; see docs/operating.md.
# Show that a house can be restored from a base backup and its write-ahead log.
restore-drill:
    cargo build --release --locked --quiet -p croupier
    deploy/restore-drill.sh target/release/croupier

# For example `just upgrade-drill path/to/the/old/croupier`.
# Show that a house of an older build can be upgraded to this build and rolled back.
upgrade-drill old:
    cargo build --release --locked --quiet -p croupier
    deploy/upgrade-drill.sh {{old}} target/release/croupier
