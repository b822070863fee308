#!/usr/bin/env bash
# chart.sh: checks helm/verbena with Helm 4: lint, every value set of helm/verbena/ci, every wrong one, the README's table and
# the package. ChartTest of system-tests does the same with Helm 3, and holds what comes out against Kubernetes' models.
# chart.sh package DIR: makes the package, the same for the same commit.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${HELM_DIR:-/var/cache/ci-helm}
.ci/helm.sh "$tools"
helm=$tools/helm
chart=helm/verbena
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Helm takes times and what symbolic links point to from the file system: both are settled in a copy.
package() {
  local to=$1 copy
  copy=$(mktemp -d "$work/copy.XXXX")
  cp -RL helm/verbena "$copy/verbena"
  find "$copy/verbena" -exec touch -h -d "@$(git log -1 --format=%ct)" {} +
  "$helm" package "$copy/verbena" -d "$to" >/dev/null
}
if [ "${1:-}" = package ]; then
  package "$2"
  exit
fi

# Without links Helm has nothing to say about them.
cp -RL "$chart" "$work/verbena"
source=$chart
chart=$work/verbena

fail() { echo "chart: $*" >&2; exit 1; }

# Options that a value set asks for in its first lines.
options() {
  local file=$1 version
  echo -f "$file"
  version=$(sed -n 's/^# kube-version: //p' "$file")
  [ -z "$version" ] || echo --kube-version "$version"
  sed -n 's/^# api-versions: //p' "$file" | tr ' ' '\n' | sed '/^$/d; s/^/-a /'
}

"$helm" lint --strict --quiet "$chart"
sets=0
for file in "$chart"/ci/*.yaml; do
  # shellcheck disable=SC2046
  "$helm" template verbena "$chart" $(options "$file") >"$work/$(basename "$file")" || fail "$file does not render"
  "$helm" lint --strict --quiet "$chart" -f "$file" || fail "$file: lint"
  sets=$((sets + 1))
done
wrong=0
for file in "$chart"/ci/invalid/*.yaml; do
  if "$helm" template verbena "$chart" -f "$file" >/dev/null 2>"$work/error"; then fail "$file is accepted"; fi
  key=$(sed -n 's/^# error: //p' "$file")
  grep -qF -- "$key" "$work/error" || fail "$file: the error does not name $key: $(cat "$work/error")"
  wrong=$((wrong + 1))
done

.ci/chart-values.py "$source" --check

package "$work/one"
package "$work/two"
cmp "$work"/one/*.tgz "$work"/two/*.tgz || fail 'two packages differ'
for folder in dashboards rules; do
  in_package=$(tar tzf "$work"/one/*.tgz | grep -c "^verbena/files/$folder/." || true)
  there=$(find -L "$chart/files/$folder" -type f | wc -l)
  [ "$in_package" -gt 0 ] && [ "$in_package" = "$there" ] || fail "the package has $in_package files of $folder, not $there"
done
"$helm" template verbena "$work"/one/*.tgz -a monitoring.coreos.com/v1 >"$work/packaged"
[ "$(grep -c grafana_dashboard "$work/packaged")" = "$(find -L "$chart/files/dashboards" -name '*.json' | wc -l)" ] ||
  fail 'the package does not render the dashboards'

echo "chart: $sets value sets render, $wrong wrong ones are refused by key, the package is reproducible ($("$helm" version --short))"
