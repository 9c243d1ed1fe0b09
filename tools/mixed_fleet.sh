#!/usr/bin/env bash
# Plays with a fleet of two releases. At first there is one replica of each. Every restart changes the release of a replica, so rooms move
# between the two releases. The load generator audits every hand.
#
#   tools/mixed_fleet.sh OLD NEW [ARGUMENT…]
#
# OLD and NEW are the programs of two releases, LOAD the load generator (target/release/thirdseat-load). Arguments go to its `fleet`:
# --seconds 120 --every 2 --tables 16 --timeout-ms 20000
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

old=$(realpath "${1:?usage: mixed_fleet.sh OLD NEW [ARGUMENT…]}")
new=$(realpath "${2:?usage: mixed_fleet.sh OLD NEW [ARGUMENT…]}")
shift 2
"$old" --version
"$new" --version

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
# This program counts its starts, and alternates between the releases: old and new, then new and old, and so on.
cat >"$made/thirdseat" <<END
#!/bin/sh
exec 9>"$made/lock"
flock 9
echo start >>"$made/starts"
starts=\$(wc -l <"$made/starts")
exec 9>&-
if [ \$((starts / 2 % 2)) -eq 0 ]; then exec "$old" "\$@"; else exec "$new" "\$@"; fi
END
chmod +x "$made/thirdseat"
"${LOAD:-target/release/thirdseat-load}" fleet --server "$made/thirdseat" --scenario roll "$@"
echo "mixed fleet: $(wc -l <"$made/starts") starts"
