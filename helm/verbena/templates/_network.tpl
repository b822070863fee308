{{/* Rules of network policies. A target outside the chart may be anywhere, so that only its port is named. */}}

{{/* Pods of these components, as NetworkPolicy peers. Takes (list $ COMPONENTS). */}}
{{- define "verbena.peers" -}}
{{- $root := index . 0 -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride }}
      app.kubernetes.io/instance: {{ $root.Release.Name }}
    matchExpressions: [ { key: app.kubernetes.io/component, operator: In, values: {{ index . 1 | toJson }} } ]
{{- end }}

{{- define "verbena.egressToNames" -}}
- ports: [ { port: 53, protocol: UDP }, { port: 53, protocol: TCP } ]
{{- end }}

{{- define "verbena.egressToKafka" -}}
{{- if .Values.kafka.enabled -}}
- ports: [ { port: 9092, protocol: TCP } ]
  to:
    {{- include "verbena.peers" (list . (list "kafka")) | nindent 4 }}
{{- else -}}
- ports:
    {{- range splitList "," .Values.kafka.external.bootstrapServers }}
    - { port: {{ splitList ":" . | last | trim | int }}, protocol: TCP }
    {{- end }}
{{- end -}}
{{- end }}

{{/* An issuer under an address of its own may sit behind an ingress, so that no pod can be named. */}}
{{- define "verbena.egressToIssuer" -}}
{{- if and .Values.issuer.internal (not .Values.issuer.url) -}}
- ports: [ { port: 8080, protocol: TCP } ]
  to:
    {{- include "verbena.peers" (list . (list "tenant-service")) | nindent 4 }}
{{- else -}}
- ports:
    {{- range list .Values.issuer.url .Values.issuer.tokenUri | compact }}
    {{- $url := urlParse . }}
    - { port: {{ splitList ":" $url.host | rest | last | default (ternary "443" "80" (eq $url.scheme "https")) | int }}, protocol: TCP }
    {{- end }}
{{- end -}}
{{- end }}
