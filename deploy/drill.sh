# Shared by the drills, to be sourced: helpers for a private PostgreSQL below "$here".

# PostgreSQL refuses to run as root.
as() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=postgres --regid=postgres --init-groups -- env HOME="$here" LC_ALL=C "$@"
    else
        LC_ALL=C "$@"
    fi
}

# The directory of the newest PostgreSQL's programs; Debian keeps them off the path.
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
[ -x "$bin/pg_ctl" ] || bin=$(dirname "$(command -v pg_ctl)")

say() { printf '%s\n' "$*"; }
