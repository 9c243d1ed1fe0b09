//! 减少单张: with an enemy at one card the triple carries a single, and the pair stays for the next lead.

use engine::{Decision, Persona, Scratch, decide};
use rules::{Action, Combo, Course, Hand, Present, Rank, Rng, Ruleset, Seat, Seed, Trick, View};

use crate::game::{fresh, persona, rounds, text};

/// The peasants' cards left: one of them is about to go out.
const LEFT: [[u8; 2]; 2] = [[1, 9], [9, 1]];

fn view(rules: Ruleset, seat: Seat, hand: Hand, course: &Course) -> View {
    let now = Present {
        rules,
        seat,
        hand,
        turn: course.turn(),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        standing: course.standing(),
        bottom: None,
        played: Seat::ALL.map(|seat| course.played(seat)),
        open: [Hand::EMPTY; 3],
    };
    View::present(&now).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the landlord's view with `hand` against peasants with these numbers of cards.
fn lead(hand: Hand, [down, up]: [u8; 2]) -> View {
    view(Ruleset::CLASSIC, Seat::Landlord, hand, &Course::open([hand.len() as u8, down, up]))
}

/// True if the landlord wins the rest of the hand: the peasants' cards are drawn from `rng`, and `persona` plays all seats.
fn wins(hand: Hand, [down, up]: [u8; 2], first: Combo, persona: &Persona, rng: &mut Rng) -> bool {
    let rules = Ruleset::CLASSIC;
    let unseen = Hand::DECK.minus(hand).unwrap();
    let lower = rng.draw(unseen, u32::from(down));
    let upper = rng.draw(unseen.minus(lower).unwrap(), u32::from(up));
    let (mut hands, mut course) = ([hand, lower, upper], Course::open([hand.len() as u8, down, up]));
    let (mut scratch, mut first) = (Scratch::new(), Some(first));
    while course.winner().is_none() {
        let seat = course.turn();
        let view = view(rules, seat, hands[seat.index()], &course);
        let play = match first.take() {
            Some(lead) => Some(lead),
            None => match decide(&view, persona, Seed(7), &mut scratch).unwrap().action {
                Action::Play(play) => play,
                other => panic!("{other:?} is no play"),
            },
        };
        if let Some(play) = play {
            let hand = &mut hands[seat.index()];
            *hand = hand.minus(play.cards()).unwrap();
        }
        course.advance(&rules, play);
    }
    course.winner() == Some(Seat::Landlord)
}

fn play_of(decision: &Decision) -> Combo {
    match decision.action {
        Action::Play(Some(play)) => play,
        other => panic!("{other:?} is no lead"),
    }
}

/// Draws a triple, a lower pair and two singles, none of them a 2 or a joker and no two neighbours enough for a straight.
fn family(rng: &mut Rng) -> Hand {
    let mut ranks: Vec<Rank> = Rank::all().filter(|rank| rank.is_run_rank()).collect();
    rng.shuffle(&mut ranks);
    let (low, high) = if ranks[0].index() < ranks[1].index() { (ranks[0], ranks[1]) } else { (ranks[1], ranks[0]) };
    let cards = [high, high, high, low, low, ranks[2], ranks[3]];
    cards.into_iter().fold(Hand::EMPTY, |hand, rank| hand.plus(Hand::one(rank)).unwrap())
}

#[test]
fn the_triple_carries_a_single() {
    for name in ["rules", "casual", "skilled"] {
        for (hand, left) in [("3334489", LEFT[0]), ("4466679", LEFT[0]), ("3334489", LEFT[1])] {
            let decision = fresh(&lead(hand.parse().unwrap(), left), &persona(name), Seed(1));
            let triple = &text(&decision);
            assert!(!["33344", "44666"].contains(&triple.as_str()), "{name}, {hand}: {triple} keeps both singles");
        }
    }
}

#[test]
fn the_pair_is_hardly_ever_carried() {
    let hands = rounds(60, 500);
    for name in ["rules", "casual", "skilled"] {
        let (persona, mut rng) = (persona(name), Seed(91).rng());
        let (mut triples, mut carried) = (0, 0);
        for number in 0..hands {
            let hand = family(&mut rng);
            let decision = fresh(&lead(hand, LEFT[number as usize % 2]), &persona, Seed(u64::from(number)));
            let play = play_of(&decision);
            let is_triple = play.cards().ranks().into_iter().any(|rank| play.cards().count(rank) == 3);
            triples += u32::from(is_triple);
            carried += u32::from(is_triple && play.len() == 5);
        }
        println!("{name}: the pair is carried in {carried} of {triples} triple leads");
        assert!(carried * 100 <= 3 * hands, "{name}: {carried} of {triples} in {hands} hands");
    }
}

/// The lead is the one that wins most, of all that the ruleset allows: the seats play on by the same rules.
#[test]
fn the_lead_wins_most_with_an_enemy_at_one_card() {
    let persona = persona("rules");
    let games = rounds(30, 3000);
    for hand in ["3334489", "4466679"] {
        let hand: Hand = hand.parse().unwrap();
        let won = |lead: Combo| {
            let mut rng = Seed(92).rng();
            (0..games).filter(|_| wins(hand, LEFT[0], lead, &persona, &mut rng)).count() as u32
        };
        let chosen = play_of(&fresh(&lead(hand, LEFT[0]), &persona, Seed(1)));
        let best = won(chosen);
        println!("{hand}: {chosen} wins {best} of {games}");
        for other in Ruleset::CLASSIC.plays(hand, Trick::Lead) {
            let count = won(other);
            assert!(count <= best, "{hand}: {other} wins {count} of {games}, {chosen} {best}");
        }
    }
}
