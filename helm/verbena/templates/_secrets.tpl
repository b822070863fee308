{{/*
A secret's value, encoded: what the cluster has already, else drawn, once in a run, so that what is stored and the
checksums in pod templates agree. Takes (list $ SECRET KEY).
*/}}
{{- define "verbena.drawn" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $key := index . 2 -}}
{{- if not (hasKey $root.Values "drawn") -}}
{{- $_ := set $root.Values "drawn" dict -}}
{{- end -}}
{{- $id := printf "%s/%s" $name $key -}}
{{- if not (hasKey $root.Values.drawn $id) -}}
{{- $stored := lookup "v1" "Secret" $root.Release.Namespace $name | default dict -}}
{{- $_ := set $root.Values.drawn $id (dig "data" $key "" $stored | default (randAlphaNum 32 | b64enc)) -}}
{{- end -}}
{{- get $root.Values.drawn $id -}}
{{- end }}

{{/* The drawn secrets that a component reads, as text to take a checksum of. Takes (list $ COMPONENT). */}}
{{- define "verbena.drawnFor" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- if and (ne $component "nic") $root.Values.postgresql.enabled (not $root.Values.postgresql.existingSecret) }}
{{ include "verbena.drawn" (list $root (include "verbena.postgresqlSecret" $root) $component) }}
{{- end }}
{{- if not $root.Values.clients.existingSecret }}
{{- if eq $component "tenant-service" }}
{{ include "verbena.drawn" (list $root (include "verbena.clientsSecret" $root) "operator") }}
{{- end }}
{{- if has $component (list "tenant-service" "sriov-manager") }}
{{ include "verbena.drawn" (list $root (include "verbena.clientsSecret" $root) "sriov-manager") }}
{{- end }}
{{- end }}
{{- if and (not $root.Values.nics.existingSecret) (has $component (list "tenant-service" "nic")) }}
{{- range fromYamlArray (include "verbena.nicNames" $root) }}
{{ include "verbena.drawn" (list $root (include "verbena.nicsSecret" $root) .) }}
{{- end }}
{{- end }}
{{- end }}
