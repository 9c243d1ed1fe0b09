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

/// Writes enums that have the same names on both sides.
macro_rules! written {
    ($write:ident, $wire:ty, $ours:ident, [$($name:ident),+ $(,)?]) => {
        #[doc = concat!("Writes a [`", stringify!($ours), "`].")]
        pub fn $write(value: $ours) -> $wire {
            match value { $($ours::$name => <$wire>::$name,)+ }
        }
    };
}

written! { to_stage, v1::Stage, Stage, [PassOn, Auction, Bottom, Doubling, Showing, Play, Over, Redeal, Wild] }

written! { to_grade, v1::Grade, Grade, [Beginner, Easy, Medium, Hard, Master] }

written! { to_decider, v1::Decider, Decider, [Forced, Rules, Cases, Net, Search, Solver] }
written! { to_degraded, v1::Degraded, Degradation, [Overload, Budget, LegalPlays, Store] }
written! { to_emote, v1::Emote, Emote, [Hurry, Happy, Angry, Praise, Sorry] }
written! { to_end, v1::RoomEnd, Gone, [Closed, Expired, Evicted] }

/// Reads a [`Grade`]; unspecified is `None`.
pub fn grade(number: i32) -> Result<Option<Grade>, Refusal> {
    let sent = v1::Grade::try_from(number).map_err(|_| unknown(number, "Grade"))?;
    Ok(Grade::ALL.into_iter().find(|&grade| to_grade(grade) == sent))
}

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
