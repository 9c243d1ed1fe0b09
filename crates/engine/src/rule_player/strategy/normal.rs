//! The fallback when following: every legal answer is weighed by the hand that it leaves, even if it breaks a combo. A pass has the value
//! zero before inference. The published player takes the best answer or passes, by a list of reasons.

use std::cmp::Reverse;

use rules::{Combo, Seat};

use crate::answer::{Answer, breaks_four};
use crate::rule_player::ballot::{Ballot, ShiftWorth, Verdict, apply_inference};
use crate::turn::Turn;

/// The value of a play that is never made: it does not come onto the ballot.
const NEVER: i32 = -100_000;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let Some((owner, standing)) = now.course().standing() else { return Verdict::Skip };
    ballot.put(None, 0);
    let before = now.judge.worth(now.hand);
    if now.persona.is_published() {
        let best = now.plays.iter().copied().min_by_key(|&answer| Reverse(now.judge.worth(now.after(answer))));
        if let Some(answer) = best.filter(|&answer| takes_as_published(now, owner, standing, answer, before)) {
            ballot.put(Some(answer), 1);
        }
        return Verdict::Settle;
    }
    for &answer in now.plays {
        let value = if now.is_enemy(owner) {
            value_against_enemy(now, owner, standing, answer, before)
        } else {
            value_over_partner(now, standing, answer, before)
        };
        if value > NEVER {
            ballot.put(Some(answer), value);
        }
    }
    if now.is_enemy(owner) {
        let partner = now.partner_playing_next().map(|_| (standing, now.seat_params.leave_partner));
        apply_inference(now, ballot, &ShiftWorth { covered: now.lead_value(now.seat_params.answer_kept), partner });
    }
    Verdict::Choose
}

fn value_against_enemy(now: &Turn, owner: Seat, standing: Combo, answer: Combo, before: i32) -> i32 {
    let params = &now.seat_params;
    let rest = now.after(answer);
    let left = now.judge.worth(rest);
    let mut value = left - before + params.answer_enemy;
    if left >= params.very_good {
        value = value.max(params.answer_enemy);
    }
    let more = answer_of(now, standing, answer).value_against_enemy(now.hand, now.left(owner), now.enemy_cards_min());
    let Some(more) = more else { return NEVER };
    value + more + now.kept_lead_value(params.answer_kept, answer)
}

fn value_over_partner(now: &Turn, standing: Combo, answer: Combo, before: i32) -> i32 {
    if answer_of(now, standing, answer).spares_partner() || breaks_four(now.hand, answer) {
        return NEVER;
    }
    now.judge.worth(now.after(answer)) - before + now.seat_params.answer_partner
}

/// True if the best answer takes the trick by the published list of reasons.
fn takes_as_published(now: &Turn, owner: Seat, standing: Combo, answer: Combo, before: i32) -> bool {
    let (params, facts) = (&now.seat_params, answer_of(now, standing, answer));
    if !now.is_enemy(owner) {
        return !facts.spares_partner();
    }
    let left = now.judge.worth(now.after(answer));
    let is_good = left >= params.very_good || left - before + params.answer_enemy >= 0;
    if is_good || facts.is_just_above() || facts.is_chain() {
        return true;
    }
    let (left, limit) = (now.left(owner), if answer.is_bomb() { params.bomb_free_at } else { params.near_at });
    facts.beats_high_combo() || left <= limit as u32
}

fn answer_of<'a>(now: &'a Turn, standing: Combo, play: Combo) -> Answer<'a> {
    Answer { rules: now.rules(), params: &now.seat_params, standing, play }
}
