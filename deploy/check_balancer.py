"""Starts replicas, Redis and a real HAProxy as docker-compose.yml says, and calls through HAProxy by gRPC and by JSON over HTTP/1.1 and
HTTP/2 while one replica hangs and is killed, and another one stops: only calls in flight on the killed one may fail. Of haproxy.cfg only
addresses, ports and the name server differ (`with_local_addresses`)."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import grpc
import httpx
import yaml
from check_chart import HERE, SERVICE

ROOT = HERE.parent
sys.path.append(str(ROOT / "clients" / "audit"))
from local_servers import Redis, Replica, free_port  # noqa: E402

FULL = bool(os.environ.get("THIRDSEAT_FULL"))
# Each phase is longer than the health checks need to remove a replica: twice half a second.
PHASE_S = 20 if FULL else 6
REPLICAS = ["127.0.0.2", "127.0.0.3"]
CALLS = "/thirdseat.v1.CompanionService"
ROOM = "balanced"
OPEN = {"requestId": "open-1", "roomId": ROOM, "ruleset": "classic", "bots": [{"chair": "CHAIR_THIRD", "persona": "rules", "seed": 11}]}
GET = {"roomId": ROOM, "audience": "AUDIENCE_PUBLIC"}
# The same request in protobuf: field 1 is the name, field 2 the audience.
GET_BYTES = b"\x0a" + bytes([len(ROOM)]) + ROOM.encode() + b"\x10\x01"


def start_name_server():
    """Starts a name server that answers every query for an IPv4 address with those of the replicas. Returns its port."""
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


def with_local_addresses(text, places):
    """Returns the file with other addresses to listen on, other ports of the replicas, and another name server."""
    changes = {
        "bind :50051": f"bind {places.calls}",
        "bind :8404": f"bind 127.0.0.1:{places.metrics}",
        "thirdseat:50051": f"thirdseat:{places.grpc}",
        "port 9464": f"port {places.admin}",
        "parse-resolv-conf": f"nameserver local 127.0.0.1:{start_name_server()}",
    }
    for old, new in changes.items():
        assert old in text, f"{old} is not in the file"
        text = text.replace(old, new)
    return text


class Compose:
    """Services of docker-compose.yml, as processes."""

    def __init__(self):
        self.services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        self.calls = f"127.0.0.1:{free_port()}"
        self.metrics, self.grpc, self.admin = free_port(), free_port(), free_port()
        self.redis = Redis(options=[word.replace("/data", ".") for word in self.services["redis"]["command"][1:]])
        variables = self.services["thirdseat"]["environment"]
        self.environment = {name: value.replace("redis:6379", f"127.0.0.1:{self.redis.port}") for name, value in variables.items()}

    def missing_parts(self):
        """Returns the names without a service, and the missing mounted files."""
        files = [HERE / "haproxy" / "haproxy.cfg", HERE / "prometheus" / "compose.yml"]
        hosts = re.findall(r"(?:\n  server \w+ |targets: \[\"|names: \[)([a-z-]+)", "".join(file.read_text() for file in files))
        hosts += re.findall(r"//([a-z-]+):\d", json.dumps(self.services))
        mounts = [mount.split(":")[0] for service in self.services.values() for mount in service.get("volumes", ())]
        return [*({*hosts} - {*self.services}), *(mount for mount in mounts if mount[0] == "." and not (ROOT / mount).exists())]

    def start_replicas(self):
        for address in REPLICAS[: self.services["thirdseat"]["scale"]]:
            admin = {"THIRDSEAT_PROFILE": "container", "THIRDSEAT__ADMIN__LISTEN": f"{address}:{self.admin}"}
            yield Replica(SERVICE, self.environment | admin, address=f"{address}:{self.grpc}")

    def start_balancer(self, config):
        balancer = self.services["balancer"]
        source, target, _ = balancer["volumes"][0].split(":")
        config.write(with_local_addresses((ROOT / source).read_text(), self))
        config.flush()
        command = [config.name if word == target else word for word in balancer["command"]]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Caller(threading.Thread):
    """A caller that calls again and again, and records the begin and end of each failed call."""

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


def make_callers(address):
    channel = grpc.insecure_channel(address)
    get_room = channel.unary_unary(f"{CALLS}/GetRoom")
    clients = {"HTTP/1.1": httpx.Client(timeout=20), "HTTP/2": httpx.Client(timeout=20, http1=False, http2=True)}
    yield Caller("gRPC", lambda: get_room(GET_BYTES, timeout=20))
    for name, client in clients.items():
        yield Caller(f"JSON over {name}", json_call(client, address))


def active_replicas(port):
    """Returns the number of replicas that the balancer uses."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as page:
        lines = page.read().decode().splitlines()
    return next(int(float(line.split()[-1])) for line in lines if line.startswith('haproxy_backend_active_servers{proxy="replicas"}'))


def wait_until(is_so, what):
    until = time.monotonic() + 30
    while not is_so():
        if time.monotonic() > until:
            raise SystemExit(f"balancer: {what}")
        time.sleep(0.05)


def can_open_room(address):
    try:
        return httpx.post(f"http://{address}{CALLS}/OpenRoom", json=OPEN, timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


def hang_replica(replica, running, admin):
    """Lets a replica hang until it gets no calls and each caller has had five answers. No call may fail."""
    replica.process.send_signal(signal.SIGSTOP)
    wait_until(lambda: active_replicas(admin) == 1, "a hung replica is not seen")
    goals = [caller.calls + 5 for caller in running]
    wait_until(lambda: all(caller.calls >= goal for caller, goal in zip(running, goals)), "calls wait for a hung replica")
    failed = [failure for caller in running for failure in caller.failed]
    if failed:
        raise SystemExit(f"balancer: a call waited for a hung replica: {failed[0][2]}")
    replica.process.send_signal(signal.SIGCONT)
    wait_until(lambda: active_replicas(admin) == 2, "a replica that hung does not come back")


def run_phases(replicas, running, admin):
    """Runs each phase, and returns the time at which a replica was killed."""
    wait_until(lambda: active_replicas(admin) == 2, "the replicas are never up")
    time.sleep(PHASE_S)
    hang_replica(replicas[0], running, admin)
    replicas[0].stop(signal.SIGKILL)
    killed = time.monotonic()
    time.sleep(PHASE_S)
    replicas[0].start()
    wait_until(lambda: active_replicas(admin) == 2, "a replica that came back is not seen")
    replicas[1].stop(signal.SIGTERM)
    time.sleep(PHASE_S / 2)
    for caller in running:
        caller.is_over = True
        caller.join()
    return killed


def report_failures(running, killed):
    failed = [failure for caller in running for failure in caller.failed]
    in_flight = [failure for failure in failed if failure[0] < killed <= failure[1] + 0.5]
    wrong = [failure for failure in failed if failure not in in_flight or len(in_flight) > len(running)]
    for began, _, words in wrong[:10]:
        print(f"  {began - killed:+.2f} s from the kill: {words}")
    counts = ", ".join(f"{caller.calls} by {caller.name}" for caller in running)
    print(f"balancer: {counts}; {len(in_flight)} in flight on the killed replica failed, {len(wrong)} others")
    return 1 if wrong else 0


def main():
    if not SERVICE.exists() or not shutil.which("haproxy") or not shutil.which("redis-server"):
        print("balancer: not tried, the service is not built, or HAProxy or Redis is not installed")
        return int("CI" in os.environ)
    compose = Compose()
    assert not compose.missing_parts(), compose.missing_parts()
    replicas, balancer = [], None
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as config:
        try:
            replicas.extend(compose.start_replicas())
            balancer = compose.start_balancer(config)
            wait_until(lambda: can_open_room(compose.calls), "JSON over HTTP/1.1 is not answered")
            running = list(make_callers(compose.calls))
            for caller in running:
                caller.start()
            return report_failures(running, run_phases(replicas, running, compose.metrics))
        finally:
            for replica in replicas:
                replica.process.kill()
            if balancer:
                balancer.terminate()
            compose.redis.stop()


if __name__ == "__main__":
    sys.exit(main())
