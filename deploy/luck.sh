#!/usr/bin/env bash
# Runs tests again and again while something disturbs them, and counts how often each is red. A test that waits for a moment,
# measures one or has a limit of time may be green on an idle machine by luck.
#
#   deploy/luck.sh RUNS load [all]     while stress-ng keeps two processors busy
#   deploy/luck.sh RUNS pause [all]    while PostgreSQL stands still for 1 to 3 s, every 5 to 10 s
#
# Without `all` it runs the tests that depend on time, with it everything of house and server. LUCK_FILTER names other tests, as an
# expression of nextest. LUCK_THREADS says how many run at a time: most of them wait most of the time, so that more than there are
# processors are done sooner, and disturb each other more. It wants the servers that `.ci/services up` starts; only their PostgreSQL is paused.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tests whose outcome depends on time, by module: something is killed, stopped, cut off or late in them, ends after a while or must
# come within one. A new one belongs here if it has a limit of time or measures one:
#   grep -lE 'timeout\(|Instant|elapsed' crates/{house,server,cli}/tests -r
# Others only wait for what comes in the end: they are run with `all`.
house='clock|cut_off|failover|fence|kill|last_round|leases|outage|panics|recovery|silence|stalled|successors'
server='accounts|kept|limits|losses|signing|sockets|streams|traces'
chaos='crash|network|overload|takeover'
timed="(package(croupier-house) and test(/^($house)::/)) or (package(croupier-server) and test(/^($server)::/))
    or (package(croupier) and binary(chaos) and test(/^($chaos)::/))"
all='package(croupier-house) or package(croupier-server)'

say() { printf 'luck: %s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }

runs=${1:-} how=${2:-} filter=$timed
# Without these cargo compiles the tests of all packages.
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

# PostgreSQL of the test servers: the postmaster, and only if it is theirs.
postmaster() {
    local services=${CROUPIER_SERVICES:-/tmp/croupier-services-$(id -u)} pid
    pid=$(head -n 1 "$services/postgres/data/postmaster.pid" 2>/dev/null) &&
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$services/" && echo "$pid"
}

# The postmaster stops first and goes on last: while it stands it starts no process that would be missed.
stop_postgres() { kill -STOP "$1" && pgrep -P "$1" | xargs -r kill -STOP 2>/dev/null || true; }
resume_postgres() { { pgrep -P "$1" | xargs -r kill -CONT 2>/dev/null || true; } && kill -CONT "$1" 2>/dev/null || true; }

# A number of tenths of a second from one up to another.
tenths() { local n=$(($1 + RANDOM % ($2 - $1 + 1))); echo "$((n / 10)).$((n % 10))"; }

pausing() {
    local server=$1
    trap 'resume_postgres "$server"; exit 0' TERM INT EXIT
    while true; do
        # In the background, so that a signal is heard at once.
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
        # However the pauser has ended.
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
# The server that is paused is the one that the tests use.
if [ "$how" = pause ] || [ -z "${CROUPIER_TEST_POSTGRES:-}" ]; then eval "$(.ci/services env)"; fi

# ---- the runs

nextest() {
    cargo nextest run --workspace --locked --cargo-profile checked "${binaries[@]}" -E "$filter" --color never \
        ${LUCK_THREADS:+--test-threads "$LUCK_THREADS"} "$@"
}
# Compiling is not disturbed.
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
    # After the summary stands each test that was not green: FAIL, TIMEOUT, ABORT or a signal, the time, and its name.
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
