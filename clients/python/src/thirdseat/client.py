"""The connection: one channel for all tables, and one error for all refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import grpc

from .state import Bot
from .v1 import companion_service_pb2_grpc

if TYPE_CHECKING:
    from .table import Table

# The service config of docs/use/integration.md. It has no timeout, because each call has its own deadline.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": "thirdseat.v1.CompanionService"}],
            "waitForReady": True,
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.02s",
                "maxBackoff": "0.5s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        }
    ],
    "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.5},
}
# Pings keep an idle connection open and detect a dead one.
KEEPALIVE = [
    ("grpc.keepalive_time_ms", 30000),
    ("grpc.keepalive_timeout_ms", 10000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    # A server that restarts is soon back. By default, attempts can be two minutes apart.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]


class Error(Exception):
    """The error of a failed call."""

    def __init__(self, code: str, reason: str = "", message: str = "", field: str = "", retry: str = "later", retry_after: float | None = None) -> None:
        super().__init__(f"{reason or code}: {message}")
        self.code, self.reason, self.message, self.field = code, reason, message, field
        # The kind of retry: "later", "reread" (read the room first) or "never"; "later" if the service names none.
        self.retry = retry
        # The seconds to wait before the next call; None if the server gives no time.
        self.retry_after = retry_after
        # True if no server had answered this client.
        self.is_unreached = False

    @classmethod
    def from_answer(cls, code, message, headers):
        """Returns the error for the answer of a server or proxy."""
        wait = headers.get("grpc-retry-pushback-ms")
        return cls(code, headers.get("thirdseat-reason", ""), message, headers.get("thirdseat-field", ""),
                   headers.get("thirdseat-retry", "later"), max(0, int(wait)) / 1000 if wait else None)

    @classmethod
    def unanswered(cls, code, message, address, was_reached):
        """Makes the error of a call without an answer of the service. If no server ever answered there, the address is probably wrong."""
        error = cls(code, "", f"{address}: {message}")
        error.is_unreached = not was_reached
        return error


class BaseClient:
    """A connection to the service: over gRPC (`Client`) or over HTTP (`HttpClient`)."""

    def table(self, name: str, ruleset: str = "classic", bots: Mapping[int, str | Bot] | None = None, players: Mapping[int, str] | None = None,
              codec: str | None = None, strict: bool = True, time: float = 3.0, numbers: Sequence[int] = ()) -> Table:
        """Makes a table that this process owns; `Table` explains options."""
        from .table import Table

        return Table(self, name, ruleset, bots, players, codec, strict, time, numbers)

    def call(self, rpc: str, request: Any, timeout: float) -> Any:
        """Makes any call of the service without streams. Raises `Error`."""
        raise NotImplementedError


class Client(BaseClient):
    """One channel. Use one for all tables."""

    def __init__(self, address: str, token: str | None = None, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`address` is a gRPC address: "host:port", "dns:///service:50051", or a list "ipv4:A:1,B:2".
        `credentials` from `grpc.ssl_channel_credentials` turn TLS on."""
        options = [("grpc.service_config", json.dumps(SERVICE_CONFIG)), *KEEPALIVE]
        if "," in address:
            options.append(("grpc.default_authority", "thirdseat"))  # HTTP/2 does not accept a list as authority.
        if credentials is None:
            self.channel = grpc.insecure_channel(address, options)
        else:
            self.channel = grpc.secure_channel(address, credentials, options)
        self.stub = companion_service_pb2_grpc.CompanionServiceStub(self.channel)
        self.metadata = [("authorization", f"Bearer {token}")] if token else None
        self.address, self._was_reached = address, False

    def call(self, rpc: str, request: Any, timeout: float) -> Any:
        # A server that answered before comes back soon, so the call waits for it. If no server ever answered, a refused connection ends
        # the call.
        waits = None if self._was_reached else False
        try:
            answer = getattr(self.stub, rpc)(request, timeout=timeout, metadata=self.metadata, wait_for_ready=waits)
        except grpc.RpcError as error:
            headers = dict(error.trailing_metadata() or ())
            code, message = error.code().name, error.details() or ""
            if "thirdseat-retry" not in headers:
                raise Error.unanswered(code, message, self.address, self._was_reached) from error
            self._was_reached = True
            raise Error.from_answer(code, message, headers) from error
        self._was_reached = True
        return answer

    def close(self) -> None:
        self.channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
