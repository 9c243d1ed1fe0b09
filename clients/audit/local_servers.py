"""Servers for checks: the service and Redis, on free ports of loopback."""

import os
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Replica:
    """One server process, whose address stays the same after a restart."""

    def __init__(self, program, environment, log=subprocess.DEVNULL, address="127.0.0.1:0"):
        self.program, self.environment, self.log, self.address = program, environment, log, address
        self.start()

    def start(self):
        environment = {**os.environ, "THIRDSEAT__ADMIN__LISTEN": "127.0.0.1:0", "THIRDSEAT__LOG__REPLAY": "false",
                       **self.environment, "THIRDSEAT__GRPC__LISTEN": self.address}
        self.process = subprocess.Popen([self.program, "serve"], env=environment, text=True, stdout=subprocess.PIPE, stderr=self.log)
        for line in self.process.stdout:
            if line.strip().startswith("gRPC"):
                self.address = line.split()[1]
                break
        else:
            raise SystemExit(f"{self.program} ended at once")
        # A thread reads the rest of the output, so that the pipe does not fill.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        return self.process.wait(60)


class Redis:
    def __init__(self, program="redis-server", options=("--save", "")):
        self.program, self.options, self.port, self.folder = program, options, free_port(), tempfile.TemporaryDirectory()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self):
        command = [self.program, *self.options, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder.name]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not self.is_up():
            time.sleep(0.01)

    def is_up(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    def stop(self):
        self.process.kill()
        self.process.wait()


class SlowLink:
    """Forwards bytes to a server's port, and delays its answers by `delay_s`, which may change at any time."""

    def __init__(self, port):
        self.server, self.delay_s = ("127.0.0.1", port), 0.0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(self.server)
            except OSError:
                client.close()
                continue
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            answers = queue.SimpleQueue()
            threading.Thread(target=self.send, args=(answers, client), daemon=True).start()
            threading.Thread(target=self.read, args=(server, answers.put), daemon=True).start()
            threading.Thread(target=self.read, args=(client, lambda told, server=server: send_all(server, told[1])), daemon=True).start()

    def read(self, end, hand_on):
        """Reads without a pause and notes the time at which to send, so that delays do not add up."""
        told = True
        while told:
            try:
                told = end.recv(65536)
            except OSError:
                told = b""
            hand_on((time.monotonic() + self.delay_s, told))

    def send(self, answers, client):
        told = True
        while told:
            due, told = answers.get()
            time.sleep(max(0, due - time.monotonic()))
            send_all(client, told)


def send_all(end, told):
    """Sends bytes, or ends the connection if there are none."""
    try:
        end.sendall(told) if told else end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # The connection is gone.
