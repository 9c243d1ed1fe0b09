"""A rolling restart from a backend's view. Two replicas with one Redis are stopped and started again, one after the other, while threads
make calls without a pause. The channel has the service config of docs/use/integration.md. No call may fail. Usage: rolling.py
--server PATH [--seconds N] [--redis PATH]."""

import argparse
import os
import pathlib
import re
import signal
import sys
import threading
import time

import grpc
from thirdseat.v1 import companion_service_pb2_grpc, decision_pb2, rooms_pb2
from google.protobuf import json_format

from local_servers import Redis, Replica

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The time limit is long, because a machine that also builds and tests is slow, and this check does not measure time.
TIMEOUT_S = 20
FOLLOW_REQUEST = {
    "chair": "CHAIR_THIRD",
    "hand": {
        "ruleset": "classic",
        "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "3344JJ"}}],
        "present": {
            "landlord": "CHAIR_FIRST",
            "chairs": [{"chair": "CHAIR_FIRST", "cards_left": 5}, {"chair": "CHAIR_SECOND", "cards_left": 4}],
            "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}},
        },
    },
    "options": {"persona": "rules"},
}


def service_config():
    """Returns the service config from the page, because the page's text must work unchanged."""
    page = (ROOT / "docs/use/integration.md").read_text()
    return re.search(r"```json service-config\n(.*?)```", page, re.S).group(1)


def parse_message(kind, told):
    return json_format.ParseDict(told, kind())


def call_until_stopped(stub, number, stop, counts):
    """Makes calls with and without a room, until `stop` is set."""
    follow = parse_message(decision_pb2.DecideRequest, FOLLOW_REQUEST)
    turn = 0
    while not stop.is_set():
        turn += 1
        room = f"rolling-{os.getpid()}-{number}-{turn}"
        opening = {"requestId": room, "roomId": room, "ruleset": "classic", "bots": [{"chair": "CHAIR_THIRD", "persona": "rules"}]}
        calls = [
            (stub.Follow, follow),
            (stub.OpenRoom, parse_message(rooms_pb2.OpenRoomRequest, opening)),
            (stub.GetRoom, rooms_pb2.GetRoomRequest(room_id=room)),
            (stub.CloseRoom, rooms_pb2.CloseRoomRequest(room_id=room)),
        ]
        for call, request in calls:
            try:
                call(request, timeout=TIMEOUT_S)
                counts["answered"] += 1
            except grpc.RpcError as error:
                counts["failed"] += 1
                print(f"{error.code().name}: {error.details()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--redis", default="redis-server")
    parser.add_argument("--seconds", type=float, default=12)
    args = parser.parse_args()
    redis, replicas = Redis(args.redis), []
    try:
        store = {"THIRDSEAT__ROOMS__STORE": "redis", "THIRDSEAT__ROOMS__REDIS__URL": redis.url}
        for _ in range(2):
            replicas.append(Replica(args.server, store))
        channel = grpc.insecure_channel("ipv4:" + ",".join(replica.address for replica in replicas),
                                        options=[("grpc.service_config", service_config()), ("grpc.default_authority", "thirdseat")])
        stub = companion_service_pb2_grpc.CompanionServiceStub(channel)
        stop, counts = threading.Event(), {"answered": 0, "failed": 0}
        threads = [threading.Thread(target=call_until_stopped, args=(stub, number, stop, counts)) for number in range(8)]
        for thread in threads:
            thread.start()
        until, restarts, unclean = time.monotonic() + args.seconds, 0, 0
        while time.monotonic() < until:
            time.sleep(1)
            replica = replicas[restarts % 2]
            unclean += replica.stop(signal.SIGTERM) != 0
            replica.start()
            restarts += 1
        stop.set()
        for thread in threads:
            thread.join()
    finally:
        for process in [redis, *replicas]:
            process.stop()
    print(f"rolling restart: {restarts} restarts, {unclean} unclean; {counts['answered']} calls answered, {counts['failed']} failed")
    return 0 if restarts >= 2 and not unclean and counts["answered"] > 100 and not counts["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
