//! The naive player: it leads the group that holds the lowest card, and answers in kind with the lowest combo that beats the standing one, a
//! partner's combo too. A seat that is recognised as naive shows by its passes which cards it lacks ([`crate::opponents::belief`]).

use rules::{Combo, Hand, Rank, Ranks, Ruleset, Seat};

const STRAIGHT_MIN: u32 = 5;

/// Returns the play of `me`; `None` is a pass. Bombs, and combos of another kind, answer only an enemy, and only if `bombs_freely`.
pub fn play(
    rules: &Ruleset,
    me: Seat,
    hand: Hand,
    standing: Option<(Seat, Combo)>,
    bombs_freely: bool,
) -> Option<Combo> {
    let Some((owner, standing)) = standing else { return lead(rules, hand) };
    // True if `one` is lower than `other`. With equal keys, the combo with fewer wild cards counts as lower.
    let lower = |one: Combo, other: Combo| {
        if one.key() == other.key() {
            (one.wild_cards(), one.cards()) < (other.wild_cards(), other.cards())
        } else {
            rules.above(one).has(other.key())
        }
    };
    let (mut lowest, mut other) = (None, None);
    rules.each_follow(hand, standing, |combo| {
        let in_kind = combo.kind() == standing.kind() && !combo.is_bomb();
        let place = if in_kind { &mut lowest } else { &mut other };
        if place.is_none_or(|lowest| lower(combo, lowest)) {
            *place = Some(combo);
        }
    });
    lowest.or(other.filter(|_| bombs_freely && me.side() != owner.side()))
}

/// Cuts the hand into rocket, bombs, triples (neighbouring ones together), straights as long as they go, pairs and singles, and leads the
/// last group that holds the lowest card; `None` without cards.
pub fn lead(rules: &Ruleset, hand: Hand) -> Option<Combo> {
    let mut left = hand;
    let lowest = rules.order().weakest(left.ranks())?;
    let mut lead = Hand::EMPTY;
    let mut take = |left: &mut Hand, group: Hand| {
        *left = left.minus(group).expect("groups are cut from the hand");
        if group.count(lowest) > 0 {
            lead = group;
        }
    };
    if left.contains(Hand::ROCKET) {
        take(&mut left, Hand::ROCKET);
    }
    for rank in left.at_least(4) {
        take(&mut left, equal_cards(rank, 4));
    }
    each_run(left.at_least(3), |first, run| take(&mut left, chain_cards(first, run, 3)));
    // Each round takes at most one card of a rank: its other cards may be in another straight.
    loop {
        let mut found = false;
        each_run(left.ranks().and(Ranks::RUN), |first, run| {
            if run >= STRAIGHT_MIN {
                take(&mut left, chain_cards(first, run, 1));
                found = true;
            }
        });
        if !found {
            break;
        }
    }
    for rank in left.at_least(2) {
        take(&mut left, equal_cards(rank, 2));
    }
    for rank in left.ranks() {
        take(&mut left, Hand::one(rank));
    }
    rules.read(lead)
}

fn equal_cards(rank: Rank, copies: u8) -> Hand {
    Hand::of(rank, copies).expect("the hand holds that many")
}

fn chain_cards(first: Rank, run: u32, each: u8) -> Hand {
    let ranks = (first.index()..first.index() + run as usize).filter_map(Rank::from_index);
    ranks.fold(Hand::EMPTY, |cards, rank| cards.plus(equal_cards(rank, each)).expect("ranks differ"))
}

/// Calls `visit` with the first rank and the length of each run of neighbours; a rank outside runs has the length 1.
fn each_run(ranks: Ranks, mut visit: impl FnMut(Rank, u32)) {
    let mut left = ranks;
    while let Some(first) = left.lowest() {
        let mut run = 1;
        let joins = |rank: Rank| first.is_run_rank() && rank.is_run_rank() && ranks.has(rank);
        while Rank::from_index(first.index() + run as usize).is_some_and(joins) {
            run += 1;
        }
        for offset in 0..run as usize {
            let rank = Rank::from_index(first.index() + offset).expect("the run was found");
            left = left.except(Ranks::one(rank));
        }
        visit(first, run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::View;

    #[track_caller]
    fn check(view: &str, bombs_freely: bool, expected: &str) {
        let view: View = view.parse().expect(view);
        let me = view.seat().unwrap();
        let play = play(view.rules(), me, view.hand(), view.course().standing(), bombs_freely);
        assert_eq!(play.map_or("pass".to_owned(), |play| play.to_string()), expected, "{view}");
    }

    #[test]
    fn it_leads_the_group_with_its_lowest_card() {
        check("me=landlord hand=3445678JJ left=9,5,5", false, "345678");
        check("me=landlord hand=333444JJ2 left=9,5,5", false, "333444");
        check("me=landlord hand=5JJQQKK left=7,5,5", false, "5");
        check("me=landlord hand=55JJ left=4,5,5", false, "55");
    }

    #[test]
    fn it_answers_with_the_lowest_combo_that_beats() {
        check("me=up hand=3344JJQQ left=9,5,8 standing=landlord:99", false, "JJ");
        check("me=up hand=3344JJ left=9,5,6 standing=down:33", false, "44");
    }

    #[test]
    fn it_bombs_only_enemies_and_only_if_bombs_freely() {
        check("me=up hand=33444478 left=9,5,8 standing=down:99", true, "pass");
        check("me=up hand=33444478 left=9,5,8 standing=landlord:99", true, "4444");
        check("me=up hand=33444478 left=9,5,8 standing=landlord:99", false, "pass");
        check("me=up hand=44445 left=9,5,5 standing=down:3333", true, "pass");
        check("me=up hand=44445 left=9,5,5 standing=landlord:3333", true, "4444");
    }
}
