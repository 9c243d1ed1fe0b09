#!/usr/bin/env bash
# Measures the ladders of docs/measured.md, and draws them into data/strength.
# `tools/strength.sh full` plays ten times as much. Needs python3 with matplotlib.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

times=1
[ "${1:-}" = full ] && times=10
cargo build --release --locked -p lab
lab=target/release/lab
figures=$(mktemp -d)
trap 'rm -rf "$figures"' EXIT

# Personas with the endgame solver are slow, and personas with search are the slowest. So they play fewer deals.
slow=()
for temper in "" -hesitant -patient -hasty; do
  slow+=(--deals-of "skilled$temper=$((100 * times))" --deals-of "advanced$temper=$((60 * times))" --deals-of "expert$temper=$((20 * times))")
done

"$lab" ladder --deals $((400 * times)) "${slow[@]}" --seed 42 --json > "$figures/ladder.json"
"$lab" ladder --strength 0,10,20,30,40,50,60,70,80,90,100 --deals $((400 * times)) \
  --deals-of 90=$((100 * times)) --deals-of 100=$((60 * times)) --seed 42 --json > "$figures/strength.json"
for name in ladder strength; do
  python3 tools/plot.py "$figures/$name.json" "data/strength/$name.svg"
done
