//! The messages and the service of `proto/thirdseat/v1` as Rust. The proto files document them. `tools/generate.sh` writes
//! the folder `generated`.

pub mod json;
mod names;
pub mod reason;
pub mod write;

use std::sync::LazyLock;

/// The package `thirdseat.v1`.
#[expect(clippy::all, clippy::allow_attributes, reason = "generated; the proto files carry the comments")]
pub mod v1 {
    include!("generated/thirdseat.v1.rs");
    include!("generated/thirdseat.v1.serde.rs");
}

/// The package `thirdseat.storage.v1`: rooms and players' records as they are stored.
pub mod storage {
    include!("generated/thirdseat.storage.v1.rs");
}

/// The descriptors of everything in [`v1`], encoded.
pub const DESCRIPTORS: &[u8] = include_bytes!("generated/descriptors.bin");

/// The name of the service, also in health checks.
pub const SERVICE_NAME: &str = "thirdseat.v1.CompanionService";

// Parts of answers that the service usually sends. An absent one reads as empty, as in protobuf.
macro_rules! part_getters {
    ($($message:ident { $($field:ident: $part:ident),+ })+) => {
        $(impl v1::$message {
            $(
                #[doc = concat!("Returns the `", stringify!($field), "`; an empty one if it is absent.")]
                pub fn $field(&self) -> &v1::$part {
                    static EMPTY: LazyLock<v1::$part> = LazyLock::new(v1::$part::default);
                    self.$field.as_ref().unwrap_or(&EMPTY)
                }
            )+
        })+
    };
}

part_getters! {
    Decision { reason: DecisionReason, source: DecisionSource }
    Room { state: TableState }
    RecordEventsResponse { state: TableState }
}
