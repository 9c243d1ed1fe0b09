# `run` and `full` source this file. It has the functions that run and print steps, the tools of the steps, and the common steps. The script
# that sources it sets `built`, the folder with the programs.
# shellcheck shell=bash disable=SC2154
exec </dev/null

export CARGO_TERM_COLOR=never
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
began=$SECONDS
passed=0
failed=()

# step NAME COMMAND…: runs a step, and prints its name, output and duration. Notes a failure, and does not stop.
step() {
  local name=$1 from=$SECONDS
  shift
  echo "== $name"
  if "$@" 2>&1 | tee "$log/${name// /-}"; then
    passed=$((passed + 1))
    echo "== $name: passed in $((SECONDS - from)) s"
  else
    failed+=("$name")
    echo "== $name: FAILED after $((SECONDS - from)) s"
  fi
}

# summary: repeats the end of each failed step, because a reader may see only the end of the output, and prints one line of counts.
summary() {
  local count name
  count=$(sed -n 's/^test result: [a-zA-Z]*\. \([0-9]*\) passed.*/\1/p' "$log/tests" | awk '{sum += $1} END {print sum + 0}')
  for name in "${failed[@]}"; do
    echo "== the end of $name"
    tail -n 40 "$log/${name// /-}"
  done
  echo "ci: $passed steps passed, ${#failed[@]} failed${failed:+ (${failed[*]})}, $count tests passed, $((SECONDS - began)) s"
  [ "${#failed[@]}" -eq 0 ]
}

debian() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

rust_tools() {
  cargo fmt --version && cargo clippy --version && return
  rustup component add rustfmt clippy
}

# promtool is part of prometheus.
debian_tools() {
  promtool --version && redis-server --version && shellcheck --version && haproxy -v && go version && return
  debian prometheus redis-server shellcheck haproxy golang-go && promtool --version && redis-server --version && haproxy -v && go version
}

format() {
  cargo fmt --all -- --check && rustfmt --edition 2024 --check fuzz/targets.rs fuzz/bodies/inputs.rs
}

# Cargo.lock is part of the product: --locked fails if it does not fit the manifests.
lints() { cargo clippy --workspace --all-targets --locked -- -D warnings; }

# CONTRIBUTING.md names this command.
tests() { cargo test --workspace --no-fail-fast; }

# Links to private items are allowed, because the readers of this documentation are developers.
docs() { RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --workspace --no-deps --locked; }

# A missing buf is installed from PyPI into its own folder, because some systems forbid global packages.
proto() {
  export PATH="$PWD/target/tools/bin:$PATH"
  buf --version || {
    python3 -m venv --clear target/tools && target/tools/bin/pip install --quiet buf-bin || return
  }
  # proto/contract.binpb is the API that current callers use. CONTRIBUTING.md explains how to renew this file.
  buf lint && buf format --diff --exit-code && buf breaking proto --against proto/contract.binpb
}

# The Rust and TypeScript code of the proto files is committed, so that a build needs no generator.
generated() { tools/generate.sh --check; }

dependencies() {
  # cargo-deny does not run long. Without debug information and with little optimisation it builds faster.
  cargo deny --version || CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_DEBUG=0 cargo install cargo-deny --locked || return
  cargo deny check licenses bans sources
}

deploy() { deploy/check.sh; }

# fleet SCENARIO SECONDS EVERY [OPTION…]: injects faults while tables play, and audits the tables.
# The time limit of a call is long, because this machine may be busy.
fleet() {
  local scenario=$1 seconds=$2 every=$3
  shift 3
  "$built/thirdseat-load" fleet --server "$built/thirdseat" --scenario "$scenario" --seconds "$seconds" --every "$every" --tables 16 --timeout-ms 20000 "$@"
}
