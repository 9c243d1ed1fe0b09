//! Rows for leading: most weigh the parts of the hand's splits.

use std::slice;

use rules::{Combo, Kind, Seat};

use super::ballot::{Ballot, ShiftWorth, Verdict, apply_inference};
use crate::hand::key_value;
use crate::turn::Turn;

/// Leads a big combo if at most one combo of the hand is small: the small combo goes last.
pub(super) fn lead_if_all_big(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let parts = now.usual_split();
    let small = parts.iter().filter(|&&part| !now.is_big(part)).count();
    if small > 1 || parts.len() < 2 {
        return Verdict::Skip;
    }
    for &part in parts.iter().filter(|&&part| now.is_big(part)) {
        // Bombs win nearly any trick: they wait until the other big combos are played.
        let waits = if part.is_bomb() { 2000 } else { 0 };
        let value = if now.persona.is_published() { value(now, part) } else { -now.odds_covered(part) };
        ballot.put(Some(part), value - waits);
    }
    Verdict::Settle
}

/// Leads an unbeatable single if all other combos are pairs and an enemy holds two cards: on a pair that enemy may go out.
pub(super) fn force_single(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if !now.enemy_holds(2) {
        return Verdict::Skip;
    }
    let parts = now.usual_split();
    let single = parts.iter().find(|part| part.kind() == Kind::Single && now.is_unbeatable(**part));
    let rest_is_pairs = parts.iter().filter(|part| part.kind() != Kind::Pair).count() == 1;
    match single {
        Some(&single) if rest_is_pairs => {
            ballot.put(Some(single), 0);
            Verdict::Settle
        }
        _ => Verdict::Skip,
    }
}

/// Leads a small straight, chain or airplane: it is hard to get rid of later.
pub(super) fn lead_small_and_long(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let long = |kind: Kind| {
        matches!(kind, Kind::Straight | Kind::PairChain | Kind::Airplane | Kind::AirplaneSingles | Kind::AirplanePairs)
    };
    let is_small = |lead| key_value(lead, now.rules()) < now.seat_params.small_below;
    choose_among_leads(now, ballot, |lead| long(lead.kind()) && is_small(lead))
}

/// If few cards are left in play, leads a combo that is neither a single nor a bomb: others answer singles easily.
pub(super) fn lead_if_few_cards(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let in_play: u32 = Seat::ALL.iter().map(|&seat| now.left(seat)).sum();
    if in_play > now.seat_params.few_cards as u32 {
        return Verdict::Skip;
    }
    choose_among_leads(now, ballot, |lead| lead.kind() != Kind::Single && !lead.is_bomb())
}

/// Chooses among all leads: the fallback.
pub(super) fn lead_any(now: &Turn, ballot: &mut Ballot) -> Verdict {
    put_leads(now, ballot, |_| true);
    Verdict::Choose
}

fn choose_among_leads(now: &Turn, ballot: &mut Ballot, wanted: impl Fn(Combo) -> bool) -> Verdict {
    put_leads(now, ballot, wanted);
    if ballot.as_slice().is_empty() { Verdict::Skip } else { Verdict::Choose }
}

/// Puts the wanted leads of both splits on the ballot; as published, or while an enemy holds one card, only those of the usual split.
pub(super) fn put_leads(now: &Turn, ballot: &mut Ballot, wanted: impl Fn(Combo) -> bool) {
    let is_one = now.persona.is_published() || now.enemy_holds(1);
    for parts in if is_one { slice::from_ref(now.usual_split()) } else { now.splits() } {
        for &part in parts.iter().filter(|&&part| wanted(part)) {
            ballot.put(Some(part), value(now, part));
        }
    }
    let covered = now.lead_value(now.seat_params.lead_kept) + now.seat_params.lead_inferred;
    apply_inference(now, ballot, &ShiftWorth { covered, partner: None });
}

/// Returns the worth of leading this combo. As published, a combo with a lower key is worth more, and of combos with the same key the
/// longer one.
pub(crate) fn value(now: &Turn, lead: Combo) -> i32 {
    if now.persona.is_published() {
        return lead.len() as i32 - 100 * key_value(lead, now.rules());
    }
    let params = &now.seat_params;
    let bonus = params.lead_bonus(lead.kind());
    now.judge.worth(now.after(lead)) + bonus + now.kept_lead_value(params.lead_kept, lead)
}
