//! The parts that the stages of a decision share: the choice so far, the ranking behind it, and the tools.

use rules::{Combo, Rng, Seed};

use super::limits::Limits;
use super::net_player::NetPlayer;
use super::ranking::Ranking;
use crate::cases::Trees;
use crate::decision::{Candidates, Decider, Trace};
use crate::endgame::Memory;
use crate::rule_player::strategy::Ballot;
use crate::search::{WildSearch, minimax};
use crate::turn::Turn;

/// Buffers and data of the stages.
pub(super) struct Tools {
    pub(super) ballot: Ballot,
    pub(super) solver: Memory,
    /// Some megabytes that few rulesets need: made when one does.
    pub(super) wild: Option<Box<WildSearch>>,
    /// Some megabytes that few personas need: made when one does.
    pub(super) minimax: Option<Box<minimax::VoteBuffers>>,
    pub(super) nets: NetPlayer,
    pub(super) cases: Trees,
}

/// A play, and what chose it.
pub(super) struct Choice {
    pub(super) play: Option<Combo>,
    /// The name of what settled the turn.
    pub(super) reason: &'static str,
    pub(super) decider: Decider,
    pub(super) ground: Ground,
    pub(super) candidates: Candidates,
    pub(super) win_chance: Option<i32>,
}

/// The ground of a choice: later stages respect some grounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// The whole hand goes out.
    GoesOut,
    /// A winning order.
    Order,
    /// The judgement of hands or nets.
    Judged,
    /// There was no other play that breaks no guard.
    Guarded,
}

/// A decision under way.
pub(super) struct Work<'a, 'b> {
    pub(super) now: &'a Turn<'a>,
    /// The choice so far.
    pub(super) choice: Choice,
    /// The plays in order, where nets or the wild player put them in one.
    pub(super) ranking: Ranking,
    /// The first play of a winning order that is nearly sure.
    pub(super) offered: Option<Combo>,
    /// The random stream of the choice.
    pub(super) rng: Rng,
    /// The random stream of worlds.
    pub(super) seed: Seed,
    pub(super) trace: Trace,
    pub(super) tools: &'a mut Tools,
    pub(super) limits: &'a mut Limits<'b>,
}

/// The result of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageResult {
    /// The next stage is asked.
    Undecided,
    /// The choice stands.
    Decided,
}

impl Choice {
    /// Returns a pass, before any stage has chosen.
    pub(super) const fn none() -> Choice {
        Choice::unweighed(None, "guarded", Decider::Rules, Ground::Guarded)
    }

    /// Returns a play that was not weighed against others.
    pub(super) const fn unweighed(
        play: Option<Combo>,
        reason: &'static str,
        decider: Decider,
        ground: Ground,
    ) -> Choice {
        Choice { play, reason, decider, ground, candidates: Candidates::NONE, win_chance: None }
    }

    /// Returns the choice where everything breaks a guard.
    pub(super) const fn guarded(play: Option<Combo>, candidates: Candidates) -> Choice {
        Choice { candidates, ..Choice::unweighed(play, "guarded", Decider::Rules, Ground::Guarded) }
    }
}
