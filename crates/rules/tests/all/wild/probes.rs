//! Rows of probes: which combos beat which, and how readings are written.

use rules::{Rank, Ruleset, Trick};

use super::{rules, told};

/// Wild ranks, then `play` and `standing` as text, and whether it beats.
const BEATS: &str = "
    7 | 4447~4444 | 3338 | yes
    7 | 4447~4444 | 3337~333+7 | yes
    7 | 3333 | AAA7~AAAA | yes
    7 | 7777 | 2222 | yes
    7 | XD | 7777 | yes
    7 | 4447~4444 | 3333 | no
    7 | 4477~4444 | 4447~4444 | no
    7 | AAA7~AAAA | 3333 | no
    7 | 57 | 44 | yes
    7 | 27 | AA | yes
    7 | 77 | 66 | yes
    7 | 56778~45678 | 34567 | yes
    7 | 57 | 66 | no
    7 | 77 | 88 | no
    7 | 56778~45678 | 56778~56789 | no
    7 | 56778~56789 | 56789 | no
    79 | 33337 | 7777 | yes
    79 | 33337 | 2222 | yes
    79 | 77799 | 22227 | yes
    79 | 333377 | 77799 | yes
    79 | XD | 333377779999 | yes
    79 | 7779~7779 | 7799 | no
    79 | 7799 | 7779~7779 | no
    79 | 7799 | 2222 | yes
    79 | 7777 | 7999~7999 | yes
    79 | 9999 | 7777 | yes
    79 | 7799 | 7777 | no
    laizi-tiandi rocket=over-fours:79 | 33337 | XD | yes
    laizi-tiandi rocket=over-fours:79 | XD | 7777 | yes
    laizi-tiandi rocket=over-fours:79 | 7777 | XD | no
    laizi-tiandi rocket=over-fours:79 | XD | 33337 | no
    laizi-tiandi rocket=over-hard:79 | 7777 | XD | yes
    laizi-tiandi rocket=over-hard:79 | 7799 | XD | yes
    laizi-tiandi rocket=over-hard:79 | XD | 2222 | yes
    laizi-tiandi rocket=over-hard:79 | XD | 7777 | no
    laizi chain-bomb=hard:7 | 33334444 | XD | yes
    laizi chain-bomb=hard:7 | 333344445555 | KKKKAAAA | yes
    laizi chain-bomb=hard:7 | KKKKAAAA | 33334444 | yes
    laizi chain-bomb=hard:7 | 33334444 | KKKKAAAA | no
    laizi chain-bomb=hard:7 | XD | 33334444 | no
    laizi chain-bomb=hard:7 | 7777 | 33334444 | no
    laizi chain-bomb=hard:7 | 2222 | XD | no
    unshuffled chain-bomb=hard: | 33334444 | XD | yes
    unshuffled chain-bomb=hard: | 2222 | 33334444 | no
    laizi bomb-grades=flat:7 | 4447~4444 | 3333 | yes
    laizi bomb-grades=flat:7 | 7777 | 2222 | no
    laizi bomb-grades=soft:7 | 7777 | 2222 | no
    laizi bomb-grades=soft:7 | 7777 | 6666 | yes
    laizi bomb-grades=soft:7 | 3333 | AAA7~AAAA | yes
    laizi-tiandi bomb-grades=wild:79 | 7799 | 7777 | yes
    laizi-tiandi bomb-grades=wild:79 | 7799 | 7779~7779 | no
    laizi-tiandi bomb-grades=wild:79 | 9999 | 7799 | no
    laizi-tiandi long-grades=no:79 | 77799 | 22227 | no
    laizi-tiandi long-grades=no:79 | 77799 | 88887 | yes
    laizi-tiandi long-grades=no:79 | 333377 | 77799 | yes
";

#[test]
fn bombs_and_readings_beat_as_documented() {
    let rows: Vec<&str> = BEATS.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    for row in &rows {
        let [wilds, play, standing, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let rules = rules(wilds);
        let read = |text: &str| rules.read_text(text).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(rules.beats(read(play), read(standing)), expected == "yes", "{row}");
    }
    assert_eq!(rows.len(), 55);
}

/// Cards without a named reading: a lead has the longest body and the highest key. An answer has the highest reading of the standing kind,
/// and is a bomb only if there is none.
#[test]
fn cards_alone_have_a_default_reading() {
    let laizi = rules("7");
    let on = |cards: &str, standing: &str| {
        let standing = laizi.read_text(standing).expect(standing);
        told(laizi.read_answer(cards.parse().expect(cards), standing).expect("it beats"))
    };
    let led = |cards: &str| told(laizi.read(cards.parse().expect(cards)).expect("a combo"));
    assert_eq!((led("4447"), on("4447", "3338")), ("soft bomb 4".into(), "triple-single 4".into()));
    assert_eq!((led("56778"), on("56778", "34567")), ("straight 5 key 9".into(), "straight 5 key 9".into()));
    assert_eq!(on("4447", "5556"), "soft bomb 4");
    // The cards are an airplane and a mixed bomb: without a named reading they must not double the stakes.
    assert_eq!(rules("78").read("777888".parse().expect("cards")).map(told), Some("airplane 2 key 8".into()));
}

#[test]
fn readings_round_trip_as_text() {
    for (wilds, cards) in
        [("7", "4447"), ("7", "56778"), ("7", "777A"), ("79", "33379"), ("79", "7779"), ("7", "445577")]
    {
        let rules = rules(wilds);
        for &combo in rules.readings(cards.parse().expect(cards)).as_slice() {
            let text = rules.play_text(Some(combo), Trick::Lead);
            assert_eq!(rules.read_play(&text, Trick::Lead), Ok(Some(combo)), "{text}");
            let body = combo.body().plus(combo.wings()).expect("parts of the cards");
            assert_eq!(body, combo.cards(), "{text}");
        }
    }
    let texts: Vec<String> = ["4447", "56778"]
        .map(|cards| rules("7").readings(cards.parse().expect(cards)).as_slice().to_vec())
        .concat()
        .into_iter()
        .map(|combo| rules("7").play_text(Some(combo), Trick::Lead))
        .collect();
    assert_eq!(texts, ["4447", "4447~444+7", "56778", "56778~45678"]);
    let error = rules("7").read_text("4447~333+8").expect_err("no such reading").to_string();
    assert_eq!(error, "4447 cannot be read as \"333+8\" in ruleset laizi");
}

/// Wings may be left out, and wild ones told as any rank but a joker. Natural ones are what they are.
#[test]
fn told_wings_are_the_cards_that_ride() {
    let rows = [
        ("4447", "444+7 444+A 444", "444+X 444+zz 444+77 444+"),
        ("44777", "777+44 555+44 555 444+77 444+55", "555+77 555+4 777+77 444+5 +44"),
        ("55577", "555+77 555+AA", "555+XX 555+7"),
        ("77755", "777+55 555+77", "777+77 777+56"),
        ("5557X", "", "555+7X"),
        ("333444X7", "333444+7X 333444+5X", "333444+77 333444+XX 333444+7D"),
    ];
    for (cards, good, bad) in rows {
        let read = |reading: &str| rules("7").read_text(&format!("{cards}~{reading}"));
        for reading in good.split_whitespace() {
            assert!(read(reading).is_ok(), "{cards} as {reading}");
        }
        for reading in bad.split_whitespace() {
            assert!(read(reading).is_err(), "{cards} as {reading}");
        }
    }
}

#[test]
fn a_wild_rank_is_shown_once_and_never_a_joker() {
    let refused = |rules: Ruleset, letter: char| {
        let rank = Rank::from_letter(letter).expect("a rank");
        rules.showing(rank).expect_err("refused").to_string()
    };
    assert_eq!(refused(Ruleset::LAIZI, 'X'), "X cannot be wild; a wild rank is one of 3 to 2");
    assert_eq!(refused(rules("laizi-tiandi:7"), '7'), "7 is wild already");
    assert_eq!(refused(rules("7"), '9'), "9 cannot be shown as wild: in ruleset laizi the number of wild ranks is 1");
    assert_eq!(
        refused(Ruleset::CLASSIC, '9'),
        "9 cannot be shown as wild: in ruleset classic the number of wild ranks is 0"
    );
}
