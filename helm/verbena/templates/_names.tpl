{{/* Names, labels and addresses. */}}

{{- define "verbena.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What selects a component's pods; it never changes. Takes (list $ COMPONENT). */}}
{{- define "verbena.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of a resource. Takes (list $ COMPONENT). */}}
{{- define "verbena.labels" -}}
{{- $root := index . 0 -}}
{{ include "verbena.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: verbena
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Labels of pods: what changes with each chart version is left out, as it would restart them. */}}
{{- define "verbena.podLabels" -}}
{{- $root := index . 0 -}}
{{ include "verbena.selector" . }}
app.kubernetes.io/part-of: verbena
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The three services, by the key of their values. */}}
{{- define "verbena.services" -}}
tenantService: tenant-service
sriovManager: sriov-manager
telemetryService: telemetry-service
{{- end }}

{{/* A service's values: its own before those that all have. Takes (list $ KEY). */}}
{{- define "verbena.serviceValues" -}}
{{- $root := index . 0 -}}
{{- toYaml (mustMergeOverwrite (deepCopy $root.Values.services.defaults) (deepCopy (index $root.Values.services (index . 1)))) -}}
{{- end }}

{{/* Takes (list $ NAME OTHER): OTHER when it is set, else the image that the values make up for NAME. */}}
{{- define "verbena.image" -}}
{{- $root := index . 0 -}}
{{- if index . 2 -}}
{{- index . 2 -}}
{{- else -}}
{{- $image := $root.Values.image -}}
{{- list $image.registry $image.repository (index . 1) | compact | join "/" }}:{{ default $root.Chart.AppVersion $image.tag -}}
{{- end -}}
{{- end }}

{{- define "verbena.scheme" -}}
{{- ternary "https" "http" (ne .Values.tls.existingSecret "") -}}
{{- end }}

{{- define "verbena.issuerUrl" -}}
{{- if .Values.issuer.url -}}
{{- .Values.issuer.url -}}
{{- else -}}
{{ include "verbena.scheme" . }}://{{ include "verbena.fullname" . }}-tenant-service:8080
{{- end -}}
{{- end }}

{{- define "verbena.databaseUrl" -}}
{{- $pg := .Values.postgresql -}}
{{- if $pg.enabled -}}
jdbc:postgresql://{{ include "verbena.fullname" . }}-postgresql:5432/{{ $pg.database }}
{{- else -}}
{{- $tls := ternary (printf "sslmode=verify-full&sslrootcert=/run/verbena/postgresql-ca/%s" $pg.external.caKey) "" (ne $pg.external.caSecret "") -}}
{{- $parameters := list $tls $pg.external.parameters | compact | join "&" -}}
jdbc:postgresql://{{ $pg.external.host }}:{{ $pg.external.port }}/{{ $pg.database }}{{ with $parameters }}?{{ . }}{{ end }}
{{- end -}}
{{- end }}

{{- define "verbena.kafkaBootstrap" -}}
{{- if .Values.kafka.enabled -}}
{{ include "verbena.fullname" . }}-kafka:9092
{{- else -}}
{{- .Values.kafka.external.bootstrapServers -}}
{{- end -}}
{{- end }}

{{/* The names of all NICs, as a YAML list. */}}
{{- define "verbena.nicNames" -}}
{{- $names := list -}}
{{- if .Values.nics.enabled -}}
{{- if eq .Values.nics.kind "DaemonSet" -}}
{{- $names = .Values.nics.nodes -}}
{{- else -}}
{{- range $index := until (int .Values.nics.count) -}}
{{- $names = append $names (printf "%s-%d" $.Values.nics.name $index) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $names -}}
{{- end }}

{{- define "verbena.clientsSecret" -}}
{{- default (printf "%s-clients" (include "verbena.fullname" .)) .Values.clients.existingSecret -}}
{{- end }}

{{- define "verbena.nicsSecret" -}}
{{- default (printf "%s-nics" (include "verbena.fullname" .)) .Values.nics.existingSecret -}}
{{- end }}

{{- define "verbena.postgresqlSecret" -}}
{{- default (printf "%s-postgresql" (include "verbena.fullname" .)) .Values.postgresql.existingSecret -}}
{{- end }}
