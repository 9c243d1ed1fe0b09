#!/usr/bin/env bash
# Runs ghz against a running service, one configuration after the other, and prints a table of rates and latencies.
#
#   deploy/ghz/run.sh [ADDRESS] [NAME…]      all of them, or those whose names hold one of these words
#
# ghz: `go install github.com/bojand/ghz/cmd/ghz@v0.120.0`, or GHZ=path. Every further option for ghz goes into GHZ_OPTIONS,
# as GHZ_OPTIONS="--rps 500 --duration 30s".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

address=${1:-127.0.0.1:50051}
[ $# -gt 0 ] && shift
ghz=${GHZ:-$(command -v ghz || echo "$(go env GOPATH 2>/dev/null)/bin/ghz")}
if ! [ -x "$ghz" ]; then
  echo "ghz is not there: go install github.com/bojand/ghz/cmd/ghz@v0.120.0, or say GHZ=path" >&2
  exit 2
fi
read -ra options <<<"${GHZ_OPTIONS:-}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

wanted() {
  [ $# -eq 1 ] && return
  local name=$1 word
  shift
  for word in "$@"; do
    [[ $name == *$word* ]] && return
  done
  return 1
}

for config in deploy/ghz/rpc/*.json; do
  name=$(basename "$config" .json)
  wanted "$name" "$@" || continue
  # The service describes itself by reflection: no proto files are needed.
  "$ghz" --config "$config" --format json --output "$out/$name.json" "${options[@]}" "$address"
done
python3 deploy/ghz/table.py "$out"/*.json
