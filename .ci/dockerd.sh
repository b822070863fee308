#!/usr/bin/env bash
# dockerd.sh start|stop: a Docker engine without systemd and without a way to the outside: no iptables rules, no forwarding;
# published ports go through docker-proxy on the loopback, and containers of one network reach each other.
# start exits with 3 when one answers already, which stop then leaves alone.
set -euo pipefail
run=/run/verbena-docker
data=${DOCKERD_DATA:-/var/lib/ci-docker}
case ${1:-} in
  start)
    if docker version >/dev/null 2>&1; then exit 3; fi
    mkdir -p "$run" "$data"
    setsid dockerd --data-root "$data" --exec-root "$run/exec" --pidfile "$run/dockerd.pid" --storage-driver overlay2 \
      --iptables=false --ip6tables=false --ip-masq=false --ip-forward=false >"$run/dockerd.log" 2>&1 </dev/null &
    for _ in $(seq 240); do
      if docker version >/dev/null 2>&1; then exit 0; fi
      sleep 0.25
    done
    echo 'dockerd did not start:' >&2
    tail -n 20 "$run/dockerd.log" >&2
    exit 1 ;;
  stop)
    [ -f "$run/dockerd.pid" ] || exit 0
    pid=$(cat "$run/dockerd.pid")
    kill "$pid" 2>/dev/null || true
    for _ in $(seq 120); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.25
    done
    ip link delete docker0 2>/dev/null || true
    rm -rf "$run" ;;
  *) echo 'usage: dockerd.sh start|stop' >&2; exit 2 ;;
esac
