//! The opponent model: what the other seats hold in a world, and how each of them plays on there.
//!
//! Three policies are told apart. Most players play as the search itself would. Some are naive
//! ([`naive`](crate::opponents::naive)). Some are rule-based: they play as [`RulePolicy`] does. The acts of the hand update
//! the prior of each type: a naive player is weighed by the belief, a rule-based one here, act by act, by asking the policy.

use rules::{Combo, Event, Hand, Ruleset, Seat, Seed, View};

use crate::game_state::GameState;
use crate::opponents::belief::fixed_log::{exp2, log2};
use crate::opponents::belief::{Belief, BeliefConfig, RULE_BASED_STREAM, TypePrior, World};
use crate::opponents::naive;
use crate::opponents::rule_based::RulePolicy;

/// The model of one decision, and buffers that decisions reuse.
pub(crate) struct OpponentModel {
    seed: Seed,
    /// `None` before the first decision.
    belief: Option<Belief>,
    /// By other seat: the log odds of its acts for the rule-based type, in 64ths of a doubling. `None` without a prior.
    rule_based_odds: Option<[(Seat, i32); 2]>,
    observed: Vec<ObservedPlay>,
    /// The policy of rule-based players.
    pub(crate) policy: RulePolicy,
}

/// A play of another seat, with what it takes to ask the policy about the same turn.
struct ObservedPlay {
    seat: Seat,
    standing: Option<(Seat, Combo)>,
    play: Option<Combo>,
    /// What each seat has played at that turn and since: with the cards it holds now, its hand at that turn.
    since: [Hand; 3],
}

/// The log odds for the rule-based type, in 64ths of a doubling: of a play that agrees with the policy (kickers aside) and of
/// one that does not, for leads, answers to an enemy and answers to a partner. A pass without an answer says nothing.
/// Counted over hands of `rules`, against hands of `casual`, `beginner` and `net`.
const LOG_ODDS: [[i32; 2]; 3] = [[60, -105], [32, -125], [25, -136]];

/// Two seats' turns in nearly all hands; in a longer hand the list grows.
const OBSERVED_CAPACITY: usize = 128;

/// Deals over which the odds of the rule-based type are averaged. They come from a world number that no search uses.
const ODDS_DEALS: usize = 32;
const ODDS_WORLD: u32 = u32::MAX;

/// How every seat plays on in one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatPolicies {
    naive: [bool; 3],
    rule_based: [bool; 3],
    /// Whether naive seats bomb enemies without need: in every other world.
    bombs_freely: bool,
}

/// In how many worlds each seat was drawn as each type; `None` where the type is not modelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpponentStats {
    pub(crate) naive: Option<[u32; 3]>,
    pub(crate) rule_based: Option<[u32; 3]>,
}

impl OpponentModel {
    /// A model without a view.
    pub(crate) fn new() -> OpponentModel {
        let policy = RulePolicy::new(&Ruleset::CLASSIC);
        let observed = Vec::with_capacity(OBSERVED_CAPACITY);
        OpponentModel { seed: Seed(0), belief: None, rule_based_odds: None, observed, policy }
    }

    /// Models the other seats of `view`, whose viewer has a seat. `None` when `halt` stopped it.
    pub(crate) fn update(
        &mut self,
        view: &View,
        seed: Seed,
        config: BeliefConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        self.seed = seed;
        match &mut self.belief {
            Some(belief) => _ = belief.renew(view, seed, config),
            belief => *belief = Belief::with_config(view, seed, config),
        }
        self.policy.renew(view.rules());
        self.rule_based_odds = None;
        if self.belief().config().prior_rule_based != TypePrior::NONE {
            observe(view, &mut self.observed);
            self.rule_based_odds = Some(self.average_odds(halt)?);
        }
        Some(())
    }

    /// By other seat: the log odds of its acts for the rule-based type, averaged over the deals of the belief.
    fn average_odds(&mut self, halt: &mut dyn FnMut() -> bool) -> Option<[(Seat, i32); 2]> {
        let OpponentModel { belief, observed, policy, .. } = self;
        let belief = belief.as_ref().expect(HAS_SEAT);
        if observed.is_empty() {
            return Some(belief.others().map(|seat| (seat, 0)));
        }
        let mut deals = [(0, [0; 2]); ODDS_DEALS];
        for (deal, (world, weight)) in deals.iter_mut().zip(belief.guesses(ODDS_WORLD)) {
            if halt() {
                return None;
            }
            *deal = (weight, rule_based_shift(belief, policy, observed, &world, [true; 2]));
        }
        let all = log_sum(deals.iter().map(|deal| deal.0));
        let odds = |who: usize| log_sum(deals.iter().map(|deal| deal.0 + deal.1[who])) - all;
        Some([0, 1].map(|who| (belief.others()[who], odds(who))))
    }

    fn belief(&self) -> &Belief {
        self.belief.as_ref().expect(HAS_SEAT)
    }

    /// The world of that number, and how every seat plays there. `None` when `halt` stopped it.
    pub(crate) fn world(&mut self, index: u32, halt: &mut dyn FnMut() -> bool) -> Option<(World, SeatPolicies)> {
        let rule_based = self.sample_rule_based(index);
        let OpponentModel { belief, observed, policy, .. } = self;
        let belief = belief.as_ref().expect(HAS_SEAT);
        let of_type = belief.others().map(|seat| rule_based[seat.index()]);
        let extra_weight = |world: &World| {
            if of_type == [false; 2] {
                return Some(0);
            }
            (!halt()).then(|| rule_based_shift(belief, policy, observed, world, of_type).iter().sum::<i32>())
        };
        let world = belief.choose_guess(index, belief.guesses_a_world(), extra_weight)?;
        let naive = belief.sample_naive(index, &world);
        let naive = [0, 1, 2].map(|seat| naive[seat] && !rule_based[seat]);
        Some((world, SeatPolicies::new(naive, rule_based, index)))
    }

    /// Which seats are rule-based in the world of that number, drawn with the posterior chance.
    fn sample_rule_based(&self, index: u32) -> [bool; 3] {
        let mut seats = [false; 3];
        let mut rng = self.seed.stream(RULE_BASED_STREAM | u64::from(index)).rng();
        for (seat, odds) in self.rule_based_odds.into_iter().flatten() {
            seats[seat.index()] = self.belief().config().prior_rule_based.sample(odds, &mut rng);
        }
        seats
    }

    /// The stats of no world, for the types that are modelled.
    pub(crate) fn no_stats(&self) -> OpponentStats {
        let none = |is_modelled: bool| is_modelled.then_some([0; 3]);
        OpponentStats {
            naive: none(self.belief().models_naive()),
            rule_based: none(self.rule_based_odds.is_some() && !self.observed.is_empty()),
        }
    }
}

const HAS_SEAT: &str = "a seat that plays has a belief";

impl SeatPolicies {
    /// Those of the world of that number.
    pub(crate) fn new(naive: [bool; 3], rule_based: [bool; 3], index: u32) -> SeatPolicies {
        SeatPolicies { naive, rule_based, bombs_freely: index.is_multiple_of(2) }
    }

    /// What the seat to play does, if it is of a modelled type; `None` where the search's own policy plays.
    #[inline]
    pub(crate) fn play(&self, state: &GameState, policy: &mut RulePolicy) -> Option<Option<Combo>> {
        let me = state.turn();
        if self.rule_based[me.index()] {
            return Some(policy.choose(state));
        }
        let naive_play = || naive::play(policy.rules(), me, state.hand(me), state.standing(), self.bombs_freely);
        self.naive[me.index()].then(naive_play)
    }
}

impl OpponentStats {
    /// Adds a world.
    pub(crate) fn count(&mut self, policies: &SeatPolicies) {
        let add = |worlds: &mut Option<[u32; 3]>, of_type: [bool; 3]| {
            worlds.iter_mut().flatten().zip(of_type).for_each(|(worlds, of_type)| *worlds += u32::from(of_type));
        };
        add(&mut self.naive, policies.naive);
        add(&mut self.rule_based, policies.rule_based);
    }
}

/// Replaces `observed` by the plays of the other seats, oldest first. Plays that need untold history are left out.
fn observe(view: &View, observed: &mut Vec<ObservedPlay>) {
    observed.clear();
    // A log that begins in the middle of a hand begins with an unknown trick.
    let mut trick = view.is_complete().then_some(None);
    let (mut passes, mut played) = (0, [Hand::EMPTY; 3]);
    for event in view.log() {
        let Event::Play(seat, play) = *event else { continue };
        if let Some(standing) = trick.filter(|_| Some(seat) != view.seat()) {
            observed.push(ObservedPlay { seat, standing, play, since: played });
        }
        match play {
            Some(combo) => {
                let sum = &mut played[seat.index()];
                *sum = sum.plus(combo.cards()).expect("a seat plays each card once");
                (trick, passes) = (Some(Some((seat, combo))), 0);
            }
            None if passes == 1 => trick = Some(None),
            None => passes = 1,
        }
    }
    // So far `since` holds what was played before. Everything else was played at that turn or later.
    for since in observed.iter_mut().flat_map(|act| act.since.iter_mut().zip(played)) {
        *since.0 = since.1.minus(*since.0).expect("cards played before are part of all played cards");
    }
}

/// By other seat: the rise of a world's log weight if the seats of `of_type` are rule-based, and so not naive.
fn rule_based_shift(
    belief: &Belief,
    policy: &mut RulePolicy,
    observed: &[ObservedPlay],
    world: &World,
    of_type: [bool; 2],
) -> [i32; 2] {
    let mut shift = if belief.models_naive() { belief.naive_weight(world).map(|weight| -weight) } else { [0; 2] };
    for (who, seat) in belief.others().into_iter().enumerate() {
        let of_seat = observed.iter().filter(|act| of_type[who] && act.seat == seat);
        shift[who] += of_seat.map(|act| act.log_odds(policy, world)).sum::<i32>();
    }
    [0, 1].map(|who| if of_type[who] { shift[who] } else { 0 })
}

impl ObservedPlay {
    /// Its log odds for the rule-based type, if the cards lie as in `world`.
    fn log_odds(&self, policy: &mut RulePolicy, world: &World) -> i32 {
        let held = |seat: Seat| world.hand(seat).plus(self.since[seat.index()]).expect("a seat plays what it held");
        let then = GameState::new(Seat::ALL.map(held), self.seat, self.standing);
        agreement(policy, &then, self.play).map_or(0, |(class, agrees)| LOG_ODDS[class][usize::from(!agrees)])
    }
}

/// The logarithm of a sum, from the logarithms of its terms, in 64ths of a doubling.
fn log_sum(logs: impl Iterator<Item = i32> + Clone) -> i32 {
    let most = logs.clone().max().expect("a sum has terms");
    most + log2(logs.map(|log| exp2(log - most)).sum())
}

/// The class of a play (an index of [`LOG_ODDS`]), and whether the policy plays the same body. `None` for a pass without an
/// answer. Kickers for an answer are assumed to be there.
fn agreement(policy: &mut RulePolicy, then: &GameState, play: Option<Combo>) -> Option<(usize, bool)> {
    let me = then.turn();
    let class = match then.standing() {
        None => 0,
        Some((_, standing)) if play.is_none() && !policy.covers(then.hand(me), standing) => return None,
        Some((owner, _)) => 1 + usize::from(owner.side() == me.side()),
    };
    Some((class, policy.choose(then).map(Combo::body) == play.map(Combo::body)))
}

#[cfg(test)]
mod tests;
