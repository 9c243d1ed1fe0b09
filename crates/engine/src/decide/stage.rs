//! The parts that the stages of a decision share: the choice so far, its ranking, and the buffers.

use rules::{Combo, Rng, Seed};

use super::Limits;
use super::nets::NetPlayer;
use crate::cases::Trees;
use crate::decision::{Candidates, Decider, Trace};
use crate::endgame::Memory;
use crate::net::Logit;
use crate::rule_player::ballot::Ballot;
use crate::search::{LookaheadSearch, WIDTH_MAX, WildSearch};
use crate::turn::Turn;

/// Buffers and data of the stages.
pub(super) struct StageBuffers {
    pub(super) ballot: Ballot,
    pub(super) solver: Memory,
    pub(super) lookahead: LookaheadSearch,
    /// Some megabytes that few rulesets need: made on first use.
    pub(super) wild: Option<Box<WildSearch>>,
    pub(super) nets: NetPlayer,
    pub(super) cases: Trees,
}

/// A play, and the part of the engine that chose it.
pub(super) struct Choice {
    pub(super) play: Option<Combo>,
    /// The name of the strategy or part that settled the turn.
    pub(super) reason: &'static str,
    pub(super) decider: Decider,
    pub(super) ground: ChoiceGround,
    pub(super) candidates: Candidates,
    pub(super) win_chance: Option<i32>,
}

/// The ground of a choice: later stages respect some grounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceGround {
    /// The whole hand goes out.
    GoesOut,
    /// A winning order.
    Order,
    /// The judgement of hands or nets.
    Judged,
    /// There was no other play that breaks no guard.
    Guarded,
}

/// A play and its value to the persona.
#[derive(Clone, Copy)]
pub(super) struct RankedPlay {
    /// The value by the persona's objective, temperament included.
    pub(super) value: i32,
    pub(super) play: Option<Combo>,
    /// The odds to win that a net expects; the lowest if none was asked.
    pub(super) logit: Logit,
}

/// The most plays of a ranking, one more than a search takes: the play that was chosen is among them.
const RANKED_MAX: usize = WIDTH_MAX + 1;

/// Plays that break no guard, the best first: the stage that chooses gives it to the stages that look ahead.
pub(super) struct Ranking {
    len: usize,
    plays: [RankedPlay; RANKED_MAX],
}

/// A decision under way.
pub(super) struct Work<'a, 'b> {
    pub(super) now: &'a Turn<'a>,
    /// The choice so far.
    pub(super) choice: Choice,
    /// The plays in order, if the nets or the wild player rank them.
    pub(super) ranking: Ranking,
    /// The first play of a winning order that is nearly sure.
    pub(super) offered: Option<Combo>,
    /// The random stream of the choice.
    pub(super) rng: Rng,
    /// The random stream of worlds.
    pub(super) seed: Seed,
    pub(super) trace: Trace,
    pub(super) buffers: &'a mut StageBuffers,
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
    /// Returns a play that was not weighed against others.
    pub(super) const fn unweighed(
        play: Option<Combo>,
        reason: &'static str,
        decider: Decider,
        ground: ChoiceGround,
    ) -> Choice {
        Choice { play, reason, decider, ground, candidates: Candidates::NONE, win_chance: None }
    }

    /// Returns the choice if every play breaks a guard.
    pub(super) const fn guarded(play: Option<Combo>) -> Choice {
        Choice::unweighed(play, "guarded", Decider::Rules, ChoiceGround::Guarded)
    }
}

impl RankedPlay {
    /// Returns the wins in 1,000 that a net expects; 0 if none was asked.
    pub(super) fn wins(&self) -> i32 {
        self.logit.per_mille()
    }
}

impl Ranking {
    /// No plays.
    pub(super) const NONE: Ranking =
        Ranking { len: 0, plays: [RankedPlay { value: 0, play: None, logit: Logit(i32::MIN) }; RANKED_MAX] };

    /// Takes the first of these plays, which are in order: as many as search needs.
    pub(super) fn of(plays: impl Iterator<Item = RankedPlay>) -> Ranking {
        let mut ranking = Ranking::NONE;
        for (place, play) in ranking.plays.iter_mut().zip(plays) {
            *place = play;
            ranking.len += 1;
        }
        ranking
    }

    pub(super) fn as_slice(&self) -> &[RankedPlay] {
        &self.plays[..self.len]
    }

    /// Returns the wins in 1,000 of a play; 0 if none are known.
    pub(super) fn wins(&self, play: Option<Combo>) -> i32 {
        self.as_slice().iter().find(|each| each.play == play).map_or(0, RankedPlay::wins)
    }
}
