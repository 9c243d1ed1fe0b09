#!/usr/bin/env bash
# Installs the Python client, starts a server on a free port unless --address says where one is, runs every call of the documents, and
# plays. Arguments go to play_games.py. Needs Python 3.9 or later with venv, and a built server.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
python=$("$here/install.sh")
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1

(cd "$here" && "$python" -m unittest --quiet)
"$python" "$here/json_samples.py" --check

case " $* " in
  *" --address"*) exec "$python" "$here/play_games.py" "$@" ;;
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
"$python" "$here/check_docs.py" "$address"
"$python" "$here/check_reflection.py" "$address" "$(dirname "$python")/buf"
"$python" "$here/play_games.py" --address "$address" "$@"
if command -v redis-server >/dev/null; then
  "$python" "$here/rolling.py" --server "$server"
else
  echo "NOT TESTED: a rolling restart needs redis-server, which is not installed" >&2
  [ -z "${CI:-}" ]
fi
