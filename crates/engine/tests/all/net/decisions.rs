//! Decisions by the nets are legal and break no guard. The nets of wild ranks and of the Journey win more hands than `rules`.

use engine::net::weights::{Layout, Weights, write};
use engine::net::{Accumulator, NetInput, Objective};
use engine::profile::Family;
use engine::rule_player::guard::first_broken;
use engine::turn::{Turn, TurnBuffers};
use engine::{Decider, Scratch, decide};
use rules::{Action, Call, Chair, Deal, Raise, Ruleset, Seed, Stage, Table, View};

use super::{positions_of, random_nets_of};
use crate::game::{decide_fresh, each_turn, persona, play_text, rounds, seated_table, share_of_wins};

#[test]
fn plays_of_random_nets_are_legal_and_break_no_guard() {
    let players = [persona("net"), persona("net").with("noise", 25).unwrap()];
    let natural = (Layout::Natural, vec![&Ruleset::CLASSIC], rounds(20));
    let wild = (Layout::Wild, Ruleset::WILD.to_vec(), rounds(6));
    for (layout, rulesets, games) in [natural, wild] {
        let mut scratch = Scratch::with_weights(Weights::read(&write(&random_nets_of(layout, Seed(96)))).unwrap());
        let (mut by_net, mut plays, buffers) = (0, rules::Plays::new(), TurnBuffers::new());
        for game in 0..games as usize {
            let seed = Seed(97).stream(game as u64);
            let mut table = Table::at_lead(*rulesets[game % rulesets.len()], Deal::shuffled(&mut seed.rng()));
            each_turn(&mut table, |_, view| {
                let decisions = players.each_ref().map(|player| decide(view, player, seed, &mut scratch).unwrap());
                for decision in &decisions {
                    let play = decision.play();
                    let listed = plays.fill_frugal(view.rules(), view.hand(), view.trick());
                    let is_out = play.is_some_and(|play| play.cards() == view.hand());
                    assert!(is_out || play.is_none_or(|play| listed.contains(&play)), "{play:?} in {view}");
                    let now = Turn::new(view, &players[0], listed, &buffers);
                    // A solved win may break a guard.
                    let is_free = listed.len() > 1 && decision.decider != Decider::Solver;
                    let broken = first_broken(&now, play).filter(|_| is_free);
                    assert!(broken.is_none(), "{play:?} breaks {} in {view}", broken.unwrap().name);
                    by_net += u32::from(decision.decider == Decider::Net);
                    // The strategies find sure orders of plays, which have a win chance too.
                    let judged = [Decider::Net, Decider::Solver].contains(&decision.decider)
                        || ["win-path", "answer-and-win"].contains(&decision.reason);
                    assert_eq!(decision.win_chance.is_some(), judged, "{view}");
                }
                decisions[1].action
            });
        }
        assert!(by_net > 200, "{by_net} decisions by the nets");
    }
}

#[test]
fn bids_follow_the_landlords_net() {
    let asked = |hand: &str| {
        let view: View = format!("me=second calls=1 hand={hand}").parse().unwrap();
        let decision = decide_fresh(&view, &persona("net"), Seed(1));
        assert_eq!((decision.decider, decision.trace.weights.is_some()), (Decider::Net, true));
        let strength = decision.trace.strength.unwrap();
        assert!((0..1000).contains(&strength.points) && (0..1000).contains(&strength.rank), "{hand}: {strength:?}");
        (strength.points, decision.action)
    };
    // Each hand is better than the one before.
    let hands = ["33456789TTJJQ4578", "334455667QQKKA2JJ", "3344556677QKAA22X", "3334445AAAA222XDK"];
    let asked = hands.map(asked);
    assert!(asked.windows(2).all(|pair| pair[0].0 < pair[1].0), "{asked:?}");
    assert_eq!(asked[3].1, Action::Call(Call::Score(3)));
    let table = decide_fresh(&"me=second calls=1 hand=33456789TTJJQ4578".parse().unwrap(), &persona("rules"), Seed(1));
    assert_eq!((table.decider, table.trace.weights), (Decider::Rules, None));
}

#[test]
fn without_history_the_strategies_decide() {
    let view: View = "me=up hand=48JK left=1,9,4 standing=down:5".parse().unwrap();
    let [net, rules] = ["net", "rules"].map(|name| decide_fresh(&view, &persona(name), Seed(1)));
    assert_eq!((net.action, net.decider), (rules.action, Decider::Rules));
}

#[test]
fn with_more_noise_the_best_play_is_rarer() {
    let net = persona("net");
    let strayed = |noise: i32| {
        let player = net.clone().with("noise", noise).unwrap();
        let (mut turns, mut strayed) = (0, 0);
        let mut scratch = Scratch::new();
        for game in 0..5 {
            let seed = Seed(98).stream(game);
            each_turn(&mut seated_table(seed), |_, view| {
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

/// Positions in which the two objectives differ about a bomb: the play for wins, and the play for score.
const BOMB_POSITIONS: [(&str, &str, &str); 2] = [
    // The tens, played now, win more hands. Kept for the end, they double the hand when it wins, and cost nothing when it is lost.
    (
        "me=landlord hand=3TTTT left=5,4,6 standing=up:AA played=3456777889JKKA2/45556789JQQQK/3469JQKAA2X",
        "TTTT",
        "pass",
    ),
    // Most hands are won: the rocket loses some wins and doubles the others.
    ("me=landlord hand=JJXD left=4,7,2 standing=down:2 played=344567899QQQQKA2/3556789TJ2/3345677TTTJKKA2", "X", "XD"),
];

#[test]
fn the_objective_changes_the_use_of_bombs() {
    // Without winning orders, which leave neither objective a choice.
    let net = persona("net").with("path-turns", 0).unwrap();
    for (line, for_wins, for_score) in BOMB_POSITIONS {
        let view: View = line.parse().unwrap();
        let plays = Objective::ALL.map(|objective| {
            let decision = decide_fresh(&view, &net.clone().with_objective(objective), Seed(1));
            assert_eq!(decision.decider, Decider::Net, "{line}");
            play_text(&decision)
        });
        assert_eq!(plays, [for_wins, for_score], "{line}");
    }
}

#[test]
fn wild_ranks_and_the_journey_have_their_own_nets_for_the_play() {
    let [wild, journey] = [Family::Wild, Family::Journey].map(|family| Weights::shipped_for_family(family).digest());
    assert!(wild != journey && ![wild, journey].contains(&Weights::shipped().digest()));
    let mut scratch = Scratch::new();
    let chained = Ruleset::LAIZI.with("chain-bomb", "hard").unwrap();
    let with_wilds = [Ruleset::LAIZI, Ruleset::LAIZI_TIANDI, chained].map(|rules| (rules, wild));
    for (rules, digest) in with_wilds.into_iter().chain([(Ruleset::JOURNEY, journey)]) {
        let (mut bids, mut plays) = (0, 0);
        for number in 0..4 {
            let seed = Seed(4).stream(number);
            let mut table = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First);
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                let decision = decide(&view, &persona("net"), seed, &mut scratch).unwrap();
                if table.board().stage() == Stage::Play {
                    if decision.decider == Decider::Net {
                        assert_eq!(decision.trace.weights, Some(digest));
                        assert!(decision.win_chance.is_some());
                        plays += 1;
                    }
                } else {
                    assert_eq!((decision.decider, decision.trace.weights), (Decider::Rules, None));
                    bids += 1;
                }
                table.act(decision.action).unwrap();
            }
        }
        assert!(bids > 0 && plays > 20, "{rules}: {bids} bids, {plays} plays");
    }
}

#[test]
fn widened_nets_predict_the_same_for_natural_cards() {
    let natural = Weights::shipped();
    let wide = natural.in_wild_layout();
    assert_eq!((wide.layout(), wide.has_full_information()), (Layout::Wild, false));
    let mut compared = 0;
    for position in positions_of(&Ruleset::CLASSIC, 4) {
        let scene = NetInput::seat_view(&position.playing, &position.past);
        let [one, other] = [&natural, &wide].map(|weights| Accumulator::new(weights, scene));
        for &play in &position.plays {
            assert_eq!(one.prediction(play), other.prediction(play));
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

fn player(name: &str, mut scratch: Scratch) -> impl FnMut(&View, Seed) -> Action {
    let persona = persona(name);
    move |view, seed| decide(view, &persona, seed, &mut scratch).unwrap().action
}

#[test]
fn wild_nets_win_against_the_strategies_and_the_classic_nets() {
    for rules in Ruleset::WILD {
        let deals = u64::from(rounds(30));
        let net = || player("net", Scratch::new());
        let strategy = share_of_wins(rules, deals, net(), player("rules", Scratch::new()));
        let blind = share_of_wins(rules, deals, net(), player("net", Scratch::with_weights(Weights::shipped())));
        assert!(strategy > 580 && blind > 520, "{rules}: {strategy}, {blind}");
    }
}

#[test]
fn nets_without_full_information_do_not_decide_doublings() {
    let mut scratch = Scratch::with_weights(Weights::shipped().in_wild_layout());
    let line = "rules=classic,doubling=double me=second hand=33334444AAAA222XD calls=3 bottom=567 raises=1";
    let decision = decide(&line.parse().unwrap(), &persona("net"), Seed(1), &mut scratch).unwrap();
    assert_eq!((decision.decider, decision.action), (Decider::Rules, Action::Raise(Raise::Double)));
}

#[test]
fn the_journey_net_wins_against_the_strategies() {
    let won = share_of_wins(&Ruleset::JOURNEY, 100, player("net", Scratch::new()), player("rules", Scratch::new()));
    assert!(won > 620, "{won} of 1,000");
}
