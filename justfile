# What CI runs, this runs: `just ci`.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list

# What decides whether a change lands, with the time that each step took. Of what is many times alike it takes a part, another one in each
# run, by a seed that is printed: `just ci-full` takes all of it.
ci:
    .ci/steps format style pages-check build \
        [ test failover-short chaos / schema-test pages-test / nice release-test bench-count-check clippy doc-test wasm package ] \
        pages-speed scenarios trace lint-tables

# All that there is: every game's conformance run in full, every page in every size, every role, two minutes of chaos.
ci-full:
    .ci/steps format style clippy test-full schema-test-full pages-check pages-test-full client-test chaos-full failover-short doc-test wasm package \
        release-test-full bench-count-check scenarios trace lint-tables docs-commands guide-test site-check deny msrv

# The seed of the samples of a run.
seed := env("CROUPIER_SEED", "0")

# Tests of the house and the server wait for other processes half of their time.
threads := "$((2 * " + num_cpus() + "))"

# Files that a macro or a build script lists: cargo fmt, which follows `mod`, does not find them.
listed := "crates/games/src/poker_games/*.rs crates/games/src/layout_games/*.rs crates/games/tests/conformance/directed/*.rs crates/games/tests/conformance/directed/*/mod.rs crates/games/benches/support/policies/*.rs crates/second/src/*/mod.rs"

# Check the formatting.
format:
    cargo fmt --all --check
    rustfmt --check {{listed}}

# Format everything.
fmt:
    cargo fmt --all
    rustfmt {{listed}}

# Phrases that the style page of CONTRIBUTING.md replaces. Applied migrations and files whose hash is recorded stay as they are.
mannered := "whoever|somebody|so many|is nothing|as often as one likes"

# Fail on mannered phrases, in any file but those that must name or keep them.
style:
    ! git grep -nIiE '{{mannered}}' -- . ':!CONTRIBUTING.md' ':!justfile' ':!crates/house/migrations' ':!crates/games/rulebooks/ohio/craps.toml'

# Lint, warnings as errors; in the tests' profile, so that build scripts and macros are compiled once for both.
clippy:
    cargo clippy --workspace --all-targets --locked --profile checked -- -D warnings
    cargo clippy -p croupier-games --test shipped --locked --profile checked -- -D warnings

# All tests: units, properties, scenarios, deletion run, and a conformance run that is short but for one game, chosen by the seed.
test:
    CROUPIER_SEED={{seed}} CONFORMANCE_SEED={{seed}} CONFORMANCE_SESSIONS=40 KEY_SESSIONS=15 \
        cargo nextest run --workspace --locked --cargo-profile checked --test-threads {{threads}}

# All tests, with the conformance run of every game in full.
test-full:
    env -u CROUPIER_SEED cargo nextest run --workspace --locked --cargo-profile checked --test-threads {{threads}}

# Where schemathesis and the validator of OpenAPI documents are installed, the first time.
schema_tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "schema"

# Whatever is sent to the server is answered as its OpenAPI document says, by three roles that the seed chooses; the document is a valid one.
schema-test:
    SCHEMATHESIS_ROLES=3 CROUPIER_SEED={{seed}} just schema-test-full 4

# The same by each role in turn. More examples look further: `just schema-test-full 200`.
schema-test-full examples="4":
    test -x {{schema_tools}}/bin/schemathesis -a -x {{schema_tools}}/bin/openapi-spec-validator || \
        { python3 -m venv {{schema_tools}} && \
          {{schema_tools}}/bin/pip install --quiet openapi-spec-validator==0.9.0 schemathesis==4.32.5; }
    SCHEMATHESIS={{schema_tools}}/bin/schemathesis SCHEMATHESIS_EXAMPLES={{examples}} \
        cargo nextest run --workspace --locked --cargo-profile checked -E 'package(croupier-server) and test(schema::)'

# Where the tools of the Python client are installed, and its wheel goes.
client_tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "client-tools"
client_wheel := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "client"

# Build the wheel of the Python client (clients/python) into target/client, its models generated from web/openapi.json. The generator needs
# Python 3.11; the wheel runs on 3.10 as well.
client: client-tools
    rm -rf {{client_wheel}}
    {{client_tools}}/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir {{client_wheel}} clients/python

# The wheel as it is installed: lint, types, and tests against servers that fail on purpose.
client-check: client
    {{client_tools}}/bin/pip install --quiet {{client_wheel}}/*.whl
    {{client_tools}}/bin/pip install --quiet --no-deps --force-reinstall {{client_wheel}}/*.whl
    cd clients/python && {{client_tools}}/bin/ruff format --check --quiet . ../../examples && {{client_tools}}/bin/ruff check --quiet . ../../examples
    cd clients/python && {{client_tools}}/bin/mypy && {{client_tools}}/bin/mypy hatch_build.py tests ../../examples
    cd clients/python/tests && {{client_tools}}/bin/python -m unittest test_session

# The client against a demonstration: a round of each game, and the scripts that newcomers run. `CLIENT_GAMES=3 just client-test` plays three.
client-test: client-check pages-built
    cd clients/python/tests && CROUPIER_SEED={{seed}} {{client_tools}}/bin/python -m unittest -v test_demonstration

[private]
client-tools:
    cmp -s clients/python/tools.txt {{client_tools}}/installed.txt || \
        { rm -rf {{client_tools}} && python3 -m venv {{client_tools}} && \
          {{client_tools}}/bin/pip install --quiet --requirement clients/python/tools.txt && \
          cp clients/python/tools.txt {{client_tools}}/installed.txt; }

# Rebuild the web pages with the current types of the API; the result is committed and embedded into the server, so that
# building it needs no Node.
pages: api-document pages-tools
    cd web && npm run --silent types && npm run --silent check && npm run --silent build

# The pages' own file of the API, from what the server says.
api-document:
    WRITE_PAGE=1 cargo nextest run --workspace --locked --cargo-profile checked -E 'package(croupier-server) and test(the_pages_know)'

# What is committed of the pages is what their sources come to, and they are linted.
pages-check: web-lint
    cd web && npm run --silent types && npm run --silent check && npm run --silent build
    git diff --exit-code --stat -- web/src/api/schema.d.ts crates/server/pages
    test -z "$(git status --porcelain -- crates/server/pages)"

# Faults in the pages that the compiler does not find, and the licences of their packages.
web-lint: pages-tools
    cd web && npm run --silent lint && npm run --silent licences && node --test tools/

# The pages in a browser, against the real server, each in one size and each table in one way, the other one under the next seed: needs
# PostgreSQL and NATS, and Chromium.
pages-test: pages-built
    cd web && node --test src/ && PAGES_SEED={{seed}} node tests/run.mjs unmeasured

# How fast the pages are, in milliseconds: nothing else may run beside it.
pages-speed: pages-built
    cd web && node tests/run.mjs speed motion

# Pictures for a person to look at: scenes that confused players once, and tables with every wager down.
review-pictures: pages-built
    cd web && node tests/review.mjs

# All pages in a browser, in both sizes and both ways.
pages-test-full: pages-built
    cd web && npm test --silent

[private]
pages-built: pages-tools
    cargo build --workspace --locked --profile checked --bin croupier --example another_game

# The pages' tools, the first time and after every change of them. `npm ci` would want the lock file to name the builds of
# some tools for all systems in the world, which not every mirror of the registry has.
pages-tools:
    cd web && { cmp -s package-lock.json node_modules/.installed || { npm install --silent --no-audit --no-fund && cp package-lock.json node_modules/.installed; }; }

# The documentation builds without a warning, and its examples run.
doc-test:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet --profile checked
    cargo test --workspace --doc --locked --quiet --profile checked

# What must hold in the build that is shipped: no allocation in a steady round, how little an open table takes, and the
# counts of all seven-card poker hands, which would take too long in any other.
release-test:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked

# All 20 million poker hands of six cards, each against a slow ranking that shares no code.
rankings:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked --run-ignored only -E 'test(all_six_card_hands)'

# All 154 million hands of Pai Gow Poker: the house way against a second one, and the counts of its branches and of the Fortune Bonus. It takes
# about a quarter of an hour.
pai-gow-hands:
    cargo nextest run --cargo-profile counted -p croupier-games --test shipped --locked --run-ignored only -E 'test(all_seven_card_hands)'

# What must hold in the build that is shipped, and a short conformance run without the checked build's assertions.
release-test-full:
    CONFORMANCE_SESSIONS=40 KEY_SESSIONS=15 cargo nextest run --cargo-profile counted -p croupier-games --test shipped --test conformance --locked

# The libraries build for browsers. Needs the target: `rustup target add wasm32-unknown-unknown`.
wasm:
    cargo check --locked --quiet --profile checked --target wasm32-unknown-unknown -p croupier-games

# Every package has what it needs inside its own folder. `just package-verify` builds each from its package as well.
package:
    cargo package --workspace --locked --quiet --allow-dirty --no-verify --exclude croupier-fuzz --exclude croupier-second

package-verify:
    cargo package --workspace --locked --allow-dirty --exclude croupier-fuzz --exclude croupier-second

# Tools that are crates, built once: `deny` and `site` want them.
tools := env("CARGO_TARGET_DIR", justfile_directory() / "target") / "tools"

# Licences, bans and sources of all crates, by deny.toml. The tool works for a second, so that it is built without optimisation. Advisories are not among it: their database is outside the package registries.
deny:
    {{tools}}/bin/cargo-deny --version 2>/dev/null | grep -qF 0.20.2 || cargo install --locked --quiet --debug --root {{tools}} cargo-deny@0.20.2
    {{tools}}/bin/cargo-deny --locked check --hide-inclusion-graph licenses bans sources

# The documentation as a site, below target/site/html: docs/, the pages at the root, and a sheet for each game. Needs Python.
site: build
    {{tools}}/bin/mdbook --version 2>/dev/null | grep -qF 0.5.4 || \
        cargo install --locked --quiet --root {{tools}} --no-default-features --features search mdbook@0.5.4
    python3 docs/site/site.py {{tools}}/bin/mdbook

# The same, and every link in it that leads to itself is followed.
site-check: site
    {{tools}}/linkchecker/bin/linkchecker --version 2>/dev/null | grep -qF 10.6.0 || \
        { python3 -m venv {{tools}}/linkchecker && {{tools}}/linkchecker/bin/pip install --quiet LinkChecker==10.6.0; }
    docs/site/check.sh {{tools}}/linkchecker/bin/linkchecker {{tools}}/../site/html

# The programs of docs/guide/api.md, in three languages, against the real server: needs PostgreSQL and NATS, Node and jq.
guide-test: build pages-tools
    python3 docs/site/examples.py

# Every command that the documentation shows is run, or its test is named. Needs jq.
docs-commands: build
    python3 docs/site/commands.py

# The oldest toolchain that works, as Cargo.toml names it.
oldest := `sed -n 's/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml`

# It compiles everything. Needs rustup, which fetches it.
msrv:
    rustup toolchain install --profile minimal {{oldest}}
    CARGO_TARGET_DIR={{env("CARGO_TARGET_DIR", justfile_directory() / "target")}}/msrv cargo +{{oldest}} check --workspace --all-targets --locked

# Let the fuzzer look for bytes that break something, a minute for each target. Needs nightly and cargo-fuzz.
fuzz seconds="60":
    #!/usr/bin/env bash
    set -euo pipefail
    mkdir -p fuzz/corpus/{scenario,table-file,rule-book,record-json,record-compact,apply} fuzz/seeds
    # The files of the project that a target reads are its seeds too.
    cp scenarios/ohio/craps/*.scenario scenarios/singapore/pontoon-plus/*.scenario fuzz/corpus/scenario
    cp tables/*.toml houses/*.toml fuzz/corpus/table-file
    for book in rulebooks/*/*.toml; do cp "$book" "fuzz/corpus/rule-book/${book//\//-}"; done
    cp fixtures/*.json fuzz/corpus/record-json
    cp fixtures/*.crec fuzz/corpus/record-compact
    for target in scenario table-file rule-book record-json record-compact apply; do
        own=(); [ -d fuzz/seeds/$target ] && own=(fuzz/seeds/$target)
        cargo +nightly fuzz run $target fuzz/corpus/$target "${own[@]}" -- -max_total_time={{seconds}}
    done

# The command as the tests built it: built alone, its dependencies would be recompiled with other features.
croupier := env("CARGO_TARGET_DIR", "target") / "checked/croupier"

# The command and all tests.
build:
    cargo test --workspace --no-run --locked --quiet --profile checked

# Play every scenario.
scenarios: build
    {{croupier}} test

# Show how the paragraphs of the documents are covered, and fail where a claim lacks evidence.
trace: build
    {{croupier}} trace

# Check the example table files, and the example houses with them.
lint-tables: build
    {{croupier}} lint tables houses

# The conformance run with its counts: how often everything occurred.
conformance sessions="700":
    CONFORMANCE_SESSIONS={{sessions}} cargo nextest run --cargo-profile checked -p croupier-games --test conformance \
        --success-output final

# A longer run of the key test: equal keys go on alike, and every component of their cores is needed.
keys sessions="2000":
    KEY_SESSIONS={{sessions}} cargo nextest run --cargo-profile checked -p croupier-games --test conformance equal_keys \
        --success-output final

# Recompute which components of keys do not follow from the others, until nothing changes: of every game, or `just keys-core craps`.
keys-core game="::":
    state() { cat crates/games/tests/conformance/keys/*.txt | sha256sum; }; before=; \
    until [ "$before" = "$(state)" ]; do before=$(state); \
        WRITE_KEY_CORES=1 cargo nextest run --cargo-profile checked -p croupier-games --test conformance -E 'test({{game}}) and test(equal_keys)'; \
    done

# Chaos: processes, PostgreSQL, NATS and the network die at random while everybody plays, and at the end all must be right.
# `just chaos 600` takes longer; CHAOS_SEED=... repeats a run.
chaos seconds="40":
    CHAOS_SECONDS={{seconds}} cargo nextest run --workspace --locked --cargo-profile checked --run-ignored only \
        --success-output final -E 'package(croupier) and test(mayhem::)'

chaos-full:
    just chaos 120

# The primary of a PostgreSQL cluster is killed while everybody plays, with synchronous and with asynchronous replication; a NATS
# cluster loses a server. `just failover 10 400` is the long run. CROUPIER_CLUSTER_TTL=5 makes a failover shorter.
failover kills="1" tables="24":
    FAILOVER_KILLS={{kills}} FAILOVER_TABLES={{tables}} cargo nextest run --workspace --locked --cargo-profile checked \
        --run-ignored only --no-capture -E 'package(croupier) and test(failover::)'

# One failover of each kind, with a cluster that elects a new primary sooner.
failover-short:
    CROUPIER_CLUSTER_TTL=5 CROUPIER_CLUSTER_LOOP=1 just failover 1 24

# The tests that depend on time, again and again: `just luck 20 load` while both processors are busy, `just luck 20 pause` while
# PostgreSQL stands still for 1 to 3 s now and then. `just luck-all` runs everything of house and server.
luck runs="20" how="load":
    deploy/luck.sh {{runs}} {{how}}

luck-all runs="3" how="load":
    deploy/luck.sh {{runs}} {{how}} all

# Switch off each rule site in turn; some scenario must notice.
deletion:
    cargo test --profile checked -p croupier-games --test evidence deletion -- --nocapture

# Try 40 small wrong changes to settlement and remedies of the newest poker games; the scenarios alone must notice them. Needs
# Python. One build carries all of them, in a scratch copy of the tree below the target directory.
mutants:
    python3 crates/games/mutants/run.py

# Regenerate the figures of the deletion run in the README.
deletion-figures:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence deletion -- --nocapture

# Regenerate the counts of rule sets, paragraphs, scenarios and pay-table rows in the README.
dealt-figures:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence dealt

# Regenerate docs/craps-matrix.md from what the engine does, and check every cell.
craps-matrix:
    UPDATE_CRAPS_MATRIX=1 cargo test --profile checked -p croupier-games --test settlements craps_matrix -- --nocapture

# Lay out the files of a new game after those of another one of its kind, compile them, and tell what is missing: `just new-game
# ohio/some-game --like let-it-ride`, or `--like big-six` for a layout that one result decides. Needs Python, as the next two do.
new-game game *like:
    python3 crates/games/tools/new_game.py {{game}} {{like}}

# Tell what a game lacks, step by step.
game-missing game:
    @python3 crates/games/tools/missing.py {{game}}

# The lines and files that a person wrote for each game on a frame.
game-cost:
    @python3 crates/games/tools/cost.py

# Regenerate the list in docs/rulings.md from the pages.
rulings-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-games --test evidence rulings::the_list

# Regenerate docs/blackjack-family.md from the rule books.
family-page:
    WRITE_PAGE=1 cargo test -p croupier-games --test evidence family_page

# Regenerate docs/roles.md from the table of roles and rights.
roles-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-server --test server roles_page

# Regenerate the tables of docs/operating.md from the settings and the figures of the program.
operating-page:
    WRITE_PAGE=1 cargo test --profile checked -p croupier-server --test server settings_page

# Regenerate docs/irregularities from what the tables do when something goes wrong, and check every cell.
irregularities:
    WRITE_PAGE=1 cargo nextest run --cargo-profile checked -p croupier-games --test conformance irregularities_are \
        --no-fail-fast --success-output final

# Regenerate the command output in docs/disputes.md.
disputes:
    WRITE_PAGE=1 cargo test --profile checked -p croupier --test commands disputes::

# Regenerate everything that is made from types and settings, also after a change of a published doc comment.
generated: schemas roles-page operating-page pages

# Regenerate schemas/ from the types.
schemas:
    WRITE_SCHEMAS=1 cargo test --profile checked -p croupier-engine --test schemas

# Deal the stored records again, in both forms; only for a new game or a new schema.
fixtures: build
    for game in $({{croupier}} games --json | grep -o '"id": "[a-z]*/[a-z0-9-]*"' | cut -d'"' -f4); do \
        for form in json crec; do \
            {{croupier}} deal "$game" --seed 5 --rounds 3 --seats 2 \
                --record "fixtures/${game//\//-}.$form" > /dev/null; \
        done; \
    done

# Hand the raw output of the live source of chance to dieharder: all of its tests, which takes hours, or one, as
# `just dieharder '-d 1'`. Needs the package dieharder.
dieharder tests="-a":
    cargo build --release --locked --quiet -p croupier
    target/release/croupier rng collect raw --endless | dieharder -g 200 {{tests}}

# Time a round through the whole protocol, beside a bare loop.
bench:
    cargo bench -p croupier-games --bench blackjack --bench craps --bench holdem

# Count the instructions of a round and rewrite crates/games/benches/counts.toml. Needs valgrind.
bench-count:
    cargo bench --profile counted --locked -p croupier-games --bench count -- --write

# Count them again and fail where a round takes more than its committed figure allows.
bench-count-check:
    cargo bench --profile counted --locked -p croupier-games --bench count -- --check

# Show that a house comes back from a base backup and its write-ahead log, on private servers; see docs/operating.md.
restore-drill:
    cargo build --release --locked --quiet -p croupier
    deploy/restore-drill.sh target/release/croupier

# Show that a house of another build goes on under this one, and the way back: `just upgrade-drill path/to/the/old/croupier`.
upgrade-drill old:
    cargo build --release --locked --quiet -p croupier
    deploy/upgrade-drill.sh {{old}} target/release/croupier
