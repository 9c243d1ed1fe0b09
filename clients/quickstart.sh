#!/usr/bin/env bash
# Does what docs/use/clients.md tells a newcomer to do, and nothing else: in an empty folder for each client it saves the page's files by
# their names and runs the page's commands, against a server. Also counts the program's lines. Usage: quickstart.sh LANGUAGE…
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

# follow TITLE: saves each file that the part names, and writes its commands to steps.sh in their order.
follow() {
  awk -v title="## $1" '
    /^## / { here = ($0 == title) }
    !here { next }
    /^`[^`]*`:$/ { file = substr($0, 2, length($0) - 3) }
    /^```/ && inside { inside = 0; out = ""; next }
    /^```/ { inside = 1; out = ($0 == "```sh") ? "steps.sh" : file; file = ""; next }
    inside && out != "" { print > out }' "$page"
}

# try TITLE FILE: follows the page, and counts the lines of the program. `check` of Go is the user's own.
try() {
  local name=$1 file=$2 count
  mkdir "$work/$name" && cd "$work/$name"
  follow "$name"
  sed -i "s/127\.0\.0\.1:50051/$address/" "$file"
  count=$(sed '/^func check/,$d' "$file" | grep -vcE '^\s*([})(]*;?|\} else \{|import .*|package .*|".*"|thirdseat ".*"|import \($|func main.*|class .*|public static void main.*)$' || true)
  bash -eu steps.sh >out
  grep -q ' play ' out || { echo "$name: no bot played" >&2 && return 1; }
  [ "$count" -le $LINES_MAX ] || { echo "$name: $count lines, the limit is $LINES_MAX" >&2 && return 1; }
  echo "$name: a whole hand in $count lines, $(wc -l <out) moves of bots"
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
    python) (try Python play.py) ;;
    go) (try Go main.go) ;;
    typescript) (try TypeScript play.mjs) ;;
    java) (try Java Example.java) ;;
  esac
done
