//! The nets' input, found a second time by counting cards one by one, and named instead of numbered.

use std::collections::BTreeSet;

use engine::net::features::{ACTIVE_MAX, FULL_INFORMATION_FEATURES, SEAT_VIEW_FEATURES, WILD_FEATURES};
use engine::net::{NetInput, Past};
use rules::{Combo, Deal, Event, Hand, Kind, Rank, Ranks, Ruleset, Seat, Seed, Table, View, Wilds};

use super::{Position, positions, positions_of};
use crate::game::rounds;

const SORTS: [&str; 4] = ["single", "pair", "triple", "other"];

/// Counts of all ranks, 3 first.
fn counts(hand: Hand) -> Vec<usize> {
    Rank::all().map(|rank| usize::from(hand.count(rank))).collect()
}

fn name_cards(names: &mut Vec<String>, whose: &str, hand: Hand) {
    for (rank, count) in counts(hand).into_iter().enumerate().filter(|&(_, count)| count > 0) {
        names.push(format!("{whose} {count} of {rank}"));
    }
}

fn name_structure(names: &mut Vec<String>, whose: &str, hand: Hand) {
    let counts = counts(hand);
    let mut in_straight = [false; 15];
    for (what, copies, length) in [("straight", 1, 5), ("pairs", 2, 3), ("triples", 3, 2)] {
        for start in 0..=12 - length {
            if (start..start + length).all(|rank| counts[rank] >= copies) {
                names.push(format!("{whose} {what} from {start}"));
                if copies == 1 {
                    (start..start + length).for_each(|rank| in_straight[rank] = true);
                }
            }
        }
    }
    let ranks_of = |copies: usize| counts.iter().filter(|&&count| count >= copies).count();
    // 3 to ten, single, in no straight.
    let loose = (0..=7).filter(|&rank| counts[rank] == 1 && !in_straight[rank]).count();
    for (what, count, most) in
        [("ranks", ranks_of(1), 15), ("pairs", ranks_of(2), 13), ("triples", ranks_of(3), 7), ("loose", loose, 9)]
    {
        names.push(format!("{whose} {} {what}", count.min(most)));
    }
}

/// Names the wild cards of a hand by the order of showing. Returns the natural cards.
fn name_wilds(names: &mut Vec<String>, whose: &str, hand: Hand, wilds: Wilds) -> Hand {
    let mut natural = hand;
    for (place, rank) in ["first", "second"].into_iter().zip(wilds.in_order()) {
        let held = hand.count(rank);
        natural = natural.minus(Hand::of(rank, held).unwrap()).unwrap();
        if held > 0 {
            names.push(format!("{whose} {held} of the {place} wild rank"));
        }
    }
    natural
}

/// Adds the names of what a hand of natural cards and a number of wild cards can make.
fn name_fillable(names: &mut Vec<String>, natural: Hand, free: usize) {
    if free == 0 {
        return;
    }
    let counts = counts(natural);
    let plain = &counts[..13];
    names.push(format!("mine largest bomb {}", plain.iter().max().unwrap() + free));
    let bombs = plain.iter().filter(|&&count| count > 0 && count + free >= 4).count();
    names.push(format!("mine {bombs} ranks of bombs"));
    for (what, copies, length) in [("straight", 1, 5), ("pairs", 2, 3), ("triples", 3, 2)] {
        for start in 0..=12 - length {
            let missing: usize = (start..start + length).map(|rank| copies - copies.min(counts[rank])).sum();
            if (1..=2.min(free)).contains(&missing) {
                names.push(format!("mine nearly {what} from {start}"));
            }
        }
    }
}

fn name_bomb(names: &mut Vec<String>, whose: &str, combo: Combo, wilds: Wilds) {
    if wilds.is_empty() || combo.kind() != Kind::Bomb {
        return;
    }
    let wild: Vec<u8> = wilds.in_order().map(|rank| combo.cards().count(rank)).filter(|&count| count > 0).collect();
    let grade = match wild.iter().map(|&count| u32::from(count)).sum::<u32>() {
        0 => "hard",
        all if all < combo.cards().len() => "soft",
        _ if wild.len() == 2 => "mixed",
        _ => "pure",
    };
    names.push(format!("{whose} {grade} bomb"));
    names.push(format!("{whose} bomb of {}", combo.cards().len()));
}

fn name_combo(names: &mut Vec<String>, whose: &str, combo: Combo) {
    names.push(format!("{whose} {} up to {}", combo.kind(), combo.key()));
    names.push(format!("{whose} run {}", combo.run()));
}

/// Names the input of the seat to play when it thinks about `play`.
fn named(position: &Position, play: Option<Combo>, open: bool) -> BTreeSet<String> {
    let Position { playing, past, .. } = position;
    let me = playing.turn();
    let mut names = Vec::new();
    let cards = play.map_or(Hand::EMPTY, |play| play.cards());
    let rest: Hand = Rank::all()
        .filter_map(|rank| Hand::of(rank, playing.hand(me).count(rank) - cards.count(rank)))
        .fold(Hand::EMPTY, |all, some| all.plus(some).unwrap());
    let wilds = past.wilds();
    for (place, rank) in ["first", "second"].into_iter().zip(wilds.in_order()) {
        names.push(format!("the {place} wild rank is {rank}"));
    }
    let natural = name_wilds(&mut names, "mine", rest, wilds);
    name_cards(&mut names, "mine", natural);
    name_structure(&mut names, "mine", natural);
    name_fillable(&mut names, natural, (rest.len() - natural.len()) as usize);
    names.push(format!("mine left {}", rest.len()));
    for (seat, whose) in [(me.next(), "next"), (me.previous(), "previous")] {
        names.push(format!("{whose} left {}", playing.hand(seat).len()));
        if open {
            name_cards(&mut names, whose, playing.hand(seat));
            name_structure(&mut names, whose, playing.hand(seat));
        } else {
            let by = format!("played by {whose}");
            let natural = name_wilds(&mut names, &by, past.played(seat), wilds);
            name_cards(&mut names, &by, natural);
            for (sort, lowest) in SORTS.iter().zip(past.let_pass(seat)) {
                names.extend(lowest.map(|rank| format!("{whose} let pass a {sort} of {rank}")));
            }
            let (led, answered, skipped) = (past.led(seat), past.answered(seat), past.skipped(seat));
            for (act, shown) in [("led", &led[..]), ("answered with", answered), ("skipped", skipped)] {
                for (sort, &ranks) in SORTS.iter().zip(shown) {
                    names.extend(ranks.map(|rank| format!("{whose} {act} a {sort} of {rank}")));
                }
            }
        }
    }
    if !open {
        let others = playing.hand(me.next()).plus(playing.hand(me.previous())).unwrap();
        let natural = name_wilds(&mut names, "unseen", others, wilds);
        name_cards(&mut names, "unseen", natural);
        if me != Seat::Landlord {
            let natural = name_wilds(&mut names, "known of the landlord", past.known(), wilds);
            name_cards(&mut names, "known of the landlord", natural);
        }
    }
    match (play, playing.standing()) {
        (Some(combo), _) => {
            name_combo(&mut names, "my play", combo);
            name_bomb(&mut names, "my play", combo, wilds);
        }
        (None, Some((owner, combo))) if owner == me.previous() => {
            name_combo(&mut names, "their play", combo);
            name_bomb(&mut names, "their play", combo, wilds);
        }
        _ => names.push("next leads".to_owned()),
    }
    let set: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(set.len(), names.len(), "nothing is named twice: {names:?}");
    set
}

/// Checks that number and name always go together, and that no two names share a number.
fn rows_and_names_agree(positions: Vec<Position>, open: bool, rows: usize, least: usize) {
    let mut meaning: Vec<Option<BTreeSet<String>>> = vec![None; rows];
    let mut seen = BTreeSet::new();
    let mut situations = 0;
    for position in positions {
        let Position { playing, past, plays } = &position;
        let scene = if open { NetInput::full_information(playing, past) } else { NetInput::seat_view(playing, past) };
        for &play in plays.iter().step_by(3) {
            let names = named(&position, play, open);
            let mut rows = BTreeSet::new();
            let mut told = 0;
            scene.features(play, |row| {
                rows.insert(row);
                told += 1;
            });
            assert_eq!((rows.len(), told), (names.len(), names.len()), "{play:?} in {scene:?}: {names:?}");
            assert!(told <= ACTIVE_MAX);
            // A row can only mean one of the names that were there each time it was.
            for (row, meaning) in meaning.iter_mut().enumerate() {
                match meaning {
                    Some(left) if rows.contains(&row) => left.retain(|name| names.contains(name)),
                    Some(left) => left.retain(|name| !names.contains(name)),
                    None if rows.contains(&row) => *meaning = Some(names.difference(&seen).cloned().collect()),
                    None => {}
                }
            }
            seen.extend(names);
            situations += 1;
        }
    }
    let met: Vec<_> = meaning.iter().flatten().collect();
    assert!(met.iter().all(|names| !names.is_empty()), "a row has no meaning of its own");
    assert!(met.len() > least && situations > 1_000, "{} rows met in {situations} situations", met.len());
    assert_eq!(met.len(), seen.len(), "as many rows as names");
}

#[test]
fn rows_mean_what_they_say() {
    for (open, rows) in [(false, SEAT_VIEW_FEATURES), (true, FULL_INFORMATION_FEATURES)] {
        rows_and_names_agree(positions(rounds(30, 1_000)), open, rows, 400);
    }
}

#[test]
fn rows_of_wild_cards_mean_what_they_say() {
    for rules in Ruleset::WILD {
        rows_and_names_agree(positions_of(rules, rounds(10, 500)), false, WILD_FEATURES, 500);
    }
}

/// Returns the leads and answers in the log: seat, whether it led, sort and rank.
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

/// Returns the ranks of singles and pairs that each seat skipped, read off the log: seat, copies less one, rank.
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

/// Counts the ranks that a seat is remembered to have led and answered with.
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
                kept.see(seat, standing, play);
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
