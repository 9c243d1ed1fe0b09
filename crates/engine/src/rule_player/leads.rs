//! What a hand would lead: the parts of its splits, each weighed by the hand that it leaves.

use rules::{Combo, Hand};

use crate::hand::split::{self, Kickers, Partition};
use crate::rule_player::strategy::Ballot;
use crate::turn::Turn;

/// The split by which a person would play this hand now: fewer singles when an enemy is down to one card.
pub(crate) fn usual_split<'a>(now: &'a Turn<'_>) -> &'a Partition {
    let [usual, fewest] = splits(now);
    if now.enemy_holds(1) { fewest } else { usual }
}

/// The splits of the hand that are looked through.
pub(crate) fn splits<'a>(now: &'a Turn<'_>) -> &'a [Partition; 2] {
    now.splits.get_or_init(|| splits_of(now, now.hand))
}

/// The splits of any hand that are looked through.
pub(crate) fn splits_of(now: &Turn, hand: Hand) -> [Partition; 2] {
    let rules = now.rules();
    [now.judge.split(hand), split::attach_kickers(&split::fewest_singles(hand, rules), rules, Kickers::SinglesFirst)]
}

/// Puts the leads of both splits on the ballot.
pub(crate) fn put_leads(now: &Turn, ballot: &mut Ballot, wanted: impl Fn(Combo) -> bool) {
    for parts in splits(now) {
        for &part in parts.iter().filter(|&&part| wanted(part)) {
            ballot.put(Some(part), value(now, part));
        }
    }
}

/// What leading this is worth.
pub(crate) fn value(now: &Turn, lead: Combo) -> i32 {
    let params = now.seat_params;
    let bonus = params.lead_bonus(lead.kind());
    now.judge.worth(now.after(lead)) + bonus + params.lead_kept * (1000 - now.odds_covered(lead)) / 1000
}
