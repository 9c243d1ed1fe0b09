"""Asks a running server for its calls, as tools do: by Python's reflection client, which speaks v1alpha, and by `buf curl`, which speaks
v1. Both have to list every method of the proto files. Usage: check_reflection.py HOST:PORT [BUF]"""

import subprocess
import sys

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from thirdseat.v1 import companion_service_pb2

SERVICE = companion_service_pb2.DESCRIPTOR.services_by_name["CompanionService"]
WANTED = sorted(method.name for method in SERVICE.methods)


def by_python(address):
    with grpc.insecure_channel(address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        assert SERVICE.full_name in database.get_services(), database.get_services()
        return sorted(method.name for method in DescriptorPool(database).FindServiceByName(SERVICE.full_name).methods)


def by_buf(address, buf):
    command = [buf, "curl", "--protocol", "grpc", "--http2-prior-knowledge", "--list-methods", f"http://{address}"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return sorted(path.rpartition("/")[2] for path in listed if path.startswith(SERVICE.full_name))


def main():
    address, buf = (sys.argv[1:] + ["buf"])[:2]
    for client, listed in {"Python, v1alpha": by_python(address), "buf curl, v1": by_buf(address, buf)}.items():
        assert listed == WANTED, f"{client} lists {listed}"
    print(f"reflection: {len(WANTED)} methods, by Python's client and by buf curl")


main()
