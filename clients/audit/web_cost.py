"""The cost of a call to the service by transport: gRPC, Connect in binary, and JSON, for a short question, one with a long history, and a
turn in a room. h2load sends the same bytes again and again from 16 callers; the figure is the server's processor time per call, the
median over rounds in which the transports take turns. Usage: web_cost.py [--server PROGRAM] [--calls N] [--rounds N]
Needs h2load (Debian's nghttp2-client)."""

import argparse
import json
import statistics
import struct
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from google.protobuf import json_format

from local_servers import Replica
from thirdseat.v1 import decision_pb2

SERVICE = "thirdseat.v1.CompanionService"
CALLERS = 16
PRESENT = {
    "chair": "CHAIR_THIRD",
    "hand": {"ruleset": "classic", "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "3344JJ"}}], "present": {
        "landlord": "CHAIR_FIRST",
        "chairs": [{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}],
        "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}}}},
    "options": {"persona": "rules"},
}
EVENTS = [{"chair": f"CHAIR_{chair}", "action": {"call": f"CALL_{word}"}}
          for chair, word in (("FIRST", "PASS"), ("SECOND", "PASS"), ("THIRD", "SCORE_3"))]
EVENTS.append({"chair": "CHAIR_THIRD", "landlordFound": {"text": "89J"}})
for place, card in enumerate("3456789TJQK"):
    EVENTS.append({"chair": f"CHAIR_{('THIRD', 'FIRST', 'SECOND')[place % 3]}", "action": {"play": {"cards": {"text": card}}}})
HISTORY = {
    "chair": "CHAIR_SECOND",
    "hand": {"ruleset": "classic", "holds": [{"chair": "CHAIR_SECOND", "cards": {"text": "3467799QQKAA22"}}], "events": EVENTS},
    "options": {"persona": "rules"},
}
ROOM = {
    "requestId": "cost", "roomId": "cost", "ruleset": "classic", "bots": [{"chair": "CHAIR_SECOND", "persona": "rules"}],
    "events": [{"sequence": 1, "handNumber": 1, "dealt": {"first": "CHAIR_FIRST", "holds": [
        {"chair": "CHAIR_SECOND", "cards": {"text": "34567799QQKAA2258"}}]}}]
    + [{"sequence": number, "handNumber": 1, "table": event} for number, event in enumerate(EVENTS[:5], 2)]
    + [{"sequence": 7, "handNumber": 1, "table": EVENTS[5]}],
}
TURN = {"chair": "CHAIR_SECOND", "roomId": "cost", "roomVersion": 8}
QUESTIONS = {"the present": PRESENT, f"{len(EVENTS)} events": HISTORY, "a turn in a room": TURN}
# Content type, body, flags of h2load.
WAYS = {
    "gRPC": ("application/grpc", "grpc", []),
    "Connect, HTTP/2": ("application/proto", "binary", []),
    "Connect, HTTP/1.1": ("application/proto", "binary", ["--h1"]),
    "JSON, HTTP/2": ("application/json", "json", []),
    "JSON, HTTP/1.1": ("application/json", "json", ["--h1"]),
}


def bodies(question):
    text = json.dumps(question).encode()
    binary = json_format.ParseDict(question, decision_pb2.DecideRequest()).SerializeToString()
    return {"json": text, "binary": binary, "grpc": struct.pack(">BI", 0, len(binary)) + binary}


def call(address, rpc, body):
    request = urllib.request.Request(f"http://{address}/{SERVICE}/{rpc}", json.dumps(body).encode(), {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=10))


def measure(replica, file, kind, flags, calls):
    trailers = ["-H", "te: trailers"] if kind == "application/grpc" else []
    command = ["h2load", "-n", str(calls), "-c", str(CALLERS), "-m", "1", "-t", "1", "-d", file, "-H", f"content-type: {kind}", *trailers, *flags]
    before = replica.cpu_us()
    said = subprocess.run([*command, f"http://{replica.address}/{SERVICE}/Follow"], check=True, capture_output=True, text=True).stdout
    assert f"{calls} succeeded" in said and f"{calls} 2xx" in said, said
    return (replica.cpu_us() - before) / calls


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--server", default="target/release/thirdseat")
    options.add_argument("--calls", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=5)
    options = options.parse_args()
    replica = Replica(options.server, {})
    try:
        call(replica.address, "OpenRoom", ROOM)
        for question in QUESTIONS.values():
            assert "action" in call(replica.address, "Follow", question)
        for name, question in QUESTIONS.items():
            sent, cost = bodies(question), {way: [] for way in WAYS}
            with tempfile.TemporaryDirectory() as folder:
                for form, body in sent.items():
                    Path(folder, form).write_bytes(body)
                for _ in range(options.rounds):
                    for way, (kind, form, flags) in WAYS.items():
                        cost[way].append(measure(replica, f"{folder}/{form}", kind, flags, options.calls))
            median = {way: statistics.median(costs) for way, costs in cost.items()}
            print(f"{name}: {len(sent['binary'])} bytes in binary, {len(sent['json'])} in JSON")
            for way, cost_us in median.items():
                print(f"  {way:18} {cost_us:6.1f} us of the server, {cost_us / median['gRPC']:.2f} x gRPC")
    finally:
        replica.stop()


main()
