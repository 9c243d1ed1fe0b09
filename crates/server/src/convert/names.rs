//! Enums of the wire and their values in our types.

use engine::Decider;
use engine::endgame::Grade;
pub use game::names::*;
use game::refusal::Refusal;
use rules::Stage;
use wire::v1;

use crate::observe::metrics::Degradation;
use crate::room::event::Emote;
use crate::room::store::Gone;

/// Both directions of a list of pairs. Unspecified reads as `None`; a number that the proto does not know is refused.
macro_rules! pairs {
    ($read:ident, $write:ident, $wire:ty, $ours:ident, [$($name:ident),+ $(,)?]) => {
        #[doc = concat!("Reads a [`", stringify!($ours), "`]; unspecified is `None`.")]
        pub fn $read(number: i32) -> Result<Option<$ours>, Refusal> {
            match <$wire>::try_from(number) {
                $(Ok(<$wire>::$name) => Ok(Some($ours::$name)),)+
                Ok(<$wire>::Unspecified) => Ok(None),
                Err(_) => Err(unknown(number, stringify!($ours))),
            }
        }

        #[doc = concat!("Writes a [`", stringify!($ours), "`].")]
        pub fn $write(value: $ours) -> $wire {
            match value { $($ours::$name => <$wire>::$name,)+ }
        }
    };
}

/// One direction, for enums that only answers have. Both sides have the same names.
macro_rules! written {
    ($write:ident, $wire:ty, $ours:ident, [$($name:ident),+ $(,)?]) => {
        #[doc = concat!("Writes a [`", stringify!($ours), "`].")]
        pub fn $write(value: $ours) -> $wire {
            match value { $($ours::$name => <$wire>::$name,)+ }
        }
    };
}

written! { to_stage, v1::Stage, Stage, [PassOn, Auction, Bottom, Doubling, Showing, Play, Over, Redeal, Wild] }

pairs! { grade, to_grade, v1::Grade, Grade, [Beginner, Easy, Medium, Hard, Master] }

written! { to_decider, v1::Decider, Decider, [Forced, Rules, Cases, Net, Search, Solver] }
written! { to_degraded, v1::Degraded, Degradation, [Overload, Budget, LegalPlays, Store] }
written! { to_emote, v1::Emote, Emote, [Hurry, Happy, Angry, Praise, Sorry] }
written! { to_end, v1::RoomEnd, Gone, [Closed, Expired, Evicted] }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for it in Grade::ALL {
            assert_eq!(grade(to_grade(it) as i32).unwrap(), Some(it));
        }
    }
}
