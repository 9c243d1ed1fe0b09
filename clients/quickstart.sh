#!/usr/bin/env bash
# Does what docs/use/clients.md tells a newcomer to do: installs each client into an empty folder and runs the program of the page, as it
# stands there, against a server. Also counts its lines. Usage: quickstart.sh LANGUAGE…
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
page=$root/docs/use/clients.md
LINES_MAX=15
# shellcheck source=clients/serve.sh
. "$root/clients/serve.sh"
export THIRDSEAT=$root

# block TITLE LANGUAGE: the first code block of a language below a title of the page.
block() {
  awk -v title="## $1" -v fence="\`\`\`$2" '
    /^## / { here = ($0 == title) }
    here && $0 == fence && !done { inside = 1; next }
    /^```/ { if (inside) done = 1; inside = 0 }
    inside { print }' "$page"
}

# try LANGUAGE TITLE FENCE FILE LINES COMMAND: installs, counts the lines that match LINES, and runs. `check` of Go is the user's own.
try() {
  local name=$1 title=$2 fence=$3 file=$4 count
  mkdir "$work/$name" && cd "$work/$name"
  block "$title" sh >install.sh
  block "$title" "$fence" | sed "s/127\.0\.0\.1:50051/$address/" >"$file"
  count=$(sed '/^func check/,$d' "$file" | grep -vcE '^\s*([})(]*;?|\} else \{|import .*|package .*|".*"|thirdseat ".*"|import \($|func main.*|class .*|public static void main.*)$' || true)
  bash -eu install.sh
  "${@:5}" >out
  grep -q ' play ' out || { echo "$name: no bot played" >&2 && return 1; }
  [ "$count" -le $LINES_MAX ] || { echo "$name: $count lines, the limit is $LINES_MAX" >&2 && return 1; }
  echo "$name: a whole hand in $count lines, $(wc -l <out) moves of bots"
}

run_java() {
  mvn -q -f "$THIRDSEAT/clients/java" dependency:build-classpath -Dmdep.outputFile="$PWD/classpath" -Dmdep.includeScope=runtime
  java -cp "$HOME/.m2/repository/com/thirdseat/thirdseat-client/0.1.0/thirdseat-client-0.1.0.jar:$(cat classpath)" Example.java
}

for readme in README.md README.zh-CN.md; do
  block TypeScript ts >"$work/block"
  awk '/^```ts$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$root/$readme" | diff - "$work/block" || {
    echo "$readme shows another program than the page" >&2
    exit 1
  }
done

for language in "$@"; do
  case $language in
    python) (try python Python python play.py venv/bin/python play.py) ;;
    go) (try go Go go main.go bash -c 'go mod tidy && go run .') ;;
    typescript) (try typescript TypeScript ts play.mjs node play.mjs) ;;
    java) (try java Java java Example.java run_java) ;;
  esac
done
