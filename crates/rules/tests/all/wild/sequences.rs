//! Sequences of plays, counted by the walker and by the enumeration.

use rules::{Hand, Rank, Ruleset};

use super::enumeration::{BombOrder, Told, beats, enumerated};
use super::rules;
use crate::slow::{self, Corners, Counts};

/// Sequences of plays counted by the walker and by the enumeration alike.
#[test]
fn sequences_are_counted_alike() {
    let deals = [("7", "34477", "557X", "66788"), ("79", "33779", "4479", "5689X"), ("79", "37799", "667D", "88QQ")];
    let mut counted = Vec::new();
    for (wilds, landlord, down, up) in deals {
        let rules = rules(wilds);
        let indexes: Vec<usize> = rules.wilds().in_order().map(Rank::index).collect();
        let hands = [landlord, down, up].map(|hand| hand.parse::<Hand>().expect(hand));
        let [one, two, three] = hands;
        let deal = rules::perft::OpenDeal::new(one, two, three).expect("one deck");
        for depth in 1..=4 {
            let points = (Corners::of(&rules), BombOrder::of(&rules));
            let slow = count(hands, 0, None, 0, depth, &indexes, &points);
            assert_eq!(deal.perft(&rules, depth), slow, "{landlord} {down} {up} at depth {depth}");
            counted.push(slow);
        }
    }
    // The numbers themselves, so that both sides cannot change together.
    assert_eq!(counted, [17, 35, 104, 170, 43, 86, 110, 230, 54, 57, 75, 165]);
}

/// The files of counts, as far as the enumeration can follow: small hands and few games.
#[test]
fn the_enumeration_counts_the_files_again() {
    let count_max = if std::env::var_os("THIRDSEAT_FULL").is_some() { 20_000 } else { 1_500 };
    for base in Ruleset::WILD {
        let path = format!("{}/tests/all/perft/{}.txt", env!("CARGO_MANIFEST_DIR"), base.name());
        let text = std::fs::read_to_string(&path).expect("the file is there");
        let mut compared = 0;
        for record in rules::perft::read_records(&text).expect("a file of counts") {
            let rules = record.rules(base).expect("wild ranks");
            let indexes: Vec<usize> = rules.wilds().in_order().map(Rank::index).collect();
            let hands = rules::Seat::ALL.map(|seat| record.deal.hand(seat));
            let points = (Corners::of(base), BombOrder::of(base));
            for (depth, expected) in record.counts {
                let expected = expected.expect("every depth has a count");
                if hands.iter().all(|hand| hand.len() <= 8) && expected <= count_max {
                    assert_eq!(
                        count(hands, 0, None, 0, depth, &indexes, &points),
                        expected,
                        "{rules} {hands:?} {depth}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared >= 15, "{base}: {compared} counts");
    }
}

type Standing = (Counts, Told);

fn count(
    hands: [Hand; 3],
    seat: usize,
    standing: Option<Standing>,
    passes: u8,
    depth: u32,
    wilds: &[usize],
    points: &(Corners, BombOrder),
) -> u64 {
    if depth == 0 || hands.iter().any(|hand| hand.is_empty()) {
        return u64::from(depth == 0);
    }
    let mut sum = 0;
    if standing.is_some() {
        let (left, passes) = if passes == 1 { (None, 0) } else { (standing, 1) };
        sum += count(hands, (seat + 1) % 3, left, passes, depth - 1, wilds, points);
    }
    for part in slow::parts(hands[seat]) {
        for told in enumerated(&part, wilds, &points.0, &points.1) {
            if standing.as_ref().is_none_or(|(cards, stands)| beats((&part, told), (cards, *stands), wilds, &points.1))
            {
                let mut after = hands;
                after[seat] = after[seat].minus(slow::hand(&part)).expect("a part of the hand");
                sum += count(after, (seat + 1) % 3, Some((part, told)), 0, depth - 1, wilds, points);
            }
        }
    }
    sum
}
