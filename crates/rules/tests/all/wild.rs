//! Wild ranks: which combos beat which, row by row, readings as text, and lists of plays against an enumeration.

mod enumeration;

use rules::{Combo, Deal, Grade, Kind, Rank, Ruleset, Seat, Seed, Table, Trick, View};

const SEED: Seed = Seed(20_262);

/// Reads wild ranks, of `laizi` if there is one and of `laizi-tiandi` if there are two. Also reads any ruleset's text, then `:` and ranks.
pub(crate) fn rules(wilds: &str) -> Ruleset {
    let (name, wilds) =
        wilds.split_once(':').unwrap_or((if wilds.len() > 1 { "laizi-tiandi" } else { "laizi" }, wilds));
    let named: Ruleset = name.parse().expect(name);
    wilds.chars().filter_map(Rank::from_letter).fold(named, |rules, rank| rules.with_wild(rank).expect("a wild rank"))
}

/// Returns a reading as text: `triple-pair 3`, `straight 5 key 7`, `soft bomb A`.
fn describe(combo: Combo) -> String {
    let key = combo.key();
    let is_chain = ["airplane-singles", "airplane-pairs", "airplane", "straight", "pair-chain", "shuttle"]
        .contains(&combo.kind().name());
    match combo.kind() {
        Kind::Bomb => {
            let size = if combo.len() > 4 { format!("{}-", combo.len()) } else { String::new() };
            let grade = format!("{:?}", combo.grade()).to_lowercase();
            let key = if combo.grade() == Grade::Mixed { String::new() } else { format!(" {key}") };
            format!("{grade} {size}bomb{key}")
        }
        kind if is_chain => format!("{kind} {} key {key}", combo.run()),
        kind => format!("{kind} {key}"),
    }
}

/// Rulesets of products that play with wild ranks.
const PRODUCTS: [(&str, &str); 5] = [
    ("landlord-war, one rank", "laizi wild-shown=landlord"),
    ("Midnight-Parlor", "laizi-tiandi bomb-grades=soft long-grades=no bomb-factors=double auction=score"),
    ("agent-learning", "laizi-tiandi bomb-grades=pure long-grades=no bomb-factors=tiandi-8"),
    ("a C++ server, order 0", "laizi-tiandi bomb-grades=wild rocket=over-hard"),
    ("a JS client", "laizi-tiandi rocket=over-fours chain-bomb=hard"),
];

fn shuttle_ruleset() -> Ruleset {
    "laizi-tiandi shuttle=yes shuttle-wings=yes wing-copies=2 wings-lengthen=yes".parse().expect("a ruleset")
}

#[test]
fn plays_are_read_back_from_their_text() {
    let late = Ruleset::WILD.map(|base| base.with("wild-shown", "landlord").expect("a point"));
    for base in Ruleset::WILD.into_iter().chain(&late).chain([&shuttle_ruleset()]) {
        for round in 0..20 {
            let mut rng = SEED.stream(1 << 42 | round).rng();
            let table = Table::at_lead(*base, Deal::shuffled(&mut rng));
            let (rules, hand) = (table.board().rules(), table.hand_of(Seat::Landlord).expect("it is known"));
            let plays = rules.plays(hand, Trick::Lead);
            for _ in 0..200 {
                let play = *rng.pick(&plays).expect("a lead");
                let text = format!("{play}~{}", rules.stands_for(play));
                assert_eq!(rules.read_text(&text), Ok(play), "{rules} {:?}: {text}", rules.wilds());
                let text = rules.play_text(Some(play), Trick::Lead);
                assert_eq!(rules.read_play(&text, Trick::Lead), Ok(Some(play)), "{rules} {:?}: {text}", rules.wilds());
                assert_eq!(play.body().plus(play.wings()), Some(play.cards()), "{text}");
            }
        }
    }
}

#[test]
fn bomb_factors_depend_on_grade_and_size() {
    let factor = |wilds: &str, text: &str| {
        let rules = rules(wilds);
        rules.bomb_factor(rules.read_text(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    };
    assert_eq!(["4447", "4444", "7777", "XD", "4448"].map(|text| factor("7", text)), [2, 4, 4, 4, 1]);
    assert_eq!(["4447", "4444", "7799", "7777", "33337", "XD"].map(|text| factor("79", text)), [2, 4, 4, 4, 6, 6]);
    assert_eq!(["4447", "7777", "XD"].map(|text| factor("laizi bomb-factors=double:7", text)), [2, 2, 2]);
    assert_eq!(["4444", "XD"].map(|text| factor("classic:", text)), [2, 2]);
    let counted = ["4447", "4444", "7799", "7777", "33337", "XD"];
    assert_eq!(counted.map(|text| factor("laizi-tiandi bomb-factors=tiandi-8:79", text)), [2, 4, 6, 6, 6, 8]);
    // 2ⁿ⁺¹ for a chain of n.
    let chains = ["33334444", "333344445555"];
    assert_eq!(chains.map(|text| factor("laizi chain-bomb=hard:7", text)), [8, 16]);
    assert_eq!(chains.map(|text| factor("unshuffled chain-bomb=hard:", text)), [2, 2]);
    assert_eq!(chains.map(|text| factor("laizi shuttle=yes:7", text)), [2, 2]);
}

#[test]
fn an_all_wild_airplane_and_bomb_have_different_texts() {
    let rules = rules("34");
    let readings = rules.readings("333444".parse().expect("cards"));
    let written: Vec<String> =
        readings.as_slice().iter().map(|&combo| format!("{}: {}", describe(combo), rules.stands_for(combo))).collect();
    assert_eq!(written, ["airplane 2 key 4: 333444", "mixed 6-bomb: 444444"]);
    for &combo in readings.as_slice() {
        assert_eq!(rules.read_text(&format!("333444~{}", rules.stands_for(combo))), Ok(combo));
    }
}

#[test]
fn readings_of_forty_cards_are_read_back() {
    let triples = "333444555666777888999TTTJJJQQQKKKAAA222";
    for (wilds, cards) in ["34", "32", "42", "2A", "K2"].into_iter().flat_map(|w| ["3", "2"].map(|card| (w, card))) {
        let (rules, cards) = (rules(wilds), format!("{triples}{cards}"));
        for &combo in rules.readings(cards.parse().expect("cards")).as_slice() {
            let text = format!("{cards}~{}", rules.stands_for(combo));
            assert_eq!(rules.read_text(&text), Ok(combo), "{wilds}: {text}");
        }
    }
}

#[test]
fn positions_need_every_wild_rank() {
    let error = |line: &str| line.parse::<View>().expect_err(line).to_string();
    let present = "me=up hand=3344 left=5,4,4 standing=down:JJ";
    assert_eq!(error(&format!("rules=laizi {present}")), "wild ranks told: 0; in ruleset laizi their number is 1");
    assert_eq!(
        error(&format!("rules=laizi wilds=7,8 {present}")),
        "wilds: 8 cannot be shown as wild: in ruleset laizi the number of wild ranks is 1"
    );
    assert_eq!(
        error(&format!("rules=laizi wilds=0x {present}")),
        "wilds: \"0x\" is not a rank: 3 4 5 6 7 8 9 T J Q K A 2"
    );
    assert_eq!(
        error(&format!("wilds=7 {present}")),
        "wilds: 7 cannot be shown as wild: in ruleset classic the number of wild ranks is 0"
    );
    let view: View = "rules=laizi wilds=7 me=up hand=3344 left=5,4,4 standing=down:JJJ7~JJJ+7".parse().expect("a view");
    let standing = view.course().standing().map(|(_, combo)| describe(combo));
    assert_eq!(standing, Some("triple-single J".into()));
}

/// Rows: the text for [`rules`], `play`, `standing`, and the expected answer.
const BEATS_TABLE: &str = "
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
    let rows: Vec<&str> = BEATS_TABLE.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
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
/// and is a bomb only if no such reading beats the standing combo.
#[test]
fn cards_alone_have_a_default_reading() {
    let laizi = rules("7");
    let on = |cards: &str, standing: &str| {
        let standing = laizi.read_text(standing).expect(standing);
        describe(laizi.read_answer(cards.parse().expect(cards), standing).expect("it beats"))
    };
    let led = |cards: &str| describe(laizi.read(cards.parse().expect(cards)).expect("a combo"));
    assert_eq!((led("4447"), on("4447", "3338")), ("soft bomb 4".into(), "triple-single 4".into()));
    assert_eq!((led("56778"), on("56778", "34567")), ("straight 5 key 9".into(), "straight 5 key 9".into()));
    assert_eq!(on("4447", "5556"), "soft bomb 4");
    // The cards are an airplane and a mixed bomb: without a named reading they are the airplane.
    assert_eq!(rules("78").read("777888".parse().expect("cards")).map(describe), Some("airplane 2 key 8".into()));
}

#[test]
fn a_reading_is_written_if_it_is_not_the_preferred_one() {
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

/// A text may omit the wings, and may name wild wings as any rank but a joker. Natural wings keep their rank.
#[test]
fn wings_in_text_may_name_other_ranks() {
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
        rules.with_wild(rank).expect_err("refused").to_string()
    };
    assert_eq!(refused(Ruleset::LAIZI, 'X'), "X cannot be wild; a wild rank is one of 3 to 2");
    assert_eq!(refused(rules("laizi-tiandi:7"), '7'), "7 is wild already");
    assert_eq!(refused(rules("7"), '9'), "9 cannot be shown as wild: in ruleset laizi the number of wild ranks is 1");
    assert_eq!(
        refused(Ruleset::CLASSIC, '9'),
        "9 cannot be shown as wild: in ruleset classic the number of wild ranks is 0"
    );
}
