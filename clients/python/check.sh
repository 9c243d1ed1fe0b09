#!/usr/bin/env bash
# Installs what the example needs, generates the client from the proto, starts a server on a free port unless --address
# says where one is, and plays. Arguments go to play_games.py. Needs Python 3.9 or later with venv, and a built server.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}/clients-python

if [ ! -x "$work/venv/bin/python" ] || ! cmp -s "$here/requirements.txt" "$work/requirements.txt"; then
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$work/requirements.txt"
fi
mkdir -p "$work/generated"
"$work/venv/bin/python" -m grpc_tools.protoc -I "$root/proto" --python_out="$work/generated" \
  --grpc_python_out="$work/generated" "$root"/proto/thirdseat/v1/*.proto
export PYTHONPATH="$work/generated:$here" PYTHONDONTWRITEBYTECODE=1

(cd "$here" && "$work/venv/bin/python" -m unittest --quiet)

case " $* " in
  *" --address"*) exec "$work/venv/bin/python" "$here/play_games.py" "$@" ;;
esac
server=${THIRDSEAT:-${CARGO_TARGET_DIR:-$root/target}/release/thirdseat}
log=$(mktemp)
THIRDSEAT__GRPC__LISTEN=127.0.0.1:0 THIRDSEAT__ADMIN__LISTEN=127.0.0.1:0 "$server" serve >"$log" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -f "$log"' EXIT
for _ in $(seq 100); do
  # The first address that the server prints is that of gRPC.
  address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$log" | head -n 1 || true)
  [ -n "$address" ] && break
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
if [ -z "$address" ]; then
  echo "the server did not say where it listens:" >&2
  cat "$log" >&2
  exit 1
fi
"$work/venv/bin/python" "$here/check_docs.py" "$address"
"$work/venv/bin/python" "$here/play_games.py" --address "$address" "$@"
if command -v redis-server >/dev/null; then
  "$work/venv/bin/python" "$here/rolling.py" --server "$server"
else
  echo "NOT TESTED: a rolling restart needs redis-server, which is not installed" >&2
  [ -z "${CI:-}" ]
fi
