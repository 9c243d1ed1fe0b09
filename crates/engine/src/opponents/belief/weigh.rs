//! The weight of a world: the evidence of the acts, and of the cards still held.

use rules::Ruleset;

use super::features::WEIGHTS;
use super::habit_likelihood::{HabitLikelihood, feature_weight};
use super::hand_shape::HandShape;
use super::seen::Act;
use super::{Belief, NAIVE_STREAM, World, features, naive, own_rules};
use crate::profile::Profile;

impl Belief {
    #[inline]
    pub(super) fn act_weights<const N: usize>(&self, worlds: &[World; N]) -> [i32; N] {
        if !self.config.reads_acts {
            return [0; N];
        }
        if let Some((rules, profile)) = &self.own_rules {
            return worlds.each_ref().map(|world| self.act_weight_by_own_rules(rules, *profile, world));
        }
        let (mut sums, mut odds) = ([0; N], [[0; 2]; N]);
        let models_naive = self.models_naive();
        self.each_act(worlds, |place, act, then| {
            sums[place] +=
                self.habits.as_ref().map_or_else(|| feature_weight(act, then, None), |of| of[act.who].weigh(act, then));
            if models_naive {
                odds[place][act.who] += naive::log_odds(act, then);
            }
        });
        for ((sum, odds), world) in sums.iter_mut().zip(odds).zip(worlds) {
            for who in [0, 1].into_iter().filter(|&who| self.acted[who]) {
                let (seat, held) = (self.open.others[who], world.hand(self.open.others[who]));
                features::emit_kept_cards(seat, held, self.open.cards, &mut |feature| {
                    *sum += i32::from(WEIGHTS[feature]);
                });
                *sum += self.habits.as_ref().map_or(0, |of| of[who].kept_weight(held));
            }
            if models_naive {
                *sum += odds.map(|odds| self.config.prior_naive.log_mixture(odds)).iter().sum::<i32>();
            }
        }
        sums
    }

    fn act_weight_by_own_rules(&self, rules: &Ruleset, profile: Profile, world: &World) -> i32 {
        let (mut sum, weights) = (0, own_rules::weights(profile));
        let hands = self.open.others.map(|seat| world.hand(seat));
        let habits = self.habits.unwrap_or([HabitLikelihood::NONE; 2]);
        for act in &self.acts {
            let hand = hands[act.who].plus(act.since).expect("a seat plays what it held");
            let mut emit_act = 0;
            own_rules::emit_act(rules, act, hand, &mut |feature| emit_act += i32::from(weights[feature]));
            sum += habits[act.who].weigh_by_own_rules(rules, act, hand, emit_act);
        }
        for who in [0, 1].into_iter().filter(|&who| self.acted[who]) {
            own_rules::emit_kept_cards(rules, self.open.others[who], hands[who], self.open.cards, &mut |feature| {
                sum += i32::from(weights[feature]);
            });
            sum += habits[who].kept_weight(hands[who]);
        }
        sum
    }

    /// Returns, by other seat, the log odds of its acts for the naive type, if it held these cards.
    fn naive_log_odds(&self, world: &World) -> [i32; 2] {
        let mut odds = [0; 2];
        self.each_act(std::array::from_ref(world), |_, act, then| odds[act.who] += naive::log_odds(act, then));
        odds
    }

    /// Draws the seats that are naive players in the world of that number, with the posterior chance in that world.
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

    /// Calls `look` with every act in each of these worlds, and the hand that its seat held at that time.
    #[inline]
    fn each_act<const N: usize>(&self, worlds: &[World; N], mut look: impl FnMut(usize, &Act, &HandShape)) {
        // Acts of one hand are adjacent, so its shape is computed once for a world. Worlds are the inner loop, because consecutive worlds
        // take nearly the same branches.
        for acts in self.acts.chunk_by(|one, other| (one.who, one.since) == (other.who, other.since)) {
            let (seat, since) = (self.open.others[acts[0].who], acts[0].since);
            for (place, world) in worlds.iter().enumerate() {
                let hand = world.hand(seat).plus(since).expect("a seat plays what it held");
                let then = HandShape::of(hand);
                acts.iter().for_each(|act| look(place, act, &then));
            }
        }
    }
}
