#!/usr/bin/env bash
# Compares two builds of croupier on this machine: they play in turns of a second, each in its own database on the same
# PostgreSQL server, while the other waits. The speed of a machine varies from minute to minute, but hardly from one
# second to the next.
#
#   deploy/pairs.sh OLD NEW [PAIRS] [ARGS OF `croupier load`...]
#
# OLD and NEW are programs that support `croupier load --by-line`. CROUPIER_DATABASE names the server. It prints medians
# over all pairs (30 by default), medians of each pair's ratio of new to old, and the sizes of each build's tables.
set -euo pipefail

fail() { printf 'pairs: %s\n' "$*" >&2; exit 2; }
[ $# -ge 2 ] || fail "usage: pairs.sh OLD NEW [PAIRS] [ARGS...]"
old=$1 new=$2 pairs=${3:-30}
shift $(($# < 3 ? $# : 3))
[[ $pairs =~ ^[1-9][0-9]*$ ]] || fail "$pairs is no number of pairs"
[ -n "${CROUPIER_DATABASE:-}" ] || fail "CROUPIER_DATABASE does not say where PostgreSQL is"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Turns that are not counted: PostgreSQL makes its plans and reads pages into memory.
warm_up=5

coproc one { exec "$old" load --by-line "$@"; }
from_old=${one[0]} to_old=${one[1]}
# Bash supports one coprocess at a time and warns about a second; this script keeps the numbers of the pipes itself.
exec 3<&"$from_old" 4>&"$to_old"
{ coproc two { exec 3<&- 4>&-; exec "$new" load --by-line "$@"; }; } 2>/dev/null
exec 5<&"${two[0]}" 6>&"${two[1]}"
eval "exec ${from_old}<&- ${to_old}>&- ${two[0]}<&- ${two[1]}>&-"

read -r _ <&3 && read -r _ <&5 || fail "a build did not begin"
for ((turn = -warm_up; turn < pairs; turn++)); do
    # The builds take turns in going first.
    if ((turn % 2)); then
        echo >&6 && read -r b <&5 && echo >&4 && read -r a <&3 || fail "a build has ended"
    else
        echo >&4 && read -r a <&3 && echo >&6 && read -r b <&5 || fail "a build has ended"
    fi
    ((turn < 0)) || echo "$a $b" >>"$work/pairs"
done
exec 4>&-
cat <&3 >"$work/old"
exec 6>&-
cat <&5 >"$work/new"

awk '
function median(of, count,    i, j, kept) {
    for (i = 2; i <= count; i++) {
        kept = of[i]
        for (j = i - 1; j >= 1 && of[j] > kept; j--) of[j + 1] = of[j]
        of[j + 1] = kept
    }
    return count % 2 ? of[(count + 1) / 2] : (of[count / 2] + of[count / 2 + 1]) / 2
}
function figure(from, what) {
    if (what == "units a second") return $(from) * 1000000 / $(from + 1)
    if (what == "house, us a unit") return $(from + 2) / $(from)
    if (what == "PostgreSQL, us a unit") return $(from + 3) / $(from)
    if (what == "both, us a unit") return ($(from + 2) + $(from + 3)) / $(from)
    if (what == "half answered within, ms") return $(from + 4) / 1000
    return $(from + 5) / 1000
}
BEGIN { kinds = split("units a second;house, us a unit;PostgreSQL, us a unit;both, us a unit;half answered within, ms;99 of 100 within, ms", kind, ";") }
{
    for (k = 1; k <= kinds; k++) {
        a[k, NR] = figure(1, kind[k]); b[k, NR] = figure(7, kind[k])
        ratio[k, NR] = a[k, NR] ? b[k, NR] / a[k, NR] : 0
    }
}
END {
    printf "%-26s %12s %12s %8s   (median of %d pairs)\n", "", "old", "new", "ratio", NR
    for (k = 1; k <= kinds; k++) {
        for (i = 1; i <= NR; i++) { x[i] = a[k, i]; y[i] = b[k, i]; z[i] = ratio[k, i] }
        printf "%-26s %12.2f %12.2f %8.3f\n", kind[k], median(x, NR), median(y, NR), median(z, NR)
    }
}' "$work/pairs"
for build in old new; do
    printf '%s, bytes of rows and of indexes:\n' $build
    sed 's/^/  /' "$work/$build"
done
wait
