#!/usr/bin/env bash
# compose.sh: the system in containers, from built images: all healthy, the scenario with traffic between the two NICs, a
# capture of it, and nothing left. Needs root and a Docker engine. COMPOSE_KEEP=1 leaves it running.
set -euo pipefail
cd "$(dirname "$0")/.."
export COMPOSE_ENV_FILES=${COMPOSE_ENV_FILES-.env.ci}
out=target/ci
mkdir -p "$out"
tcpdump=''

say() { echo "compose: $*"; }
fail() { say "$*" >&2; exit 1; }

end() {
  local status=$?
  trap - EXIT
  [ -z "$tcpdump" ] || kill "$tcpdump" 2>/dev/null || true
  if [ $status != 0 ]; then
    docker compose ps -a --format '{{.Service}}: {{.Status}}' || true
    docker compose logs --no-color --tail 40 >"$out/compose.log" 2>&1 || true
    say "failed; the last lines of each log are in $out/compose.log"
  fi
  [ -n "${COMPOSE_KEEP:-}" ] || docker compose --profile full down -v --remove-orphans --timeout 20 >/dev/null 2>&1 || true
  exit $status
}
trap end EXIT

pid_of() { docker inspect -f '{{.State.Pid}}' "$(docker compose ps -q "$1")"; }

up() {
  local since=$SECONDS
  ./verbena secrets
  docker compose --profile watched up -d --wait --wait-timeout 180 --pull never >"$out/up.log" 2>&1 || { grep -v 'IPv4 forwarding' "$out/up.log" | tail -n 15; fail 'not all healthy'; }
  say "all healthy after $((SECONDS - since)) s"
}

memory() {
  docker stats --no-stream --format '{{.Name}} {{.MemUsage}}' | sed -n 's/^verbena-\(.*\)-1 \([0-9.]*[GM]iB\) .*/\1 \2/p' |
    awk '{ n = $2 + 0; if ($2 ~ /GiB/) n *= 1024; printf "%s%s %d", sep, $1, n; sep = ", "; if ($1 != "prometheus" && $1 != "alertmanager") sum += n }
      END { printf "; the small set %d MiB\n", sum; exit sum >= 2560 }' || fail 'the small set needs 2.5 GiB or more'
}

# Both ends segment in software, since a capture shows what is handed to a veth, which may be a whole train.
capture() {
  local nic
  for nic in nic-a nic-b; do
    nsenter -t "$(pid_of $nic)" -n ethtool -K eth0 tx-udp-segmentation off >/dev/null 2>&1 ||
      nsenter -t "$(pid_of $nic)" -n ethtool -K eth0 gso off tso off
  done
  nsenter -t "$(pid_of nic-a)" -n tcpdump -i eth0 -n -B 65536 -s 0 -w "$out/nic-a.pcap" 'udp port 4789' 2>"$out/tcpdump.log" &
  tcpdump=$!
  for _ in $(seq 50); do grep -qs 'listening on' "$out/tcpdump.log" && return; sleep 0.1; done
  fail "tcpdump did not start: $(cat "$out/tcpdump.log")"
}

dissect() {
  kill "$tcpdump"
  wait "$tcpdump" || true
  tcpdump=''
  ./verbena dissect "$out/nic-a.pcap" >"$out/nic-a.txt" || { tail -n 3 "$out/nic-a.txt"; fail 'a packet on the wire is bad'; }
  say "on nic-a's wire: $(tail -n 1 "$out/nic-a.txt")"
}

# What a summary says of the scenario, measurements and addresses left out; a VF by its tenant and NIC.
facts() {
  jq -S '(.vfs | map({ key: .id, value: "\(.tenant) on \(.nic)" }) | from_entries) as $vf |
    { verified, lossPercent, repeats, refusals, nics: .nics | map({ name, host }),
      vfs: .vfs | map({ tenant, nic, host, state, qpsUsed, qpLimit }),
      transfers: .transfers | map({ op, bytes, verified, from: $vf[.fromVf], to: $vf[.toVf] }) } |
    map_values(if type == "array" then sort else . end)' "$1"
}

# DemoIT left the summary of one JVM; else one is made here, before the ports are taken.
standalone() {
  [ -f system-tests/target/demo.json ] || ./verbena demo --exit --summary system-tests/target/demo.json >"$out/standalone.log" 2>&1 ||
    { tail -n 15 "$out/standalone.log"; fail 'the demo of one JVM failed'; }
}

same() {
  diff <(facts system-tests/target/demo.json) <(facts "$out/compose.json") || fail 'the summary is not that of one JVM'
  say "the summary says what that of one JVM says: $(jq '.transfers | length' "$out/compose.json") transfers, $(jq '.refusals | length' "$out/compose.json") refusals"
}

standalone
up
capture
./verbena demo --compose --exit --summary "$out/compose.json"
same
dissect
.ci/observability.sh live http://127.0.0.1:9090
# The quick ones; all with VERBENA_CI_FULL=1.
if [ "${VERBENA_CI_FULL:-}" = 1 ]; then .ci/drills.sh; else .ci/drills.sh Verbena{OverLimit,Denials,FencedCommands,Drops}; fi
say "memory in MiB: $(memory)"
