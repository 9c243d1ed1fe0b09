//! Whole hands with wild ranks: as lines, settled, and as positions.

use rules::{Plays, Ruleset, Trick};

use super::{SEED, rules, told};
use crate::game::random_action;

/// Products that play with wild ranks, each as overrides. `docs/generated/profiles.md` has them.
pub(crate) const PRODUCTS: [(&str, &str); 5] = [
    ("landlord-war, one rank", "laizi wild-shown=landlord"),
    ("Midnight-Parlor", "laizi-tiandi bomb-grades=soft long-grades=no bomb-factors=double auction=score"),
    ("agent-learning", "laizi-tiandi bomb-grades=pure long-grades=no bomb-factors=tiandi-8"),
    ("a C++ server, order 0", "laizi-tiandi bomb-grades=wild rocket=over-hard"),
    ("a JS client", "laizi-tiandi rocket=over-fours chain-bomb=hard"),
];

pub(crate) fn shuttles() -> Ruleset {
    "laizi-tiandi shuttle=yes shuttle-wings=yes wing-copies=2 wings-lengthen=yes".parse().expect("a ruleset")
}

#[test]
fn whole_hands_are_kept_as_lines() {
    let (mut plays, mut finished, mut spelled) = (Plays::new(), 0, 0);
    let late = Ruleset::WILD.map(|base| base.with("wild-shown", "landlord").expect("a point"));
    for base in Ruleset::WILD.into_iter().chain(&late) {
        for round in 0..60 {
            let mut rng = SEED.stream(1 << 40 | round).rng();
            let deal = rules::Deal::shuffled(&mut rng);
            let seated = round % 3 == 0;
            let mut table = if seated {
                rules::Table::seated(*base, deal)
            } else {
                rules::Table::new(*base, deal, rules::Chair::First)
            };
            while table.board().turn().is_some() {
                let action = random_action(&table, &mut plays, &mut rng);
                table.act(action).expect("a legal action");
                let line = table.to_string();
                spelled += u32::from(line.contains('~'));
                assert_eq!(line.parse().as_ref(), Ok(&table), "{line}");
                for chair in rules::Chair::ALL {
                    let view = table.view(chair);
                    let line = view.to_string();
                    assert_eq!(line.parse(), Ok(view.clone()), "{line}");
                    let shown = view.rules().wilds().in_order().collect::<Vec<_>>();
                    let early = u8::from(base.shows_wild_first());
                    let expected = if view.board().bottom().is_some() { base.wild_ranks() } else { early };
                    let drawn: Vec<_> = table.deal().wilds().take(usize::from(expected)).collect();
                    assert_eq!(shown, drawn, "{line}");
                }
            }
            if let Some(settled) = table.settlement(1) {
                assert_eq!(settled.points.iter().sum::<i64>(), 0);
                finished += 1;
            }
        }
    }
    assert!(finished > 60 && spelled > 60, "{finished} {spelled}");
}

/// The text of a play with its stand-ins is read as the same play.
#[test]
fn every_play_is_read_back_from_what_it_stands_for() {
    let late = Ruleset::WILD.map(|base| base.with("wild-shown", "landlord").expect("a point"));
    for base in Ruleset::WILD.into_iter().chain(&late).chain([&shuttles()]) {
        for round in 0..20 {
            let mut rng = SEED.stream(1 << 42 | round).rng();
            let table = rules::Table::seated(*base, rules::Deal::shuffled(&mut rng));
            let (rules, hand) = (table.board().rules(), table.hand_of(rules::Seat::Landlord).expect("it is known"));
            let plays = rules.plays(hand, Trick::Lead);
            for _ in 0..200 {
                let play = *rng.pick(&plays).expect("a lead");
                let text = format!("{play}~{}", rules.stands_for(play));
                assert_eq!(rules.read_text(&text), Ok(play), "{rules} {:?}: {text}", rules.wilds());
            }
        }
    }
}

/// The factor of one play: soft, hard, pure and long bombs, and the rocket.
#[test]
fn bombs_count_by_grade_and_size() {
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
fn an_airplane_of_wild_cards_is_written_otherwise_than_their_bomb() {
    let rules = rules("34");
    let readings = rules.readings("333444".parse().expect("cards"));
    let written: Vec<String> =
        readings.as_slice().iter().map(|&combo| format!("{}: {}", told(combo), rules.stands_for(combo))).collect();
    assert_eq!(written, ["airplane 2 key 4: 333444", "mixed 6-bomb: 444444"]);
    for &combo in readings.as_slice() {
        assert_eq!(rules.read_text(&format!("333444~{}", rules.stands_for(combo))), Ok(combo));
    }
}

#[test]
fn more_cards_than_a_hand_holds_are_read_back_too() {
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
fn positions_tell_every_wild_rank_they_need() {
    let error = |line: &str| line.parse::<rules::View>().expect_err(line).to_string();
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
    let view: rules::View =
        "rules=laizi wilds=7 me=up hand=3344 left=5,4,4 standing=down:JJJ7~JJJ+7".parse().expect("a view");
    let standing = view.course().standing().map(|(_, combo)| told(combo));
    assert_eq!(standing, Some("triple-single J".into()));
}
