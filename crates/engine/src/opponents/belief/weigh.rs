//! The weight of a world: what every act, and the cards still held, say about it.

use rules::Ruleset;

use super::config::BeliefConfig;
use super::evidence::EvidenceKind;
use super::features::WEIGHTS;
use super::habit_likelihood::HabitLikelihood;
use super::hand_shape::HandShape;
use super::seen::Act;
use super::{Belief, NAIVE_STREAM, World, features, naive, own_rules};
use crate::profile::Profile;

impl Belief {
    /// The part of the acts and of the cards still held, for each of these worlds.
    #[inline]
    pub(super) fn explains<const N: usize>(&self, worlds: &[World; N]) -> [i32; N] {
        if let Some((rules, profile)) = &self.own_rules {
            let sums = |world: &World| match &self.habits {
                None => self.sums(world),
                Some(habits) => self.own_sums(rules, *profile, world, habits),
            };
            let is_uniform = self.config == BeliefConfig::UNIFORM;
            return worlds.each_ref().map(|world| if is_uniform { 0 } else { self.config.total(&sums(world)) });
        }
        let (mut sums, mut odds) = ([[0; EvidenceKind::COUNT]; N], [[0; 2]; N]);
        let models_naive = self.models_naive();
        self.each_act(worlds, |place, act, then| {
            match &self.habits {
                None => features::of_act(act, then, None, &mut |row, feature| {
                    sums[place][row as usize] += i32::from(WEIGHTS[feature]);
                }),
                Some(habits) => {
                    let (row, sum) = habits[act.who].weigh(act, then);
                    sums[place][row as usize] += sum;
                }
            }
            if models_naive {
                odds[place][act.who] += naive::log_odds(act, then);
            }
        });
        std::array::from_fn(|place| {
            let (world, mut sums) = (&worlds[place], sums[place]);
            self.each_kept(world, |row, feature| sums[row as usize] += i32::from(WEIGHTS[feature]));
            if let Some(habits) = &self.habits {
                sums[EvidenceKind::Keeps as usize] += self.kept_by_habit(world, habits);
            }
            let total = self.config.total(&sums);
            if models_naive {
                total + odds[place].map(|odds| self.config.prior_naive.log_mixture(odds)).iter().sum::<i32>()
            } else {
                total
            }
        })
    }

    /// By other seat: the log odds that it is a naive player, given its acts and these cards.
    fn naive_log_odds(&self, world: &World) -> [i32; 2] {
        let mut odds = [0; 2];
        self.each_act(std::array::from_ref(world), |_, act, then| odds[act.who] += naive::log_odds(act, then));
        odds
    }

    /// The seats that are naive players in the world of that number, drawn with the posterior chance in that world.
    pub fn sample_naive(&self, index: u32, world: &World) -> [bool; 3] {
        let mut seats = [false; 3];
        if !self.models_naive() {
            return seats;
        }
        let mut rng = self.seed.stream(NAIVE_STREAM | u64::from(index)).rng();
        for (seat, odds) in self.open.others.into_iter().zip(self.naive_log_odds(world)) {
            seats[seat.index()] = self.config.prior_naive.sample(odds, &mut rng);
        }
        seats
    }

    /// The sum of the fitted weights by kind of evidence, in the order of [`EVIDENCE`](super::EVIDENCE).
    #[inline]
    pub fn sums(&self, world: &World) -> [i32; EvidenceKind::COUNT] {
        let mut sums = [0; EvidenceKind::COUNT];
        let weights: &[i16] = self.own_rules.map_or(&WEIGHTS, |(_, profile)| own_rules::weights(profile));
        self.each_feature(world, |row, feature| sums[row as usize] += i32::from(weights[feature]));
        sums
    }

    /// Every active feature of a world, with its kind of evidence. The weights are fitted to these.
    #[inline]
    pub fn each_feature(&self, world: &World, mut emit: impl FnMut(EvidenceKind, usize)) {
        if let Some((rules, _)) = &self.own_rules {
            return self.each_own_feature(rules, world, emit);
        }
        self.each_act(std::array::from_ref(world), |_, act, then| features::of_act(act, then, None, &mut emit));
        self.each_kept(world, emit);
    }

    fn each_own_feature(&self, rules: &Ruleset, world: &World, mut emit: impl FnMut(EvidenceKind, usize)) {
        let hands = self.open.others.map(|seat| world.hand(seat));
        for act in &self.acts {
            let hand = hands[act.who].plus(act.since).expect("a seat plays what it held");
            own_rules::of_act(rules, act, hand, &mut emit);
        }
        for who in [0, 1].into_iter().filter(|&who| self.acted[who]) {
            own_rules::of_keeping(rules, self.open.others[who], hands[who], self.open.cards, &mut emit);
        }
    }

    /// The same as [`Belief::sums`] where ranks have an order of their own, as habits read the acts.
    fn own_sums(
        &self,
        rules: &Ruleset,
        profile: Profile,
        world: &World,
        habits: &[HabitLikelihood; 2],
    ) -> [i32; EvidenceKind::COUNT] {
        let (mut sums, weights) = ([0; EvidenceKind::COUNT], own_rules::weights(profile));
        let hands = self.open.others.map(|seat| world.hand(seat));
        for act in &self.acts {
            let hand = hands[act.who].plus(act.since).expect("a seat plays what it held");
            let (mut kind, mut sum) = (EvidenceKind::Passes, 0);
            own_rules::of_act(rules, act, hand, &mut |row, feature| {
                (kind, sum) = (row, sum + i32::from(weights[feature]));
            });
            sums[kind as usize] += habits[act.who].weigh_own(rules, act, hand, sum);
        }
        for who in [0, 1].into_iter().filter(|&who| self.acted[who]) {
            own_rules::of_keeping(rules, self.open.others[who], hands[who], self.open.cards, &mut |row, feature| {
                sums[row as usize] += i32::from(weights[feature]);
            });
        }
        sums[EvidenceKind::Keeps as usize] += self.kept_by_habit(world, habits);
        sums
    }

    /// The weight that habits add, beside the features, for the cards still held.
    fn kept_by_habit(&self, world: &World, habits: &[HabitLikelihood; 2]) -> i32 {
        let kept = |who: &usize| habits[*who].keeping(world.hand(self.open.others[*who]));
        [0, 1].iter().filter(|&&who| self.acted[who]).map(kept).sum()
    }

    /// Every act with the hand that its seat held at that time, if the cards lie as in each of these worlds in turn.
    #[inline]
    fn each_act<const N: usize>(&self, worlds: &[World; N], mut look: impl FnMut(usize, &Act, &HandShape)) {
        // Acts of one hand are adjacent, so its shape is computed once. Worlds come last: to the processor each looks like the one before.
        for acts in self.acts.chunk_by(|one, other| (one.who, one.since) == (other.who, other.since)) {
            for (place, world) in worlds.iter().enumerate() {
                let hand = world.hand(acts[0].seat).plus(acts[0].since).expect("a seat plays what it held");
                let then = HandShape::of(hand);
                acts.iter().for_each(|act| look(place, act, &then));
            }
        }
    }

    /// The features of the cards that the others still hold.
    #[inline]
    fn each_kept(&self, world: &World, mut emit: impl FnMut(EvidenceKind, usize)) {
        for who in [0, 1] {
            if self.acted[who] {
                let seat = self.open.others[who];
                features::of_keeping(seat, world.hand(seat), self.open.cards, &mut emit);
            }
        }
    }
}
