{{/* Short, because the name of a CronJob has at most 52 characters. */}}
{{- define "orgdex.name" -}}
{{- $name := ternary .Release.Name (printf "orgdex-%s" .Release.Name) (contains "orgdex" .Release.Name) -}}
{{- $name | trunc 22 | trimSuffix "-" -}}
{{- end }}

{{- define "orgdex.selector" -}}
app.kubernetes.io/name: orgdex
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "orgdex.labels" -}}
{{ include "orgdex.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "orgdex.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The image, its settings and its volumes. */}}
{{- define "orgdex.container" -}}
image: "{{ required "Set image.repository to the image of the Dockerfile in your registry." .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  capabilities: { drop: [ALL] }
env:
  - { name: ORGDEX_HOME, value: /data }
  - { name: DATABASE_URL_FILE, value: /secrets/database/url }
  - { name: OPENSEARCH_URL_FILE, value: /secrets/opensearch/url }
  - { name: REDIS_URL_FILE, value: /secrets/redis/url }
  - { name: METRICS_HOST, value: 0.0.0.0 }
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
volumeMounts:
  - { name: home, mountPath: /data }
  - { name: installation, mountPath: /secrets/installation, readOnly: true }
  - { name: database, mountPath: /secrets/database, readOnly: true }
  - { name: opensearch, mountPath: /secrets/opensearch, readOnly: true }
  - { name: redis, mountPath: /secrets/redis, readOnly: true }
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Copies the secret of the installation to ORGDEX_HOME. */}}
{{- define "orgdex.initContainer" -}}
- name: secret
  {{- include "orgdex.container" . | nindent 2 }}
  command: [install, --mode=600, /secrets/installation/secret, /data/secret]
  resources:
    requests: { cpu: 10m, memory: 16Mi, ephemeral-storage: 1Mi }
    limits: { memory: 64Mi, ephemeral-storage: 16Mi }
{{- end }}

{{- define "orgdex.secretVolume" -}}
- name: {{ .volume }}
  secret:
    secretName: {{ .secret.name }}
    defaultMode: 0440
    optional: false
    items:
      - { key: {{ .secret.key }}, path: {{ .path }} }
{{- end }}

{{/* Call it with the root and the secret of PostgreSQL for this pod. */}}
{{- define "orgdex.volumes" -}}
{{- $secrets := .root.Values.secrets -}}
{{ include "orgdex.secretVolume" (dict "volume" "installation" "secret" $secrets.installation "path" "secret") }}
{{ include "orgdex.secretVolume" (dict "volume" "database" "secret" (ternary .database $secrets.database (ne .database.name "")) "path" "url") }}
{{ include "orgdex.secretVolume" (dict "volume" "opensearch" "secret" $secrets.opensearch "path" "url") }}
{{ include "orgdex.secretVolume" (dict "volume" "redis" "secret" $secrets.redis "path" "url") }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A CronJob. Call it with the root, a name, a schedule and either `args` or a shell `script`. */}}
{{- define "orgdex.cronJob" -}}
{{- $root := .root -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "orgdex.name" $root }}-{{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "orgdex.labels" $root | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
  timeZone: {{ $root.Values.jobs.timeZone }}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 3600
  jobTemplate:
    spec:
      # An interrupted import continues where it stopped; a failed safety check fails again.
      backoffLimit: 2
      template:
        metadata:
          labels:
            {{- include "orgdex.labels" $root | nindent 12 }}
            app.kubernetes.io/component: job
        spec:
          {{- include "orgdex.podSecurity" $root | nindent 10 }}
          restartPolicy: Never
          initContainers: {{- include "orgdex.initContainer" $root | nindent 12 }}
          containers:
            - name: {{ .name }}
              {{- include "orgdex.container" $root | nindent 14 }}
                {{- if $root.Values.files }}
                - { name: files, mountPath: /files, readOnly: true }
                {{- end }}
              {{- if .script }}
              command: [/bin/sh, -ec]
              args: [{{ .script | quote }}]
              {{- else }}
              args: {{ toJson .args }}
              {{- end }}
              resources: {{- toYaml $root.Values.jobs.resources | nindent 16 }}
          volumes:
            - { name: home, emptyDir: {} }
            {{- include "orgdex.volumes" (dict "root" $root "database" $root.Values.secrets.jobsDatabase) | nindent 12 }}
            {{- with $root.Values.files }}
            - name: files
              {{- toYaml . | nindent 14 }}
            {{- end }}
{{- end }}
