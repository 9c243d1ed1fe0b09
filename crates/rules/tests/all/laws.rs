//! Laws of hands and texts: packed words against plain arrays of counts, writing against reading. The laws of combos, rulesets and games
//! are in bodies of the fuzz targets, which run here on generated inputs.

use proptest::prelude::*;
use rules::{Chair, Deal, Hand, Rank, Ranks, Rng, Ruleset, Seed, Table, TextError};

#[path = "../../../../fuzz/bodies/parsers.rs"]
mod parsers;

#[path = "../../../../fuzz/bodies/classifier.rs"]
mod classifier;

#[path = "../../../../fuzz/bodies/event_log.rs"]
mod event_log;

const DECK: [u8; 15] = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1];

fn any_counts() -> impl Strategy<Value = [u8; 15]> {
    let limits: [std::ops::RangeInclusive<u8>; 15] = DECK.map(|limit| 0..=limit);
    limits.to_vec().prop_map(|counts| counts.try_into().expect("fifteen of them"))
}

fn any_hand() -> impl Strategy<Value = Hand> {
    any_counts().prop_map(|counts| Hand::from_counts(counts).expect("within the deck"))
}

/// Draws text that is nearly cards: letters of cards, separators, and sometimes another character.
fn text_like_cards() -> impl Strategy<Value = String> {
    let letter = prop::sample::select("3456789TJQKA2XD10tjqkaxd,+ []小大王=?é\t-".chars().collect::<Vec<_>>());
    prop::collection::vec(letter, 0..24).prop_map(|letters| letters.into_iter().collect())
}

fn zip_with(one: [u8; 15], other: [u8; 15], f: impl Fn(u8, u8) -> u8) -> [u8; 15] {
    std::array::from_fn(|rank| f(one[rank], other[rank]))
}

fn ranks_where(counts: [u8; 15], wanted: impl Fn(u8) -> bool) -> Vec<Rank> {
    Rank::all().zip(counts).filter(|&(_, count)| wanted(count)).map(|(rank, _)| rank).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn hands_round_trip_through_fifteen_counts(counts in prop::array::uniform15(0_u8..=6)) {
        let fits = counts.iter().zip(DECK).all(|(&count, limit)| count <= limit);
        let hand = Hand::from_counts(counts);
        prop_assert_eq!(hand.is_some(), fits);
        if let Some(hand) = hand {
            prop_assert_eq!(hand.counts(), counts);
            prop_assert_eq!(hand.len(), counts.iter().map(|&count| u32::from(count)).sum::<u32>());
            prop_assert_eq!(hand.is_empty(), counts == [0; 15]);
        }
    }

    #[test]
    fn the_ranks_of_a_hand_follow_from_its_counts(counts in any_counts()) {
        let hand = Hand::from_counts(counts).expect("within the deck");
        for (rank, count) in Rank::all().zip(counts) {
            prop_assert_eq!(hand.count(rank), count);
            prop_assert_eq!(hand.ranks().has(rank), count > 0);
        }
        for copies in 1..=4 {
            prop_assert_eq!(hand.at_least(copies).collect::<Vec<_>>(), ranks_where(counts, |count| count >= copies));
        }
        let ranks = ranks_where(counts, |count| count > 0);
        prop_assert_eq!(hand.lowest(), ranks.first().copied());
        prop_assert_eq!(hand.highest(), ranks.last().copied());
        prop_assert_eq!(hand.ranks().rev().collect::<Vec<_>>(), ranks.into_iter().rev().collect::<Vec<_>>());
    }

    #[test]
    fn hand_arithmetic_equals_that_of_counts(one in any_counts(), other in any_counts()) {
        let (a, b) = (Hand::from_counts(one).expect("a hand"), Hand::from_counts(other).expect("a hand"));
        let within = one.iter().zip(other).all(|(&have, part)| part <= have);
        prop_assert_eq!(a.contains(b), within);
        prop_assert_eq!(a.plus(b), Hand::from_counts(zip_with(one, other, |x, y| x + y)));
        prop_assert_eq!(a.minus(b).map(Hand::counts), within.then(|| zip_with(one, other, |x, y| x.saturating_sub(y))));
        prop_assert_eq!(a.overlap(b).counts(), zip_with(one, other, u8::min));
        prop_assert_eq!(a.only(b.ranks()).counts(), zip_with(one, other, |x, y| if y > 0 { x } else { 0 }));
        prop_assert_eq!(a.without(b.ranks()).counts(), zip_with(one, other, |x, y| if y > 0 { 0 } else { x }));
    }

    #[test]
    fn rank_set_operations_are_those_of_sets(one in any_hand(), other in any_hand(), steps in 0_u32..15) {
        let (a, b) = (one.ranks(), other.ranks());
        let set = |wanted: &dyn Fn(Rank) -> bool| Rank::all().filter(|&rank| wanted(rank)).collect::<Vec<_>>();
        prop_assert_eq!(a.and(b).collect::<Vec<_>>(), set(&|rank| a.has(rank) && b.has(rank)));
        prop_assert_eq!(a.or(b).collect::<Vec<_>>(), set(&|rank| a.has(rank) || b.has(rank)));
        prop_assert_eq!(a.except(b).collect::<Vec<_>>(), set(&|rank| a.has(rank) && !b.has(rank)));
        let moved = |rank: Rank, by: isize| rank.index().checked_add_signed(by).and_then(Rank::from_index);
        let has = |rank: Option<Rank>| rank.is_some_and(|rank| a.has(rank));
        prop_assert_eq!(a.down(steps).collect::<Vec<_>>(), set(&|rank| has(moved(rank, steps as isize))));
        prop_assert_eq!(a.up(steps).collect::<Vec<_>>(), set(&|rank| has(moved(rank, -(steps as isize)))));
        prop_assert_eq!(a.len() as usize, a.count());
        for rank in Rank::all() {
            prop_assert_eq!(Ranks::printed_above(rank).collect::<Vec<_>>(), set(&|other| other.index() > rank.index()));
        }
    }

    #[test]
    fn from_bits_accepts_only_hands(bits in any::<u64>(), hand in any_hand()) {
        prop_assert_eq!(Hand::from_bits(hand.bits()), Some(hand));
        let nibbles: [u8; 16] = std::array::from_fn(|index| (bits >> (4 * index)) as u8 & 0xF);
        let fits = nibbles[15] == 0 && nibbles.iter().zip(DECK).all(|(&count, limit)| count <= limit);
        prop_assert_eq!(Hand::from_bits(bits).is_some(), fits);
    }

    #[test]
    fn hands_round_trip_through_text(hand in any_hand()) {
        prop_assert_eq!(hand.to_string().parse(), Ok(hand));
        prop_assert_eq!(hand.to_string().to_lowercase().parse(), Ok(hand));
        prop_assert_eq!(format!("{:?}", hand.counts()).parse(), Ok(hand));
        let spoken = hand.to_string().replace('T', "10").replace('X', "小王").replace('D', "大王");
        prop_assert_eq!(spoken.parse(), Ok(hand));
        prop_assert_eq!(spoken.replace('王', "鬼").parse(), Ok(hand));
        let spaced: String = hand.to_string().chars().rev().flat_map(|letter| [letter, ',', ' ']).collect();
        prop_assert_eq!(spaced.parse(), Ok(hand));
    }

    /// Each text is read or refused. A place that a refusal names lies in the text.
    #[test]
    fn refusals_point_into_the_text(text in prop_oneof![text_like_cards(), any::<String>()]) {
        let length = text.chars().count();
        match text.parse::<Hand>() {
            Ok(hand) => prop_assert_eq!(hand.to_string().parse(), Ok(hand)),
            Err(error) => prop_assert_eq!(check_place(&error, &text), Ok(())),
        }
        for rules in Ruleset::DISTINCT_PLAYS {
            match rules.read_text(&text) {
                Ok(combo) => prop_assert_eq!(rules.read_text(&format!("{combo:#}")), Ok(combo)),
                Err(error) => prop_assert_eq!(check_place(&error, &text), Ok(())),
            }
        }
        if let Err(rules::RulesetError::InText { at, .. }) = text.parse::<Ruleset>() {
            prop_assert!((1..=length).contains(&at));
        }
    }
}

fn check_place(error: &TextError, text: &str) -> Result<(), String> {
    let letters: Vec<char> = text.chars().collect();
    match *error {
        TextError::NoCard { at, found } if letters.get(at - 1) != Some(&found) => Err(format!("{error} in {text:?}")),
        TextError::TooMany { at, .. } if at == 0 || at > letters.len() => Err(format!("{error} in {text:?}")),
        _ => Ok(()),
    }
}

#[test]
fn errors_of_combos_say_what_is_wrong() {
    let error = |text: &str| Ruleset::CLASSIC.read_text(text).expect_err("no combo").to_string();
    assert_eq!(error("444+5?"), "character 6: '?' is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D");
    assert_eq!(error("444+5+6"), "character 6: '+' is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D");
    assert_eq!(error("444+55555"), "character 9: a deck has no more than 4 5");
    assert_eq!(error("44+5"), "44+5 is no reading of these cards in ruleset classic");
    assert_eq!(error("444+44"), "444+44 is no reading of these cards in ruleset classic");
    assert_eq!(error("344"), "344 is no combo in ruleset classic");
    assert_eq!(error(" "), "no card is given; a combo has at least one");
    let error = |text: &str| text.parse::<Hand>().expect_err("no hand").to_string();
    assert_eq!(error("[1,2]"), "2 counts were given, a hand has 15: 3 first, small joker and big joker last");
    assert_eq!(error("[0,0,0,0,0,0,0,0,0,0,0,0,5,0,0]"), "count 13: \"5\" is not a number from 0 to 4 of 2");
    assert_eq!(error("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"), "the counts begin with '[' and do not end with ']'");
    assert_eq!(error("33 33X3"), "character 7: a deck has no more than 4 3");
}

const SEED: Seed = Seed(9);
const INPUTS: u64 = 3_000;

fn random_bytes(rng: &mut Rng, length_max: u32) -> Vec<u8> {
    (0..rng.below(length_max)).map(|_| rng.next_u64() as u8).collect()
}

/// Runs a body on each input. The printed stream number reruns a failure.
fn run_on_inputs(body: fn(&[u8]), mut input: impl FnMut(&mut Rng) -> Vec<u8>) {
    for number in 0..INPUTS {
        let data = input(&mut SEED.stream(number).rng());
        if let Err(panic) = std::panic::catch_unwind(|| body(&data)) {
            eprintln!("{SEED:?} stream {number}: {data:?} = {:?}", String::from_utf8_lossy(&data));
            std::panic::resume_unwind(panic);
        }
    }
}

/// Makes a text, mostly one that a parser reads.
fn good_text(rng: &mut Rng) -> String {
    let deal = Deal::shuffled(rng);
    let named: Vec<&Ruleset> = Ruleset::DISTINCT_PLAYS.into_iter().chain(Ruleset::WILD).collect();
    let table = Table::at_lead(**rng.pick(&named).expect("there are rulesets"), deal);
    let hand = rng.draw(Hand::DECK, 20);
    match rng.below(7) {
        0 => hand.to_string(),
        1 => format!("{:?}", hand.counts()),
        2 => "444555666+777".to_owned(),
        3 => "douzero wing-copies=2, auction=call-rob spring=1".to_owned(),
        4 => table.to_string(),
        5 => table.view(Chair::Second).to_string(),
        _ => format!("landlord {hand}\ndown X\nup D\n1 2\n2"),
    }
}

fn corrupted_text(rng: &mut Rng) -> Vec<u8> {
    let mut text = good_text(rng).into_bytes();
    for _ in 0..rng.below(4) {
        let at = rng.below(text.len() as u32 + 1) as usize;
        match rng.below(3) {
            0 => text.insert(at, b"3456789TJQKA2XD,=+-/[]0 \xFF"[rng.below(25) as usize]),
            1 if at < text.len() => text[at] = rng.next_u64() as u8,
            _ => text.truncate(at.max(1)),
        }
    }
    text
}

#[test]
fn parsers_accept_or_refuse_any_text() {
    run_on_inputs(parsers::run, |rng| random_bytes(rng, 64));
    run_on_inputs(parsers::run, corrupted_text);
}

#[test]
fn readings_leads_and_answers_agree() {
    run_on_inputs(classifier::run, |rng| random_bytes(rng, 60));
    // Groups of two to four cards of few ranks: hands with chains, often with quads.
    run_on_inputs(classifier::run, |rng| {
        let first = rng.below(9) as usize;
        let mut data = random_bytes(rng, 60);
        data.resize(60, 0);
        let place = 2 + 2 * usize::from(data[1] % 8);
        for hand in data[place..].chunks_mut(15).take(2) {
            for (rank, count) in hand.iter_mut().enumerate() {
                *count = if (first..first + 6).contains(&rank) { 2 + *count % 3 } else { 0 };
            }
        }
        data
    });
}

#[test]
fn random_game_steps_keep_all_cards() {
    run_on_inputs(event_log::run, |rng| random_bytes(rng, 400));
}
