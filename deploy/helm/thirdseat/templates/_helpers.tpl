{{/* The start of each object's name. The alerts select the job by "thirdseat" in it. */}}
{{- define "thirdseat.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" (.Release.Name | trunc 40 | trimSuffix "-") .Chart.Name }}{{ end }}
{{- end }}

{{/* The labels by which pods are selected: (list root name). */}}
{{- define "thirdseat.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}

{{- define "thirdseat.labels" -}}
{{ include "thirdseat.selector" . }}
{{- with index . 0 }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}
{{- end }}

{{- define "thirdseat.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* The service's settings that follow from the chart's values. */}}
{{- define "thirdseat.owned" -}}
rooms:
  store: redis
{{- with .Values.redis }}
{{- if eq .mode "external" }}
  redis:
    cluster: {{ .external.cluster }}
{{- if or .external.caSecret .external.clientSecret }}
    tls:
{{- if .external.caSecret }}
      ca: /etc/thirdseat-redis-ca/ca.crt
{{- end }}
{{- if .external.clientSecret }}
      certificate: /etc/thirdseat-redis-client/tls.crt
      key: /etc/thirdseat-redis-client/tls.key
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if or .Values.tls.enabled .Values.tokens.secret }}
grpc:
{{- if .Values.tls.enabled }}
  tls:
    certificate: /etc/thirdseat-tls/tls.crt
    key: /etc/thirdseat-tls/tls.key
{{- if .Values.tls.clientCa }}
    client_ca: /etc/thirdseat-tls/ca.crt
{{- end }}
{{- end }}
{{- if .Values.tokens.secret }}
  tokens:
    file: /etc/thirdseat-tokens/tokens
{{- end }}
{{- end }}
{{- end }}

{{/* A section of TOML and those below it: (list path table). JSON's strings, numbers, booleans and lists are also TOML. */}}
{{- define "thirdseat.section" -}}
{{- $path := index . 0 }}
{{- $lines := list }}
{{- range $key, $value := index . 1 }}
{{- if not (kindIs "map" $value) }}{{ $lines = append $lines (printf "%s = %s" $key (toJson $value)) }}{{ end }}
{{- end }}
{{- if $lines }}
[{{ $path }}]
{{ join "\n" $lines }}
{{ end }}
{{- range $key, $value := index . 1 }}
{{- if kindIs "map" $value }}{{ include "thirdseat.section" (list (printf "%s.%s" $path $key) $value) }}{{ end }}
{{- end }}
{{- end }}

{{- define "thirdseat.toml" -}}
# On top of the built-in profile "container". Secrets come from the environment and from mounted files.
{{ range $section, $table := mergeOverwrite (deepCopy (.Values.settings | default dict)) (include "thirdseat.owned" . | fromYaml) }}
{{- include "thirdseat.section" (list $section $table) }}
{{- end }}
{{- end }}

{{/* Secrets that are mounted as files: name in the pod, Secret. */}}
{{- define "thirdseat.files" -}}
{{- with .Values }}
{{- if .tls.enabled }}
thirdseat-tls: {{ .tls.secret }}
{{- end }}
{{- if .tokens.secret }}
thirdseat-tokens: {{ .tokens.secret }}
{{- end }}
{{- if eq .redis.mode "external" }}
{{- if .redis.external.caSecret }}
thirdseat-redis-ca: {{ .redis.external.caSecret }}
{{- end }}
{{- if .redis.external.clientSecret }}
thirdseat-redis-client: {{ .redis.external.clientSecret }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Contradicting values stop the rendering with a message. */}}
{{- define "thirdseat.check" -}}
{{- $settings := .Values.settings | default dict }}
{{- range $path, $instead := dict
  "rooms.store" "redis.mode"
  "rooms.redis.url" "the key url of the Secret redis.secret, because it holds the password"
  "rooms.redis.cluster" "redis.external.cluster"
  "rooms.redis.tls" "redis.external.caSecret and redis.external.clientSecret"
  "grpc.tls" "tls.enabled"
  "grpc.tokens" "tokens.secret"
  "grpc.listen" "nothing: the chart's ports are fixed"
  "admin.listen" "nothing: the chart's ports are fixed" }}
{{- $at := $settings }}
{{- range splitList "." $path }}{{ $at = kindIs "map" $at | ternary $at dict | dig . "" }}{{ end }}
{{- if $at }}{{ fail (printf "settings.%s is not set here: use %s" $path $instead) }}{{ end }}
{{- end }}
{{- range list "app.kubernetes.io/name" "app.kubernetes.io/instance" }}
{{- if hasKey ($.Values.podLabels | default dict) . }}{{ fail (printf "podLabels has %s, by which the pods are selected" .) }}{{ end }}
{{- end }}
{{- with .Values }}
{{- if and (eq .redis.mode "external") .networkPolicy.enabled (not .redis.external.networks) }}
{{- fail "redis.external.networks is empty: name the addresses of your Redis, or set networkPolicy.enabled=false" }}
{{- end }}
{{- if and (or .ingress.grpc.host .ingress.json.host) .networkPolicy.enabled (not .ingress.controllerNamespace) }}
{{- fail "ingress.controllerNamespace is empty: name the namespace of the ingress controller, or set networkPolicy.enabled=false" }}
{{- end }}
{{- if and .ingress.grpc.host (eq .ingress.grpc.host .ingress.json.host) }}
{{- fail "ingress.grpc.host and ingress.json.host are equal: controllers choose the backend's protocol by host" }}
{{- end }}
{{- if and .autoscaling.enabled (gt (int .autoscaling.min) (int .autoscaling.max)) }}
{{- fail (printf "autoscaling.min %v is above autoscaling.max %v" .autoscaling.min .autoscaling.max) }}
{{- end }}
{{- if and .tls.clientCa (not .tls.enabled) }}
{{- fail "tls.clientCa needs tls.enabled" }}
{{- end }}
{{- end }}
{{- end }}
