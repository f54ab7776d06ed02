#!/usr/bin/env bash
# Follows every link of the built site that leads to the site itself, anchors and pictures too, and shows first that it finds dead ones.
#
#   check.sh LINKCHECKER HTML
set -euo pipefail
linkchecker=$1 html=$2
here=$(dirname "$0")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Pages and pictures, then anchors.
check() { "$linkchecker" --no-status "$1/index.html" 2>&1 && python3 "$here/anchors.py" "$1"; }

plant() { # NAME LINK: a site of two pages
    mkdir "$work/$1"
    printf '<html><body><h1 id="here">Here</h1><a href="#here">well</a><a href="two.html#there">well</a>%s</body></html>' "$2" >"$work/$1/index.html"
    printf '<html><body><h1 id="there">There</h1><a href="index.html">well</a></body></html>' >"$work/$1/two.html"
}
plant well ''
plant page '<a href="gone.html">dead</a>'
plant anchor '<a href="two.html#gone">dead</a>'
plant picture '<img src="gone.png">'
chmod -R a+rX "$work" # LinkChecker drops the rights of root.
check "$work/well" >"$work/found" || { cat "$work/found"; echo "links that are well are called dead"; exit 1; }
for planted in page anchor picture; do
    if check "$work/$planted" >/dev/null; then echo "a planted dead link ($planted) is not found"; exit 1; fi
done

if ! check "$html" >"$work/found"; then
    grep -vE '^(Name|Check time|D/L time|Size|Modified|LinkChecker|This is|certain|Read the|Write|Copyright)' "$work/found"
    exit 1
fi
grep -E 'links in|anchors' "$work/found"
