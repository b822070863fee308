#!/usr/bin/env bash
# figures.sh: what docs/performance.md says of the images: their sizes, and the CPU seconds until a service serves in a
# container with its start-up cache and without. Needs a Docker engine and the images; nothing is left of it.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${VERBENA_VERSION:-0.1.0} starts=${1:-3} name=verbena-figures-$$
postgres=$(sed -n 's/^POSTGRES_IMAGE=//p' "${COMPOSE_ENV_FILES-.env.ci}" 2>/dev/null || true)
secrets=$(mktemp -d)

end() {
  docker rm -fv "$name" "$name-postgres" >/dev/null 2>&1 || true
  docker network rm "$name" >/dev/null 2>&1 || true
  rm -rf "$secrets"
}
trap end EXIT

megabytes() { awk '{ printf "%.0f", $1 / 1e6 }' <<<"$1"; }

sizes() {
  local image all cache rocks
  printf '%-18s %8s %8s %8s %8s\n' 'size in MB' all cache rocksdb rest
  for image in tenant-service sriov-manager telemetry-service nic; do
    all=$(docker image inspect -f '{{.Size}}' "verbena/$image:$version")
    read -r cache rocks < <(docker run --rm --entrypoint bash "verbena/$image:$version" -c \
      'shopt -s nullglob; n=0; for f in /app/lib/*rocksdb*; do n=$((n + $(stat -c %s "$f"))); done; echo "$(stat -c %s /app/aot) $n"')
    printf '%-18s %8s %8s %8s %8s\n' "$image" "$(megabytes "$all")" "$(megabytes "$cache")" "$(megabytes "$rocks")" \
      "$(megabytes $((all - cache - rocks)))"
  done
}

database() {
  local service
  for service in tenant sriov telemetry; do echo -n figures >"$secrets/$service-db-password"; done
  chmod -R a+rX "$secrets"
  docker network create "$name" >/dev/null
  docker run -d --user 999:999 --tmpfs /var/run/postgresql:uid=999,gid=999 --name "$name-postgres" --network "$name" --network-alias postgres -e POSTGRES_PASSWORD=figures -e POSTGRES_DB=verbena \
    -v "$secrets:/run/secrets:ro" -v "$PWD/docker/postgres-roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro" "${postgres:-postgres:17}" >/dev/null
  for _ in $(seq 300); do
    if docker exec "$name-postgres" pg_isready -q -h 127.0.0.1 -d verbena; then return; fi
    sleep 0.2
  done
  echo 'figures: PostgreSQL did not start' >&2
  exit 1
}

# CPU ticks of the JVM alone, until tenant-service serves. It is not ready then, as it has not met its Kafka.
ticks() {
  docker run -d --name "$name" --network "$name" --memory 512m --no-healthcheck -e VERBENA_ISSUER_URL=http://tenant-service:8080 \
    -e VERBENA_KAFKA_BOOTSTRAP=127.0.0.1:9 -e VERBENA_DB_URL='jdbc:postgresql://postgres:5432/verbena?currentSchema=tenant' \
    -e VERBENA_DB_USER=verbena_tenant -e VERBENA_DB_PASSWORD=figures --entrypoint java "verbena/tenant-service:$version" "$@" >/dev/null
  for _ in $(seq 600); do
    if docker exec "$name" bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080; printf "GET /livez HTTP/1.0\r\n\r\n" >&3; read -t 5 -r line <&3; [[ $line == *" 200"* ]]' 2>/dev/null; then
      docker exec "$name" bash -c 'read -r -a of </proc/1/stat; echo $((of[13] + of[14]))'
      docker rm -fv "$name" >/dev/null
      return
    fi
    sleep 0.2
  done
  docker logs --tail 20 "$name" >&2
  return 1
}

median() { sort -n | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)] }'; }

starts() {
  local with=() without=() a b
  # The first one makes the tables.
  ticks -XX:AOTCache=/app/aot @/app/java.args >/dev/null
  for _ in $(seq "$starts"); do
    with+=("$(ticks -XX:AOTCache=/app/aot @/app/java.args)")
    without+=("$(ticks @/app/java.args)")
  done
  a=$(printf '%s\n' "${with[@]}" | median) b=$(printf '%s\n' "${without[@]}" | median)
  awk -v a="$a" -v b="$b" -v n="$starts" 'BEGIN {
    printf "CPU seconds until tenant-service serves, median of %d: %.1f with its cache, %.1f without, ratio %.2f\n", n, a / 100, b / 100, a / b }'
}

sizes
database
starts
