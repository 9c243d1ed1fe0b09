//! Search: what would come of each play, in worlds that agree with what is known.

pub mod minimax;
pub mod playing;
