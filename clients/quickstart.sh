#!/usr/bin/env bash
# Follows docs/use/quickstart.md. For each named client it saves the page's files in an empty folder and runs the page's commands against a
# server. It also counts the lines of the program. Usage: quickstart.sh LANGUAGE…
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LINES_MAX=15
# shellcheck source=clients/serve.sh
. "$root/clients/serve.sh"
export THIRDSEAT=$root

# try_client TITLE FILE: follows the page, and counts the lines of the program. Go's function `check` does not count, because users have their own.
try_client() {
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

# check_same_program TITLE LANGUAGE README…: checks that each README shows the page's program.
check_same_program() {
  local title=$1 language=$2 readme
  shift 2
  block "$title" "$language" >"$work/block"
  for readme in "$@"; do
    awk -v fence="\`\`\`$language" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$root/$readme" | diff - "$work/block" || {
      echo "$readme shows another program than the page" >&2
      exit 1
    }
  done
}

check_same_program TypeScript ts clients/typescript/README.md
check_same_program Python python clients/python/README.md

for language in "$@"; do
  case $language in
    python) (try_client Python play.py) ;;
    go) (try_client Go main.go) ;;
    typescript) (try_client TypeScript play.mjs) ;;
    java) (try_client Java Example.java) ;;
  esac
done
