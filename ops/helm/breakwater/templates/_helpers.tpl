{{- define "breakwater.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{- /* Of a role: {"root": $, "role": "api"} */}}
{{- define "breakwater.labels" -}}
app.kubernetes.io/name: breakwater
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "breakwater.user" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "breakwater.noRights" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "breakwater.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: operations }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: operations }
  timeoutSeconds: 3
readinessProbe:
  httpGet: { path: /readyz, port: operations }
  periodSeconds: 5
  timeoutSeconds: 3
{{- end }}

{{- define "breakwater.secretFiles" -}}
- { name: DATABASE_URL_FILE, value: /run/secrets/breakwater/database-url }
- { name: SECRET_KEY_FILE, value: /run/secrets/breakwater/secret-key }
{{- end }}

{{- define "breakwater.mounts" -}}
- { name: secrets, mountPath: /run/secrets/breakwater, readOnly: true }
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "breakwater.volumes" -}}
- name: secrets
  secret: { secretName: {{ .Values.existingSecret }}, defaultMode: 0o440 }
- { name: data, emptyDir: {} }
- { name: tmp, emptyDir: {} }
{{- end }}

{{- /* What every pod has. */}}
{{- define "breakwater.pod" -}}
automountServiceAccountToken: false
{{- if .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson .Values.image.pullSecrets }}
{{- end }}
{{- end }}
