#!/usr/bin/env bash
# tls.sh: the system in containers with TLS everywhere (docker-compose.tls.yml), by a throw-away CA: the scenario, new
# certificates without a restart, the scenario again, and nothing left. Needs root, openssl, a Docker engine, built images.
set -euo pipefail
cd "$(dirname "$0")/.."
export COMPOSE_ENV_FILES=${COMPOSE_ENV_FILES-.env.ci} COMPOSE_FILE=docker-compose.yml:docker-compose.tls.yml COMPOSE_PROJECT_NAME=verbena-tls
out=target/ci
tls=secrets/tls
[ ! -e "$tls" ] || { echo "tls: $tls is there already; this makes its own, and removes it at the end" >&2; exit 1; }
work=$(mktemp -d)
mkdir -p "$out"
# Ours, with the ports of docker-compose.yml.
declare -A ports=([tenant-service]=8081 [sriov-manager]=8082 [telemetry-service]=8083 [nic-a]=8084 [nic-b]=8085)

say() { echo "tls: $*"; }
fail() { say "$*" >&2; exit 1; }

end() {
  local status=$?
  trap - EXIT
  if [ $status != 0 ]; then
    docker compose ps -a --format '{{.Service}}: {{.Status}}' || true
    docker compose logs --no-color --tail 60 >"$out/tls.log" 2>&1 || true
    say "failed; the last lines of each log are in $out/tls.log"
  fi
  if [ -z "${COMPOSE_KEEP:-}" ]; then
    docker compose down -v --remove-orphans --timeout 20 >/dev/null 2>&1 || true
    rm -rf "$tls" secrets/kafka-password
  fi
  rm -rf "$work"
  exit $status
}
trap end EXIT

authority() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=Verbena throw-away CA' \
    -keyout "$work/ca.key" -out "$work/ca.crt" 2>/dev/null
}

# issue NAME USER: a certificate into NAME's folder. The key comes first, each by a rename: no file is ever half there.
issue() {
  local name=$1 user=$2 folder=$tls/$1
  mkdir -p "$folder"
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" -keyout "$work/tls.key" -out "$work/csr" 2>/dev/null
  openssl x509 -req -in "$work/csr" -CA "$work/ca.crt" -CAkey "$work/ca.key" -days 1 -out "$work/tls.crt" 2>/dev/null \
    -extfile <(echo "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1")
  cp "$work/ca.crt" "$work/tls.key" "$work/tls.crt" "$folder/.."
  chown "$user:$user" "$folder"/../{ca.crt,tls.key,tls.crt}
  chmod 0400 "$folder/../tls.key"
  mv "$folder"/../{ca.crt,tls.key,tls.crt} "$folder/"
}

certificates() {
  local name
  (umask 077; mkdir -p secrets)
  for name in "${!ports[@]}"; do issue "$name" 10001; done
  issue postgres 999
}

kafka() {
  local password file=secrets/kafka-password
  head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' >"$file"
  chmod 0644 "$file"
  password=$(cat "$file")
  issue kafka 1000
  cat "$tls/kafka/tls.key" "$tls/kafka/tls.crt" >"$tls/kafka/keystore.pem"
  printf 'org.apache.kafka.common.security.plain.PlainLoginModule required username="broker" password="%s" user_broker="%s" user_verbena="%s";' \
    "$password" "$password" "$password" >"$tls/kafka/jaas"
  chown 1000:1000 "$tls"/kafka/{keystore.pem,jaas}
  chmod 0400 "$tls"/kafka/{keystore.pem,jaas}
}

up() {
  local since=$SECONDS
  ./verbena secrets
  docker compose up -d --wait --wait-timeout 240 --pull never >"$out/tls-up.log" 2>&1 ||
    { grep -v 'IPv4 forwarding' "$out/tls-up.log" | tail -n 15; fail 'not all healthy'; }
  say "all healthy after $((SECONDS - since)) s"
}

scenario() {
  ./verbena demo --compose --exit --summary "$out/tls-$1.json" --ca "$work/ca.crt" --tenant-url https://127.0.0.1:8081 \
    --sriov-url https://127.0.0.1:8082 --telemetry-url https://127.0.0.1:8083 \
    --nic nic-a=https://127.0.0.1:8084 --nic nic-b=https://127.0.0.1:8085
}

serial() { openssl s_client -connect "127.0.0.1:${ports[$1]}" -CAfile "$work/ca.crt" -verify_return_error </dev/null 2>/dev/null | openssl x509 -noout -serial; }

# What must be refused: plain text, whom nobody vouches for, a connection to PostgreSQL in the clear.
refusals() {
  local name plain status=0
  for name in "${!ports[@]}"; do
    plain=$(bash -c "exec 3<>/dev/tcp/127.0.0.1/${ports[$name]}; printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3; timeout 5 head -c 12 <&3" | tr -d '\0') || true
    [[ $plain != *' 200' ]] || fail "$name answers without TLS"
  done
  ./verbena vnicctl get nics --tenant-url https://127.0.0.1:8081 --sriov-url https://127.0.0.1:8082 >"$work/refused" 2>&1 || status=$?
  [ $status = 3 ] && grep -q 'certification path' "$work/refused" || fail "vnicctl took an unknown CA ($status): $(cat "$work/refused")"
  ./verbena vnicctl get nics --ca "$work/ca.crt" --tenant-url https://127.0.0.1:8081 --sriov-url https://127.0.0.1:8082
  plain=$(docker compose exec -T postgres psql -U postgres -d verbena -Atc \
    "select count(*) from pg_stat_activity join pg_stat_ssl using (pid) where usename like 'verbena_%' and not ssl")
  [ "$plain" = 0 ] || fail "$plain connections to PostgreSQL are in the clear"
}

starts() { docker compose ps -q | sort | xargs docker inspect -f '{{.Name}} {{.State.StartedAt}} {{.RestartCount}}'; }

rotate() {
  local name since=$SECONDS
  declare -A old
  starts >"$work/starts"
  for name in "${!ports[@]}"; do old[$name]=$(serial "$name"); [ -n "${old[$name]}" ] || fail "$name shows no certificate of our CA"; done
  certificates
  docker compose kill -s HUP postgres >/dev/null 2>&1
  for name in "${!ports[@]}"; do
    until [ "$(serial "$name")" = "$(openssl x509 -noout -serial -in "$tls/$name/tls.crt")" ]; do
      [ $((SECONDS - since)) -lt 40 ] || fail "$name shows its old certificate (${old[$name]}) 40 s after there was a new one"
      sleep 1
    done
    [ "$(serial "$name")" != "${old[$name]}" ] || fail "$name: the new certificate has the old serial"
  done
  diff "$work/starts" <(starts) || fail 'a container was started anew'
  say "all five show their new certificates after $((SECONDS - since)) s, no container was started anew"
}

authority
certificates
kafka
up
refusals
scenario before
rotate
scenario after
