#!/usr/bin/env bash
# Measures the tables of data/strength/README.md and writes them there: sections between marks, pictures beside the page.
# docs/measured/strength.md shows a part of them: copy it after a run.
# `tools/strength.sh` takes some minutes; `tools/strength.sh full` plays ten times as much. Words around the sections stay.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

times=1
[ "${1:-}" = full ] && times=10
cargo build --release --locked -p lab
lab=target/release/lab
page=data/strength/README.md

# Personas that solve endings are slower, and those that look ahead are slower still: they play fewer deals.
slow=()
for temper in "" -hesitant -patient -hasty; do
  slow+=(--deals-of "skilled$temper=$((100 * times))" --deals-of "advanced$temper=$((60 * times))" --deals-of "expert$temper=$((20 * times))")
done

"$lab" ladder --deals $((400 * times)) "${slow[@]}" --seed 42 --write "$page"
"$lab" ladder --strength 0,10,20,30,40,50,60,70,80,90,100 --deals $((400 * times)) \
  --deals-of 90=$((100 * times)) --deals-of 100=$((60 * times)) --seed 42 --write "$page"
"$lab" experiment seed-minimax --leaf own,both minimax-published:search-plies=3 minimax-published:search-plies=4 \
  rules casual beginner --seed 42 --write "$page"
