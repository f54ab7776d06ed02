#!/usr/bin/env bash
# Shows that houses can be restored from their backups. While tables play, it takes a base backup and archives the
# write-ahead log. From these two alone it restores a second server to a point in time, verifies ledger and chains on
# it, and counts the units. Two houses share the server: one that plays as fast as it can, which measures the duration,
# and a demonstration that signs roots into an external file, against which its chains are verified too. It uses private
# servers with their own ports, in a directory that it deletes at the end.
#
#   deploy/restore-drill.sh [path to croupier]
#
# CROUPIER_DRILL_TABLES (60), CROUPIER_DRILL_SECONDS of play (30), CROUPIER_DRILL_PORT (27432).
set -euo pipefail

croupier=$(readlink -f "${1:-target/release/croupier}")
tables=${CROUPIER_DRILL_TABLES:-60}
seconds=${CROUPIER_DRILL_SECONDS:-30}
port=${CROUPIER_DRILL_PORT:-27432}
restored_port=$((port + 1))
here=$(mktemp -d /tmp/croupier-drill.XXXXXX)
load=
demo=

now() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f s", to - from }'; }

. "$(dirname "$0")/drill.sh"

clean() {
    for process in $load $demo; do kill "$process" 2>/dev/null || true; done
    if [ -n "$demo" ]; then wait "$demo" 2>/dev/null || true; fi
    for data in "$here/data" "$here/restored"; do
        if [ -e "$data/postmaster.pid" ]; then as "$bin/pg_ctl" -D "$data" -s -m immediate stop || true; fi
    done
    rm -rf "$here"
}
trap clean EXIT

ask() { "$bin/psql" -qAtX -h 127.0.0.1 -p "$1" -U croupier -d "$2" -c "$3"; }
start() { as "$bin/pg_ctl" -D "$1" -s -w -t 120 -l "$here/$2.log" -o "-c listen_addresses=127.0.0.1 -p $3 -k $here" start; }

mkdir "$here/archive"
if [ "$(id -u)" -eq 0 ]; then chown -R postgres:postgres "$here"; fi
as "$bin/initdb" -D "$here/data" -U croupier --auth=trust --locale=C --encoding=UTF8 --data-checksums >/dev/null
as tee -a "$here/data/postgresql.conf" >/dev/null <<CONF
wal_level = replica
archive_mode = on
archive_command = 'test ! -f $here/archive/%f && cp %p $here/archive/%f'
max_wal_senders = 4
CONF
start "$here/data" original "$port"

"$croupier" keys new --encryption "$here/house.keys" --signing "$here/roots.key" >/dev/null
public=$("$croupier" keys public "$here/roots.key" | grep -oE '[0-9a-f]{64}')
ask "$port" postgres 'create database demonstration'
CROUPIER_SIGNING_KEY=$here/roots.key CROUPIER_ROOTS_FILE=$here/roots.txt "$croupier" serve --demo --listen 127.0.0.1:0 \
    --database "postgresql://croupier@127.0.0.1:$port/demonstration" --demo-directory "$here/demo" >"$here/demo.log" 2>&1 &
demo=$!
until [ -s "$here/roots.txt" ]; do
    kill -0 "$demo" 2>/dev/null || { cat "$here/demo.log"; exit 1; }
    sleep 0.2
done
"$croupier" load --server "postgresql://croupier@127.0.0.1:$port/postgres" --keys "$here/house.keys" \
    --tables "$tables" --seconds "$seconds" >"$here/load.log" 2>&1 &
load=$!
house=croupier_load_$load
until [ "$(ask "$port" "$house" 'select count(*) > 1000 from unit' 2>/dev/null)" = t ]; do
    kill -0 "$load" 2>/dev/null || { cat "$here/load.log"; exit 1; }
    sleep 0.2
done
say "$tables tables play; a base backup is taken meanwhile"
begun=$(now)
as "$bin/pg_basebackup" -h 127.0.0.1 -p "$port" -U croupier -D "$here/restored" -c fast -X none
say "base backup: $(since "$begun"), $(du -sm "$here/restored" | cut -f1) MB"
in_backup=$(ask "$port" "$house" 'select count(*) from unit')
sleep 5

# The roots kept outside the database, as of the point in time.
cp "$here/roots.txt" "$here/kept-roots.txt"
# The point in time: all earlier commits must be restored, and no later ones.
before=$(ask "$port" "$house" 'select count(*) from unit')
ask "$port" postgres "select pg_create_restore_point('drill')" >/dev/null
after=$(ask "$port" "$house" 'select count(*) from unit')
lost=$(now)
ask "$port" postgres 'select pg_switch_wal()' >/dev/null
segment=$(ask "$port" postgres "select last_archived_wal from pg_stat_archiver")
sleep 2
# From here on the original counts as lost and is not read again.
kill "$load" 2>/dev/null || true
wait "$load" 2>/dev/null || true
load=
kill "$demo" 2>/dev/null || true
wait "$demo" 2>/dev/null || true
demo=
as "$bin/pg_ctl" -D "$here/data" -s -m immediate stop
say "the original is gone; $(find "$here/archive" -type f | wc -l) segments of its log are archived (one was $segment)"

begun=$(now)
as tee -a "$here/restored/postgresql.conf" >/dev/null <<CONF
archive_mode = off
restore_command = 'cp $here/archive/%f %p'
recovery_target_name = 'drill'
recovery_target_action = 'promote'
CONF
as touch "$here/restored/recovery.signal"
start "$here/restored" restored "$restored_port"
until [ "$(ask "$restored_port" postgres 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
say "restored and promoted: $(since "$begun")"

database=postgresql://croupier@127.0.0.1:$restored_port/$house
count=$(ask "$restored_port" "$house" 'select count(*) from unit')
say "units: $in_backup at the end of the base backup; $before to $after at the point in time; $count restored"
if [ "$count" -lt "$before" ] || [ "$count" -gt "$after" ]; then
    say "FAILED: what was committed before the point in time is not what was restored"
    exit 1
fi
begun=$(now)
"$croupier" ledger verify --database "$database" --keys "$here/house.keys"
say "ledger verified: $(since "$begun")"
begun=$(now)
"$croupier" audit verify --database "$database"
say "chains verified: $(since "$begun")"
database=postgresql://croupier@127.0.0.1:$restored_port/demonstration
"$croupier" ledger verify --database "$database" --keys "$here/demo/house.keys"
"$croupier" audit verify --database "$database" --anchors "$here/kept-roots.txt" --public-key "$public"
say "from the loss to a verified house: $(since "$lost")"
