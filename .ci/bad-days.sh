#!/usr/bin/env bash
# bad-days.sh [DAY...]: what goes wrong around a system in containers. Each day ends in a clear message, a probe that is not
# ready where the part cannot serve, and recovery without help; no container restarts. Needs what compose.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."
export COMPOSE_ENV_FILES=${COMPOSE_ENV_FILES-.env.ci}
days=(no-database wrong-password unknown-kafka no-secret twins port-taken kafka-stopped full-disk killed)
[ $# -eq 0 ] || days=("$@")
strays=()
taker=''

say() { echo "bad-days: $*"; }
fail() { say "$*" >&2; exit 1; }
quietly() { "$@" >target/ci/bad-days.log 2>&1 || { tail -n 5 target/ci/bad-days.log; fail "$*"; }; }
up() { quietly docker compose up -d --wait --wait-timeout 120 --pull never "$@"; }

end() {
  local status=$?
  trap - EXIT
  [ -z "$taker" ] || kill "$taker" 2>/dev/null || true
  clear_strays
  docker compose --profile full down -v --remove-orphans --timeout 20 >/dev/null 2>&1 || true
  exit $status
}
trap end EXIT

clear_strays() {
  [ ${#strays[@]} = 0 ] || docker rm -fv "${strays[@]}" >/dev/null 2>&1 || true
  strays=()
}

# A second container of a service, with other variables; its id is in $stray.
stray() {
  local service=$1
  shift
  stray=$(docker compose run -d --no-deps "$@" "$service" 2>/dev/null)
  strays+=("$stray")
}

# Waits until a command is true; 60 s.
within() {
  local limit=$((SECONDS + 60)) what=$1
  shift
  until "$@"; do
    [ $SECONDS -lt $limit ] || fail "$what: not within 60 s"
    sleep 0.5
  done
}

logs_say() { docker logs "$1" 2>&1 | grep -E -m 1 "$2" >/dev/null; }
said() { docker logs "$1" 2>&1 | grep -E -m 1 -o "$2" | cut -c 1-160; }
exited() { [ "$(docker inspect -f '{{.State.Status}}' "$1")" = exited ]; }
answers() { [ "$(status "$1")" = "$2" ]; }
status() { curl -s -o /dev/null -m 5 -w '%{http_code}' "http://127.0.0.1:$1/readyz" || true; }
id_of() { docker compose ps -aq "$1"; }

runs_unready() {
  local state
  state=$(docker inspect -f '{{.State.Status}} {{.RestartCount}} {{.State.Health.Status}}' "$1")
  case $state in 'running 0 starting' | 'running 0 unhealthy') ;; *) fail "$2: the container is $state" ;; esac
}

no-database() {
  up kafka
  quietly docker compose up -d --no-deps --pull never tenant-service
  within 'says that it waits' logs_say "$(id_of tenant-service)" 'postgres:5432.* does not answer, next attempt'
  runs_unready "$(id_of tenant-service)" no-database
  said "$(id_of tenant-service)" 'jdbc:.*next attempt.*'
  up postgres
  within 'recovers' answers 8081 200
}

wrong-password() {
  up postgres kafka tenant-service
  stray sriov-manager -e VERBENA_DB_PASSWORD_FILE=/run/secrets/sriov-manager-secret
  within 'names the role' logs_say "$stray" 'password authentication failed for user "verbena_sriov"'
  runs_unready "$stray" wrong-password
  said "$stray" 'jdbc:.*password authentication failed.*'
  clear_strays
}

unknown-kafka() {
  up postgres kafka tenant-service
  stray telemetry-service -e VERBENA_KAFKA_BOOTSTRAP=nowhere:9092
  within 'names the host' logs_say "$stray" 'nowhere:9092 does not answer'
  runs_unready "$stray" unknown-kafka
  said "$stray" 'Kafka at nowhere.*'
  clear_strays
}

no-secret() {
  stray sriov-manager -e VERBENA_CLIENT_SECRET_FILE=/run/secrets/none
  within 'ends' exited "$stray"
  said "$stray" 'VERBENA_CLIENT_SECRET_FILE names .*' | grep . || fail 'no word about the file'
  clear_strays
}

twins() {
  up
  stray nic-b -e VERBENA_NIC_NAME=nic-a -e VERBENA_NIC_CLIENT_ID=nic-b
  within 'is refused' logs_say "$stray" 'nic-a is not registered'
  runs_unready "$stray" twins
  said "$stray" 'nic-a is not registered.*'
  answers 8084 200 || fail 'the real nic-a is not ready'
  clear_strays
}

port-taken() {
  quietly docker compose stop tenant-service
  python3 -c 'import socket, time
s = socket.create_server(("127.0.0.1", 8081)); time.sleep(120)' &
  taker=$!
  within 'the port is taken' bash -c '</dev/tcp/127.0.0.1/8081'
  if docker compose up -d --no-deps --pull never tenant-service >target/ci/bad-days.log 2>&1; then fail 'compose started on a port that is taken'; fi
  grep -o -m 1 '127.0.0.1:8081.*' target/ci/bad-days.log || { tail -n 3 target/ci/bad-days.log; fail 'no word about the port'; }
  kill "$taker"
  wait "$taker" 2>/dev/null || true
  taker=''
  up
}

kafka-stopped() {
  up
  quietly docker compose stop kafka
  within 'telemetry-service is not ready' answers 8083 503
  for port in 8081 8082 8084 8085; do answers "$port" 200 || fail "port $port is not ready without Kafka"; done
  said "$(id_of telemetry-service)" 'Kafka at .* does not answer.*'
  quietly docker compose start kafka
  within 'telemetry-service is ready again' answers 8083 200
}

# The database lives on a small disk of its own, which is filled. What reads goes on, what writes is refused and says why.
full-disk() {
  local data=/var/lib/postgresql/data token
  quietly docker compose --profile full down -v --timeout 20
  printf 'volumes: { postgres: { driver_opts: { type: tmpfs, device: tmpfs, o: "size=256m,uid=999,gid=999,mode=0700" } } }\n' \
    >target/ci/small-disk.yml
  quietly docker compose -f docker-compose.yml -f target/ci/small-disk.yml up -d --wait --wait-timeout 120 --pull never \
    postgres kafka tenant-service
  token=$(curl -sS -u "operator:$(cat secrets/operator-secret)" -d grant_type=client_credentials http://127.0.0.1:8081/oauth2/token |
    jq -r .access_token)
  # Until no byte is left, so that it ends with an error.
  docker compose exec -T postgres dd if=/dev/zero of=$data/filler bs=8k >/dev/null 2>&1 || true
  within 'a write is refused' refused_for_the_disk
  jq -r '"\(.status): \(.detail)"' target/ci/full-disk.json
  [ "$(organisations)" = 200 ] || fail 'a read is refused too'
  docker compose exec -T postgres rm $data/filler
  within 'writes again' made organisation-after
  [ "$(docker inspect -f '{{.RestartCount}}' "$(id_of tenant-service)")" = 0 ] || fail 'tenant-service was started again'
  quietly docker compose --profile full down -v --timeout 20
}
organisations() { curl -s -o /dev/null -m 5 -w '%{http_code}' -H "Authorization: Bearer $token" http://127.0.0.1:8081/api/v1/organisations; }
# Makes an organisation.
made() {
  [ "$(curl -s -m 10 -o target/ci/full-disk.json -w '%{http_code}' -H "Authorization: Bearer $token" \
    -H "Idempotency-Key: \"$(cat /proc/sys/kernel/random/uuid)\"" -H 'Content-Type: application/json' \
    -d "{\"metadata\":{\"name\":\"$1\"}}" http://127.0.0.1:8081/api/v1/organisations)" = 201 ]
}
# Pages with room are still written to.
refused_for_the_disk() { ! made "organisation-$(date +%N)" && grep -q 'no room on its disk' target/ci/full-disk.json; }

killed() {
  up
  ./verbena demo --compose --exit --summary target/ci/killed.json >target/ci/killed.log 2>&1 &
  local demo=$!
  sleep "${KILL_AFTER:-4}"
  quietly docker compose kill sriov-manager
  quietly docker compose start sriov-manager
  wait "$demo" || { tail -n 20 target/ci/killed.log; fail 'the scenario did not converge'; }
}

mkdir -p target/ci
./verbena secrets
for day in "${days[@]}"; do
  since=$SECONDS
  "$day"
  say "$day: held, $((SECONDS - since)) s"
done
