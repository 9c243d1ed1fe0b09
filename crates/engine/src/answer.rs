//! The worth of an answer beside the hand that it leaves: one formula for the strategies, for play among wild ranks and for the roll-out
//! policy.

use rules::{Combo, Hand, Kind, Ruleset};

use crate::hand::key_value;
use crate::persona::SeatParams;

/// An answer to a combo of another seat.
pub(crate) struct Answer<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) params: &'a SeatParams,
    pub(crate) standing: Combo,
    pub(crate) play: Combo,
}

/// The table around an answer to an enemy.
pub(crate) struct Against {
    /// The cards of the seat that answers.
    pub(crate) hand: Hand,
    /// Cards left of the owner of the standing combo.
    pub(crate) owner_left: u32,
    /// Cards left of the enemy that has the fewest.
    pub(crate) nearest: u32,
}

impl Answer<'_> {
    /// Quarter points of an answer to an enemy; `None` for a bomb that is laid too early.
    pub(crate) fn against_enemy(&self, table: &Against) -> Option<i32> {
        let Answer { rules, params, standing, play } = *self;
        let mut value = 0;
        if play.kind() == standing.kind() {
            let step = key_value(play, rules) - key_value(standing, rules);
            value += if step <= params.slight { params.slight_more } else { 0 };
        }
        if play.run() > 1 && play.kind() != Kind::Rocket {
            value += params.chain_more;
        }
        if table.nearest <= params.near_at as u32 {
            value += params.near_more * (params.near_at + 1 - table.nearest as i32);
        }
        if play.is_bomb() {
            let played_big = !standing.key().is_run_rank() || standing.is_bomb();
            if table.owner_left > params.bomb_free_at as u32 && !played_big {
                return None;
            }
            value += params.bomb_more;
        }
        if breaks_four(table.hand, play) {
            value -= params.break_bomb;
        }
        Some(value)
    }

    /// True if a partner's combo is better left alone: it is high, or the answer is big or a bomb.
    pub(crate) fn spares_partner(&self) -> bool {
        let high = key_value(self.standing, self.rules) >= self.params.partner_high;
        let big = key_value(self.play, self.rules) >= self.params.partner_big;
        high || big || self.play.is_bomb()
    }
}

/// True if a play takes a card out of four equal ones without being a bomb.
pub(crate) fn breaks_four(hand: Hand, play: Combo) -> bool {
    !play.is_bomb() && !hand.at_least(4).and(play.cards().ranks()).is_empty()
}
