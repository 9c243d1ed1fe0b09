# Scripts source this file. It starts the program at `$THIRDSEAT`, or the release build, on free ports, and stops it when the script ends.
# Sets `server` to the program, `address` to its address and `work` to a folder that is deleted when the script ends.
# shellcheck shell=bash disable=SC2154 # The script that sources this has set root.
server=${THIRDSEAT:-${CARGO_TARGET_DIR:-$root/target}/release/thirdseat}
work=$(mktemp -d)
THIRDSEAT__GRPC__LISTEN=127.0.0.1:0 THIRDSEAT__ADMIN__LISTEN=127.0.0.1:0 "$server" serve >"$work/log" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  # The first address that the server prints is the address of gRPC.
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

page=$root/docs/use/quickstart.md

# block TITLE LANGUAGE: prints the first code block of a language below a title of the page.
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
