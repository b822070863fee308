#!/usr/bin/env bash
# observability.sh check: are the dashboards what the generator makes of them, do they fit Grafana's types, do configuration
#   and rules hold, and has each alert a test, a drill and a line in the README? Needs node 20, npm, and promtool and amtool
#   or Docker.
# observability.sh live PROMETHEUS_URL: has every query of every panel points on a running Prometheus, after the scenario?
# observability.sh preview PROMETHEUS_URL [SECONDS]: draws both dashboards of a running Prometheus into docs/observability, by
#   Chromium. It is not Grafana.
# observability.sh drill [ALERT...]: makes each alert fire in the compose system that runs, by .ci/drills.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
generator=observability/generator

fail() { echo "observability: $*" >&2; exit 1; }

# From PATH, else out of the image that compose runs.
prometheus_tool() {
  local tool=$1 image
  shift
  if command -v "$tool" >/dev/null; then "$tool" "$@"; return; fi
  case "$tool" in
    promtool) image=${PROMETHEUS_IMAGE:-local/prom/prometheus:2.53} ;;
    amtool) image=${ALERTMANAGER_IMAGE:-local/prom/alertmanager:0.28} ;;
  esac
  docker run --rm --pull never --network none -v "$PWD/observability:$PWD/observability:ro" -w "$PWD" \
    --entrypoint "$tool" "$image" "$@" 2> >(grep -v 'IPv4 forwarding is disabled' >&2)
}

# Quiet as long as all is well.
quietly() {
  local output
  output=$("$@" 2>&1) || fail "$*:"$'\n'"$output"
}

build_generator() {
  local installed=$generator/node_modules/.package-lock.json
  if [ ! -f "$installed" ] || [ "$generator/package-lock.json" -nt "$installed" ]; then
    (cd $generator && quietly npm ci --prefer-offline --ignore-scripts)
  fi
  rm -rf $generator/target
  (cd $generator && quietly node_modules/.bin/tsc)
}

# As literals of Grafana's type: a wrong type or an unknown key does not compile. Options of panels are free there; the
# builders' types hold those. In JSON an enum is its text.
check_types() {
  local file types=$generator/target/types
  mkdir -p "$types"
  for file in observability/dashboards/*.json; do
    { echo 'import type { Dashboard } from "@grafana/schema";'
      echo 'type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;'
      echo 'export const dashboard: Json<Dashboard> ='
      cat "$file"; } >"$types/$(basename "$file" .json).ts"
  done
  quietly $generator/node_modules/.bin/tsc --noEmit --strict --skipLibCheck --ignoreConfig --types '' --module esnext \
    --moduleResolution bundler --target es2022 "$types"/*.ts
}

check_alerts() {
  local alert
  for alert in $(sed -n 's/^ *- alert: //p' observability/prometheus/rules/*.yml); do
    grep -A1 "alertname: $alert\$" observability/prometheus/tests/*.yml | grep -q exp_alerts: || fail "no test makes $alert fire"
    grep -q "| \`$alert\` |" observability/README.md || fail "observability/README.md does not say what $alert means"
    grep -q "^drill_$alert() {" .ci/drills.sh || fail ".ci/drills.sh has no drill of $alert"
  done
}

# What is asked for is what docs/metrics.md promises, which tests compare with what the services show.
check_names() {
  local name
  for name in $(grep -rhoE 'vnic_[a-z_]+' observability/dashboards observability/prometheus/rules | sort -u); do
    # A recording rule of ours, or a histogram's.
    grep -qE "record: .*:$name(:|$)" observability/prometheus/rules/*.yml && continue
    grep -qF "| \`${name%_bucket}\` |" docs/metrics.md || fail "docs/metrics.md has no $name"
  done
}

check() {
  build_generator
  node $generator/target/generate.js $generator/target/dashboards
  diff -r $generator/target/dashboards observability/dashboards >/dev/null ||
    fail "observability/dashboards is not what the generator makes: npm run generate in $generator, and commit"
  check_types
  quietly prometheus_tool promtool check config observability/prometheus/prometheus.yml
  quietly prometheus_tool promtool test rules observability/prometheus/tests/alerts.yml
  quietly prometheus_tool amtool check-config observability/alertmanager/alertmanager.yml
  check_alerts
  check_names
  echo "observability: $(ls observability/dashboards | wc -l) dashboards are generated and fit Grafana's types," \
    "$(grep -c 'alert:' observability/prometheus/rules/alerts.yml) alerts have tests, drills and a line in the README"
}

preview() {
  local name page
  mkdir -p docs/observability
  for name in fleet tenant; do
    page=$PWD/$generator/target/$name.html
    node $generator/target/preview.js "$1" observability/dashboards/$name.json "$page" "$2"
    quietly chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
      --window-size=1262,"$(jq '[.panels[].gridPos | .y + .h] | max * 30 + 44' observability/dashboards/$name.json)" \
      --virtual-time-budget=2000 --screenshot="docs/observability/$name.png" "file://$page"
  done
}

case "${1:-}" in
  check) check ;;
  live)
    [ $# = 2 ] || fail 'live PROMETHEUS_URL'
    build_generator
    node $generator/target/live.js "$2" observability/dashboards/*.json ;;
  preview)
    [ $# -ge 2 ] || fail 'preview PROMETHEUS_URL [SECONDS]'
    build_generator
    preview "$2" "${3:-300}" ;;
  drill) shift; exec .ci/drills.sh "$@" ;;
  *) sed -n '2,9s/^# //p' "$0" >&2; exit 2 ;;
esac
