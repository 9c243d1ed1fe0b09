"""The same client over HTTP/1.1 instead of gRPC."""

from __future__ import annotations

import http.client
import json
import threading
from typing import Any
from urllib.parse import urlsplit

from google.protobuf import json_format, message_factory

from .client import BaseClient, Error
from .v1 import companion_service_pb2

SERVICE = companion_service_pb2.DESCRIPTOR.services_by_name["CompanionService"]


class HttpClient(BaseClient):
    """Like `Client`, but JSON over HTTP/1.1, with one connection for each thread."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = urlsplit(url), token
        self._local, self._was_reached = threading.local(), False

    def call(self, rpc: str, request: Any, timeout: float) -> Any:
        headers = {"content-type": "application/json", "connect-timeout-ms": str(max(1, int(timeout * 1000)))}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        try:
            answer, body = self._post(f"/{SERVICE.full_name}/{rpc}", json_format.MessageToJson(request, indent=None), headers, timeout)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            code = "DEADLINE_EXCEEDED" if isinstance(error, TimeoutError) else "UNAVAILABLE"
            raise Error.unanswered(code, str(error), self.url.netloc, self._was_reached) from error
        self._was_reached = True
        if answer.status == 200:
            kind = message_factory.GetMessageClass(SERVICE.methods_by_name[rpc].output_type)
            told = json.loads(body)
            # The details have types that this package does not know. A table needs only the code and the text.
            told.get("next", {}).get("status", {}).pop("details", None)
            return json_format.ParseDict(told, kind(), ignore_unknown_fields=True)
        try:
            told = json.loads(body)
        except ValueError:
            told = {}
        raise Error.from_answer(told.get("code", "unavailable").upper(), told.get("message", ""), answer.headers)

    def _post(self, path, body, headers, timeout):
        """Sends a request. If the server closed the idle connection, opens another one and tries once more."""
        for is_last in (False, True):
            connection = getattr(self._local, "connection", None)
            is_fresh = connection is None
            if is_fresh:
                kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
                connection = self._local.connection = kind(self.url.netloc)
            connection.timeout = timeout
            if connection.sock:
                connection.sock.settimeout(timeout)
            try:
                connection.request("POST", path, body, headers)
                answer = connection.getresponse()
                return answer, answer.read()
            except (ConnectionError, http.client.BadStatusLine):
                self.close()
                if is_last or is_fresh:
                    raise

    def close(self) -> None:
        connection = getattr(self._local, "connection", None)
        if connection:
            connection.close()
        self._local.connection = None
