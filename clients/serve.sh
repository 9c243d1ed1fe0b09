# Sourced by the checks: starts the server of THIRDSEAT, or the release, on free ports until the script ends. Sets `server` to the program,
# `address` to its address and `work` to a folder that is deleted when the script ends.
# shellcheck shell=bash disable=SC2154 # The script that sources this has set root.
server=${THIRDSEAT:-${CARGO_TARGET_DIR:-$root/target}/release/thirdseat}
work=$(mktemp -d)
THIRDSEAT__GRPC__LISTEN=127.0.0.1:0 THIRDSEAT__ADMIN__LISTEN=127.0.0.1:0 "$server" serve >"$work/log" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  # The first address that the server prints is that of gRPC.
  address=$(grep -aoE '127\.0\.0\.1:[0-9]+' "$work/log" | head -n 1 || true)
  [ -n "$address" ] && break
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
if [ -z "$address" ]; then
  echo "the server did not say where it listens:" >&2
  cat "$work/log" >&2
  exit 1
fi
