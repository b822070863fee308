#!/usr/bin/env bash
# drills.sh [ALERT...]: makes each alert, or those named, fire in the compose system that runs with Alertmanager and both NICs
# (COMPOSE_ENV_FILES as it was brought up), and waits until Alertmanager has it. A Prometheus of the drills' own reads a copy
# of the rules that does not wait ("for") and looks back one minute instead of five; the system's is left alone. What a
# drill stops, pauses or takes away is given back, also when it fails.
set -Eeuo pipefail
trap 'echo "drills: line $LINENO failed: $BASH_COMMAND" >&2' ERR
cd "$(dirname "$0")/.."

tenants=http://127.0.0.1:8081 sriov=http://127.0.0.1:8082
nic_a=http://127.0.0.1:8084 nic_b=http://127.0.0.1:8085 alertmanager=http://127.0.0.1:9093
# Seconds until an alert must have come.
limit=${VERBENA_DRILL_SECONDS:-100}
run=drill-$(date +%s)
tenant=$run
work=$(mktemp -d)
undo=()
failed=()

say() { echo "drills: $*"; }
fail() { echo "drills: $*" >&2; exit 1; }

# Notes how to give back what a drill takes, or gives it back now.
later() { undo+=("$*"); }
give_back() {
  local at
  for ((at = ${#undo[@]} - 1; at >= 0; at--)); do
    ${undo[at]} >/dev/null 2>&1 || echo "drills: could not undo: ${undo[at]}" >&2
  done
  undo=()
}
finish() {
  give_back
  docker rm -fv "$run" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

token() {
  curl -sS --fail-with-body -u "$1:$(cat "secrets/$1-secret")" -d grant_type=client_credentials "$tenants/oauth2/token" |
    jq -r .access_token
}

# METHOD URL [BODY [IF-MATCH]]: as the operator. An answer that is no 2xx is left to the caller.
api() {
  local options=(-sS -m 30 -X "$1" -H "Authorization: Bearer $operator" -H "Idempotency-Key: \"$(cat /proc/sys/kernel/random/uuid)\"")
  [ $# -lt 3 ] || options+=(-H 'Content-Type: application/json' -d "$3")
  [ $# -lt 4 ] || options+=(-H "If-Match: $4")
  curl "${options[@]}" "$2"
}
must() {
  local answer
  answer=$(api "$@")
  ! jq -e '.type | strings | startswith("urn:verbena:problem")' <<<"$answer" >/dev/null 2>&1 || fail "$1 $2: $answer"
  echo "$answer"
}

# Starts the Prometheus of the drills.
watch() {
  local network image
  mkdir "$work/rules"
  chmod 755 "$work"
  sed -E 's/(scrape|evaluation)_interval: .*/\1_interval: 2s/; s/refresh_interval: .*/refresh_interval: 2s/' \
    observability/prometheus/prometheus.yml | sed "s/^global:/global:\n  external_labels: { drill: $run }/" >"$work/prometheus.yml"
  for file in observability/prometheus/rules/*.yml; do
    sed -E 's/^( *for:) .*/\1 0s/; s/\[5m\]/[1m]/g; s/(outbox_lag_seconds\)) > 60/\1 > 10/' "$file" >"$work/rules/${file##*/}"
  done
  network=$(docker inspect "$(docker compose --profile full ps -q alertmanager)" \
    --format '{{range $name, $unused := .NetworkSettings.Networks}}{{$name}}{{end}}') || fail 'Alertmanager does not run'
  image=$(docker inspect "$(docker compose --profile full ps -q prometheus)" --format '{{.Config.Image}}') || fail 'Prometheus does not run'
  docker run -d --pull never --name "$run" --network "$network" -v "$work:/etc/prometheus:ro" --tmpfs /data:mode=1777 "$image" \
    --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/data >/dev/null 2>"$work/error" || fail "$(cat "$work/error")"
}

# ALERT [LABEL=VALUE...]: has Alertmanager this alert, of this run?
arrived() {
  local query="filter=alertname=%22$1%22&filter=drill=%22$run%22" label
  shift
  for label in "$@"; do query+="&filter=${label%%=*}=%22${label#*=}%22"; done
  curl -sS "$alertmanager/api/v2/alerts?$query" | jq -e 'length > 0' >/dev/null
}

# Once all is given back, no alert of this run may stay; other tenants have their own reasons.
resolved() {
  local began=$SECONDS left=''
  while [ $((SECONDS - began)) -lt "$limit" ]; do
    left=$(curl -sS "$alertmanager/api/v2/alerts?filter=drill=%22$run%22" | jq -r --arg tenant "$tenant" '
      [.[].labels | select((.tenant // $tenant) == $tenant) | .alertname] | unique | join(" ")')
    [ -n "$left" ] || { say "all resolved after $((SECONDS - began)) s"; return 0; }
    sleep 2
  done
  failed+=("$left")
  say "not resolved after $limit s: $left"
}

# ALERT [LABEL=VALUE...] [-- CAUSE...]: waits for it; a cause is repeated until then.
expect() {
  local cause=(sleep 1) wanted=() began=$SECONDS
  : >"$work/cause"
  while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then shift; cause=("$@"); break; fi
    wanted+=("$1"); shift
  done
  until arrived "${wanted[@]}"; do
    if [ $((SECONDS - began)) -ge "$limit" ]; then
      say "${wanted[*]} did not reach Alertmanager in $limit s; its cause said: $(tail -c 300 "$work/cause")"
      failed+=("${wanted[0]}")
      return 0
    fi
    "${cause[@]}" >"$work/cause" 2>&1 || true
  done
  say "${wanted[*]}: fired after $((SECONDS - began)) s"
}

quota() { echo "{\"spec\":{\"limits\":{\"vf\":$1,\"qp\":$2,\"cq\":64,\"mr\":64,\"pd\":64,\"registeredBytes\":67108864}}}"; }
vf() { echo "{\"spec\":{\"nic\":\"$1\",\"limits\":{\"qp\":4,\"cq\":4,\"mr\":4,\"pd\":4,\"registeredBytes\":8388608}}}"; }
request_vf() { api POST "$sriov/api/v1/tenants/$tenant/virtualFunctions?virtualFunctionId=$1" "$(vf "$2")"; }
read_vf() { api GET "$sriov/api/v1/tenants/$tenant/virtualFunctions/$1"; }

# A VF of the drills' tenant, Ready.
make_vf() {
  local operation
  operation=$(request_vf "$1" "$2" | jq -r '.metadata.id')
  operation=$(must POST "$sriov/api/v1/operations/$operation:wait?timeoutSeconds=20")
  jq -e '.done and (.error | not)' <<<"$operation" >/dev/null || fail "VF $1: $operation"
}

# An organisation, its tenant with room for three VFs, and two of them.
set_up() {
  must POST "$tenants/api/v1/organisations" "{\"metadata\":{\"name\":\"$run\"}}" >/dev/null
  must POST "$tenants/api/v1/tenants" "{\"metadata\":{\"name\":\"$tenant\"},\"spec\":{\"organisation\":\"$run\"}}" >/dev/null
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 12)" '*' >/dev/null
  api POST "$sriov/api/v1/nics/nic-a:approve" >/dev/null
  api POST "$sriov/api/v1/nics/nic-b:approve" >/dev/null
  make_vf "$run-a" nic-a
  make_vf "$run-b" nic-b
}

drill_VerbenaQuotaNearlyUsed() {
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 8)" '*' >/dev/null
  expect VerbenaQuotaNearlyUsed "tenant=$tenant" resource=qp
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 12)" '*' >/dev/null
}

drill_VerbenaOverLimit() {
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 4)" '*' >/dev/null
  expect VerbenaOverLimit "tenant=$tenant" resource=qp
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 12)" '*' >/dev/null
}

too_many_vfs() {
  local more
  for more in {1..10}; do request_vf "$run-more-$more" nic-a; done
  sleep 2
}

drill_VerbenaDenials() {
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 2 12)" '*' >/dev/null
  expect VerbenaDenials "tenant=$tenant" layer=admission -- too_many_vfs
  must PUT "$tenants/api/v1/tenants/$tenant/quota" "$(quota 3 12)" '*' >/dev/null
}

# What a manager that missed the NIC's last boot would send.
stale_commands() {
  local again
  for again in {1..8}; do
    curl -sS -m 5 -X POST -H "Authorization: Bearer $service" -H 'Content-Type: application/json' -d "$stale" "$stale_url"
  done
  sleep 2
}

drill_VerbenaFencedCommands() {
  local placed
  placed=$(read_vf "$run-a")
  stale_url="$nic_a/v1/functions/0/$(jq .status.index <<<"$placed"):reset"
  stale=$(jq -c '{bootId: "00000000-0000-4000-8000-000000000000", pf: 0, index: .status.index, vfUid: .status.uid, epoch: 1,
    generation: 1, digest: ("0" * 64)}' <<<"$placed")
  expect VerbenaFencedCommands pf=nic-a/0 -- stale_commands
}

unreadable_record() {
  echo 'no counters' | docker compose exec -T kafka java -Xmx64m -cp '/opt/kafka/libs/*' org.apache.kafka.tools.ConsoleProducer \
    --bootstrap-server kafka:9092 --topic verbena.counters.v1
}

drill_VerbenaDeadRecords() { expect VerbenaDeadRecords topic=verbena.counters.v1 -- unreadable_record; }

# Not VXLAN, and shorter than any header.
garbage() {
  docker compose exec -T kafka bash -c 'exec 3>/dev/udp/nic-b/4789; for at in {1..2000}; do printf x >&3; done'
  sleep 1
}

drill_VerbenaDrops() { expect VerbenaDrops pf=nic-b/0 -- garbage; }

drill_VerbenaServerErrors() {
  docker compose pause postgres >/dev/null 2>&1
  later docker compose unpause postgres
  expect VerbenaServerErrors job=tenant-service -- many_requests
  give_back
}
many_requests() {
  local at
  for at in {1..10}; do api GET "$tenants/api/v1/organisations" & done
  wait
}

drill_VerbenaReconcileErrors() {
  psql 'REVOKE SELECT ON sriov.vf_status FROM verbena_sriov'
  later psql 'GRANT SELECT ON sriov.vf_status TO verbena_sriov'
  expect VerbenaReconcileErrors controller=vf
  give_back
}
psql() { docker compose exec -T postgres psql -q -U postgres -d verbena -c "$*" >/dev/null; }

drill_VerbenaOutboxLag() {
  docker compose pause kafka >/dev/null 2>&1
  later docker compose unpause kafka
  must POST "$tenants/api/v1/organisations" "{\"metadata\":{\"name\":\"$run-lag\"}}" >/dev/null
  expect VerbenaOutboxLag application=tenant-service
  give_back
}

# NIC b stands still, and a VF is wanted there.
silence_nic() {
  docker inspect "$(docker compose ps -q nic-b)" --format '{{.State.Paused}}' | grep -q true && return
  docker compose pause nic-b >/dev/null 2>&1
  later docker compose unpause nic-b
  request_vf "$run-c" nic-b >/dev/null
}

drill_VerbenaNicSilent() { silence_nic; expect VerbenaNicSilent pf=nic-b/0; }
drill_VerbenaNicUnreachable() { silence_nic; expect VerbenaNicUnreachable nic=nic-b; }
drill_VerbenaVfOverdue() { silence_nic; expect VerbenaVfOverdue "tenant=$tenant"; }
drill_VerbenaVfNotReady() { silence_nic; expect VerbenaVfNotReady "tenant=$tenant"; }

# A transfer to a peer that went away is sent again until the retries are used up.
drill_VerbenaRetransmits() {
  local a b
  a=$(must POST "$nic_a/v1/endpoints" "{\"vfUid\":$(read_vf "$run-a" | jq .status.uid),\"memoryBytes\":1048576,\"idleSeconds\":60}")
  b=$(must POST "$nic_b/v1/endpoints" "{\"vfUid\":$(read_vf "$run-b" | jq .status.uid),\"memoryBytes\":1048576,\"idleSeconds\":60}")
  sender="$nic_a/v1/endpoints/$(jq -r .id <<<"$a")"
  connect=$(jq -c '{gid, qpn, addr, rkey, pathMtu: 1024, firstPsn: 0, timeoutCode: 14, retryCount: 7, rnrRetryCount: 7, minRnrTimer: 12}' <<<"$b")
  must POST "$nic_b/v1/endpoints/$(jq -r .id <<<"$b"):connect" "$(jq -c --argjson to "$connect" '$to + {gid, qpn, addr, rkey}' <<<"$a")" >/dev/null
  docker compose pause nic-b >/dev/null 2>&1
  later docker compose unpause nic-b
  expect VerbenaRetransmits "vf=$run-a" -- transfer
  give_back
}
transfer() {
  api POST "$sender:connect" "$connect"
  api POST "$sender:post" '{"operation":"WRITE","offset":0,"bytes":1048576,"remoteOffset":0,"immData":0,"waitMillis":5000}'
}

drill_VerbenaReplicaDown() {
  docker compose pause telemetry-service >/dev/null 2>&1
  later docker compose unpause telemetry-service
  expect VerbenaReplicaDown job=telemetry-service
  give_back
}

drill_VerbenaServiceDown() {
  docker compose stop telemetry-service >/dev/null 2>&1
  # Not by compose, which would first wait for all that it depends on.
  later docker start "$(docker compose ps -aq telemetry-service)"
  expect VerbenaServiceDown job=telemetry-service
  give_back
}

# Those that share what stands still come one after the other; what is needed by others goes last.
order=(QuotaNearlyUsed OverLimit Denials FencedCommands DeadRecords Drops Retransmits ReconcileErrors NicSilent NicUnreachable VfOverdue
  VfNotReady OutboxLag ServerErrors ReplicaDown ServiceDown)
[ $# -gt 0 ] || set -- "${order[@]/#/Verbena}"
for alert in "$@"; do declare -F "drill_$alert" >/dev/null || fail "no alert is called $alert; there are ${order[*]/#/Verbena}"; done
began=$SECONDS
operator=$(token operator) service=$(token sriov-manager)
watch
set_up
for alert in "$@"; do
  # The NIC stands still only as long as its drills follow one another.
  case "$alert" in VerbenaNicUnreachable | VerbenaVfOverdue | VerbenaVfNotReady) ;; *) give_back ;; esac
  "drill_$alert"
done
give_back
# Rates take a minute to fall: a choice of alerts goes without.
[ $# -lt ${#order[@]} ] || resolved
[ ${#failed[@]} = 0 ] || fail "not as they should: ${failed[*]}"
say "$# alerts fired and reached Alertmanager, in $((SECONDS - began)) s"
