#!/usr/bin/env bash
# Audits the service through the Python client: the client's tests, calls of the documents, and games. Arguments go to play_games.py; with
# --address, nothing else is run at that server. Needs Python 3.10 or later with venv, and a built server.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
python=$("$here/../python/install.sh")
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1

(cd "$here/../python" && "$python" -m unittest --quiet)
(cd "$here" && "$python" -m unittest --quiet)
"$python" "$here/json_samples.py" --check

case " $* " in
  *" --address"*) exec "$python" "$here/play_games.py" "$@" ;;
esac
# shellcheck source=clients/serve.sh
. "$here/../serve.sh"
"$python" "$here/check_docs.py" "$address" "$(dirname "$python")/buf"
"$python" "$here/play_games.py" --address "$address" "$@"
"$python" "$here/evening.py" --server "$server" --hands 8
# The table of another engine. OpenSpiel is installed only here, because it is large and no other check needs it.
if "$python" -m pip install --quiet --disable-pip-version-check open_spiel==2.0.2; then
  "$python" "$here/foreign_table.py" "$address" 30
else
  echo "NOT TESTED: the table of another engine needs open_spiel, which pip cannot install" >&2
  [ -z "${CI:-}" ]
fi
if command -v redis-server >/dev/null; then
  "$python" "$here/rolling.py" --server "$server"
else
  echo "NOT TESTED: a rolling restart needs redis-server, which is not installed" >&2
  [ -z "${CI:-}" ]
fi
