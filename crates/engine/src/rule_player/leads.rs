//! The leads of a hand: the parts of its splits, each weighed by the hand that it leaves.

use std::slice;

use rules::{Combo, Hand};

use crate::hand::key_value;
use crate::hand::split::Partition;
use crate::rule_player::inferred::{self, Stakes};
use crate::rule_player::strategy::Ballot;
use crate::turn::Turn;

/// Returns the split by which a person would play this hand now: fewer singles when an enemy is down to one card.
pub(crate) fn usual_split<'a>(now: &'a Turn<'_>) -> &'a Partition {
    let [usual, fewest] = splits(now);
    if now.enemy_holds(1) { fewest } else { usual }
}

/// Returns the splits of the hand that are looked through.
pub(crate) fn splits<'a>(now: &'a Turn<'_>) -> &'a [Partition; 2] {
    now.splits.get_or_init(|| splits_of(now, now.hand))
}

/// Returns the splits of any hand that are looked through.
pub(crate) fn splits_of(now: &Turn, hand: Hand) -> [Partition; 2] {
    [now.judge.split(hand), now.judge.fewest_singles(hand)]
}

/// Puts the leads of both splits on the ballot; as published, and while an enemy holds one card, those of the usual split alone.
pub(crate) fn put_leads(now: &Turn, ballot: &mut Ballot, wanted: impl Fn(Combo) -> bool) {
    let is_one = now.persona.is_published() || now.enemy_holds(1);
    for parts in if is_one { slice::from_ref(usual_split(now)) } else { &splits(now)[..] } {
        for &part in parts.iter().filter(|&&part| wanted(part)) {
            ballot.put(Some(part), value(now, part));
        }
    }
    infer(now, ballot);
}

/// Adds to leads on a ballot what the others' acts say of their enemies' hands.
fn infer(now: &Turn, ballot: &mut Ballot) {
    let covered = now.lead_value(now.seat_params.lead_kept) + now.seat_params.lead_inferred;
    inferred::weigh_in(now, ballot, &Stakes { covered, partner: None });
}

/// Returns the worth of leading this combo; as published, the more the smaller it is, and the more cards it has of the same key.
pub(crate) fn value(now: &Turn, lead: Combo) -> i32 {
    if now.persona.is_published() {
        return lead.len() as i32 - 100 * key_value(lead, now.rules());
    }
    let params = now.seat_params;
    let bonus = params.lead_bonus(lead.kind());
    now.judge.worth(now.after(lead)) + bonus + now.worth_kept(params.lead_kept, lead)
}
