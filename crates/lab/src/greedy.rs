//! `greedy`: a simple player to spar with. It leads the group that holds its weakest card and answers with the lowest
//! card that will do, its partner too. Many public rule players are of this kind, so tuning against it carries over.

use rules::{Combo, Hand, Rank, Ranks, Rng, Trick, View};

/// The fewest ranks of a straight.
const STRAIGHT: u32 = 5;

/// What it plays; `None` is a pass.
pub(crate) fn play(view: &View, rng: &mut Rng) -> Option<Combo> {
    match view.trick() {
        Trick::Lead => lead(view),
        Trick::Follow(standing) => follow(view, standing, rng),
    }
}

/// The lowest answer of the standing combo's kind; without one, a bomb or a pass as chance will have it.
fn follow(view: &View, standing: Combo, rng: &mut Rng) -> Option<Combo> {
    let rules = view.rules();
    // Lower of the same kind: what it would not beat.
    let lower = |one: Combo, other: Combo| {
        if one.key() == other.key() { one.cards() < other.cards() } else { rules.above(one).has(other.key()) }
    };
    let mut lowest: Option<Combo> = None;
    let mut bombs: [Option<Combo>; 14] = [None; 14];
    let mut count = 0;
    rules.each_follow(view.hand(), standing, |combo| {
        if combo.kind() != standing.kind() {
            bombs[count] = Some(combo);
            count += 1;
        } else if lowest.is_none_or(|lowest| lower(combo, lowest)) {
            lowest = Some(combo);
        }
    });
    if lowest.is_some() {
        return lowest;
    }
    let (owner, _) = view.course().standing()?;
    if view.seat().is_some_and(|me| me.side() == owner.side()) {
        return None;
    }
    bombs[rng.below(count as u32 + 1) as usize]
}

/// Cuts the hand into rocket, bombs, triples, straights as long as they go, pairs and singles, and leads the last group
/// that holds the lowest card.
fn lead(view: &View) -> Option<Combo> {
    let mut left = view.hand();
    let lowest = view.rules().order().weakest(left.ranks())?;
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
        take(&mut left, copies(rank, 4));
    }
    each_run(left.at_least(3), |first, run| take(&mut left, chain(first, run, 3)));
    // Each round takes one card of a rank: what is left of it may stand in another straight.
    loop {
        let mut found = false;
        each_run(left.ranks().and(Ranks::RUN), |first, run| {
            if run >= STRAIGHT {
                take(&mut left, chain(first, run, 1));
                found = true;
            }
        });
        if !found {
            break;
        }
    }
    for rank in left.at_least(2) {
        take(&mut left, copies(rank, 2));
    }
    for rank in left.ranks() {
        take(&mut left, Hand::one(rank));
    }
    view.rules().read(lead)
}

fn copies(rank: Rank, copies: u8) -> Hand {
    Hand::of(rank, copies).expect("the hand holds so many")
}

fn chain(first: Rank, run: u32, each: u8) -> Hand {
    let ranks = (first.index()..first.index() + run as usize).filter_map(Rank::from_index);
    ranks.fold(Hand::EMPTY, |cards, rank| cards.plus(copies(rank, each)).expect("ranks differ"))
}

/// Calls `visit` with the first rank and the length of each run of neighbours; a rank outside runs stands alone.
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
    use rules::Seed;

    #[track_caller]
    fn check(view: &str, expected: &str) {
        let view: View = view.parse().expect(view);
        let play = play(&view, &mut Seed(1).rng());
        assert_eq!(play.map_or("pass".to_owned(), |play| play.to_string()), expected, "{view}");
    }

    #[test]
    fn it_leads_the_group_with_its_lowest_card() {
        check("me=landlord hand=3445678JJ left=9,5,5", "345678");
        check("me=landlord hand=333444JJ2 left=9,5,5", "333444");
        check("me=landlord hand=5JJQQKK left=7,5,5", "5");
        check("me=landlord hand=55JJ left=4,5,5", "55");
    }

    #[test]
    fn it_answers_with_the_lowest_that_will_do() {
        check("me=up hand=3344JJQQ left=9,5,8 standing=landlord:99", "JJ");
        check("me=up hand=3344JJ left=9,5,6 standing=down:33", "44");
        check("me=up hand=33444478 left=9,5,8 standing=down:99", "pass");
    }
}
