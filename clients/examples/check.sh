#!/usr/bin/env bash
# Tests the examples of clients/examples against bots of a real server: a Colyseus room in a real Colyseus server, a plain table, and a Nakama
# match handler, called like in Nakama's loop.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=clients/serve.sh
. "$here/../serve.sh"

[ -d "$here/../typescript/dist" ] || {
  npm --prefix "$here/../typescript" ci --silent --no-progress && npm --prefix "$here/../typescript" run --silent prepack
}
npm --prefix "$here/colyseus" install --silent --no-progress --no-package-lock
(cd "$here/colyseus" && THIRDSEAT_ADDRESS=$address timeout 120 node --test)
(cd "$here/plain-go" && go vet . && go run . "http://$address")
lines=$(sed -n '/^\/\/ table:/,/^\/\/ end of table/p' "$here/plain-go/main.go" | grep -vcE '^\s*(//|$)')
[ "$lines" -le 40 ] || { echo "plain-go: the table takes $lines lines, 40 are allowed" >&2 && exit 1; }
(cd "$here/nakama" && go vet . && THIRDSEAT_URL=http://$address go test -count=1 .)
