//! What every call passes on its way in and out, outermost: when it came and until when it waits, whether its token allows it,
//! how it ended. One layer and one allocation, because it is on every call's path.

pub mod deadline;
pub mod tokens;
pub mod trace;
mod entrance;
mod body;
mod record;

pub use entrance::{Entrance, EntranceLayer};
