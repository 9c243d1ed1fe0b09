//! The table of reasons for which calls are refused, made of `errors.proto`: each row's code and retry class are options of its enum value,
//! its sentence is the comment.

use tonic::Code;

use crate::v1::Retry;

/// A reason: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The name on the wire, which never changes its meaning.
    pub name: &'static str,
    /// The gRPC code that goes with it.
    pub code: Code,
    /// The use of asking again.
    pub retry: Retry,
    /// The meaning, as a sentence.
    pub about: &'static str,
}

include!("generated/reasons.rs");

impl Retry {
    /// Returns the word in headers, in the error's metadata and in the documentation.
    pub const fn word(self) -> &'static str {
        match self {
            Retry::Unspecified | Retry::Never => "never",
            Retry::Reread => "reread",
            Retry::Later => "later",
        }
    }
}
