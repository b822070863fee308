#!/usr/bin/env bash
# kube.sh: the chart on a real, single-node Kubernetes 1.20 on this machine: install, helm test, rolling upgrade under
# load, killed pods, rollback, uninstall, and an install on what that left, with TLS. Needs root, Debian, the Docker engine and the images
# of ./verbena images. KUBE_KEEP=1 leaves all of it running after a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
here=.ci/kube
tools=${HELM_DIR:-/var/cache/ci-helm}
work=$(mktemp -d)
export KUBE_BIN=${KUBE_BIN:-/var/cache/ci-k8s/bin} KUBECTL=$tools/kubectl KUBE_RUN=/run/ci-kube
export KUBECONFIG=$KUBE_RUN/admin.conf HELM_CACHE_HOME=$work/helm HELM_CONFIG_HOME=$work/helm HELM_DATA_HOME=$work/helm
kubectl=("$tools/kubectl" -n verbena)
helm=("$tools/helm" -n verbena)
next=0.1.0-next
services=(tenant-service sriov-manager telemetry-service)
doing=start

say() { echo "kube: $*"; }
fail() { say "$*" >&2; exit 1; }

# Says what was done and how long it took.
step() {
  local since=$SECONDS
  doing=$1
  shift
  # Not in a condition: there, a command that fails within a function would not end it.
  "$@"
  say "$doing: $((SECONDS - since)) s"
}

prepare() {
  local missing=() tool image
  for tool in etcd-server conntrack socat dnsmasq-base iptables openssl; do
    dpkg-query -W -f '${Status}' "$tool" 2>/dev/null | grep -q 'install ok installed' || missing+=("$tool")
  done
  [ ${#missing[@]} = 0 ] ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  .ci/helm.sh "$tools"
  .ci/chart.sh package "$work"
  chart=$(ls "$work"/verbena-*.tgz)
  "$here/build" "$KUBE_BIN" >"$work/build.log" 2>&1 || { tail -20 "$work/build.log"; return 1; }
  for image in "${services[@]}" nic; do
    docker image inspect "verbena/$image:0.1.0" >/dev/null 2>&1 || fail "there is no image verbena/$image:0.1.0: ./verbena images"
    docker tag "verbena/$image:0.1.0" "verbena/$image:$next"
  done
}

# What must be as before at the end.
machine() {
  iptables-save 2>/dev/null | sed '/^#/d; s/\[[0-9:]*\]//' | grep -E '^-A|^:[^ ]+ -' || true
  docker ps -aq | sort
  cat /proc/sys/net/ipv4/ip_forward /proc/sys/net/ipv4/conf/all/route_localnet /proc/sys/vm/overcommit_memory /proc/sys/kernel/panic
  awk '{print $2}' /proc/mounts | grep -E 'kube' || true
  ps -eo args | grep -E '^[^ ]*(kube-|kubelet|etcd|dnsmasq)' || true
}

end() {
  local status=$?
  trap - EXIT
  [ $status = 0 ] || say "failed: $doing" >&2
  if [ $status != 0 ] && [ -e "$KUBECONFIG" ]; then
    "${kubectl[@]}" get pods -o wide 2>/dev/null || true
    "${kubectl[@]}" get events --sort-by=.lastTimestamp 2>/dev/null | tail -20 || true
    if [ -n "${KUBE_KEEP:-}" ]; then say "left running: KUBECONFIG=$KUBECONFIG $KUBECTL -n verbena get pods; end it with $here/node down"; exit $status; fi
  fi
  "$here/node" down
  for image in "${services[@]}" nic; do docker rmi "verbena/$image:$next" >/dev/null 2>&1 || true; done
  if [ -s "$work/machine" ] && ! diff "$work/machine" <(machine); then
    say 'the machine is not as it was before'
    status=1
  fi
  rm -rf "$work"
  exit $status
}

# Two ready pods of each service, and both NICs.
all_there() {
  local service
  for service in "${services[@]}"; do
    [ "$("${kubectl[@]}" get deployment "verbena-$service" -o 'jsonpath={.status.readyReplicas}/{.status.replicas}')" = 2/2 ] || return 1
  done
  [ "$("${kubectl[@]}" get statefulset nic -o 'jsonpath={.status.readyReplicas}')" = 2 ]
}

wait_for() {
  local limit=$((SECONDS + 300))
  until "$@"; do
    [ $SECONDS -lt $limit ] || return 1
    sleep 1
  done
}

install() {
  install_release
  all_there
}

install_release() {
  "${helm[@]}" install verbena "$chart" -f "$here/values.yaml" --wait --timeout 480s "$@" >/dev/null
}

volumes() {
  mkdir -p "$KUBE_RUN"/volumes/{postgresql,kafka}
  chown 999 "$KUBE_RUN/volumes/postgresql"
  chown 1000 "$KUBE_RUN/volumes/kafka"
  "${kubectl[@]}" create namespace verbena >/dev/null
  "${kubectl[@]}" apply --server-side=false -f "$here/volumes.yaml" >/dev/null
}

start_load() {
  "${kubectl[@]}" create configmap load --from-file="$here/load" >/dev/null
  "${kubectl[@]}" apply --server-side=false -f "$here/load.yaml" >/dev/null
  "${kubectl[@]}" wait --for=condition=Ready pod/load --timeout=60s >/dev/null
}

end_load() {
  "${kubectl[@]}" exec load -- touch /tmp/stop
  "${kubectl[@]}" wait --for=jsonpath='{.status.phase}'=Succeeded pod/load --timeout=60s >/dev/null
  "${kubectl[@]}" logs load >"$work/load"
  sed 's/^/  /' "$work/load"
  "${kubectl[@]}" delete pod/load configmap/load >/dev/null
  grep -qE '^[0-9]{3,} requests, 0 failed;' "$work/load"
}

images_in_use() { "${kubectl[@]}" get pods -l app.kubernetes.io/part-of=verbena -o 'jsonpath={.items[*].spec.containers[*].image}' | tr ' ' '\n' | grep ^verbena/ | sort -u; }

upgrade_under_load() {
  start_load
  "${helm[@]}" upgrade verbena "$chart" -f "$here/values.yaml" --set image.tag=$next --wait --timeout 480s >/dev/null
  for service in "${services[@]}"; do "${kubectl[@]}" rollout status "deployment/verbena-$service" --timeout=120s >/dev/null; done
  wait_for no_old_pods
  end_load
  [ "$(images_in_use | grep -c ":$next$")" = 4 ] && [ "$(images_in_use | wc -l)" = 4 ]
}

no_old_pods() { [ "$("${kubectl[@]}" get pods -l app.kubernetes.io/part-of=verbena --no-headers | grep -vc Running)" = 0 ]; }

rollback_under_load() {
  start_load
  "${helm[@]}" rollback verbena 1 --wait --timeout 480s >/dev/null
  wait_for no_old_pods
  end_load
  [ "$(images_in_use | grep -c ':0.1.0$')" = 4 ] && [ "$(images_in_use | wc -l)" = 4 ]
}

# Without a word: a manager's process, a ledger's pod, and a NIC's process.
kill_some() {
  local pod
  for component in sriov-manager nic; do
    docker kill -s KILL "$(docker ps -q --filter "label=io.kubernetes.container.name=$component" | head -1)" >/dev/null
  done
  pod=$("${kubectl[@]}" get pods -l app.kubernetes.io/component=tenant-service -o 'jsonpath={.items[0].metadata.name}')
  "${kubectl[@]}" delete pod "$pod" --grace-period=0 --force >/dev/null 2>&1
  wait_for restarted
  wait_for all_there
}
restarted() { "${kubectl[@]}" get pods -l app.kubernetes.io/part-of=verbena --no-headers | awk '$4 > 0 {n++} END {exit n != 2}'; }

left() {
  "${kubectl[@]}" get pod,service,deployment,replicaset,statefulset,daemonset,job,configmap,secret,serviceaccount,pvc,pdb,hpa,ingress,networkpolicy \
    -o name | grep -vE '^(configmap/kube-root-ca.crt|serviceaccount/default|secret/default-token-.*)$' | sort
}

uninstall() {
  "${helm[@]}" get notes verbena | grep -o 'persistentvolumeclaim/.*' | sort >"$work/named"
  "${helm[@]}" uninstall verbena --wait --timeout 120s >/dev/null
  wait_for no_pods
  diff "$work/named" <(left) && [ -s "$work/named" ]
}
no_pods() { [ -z "$("${kubectl[@]}" get pods -o name)" ]; }

# New passwords on old volumes, and HTTPS.
install_again() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=Verbena throw-away CA' \
    -keyout "$work/ca.key" -out "$work/ca.crt" 2>/dev/null
  certificate
  install_release --set services.defaults.replicas=1 --set tls.existingSecret=verbena-tls
  [ "$(stored)" = "$stored_before" ]
}
stored() { "${kubectl[@]}" exec verbena-postgresql-0 -- psql -qXAt -U postgres -d verbena -c 'SELECT count(*) FROM tenant.node'; }

# All changes of sriov-manager are in Kafka.
relayed() { [ "$("${kubectl[@]}" exec verbena-postgresql-0 -- psql -qXAt -U postgres -d verbena -c 'SELECT c.pos = h.pos AND h.pos > 0 FROM sriov.change_cursor c, sriov.change_head h')" = t ]; }

# One for all services and NICs, as the chart's README says.
certificate() {
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=verbena -keyout "$work/tls.key" -out "$work/csr" 2>/dev/null
  openssl x509 -req -in "$work/csr" -CA "$work/ca.crt" -CAkey "$work/ca.key" -CAcreateserial -days 1 -out "$work/tls.crt" 2>/dev/null \
    -extfile <(echo "subjectAltName=$(printf 'DNS:verbena-%s,' "${services[@]}")DNS:*.nic.verbena.svc,DNS:localhost,IP:127.0.0.1")
  "${kubectl[@]}" create secret generic verbena-tls --from-file="$work/tls.crt" --from-file="$work/tls.key" --from-file="$work/ca.crt" \
    --dry-run=client -o yaml | "${kubectl[@]}" apply --server-side=false -f - >/dev/null
}

# From a pod that is behind neither service: one cannot reach itself by its Service on this node.
ctl() {
  "${kubectl[@]}" exec deployment/verbena-telemetry-service -- env VNICCTL_TENANT_URL=https://verbena-tenant-service:8080 \
    VNICCTL_SRIOV_URL=https://verbena-sriov-manager:8080 VNICCTL_CA=/run/verbena/tls/ca.crt \
    VNICCTL_CLIENT_SECRET="$("${kubectl[@]}" get secret verbena-clients -o 'jsonpath={.data.operator}' | base64 -d)" vnicctl "$@"
}

# A VF goes from the command line over both services to a NIC; then each service shows a new certificate, none started anew.
secured() {
  local limits=qp=4,cq=4,mr=4,pd=4,registeredBytes=8Mi
  "${helm[@]}" test verbena >/dev/null
  ctl create organisation secured
  ctl create tenant secured -O secured
  ctl quota set secured -l "vf=1,$limits"
  ctl approve nic-0
  ctl create vf secured -t secured --nic nic-0 -l "$limits" --wait
  ctl delete vf secured -t secured --wait
  wait_for relayed
  certificate
  # Or the kubelet would look within the minute.
  "${kubectl[@]}" annotate pods --all verbena/renewed=yes >/dev/null
  wait_for shown
  [ -z "$("${kubectl[@]}" get pods -l app.kubernetes.io/part-of=verbena -o 'jsonpath={.items[*].status.containerStatuses[*].restartCount}' | tr -d ' 0')" ] ||
    fail 'a container was started anew'
}
shown() {
  local service serial
  serial=$(openssl x509 -noout -serial -in "$work/tls.crt")
  for service in "${services[@]}"; do
    [ "$(openssl s_client -connect "$("${kubectl[@]}" get service "verbena-$service" -o 'jsonpath={.spec.clusterIP}'):8080" \
      -CAfile "$work/ca.crt" -verify_hostname "verbena-$service" -verify_return_error </dev/null 2>/dev/null |
      openssl x509 -noout -serial 2>/dev/null)" = "$serial" ] || return 1
  done
}
say "$(date +%T), Kubernetes 1.20.2, $(nproc) cores"
step 'binaries and images' prepare
machine >"$work/machine"
trap end EXIT
trap 'exit 130' INT TERM
step 'node ready' "$here/node" up
volumes
step 'helm install, two pods of each service ready' install
secrets_before=$("${kubectl[@]}" get secret verbena-clients verbena-nics verbena-postgresql -o 'jsonpath={.items[*].data}' | sha256sum)
step 'helm test' "${helm[@]}" test verbena --logs
step 'rolling upgrade under load' upgrade_under_load
[ "$secrets_before" = "$("${kubectl[@]}" get secret verbena-clients verbena-nics verbena-postgresql -o 'jsonpath={.items[*].data}' | sha256sum)" ] ||
  fail 'an upgrade drew secrets anew'
step 'two killed processes and a deleted pod: all there again' kill_some
step 'rollback under load' rollback_under_load
stored_before=$(stored)
step 'uninstall: nothing left but the claims that the notes name' uninstall
step 'install on what was left, with TLS' install_again
step 'a VF over TLS, new certificates' secured
"${kubectl[@]}" delete secret verbena-tls >/dev/null
uninstall
say "passed at $(date +%T)"
