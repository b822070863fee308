#!/bin/bash
# Single KRaft node. As in the apache/kafka image each KAFKA_FOO_BAR variable becomes the property foo.bar
# ('__' stands for '_', '___' for '-').
set -euo pipefail
CFG=/opt/kafka/config/server.properties
: "${KAFKA_NODE_ID:=1}" "${KAFKA_PROCESS_ROLES:=broker,controller}"
: "${KAFKA_LISTENERS:=PLAINTEXT://:9092,CONTROLLER://:9093}" "${KAFKA_ADVERTISED_LISTENERS:=PLAINTEXT://localhost:9092}"
: "${KAFKA_LISTENER_SECURITY_PROTOCOL_MAP:=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT}" "${KAFKA_CONTROLLER_LISTENER_NAMES:=CONTROLLER}"
: "${KAFKA_CONTROLLER_QUORUM_VOTERS:=$KAFKA_NODE_ID@localhost:9093}" "${KAFKA_LOG_DIRS:=/var/lib/kafka/data}"
: "${KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR:=1}" "${KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR:=1}" "${KAFKA_TRANSACTION_STATE_LOG_MIN_ISR:=1}"
: "${KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR:=1}" "${KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR:=1}"
: "${KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS:=0}" "${CLUSTER_ID:=5L6g3nShT-eMCtK--X86sw}"
: "${KAFKA_HEAP_OPTS:=-Xms256m -Xmx512m}" "${KAFKA_JVM_OPTS:=-XX:+UseSerialGC -XX:TieredStopAtLevel=4}"
: > "$CFG"
for v in "${!KAFKA_@}"; do
  case $v in KAFKA_HEAP_OPTS|KAFKA_JVM_OPTS|KAFKA_OPTS|KAFKA_JVM_PERFORMANCE_OPTS) continue ;; esac
  k=${v#KAFKA_}; k=${k//___/-}; k=${k//__/@}; k=${k//_/.}; k=${k//@/_}
  printf '%s=%s\n' "${k,,}" "${!v}" >> "$CFG"
done
CP="/opt/kafka/libs/*" L=-Dlog4j2.configurationFile=/etc/kafka/docker/log4j2.properties
[ -f "$KAFKA_LOG_DIRS/meta.properties" ] || java -Xshare:auto -XX:TieredStopAtLevel=1 $L -cp "$CP" kafka.tools.StorageTool format -t "$CLUSTER_ID" -c "$CFG" --ignore-formatted
exec java $KAFKA_HEAP_OPTS $KAFKA_JVM_OPTS $L -cp "$CP" kafka.Kafka "$CFG"
