//! `crates/web/types.d.ts`: the messages of the proto as types of TypeScript, in the form of their JSON.

use std::fmt::Write;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

const HEADER: &str = "// The messages of proto/thirdseat/v1 as JSON has them. Written by tools/generate.sh.\n\
                    // A field that is not optional is left out if it is zero, false or empty; numbers of 64 bits are texts in answers.\n";

/// Returns the name of a message or an enumeration, without its package.
fn name_of(path: &str) -> &str {
    path.rsplit('.').next().expect("a split has a last part")
}

fn type_of(field: &FieldDescriptorProto) -> String {
    let one = match field.r#type() {
        Type::Bool => "boolean",
        Type::String | Type::Bytes => "string",
        Type::Int64 | Type::Uint64 | Type::Sint64 | Type::Fixed64 | Type::Sfixed64 => "string | number",
        Type::Message if field.type_name().ends_with("google.protobuf.Any") => "any",
        Type::Message | Type::Enum => name_of(field.type_name()),
        _ => "number",
    };
    match field.label() {
        Label::Repeated if one.contains('|') => format!("({one})[]"),
        Label::Repeated => format!("{one}[]"),
        _ => one.to_owned(),
    }
}

fn write_message(out: &mut String, message: &DescriptorProto) {
    writeln!(out, "\nexport interface {} {{", message.name()).expect("a string takes all");
    for field in &message.field {
        writeln!(out, "  {}?: {};", field.json_name(), type_of(field)).expect("a string takes all");
    }
    out.push_str("}\n");
}

fn write_enumeration(out: &mut String, enumeration: &EnumDescriptorProto) {
    let values: Vec<String> = enumeration.value.iter().map(|value| format!("'{}'", value.name())).collect();
    writeln!(out, "\nexport type {} =\n  | {};", enumeration.name(), values.join("\n  | "))
        .expect("a string takes all");
}

fn write_rpcs(out: &mut String, set: &FileDescriptorSet) {
    out.push_str("\nexport interface Rpcs {\n");
    for method in set.file.iter().flat_map(|file| &file.service).flat_map(|service| &service.method) {
        writeln!(out, "  {}: [{}, {}];", method.name(), name_of(method.input_type()), name_of(method.output_type()))
            .expect("a string takes all");
    }
    out.push_str("}\n");
}

pub(crate) fn write_types(set: &FileDescriptorSet) -> String {
    let mut text = String::from(HEADER);
    for file in set.file.iter().filter(|file| file.package() == "thirdseat.v1") {
        file.enum_type.iter().for_each(|it| write_enumeration(&mut text, it));
        file.message_type.iter().for_each(|it| write_message(&mut text, it));
    }
    write_rpcs(&mut text, set);
    text
}
