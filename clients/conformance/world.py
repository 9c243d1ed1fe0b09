"""The servers of a case: real servers, with a real Redis if the case needs one, and proxies before them that make faults."""

import http.client
import json
import signal
import socket
import tempfile
import threading
import time
from concurrent import futures
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import grpc
from google.protobuf import json_format

from local_servers import Redis, Replica, SlowLink, free_port
from thirdseat.v1 import companion_service_pb2_grpc, errors_pb2, rooms_pb2


def answer_type(path):
    """Returns the type of the answer of the call at this path: OpenRoom or RecordEvents."""
    return rooms_pb2.OpenRoomResponse if path.endswith("/OpenRoom") else rooms_pb2.RecordEventsResponse


class Proxy(grpc.GenericRpcHandler):
    """Forwards calls as bytes to the first replica that runs. If a fault is set for a call, makes the fault."""

    def __init__(self, replicas):
        self.replicas, self.channels, self.faults, self.calls = replicas, {}, [], []
        self.lock = threading.Lock()
        self.port = free_port()
        self.server = None
        self.open()

    def open(self):
        self.server = grpc.server(futures.ThreadPoolExecutor(8), handlers=(self,))
        self.server.add_insecure_port(f"127.0.0.1:{self.port}")
        self.server.start()

    def close(self):
        self.server.stop(None).wait()

    def service(self, details):
        rpc = details.method.rsplit("/", 1)[1]
        return grpc.unary_unary_rpc_method_handler(lambda request, context: self.call(rpc, details, request, context))

    def take_fault(self, rpc):
        """Returns the fault for this call, and counts down the uses of the fault."""
        with self.lock:
            self.calls.append(rpc)
            for fault in self.faults:
                if fault["times"] and fault.get("rpc", rpc) == rpc:
                    fault["times"] -= 1
                    return fault
        return {"fault": None}

    def call(self, rpc, details, request, context):
        fault = self.take_fault(rpc)
        kind = fault["fault"]
        if kind == "refuse":
            trailers = list(refusal_headers(fault).items())
            context.set_trailing_metadata(tuple(trailers))
            context.abort(grpc.StatusCode[fault["code"]], "made up by the suite")
        if kind == "stall":
            time.sleep(min(context.time_remaining() or 0, 60) + 0.05)
            context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "stalled by the suite")
        answer = self.forward(details, request, context)
        if kind == "lose-answer":
            context.abort(grpc.StatusCode.UNAVAILABLE, "the suite lost the answer")
        if kind == "no-decision":
            told = answer_type(details.method).FromString(answer)
            told.next.status.code, told.next.status.message = grpc.StatusCode[fault["code"]].value[0], "made up by the suite"
            return told.SerializeToString()
        return answer

    def forward(self, details, request, context):
        metadata = [(key, value) for key, value in details.invocation_metadata if key == "authorization"]
        for replica in self.replicas:
            if replica.process.poll() is not None:
                continue
            if replica.address not in self.channels:
                self.channels[replica.address] = grpc.insecure_channel(replica.address, RECONNECT_OPTIONS)
            try:
                return self.channels[replica.address].unary_unary(details.method)(
                    request, timeout=context.time_remaining(), metadata=metadata
                )
            except grpc.RpcError as error:
                context.set_trailing_metadata(tuple(error.trailing_metadata() or ()))
                context.abort(error.code(), error.details() or "")
        context.abort(grpc.StatusCode.UNAVAILABLE, "no replica runs")


class WebHandler(BaseHTTPRequestHandler):
    """One connection to `WebProxy`."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # The head and the body are sent together.
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.server.connections.add(self.connection)

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        fault = self.server.proxy.take_fault(self.path.rsplit("/", 1)[1])
        kind = fault["fault"]
        if kind == "refuse":
            return self.refuse(fault["code"], "made up by the suite", refusal_headers(fault))
        if kind == "stall":
            time.sleep(int(self.headers.get("connect-timeout-ms", 0)) / 1000 + 0.05)
            return self.refuse("DEADLINE_EXCEEDED", "stalled by the suite")
        answer, told = self.forward(body)
        if answer is None:
            return self.refuse("UNAVAILABLE", "no replica answers")
        if kind == "lose-answer":
            return self.refuse("UNAVAILABLE", "the suite lost the answer")
        if kind == "no-decision":
            told = self.without_decision(told, fault)
        passed = {key: value for key, value in answer.getheaders() if key.startswith(("thirdseat-", "grpc-", "content-type"))}
        return self.send_answer(answer.status, told, passed)

    def forward(self, body):
        headers = {key: value for key, value in self.headers.items() if key.lower() not in ("host", "connection", "content-length")}
        for replica in self.server.proxy.replicas:
            if replica.process.poll() is None:
                try:
                    connection = http.client.HTTPConnection(replica.address, timeout=60)
                    connection.request("POST", self.path, body, headers)
                    answer = connection.getresponse()
                    return answer, answer.read()
                except OSError:
                    break
        return None, b""

    def without_decision(self, body, fault):
        is_json = self.headers["content-type"] == "application/json"
        told = answer_type(self.path)()
        json_format.Parse(body, told) if is_json else told.MergeFromString(body)
        told.next.status.code, told.next.status.message = grpc.StatusCode[fault["code"]].value[0], "made up by the suite"
        return json_format.MessageToJson(told).encode() if is_json else told.SerializeToString()

    def refuse(self, code, message, headers=()):
        told = json.dumps({"code": code.lower(), "message": message}).encode()
        # Clients read the code, so any HTTP status of an error is enough.
        self.send_answer(503, told, {"content-type": "application/json", **dict(headers)})

    def send_answer(self, status, body, headers):
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class WebServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port, proxy):
        super().__init__(("127.0.0.1", port), WebHandler)
        self.proxy, self.connections = proxy, set()

    def handle_error(self, *_):
        """Ignores errors, because a client may close the connection before its answer."""


class WebProxy:
    """The proxy for HTTP/1.1. It shares the faults and the list of calls with `proxy`."""

    def __init__(self, proxy):
        self.proxy, self.port = proxy, free_port()
        self.open()

    def open(self):
        self.server = WebServer(self.port, self.proxy)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in self.server.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The connection is already closed.


TRAILER_KEYS = [("thirdseat-reason", "reason"), ("thirdseat-field", "field"), ("grpc-retry-pushback-ms", "pushback_ms")]


def refusal_headers(fault):
    headers = {key: str(fault[told]) for key, told in TRAILER_KEYS if told in fault}
    if "reason" in fault:
        options = errors_pb2.Reason.DESCRIPTOR.values_by_name[f"REASON_{fault['reason']}"].GetOptions()
        retry = options.Extensions[errors_pb2.retry] or errors_pb2.RETRY_NEVER
        headers["thirdseat-retry"] = errors_pb2.Retry.Name(retry).removeprefix("RETRY_").lower()
    return headers


RECONNECT_OPTIONS = [("grpc.initial_reconnect_backoff_ms", 20), ("grpc.min_reconnect_backoff_ms", 20),
                     ("grpc.max_reconnect_backoff_ms", 50)]


class CaseServers:
    """The servers for one set of settings. All cases with these settings use them."""

    def __init__(self, program, told):
        self.redis = Redis() if told.get("redis") else None
        environment = {f"THIRDSEAT__{key.replace('.', '__').upper()}": str(value) for key, value in told.get("set", {}).items()}
        if self.redis:
            self.link = SlowLink(self.redis.port)
            environment["THIRDSEAT__ROOMS__STORE"] = "redis"
            environment["THIRDSEAT__ROOMS__REDIS__URL"] = f"redis://127.0.0.1:{self.link.port}/0"
        if told.get("tokens"):
            self.tokens = tempfile.NamedTemporaryFile("w", suffix=".tokens")
            self.tokens.write("a-secret-of-sixteen-letters decide rooms\n")
            self.tokens.flush()
            environment["THIRDSEAT__GRPC__TOKENS__FILE"] = self.tokens.name
        self.replicas = [Replica(program, environment) for _ in range(told.get("replicas", 1))]
        self.proxy = Proxy(self.replicas)
        self.web = WebProxy(self.proxy)

    def direct_stub(self):
        """Returns a stub that does not use the proxy, for the suite's own calls."""
        live = next(replica for replica in self.replicas if replica.process.poll() is None)
        return companion_service_pb2_grpc.CompanionServiceStub(grpc.insecure_channel(live.address, RECONNECT_OPTIONS))

    def set_fault(self, fault, room):
        kind = fault["fault"]
        if kind in ("refuse", "stall", "lose-answer", "no-decision"):
            self.proxy.faults.append({"times": 1, **fault})
        elif kind == "heal":
            self.proxy.faults.clear()
        elif kind == "away":
            self.proxy.close()
            self.web.close()
        elif kind == "back":
            self.proxy.open()
            self.web.open()
        elif kind == "close-room":
            assert self.direct_stub().CloseRoom(rooms_pb2.CloseRoomRequest(room_id=room), wait_for_ready=True).room_id
        elif kind == "restart":
            self.restart(signal.SIGKILL)
        elif kind == "roll":
            for replica in self.replicas:
                replica.stop(signal.SIGTERM)
                replica.start()
        elif kind == "redis-slow":
            self.link.delay_s = fault["ms"] / 1000
        elif kind == "redis-stop":
            self.redis.stop()
        elif kind == "redis-start":
            self.redis.start()
        else:
            raise SystemExit(f"the suite has no fault {kind!r}")

    def restart(self, how):
        for replica in self.replicas:
            replica.stop(how)
            replica.start()

    def clear_faults(self):
        """Clears the faults of calls, the list of calls and the delay of Redis."""
        self.proxy.faults.clear()
        self.proxy.calls.clear()
        if self.redis:
            self.link.delay_s = 0.0

    def close(self):
        self.proxy.close()
        self.web.close()
        for process in [*self.replicas, *([self.redis] if self.redis else [])]:
            process.stop()
