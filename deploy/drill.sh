# What the drills share, to be sourced: a private PostgreSQL below "$here", run by a user that may run one.

# Root may not run PostgreSQL.
as() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=postgres --regid=postgres --init-groups -- env HOME="$here" LC_ALL=C "$@"
    else
        LC_ALL=C "$@"
    fi
}

# The newest of PostgreSQL's programs; Debian keeps them off the path.
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
[ -x "$bin/pg_ctl" ] || bin=$(dirname "$(command -v pg_ctl)")

say() { printf '%s\n' "$*"; }
