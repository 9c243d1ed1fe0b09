//! The Journey to the West, rule by rule: the points that `docs/use/rules.md` explains.

use rules::{Action, Rng};
use rules::{Call, Chair, Combo, Deal, Hand, Ruleset, Seat, Seed, Side, Stage, Table, Trick};

const JOURNEY: &Ruleset = &Ruleset::JOURNEY;

fn read(cards: &str) -> Combo {
    JOURNEY.read_text(cards).unwrap_or_else(|error| panic!("{cards}: {error}"))
}

/// Lists the plays of a hand as text: leads if `on` is empty.
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
            // A 2 is also the pass card: it answers any single but a joker.
            let passes = higher == '2' && !"XD".contains(lower) && lower != '2';
            if higher != lower {
                beats(&higher.to_string(), &lower.to_string(), place < other || passes);
            }
        }
    }
    assert_eq!(JOURNEY.order().letters().chars().rev().collect::<String>(), order);
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

/// The cards of a round go to the seat that leads next, those of the last round to the seat that goes out.
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
