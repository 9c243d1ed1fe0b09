//! The last word when following: every legal answer, whatever it breaks, is weighed by the hand that it leaves, against
//! what the trick is worth. A pass counts zero; an answer counts what the hand loses by it, and the reasons to pay.

use rules::{Combo, Kind, Seat};

use super::{Ballot, Verdict};
use crate::hand::key_value;
use crate::turn::Turn;

/// What is never played: it does not come onto the ballot.
const NEVER: i32 = -100_000;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let Some((owner, standing)) = now.course().standing() else { return Verdict::Skip };
    ballot.put(None, 0);
    let before = now.judge.worth(now.hand);
    for &answer in now.plays {
        let value = if now.is_enemy(owner) {
            against_enemy(now, owner, standing, answer, before)
        } else {
            over_partner(now, standing, answer, before)
        };
        if value > NEVER {
            ballot.put(Some(answer), value);
        }
    }
    Verdict::Choose
}

fn against_enemy(now: &Turn, owner: Seat, standing: Combo, answer: Combo, before: i32) -> i32 {
    let params = now.seat_params;
    let rest = now.after(answer);
    let left = now.judge.worth(rest);
    let mut value = left - before + params.answer_enemy;
    if left >= params.very_good {
        value = value.max(params.answer_enemy);
    }
    if answer.kind() == standing.kind() {
        let step = key_value(answer, now.rules()) - key_value(standing, now.rules());
        value += if step <= params.slight { params.slight_more } else { 0 };
    }
    if answer.run() > 1 && answer.kind() != Kind::Rocket {
        value += params.chain_more;
    }
    let nearest = now.nearest_enemy();
    if nearest <= params.near_at as u32 {
        value += params.near_more * (params.near_at + 1 - nearest as i32);
    }
    if answer.is_bomb() {
        let played_big = !standing.key().is_run_rank() || standing.is_bomb();
        if now.left(owner) > params.bomb_free_at as u32 && !played_big {
            return NEVER;
        }
        value += params.bomb_more;
    }
    if breaks_bomb(now, answer) {
        value -= params.break_bomb;
    }
    value + params.answer_kept * (1000 - now.odds_covered(answer)) / 1000
}

fn over_partner(now: &Turn, standing: Combo, answer: Combo, before: i32) -> i32 {
    let params = now.seat_params;
    let high = key_value(standing, now.rules()) >= params.partner_high;
    let big = key_value(answer, now.rules()) >= params.partner_big;
    if high || big || answer.is_bomb() || breaks_bomb(now, answer) {
        return NEVER;
    }
    now.judge.worth(now.after(answer)) - before + params.answer_partner
}

/// Whether the answer takes a card out of a bomb without playing it.
fn breaks_bomb(now: &Turn, answer: Combo) -> bool {
    !answer.is_bomb() && !now.hand.at_least(4).and(answer.cards().ranks()).is_empty()
}
