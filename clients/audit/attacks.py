"""Starts servers on loopback and attacks them.
Usage: attacks.py [--server PROGRAM] [NAME…]; needs redis-server and openssl."""

import argparse
import contextlib
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import grpc
from google.protobuf import json_format

from local_servers import Redis, Replica, free_port
from thirdseat.v1 import companion_service_pb2_grpc as service
from thirdseat.v1 import decision_pb2, rooms_pb2

SERVICE_PATH = "/thirdseat.v1.CompanionService/"
PRESENT = {"landlord": "CHAIR_FIRST", "chairs": [{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}],
           "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}}}
HAND = {"ruleset": "classic", "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "3344JJ"}}], "present": PRESENT}
FOLLOW_REQUEST = {"chair": "CHAIR_THIRD", "hand": HAND, "options": {"persona": "rules"}}
# A whole deal with open hands. Solving it takes long.
WHOLE_DEAL = {"hand": {"ruleset": "classic", "holds": [
    {"chair": chair, "cards": {"text": text}} for chair, text in [
        ("CHAIR_FIRST", "33444668TJJQKKKAAA2D"), ("CHAIR_SECOND", "3455567889TJQKA22"), ("CHAIR_THIRD", "3567778999TTJQQ2X")]]}}
program = os.environ.get("THIRDSEAT", "target/release/thirdseat")


class Server(Replica):
    """A replica with a known admin address and a log file."""

    def __init__(self, folder, **settings):
        self.path = Path(folder, f"log-{time.monotonic_ns()}")
        self.admin = f"127.0.0.1:{free_port()}"
        fixed = {"ADMIN__LISTEN": self.admin, "LOG__FORMAT": "json", "LOG__REPLAY": "true"}
        with self.path.open("wb") as log:
            super().__init__(program, {f"THIRDSEAT__{name}": value for name, value in (fixed | settings).items()}, log)

    def get_admin(self, path):
        try:
            with urllib.request.urlopen(f"http://{self.admin}{path}", timeout=2) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""
        except OSError:
            return 0, ""

    def series_sum(self, start):
        lines = self.get_admin("/metrics")[1].splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(start))

    def call(self, rpc, request, token=None, **headers):
        """Makes a call with JSON. Returns the HTTP status, the headers and the answer."""
        headers = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["authorization"] = f"Bearer {token}"
        sent = urllib.request.Request(f"http://{self.address}{SERVICE_PATH}{rpc}", json.dumps(request).encode(), headers)
        try:
            with urllib.request.urlopen(sent, timeout=10) as answer:
                return answer.status, answer.headers, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, error.headers, json.load(error)

    def log_lines(self, name):
        found = [json.loads(line) for line in self.path.read_text().splitlines() if line.startswith("{")]
        return [line for line in found if line.get("message") == name]

    def memory_mb(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024


def wait_until(holds, what, seconds=20):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        time.sleep(0.05)


def refusal_reason(answer):
    return answer[1].get("thirdseat-reason", "")


def room_request(name, **more):
    return {"requestId": name, "roomId": name, "ruleset": "classic", "bots": [{"chair": "CHAIR_THIRD", "persona": "rules"}]} | more


def deal_event(number=1):
    holds = [{"chair": "CHAIR_THIRD", "cards": {"text": "34456789TJQKKA22X"}}]
    return {"sequence": number, "handNumber": 1, "dealt": {"first": "CHAIR_THIRD", "holds": holds}}


def unreadable_messages(start):
    server = start()
    with grpc.insecure_channel(server.address) as channel:
        raw = channel.unary_unary(SERVICE_PATH + "Follow", request_serializer=bytes, response_deserializer=bytes)
        for _ in range(20):
            try:
                raw(b"\xff\xff\xff", timeout=5)
                raise AssertionError("an unreadable message was answered")
            except grpc.RpcError as error:
                assert error.code() is grpc.StatusCode.INVALID_ARGUMENT, error
    assert server.series_sum('thirdseat_rpc_total{rpc="Follow",code="INTERNAL"}') == 0
    assert server.series_sum('thirdseat_refused_total{reason="REQUEST_UNREADABLE"}') == 20


def oversized_values(start):
    status, headers, answer = start().call("GetRoom", {"roomId": "x" * 60_000})
    assert status == 400 and len(json.dumps(answer)) < 4_000 and sum(map(len, headers.values())) < 2_000, (status, len(answer))


def counters_at_their_limit(start):
    server = start()
    assert server.call("OpenRoom", room_request("wedge", hand=HAND | {"ruleset": ""}, handNumber=1, sequence=2**32 - 1))[0] == 400
    assert server.call("OpenRoom", room_request("wedge"))[0] == 200
    assert server.call("RecordEvents", {"roomId": "wedge", "events": [deal_event()]})[0] == 200, "the room is wedged"


def half_open_connections(start):
    server = start(GRPC__CONNECTIONS_MAX="500")
    held = []
    for address in (server.address, server.admin):
        host, port = address.split(":")
        for _ in range(1800):
            with contextlib.suppress(OSError):
                held.append(socket.create_connection((host, int(port)), timeout=2))
    assert len(held) > 3000, f"only {len(held)} connections"
    # The server closes silent connections. Meanwhile it must answer other connections.
    wait_until(lambda: server.get_admin("/livez")[0] == 200, "/livez answers", 10)
    wait_until(lambda: is_answered(server), "a call is answered", 15)
    for connection in held:
        connection.close()


def is_answered(server):
    with contextlib.suppress(OSError, ValueError):
        return server.call("Follow", FOLLOW_REQUEST)[0] == 200
    return False


def floods(start):
    tokens = Path(tempfile.mkdtemp(), "tokens")
    tokens.write_text("flood-token-0000001 decide rooms caller=flood calls_per_s=5\nquiet-token-0000001 decide rooms caller=quiet\n")
    server = start(GRPC__TOKENS__FILE=str(tokens))
    floods = [server.call("Follow", FOLLOW_REQUEST, token="flood-token-0000001") for _ in range(60)]
    refused = [answer for answer in floods if refusal_reason(answer) == "QUOTA_EXCEEDED"]
    assert refused and all(int(answer[1]["retry-after"]) >= 0 for answer in refused)
    assert all(server.call("Follow", FOLLOW_REQUEST, token="quiet-token-0000001")[0] == 200 for _ in range(20))
    assert server.series_sum('thirdseat_caller_calls_total{caller="flood"') == 60
    assert server.call("OpenRoom", room_request("mine"), token="quiet-token-0000001")[0] == 200
    time.sleep(1)
    assert refusal_reason(server.call("GetRoom", {"roomId": "mine"}, token="flood-token-0000001")) == "ROOM_NOT_FOUND"
    assert server.call("Follow", FOLLOW_REQUEST, token="stolen-token-000001")[0] == 401
    wait_until(lambda: server.log_lines("token_refused") and server.log_lines("quota_exceeded"), "both are in the log")


def renewed_certificate_and_tokens(start):
    folder = Path(tempfile.mkdtemp())
    key, certificate, tokens = folder / "key", folder / "certificate", folder / "tokens"

    def sign(days):
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
                   "-days", str(days), "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True)

    sign(5)
    tokens.write_text("first-token-0000001 decide\n")
    server = start(GRPC__TLS__CERTIFICATE=str(certificate), GRPC__TLS__KEY=str(key), GRPC__TOKENS__FILE=str(tokens))
    expires = server.series_sum("thirdseat_certificate_expiry_seconds")
    assert expires > time.time() and server.log_lines("certificate_expires"), "there is no warning"
    sign(300)
    tokens.write_text("other-token-0000001 decide\n")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: server.series_sum("thirdseat_certificate_expiry_seconds") > expires + 200 * 86_400, "the new certificate is read")
    wait_until(lambda: server.log_lines("reloaded"), "the log says so")
    assert server.process.poll() is None


def lost_writes(start):
    server = start()
    server.call("OpenRoom", room_request("failover", events=[deal_event()]))
    turn = {"roomId": "failover", "chair": "CHAIR_THIRD"}
    assert refusal_reason(server.call("Bid", turn | {"roomVersion": 9})) == "VERSION_MISMATCH"
    bare = server.call("Bid", turn)[2]
    assert bare["warnings"] and server.series_sum("thirdseat_turns_without_version_total") == 1


def spectators(start):
    server = start()
    server.call("OpenRoom", room_request("watched"))
    with grpc.insecure_channel(server.address) as channel:
        watch = service.CompanionServiceStub(channel).WatchRoom
        streams = [watch(rooms_pb2.WatchRoomRequest(room_id="watched")) for _ in range(30)]
        for stream in streams:
            next(stream)
        assert server.series_sum('thirdseat_streams{rpc="WatchRoom"}') == 30
        assert server.series_sum("thirdseat_inflight") == 0, "idle streams scale the fleet"
        for stream in streams:
            stream.cancel()


def a_store_that_fails(start):
    store = Redis()

    def send(*words):
        with socket.create_connection(("127.0.0.1", store.port), timeout=1) as connection:
            connection.sendall(f"*{len(words)}\r\n".encode() + b"".join(f"${len(word)}\r\n{word}\r\n".encode() for word in words))
            return connection.recv(65536)

    try:
        server = start(ROOMS__STORE="redis", ROOMS__REDIS__URL=store.url)
        server.call("OpenRoom", room_request("strange"))
        keys = re.findall(rb"thirdseat\S*strange\S*", send("KEYS", "*"))
        assert keys, "no key is named after the room"
        assert send("SET", keys[0].decode(), "garbage-garbage-garbage").startswith(b"+OK")
        status, headers, answer = server.call("GetRoom", {"roomId": "strange"})
        assert refusal_reason((status, headers)) == "ROOM_UNREADABLE" and headers.get("retry-after") is None, (status, answer)
        store.stop()
        assert refusal_reason(server.call("GetRoom", {"roomId": "strange"})) == "STORE_UNAVAILABLE"
        store.start()
        wait_until(lambda: refusal_reason(server.call("GetRoom", {"roomId": "gone"})) == "ROOM_NOT_FOUND", "the store is found again")
        # A thread of its own writes the log, so the test waits for the lines.
        told = lambda: server.log_lines("store_down") and server.log_lines("store_up") and server.log_lines("room_unreadable")
        wait_until(told, "the log tells of the store")
    finally:
        store.stop()


def overload(start):
    server = start(THINKING__INFLIGHT_MAX="1", BUDGETS__SOLVE_MS="60000", GRPC__DRAIN_S="1")
    solving = threading.Thread(target=solve_ignoring_errors, args=(server, WHOLE_DEAL), daemon=True)
    solving.start()
    wait_until(lambda: server.series_sum('thirdseat_inflight{rpc="SolveEndgame"}') == 1, "the endgame is being solved")
    with grpc.insecure_channel(server.address) as channel:
        try:
            service.CompanionServiceStub(channel).Follow(json_format.ParseDict(FOLLOW_REQUEST, decision_pb2.DecideRequest()), timeout=5)
            raise AssertionError("a call above the cap was answered")
        except grpc.RpcError as error:
            told = dict(error.trailing_metadata())
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and int(told["grpc-retry-pushback-ms"]) > 0, error
    wait_until(lambda: server.log_lines("calls_shed"), "shedding is in the log")


def solve_ignoring_errors(server, request):
    with contextlib.suppress(OSError):
        server.call("SolveEndgame", request)


def lost_traces(start):
    server = start()
    _, headers, _ = server.call("Follow", FOLLOW_REQUEST, x_request_id="hand-9",
                                traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    assert headers["x-request-id"] == "hand-9"
    wait_until(lambda: server.log_lines("replay"), "the decision is in the log")
    line = server.log_lines("replay")[0]
    assert line["timestamp"] and line["request"] == "hand-9" and line["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736", line


def series_at_the_start(start):
    page = start().get_admin("/metrics")[1]
    samples = [line for line in page.splitlines() if line and not line.startswith("#")]
    assert len(samples) < 280, f"{len(samples)} series before anything happened"
    # A lookup does not wait for a thread and has no decider, and a bid has no list of plays: such series must not exist.
    for impossible in ('shed_total{rpc="ListRulesets",reason="queue"', 'degraded_total{rpc="ListRulesets"', 'degraded_total{rpc="Bid",reason="legal_plays"'):
        assert impossible not in page, impossible


ATTACKS = [unreadable_messages, oversized_values, counters_at_their_limit, half_open_connections, floods,
           renewed_certificate_and_tokens, lost_writes, spectators, a_store_that_fails, overload, lost_traces, series_at_the_start]


def withstands(attack):
    servers = []
    with tempfile.TemporaryDirectory() as folder:

        def start(**settings):
            servers.append(Server(folder, **settings))
            return servers[-1]

        try:
            attack(start)
            return True
        except Exception as error:
            print(f"  {attack.__name__}: {error!r}", file=sys.stderr)
            return False
        finally:
            for server in servers:
                server.stop(signal.SIGTERM)


def main():
    global program
    options = argparse.ArgumentParser()
    options.add_argument("--server", default=program)
    options.add_argument("names", nargs="*")
    options = options.parse_args()
    program = options.server
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    failed = 0
    for attack in ATTACKS:
        if options.names and attack.__name__ not in options.names:
            continue
        began = time.monotonic()
        is_withstood = withstands(attack)
        failed += not is_withstood
        print(f"{'withstood' if is_withstood else 'NOT withstood'}: {attack.__name__} ({time.monotonic() - began:.1f} s)")
    sys.exit(failed > 0)


main()
