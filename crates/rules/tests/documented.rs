//! `docs/use/rules.md` and `docs/develop/glossary.md` say what the code does: their tables are read and compared.

use std::fs;
use std::path::Path;

use rules::card::{Card, Codec, Suit};
use rules::movegen::HAND_MAX;
use rules::ruleset::POINTS;
use rules::{Hand, Rank, Ruleset, SHAPES, Trick};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the tables under a heading, without their rulers, backticks and thousands separators.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (level, _) = heading.split_once(' ').expect("a heading");
    let is_next =
        |line: &&str| line.starts_with('#') && line.split(' ').next().is_some_and(|mark| mark.len() <= level.len());
    let section = page.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !is_next(line));
    let tables = section.filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let clean = |cell: &str| cell.trim().trim_matches('`').replace(',', "");
    tables.map(|line| line.trim_matches('|').split('|').map(clean).collect()).collect()
}

#[test]
fn every_kind_is_in_the_table() {
    let rows = rows(&page("use/rules.md"), "## Kinds");
    assert_eq!(rows.len(), SHAPES.len() + 1);
    for (shape, row) in SHAPES.iter().zip(&rows[1..]) {
        assert_eq!((row[0].as_str(), row[1].as_str()), (shape.name, shape.zh));
        let lengths: Vec<u8> = (shape.run_min..=shape.run_max)
            .map(|run| shape.cards(run))
            .filter(|&cards| u32::from(cards) <= HAND_MAX)
            .collect();
        let (first, last) = (lengths[0], lengths[lengths.len() - 1]);
        let cards = match lengths.len() {
            1 => first.to_string(),
            2 => format!("{first} or {last}"),
            _ => format!("{first} to {last}"),
        };
        assert_eq!(row[2], cards, "{}", shape.name);
    }
}

#[test]
fn every_point_of_every_ruleset_is_in_the_table() {
    let page = page("use/rules.md");
    let rows = rows(&page, "## Rulesets");
    let names: Vec<&str> = Ruleset::ALL.iter().map(|rules| rules.name()).collect();
    assert_eq!(rows[0][1..], names);
    for (point, row) in POINTS.iter().zip(&rows[1..]) {
        let values: Vec<&str> = Ruleset::ALL.iter().map(|rules| point.value(rules)).collect();
        assert_eq!(
            (row[0].as_str(), &row[1..]),
            (point.name, values.iter().map(ToString::to_string).collect::<Vec<_>>().as_slice())
        );
        assert!(page.contains(&format!("**`{}`**", point.name)), "{} is not explained", point.name);
    }
    for (name, row) in names.iter().zip(&rows[POINTS.len() + 2..]) {
        assert_eq!(row[0], *name);
    }
}

#[test]
fn every_card_number_is_in_the_tables() {
    let page = page("use/rules.md");
    for codec in Codec::ALL.into_iter().filter(|codec| codec.has_suits()) {
        let rows = rows(&page, &format!("### `{}`", codec.name()));
        assert_eq!(rows.len(), 14, "{}", codec.name());
        for row in &rows[1..] {
            let rank = Rank::from_letter(row[0].chars().next().expect("a rank")).expect("a rank");
            for (suit, cell) in Suit::ALL.into_iter().zip(&row[1..]) {
                let card = Card::new(rank, Some(suit)).expect("no joker");
                assert_eq!(codec.id(card).map(|id| id.to_string()).as_ref(), Some(cell), "{card} in {}", codec.name());
            }
        }
        let joker = |rank| codec.id(Card::new(rank, None).expect("a joker")).expect("a number");
        let (small, big) = (joker(Rank::SMALL_JOKER), joker(Rank::BIG_JOKER));
        let sentence = format!("The small joker X is {small}, the big joker D is {big}.");
        let section = page.split(&format!("### `{}`", codec.name())).nth(1).expect("a heading");
        assert!(section.split("###").next().is_some_and(|section| section.contains(&sentence)), "{}", codec.name());
    }
    let rows = rows(&page, "### `DOUZERO`, `RANK_TEXT`, `COUNTS_15`");
    for (rank, row) in Rank::all().zip(&rows[1..]) {
        let number = |cell: &str| cell.parse::<u32>().expect("a number");
        assert_eq!(row[0], rank.to_string());
        assert_eq!(Codec::Douzero.rank(number(&row[1])), Some(rank));
        assert_eq!(Codec::RankText.rank(number(&row[2])), Some(rank));
        assert_eq!(number(&row[3]), rank.index() as u32 + 1);
    }
    for codec in Codec::ALL {
        assert!(page.contains(&format!("`{}`", codec.name())), "{}", codec.name());
    }
}

#[test]
fn the_numbers_of_combos_are_those_of_the_deck() {
    let rows = rows(&page("use/rules.md"), "## How many there are");
    for (column, rules) in Ruleset::ALL.into_iter().enumerate() {
        let mut counts = [0_u32; SHAPES.len()];
        rules.each_lead(Hand::DECK, |combo| counts[combo.kind() as usize] += u32::from(combo.len() <= HAND_MAX));
        for (shape, row) in SHAPES.iter().zip(&rows[1..]) {
            assert_eq!(row[0], shape.name);
            assert_eq!(row[column + 1], counts[shape.kind as usize].to_string(), "{}: {}", rules.name(), shape.name);
        }
    }
    let widest = &rows[SHAPES.len() + 2..];
    for (rules, row) in Ruleset::ALL.into_iter().zip(widest) {
        let hand: Hand = row[2].parse().expect("a hand");
        assert_eq!(
            (row[0].as_str(), row[1].as_str()),
            (rules.name(), rules.plays(hand, Trick::Lead).len().to_string().as_str())
        );
    }
}

/// "In `classic` no cards of 20 or fewer have two readings": of the named rulesets only `douzero` has such cards.
#[test]
fn only_douzero_reads_cards_twice() {
    for rules in Ruleset::ALL {
        let mut twice = 0;
        rules.each_lead(Hand::DECK, |combo| {
            twice += u32::from(combo.len() <= HAND_MAX && rules.readings(combo.cards()).as_slice().len() > 1);
        });
        assert_eq!(twice > 0, rules.name() == "douzero", "{rules}: {twice}");
    }
}

#[test]
fn the_glossary_has_every_kind() {
    let glossary = page("develop/glossary.md");
    for shape in &SHAPES {
        let words = shape.name.replace('-', " ");
        let row = glossary.lines().find(|line| line.contains(shape.zh) && line.starts_with('|'));
        assert!(row.is_some(), "{words} {} is missing", shape.zh);
    }
}
