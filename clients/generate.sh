#!/usr/bin/env bash
# Generates the committed code of the Go client from the proto files. With --check it leaves the code and fails if the code does not fit the
# proto files. Needs Go, and buf or Python; installs the plugins. The other languages generate their code in their builds.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}
export PATH="$work/clients-go/bin:$root/target/tools/bin:$PATH"

if [ ! -x "$work/clients-go/bin/protoc-gen-go" ] || [ ! -x "$work/clients-go/bin/protoc-gen-go-grpc" ]; then
  GOBIN=$work/clients-go/bin go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
  GOBIN=$work/clients-go/bin go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
fi
if ! command -v buf >/dev/null; then
  python3 -m venv "$root/target/tools" && "$root/target/tools/bin/pip" install --quiet buf-bin
fi

cd "$root"
if [ "${1:-}" != --check ]; then
  buf generate --template clients/go/buf.gen.yaml --output clients/go proto
  exit
fi
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
buf generate --template clients/go/buf.gen.yaml --output "$fresh" proto
diff -r "$fresh/thirdseatv1" clients/go/thirdseatv1 || {
  echo "clients/go/thirdseatv1 does not fit proto/: run clients/generate.sh" >&2
  exit 1
}
