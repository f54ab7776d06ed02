#!/usr/bin/env bash
# Follows every link of the built site that leads to the site itself, anchors and pictures too, and shows first that it finds dead ones.
#
#   check.sh LINKCHECKER HTML
set -euo pipefail
linkchecker=$1 html=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '[AnchorCheck]\n[output]\nstatus=0\nwarnings=1\n' >"$work/rc"
chmod -R a+rX "$work" # It drops the rights of root.
follow() { "$linkchecker" -f "$work/rc" "$@" 2>&1; }

printf '<html><body><h1 id="here">Here</h1><a href="#here">well</a></body></html>' >"$work/well.html"
printf '<html><body><h1 id="here">Here</h1><a href="well.html#gone">anchor</a></body></html>' >"$work/anchor.html"
printf '<html><body><a href="gone.html">page</a></body></html>' >"$work/page.html"
follow "$work/well.html" >/dev/null || { echo "a link that is well is called dead"; exit 1; }
for planted in anchor page; do
    if follow "$work/$planted.html" >/dev/null; then echo "a planted dead link ($planted) is not found"; exit 1; fi
done

if ! follow "$html/index.html" >"$work/found"; then
    grep -E '^(URL|Parent URL|Warning|Result)|not found|Error' "$work/found" || tail -20 "$work/found"
    exit 1
fi
grep -E 'links in' "$work/found"
