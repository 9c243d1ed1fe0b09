//! Search: what would come of each play, in worlds that agree with what is known, played out by a fast policy.

pub mod playing;
pub mod policy;
pub mod race;
pub mod minimax;
