#!/usr/bin/env bash
# Shows that a house of an old build can be upgraded to a new build and rolled back. The old build plays, and the schema
# is migrated while it runs. The new build joins under a database role that cannot change written rows, and both builds
# write. Then the house goes back to the old build, and forward to the new one again. Ledger and chains are verified at
# the end. It uses a private server with its own port, in a directory that it deletes at the end.
#
#   deploy/upgrade-drill.sh OLD NEW     two programs, the second from a later build
#
# CROUPIER_DRILL_PORT (27442).
set -euo pipefail

[ $# = 2 ] || { echo "usage: upgrade-drill.sh OLD NEW" >&2; exit 2; }
old=$(readlink -f "$1") new=$(readlink -f "$2")
port=${CROUPIER_DRILL_PORT:-27442}
here=$(mktemp -d /tmp/croupier-upgrade.XXXXXX)
processes=()

fail() { say "FAILED: $*"; tail -n 20 "$here"/*.log; exit 1; }

. "$(dirname "$0")/drill.sh"

clean() {
    for process in "${processes[@]}"; do kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true; done
    if [ -e "$here/data/postmaster.pid" ]; then as "$bin/pg_ctl" -D "$here/data" -s -m immediate stop || true; fi
    rm -rf "$here"
}
trap clean EXIT

address() { echo "postgresql://$1@127.0.0.1:$port/house"; }
ask() { "$bin/psql" -qAtX -h 127.0.0.1 -p "$port" -U "$1" -d "${3:-house}" -c "$2"; }
units() { ask house_owner 'select count(*) from unit'; }
# Waits until a query has this result.
until_is() {
    local tries=0
    until [ "$(ask house_owner "$1" 2>/dev/null)" = "$2" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 900 ] || fail "$1 is never $2; there are $(units) units"
        sleep 0.2
    done
}
# Waits until $1 more units are in the journal.
play() { until_is "select count(*) >= $(($(units) + $1)) from unit" t; }
# Waits until the tables of every shard have written $1 more units: then every process has, whichever shards it holds.
play_everywhere() {
    local since
    since=$(ask house_owner 'select now()')
    until_is "select min(n) >= $1 from (select count(u.seq) as n from shard join stream on stream.shard = shard.id
        left join unit u on u.stream = stream.id and u.at > '$since' group by shard.id) as written" t
}
# Starts a process: its name, the program, its database role, further arguments.
serve() {
    local name=$1 program=$2 role=$3
    shift 3
    "$program" serve --listen 127.0.0.1:0 --database "$(address "$role")" "$@" >"$here/$name.log" 2>&1 &
    processes+=($!)
}
stop() { kill "${processes[$1]}" && wait "${processes[$1]}" || true; }
lives() { kill -0 "${processes[$1]}" 2>/dev/null || fail "a process has ended"; }

if [ "$(id -u)" -eq 0 ]; then chown postgres:postgres "$here"; fi
as "$bin/initdb" -D "$here/data" -U croupier --auth=trust --locale=C --encoding=UTF8 >/dev/null
as "$bin/pg_ctl" -D "$here/data" -s -w -t 120 -l "$here/data/log" -o "-c listen_addresses=127.0.0.1 -p $port -k $here" start
ask croupier 'create role house_owner login; create role house_run login' postgres
ask croupier 'create database house owner house_owner' postgres

demo=(--demo --demo-directory "$here/demo")
serve old "$old" house_owner "${demo[@]}"
until_is 'select count(*) > 300 from unit' t
was=$(ask house_owner 'select max(version) from refinery_schema_history')
say "the old build plays, schema $was: $(units) units, $(ask house_owner 'select count(*) from sign_in_log') sign-ins"

"$new" migrate --database "$(address house_owner)" --role house_run
play 100
lives 0
say "the old build plays on, schema $(ask house_owner 'select max(version) from refinery_schema_history'): $(units) units"

serve new "$new" house_run --keys "$here/demo/house.keys"
until_is "select count(distinct owner) from shard where owner <> ''" 2
play_everywhere 10
lives 0 && lives 1
say "both builds play, each some of the shards: $(units) units"

# The role that runs the house cannot change written rows.
refused=0
for table in unit transfer_row contribution root sign_in_log account_log; do
    for change in "update $table set at = now()" "delete from $table" "truncate $table" "drop table $table" \
        "alter table $table disable trigger all"; do
        if ask house_run "$change" 2>"$here/refused"; then fail "$change"; fi
        grep -qE 'permission denied|must be owner' "$here/refused" || fail "$change: $(cat "$here/refused")"
        refused=$((refused + 1))
    done
done
say "$refused changes of what was written are refused to the role that runs the house"

# The rollback: the new build leaves, and the old one starts again on the newer schema, whose entries in the migration
# history are deleted.
stop 1
stop 0
# Builds with a schema before 9 read the transfers from a table of that name.
if [ "$was" -lt 9 ]; then ask house_owner 'select transfers_as_rows()'; fi
ask house_owner "delete from refinery_schema_history where version > $was"
serve again "$old" house_owner "${demo[@]}"
play 100
say "the old build is back: $(units) units"

# The second upgrade, in which the new process takes over from the old one.
"$new" migrate --database "$(address house_owner)" --role house_run
serve forth "$new" house_run --keys "$here/demo/house.keys"
until_is "select count(distinct owner) from shard where owner <> ''" 2
play_everywhere 10
lives 2 && lives 3
stop 2
until_is "select count(distinct owner) = 1 and count(*) filter (where owner = '') = 0 from shard" t
lives 3
say "the new build has all shards: $(units) units"
"$new" ledger verify --database "$(address house_owner)" --keys "$here/demo/house.keys"
"$new" audit verify --database "$(address house_owner)"
