{{/* What pods have alike. */}}

{{/* Of a pod: no root, no privileges, the runtime's system call filter ("restricted"). Takes (list $ USER). */}}
{{- define "verbena.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ index . 1 }}
runAsGroup: {{ index . 1 }}
fsGroup: {{ index . 1 }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Of a container that writes to its volumes only. */}}
{{- define "verbena.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Of a pod: where it may run, and the pull secrets. Takes (list $ VALUES). */}}
{{- define "verbena.scheduling" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Goes on serving until every proxy knows that the pod is to end. Takes (list $ SECONDS). */}}
{{- define "verbena.drain" -}}
{{- $root := index . 0 -}}
{{- if semverCompare ">=1.30.0-0" $root.Capabilities.KubeVersion.Version }}
preStop: { sleep: { seconds: {{ index . 1 }} } }
{{- else }}
preStop: { exec: { command: [sleep, {{ index . 1 | quote }}] } }
{{- end }}
{{- end }}

{{/* Environment of values: `env` and the JVM's options. */}}
{{- define "verbena.extraEnv" -}}
{{- with .javaOptions }}
- { name: JAVA_TOOL_OPTIONS, value: {{ . | quote }} }
{{- end }}
{{- range $name, $value := .env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* Takes (list $ COMPONENT NAME MAX_UNAVAILABLE). */}}
{{- define "verbena.podDisruptionBudget" -}}
{{- $root := index . 0 -}}
apiVersion: {{ $root.Capabilities.APIVersions.Has "policy/v1" | ternary "policy/v1" "policy/v1beta1" }}
kind: PodDisruptionBudget
metadata:
  name: {{ index . 2 }}
  labels: {{- include "verbena.labels" (list $root (index . 1)) | nindent 4 }}
spec:
  maxUnavailable: {{ index . 3 }}
  selector:
    matchLabels: {{- include "verbena.selector" (list $root (index . 1)) | nindent 6 }}
{{- end }}

{{/* The volume "data" of a pod when nothing is to be kept. Takes the values of `persistence`. */}}
{{- define "verbena.dataVolume" -}}
{{- if not .enabled }}
- { name: data, emptyDir: {} }
{{- end }}
{{- end }}

{{/* The claim "data" of a StatefulSet. Takes (list $ COMPONENT PERSISTENCE). */}}
{{- define "verbena.dataClaim" -}}
{{- $root := index . 0 -}}
{{- with index . 2 }}
{{- if .enabled }}
volumeClaimTemplates:
  - metadata:
      name: data
      labels: {{- include "verbena.selector" (list $root (index $ 1)) | nindent 8 }}
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .storageClass }}
      storageClassName: {{ . | quote }}
      {{- end }}
      resources: { requests: { storage: {{ .size }} } }
{{- end }}
{{- end }}
{{- end }}
