//! The Journey to the West, rule by rule: the points that `docs/use/rules.md` explains.

use rules::{Action, Rng};
use rules::{Call, Chair, Combo, Deal, Hand, Order, Rank, Ruleset, Seat, Seed, Side, Stage, Table, Trick};

const JOURNEY: &Ruleset = &Ruleset::JOURNEY;

fn read(cards: &str) -> Combo {
    JOURNEY.read_text(cards).unwrap_or_else(|error| panic!("{cards}: {error}"))
}

/// The plays of a hand, as text: leads without `on`.
fn plays(hand: &str, on: &str) -> Vec<String> {
    let trick = if on.is_empty() { Trick::Lead } else { Trick::Follow(read(on)) };
    let mut plays: Vec<String> =
        JOURNEY.plays(hand.parse().expect(hand), trick).iter().map(|combo| format!("{combo:#}")).collect();
    plays.sort();
    plays
}

#[track_caller]
fn check(hand: &str, on: &str, expected: &str) {
    let mut words: Vec<&str> = expected.split_whitespace().collect();
    words.sort_unstable();
    assert_eq!(plays(hand, on), words, "{hand} on {on}");
}

#[track_caller]
fn beats(play: &str, standing: &str, expected: bool) {
    let cards: Hand = play.parse().expect(play);
    assert_eq!(JOURNEY.read_answer(cards, read(standing)).is_some(), expected, "{play} on {standing}");
}

/// D > X > 2 > A > K > Q > J > T > 9 > 5 > 8 > 3 > 7 > 6 > 4.
#[test]
fn the_order_of_single_cards() {
    let order = "DX2AKQJT9583764";
    let ranks: Vec<char> = order.chars().collect();
    for (place, &higher) in ranks.iter().enumerate() {
        for (other, &lower) in ranks.iter().enumerate() {
            // A 2 is the pass card, too: it goes on whatever is no joker.
            let passes = higher == '2' && !"XD".contains(lower) && lower != '2';
            if higher != lower {
                beats(&higher.to_string(), &lower.to_string(), place < other || passes);
            }
        }
    }
    assert_eq!(JOURNEY.order().letters().chars().rev().collect::<String>(), order);
}

#[test]
fn runs_follow_the_printed_order() {
    for run in ["34567", "TJQKA", "445566", "334455667788", "333444", "555666777"] {
        read(run);
    }
    for none in ["3456", "3344", "JQKA2", "KKAA22", "AAA222", "46738", "3333444455556666"] {
        assert!(JOURNEY.read_text(none).is_err(), "{none}");
    }
    // Compared by the highest printed card, though 8 is weaker than 5, and 7 than 3.
    beats("45678", "34567", true);
    beats("34567", "45678", false);
    beats("667788", "556677", true);
    beats("777888", "555666", true);
    beats("444555", "666777", false);
}

#[test]
fn groups_go_by_the_order_of_single_cards() {
    check("445566778899", "88", "55 99");
    check("444555666777888", "333", "555 888");
    check("44445555666677778888", "3333", "5555 8888");
}

#[test]
fn a_triple_answers_the_small() {
    check("444", "A", "444");
    check("444", "KK", "444");
    beats("444", "X", true);
    beats("444", "22", true);
    beats("444", "666", false);
    beats("666", "444", true);
    beats("444", "34567", false);
    beats("4444", "AAA", true);
    beats("XD", "AAAA", true);
    beats("XD", "222", true);
    // Two chains are no triple, and a triple is none.
    beats("333444", "99", false);
    beats("AAA", "333444", false);
}

#[test]
fn several_over_several_of_the_same_kind_and_number() {
    beats("456789", "34567", false);
    beats("456789", "345678", true);
    beats("99", "55", true);
    beats("99", "5", false);
}

#[test]
fn only_fives_carry() {
    check("5554", "", "4 5 55 555 555+4");
    check("55544", "", "4 44 5 55 555 555+4 555+44");
    check("555544", "", "4 44 5 55 555 5555 555+4 555+44 5555+44");
    for (cards, kind) in
        [("5553", "triple-single"), ("55533", "triple-pair"), ("555538", "four-singles"), ("55556677", "four-pairs")]
    {
        assert_eq!(read(cards).kind().name(), kind);
    }
    // No other rank, no 2 and no joker.
    for none in ["3334", "33344", "333345", "33334455", "5552", "555X", "55522", "55552X", "555566+22", "333444+56"] {
        assert!(JOURNEY.read_text(none).is_err(), "{none}");
    }
}

#[test]
fn what_carries_is_led_and_never_follows() {
    let standing = "5553";
    // Only bombs above the fives, the rocket and the pass card answer it.
    check("2", standing, "2");
    check("XD", standing, "XD");
    check("99996666888855AA", standing, "9999");
    beats("5556", "4", false);
    for (weak, strong) in [("8888", "9999"), ("3333", "TTTT"), ("4444", "2222")] {
        beats(weak, "555538", false);
        beats(strong, "555538", true);
    }
}

#[test]
fn bombs_beat_what_does_not_carry() {
    for standing in ["D", "22", "AAA", "TJQKA", "445566", "333444"] {
        beats("4444", standing, true);
    }
    beats("6666", "4444", true);
    beats("4444", "6666", false);
    beats("5555", "8888", true);
    beats("XD", "2222", true);
    beats("2222", "XD", false);
}

#[test]
fn the_pass_card_goes_on_anything_without_a_joker() {
    for standing in ["A", "33", "KKK", "34567", "445566", "333444", "9999", "5553", "22", "2"] {
        assert_eq!(plays("2", standing), ["2"], "on {standing}");
    }
    for standing in ["X", "D", "XD"] {
        assert!(plays("2", standing).is_empty(), "on {standing}");
    }
    // The standing combo then is a single 2: jokers, triples, bombs and other 2s answer it.
    let stands = JOURNEY.read_answer("2".parse().unwrap(), read("34567")).unwrap();
    assert_eq!((stands.kind().name(), stands.run(), stands.key()), ("single", 1, Rank::TWO));
    check("A2X45678333", "2", "2 X 333");
    // Two 2s are a pair like any other.
    beats("22", "AA", true);
    beats("22", "34567", false);
}

fn table(rng: &mut Rng, first: Chair) -> Table {
    Table::new(*JOURNEY, Deal::shuffled(rng), first)
}

#[test]
fn the_first_to_take_is_the_landlord() {
    let mut rng = Seed(3).rng();
    for chair in Chair::ALL {
        let mut table = table(&mut rng, Chair::First);
        for _ in 0..chair as usize {
            table.act(Action::Call(Call::Pass)).unwrap();
        }
        table.act(Action::Call(Call::Take)).unwrap();
        assert_eq!((table.board().landlord(), table.board().stage()), (Some(chair), Stage::Play));
    }
    // All chairs refuse: the drawn chair is appointed.
    for drawn in Chair::ALL {
        let mut table = table(&mut rng, drawn);
        for _ in Chair::ALL {
            table.act(Action::Call(Call::Pass)).unwrap();
        }
        assert_eq!((table.board().landlord(), table.board().stage()), (Some(drawn), Stage::Play));
    }
}

/// A round's cards go to who leads next, the last round's to who goes out.
#[test]
fn seats_score_the_cards_of_the_rounds_they_won() {
    let mut rng = Seed(5).rng();
    let mut table = Table::seated(*JOURNEY, Deal::shuffled(&mut rng));
    let (mut pile, mut points) = (0, [0; 3]);
    let mut owner = Seat::Landlord;
    while table.board().stage() == Stage::Play {
        let course = *table.board().course();
        let plays = JOURNEY.plays(table.hand_of(course.turn()).unwrap(), course.trick());
        let play = if course.trick() != Trick::Lead && rng.below(2) == 0 { None } else { rng.pick(&plays).copied() };
        table.act(Action::Play(play)).unwrap();
        match play {
            Some(combo) => (pile, owner) = (pile + combo.len(), course.turn()),
            None if course.passes() == 1 => (points[owner.index()], pile) = (points[owner.index()] + pile, 0),
            None => {}
        }
    }
    points[owner.index()] += pile;
    let settlement = table.settlement(1).expect("a seat went out");
    assert_eq!(settlement.points, points.map(i64::from));
    assert_eq!(settlement.winner, owner.side());
    assert_eq!(table.settlement(10).unwrap().points, points.map(|points| 10 * i64::from(points)));
    assert!(points.iter().sum::<u32>() > 20 && [Side::Landlord, Side::Peasants].contains(&settlement.winner));
}

#[test]
fn the_order_is_a_point_like_any_other() {
    let ours: Ruleset = "classic order=journey pass-card=yes".parse().expect("a ruleset");
    assert_eq!((ours.order(), ours.is_plain()), (Order::JOURNEY, false));
    assert!(Ruleset::CLASSIC.is_plain() && ours.read_text("3334").is_ok());
}
