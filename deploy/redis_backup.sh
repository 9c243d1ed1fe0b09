#!/usr/bin/env bash
# Saves and restores the data of a Redis (rooms, players), by Redis' own tools. Tested by deploy/check_backup.py.
#
#   deploy/redis_backup.sh save FILE [COMMAND…]      writes a snapshot (RDB) while Redis serves
#   deploy/redis_backup.sh restore FILE [COMMAND…]   replaces all that Redis holds by the snapshot
#
# COMMAND runs a program where Redis runs: kubectl -n thirdseat exec -i thirdseat-redis-0 --, or docker compose exec -T redis.
# There REDISCLI_AUTH is the password, as in the chart's pod, and REDIS_PORT the port, unless it is 6379; the port above it has to be free.
# REDISCLI_ARGS has further options of redis-cli, as for TLS: COMMAND is then env REDISCLI_ARGS="--tls --cacert FILE" (--cert, --key).
set -euo pipefail

action=${1:?usage: redis_backup.sh save|restore FILE [COMMAND…]}
file=${2:?usage: redis_backup.sh save|restore FILE [COMMAND…]}
shift 2

# A Redis with append-only files ignores a snapshot in its folder. So it copies the data from a temporary Redis beside it, over loopback,
# which no network policy stops.
# shellcheck disable=SC2016
restore='
set -eu
port=${REDIS_PORT:-6379} password=${REDISCLI_AUTH:-} REDISCLI_ARGS=${REDISCLI_ARGS:-}
beside=$((port + 1))
cli() { redis-cli $REDISCLI_ARGS -p "$port" "$@"; }
folder=$(cli config get dir | tail -n 1)
cat >"$folder/restore.rdb"
trap "rm -f \"$folder/restore.rdb\"; redis-cli -p $beside shutdown nosave >/dev/null 2>&1 || true" EXIT
says() { cli info "$1" | tr -d "\r" | grep -qx "$2"; }
within() { tries=0; until "$@"; do tries=$((tries + 1)); [ "$tries" -lt 600 ] || { echo "timed out: $*" >&2; exit 1; }; sleep 0.1; done; }
snapshot_is_loaded() { [ "$(redis-cli -p "$beside" ping 2>/dev/null)" = PONG ]; }
redis-server --port "$beside" --bind 127.0.0.1 --dir "$folder" --dbfilename restore.rdb --save "" --appendonly no --requirepass "$password" --daemonize yes >/dev/null
within snapshot_is_loaded
cli config set masterauth "$password" >/dev/null
cli replicaof 127.0.0.1 "$beside" >/dev/null
within says replication master_link_status:up
cli replicaof no one >/dev/null
cli config set masterauth "" >/dev/null
# The append-only files are rewritten, because otherwise a crash would restore the old state.
within says persistence aof_rewrite_scheduled:0
within says persistence aof_rewrite_in_progress:0
echo "restored $(cli dbsize) keys"
'

is_snapshot() { [ "$(head -c 5 "$1")" = REDIS ]; }

case $action in
  save)
    # shellcheck disable=SC2016
    if ! "$@" sh -c 'redis-cli ${REDISCLI_ARGS:-} -p "${REDIS_PORT:-6379}" --rdb -' >"$file.part" 2>"$file.said" || ! is_snapshot "$file.part"; then
      cat "$file.said" >&2
      rm -f "$file.part" "$file.said"
      echo "Redis sent no snapshot: are REDISCLI_AUTH, REDIS_PORT and REDISCLI_ARGS right?" >&2
      exit 1
    fi
    rm -f "$file.said"
    mv "$file.part" "$file"
    ;;
  restore)
    is_snapshot "$file" || { echo "$file is no snapshot of Redis" >&2; exit 1; }
    "$@" sh -c "$restore" <"$file"
    ;;
  *) echo "usage: redis_backup.sh save|restore FILE [COMMAND…]" >&2; exit 2 ;;
esac
