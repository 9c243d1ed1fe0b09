//! The nets' past of a hand against the log.

use std::collections::BTreeSet;

use engine::net::Past;
use rules::{Combo, Deal, Event, Kind, Ranks, Ruleset, Seat, Seed, Table, View};

use crate::game::rounds;

/// Returns the leads and answers of the log: the seat, true for a lead, the sort and the rank.
fn told(view: &View) -> BTreeSet<(usize, bool, usize, usize)> {
    let plays: Vec<_> = view
        .log()
        .iter()
        .filter_map(|event| match event {
            Event::Play(seat, play) => Some((*seat, *play)),
            _ => None,
        })
        .collect();
    let is_lead =
        |place: usize| place == 0 || (place > 1 && plays[place - 2..place].iter().all(|play| play.1.is_none()));
    let sort = |kind: Kind| match kind.to_string().as_str() {
        "single" => 0,
        "pair" => 1,
        kind if kind.starts_with("triple") => 2,
        _ => 3,
    };
    let shown = |(place, &(seat, play)): (usize, &(Seat, Option<Combo>))| {
        play.map(|combo| (seat.index(), is_lead(place), sort(combo.kind()), combo.key().index()))
    };
    plays.iter().enumerate().filter_map(shown).collect()
}

/// Returns the ranks of singles and pairs that each seat skipped in the log: the seat, the copies less one, the rank.
fn left_out(view: &View) -> BTreeSet<(usize, usize, usize)> {
    let mut skipped = BTreeSet::new();
    let mut standing: Option<Combo> = None;
    let mut passes = 0;
    for event in view.log() {
        let Event::Play(seat, play) = event else { continue };
        passes = if play.is_some() { 0 } else { passes + 1 };
        let Some(combo) = play else {
            standing = standing.filter(|_| passes < 2);
            continue;
        };
        if let Some(beaten) = standing.filter(|beaten| beaten.len() == combo.len() && combo.len() <= 2) {
            let (low, high) = (beaten.key().index(), combo.key().index());
            let same = beaten.kind() == combo.kind();
            let ranks = (low + 1..high).filter(|_| same);
            skipped.extend(ranks.map(|rank| (seat.index(), combo.len() as usize - 1, rank)));
        }
        standing = Some(*combo);
    }
    skipped
}

/// Counts the ranks that a seat led or answered with, from the past.
fn all(past: &Past, seat: Seat) -> usize {
    past.led(seat).iter().chain(past.answered(seat)).map(|&ranks| ranks.count()).sum()
}

#[test]
fn pasts_told_and_kept_up_are_the_same() {
    let (mut passed, mut shown, mut jumped) = (0, 0, 0);
    for game in 0..rounds(50, 1_000) {
        let seed = Seed(93).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        // Every tenth hand has wild ranks: listing all its plays takes longer.
        let rules = if game % 10 == 9 { Ruleset::WILD[game as usize / 10 % 2] } else { &Ruleset::CLASSIC };
        let mut table = Table::seated(*rules, Deal::shuffled(&mut seed.rng()));
        let mut kept = Past::start(table.deal().bottom()).among(table.board().rules().wilds());
        let mut standing = None;
        crate::game::each_turn(&mut table, |table, view| {
            if let Some(&Event::Play(seat, play)) = table.log().last() {
                kept.add(seat, standing, play);
            }
            assert_eq!(kept, Past::of(view), "{view}");
            standing = view.course().standing();
            passed += u32::from(kept.let_pass(Seat::Down)[0].is_some());
            let found = told(view);
            for seat in Seat::ALL {
                for (led, ranks) in [(true, kept.led(seat)), (false, kept.answered(seat))] {
                    for (sort, &ranks) in ranks.iter().enumerate() {
                        let named: BTreeSet<_> = ranks.map(|rank| (seat.index(), led, sort, rank.index())).collect();
                        assert!(named.is_subset(&found), "{view}");
                        shown += named.len();
                    }
                }
            }
            let of = |seat: Seat| {
                let of_sort =
                    move |(sort, &ranks): (usize, &Ranks)| ranks.map(move |rank| (seat.index(), sort, rank.index()));
                kept.skipped(seat).iter().enumerate().flat_map(of_sort)
            };
            let skipped: BTreeSet<_> = Seat::ALL.into_iter().flat_map(of).collect();
            assert_eq!(skipped, left_out(view), "{view}");
            jumped += skipped.len();
            assert_eq!(found.len(), Seat::ALL.iter().map(|&seat| all(&kept, seat)).sum::<usize>(), "{view}");
            crate::game::random(view, &mut rng)
        });
    }
    assert!(passed > 100 && shown > 1_000 && jumped > 1_000);
}
