#!/usr/bin/env bash
# Checks everything in deploy/ that can be checked without a cluster: scripts, the Dockerfile, the compose file's shape, Prometheus'
# rules and their tests, manifests against the schemas of Kubernetes. Fetches from PyPI and Go what is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=$PWD/target/deploy-tools
if ! "$tools/bin/python" -c 'import kubernetes_validate, yaml' 2>/dev/null || ! [ -x "$tools/bin/hadolint" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --requirement deploy/requirements.txt
fi

echo "scripts"
git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck -x

echo "Dockerfile"
"$tools/bin/hadolint" Dockerfile

echo "Prometheus"
promtool check rules deploy/prometheus/rules.yml deploy/prometheus/alerts.yml
promtool check config deploy/prometheus/compose.yml
promtool test rules deploy/prometheus/tests.yml
"$tools/bin/python" deploy/prometheus_rule.py --check

echo "manifests"
if command -v kubectl >/dev/null; then
  build=(kubectl kustomize)
else
  [ -x "$tools/kustomize" ] || GOBIN=$tools go install sigs.k8s.io/kustomize/kustomize/v5@v5.5.0
  build=("$tools/kustomize" build)
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
for overlay in small small-tls large; do
  "${build[@]}" "deploy/k8s/overlays/$overlay" >"$made/$overlay.yaml"
done
"$tools/bin/python" deploy/check_manifests.py "$made"/*.yaml

echo "network policies"
"$tools/bin/python" deploy/check_network.py "$made"/*.yaml
