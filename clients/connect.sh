#!/usr/bin/env bash
# The conformance suite of Connect. Its runner makes calls to the suite's service behind our transport, over Connect, gRPC-Web and gRPC.
# conformance/connect has our features and the cases that may fail. Needs Rust, Go, and buf or Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=v1.0.7
work=${CARGO_TARGET_DIR:-$PWD/target}
mkdir -p "$work/connect"
output=$work/connect/output

GOBIN=$work/connect go install "connectrpc.com/conformance/cmd/connectconformance@$version"
export PATH="$PWD/target/tools/bin:$PATH"
if ! command -v buf >/dev/null; then
  python3 -m venv target/tools && target/tools/bin/pip install --quiet buf-bin
fi
buf build "$(go env GOMODCACHE)/connectrpc.com/conformance@$version/proto" -o "$work/connect/suite.binpb"
# The packages have the features of the whole workspace, as in the tests, so that they are not rebuilt.
cargo build --quiet --locked --workspace --example connect_suite

# suite OPTIONS…: runs the chosen cases, and saves the runner's output.
suite() {
  "$work/connect/connectconformance" --conf clients/conformance/connect/features.yaml --mode server "$@" \
    -- "$work/debug/examples/connect_suite" "$work/connect/suite.binpb" >"$output" 2>&1 || { cat "$output" && return 1; }
}

# count PATTERN: prints the number that the summary has in the place of N in the pattern.
count() { sed -n "s/^(*${1/N/\\([0-9][0-9]*\\)}.*/\1/p" "$output"; }

suite --skip @clients/conformance/connect/details.txt --known-failing @clients/conformance/connect/known.txt
passed=$(count "N passed") chosen=$(count "Another N failed as expected")

# These cases may fail, but only in the ways that `may` lists.
suite --run @clients/conformance/connect/details.txt --known-flaky '**'
may='details; expecting 0|type "google.rpc|unexpected end of JSON input|invalid content-type: .*application/grpc[^-]'
if grep -P '^\t.' "$output" | grep -vE "$may"; then
  cat "$output"
  exit 1
fi
echo "Connect's conformance suite: $passed cases passed, $(count "Total cases: N") but for details of errors, $chosen fail by choice"
