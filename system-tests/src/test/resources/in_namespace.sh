#!/bin/sh
# Runs a command in a network namespace of its own while tcpdump writes what its loopback carries to a file.
# usage: in_namespace.sh CAPTURE COMMAND...          (as root, under: unshare --net)
# Without segmentation offload the loopback carries packets, not trains: what tcpdump sees is what a wire would carry.
set -eu
capture=$1
shift
ip link set lo up
ethtool -K lo tx-udp-segmentation off
# Made here, as the background job may begin after the first look at it.
: >"$capture.log"
# A buffer (KiB) for the whole demo, so that a busy machine loses nothing.
tcpdump -i lo -w "$capture" -B 131072 -s 0 -U -Z root 'udp port 4791' 2>>"$capture.log" &
tcpdump=$!
until grep -q 'listening on' "$capture.log"; do
  kill -0 "$tcpdump" || { cat "$capture.log" >&2; exit 99; }
  sleep 0.1
done
code=0
"$@" || code=$?
# The last packets are in the kernel's buffer for up to a second.
sleep 1
kill -INT "$tcpdump"
wait "$tcpdump" || true
exit "$code"
