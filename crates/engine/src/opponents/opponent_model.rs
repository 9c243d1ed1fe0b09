//! The opponent model: what the other seats hold in a world, and how each of them plays on there.
//!
//! Three policies are told apart. Most players play as the search itself would. Some are naive
//! ([`naive`](crate::opponents::naive)). Some are rule-based: they play as [`RulePolicy`] does. The acts of the hand update
//! the prior of each type: a naive player is weighed by the belief, a rule-based one here, act by act, by asking the policy.

use rules::{Combo, Ruleset, Seat, Seed, View};

use crate::game_state::GameState;
use crate::net::Weights;
use crate::opponents::belief::fixed_log::{exp2, log2};
use crate::opponents::belief::{Belief, BeliefConfig, NET_STREAM, RULE_BASED_STREAM, TypePrior, World};
use crate::opponents::naive;
use crate::opponents::net_evidence::NetEvidence;
use crate::opponents::observed::{ObservedPlay, ObservedPlays};
use crate::opponents::rule_based::RulePolicy;

/// The model of one decision, and buffers that decisions reuse.
pub(crate) struct OpponentModel {
    seed: Seed,
    /// `None` before the first decision.
    belief: Option<Belief>,
    /// By other seat: the log odds of its acts for the rule-based type, in 64ths of a doubling. `None` without a prior.
    rule_based_odds: Option<[(Seat, i32); 2]>,
    /// None where neither rule-based players are modelled nor the nets asked.
    observed: ObservedPlays,
    nets: Box<NetEvidence>,
    /// The policy of rule-based players.
    pub(crate) policy: RulePolicy,
}

/// The log odds for the rule-based type, in 64ths of a doubling: of a play that agrees with the policy (kickers aside) and of
/// one that does not, for leads, answers to an enemy and answers to a partner. A pass without an answer says nothing.
/// Counted over hands of `rules`, against hands of `casual`, `beginner` and `net`.
const LOG_ODDS: [[i32; 2]; 3] = [[60, -105], [32, -125], [25, -136]];

/// Deals over which the odds of the rule-based type are averaged. They come from a world number that no search uses.
const ODDS_DEALS: usize = 32;
const ODDS_WORLD: u32 = u32::MAX;

/// The nets choose one of this many worlds of the belief. Their numbers lie one step apart; a search has fewer worlds than a step.
const NET_WORLDS: u32 = 4;
const NET_WORLDS_STEP: u32 = 1 << 16;

/// Policy by which every seat plays on in one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatPolicies {
    naive: [bool; 3],
    rule_based: [bool; 3],
    /// True if naive seats bomb enemies without need: in every other world.
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
        OpponentModel {
            seed: Seed(0),
            belief: None,
            rule_based_odds: None,
            observed: ObservedPlays::default(),
            nets: Box::default(),
            policy: RulePolicy::new(&Ruleset::CLASSIC),
        }
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
        let BeliefConfig { prior_rule_based, net_trust, .. } = *self.belief().config();
        if prior_rule_based == TypePrior::NONE && net_trust == 0 {
            self.observed.clear();
        } else {
            self.observed.read(view);
        }
        if prior_rule_based != TypePrior::NONE {
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

    /// The world of that number, and how every seat plays there. With `nets` they are asked too, and their turns added to `nodes`.
    /// `None` when `halt` stopped it.
    pub(crate) fn world(
        &mut self,
        index: u32,
        nets: Option<&Weights>,
        nodes: &mut u64,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<(World, SeatPolicies)> {
        let rule_based = self.sample_rule_based(index);
        let world = match nets.filter(|_| self.belief().config().net_trust > 0 && !self.observed.is_empty()) {
            Some(nets) => self.choose_by_nets(index, rule_based, nets, nodes, halt)?,
            None => self.choose(index, rule_based, halt)?,
        };
        let naive = self.belief().sample_naive(index, &world);
        let naive = [0, 1, 2].map(|seat| naive[seat] && !rule_based[seat]);
        Some((world, SeatPolicies::new(naive, rule_based, index)))
    }

    /// A world by the belief, with these seats rule-based.
    fn choose(&mut self, index: u32, rule_based: [bool; 3], halt: &mut dyn FnMut() -> bool) -> Option<World> {
        let OpponentModel { belief, observed, policy, .. } = self;
        let belief = belief.as_ref().expect(HAS_SEAT);
        let of_type = belief.others().map(|seat| rule_based[seat.index()]);
        let extra_weight = |world: &World| {
            if of_type == [false; 2] {
                return Some(0);
            }
            (!halt()).then(|| rule_based_shift(belief, policy, observed, world, of_type).iter().sum::<i32>())
        };
        belief.choose_guess(index, belief.guesses_a_world(), extra_weight)
    }

    /// One of a few such worlds, the likelier the better it explains the plays of the seats that are not rule-based to the nets.
    fn choose_by_nets(
        &mut self,
        index: u32,
        rule_based: [bool; 3],
        nets: &Weights,
        nodes: &mut u64,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<World> {
        let mut worlds = [None; NET_WORLDS as usize];
        for (number, place) in worlds.iter_mut().enumerate() {
            let world = self.choose(index + (number as u32) * NET_WORLDS_STEP, rule_based, halt)?;
            if halt() {
                return None;
            }
            let (weight, turns) = self.nets.log_weight(&self.observed, nets, &world, rule_based);
            *nodes += turns;
            *place = Some((world, weight * self.belief().config().net_trust / 100));
        }
        let worlds = worlds.map(|world| world.expect("each was chosen"));
        let most = worlds.iter().map(|world| world.1).max().expect("there are some");
        let shares = worlds.map(|world| exp2(world.1 - most));
        let mut rng = self.seed.stream(NET_STREAM | u64::from(index)).rng();
        let mut place = rng.below(shares.iter().sum());
        let chosen = worlds.iter().zip(shares).find(|&(_, share)| {
            let is_here = place < share;
            place = place.wrapping_sub(share);
            is_here
        });
        Some(chosen.expect("the place lies within the sum").0.0)
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

    /// The action of the seat to play, if it is of a modelled type; `None` where the search's own policy plays.
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

/// By other seat: the rise of a world's log weight if the seats of `of_type` are rule-based, and so not naive.
fn rule_based_shift(
    belief: &Belief,
    policy: &mut RulePolicy,
    observed: &ObservedPlays,
    world: &World,
    of_type: [bool; 2],
) -> [i32; 2] {
    let mut shift = if belief.models_naive() { belief.naive_weight(world).map(|weight| -weight) } else { [0; 2] };
    for (who, seat) in belief.others().into_iter().enumerate() {
        let of_seat = observed.plays.iter().filter(|act| of_type[who] && act.seat == seat);
        shift[who] += of_seat.map(|act| act.log_odds(policy, world)).sum::<i32>();
    }
    [0, 1].map(|who| if of_type[who] { shift[who] } else { 0 })
}

impl ObservedPlay {
    /// Its log odds for the rule-based type, if the cards lie as in `world`.
    fn log_odds(&self, policy: &mut RulePolicy, world: &World) -> i32 {
        agreement(policy, &self.turn(world), self.play)
            .map_or(0, |(class, agrees)| LOG_ODDS[class][usize::from(!agrees)])
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
