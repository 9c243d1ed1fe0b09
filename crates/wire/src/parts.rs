//! Parts of answers that are always there. An absent one reads as empty, as in protobuf.

use std::sync::LazyLock;

use crate::v1;

macro_rules! parts {
    ($($message:ident { $($field:ident: $part:ident),+ })+) => {
        $(impl v1::$message {
            $(
                #[doc = concat!("The `", stringify!($field), "`; an empty one where it is absent.")]
                pub fn $field(&self) -> &v1::$part {
                    static EMPTY: LazyLock<v1::$part> = LazyLock::new(v1::$part::default);
                    self.$field.as_ref().unwrap_or(&EMPTY)
                }
            )+
        })+
    };
}

parts! {
    Decision { reason: DecisionReason, source: DecisionSource }
    Room { state: TableState }
    RecordEventsResponse { state: TableState }
}
