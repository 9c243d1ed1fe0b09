//! Decisions by the nets are legal in every ruleset, keep to the guards, make sense and are deterministic.

use engine::net::Objective;
use engine::net::weights::{Weights, write};
use engine::{Decider, Persona, Scratch, decide};
use rules::{Action, Call, Hand, Seat, Seed, View};

use super::random_nets;
use crate::game::{each_turn, fresh, options, persona, random, rounds, seated};

#[test]
fn plays_are_legal_whatever_the_weights_say() {
    let mut scratch = Scratch::with(Weights::read(&write(&random_nets(Seed(96)))).unwrap());
    let players: [Persona; 2] = [persona("net"), persona("net").with("noise", 25).unwrap()];
    let mut by_net = 0;
    for game in 0..u64::from(rounds(20, 1_000)) {
        let seed = Seed(97).stream(game);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated(seed), |_, view| {
            for player in &players {
                let decision = decide(view, player, seed, &mut scratch).unwrap();
                assert!(options(view).contains(&decision.action), "{:?} in {view}", decision.action);
                by_net += u32::from(decision.decider == Decider::Net);
                // A sure order of plays is found by the strategies.
                let judged = [Decider::Net, Decider::Solver].contains(&decision.decider)
                    || ["win-path", "answer-and-win"].contains(&decision.reason);
                assert_eq!(decision.win_chance.is_some(), judged, "{view}");
            }
            random(view, &mut rng)
        });
    }
    assert!(by_net > 500, "{by_net} decisions by the nets");
}

/// Returns the net's action, as text, when the others hold `unseen` and everything else was played.
fn plays(told: &str, unseen: &str) -> String {
    let view: View = told.parse().unwrap();
    let unseen: Hand = unseen.parse().unwrap();
    let mut played = Seat::ALL.map(|seat| view.course().played(seat));
    let mut pool = [view.hand(), unseen, played[0], played[1], played[2]]
        .iter()
        .fold(Hand::DECK, |pool, &elsewhere| pool.minus(elsewhere).expect("one deck"));
    let mut rng = Seed(1).rng();
    for (seat, dealt) in Seat::ALL.into_iter().zip([20, 17, 17]) {
        let given = rng.draw(pool, dealt - view.course().left(seat) - played[seat.index()].len());
        pool = pool.minus(given).expect("it was drawn there");
        played[seat.index()] = played[seat.index()].plus(given).expect("one deck");
    }
    let view: View = format!("{told} played={}", played.map(|hand| hand.to_string()).join("/")).parse().unwrap();
    assert_eq!((view.discarded(), view.unseen()), (0, unseen), "{view}");
    fresh(&view, &persona("net"), Seed(1)).play().map_or("pass".to_owned(), |play| play.to_string())
}

#[test]
fn it_has_learned_what_everybody_knows() {
    for (told, unseen, wanted) in [
        // One move from the end.
        ("me=landlord hand=34567 left=5,4,6", "8899TTJJQQ", "34567"),
        ("me=up hand=JJ left=5,4,2 standing=landlord:99", "33445566Q", "JJ"),
        // A partner about to go out is not overtaken.
        ("me=down hand=2K99 left=8,4,1 standing=up:Q", "33445566A", "pass"),
        // The landlord holds one card and plays next: the highest.
        ("me=up hand=JK left=1,9,2 standing=down:5", "3677TTQQA2", "K"),
    ] {
        assert_eq!(plays(told, unseen), wanted, "{told}");
    }
}

#[test]
fn bids_go_by_what_the_landlords_net_expects() {
    let asked = |hand: &str| {
        let view: View = format!("me=second calls=1 hand={hand}").parse().unwrap();
        let decision = fresh(&view, &persona("net"), Seed(1));
        assert_eq!((decision.decider, decision.trace.weights.is_some()), (Decider::Net, true));
        let strength = decision.trace.strength.unwrap();
        assert!((0..1000).contains(&strength.points) && (0..1000).contains(&strength.rank), "{hand}: {strength:?}");
        (strength.points, decision.action)
    };
    // Each is better than the one before, by any judgement.
    let hands = ["33456789TTJJQ4578", "334455667QQKKA2JJ", "3344556677QKAA22X", "3334445AAAA222XDK"];
    let asked = hands.map(asked);
    assert!(asked.windows(2).all(|pair| pair[0].0 < pair[1].0), "{asked:?}");
    assert_eq!(asked[3].1, Action::Call(Call::Score(3)));
    // A persona without a net bids by the rows for bids.
    let table = fresh(&"me=second calls=1 hand=33456789TTJJQ4578".parse().unwrap(), &persona("rules"), Seed(1));
    assert_eq!((table.decider, table.trace.weights), (Decider::Rules, None));
}

#[test]
fn who_was_not_told_what_was_played_asks_the_tables() {
    let view: View = "me=up hand=48JK left=1,9,4 standing=down:5".parse().unwrap();
    let [net, rules] = ["net", "rules"].map(|name| fresh(&view, &persona(name), Seed(1)));
    assert_eq!((net.action, net.decider), (rules.action, Decider::Rules));
}

#[test]
fn who_slips_more_plays_otherwise_more_often() {
    let net = persona("net");
    let strayed = |noise: i32| {
        let player = net.clone().with("noise", noise).unwrap();
        let (mut turns, mut strayed) = (0, 0);
        let mut scratch = Scratch::new();
        for game in 0..5 {
            let seed = Seed(98).stream(game);
            each_turn(&mut seated(seed), |_, view| {
                let best = decide(view, &net, seed, &mut scratch).unwrap().action;
                strayed += u32::from(decide(view, &player, seed, &mut scratch).unwrap().action != best);
                turns += 1;
                best
            });
        }
        assert!(turns > 75);
        strayed
    };
    let [none, some, many] = [0, 3, 25].map(strayed);
    assert!(none == 0 && some > 5 && 2 * many > 3 * some, "{none}, {some}, {many}");
}

/// Counts the answers and the bombs of players in the turns of some games that `net` plays.
fn styles<const N: usize>(players: &[Persona; N]) -> [[u32; 2]; N] {
    let (mut scratch, mut styles) = (Scratch::new(), [[0; 2]; N]);
    for game in 0..u64::from(rounds(45, 400)) {
        let seed = Seed(99).stream(game);
        each_turn(&mut seated(seed), |_, view| {
            for (player, [answers, bombs]) in players.iter().zip(&mut styles) {
                let play = decide(view, player, seed, &mut scratch).unwrap().play();
                *answers += u32::from(view.trick() != rules::Trick::Lead && play.is_some());
                *bombs += u32::from(play.is_some_and(|play| play.is_bomb()));
            }
            decide(view, &persona("net"), seed, &mut scratch).unwrap().action
        });
    }
    styles
}

#[test]
fn temperaments_show_through_the_net() {
    let calm = |name: &str| persona(name).with("search-worlds", 0).unwrap();
    let [hesitant, plain, hasty] = styles(&["expert-hesitant", "expert", "expert-hasty"].map(calm));
    let answered = [hesitant, plain, hasty].map(|style| style[0]);
    assert!(answered.is_sorted_by(|fewer, more| fewer < more), "{answered:?}");
    assert!(hesitant[1] < hasty[1], "{hesitant:?} {hasty:?}");
}

/// Positions in which the two objectives differ about a bomb: the play for wins, and the play for score.
const BOMBS: [(&str, &str, &str); 2] = [
    // The tens, played now, win six more hands of 100. Kept for the end, they double the hand when it wins, and cost nothing when it is
    // lost.
    (
        "me=landlord hand=3TTTT left=5,4,6 standing=up:AA played=3456777889JKKA2/45556789JQQQK/3469JQKAA2X",
        "TTTT",
        "pass",
    ),
    // Nine of ten hands are won: the rocket loses five wins of 100 and doubles the others.
    ("me=landlord hand=JJXD left=4,7,2 standing=down:2 played=344567899QQQQKA2/3556789TJ2/3345677TTTJKKA2", "X", "XD"),
];

#[test]
fn a_score_player_spends_and_keeps_bombs_otherwise() {
    // Without winning orders, which leave neither objective a choice.
    let net = persona("net").with("path-turns", 0).unwrap();
    for (told, for_wins, for_score) in BOMBS {
        let view: View = told.parse().unwrap();
        let plays = Objective::ALL.map(|objective| {
            let decision = fresh(&view, &net.clone().with_objective(objective), Seed(1));
            assert_eq!(decision.decider, Decider::Net, "{told}");
            decision.play().map_or("pass".to_owned(), |play| play.to_string())
        });
        assert_eq!(plays, [for_wins, for_score], "{told}");
    }
}
