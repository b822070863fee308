#!/usr/bin/env bash
# images.sh: what stands for public images on a machine that reaches no registry, under local/: made of Debian 13's packages,
# the JDK of this machine and Maven's artifacts. .env.ci names them. Skips what is there; the inputs' hash is a label.
set -euo pipefail
cd "$(dirname "$0")/images"
jdk=${JAVA_HOME:?} cache=${DOCKER_PACKAGES:-/var/cache/ci-docker-debs} kafka=4.1.2 postgres=17
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A Debian root of the essential packages and those named.
root() {
  mmdebstrap --quiet --variant=essential --include="$2" --aptopt='Apt::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/lib/postgresql/*/lib/bitcode/*' \
    --customize-hook='rm -rf "$1"/var/cache/* "$1"/var/lib/apt/lists/* "$1"/var/log/*.log "$1"/etc/apt/sources.list "$1"/etc/resolv.conf \
      "$1"/var/lib/postgresql/* "$1"/etc/postgresql/* "$1"/usr/lib/x86_64-linux-gnu/libLLVM* "$1"/usr/lib/postgresql/*/lib/llvmjit.so' \
    trixie - "$mirror" | docker import --change 'ENV LANG=C.UTF-8' - "$1" >/dev/null
}

build() {
  local tag=$1 hash=$2
  shift 2
  docker build -q -t "$tag" --label "io.verbena.inputs=$hash" "$@" >/dev/null
}

base() { root local/base:trixie-ssl ca-certificates,tini; }

jre() {
  cp -r jre "$work/"
  "$jdk/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.management,jdk.crypto.ec,jdk.zipfs,jdk.jfr,jdk.management.agent,jdk.localedata,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.httpserver,jdk.jcmd \
    --include-locales=en --strip-debug --no-header-files --no-man-pages --compress=zip-2 --output "$work/jre/jre"
  "$work/jre/jre/bin/java" -Xshare:dump >/dev/null
  build local/jre:25 "$1" "$work/jre"
}

kafka() {
  cp -r kafka "$work/"
  mvn -B -ntp -q -f kafka/pom.xml dependency:copy-dependencies -Dkafka.version="$kafka" -DincludeScope=runtime \
    -DoutputDirectory="$work/kafka/libs"
  build "local/apache/kafka:$kafka" "$1" "$work/kafka"
}

postgres() {
  root "local/pgroot:$postgres" "postgresql-$postgres"
  build "local/postgres:$postgres" "$1" --build-arg BASE="local/pgroot:$postgres" --build-arg PG="$postgres" postgres
}

prometheus() {
  local apt=(-o Dir::Etc::sourcelist="$cache/trixie.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$cache/lists" -o Dir::Cache="$cache") package
  mkdir -p "$cache"/{lists/partial,archives/partial}
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$cache/trixie.list"
  apt-get "${apt[@]}" -qq update
  cp -r prometheus "$work/"
  mkdir "$work/debs" "$work/prometheus/root"
  (cd "$work/debs" && apt-get "${apt[@]}" -qq download prometheus promtool prometheus-alertmanager 2>/dev/null)
  for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$work/prometheus/root"; done
  build local/prom/prometheus:2.53 "$1" --target prometheus "$work/prometheus"
  build local/prom/alertmanager:0.28 "$1" --target alertmanager "$work/prometheus"
}

# Runs a function when its image is missing or was made of something else.
need() {
  local image=$1 function=$2 hash since=$SECONDS
  hash=$(cat $(find "$function" -type f 2>/dev/null | sort) "$jdk/release" ../images.sh | sha256sum | cut -c 1-16)
  if [ "$(docker image inspect -f '{{index .Config.Labels "io.verbena.inputs"}}' "$image" 2>/dev/null || true)" != "$hash" ]; then
    "$function" "$hash"
    echo "images: $image: $((SECONDS - since)) s"
  fi
}

docker image inspect local/base:trixie-ssl >/dev/null 2>&1 || base
need local/jre:25 jre
need "local/apache/kafka:$kafka" kafka
need "local/postgres:$postgres" postgres
need local/prom/prometheus:2.53 prometheus
