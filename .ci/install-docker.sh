#!/usr/bin/env bash
# install-docker.sh: Docker 26.1, compose and buildx on Debian 12, as root, from Debian 13's packages of the mirror that apt is
# set up with (bookworm's own 20.10 has no BuildKit to speak of). They want libc6 of 2.34, which 12 has; runc and tini stay
# bookworm's, as those of 13 want 2.38. Nothing is started.
set -euo pipefail
work=${DOCKER_PACKAGES:-/var/cache/ci-docker-debs}
if docker buildx version >/dev/null 2>&1 && docker compose version >/dev/null 2>&1 && command -v dockerd >/dev/null; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'install-docker: needs root and apt-get' >&2
  exit 1
fi
mkdir -p "$work"/{lists/partial,archives/partial}
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/trixie.list"
trixie=(-o Dir::Etc::sourcelist="$work/trixie.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists" -o Dir::Cache="$work")
apt-get "${trixie[@]}" -qq update
(cd "$work/archives" && apt-get "${trixie[@]}" -qq download docker.io docker-cli docker-compose docker-buildx containerd 2>/dev/null)
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get install -y -qq --no-install-recommends "$work"/archives/{docker.io,docker-cli,docker-compose,docker-buildx,containerd}_*.deb \
  iptables iproute2 runc tini >/dev/null
