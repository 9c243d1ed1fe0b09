//! The value of an answer, without the worth of the hand that it leaves.

use rules::{Combo, Hand, Kind, Ruleset};

use crate::hand::key_value;
use crate::persona::SeatParams;

pub(crate) struct Answer<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) params: &'a SeatParams,
    pub(crate) standing: Combo,
    pub(crate) play: Combo,
}

impl Answer<'_> {
    /// Values an answer out of `hand` to an enemy who holds `owner_left` cards, in quarter points; `None` for a bomb that comes too early.
    /// The enemy with the fewest cards holds `nearest`.
    pub(crate) fn value_against_enemy(&self, hand: Hand, owner_left: u32, nearest: u32) -> Option<i32> {
        let Answer { params, play, .. } = *self;
        let mut value = 0;
        if self.is_just_above() {
            value += params.slight_more;
        }
        if self.is_chain() {
            value += params.chain_more;
        }
        if nearest <= params.near_at as u32 {
            value += params.near_more * (params.near_at + 1 - nearest as i32);
        }
        if play.is_bomb() {
            if owner_left > params.bomb_free_at as u32 && !self.beats_high_combo() {
                return None;
            }
            value += params.bomb_more;
        }
        if breaks_four(hand, play) {
            value -= params.break_bomb;
        }
        Some(value)
    }

    /// True if the answer is of the standing combo's kind and at most `slight` steps higher.
    pub(crate) fn is_just_above(&self) -> bool {
        let step = key_value(self.play, self.rules) - key_value(self.standing, self.rules);
        self.play.kind() == self.standing.kind() && step <= self.params.slight
    }

    /// True if the body of the answer has several neighbouring ranks. The rocket does not count.
    pub(crate) fn is_chain(&self) -> bool {
        self.play.run() > 1 && self.play.kind() != Kind::Rocket
    }

    pub(crate) fn beats_high_combo(&self) -> bool {
        !self.standing.key().is_run_rank() || self.standing.is_bomb()
    }

    /// True if a partner's combo should stay: it is high, or the answer is big or a bomb.
    pub(crate) fn spares_partner(&self) -> bool {
        let high = key_value(self.standing, self.rules) >= self.params.partner_high;
        let big = key_value(self.play, self.rules) >= self.params.partner_big;
        high || big || self.play.is_bomb()
    }
}

pub(crate) fn breaks_four(hand: Hand, play: Combo) -> bool {
    !play.is_bomb() && !hand.at_least(4).and(play.cards().ranks()).is_empty()
}
