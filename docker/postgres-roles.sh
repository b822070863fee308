#!/bin/bash
# Runs once, when PostgreSQL makes its data folder: a role and a schema for each service, and no more rights than that.
set -euo pipefail
for service in tenant sriov telemetry; do
  psql -v ON_ERROR_STOP=1 -q -U "${POSTGRES_USER:-postgres}" -d "$POSTGRES_DB" -v role="verbena_$service" -v schema="$service" \
    -v password="$(cat "/run/secrets/$service-db-password")" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE SCHEMA :"schema" AUTHORIZATION :"role";
REVOKE ALL ON SCHEMA public FROM PUBLIC;
SQL
done
