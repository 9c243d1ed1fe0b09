#!/usr/bin/env bash
# Runs the conformance suite with the newest minor version of each runtime, in a copy of the sources: for a nightly job that finds breaking
# releases early. No merge waits for this report. Usage: newest.sh [--short] [--case WORD] LANGUAGE…; needs what
# check.sh needs, and the package registries.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export THIRDSEAT=${THIRDSEAT:-${CARGO_TARGET_DIR:-$root/target}/release/thirdseat}
options=()
while [ $# -gt 0 ]; do
  case $1 in
    --short) options+=(--short) ;;
    --case) options+=(--case "$2") && shift ;;
    *) break ;;
  esac
  shift
done

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git -C "$root" ls-files -z clients proto docs/use buf.yaml | tar -C "$root" -c --null -T - | tar -C "$copy" -x
export CARGO_TARGET_DIR=$copy/target
cd "$copy/clients"

# raise LANGUAGE: raises the client's dependencies to the newest minor version, and prints each on a line.
raise() {
  case $1 in
    python)
      sed -i -E 's/==([0-9]+\.[0-9]+)(\.[0-9]+)?$/~=\1/' python/requirements.txt &&
        "$(python/install.sh)" -m pip list --format freeze | grep -E '^(grpcio|protobuf)'
      ;;
    go) (cd go && go get -u ./... && go mod tidy && go list -m google.golang.org/grpc google.golang.org/protobuf) ;;
    typescript)
      # The packages of connect need the same version, and after 2.1 some of them need Node 22.
      local minor
      minor=$(node -p 'parseInt(process.versions.node) < 22 ? "~" : "^"')
      (cd typescript && sed -i -E "s/^(    \"@connectrpc\/[a-z-]+\": \")([0-9])/\1$minor\2/; s/^(    \"@bufbuild\/proto[a-z-]+\": \")([0-9])/\1^\2/" package.json &&
        rm package-lock.json && npm install --package-lock-only --ignore-scripts --silent &&
        grep -E -A 1 '^ +"node_modules/@(bufbuild|connectrpc)/(protobuf|connect[a-z-]*)"' package-lock.json)
      ;;
    java)
      # Its own version, because check.sh installs its build.
      (cd java && sed -i '0,/<version>0\.1\.0</s//<version>0.1.0-newest</' pom.xml &&
        mvn -q -B org.codehaus.mojo:versions-maven-plugin:2.18.0:update-properties -DallowMajorUpdates=false \
          -DincludeProperties=grpc.version,protobuf.version -DgenerateBackupPoms=false && grep -E '<(grpc|protobuf)\.version>' pom.xml)
      ;;
    *) echo "no client is called $1" >&2 && return 2 ;;
  esac
}

failed=()
for language in "$@"; do
  echo "== $language"
  raise "$language" && ./check.sh "${options[@]}" "$language" || failed+=("$language")
done
echo "newest: $# languages, ${#failed[@]} failed${failed:+ (${failed[*]})}"
[ ${#failed[@]} = 0 ]
