//! The table of reasons for which calls are refused, generated from `errors.proto`: the code and the retry class are options of the enum
//! values, the sentences are their comments.

use tonic::Code;

use crate::v1::Retry;

/// A reason: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The name on the wire, which never changes its meaning.
    pub name: &'static str,
    /// The usual gRPC code of the refusal.
    pub code: Code,
    /// The way to retry, if any.
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
