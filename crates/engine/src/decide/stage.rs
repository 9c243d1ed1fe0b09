//! The parts that the stages of a decision share: the choice so far, its ranking, the buffers, the limits and the random streams.

use rules::{Combo, Plays, Rng, Seed};

use crate::cases::{Cases, Trees};
use crate::decision::{Candidates, Decider, Trace};
use crate::endgame::Memory;
use crate::net::{Logit, Weights};
use crate::opponents::habits::Habits;
use crate::profile::Family;
use crate::rule_player::ballot::Ballot;
use crate::search::{LookaheadSearch, WIDTH_MAX, WildSearch};
use crate::turn::{Turn, TurnBuffers};

/// Buffers that decisions and their reasons reuse to save allocations, and the nets and trees of cases that they read.
pub struct Scratch {
    pub(super) plays: Plays,
    pub(super) turns: TurnBuffers,
    pub(super) buffers: StageBuffers,
}

/// The most bytes of the endgame solver's memory.
const SOLVER_BYTES_MAX: usize = 16 << 20;

impl Scratch {
    /// Makes empty buffers, with the nets and trees that came with this build.
    pub fn new() -> Scratch {
        Scratch::of(NetPlayer::shipped())
    }

    /// Makes empty buffers with these weights for every ruleset, instead of those that came with this build.
    pub fn with_weights(weights: Weights) -> Scratch {
        Scratch::of(NetPlayer::with_weights(weights))
    }

    fn of(nets: NetPlayer) -> Scratch {
        let (solver, lookahead) = (Memory::new(SOLVER_BYTES_MAX), LookaheadSearch::new());
        let buffers =
            StageBuffers { ballot: Ballot::default(), solver, lookahead, wild: None, nets, cases: Trees::shipped() };
        Scratch { plays: Plays::new(), turns: TurnBuffers::new(), buffers }
    }

    /// Returns the buffers that reasons use too.
    pub fn turns(&mut self) -> &mut TurnBuffers {
        &mut self.turns
    }

    /// Adds a tree of cases. It replaces a tree for a ruleset of the same name.
    pub fn with_cases(mut self, cases: Cases) -> Scratch {
        self.buffers.cases.replace(cases);
        self
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

/// The caller's limits for one decision, beside the persona's own, and the players' habits.
pub struct Limits<'a> {
    /// The turn's clock, when the players have one. It limits the advised thinking time.
    pub clock_ms: Option<u32>,
    /// The most worlds that are solved or searched; 0 for none. The persona's own number still applies. To repeat a decision whose search was
    /// cut short, pass the number of worlds in its trace.
    pub worlds_max: u32,
    /// The number of nodes at which a solve or a search stops. The persona's own number still applies.
    pub nodes_max: u64,
    /// The record of the players from earlier hands, by seat, or by chair before there is a landlord. It may change a persona's numbers and its
    /// belief about their cards.
    pub habits: [Habits; 3],
    /// A function that long work calls from time to time. `true` ends this work: then its finished part decides, or the choice before it.
    pub halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Limits<'a> {
    /// Returns limits with the persona's own bounds, `halt`, and unknown players.
    pub fn of(halt: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        let habits = [Habits::default(); 3];
        Limits { clock_ms: None, worlds_max: u32::MAX, nodes_max: u64::MAX, habits, halt }
    }
}

/// The random streams of a hand's seed for decisions. A number keeps its purpose for ever.
pub(super) const CHOICE_STREAM: u64 = 1;
pub(super) const PACE_STREAM: u64 = 2;
pub(super) const BID_STREAM: u64 = 3;
pub(super) const WORLD_STREAM: u64 = 4;

pub(super) struct StageBuffers {
    pub(super) ballot: Ballot,
    pub(super) solver: Memory,
    pub(super) lookahead: LookaheadSearch,
    /// The search with wild ranks: it is large, and few rulesets need it, so it is made on first use.
    pub(super) wild: Option<Box<WildSearch>>,
    pub(super) nets: NetPlayer,
    pub(super) cases: Trees,
}

/// The nets of each family, in the order of [`Family::ALL`], and a buffer.
pub(super) struct NetPlayer {
    pub(super) weights: [Weights; Family::ALL.len()],
    pub(super) weighed: Vec<RankedPlay>,
}

impl NetPlayer {
    fn shipped() -> NetPlayer {
        NetPlayer::of(Family::ALL.map(Weights::shipped_for_family))
    }

    /// Makes the player with the same nets for every ruleset. For wild ranks they are widened.
    fn with_weights(weights: Weights) -> NetPlayer {
        let wide = weights.in_wild_layout();
        NetPlayer::of([weights.clone(), weights, wide])
    }

    fn of(weights: [Weights; Family::ALL.len()]) -> NetPlayer {
        NetPlayer { weights, weighed: Vec::with_capacity(rules::movegen::PLAYS_MAX + 1) }
    }

    pub(super) fn weights(&self, family: Family) -> &Weights {
        &self.weights[family as usize]
    }
}

pub(super) struct Choice {
    pub(super) play: Option<Combo>,
    pub(super) reason: &'static str,
    pub(super) decider: Decider,
    pub(super) ground: ChoiceGround,
    pub(super) candidates: Candidates,
    pub(super) win_chance: Option<i32>,
}

/// The ground of a choice: later stages respect some grounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceGround {
    GoesOut,
    /// A winning order.
    Order,
    /// Any other ground, such as the judgement of hands or nets.
    Judged,
    /// No proposed play passed the guards.
    Guarded,
}

#[derive(Clone, Copy)]
pub(super) struct RankedPlay {
    /// The value in the unit of the stage that ranks.
    pub(super) value: i32,
    pub(super) play: Option<Combo>,
    /// Odds to win, maybe biased; the lowest without a net.
    pub(super) logit: Logit,
}

/// The most plays of a ranking, one more than a search takes, because the play that was chosen may be among them.
const RANKED_MAX: usize = WIDTH_MAX + 1;

/// Plays, the best first: the stage that chooses ranks them for the stages that look ahead.
pub(super) struct Ranking {
    len: usize,
    plays: [RankedPlay; RANKED_MAX],
}

pub(super) struct DecisionState<'a, 'b> {
    pub(super) now: &'a Turn<'a>,
    pub(super) choice: Choice,
    /// Plays in order, if the nets or the wild player rank them.
    pub(super) ranking: Ranking,
    /// The first play of a winning order that is nearly sure.
    pub(super) offered: Option<Combo>,
    /// The random stream of the choice.
    pub(super) rng: Rng,
    /// The random stream of worlds.
    pub(super) seed: Seed,
    pub(super) trace: &'a mut Trace,
    pub(super) buffers: &'a mut StageBuffers,
    pub(super) limits: &'a mut Limits<'b>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageResult {
    Undecided,
    Decided,
}

impl Choice {
    pub(super) const fn unweighed(
        play: Option<Combo>,
        reason: &'static str,
        decider: Decider,
        ground: ChoiceGround,
    ) -> Choice {
        Choice { play, reason, decider, ground, candidates: Candidates::NONE, win_chance: None }
    }

    pub(super) const fn guarded(play: Option<Combo>) -> Choice {
        Choice::unweighed(play, "guarded", Decider::Rules, ChoiceGround::Guarded)
    }
}

impl RankedPlay {
    /// Returns the expected wins in 1,000; 0 if no net was asked.
    pub(super) fn wins(&self) -> i32 {
        self.logit.per_mille()
    }
}

impl Ranking {
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
