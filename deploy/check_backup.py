"""Tests deploy/redis_backup.sh with the service and a real Redis, started like in the chart: a room is back after the loss of Redis'
volume, without and with TLS, and after its next crash. Usage: check_backup.py HELM"""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from check_chart import HERE, SERVICE, Helm, value_at

sys.path.append(str(HERE.parent / "clients" / "audit"))
from local_servers import Replica  # noqa: E402

PASSWORD = "a-password"
OPEN = {
    "requestId": "open-1", "roomId": "kept", "ruleset": "classic",
    "bots": [{"chair": "CHAIR_THIRD", "persona": "rules", "seed": 11}],
    "players": [{"chair": "CHAIR_FIRST", "playerId": "p-1"}, {"chair": "CHAIR_SECOND", "playerId": "p-2"}],
}  # fmt: skip


def free_port_pair():
    """Returns a free port whose next one is free too, below the system's ports for connections."""
    while True:
        port = random.randrange(20000, 30000, 2)
        try:
            with socket.create_server(("127.0.0.1", port)), socket.create_server(("127.0.0.1", port + 1)):
                return port
        except OSError:
            continue


class Redis:
    def __init__(self, container, folder):
        self.port = free_port_pair()
        self.url = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"
        self.folder = folder
        self.environment = {**os.environ, "REDIS_PASSWORD": PASSWORD, "REDISCLI_AUTH": PASSWORD, "REDIS_PORT": str(self.port)}
        words = [str(folder) if word == "/data" else word for word in container["command"] + container["args"]]
        certificate, key = folder.parent / "redis.pem", folder.parent / "redis.key"
        name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, *name], check=True, capture_output=True)
        tls_port = str(free_port_pair())
        self.tls = {"REDIS_PORT": tls_port, "REDISCLI_ARGS": f"--tls --cacert {certificate}"}
        tls = ["--tls-port", tls_port, "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"]
        self.command = [*words, "--port", str(self.port), "--bind", "127.0.0.1", *tls]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, env=self.environment)
        until = time.monotonic() + 30
        assert PASSWORD not in Path(f"/proc/{self.process.pid}/cmdline").read_text()
        while self.cli("ping") != "PONG":
            if time.monotonic() > until:
                raise SystemExit("Redis does not answer")
            time.sleep(0.02)

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def lose_volume(self):
        self.stop()
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.start()

    def cli(self, *words):
        return subprocess.run(["redis-cli", "-p", str(self.port), *words], capture_output=True, text=True, env=self.environment).stdout.strip()

    def backup(self, action, file, **environment):
        script, environment = HERE / "redis_backup.sh", {**self.environment, **environment}
        done = subprocess.run([script, action, file, "env"], capture_output=True, text=True, env=environment, timeout=120)
        if done.returncode:
            raise SystemExit(f"{action}: {done.stderr}")

    def check_refused(self, word, action, file, **environment):
        """Runs a command that cannot succeed: it must give the reason."""
        try:
            self.backup(action, file, **environment)
        except SystemExit as said:
            assert word in str(said), said
        else:
            raise SystemExit(f"{action} of {file.name} was taken")


def call(address, rpc, body):
    request = urllib.request.Request(
        f"http://{address}/thirdseat.v1.CompanionService/{rpc}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def wait_for_room(address, seconds, is_there):
    """Returns the answer once the room is there or gone; the service needs a moment to reach Redis again."""
    until = time.monotonic() + seconds
    while True:
        found = call(address, "GetRoom", {"roomId": "kept", "audience": "AUDIENCE_PUBLIC"})
        if ("roomId" in found and is_there) or (not is_there and "ROOM_NOT_FOUND" in json.dumps(found)):
            return found
        if time.monotonic() > until:
            raise SystemExit(f"the room is {'not ' if is_there else ''}there: {found}")
        time.sleep(0.1)


def main(helm):
    if not SERVICE.exists() or not shutil.which("redis-server"):
        print("backup: not tried, the service is not built or Redis is not installed")
        return int("CI" in os.environ)
    container = value_at(Helm(helm).render("small"), "StatefulSet thirdseat-redis spec template spec containers 0")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "data")
        folder.mkdir()
        redis = Redis(container, folder)
        replica = Replica(str(SERVICE), {"THIRDSEAT__ROOMS__STORE": "redis", "THIRDSEAT__ROOMS__REDIS__URL": redis.url})
        try:
            file, opened = Path(temporary, "rooms.rdb"), call(replica.address, "OpenRoom", OPEN)
            assert "room" in opened, opened
            before = wait_for_room(replica.address, 20, is_there=True)
            redis.backup("save", file)
            redis.lose_volume()
            wait_for_room(replica.address, 20, is_there=False)
            redis.backup("restore", file)
            assert wait_for_room(replica.address, 20, is_there=True) == before
            redis.stop()
            redis.start()
            assert wait_for_room(replica.address, 20, is_there=True) == before
            assert redis.cli("dbsize") == "1", redis.cli("keys", "*")
            redis.backup("save", file, **redis.tls)
            redis.lose_volume()
            redis.backup("restore", file, **redis.tls)
            assert wait_for_room(replica.address, 20, is_there=True) == before
            redis.check_refused("REDISCLI_AUTH", "save", Path(temporary, "none.rdb"), REDISCLI_AUTH="a wrong one")
            redis.check_refused("REDISCLI_ARGS", "save", Path(temporary, "none.rdb"), REDIS_PORT=redis.tls["REDIS_PORT"])
            assert not [*Path(temporary).glob("none*")]
            odd = Path(temporary, "odd.rdb")
            odd.write_text("no snapshot")
            redis.check_refused("no snapshot", "restore", odd)
            assert redis.cli("dbsize") == "1", redis.cli("keys", "*")
            print("backup: the room of a lost volume came back, and stayed through a crash")
        finally:
            replica.stop()
            redis.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
