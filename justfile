# What CI runs, this runs: `just ci`.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list

# Everything that CI checks.
ci: format clippy test doc-test release-test scenarios trace lint-tables

# Check the formatting.
format:
    cargo fmt --all --check

# Lint, warnings as errors.
clippy:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# All tests: units, properties, scenarios, deletion run, conformance run.
test:
    cargo nextest run --workspace --locked --cargo-profile checked

# The documentation builds without a warning, and its examples run.
doc-test:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
    cargo test --workspace --doc --locked --quiet

# What must hold in the build that is shipped: no allocation in a steady round, the counts of all seven-card poker
# hands, which would take too long in any other, and a short conformance run without the checked build's assertions.
release-test:
    CONFORMANCE_SESSIONS=40 cargo nextest run --release -p games --test no_allocation --test poker_counts \
        --test conformance --locked

# Play every scenario.
scenarios:
    cargo run --release --locked --quiet -p croupier -- test

# Show how the paragraphs of the documents are covered, and fail where a claim lacks evidence.
trace:
    cargo run --release --locked --quiet -p croupier -- trace

# Check the example table files.
lint-tables:
    cargo run --release --locked --quiet -p croupier -- lint tables

# The conformance run with its counts: how often everything occurred.
conformance sessions="700":
    CONFORMANCE_SESSIONS={{sessions}} cargo nextest run --cargo-profile checked -p games --test conformance \
        --success-output final

# Switch off each rule site in turn; some scenario must notice.
deletion:
    cargo test --profile checked -p games --test deletion -- --nocapture

# Write docs/craps-matrix.md anew from what the engine does, and check every cell.
craps-matrix:
    UPDATE_CRAPS_MATRIX=1 cargo test --profile checked -p games --test craps_matrix -- --skip second:: --nocapture

# Write docs/blackjack-family.md anew from the rule books.
family-page:
    WRITE_PAGE=1 cargo test -p games --test family_page

# Time a round through the whole protocol, beside a bare loop.
bench:
    cargo bench -p games
