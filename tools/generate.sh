#!/usr/bin/env bash
# Writes crates/wire/src/generated and crates/web/types.d.ts from the proto files. With --check it only compares, and fails if the committed
# code does not fit them. clients/generate.sh does the same for Go. Needs only Rust.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec cargo run --quiet --locked --manifest-path tools/generate/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}/generate" -- "$@"
