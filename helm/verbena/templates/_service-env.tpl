{{/* A service's environment. Takes (list $ KEY COMPONENT VALUES). */}}
{{- define "verbena.serviceEnv" -}}
{{- $root := index . 0 -}}
{{- $component := index . 2 -}}
{{- $values := index . 3 -}}
{{- $fullname := include "verbena.fullname" $root -}}
- { name: VERBENA_PORT, value: "8080" }
- { name: VERBENA_ISSUER_URL, value: {{ include "verbena.issuerUrl" $root | quote }} }
- { name: VERBENA_DB_URL, value: {{ include "verbena.databaseUrl" $root | quote }} }
- { name: VERBENA_DB_USER, value: {{ index $root.Values.postgresql.users (index . 1) | quote }} }
- { name: VERBENA_DB_PASSWORD_FILE, value: /run/verbena/secrets/postgresql-password }
- { name: VERBENA_KAFKA_BOOTSTRAP, value: {{ include "verbena.kafkaBootstrap" $root | quote }} }
{{- include "verbena.tlsEnv" $root }}
{{- include "verbena.kafkaSecurityEnv" $root }}
{{- if eq $component "tenant-service" }}
- { name: VERBENA_ISSUER_ENABLED, value: {{ $root.Values.issuer.internal | quote }} }
{{- if $root.Values.issuer.internal }}
{{- include "verbena.bootstrapClient" (list 0 $root.Values.clients.operatorId "operator" "platform-admin" "") }}
{{- include "verbena.bootstrapClient" (list 1 $root.Values.clients.sriovManagerId "sriov-manager" "service" "") }}
{{- range $index, $nic := fromYamlArray (include "verbena.nicNames" $root) }}
{{- include "verbena.bootstrapClient" (list (add $index 2) $nic (printf "nics/%s" $nic) "service" $nic) }}
{{- end }}
{{- end }}
{{- else if eq $component "sriov-manager" }}
- { name: VERBENA_CLIENT_ID, value: {{ $root.Values.clients.sriovManagerId | quote }} }
- { name: VERBENA_CLIENT_SECRET_FILE, value: /run/verbena/secrets/sriov-manager }
- { name: VERBENA_TENANT_URL, value: "{{ include "verbena.scheme" $root }}://{{ $fullname }}-tenant-service:8080" }
- { name: VERBENA_ADDRESS_POOL, value: {{ $root.Values.addressPool | quote }} }
{{- with $root.Values.issuer.tokenUri }}
- { name: VERBENA_CLIENT_TOKENURI, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- include "verbena.extraEnv" $values }}
{{- end }}

{{/* A client that tenant-service makes at its start. Takes (list INDEX ID FILE ROLE NIC). */}}
{{- define "verbena.bootstrapClient" -}}
{{- $prefix := printf "VERBENA_ISSUER_BOOTSTRAPCLIENTS_%d" (int (index . 0)) }}
- { name: {{ $prefix }}_ID, value: {{ index . 1 | quote }} }
- { name: {{ $prefix }}_SECRET_FILE, value: /run/verbena/secrets/{{ index . 2 }} }
- { name: {{ $prefix }}_ROLES, value: {{ index . 3 }} }
{{- with index . 4 }}
- { name: {{ $prefix }}_NIC, value: {{ . | quote }} }
{{- end }}
{{- end }}

{{/* HTTPS, and whom to trust, for services and NICs. */}}
{{- define "verbena.tlsEnv" -}}
{{- if .Values.tls.existingSecret }}
- { name: VERBENA_TLS_CERTIFICATE, value: /run/verbena/tls/tls.crt }
- { name: VERBENA_TLS_KEY, value: /run/verbena/tls/tls.key }
- { name: VERBENA_TLS_CA, value: /run/verbena/tls/ca.crt }
{{- end }}
{{- if not .Values.issuer.internal }}
{{- if .Values.issuer.caSecret }}
- { name: VERBENA_ISSUER_CA, value: /run/verbena/issuer-ca/{{ .Values.issuer.caKey }} }
{{- else if .Values.tls.existingSecret }}
- { name: VERBENA_ISSUER_CA, value: system }
{{- end }}
{{- end }}
{{- end }}

{{- define "verbena.tlsVolumes" -}}
{{- with .Values.tls.existingSecret }}
- { name: tls, secret: { secretName: {{ . }}, defaultMode: 0440 } }
{{- end }}
{{- with .Values.issuer }}
{{- if and (not .internal) .caSecret }}
- { name: issuer-ca, secret: { secretName: {{ .caSecret }}, defaultMode: 0440 } }
{{- end }}
{{- end }}
{{- end }}

{{/* Folders, never single files: what is renewed in a secret has to be seen. */}}
{{- define "verbena.tlsMounts" -}}
{{- if .Values.tls.existingSecret }}
- { name: tls, mountPath: /run/verbena/tls, readOnly: true }
{{- end }}
{{- with .Values.issuer }}
{{- if and (not .internal) .caSecret }}
- { name: issuer-ca, mountPath: /run/verbena/issuer-ca, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{/* Of an httpGet. */}}
{{- define "verbena.probeScheme" -}}
{{- if .Values.tls.existingSecret }}, scheme: HTTPS{{ end -}}
{{- end }}

{{/* TLS and SASL of an external Kafka. */}}
{{- define "verbena.kafkaSecurityEnv" -}}
{{- $kafka := .Values.kafka.external -}}
{{- if and (not .Values.kafka.enabled) (or $kafka.caSecret $kafka.saslMechanism) }}
- name: VERBENA_KAFKA_SECURITY_PROTOCOL
  value: {{ printf "%s_%s" (ternary "SASL" "" (ne $kafka.saslMechanism "")) (ternary "SSL" (ternary "PLAINTEXT" "" (ne $kafka.saslMechanism "")) (ne $kafka.caSecret "")) | trimAll "_" }}
{{- if $kafka.caSecret }}
- { name: VERBENA_KAFKA_CA, value: /run/verbena/kafka-ca/{{ $kafka.caKey }} }
{{- end }}
{{- with $kafka.saslMechanism }}
- { name: VERBENA_KAFKA_SASL_MECHANISM, value: {{ . }} }
- { name: VERBENA_KAFKA_SASL_USERNAME, valueFrom: { secretKeyRef: { name: {{ $kafka.saslSecret }}, key: username } } }
- { name: VERBENA_KAFKA_SASL_PASSWORD, valueFrom: { secretKeyRef: { name: {{ $kafka.saslSecret }}, key: password } } }
{{- end }}
{{- end }}
{{- end }}

{{/* The CA of an external Kafka, for services and NICs. */}}
{{- define "verbena.kafkaVolume" -}}
{{- with .Values.kafka }}
{{- if and (not .enabled) .external.caSecret }}
- { name: kafka-ca, secret: { secretName: {{ .external.caSecret }}, defaultMode: 0440 } }
{{- end }}
{{- end }}
{{- end }}

{{- define "verbena.kafkaMount" -}}
{{- with .Values.kafka }}
{{- if and (not .enabled) .external.caSecret }}
- { name: kafka-ca, mountPath: /run/verbena/kafka-ca, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{/* Volumes with what a service may know. Takes (list $ COMPONENT). */}}
{{- define "verbena.serviceVolumes" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ include "verbena.postgresqlSecret" $root }}
          items: [ { key: {{ $component }}, path: postgresql-password } ]
      {{- if and (eq $component "tenant-service") $root.Values.issuer.internal }}
      - secret:
          name: {{ include "verbena.clientsSecret" $root }}
          items: [ { key: operator, path: operator }, { key: sriov-manager, path: sriov-manager } ]
      {{- with fromYamlArray (include "verbena.nicNames" $root) }}
      - secret:
          name: {{ include "verbena.nicsSecret" $root }}
          items:
            {{- range . }}
            - { key: {{ . }}, path: nics/{{ . }} }
            {{- end }}
      {{- end }}
      {{- else if eq $component "sriov-manager" }}
      - secret:
          name: {{ include "verbena.clientsSecret" $root }}
          items: [ { key: sriov-manager, path: sriov-manager } ]
      {{- end }}
- { name: tmp, emptyDir: {} }
{{- with $root.Values.postgresql }}
{{- if and (not .enabled) .external.caSecret }}
- { name: postgresql-ca, secret: { secretName: {{ .external.caSecret }}, defaultMode: 0440 } }
{{- end }}
{{- end }}
{{- include "verbena.tlsVolumes" $root }}
{{- include "verbena.kafkaVolume" $root }}
{{- end }}

{{- define "verbena.serviceMounts" -}}
- { name: secrets, mountPath: /run/verbena/secrets, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- with .Values.postgresql }}
{{- if and (not .enabled) .external.caSecret }}
- { name: postgresql-ca, mountPath: /run/verbena/postgresql-ca, readOnly: true }
{{- end }}
{{- end }}
{{- include "verbena.tlsMounts" . }}
{{- include "verbena.kafkaMount" . }}
{{- end }}
