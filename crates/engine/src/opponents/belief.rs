//! The cards that the others may hold: worlds that agree with a view, the likely ones more often.
//!
//! The acts of a seat (calls, leads, answers, passes) are more natural with some hands than with others. So each deal of
//! the unseen cards has a weight: the evidence of the acts, of the cards still held and of the dealer. Worlds are drawn
//! nearly in proportion to that weight, by importance sampling with resampling: a few guesses are drawn from a proposal,
//! which pilot runs may fit, and one guess is chosen by weight. Evidence that lowers the weight of all deals
//! equally changes nothing.
//!
//! `seen` lists the acts, `weigh` adds up what they say, `features` describes an act with a guessed hand, `own_rules` does so for
//! rulesets of the wild and the Journey family, `dealt` says what a dealer makes likely, `naive` says how likely an act is for a naive
//! player.

mod draw;
pub mod dealt;
pub(crate) mod deals;
pub(crate) mod fixed_log;
mod importance;
mod weigh;
mod hand_shape;
mod seen;
mod features;
mod own_rules;
mod config;
mod habit_likelihood;
mod naive;

use rules::{Dealer, Rng, Ruleset, Seed, View};

pub use config::{BeliefConfig, TYPE_PRIOR_MAX, TypePrior};
pub(crate) use draw::UnseenLayout;
pub use draw::World;
pub use fixed_log::LOG2_UNIT;

use deals::{count_deals, count_ways, each_deal};
use dealt::DealerEvidence;
use fixed_log::{ONE, exp2};
use habit_likelihood::HabitLikelihood;
use importance::{ImportanceSampler, PilotRun};
use seen::Act;

use crate::persona::PlayMemory;
use crate::profile::{Family, Profile};
use crate::turn_facts::TurnFacts;

/// The number of guesses from which each world is chosen, if no player type is modelled.
pub const GUESSES_PER_WORLD: u32 = 4;
/// The number of guesses from which each world is chosen, if player types are modelled: the acts of a player of a known type make most
/// guesses very unlikely.
const GUESSES_WITH_TYPES: u32 = 16;
/// The most deals that are listed one by one.
pub const DEALS_LISTED_MAX: u64 = 2_000;
/// The most that a listed deal weighs, so that the weights of all deals add up within 32 bits.
const WEIGHT_MAX: u64 = 1 << 20;
/// The number of deals that one pilot run weighs, and the number of runs: each later run draws from the proposal fitted so far.
const PILOT_DEALS: usize = 64;
const PILOT_ROUNDS: u64 = 2;
/// The random streams besides those of the world numbers: for the choice among guesses, the pilot runs, the naive seats, and the choice
/// among worlds by the nets.
const CHOICE_STREAM: u64 = 1 << 32;
const PILOT_STREAM: u64 = 1 << 33;
const NAIVE_STREAM: u64 = 3 << 32;
pub(crate) const NET_STREAM: u64 = 5 << 32;

fn applicable_config(config: BeliefConfig, profile: Profile) -> BeliefConfig {
    match (profile.reads_habits(), profile.models_types()) {
        (false, _) => config.with_evidence_only(),
        (true, false) => config.without_types(),
        (true, true) => config,
    }
}

/// The worlds that a view makes likely. They are drawn by number.
#[derive(Clone, Debug)]
pub struct Belief {
    seed: Seed,
    /// The ruleset and its profile, if `own_rules` describes the acts.
    own_rules: Option<(Ruleset, Profile)>,
    open: UnseenLayout,
    acts: Vec<Act>,
    /// For each of the two others, true if a play or a pass is read.
    acted: [bool; 2],
    config: BeliefConfig,
    /// The effect of habits on the reading of the acts of each of the two others; `None` without any effect.
    habits: Option<[HabitLikelihood; 2]>,
    /// The evidence from the dealer; `None` if it is not used or says nothing.
    dealt: Option<DealerEvidence>,
    sampler: Option<ImportanceSampler>,
    /// Every deal with its weight, filled on first use.
    listed: Vec<(World, u32)>,
}

impl Belief {
    /// Makes a belief with [`BeliefConfig::FITTED`]. `None` before the landlord is known, because worlds are indexed by seat.
    pub fn new(view: &View, seed: Seed) -> Option<Belief> {
        Belief::with_config(view, seed, BeliefConfig::FITTED)
    }

    /// Makes a belief with the given configuration.
    pub fn with_config(view: &View, seed: Seed, config: BeliefConfig) -> Option<Belief> {
        Some(Belief::of(&TurnFacts::of(view)?, seed, config))
    }

    pub(crate) fn of(turn: &TurnFacts, seed: Seed, config: BeliefConfig) -> Belief {
        let mut belief = Belief::empty(UnseenLayout::new(turn, turn.view.unseen()));
        belief.renew(turn, seed, config);
        belief
    }

    fn empty(open: UnseenLayout) -> Belief {
        Belief {
            seed: Seed(0),
            own_rules: None,
            open,
            acts: Vec::new(),
            acted: [false; 2],
            config: BeliefConfig::FITTED,
            habits: None,
            dealt: None,
            sampler: None,
            listed: Vec::new(),
        }
    }

    /// Replaces the turn and keeps the buffers.
    pub fn renew(&mut self, turn: &TurnFacts, seed: Seed, config: BeliefConfig) {
        (self.open, self.seed) = (UnseenLayout::new(turn, turn.view.unseen()), seed);
        self.read(turn, 0, config);
        self.sampler = self.fit_sampler();
    }

    /// Makes the belief of a player with this memory and these assumptions, in the given buffers. `None` without evidence.
    pub(crate) fn from_memory<'a>(
        buffers: &'a mut Option<Belief>,
        turn: &TurnFacts,
        memory: &PlayMemory,
        config: BeliefConfig,
    ) -> Option<&'a Belief> {
        let open = UnseenLayout::new(turn, memory.unseen);
        let belief = match buffers {
            Some(belief) => belief,
            none => none.insert(Belief::empty(open.clone())),
        };
        let forgets = memory.unseen != turn.view.unseen();
        // A player who forgot plays does not know the dealt hands.
        let config = if forgets { config.with_shuffled_deck() } else { config };
        belief.open = open;
        belief.read(turn, memory.from, config);
        (!belief.acts.is_empty() || belief.dealt.is_some()).then_some(belief)
    }

    fn read(&mut self, turn: &TurnFacts, from: usize, config: BeliefConfig) {
        self.listed.clear();
        let profile = turn.profile;
        self.config = applicable_config(config, profile);
        self.own_rules = (profile.family() != Family::Plain).then_some((*turn.rules(), profile));
        seen::read_acts(turn.view, from, self.open.others, &mut self.acts);
        self.acted = [0, 1].map(|who| self.acts.iter().any(|act| act.who == who && act.is_in_play()));
        let habits = self.open.others.map(|seat| self.config.habits[seat.index()]);
        self.habits = (habits != [HabitLikelihood::NONE; 2]).then_some(habits);
        let reads_dealer = self.config.knows_dealer && turn.rules().dealer() != Dealer::Random;
        self.dealt = if reads_dealer { DealerEvidence::new(turn, self.open.others) } else { None };
    }

    /// Draws the world numbered `index`. Each number has its own random stream, so it is the same world in any order and on any thread. All
    /// numbers weigh the same.
    #[inline]
    pub fn world(&self, index: u32) -> World {
        self.world_of_guesses(index, self.guesses_per_world())
    }

    /// Returns the number of guesses that each world is chosen from.
    pub fn guesses_per_world(&self) -> u32 {
        if self.models_naive() { GUESSES_WITH_TYPES } else { GUESSES_PER_WORLD }
    }

    pub(crate) fn config(&self) -> &BeliefConfig {
        &self.config
    }

    /// True if the naive player type is modelled: it has a prior, and a play or a pass of another seat is read.
    pub fn models_naive(&self) -> bool {
        self.config.prior_naive != TypePrior::NONE && self.acted != [false; 2]
    }

    /// Draws world number `index`: one of `count` guesses (fewer than 4,096), chosen by weight.
    pub fn world_of_guesses(&self, index: u32, count: u32) -> World {
        let mut guesses = self.guesses(index);
        let (mut chosen, mut heaviest) = guesses.next().expect("guesses never end");
        if count < 2 {
            return chosen;
        }
        let mut choice = self.seed.stream(CHOICE_STREAM | u64::from(index)).rng();
        // Weighted reservoir sampling: each guess replaces the chosen one with a chance equal to its share of all weight so
        // far. This equals one draw among all guesses without a list of them. Weights are relative to the heaviest so far.
        let mut sum = u64::from(ONE);
        for (world, weight) in guesses.take(count as usize - 1) {
            if weight > heaviest {
                sum = (sum * u64::from(exp2(heaviest - weight))) / u64::from(ONE);
                heaviest = weight;
            }
            let share = u64::from(exp2(weight - heaviest));
            sum += share;
            if u64::from(choice.below(sum as u32)) < share {
                chosen = world;
            }
        }
        chosen
    }

    /// Returns the endless sequence of guesses for a world number, each with its importance weight: [`Belief::weight`], minus the bias of
    /// the proposal that drew it.
    #[inline]
    pub fn guesses(&self, index: u32) -> impl Iterator<Item = (World, i32)> {
        let mut rng = self.seed.stream(u64::from(index)).rng();
        std::iter::repeat_with(move || self.draw_weighted(self.sampler.as_ref(), &mut rng))
    }

    #[inline]
    fn draw_weighted(&self, sampler: Option<&ImportanceSampler>, rng: &mut Rng) -> (World, i32) {
        let Some(sampler) = sampler else {
            let world = self.open.draw(rng);
            return (world, self.weight(&world));
        };
        let (drawn, bias) = sampler.draw(rng);
        let world = self.open.world([drawn, self.open.cards_without(drawn)]);
        (world, self.weight(&world) - bias)
    }

    /// Fits the proposal to the evidence. `None` without evidence, or if some unseen cards are in no hand.
    fn fit_sampler(&self) -> Option<ImportanceSampler> {
        if self.open.wanted.iter().sum::<u32>() < self.open.cards.len() {
            return None;
        }
        let mut sampler = self.dealt.as_ref().map(|dealt| ImportanceSampler::with_dealer_biases(&self.open, dealt));
        if self.acts.is_empty() || !self.config.reads_acts {
            return sampler;
        }
        for round in 0..PILOT_ROUNDS {
            let mut rng = self.seed.stream(PILOT_STREAM | round).rng();
            let worlds: [(World, i32); PILOT_DEALS] =
                std::array::from_fn(|_| self.draw_weighted(sampler.as_ref(), &mut rng));
            let heaviest = worlds.iter().map(|world| world.1).max().expect("a pilot run draws deals");
            let mut pilot = PilotRun::default();
            for (world, weight) in worlds {
                let drawn = world.hand(self.open.others[0]).minus(self.open.known[0]).expect("it was dealt so");
                pilot.add(self.open.cards, drawn, weight - heaviest);
            }
            sampler.get_or_insert_with(|| ImportanceSampler::new(&self.open)).adapt(&pilot);
        }
        sampler
    }

    /// Returns the endless sequence of uniform deals for a world number.
    pub fn uniform_worlds(&self, index: u32) -> impl Iterator<Item = World> {
        let mut rng = self.seed.stream(u64::from(index)).rng();
        std::iter::repeat_with(move || self.open.draw(&mut rng))
    }

    /// Returns the score of a world: how well it explains the acts and the deal, in 64ths of a doubling. Only differences between worlds of
    /// one view mean anything.
    #[inline]
    pub fn weight(&self, world: &World) -> i32 {
        self.weights(std::array::from_ref(world))[0]
    }

    /// Scores several worlds as [`Belief::weight`] does.
    #[inline]
    pub(crate) fn weights<const N: usize>(&self, worlds: &[World; N]) -> [i32; N] {
        let mut weights = self.act_weights(worlds);
        if let Some(dealt) = &self.dealt {
            for (weight, world) in weights.iter_mut().zip(worlds) {
                *weight += dealt.weight(self.open.others.map(|seat| world.hand(seat)));
            }
        }
        weights
    }

    /// Lists every possible deal, weighed by the ways to draw it with suits and by the evidence. `None` when there are more than
    /// [`DEALS_LISTED_MAX`] (counted as ranks), or when some unseen cards are in no hand.
    pub fn enumerate_deals(&mut self) -> Option<&[(World, u32)]> {
        if self.listed.is_empty() {
            self.list_deals()?;
        }
        Some(&self.listed)
    }

    fn list_deals(&mut self) -> Option<()> {
        let [wanted, other] = self.open.wanted;
        let is_small = wanted + other == self.open.cards.len()
            && count_deals(self.open.cards, wanted, DEALS_LISTED_MAX) <= DEALS_LISTED_MAX;
        if !is_small {
            return None;
        }
        let mut listed = std::mem::take(&mut self.listed);
        // The list first has logarithms, because the weights are relative to the heaviest deal.
        each_deal(self.open.cards, wanted, &mut |drawn, _| {
            let world = self.open.world([drawn, self.open.cards_without(drawn)]);
            listed.push((world, self.weight(&world) as u32));
            Some(())
        })?;
        let exponent = |listed: &(World, u32)| listed.1 as i32;
        let heaviest = listed.iter().map(exponent).max().expect("there is always a deal");
        // The ways to draw a deal are the product, over its ranks, of the ways to choose the copies.
        let product = |listed: &(World, u32)| {
            let drawn = listed.0.hand(self.open.others[0]).minus(self.open.known[0]).expect("it was dealt so");
            count_ways(self.open.cards, drawn) * u64::from(exp2(exponent(listed) - heaviest))
        };
        let most = listed.iter().map(product).max().expect("there is always a deal");
        let shift = (u64::BITS - most.leading_zeros()).saturating_sub(WEIGHT_MAX.ilog2());
        for listed in &mut listed {
            listed.1 = (product(listed) >> shift).max(1) as u32;
        }
        self.listed = listed;
        Some(())
    }
}
