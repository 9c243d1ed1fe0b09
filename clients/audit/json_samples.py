"""Writes samples of every request and answer, each as protobuf and as the JSON of Google's json_format. The tests of `crates/wire`
compare the service's JSON with them. With --check it writes nothing, and fails if the file is not up to date."""

import sys
from pathlib import Path

from google.protobuf import json_format, message_factory
from google.protobuf.descriptor import FieldDescriptor as Field

from thirdseat.v1 import companion_service_pb2

SAMPLES_FILE = Path(__file__).resolve().parents[2] / "crates/wire/tests/all/json_samples.txt"
SAMPLE_VALUES = {
    Field.TYPE_UINT64: 2**64 - 1, Field.TYPE_FIXED64: 2**63, Field.TYPE_SINT64: -(2**62), Field.TYPE_INT64: -3, Field.TYPE_UINT32: 4_000_000_000,
    Field.TYPE_SINT32: -7, Field.TYPE_INT32: -9, Field.TYPE_DOUBLE: 0.1, Field.TYPE_FLOAT: 0.5, Field.TYPE_BOOL: True,
    Field.TYPE_STRING: "三 \"seat\" \u2028", Field.TYPE_BYTES: b"\x00\xff?",
}


def sample_value(field, place):
    if field.type == Field.TYPE_MESSAGE:
        return filled_message(field.message_type, place)
    if field.type == Field.TYPE_ENUM:
        return field.enum_type.values[-1].number
    return SAMPLE_VALUES[field.type]


def filled_message(descriptor, place):
    """Returns a message with every field set, except fields of type Any. In a oneof only the field at index `place` (modulo the number of
    its fields) is set."""
    message = message_factory.GetMessageClass(descriptor)()
    for field in descriptor.fields:
        oneof = field.containing_oneof
        if oneof is not None and len(oneof.fields) > 1 and oneof.fields[place % len(oneof.fields)] is not field:
            continue
        if field.message_type is not None and field.message_type.full_name == "google.protobuf.Any":
            continue
        is_list = field.is_repeated if hasattr(field, "is_repeated") else field.label == Field.LABEL_REPEATED
        if is_list and field.type == Field.TYPE_MESSAGE:
            getattr(message, field.name).append(sample_value(field, place))
        elif is_list:
            getattr(message, field.name).extend([sample_value(field, place)] * 2)
        elif field.type == Field.TYPE_MESSAGE:
            getattr(message, field.name).CopyFrom(sample_value(field, place))
        else:
            setattr(message, field.name, sample_value(field, place))
    return message


def message_types(descriptor, known):
    """Adds the names of a message type and of types inside it to `known`."""
    if descriptor.full_name not in known:
        known.add(descriptor.full_name)
        for field in descriptor.fields:
            if field.message_type is not None:
                message_types(field.message_type, known)
    return known


def samples():
    seen = set()
    for method in companion_service_pb2.DESCRIPTOR.services_by_name["CompanionService"].methods:
        for side, descriptor in (("request", method.input_type), ("answer", method.output_type)):
            known, within = set(), message_types(descriptor, set()) - {descriptor.full_name}
            # A message gets only one sample if the samples of other messages already have its parts.
            places = 1 if within <= seen else 9
            seen |= within
            for place in range(places):
                message = filled_message(descriptor, place)
                json = json_format.MessageToJson(message, indent=None, ensure_ascii=False)
                if json not in known:
                    known.add(json)
                    yield "\t".join((method.name, side, message.SerializeToString(deterministic=True).hex(), json))


def main():
    text = "\n".join(samples()) + "\n"
    if sys.argv[1:] == ["--check"]:
        assert SAMPLES_FILE.read_text() == text, f"{SAMPLES_FILE} is old: run clients/audit/json_samples.py"
    else:
        SAMPLES_FILE.write_text(text)


main()
