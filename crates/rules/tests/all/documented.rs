//! Tables in `docs/use/rules.md` and `docs/generated/rulesets.md` are read and compared with the code.

use std::fs;
use std::path::Path;

use rules::card::{Card, Codec, Suit};
use rules::movegen::HAND_MAX;
use rules::ruleset::{POINTS, Point};
use rules::{Hand, Rank, Ruleset, SHAPES};

use crate::wild::rules;

fn read_page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the rows of the tables under a heading, without rulers, commas and the backticks around cells.
fn table_rows(page: &str, heading: &str) -> Vec<Vec<String>> {
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
    let rows = table_rows(&read_page("generated/rulesets.md"), "## Kinds");
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
    let (tables, rules) = (read_page("generated/rulesets.md"), read_page("use/rules.md"));
    let rows_of_points = table_rows(&tables, "## Rulesets");
    let named = || Ruleset::NATURAL.into_iter().chain(Ruleset::WILD);
    let names: Vec<&str> = named().map(Ruleset::name).collect();
    assert_eq!(rows_of_points[0][1..], names);
    let values = |point: &Point| -> Vec<String> { named().map(|rules| point.value(rules).to_string()).collect() };
    // A point with one value in all rulesets is in a sentence below the table.
    let (same, differing): (Vec<&Point>, Vec<&Point>) =
        POINTS.iter().partition(|point| values(point).iter().all(|value| *value == values(point)[0]));
    let sentence = tables.split_once("All rulesets agree on these points: ").expect("the sentence").1;
    let sentence = sentence.split_once('.').expect("it ends").0.replace('\n', " ");
    let wanted: Vec<String> = same.iter().map(|point| format!("`{}` {}", point.name, values(point)[0])).collect();
    assert_eq!(sentence, wanted.join(", "));
    for (point, row) in differing.iter().zip(&rows_of_points[1..]) {
        assert_eq!((row[0].as_str(), &row[1..]), (point.name, values(point).as_slice()));
    }
    for point in POINTS {
        assert!(rules.contains(&format!("**`{}`**", point.name)), "{} is not explained", point.name);
    }
    for (name, row) in names.iter().zip(&table_rows(&rules, "## Rulesets")[1..]) {
        assert_eq!(row[0], *name);
    }
}

#[test]
fn every_card_number_is_in_the_table() {
    let rows = table_rows(&read_page("generated/rulesets.md"), "## Card numbers");
    assert_eq!(rows.len(), Rank::COUNT + 1);
    assert_eq!(rows[0].len(), Codec::ALL.len() + 1);
    for codec in Codec::ALL {
        let column = rows[0].iter().position(|cell| cell == codec.name());
        let column = column.unwrap_or_else(|| panic!("{} is not in the table", codec.name()));
        for (rank, row) in Rank::all().zip(&rows[1..]) {
            assert_eq!(row[0], rank.to_string());
            let number = match codec {
                Codec::Counts15 => rank.index() as u32 + 1,
                _ => first_number(&codec, rank),
            };
            assert_eq!(row[column], number.to_string(), "{rank} in {}", codec.name());
        }
    }
}

#[test]
fn every_factor_of_a_bomb_is_in_the_table() {
    let rows = table_rows(&read_page("generated/rulesets.md"), "## Bombs");
    let examples = ["3337~3333", "3333", "7799", "7777", "33337", "XD", "33334444"];
    assert_eq!(rows.len(), examples.len() + 1);
    for (column, factors) in rows[0].iter().enumerate().skip(2) {
        for (row, example) in rows[1..].iter().zip(examples).filter(|(row, _)| row[column] != "–") {
            let rules = rules(&format!("laizi-tiandi chain-bomb=hard bomb-factors={factors}:79"));
            let factor = rules.bomb_factor(rules.read_text(example).unwrap());
            let shown = row[column].replace("2ⁿ⁺¹", "8");
            assert_eq!(shown, factor.to_string(), "{} of {factors}", row[0]);
        }
    }
}

fn suit_step(codec: &Codec) -> u32 {
    if codec.name() == "RANKS_FROM_0" { 1 } else { 13 }
}

/// Returns the number of the first suit, of a joker, or of a rank without suits. The other suits follow in steps.
fn first_number(codec: &Codec, rank: Rank) -> u32 {
    if !codec.has_suits() {
        return (0..=255).find(|&id| codec.rank(id) == Some(rank)).expect("every rank has a number");
    }
    let id = |suit| codec.id(Card::new(rank, suit).expect("a card of the deck")).expect("every card has a number");
    if rank.is_joker() {
        return id(None);
    }
    let ids = Suit::ALL.map(|suit| id(Some(suit)));
    assert!(ids.windows(2).all(|two| two[1] == two[0] + suit_step(codec)), "{rank} in {}: {ids:?}", codec.name());
    ids[0]
}

/// Of the named rulesets without wild ranks, only `douzero` has two readings of the same 20 or fewer cards.
#[test]
fn only_douzero_has_cards_with_two_readings() {
    for rules in Ruleset::DISTINCT_PLAYS {
        let mut twice = 0;
        rules.each_lead(Hand::DECK, |combo| {
            twice += u32::from(combo.len() <= HAND_MAX && rules.readings(combo.cards()).as_slice().len() > 1);
        });
        assert_eq!(twice > 0, rules.name() == "douzero", "{rules}: {twice}");
    }
}
