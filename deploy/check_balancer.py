"""Starts deploy/haproxy/haproxy.cfg with a real HAProxy before two replicas with a Redis, and calls through it by gRPC and by JSON over
HTTP/1.1 and HTTP/2 while one replica is killed and another one stops: no call fails but those in flight on the killed one. Of the file
only ports and the name server are others (`as_shipped`). Usage: check_balancer.py [HAPROXY.CFG]"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import grpc
import httpx
from check_chart import HERE, SERVICE

sys.path.append(str(HERE.parent / "clients" / "audit"))
from local_servers import Redis, free_port  # noqa: E402

FULL = bool(os.environ.get("THIRDSEAT_FULL"))
# Each phase is longer than the checks of health need to take a replica out: twice half a second, after five of a first grace.
PHASE_S = 20 if FULL else 6
REPLICAS = ["127.0.0.2", "127.0.0.3"]
CALLS = "/thirdseat.v1.CompanionService"
ROOM = "balanced"
OPEN = {"requestId": "open-1", "roomId": ROOM, "ruleset": "classic", "bots": [{"chair": "CHAIR_THIRD", "persona": "rules", "seed": 11}]}
GET = {"roomId": ROOM, "audience": "AUDIENCE_PUBLIC"}
# The same request in protobuf: field 1 is the name, field 2 the audience.
GET_BYTES = b"\x0a" + bytes([len(ROOM)]) + ROOM.encode() + b"\x10\x01"


def name_server():
    """Answers every question for an IPv4 address with those of the replicas, as the name server of the compose network does."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))

    def answer():
        while True:
            question, client = server.recvfrom(512)
            end = question.index(b"\0", 12) + 5
            is_ipv4 = question[end - 4 : end - 2] == b"\0\1"
            found = REPLICAS if is_ipv4 else []
            records = b"".join(b"\xc0\x0c\0\1\0\1\0\0\0\5\0\4" + socket.inet_aton(address) for address in found)
            head = question[:2] + b"\x81\x80\0\1" + len(found).to_bytes(2, "big") + b"\0\0\0\0"
            server.sendto(head + question[12:end] + records, client)

    threading.Thread(target=answer, daemon=True).start()
    return server.getsockname()[1]


def as_shipped(text, places):
    """The file with other places to listen on, other ports of the replicas, and another name server."""
    changes = {
        "bind :50051": f"bind {places.calls}",
        "bind :8404": f"bind 127.0.0.1:{places.metrics}",
        "thirdseat:50051": f"thirdseat:{places.grpc}",
        "port 9464": f"port {places.admin}",
        "parse-resolv-conf": f"nameserver local 127.0.0.1:{name_server()}",
    }
    for old, new in changes.items():
        assert old in text, f"{old} is not in the file"
        text = text.replace(old, new)
    return text


class Places:
    """The balancer's address, and free ports."""

    def __init__(self):
        self.calls = f"127.0.0.1:{free_port()}"
        self.metrics, self.grpc, self.admin = free_port(), free_port(), free_port()


class Replica:
    def __init__(self, address, places, redis):
        listen = ["--listen", f"{address}:{places.grpc}", "--admin-listen", f"{address}:{places.admin}"]
        self.command = [SERVICE, "--profile", "container", "serve", *listen]
        store = {"THIRDSEAT__ROOMS__STORE": "redis", "THIRDSEAT__ROOMS__REDIS__URL": redis.url, "THIRDSEAT__LOG__REPLAY": "false"}
        self.environment = {**os.environ, **store}
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self, how):
        self.process.send_signal(how)
        self.process.wait(60)


class Caller(threading.Thread):
    """Calls without a pause, and keeps when a call began and ended that failed."""

    def __init__(self, name, call):
        super().__init__(daemon=True)
        self.name, self.call, self.is_over, self.calls, self.failed = name, call, False, 0, []

    def run(self):
        while not self.is_over:
            began = time.monotonic()
            try:
                self.call()
            except Exception as error:  # noqa: BLE001
                self.failed.append((began, time.monotonic(), f"{self.name}: {error}"[:200]))
            self.calls += 1
            time.sleep(0.005)


def json_call(client, address):
    def call():
        answer = client.post(f"http://{address}{CALLS}/GetRoom", json=GET)
        answer.raise_for_status()
        assert answer.json()["roomId"] == ROOM, answer.text

    return call


def callers(address):
    channel = grpc.insecure_channel(address)
    get_room = channel.unary_unary(f"{CALLS}/GetRoom")
    clients = {"HTTP/1.1": httpx.Client(timeout=20), "HTTP/2": httpx.Client(timeout=20, http1=False, http2=True)}
    yield Caller("gRPC", lambda: get_room(GET_BYTES, timeout=20))
    for name, client in clients.items():
        yield Caller(f"JSON over {name}", json_call(client, address))


def active(port):
    """The number of replicas that the balancer believes to serve."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as page:
        lines = page.read().decode().splitlines()
    return next(int(float(line.split()[-1])) for line in lines if line.startswith('haproxy_backend_active_servers{proxy="replicas"}'))


def wait_until(is_so, what):
    until = time.monotonic() + 30
    while not is_so():
        if time.monotonic() > until:
            raise SystemExit(f"balancer: {what}")
        time.sleep(0.05)


def opens(client, address):
    try:
        return client.post(f"http://{address}{CALLS}/OpenRoom", json=OPEN).status_code == 200
    except httpx.HTTPError:
        return False


def play(replicas, running, admin):
    """Each phase, and the time at which a replica was killed."""
    wait_until(lambda: active(admin) == 2, "the replicas are never up")
    time.sleep(PHASE_S)
    replicas[0].stop(signal.SIGKILL)
    killed = time.monotonic()
    time.sleep(PHASE_S)
    replicas[0].start()
    wait_until(lambda: active(admin) == 2, "a replica that came back is not seen")
    replicas[1].stop(signal.SIGTERM)
    time.sleep(PHASE_S / 2)
    for caller in running:
        caller.is_over = True
        caller.join()
    return killed


def judge(running, killed):
    failed = [failure for caller in running for failure in caller.failed]
    in_flight = [failure for failure in failed if failure[0] < killed <= failure[1] + 0.5]
    wrong = [failure for failure in failed if failure not in in_flight or len(in_flight) > len(running)]
    for began, _, words in wrong[:10]:
        print(f"  {began - killed:+.2f} s from the kill: {words}")
    counts = ", ".join(f"{caller.calls} by {caller.name}" for caller in running)
    print(f"balancer: {counts}; {len(in_flight)} in flight on the killed replica failed, {len(wrong)} others")
    return 1 if wrong else 0


def main(file=HERE / "haproxy" / "haproxy.cfg"):
    if not SERVICE.exists() or not shutil.which("haproxy") or not shutil.which("redis-server"):
        print("balancer: not tried, the service is not built, or HAProxy or Redis is not installed")
        return int("CI" in os.environ)
    places, redis, started = Places(), Redis(), []
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as config:
        config.write(as_shipped(Path(file).read_text(), places))
        config.flush()
        try:
            replicas = [Replica(address, places, redis) for address in REPLICAS]
            started = [replica.process for replica in replicas]
            started.append(subprocess.Popen(["haproxy", "-db", "-f", config.name], stdout=subprocess.DEVNULL))
            client = httpx.Client(timeout=5)
            wait_until(lambda: opens(client, places.calls), "JSON over HTTP/1.1 is not answered")
            running = list(callers(places.calls))
            for caller in running:
                caller.start()
            return judge(running, play(replicas, running, places.metrics))
        finally:
            for process in [*started, *(replica.process for replica in replicas)]:
                process.kill()
            redis.stop()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
