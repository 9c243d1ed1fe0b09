#!/usr/bin/env bash
# The conformance suite: builds the clients of the named languages, and runs the cases with each, with real servers and injected faults.
# Usage: check.sh [--short] [--case WORD] LANGUAGE…; needs a built server, Python for the suite, Redis, and each language's tools.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}
server=${THIRDSEAT:-$work/release/thirdseat}

options=()
runners=()
lacking=0
# need PROGRAM FOR: true if the program is installed. Otherwise it names the part that is not tested; with CI set the run then fails.
need() {
  command -v "$1" >/dev/null && return
  echo "NOT TESTED: $2 needs $1, which is not installed" >&2
  lacking=1
  return 1
}

need redis-server "the suite" || exit 1
python=$("$here/python/install.sh")
mkdir -p "$work/clients-go"
while [ $# -gt 0 ]; do
  case $1 in
    --short) options+=(--short) ;;
    --case) options+=(--case "$2") && shift ;;
    python)
      runners+=("python=$python $here/python/conformance_runner.py grpc" "http@http=$python $here/python/conformance_runner.py http")
      ;;
    go)
      if need go "the Go client"; then
        "$here/generate.sh" --check
        (cd "$here/go" && go vet ./... && go test ./... && go build -o "$work/clients-go/conformance" ./internal/conformance)
        runners+=("go=$work/clients-go/conformance grpc" "go-http@http=$work/clients-go/conformance http")
      fi
      ;;
    typescript)
      if need npm "the TypeScript client"; then
        npm --prefix "$here/typescript" ci --silent --no-progress
        npm --prefix "$here/typescript" run --silent prepack
        (cd "$here/typescript" && node --test test/)
        runner=$here/typescript/conformance/runner.mjs
        runners+=("typescript=node $runner grpc" "typescript-web@http=node $runner web")
      fi
      ;;
    java)
      if need mvn "the Java client"; then
        # A clean build, because an incremental one can miss classes after a change of the proto.
        mvn -q -B -f "$here/java" clean install dependency:build-classpath -Dmdep.outputFile=target/classpath -Dmdep.includeScope=test
        classes=$here/java/target/classes:$here/java/target/test-classes:$(cat "$here/java/target/classpath")
        # The second JIT compiler would cost more time than it saves in a short run.
        runners+=("java=java -XX:TieredStopAtLevel=1 -cp $classes com.thirdseat.client.ConformanceRunner grpc")
      fi
      ;;
    *)
      echo "no client is called $1" >&2
      exit 2
      ;;
  esac
  shift
done

export PYTHONPATH="$here/audit" PYTHONDONTWRITEBYTECODE=1
"$python" "$here/conformance/run.py" --server "$server" "${options[@]}" "${runners[@]}"
[ "$lacking" = 0 ] || [ -z "${CI:-}" ]
