#!/usr/bin/env bash
# Repeats tests under a disturbance and counts how often each fails. A test that waits for a time, measures one or has a
# timeout may pass on an idle machine by luck.
#
#   deploy/luck.sh RUNS load [all]     while stress-ng keeps two processors busy
#   deploy/luck.sh RUNS pause [all]    while PostgreSQL is stopped for 1 to 3 s, every 5 to 10 s
#
# Without `all` it runs the tests that depend on time, with it all tests of house and server. LUCK_FILTER selects other
# tests by a nextest expression. LUCK_THREADS sets how many tests run at a time: most tests mainly wait, so more threads
# than processors finish sooner, and disturb each other more. Needs the servers that `.ci/services up` starts; it pauses
# only their PostgreSQL.
set -euo pipefail
cd "$(dirname "$0")/.."

# The test modules whose outcome depends on time: they kill, stop, cut off or delay something, or check a timeout or a
# deadline. Add a new module if it has a timeout or measures a time:
#   grep -lE 'timeout\(|Instant|elapsed' crates/{house,server,cli}/tests -r
# The other tests wait without a deadline; `all` includes them.
house='clock|cut_off|failover|fence|kill|last_round|leases|outage|panics|recovery|silence|stalled|successors'
server='accounts|kept|limits|losses|signing|sockets|streams|traces'
chaos='crash|network|overload|takeover'
timed="(package(croupier-house) and test(/^($house)::/)) or (package(croupier-server) and test(/^($server)::/))
    or (package(croupier) and binary(chaos) and test(/^($chaos)::/))"
all='package(croupier-house) or package(croupier-server)'

say() { printf 'luck: %s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }

runs=${1:-} how=${2:-} filter=$timed
# Without these, cargo compiles the tests of all packages.
binaries=(--test house --test server --test chaos)
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail "how many runs? usage: luck.sh RUNS load|pause [all]"
case ${3:-} in
all) filter=$all binaries=(--lib --test house --test server) ;;
?*) fail "$3 is not known; usage: luck.sh RUNS load|pause [all]" ;;
esac
filter=${LUCK_FILTER:-$filter}
work=$(mktemp -d)
disturber=

# ---- the disturbance

busy() { exec stress-ng --cpu 2 --quiet; }

# Prints the process id of the test servers' postmaster; fails if that process is not theirs.
postmaster() {
    local services=${CROUPIER_SERVICES:-/tmp/croupier-services-$(id -u)} pid
    pid=$(head -n 1 "$services/postgres/data/postmaster.pid" 2>/dev/null) &&
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$services/" && echo "$pid"
}

# The postmaster stops first and resumes last: a stopped postmaster starts no process that these functions would miss.
stop_postgres() { kill -STOP "$1" && pgrep -P "$1" | xargs -r kill -STOP 2>/dev/null || true; }
resume_postgres() { { pgrep -P "$1" | xargs -r kill -CONT 2>/dev/null || true; } && kill -CONT "$1" 2>/dev/null || true; }

# Prints a random number of seconds between two bounds in tenths.
tenths() { local n=$(($1 + RANDOM % ($2 - $1 + 1))); echo "$((n / 10)).$((n % 10))"; }

pausing() {
    local server=$1
    trap 'resume_postgres "$server"; exit 0' TERM INT EXIT
    while true; do
        # In the background, so that the trap runs immediately.
        sleep "$(tenths 50 100)" & wait $!
        stop_postgres "$server"
        sleep "$(tenths 10 30)" & wait $!
        resume_postgres "$server"
        echo pause >>"$work/pauses"
    done
}

undisturb() {
    if [ -n "$disturber" ]; then
        kill -TERM "$disturber" 2>/dev/null || true
        wait "$disturber" 2>/dev/null || true
        disturber=
    fi
    if [ "$how" = pause ]; then
        # The pauser may have died without its trap.
        local server
        if server=$(postmaster); then resume_postgres "$server"; fi
    fi
}
trap 'undisturb; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

case $how in
load)
    if ! command -v stress-ng >/dev/null; then
        { [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; } || fail "stress-ng is missing: install it by your system's means"
        say "installing stress-ng"
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends stress-ng; } >"$work/install" 2>&1 ||
            { tail "$work/install" >&2; fail "cannot install stress-ng"; }
    fi
    ;;
pause) postmaster >/dev/null || fail "the servers for the tests do not run: .ci/services up" ;;
*) fail "how? usage: luck.sh RUNS load|pause [all]" ;;
esac
# The tests must use the server that is paused.
if [ "$how" = pause ] || [ -z "${CROUPIER_TEST_POSTGRES:-}" ]; then eval "$(.ci/services env)"; fi

# ---- the runs

nextest() {
    cargo nextest run --workspace --locked --cargo-profile checked "${binaries[@]}" -E "$filter" --color never \
        ${LUCK_THREADS:+--test-threads "$LUCK_THREADS"} "$@"
}
# Compiles before the disturbance starts.
LUCK_THREADS='' nextest --no-run

: >"$work/red"
: >"$work/pauses"
case $how in
load) busy & ;;
pause) pausing "$(postmaster)" & ;;
esac
disturber=$!
for run in $(seq "$runs"); do
    begun=$SECONDS
    nextest --no-fail-fast --retries 0 --status-level fail --final-status-level fail >"$work/run" 2>&1 || true
    grep -q '^ *Summary \[' "$work/run" || { tail -n 40 "$work/run" >&2; fail "run $run did not come to its end"; }
    # After the summary nextest lists each failed test: FAIL, TIMEOUT, ABORT or a signal, the time, and its name.
    sed -n '/^ *Summary \[/,$p' "$work/run" | grep -E '^ *(FAIL|TIMEOUT|ABORT|SIG[A-Z]+) ' |
        sed -E 's/^ *[A-Z]+ \[[^]]*\] *(\([^)]*\) *)?//' | sort -u >"$work/reds" || true
    cat "$work/reds" >>"$work/red"
    printf 'run %d of %d: %d s, %d red\n' "$run" "$runs" $((SECONDS - begun)) "$(wc -l <"$work/reds")"
    sed 's/^/    /' "$work/reds"
    if [ -s "$work/reds" ]; then
        mkdir -p target/luck
        cp "$work/run" "target/luck/$how-$run.log"
    fi
done
if [ "$how" = pause ]; then echo "PostgreSQL stood still $(wc -l <"$work/pauses") times"; fi
undisturb

# ---- the table

if [ ! -s "$work/red" ]; then
    echo "no test was red in $runs runs"
    exit 0
fi
echo "red  of $runs runs  (logs in target/luck)"
sort "$work/red" | uniq -c | sort -rn
exit 1
