#!/bin/bash
# What Testcontainers and compose use of the official image's contract: POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB and
# POSTGRES_INITDB_ARGS, each also from a file by NAME_FILE, PGDATA, and /docker-entrypoint-initdb.d.
set -euo pipefail
for name in POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_INITDB_ARGS; do
  file=${name}_FILE
  [ -n "${!file:-}" ] || continue
  [ -z "${!name:-}" ] || { echo "both $name and $file are set (but are exclusive)" >&2; exit 1; }
  printf -v "$name" '%s' "$(<"${!file}")"
done
: "${POSTGRES_USER:=postgres}"; : "${POSTGRES_DB:=$POSTGRES_USER}"; : "${PGDATA:=/var/lib/postgresql/data}"
export POSTGRES_USER POSTGRES_DB PGDATA
if [ "${1:-}" = postgres ] && [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql; chown -R postgres:postgres "$PGDATA" /var/run/postgresql; chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "${POSTGRES_PASSWORD:-}" ] || { echo 'POSTGRES_PASSWORD is not set' >&2; exit 1; }
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p 5432" -w start
  [ "$POSTGRES_DB" = postgres ] || psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v db="$POSTGRES_DB" <<<'CREATE DATABASE :"db";'
  for f in /docker-entrypoint-initdb.d/*; do
    case $f in
      *.sql) psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "$f" ;;
      # shellcheck disable=SC1090
      *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
  echo; echo 'PostgreSQL init process complete; ready for start up.'; echo
fi
unset POSTGRES_PASSWORD
exec "$@"
