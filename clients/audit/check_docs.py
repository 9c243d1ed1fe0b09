"""Runs the calls of PAGES against a server, in order, and compares the answers with those on the page. A page may leave fields out.
Then lists the server's calls by reflection, as tools do: with Python's client, which speaks v1alpha, and with `buf curl`, which speaks v1.
Usage: check_docs.py HOST:PORT [BUF]"""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import grpc
from google.protobuf import json_format, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from google.rpc import error_details_pb2, status_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from thirdseat.v1 import companion_service_pb2

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "README.zh-CN.md", "docs/use/integration.md", "docs/use/planning.md", "docs/use/endgames.md"]
SERVICE = companion_service_pb2.DESCRIPTOR.services_by_name["CompanionService"]
CALL_PATTERN = re.compile(
    r"```sh\n(?P<tool>buf curl|curl) [^\n]*-d '(?P<body>.*?)' \S+/(?P<rpc>\w+)\n```.*?```json\n(?P<answer>.*?)\n```", re.DOTALL
)
TOOL_PATTERN = re.compile(r"^(?:buf )?curl .*-d ", re.MULTILINE)
PYTHON_PATTERN = re.compile(r"```python\n(?P<code>.*?)\n```\n\n```text\n(?P<answer>.*?)\n```", re.DOTALL)


def difference(promised, found, path=""):
    """Returns a difference from the page; None without one."""
    if isinstance(promised, dict) and isinstance(found, dict):
        for key, value in promised.items():
            if key not in found:
                return f"{path}.{key} is missing"
            lacking = difference(value, found[key], f"{path}.{key}")
            if lacking:
                return lacking
        return None
    return None if promised == found else f"{path} is {found!r}, the page says {promised!r}"


def call_grpc(channel, rpc, body):
    method = SERVICE.methods_by_name[rpc]
    request = json_format.Parse(body, message_factory.GetMessageClass(method.input_type)())
    answer = message_factory.GetMessageClass(method.output_type)
    ask = channel.unary_unary(
        f"/{SERVICE.full_name}/{rpc}",
        request_serializer=type(request).SerializeToString,
        response_deserializer=answer.FromString,
    )
    try:
        return json_format.MessageToDict(ask(request, timeout=10))
    except grpc.RpcError as error:
        found = {"code": error.code().name.lower(), "message": error.details()}
        for key, value in error.trailing_metadata() or ():
            if key == "grpc-status-details-bin":
                for detail in status_pb2.Status.FromString(value).details:
                    info = error_details_pb2.ErrorInfo()
                    if detail.Unpack(info):
                        found["reason"] = info.reason
        return found


def call_http(address, rpc, body):
    url = f"http://{address}/{SERVICE.full_name}/{rpc}"
    request = urllib.request.Request(url, body.encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        found = json.load(error)
        return {**found, "reason": error.headers.get("thirdseat-reason")}


def without_duration(value):
    if isinstance(value, dict):
        return {key: without_duration(part) for key, part in value.items() if key != "computeUs"}
    return [without_duration(part) for part in value] if isinstance(value, list) else value


def check_page(name, address, channel):
    page = (ROOT / name).read_text(encoding="utf-8")
    calls = list(CALL_PATTERN.finditer(page))
    wrong = 0
    for match in calls:
        rpc, body = match["rpc"], match["body"]
        found = call_http(address, rpc, body) if match["tool"] == "curl" else call_grpc(channel, rpc, body)
        lacking = difference(json.loads(match["answer"]), found)
        # Only calls without a room are repeated, because a room keeps state.
        if not lacking and match["tool"] == "curl" and "roomId" not in body and "code" not in found:
            by_grpc = call_grpc(channel, rpc, body)
            if without_duration(by_grpc) != without_duration(found):
                lacking = f" by gRPC is {json.dumps(by_grpc)}, by HTTP"
        if lacking:
            wrong += 1
            line = page.count("\n", 0, match.start()) + 1
            print(f"{name}, line {line}, {match['rpc']}: answer{lacking}\n  {json.dumps(found)}", file=sys.stderr)
    programs = list(PYTHON_PATTERN.finditer(page))
    for match in programs:
        said = []
        exec(match["code"], {"address": address, "print": lambda *words: said.append(" ".join(map(str, words)))})
        if "\n".join(said) != match["answer"]:
            wrong += 1
            print(f"{name}: the Python example says {said}, the page {match['answer']!r}", file=sys.stderr)
    if len(calls) != len(TOOL_PATTERN.findall(page)) or len(programs) != page.count("```python") or not calls:
        print(f"{name}: {len(calls)} calls and {len(programs)} programs with answers were found", file=sys.stderr)
        wrong += 1
    print(f"{len(calls)} calls and {len(programs)} programs of {name}: {wrong} wrong")
    return wrong


def methods_by_python(address):
    with grpc.insecure_channel(address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        assert SERVICE.full_name in database.get_services(), database.get_services()
        return sorted(method.name for method in DescriptorPool(database).FindServiceByName(SERVICE.full_name).methods)


def methods_by_buf(address, buf):
    command = [buf, "curl", "--protocol", "grpc", "--http2-prior-knowledge", "--list-methods", f"http://{address}"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return sorted(path.rpartition("/")[2] for path in listed if path.startswith(SERVICE.full_name))


def check_reflection(address, buf):
    """Checks that both clients list the methods of the service."""
    wanted = sorted(method.name for method in SERVICE.methods)
    for client, listed in {"Python, v1alpha": methods_by_python(address), "buf curl, v1": methods_by_buf(address, buf)}.items():
        assert listed == wanted, f"{client} lists {listed}"
    print(f"reflection: {len(wanted)} methods, by Python's client and by buf curl")


def main():
    address, buf = (sys.argv[1:] + ["buf"])[:2]
    with grpc.insecure_channel(address) as channel:
        wrong = sum(check_page(name, address, channel) for name in PAGES)
    check_reflection(address, buf)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
