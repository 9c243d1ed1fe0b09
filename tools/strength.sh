#!/usr/bin/env bash
# Measures everything that docs/strength.md shows and writes it there: sections between marks, pictures beside the page.
# `tools/strength.sh` takes some minutes; `tools/strength.sh full` plays ten times as much. Words around the sections stay.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

times=1
[ "${1:-}" = full ] && times=10
cargo build --release --locked -p lab
lab=target/release/lab
page=docs/strength.md

# Who solves endings is slower than who does not: fewer deals of each.
slow=()
for name in skilled skilled-hesitant skilled-patient skilled-hasty advanced expert; do
  if "$lab" personas "$name" >/dev/null 2>&1; then
    slow+=(--deals-of "$name=$((150 * times))")
  fi
done

"$lab" ladder --deals $((400 * times)) "${slow[@]}" --seed 42 --write "$page"
"$lab" ladder --strength 0,10,20,30,40,50,60,70,80,90,100 --deals $((400 * times)) \
  --deals-of 90=$((200 * times)) --deals-of 100=$((200 * times)) --seed 42 --write "$page"
# shellcheck disable=SC2046 # the words are options, each its own argument
"$lab" experiment seed-minimax $("$lab" match minimax-published random --deals 1 >/dev/null 2>&1 &&
  echo minimax-published:depth=3 minimax-published:depth=4) rules casual beginner --seed 42 --write "$page"
