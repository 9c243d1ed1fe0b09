//! Counts of games by depth (perft): the sequences of a given number of actions that a deal has. Any fault in generation, answers or passes
//! changes a number, so the counts in `perft.txt` protect the whole play.
//! `THIRDSEAT_FULL=1` counts all depths.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeMap;

use rules::{Course, Hand, Rank, Ruleset, Seat, Trick};

/// Counts the sequences of exactly `depth` actions, a pass being an action. A game that ends earlier has no sequence of that length.
fn count(rules: &Ruleset, hands: [Hand; 3], course: &Course, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    if course.trick() != Trick::Lead {
        let mut passed = *course;
        passed.advance(rules, None);
        sum += count(rules, hands, &passed, depth - 1);
    }
    let seat = course.turn();
    let hand = hands[seat.index()];
    rules.each_play(hand, course.trick(), |play| {
        // The last action needs no position after it, and after an emptied hand there is none.
        if depth == 1 {
            sum += 1;
        } else if play.cards() != hand {
            let (mut hands, mut course) = (hands, *course);
            hands[seat.index()] = hand.minus(play.cards()).unwrap();
            course.advance(rules, Some(play));
            sum += count(rules, hands, &course, depth - 1);
        }
    });
    sum
}

#[test]
fn counts_agree_with_the_file() {
    let count_max = if std::env::var_os("THIRDSEAT_FULL").is_some() { u64::MAX } else { 300_000 };
    let (mut named, mut rules, mut hands) = (Ruleset::CLASSIC, Ruleset::CLASSIC, Vec::<Hand>::new());
    let mut compared = BTreeMap::new();
    for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((word, rest)) = line.split_once(' ') else { continue };
        match word {
            "ruleset" => named = rest.parse().unwrap(),
            "wilds" => {
                let rank = |text: &str| Rank::from_letter(text.chars().next().unwrap()).unwrap();
                rules = rest.split(',').map(rank).try_fold(named, |rules, rank| rules.showing(rank)).unwrap();
            }
            "landlord" => {
                rules = if named.awaits_wild() { rules } else { named };
                hands = vec![rest.parse().unwrap()];
            }
            "down" | "up" => hands.push(rest.parse().unwrap()),
            depth => {
                let (depth, expected): (u32, u64) = (depth.parse().unwrap(), rest.parse().unwrap());
                if expected <= count_max {
                    let deal = Seat::ALL.map(|seat| hands[seat.index()]);
                    let course = Course::open(deal.map(|hand| hand.len() as u8));
                    assert_eq!(count(&rules, deal, &course, depth), expected, "{rules}: {deal:?} at depth {depth}");
                    *compared.entry(named.name()).or_insert(0) += 1;
                }
            }
        }
    }
    let rulesets = Ruleset::ALL.into_iter().chain(Ruleset::WILD);
    assert!(rulesets.clone().all(|rules| compared.get(rules.name()) >= Some(&50)), "{compared:?}");
}
