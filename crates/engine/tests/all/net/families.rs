//! The nets of wild ranks and of the Journey: they choose there, see no more than a seat may, and win more than the
//! strategies that they replace.

use engine::net::weights::{Layout, Weights, write};
use engine::net::{Accumulator, NetInput, Objective};
use engine::profile::Family;
use engine::rule_player::guard::broken;
use engine::turn::{Turn, TurnBuffers};
use engine::{Decider, Scratch, decide};
use rules::{Action, Chair, Deal, Hand, Raise, Ruleset, Seat, Seed, Side, Stage, Table};

use super::{positions_of, random_nets_of};
use crate::game::{persona, rounds};

fn share_of_wins(rules: &Ruleset, deals: u64, ours: &mut Scratch, theirs: &mut Scratch, other: &str) -> u64 {
    let ([net, other], mut won) = (["net", other].map(persona), 0);
    for number in 0..deals {
        for side in [Side::Landlord, Side::Peasants] {
            let seed = Seed(42).stream(number);
            let mut table = Table::seated(*rules, Deal::shuffled(&mut seed.rng()));
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                let decision = match view.seat().map(Seat::side) == Some(side) {
                    true => decide(&view, &net, seed, ours),
                    false => decide(&view, &other, seed, theirs),
                };
                table.act(decision.unwrap().action).unwrap();
            }
            won += u64::from(table.board().course().winner().map(Seat::side) == Some(side));
        }
    }
    won * 1000 / (2 * deals)
}

#[test]
fn nets_know_wild_ranks_once_all_of_them_are_shown() {
    let deal = Deal::shuffled(&mut Seed(1).rng());
    let mut scratch = Scratch::new();
    let chained = Ruleset::LAIZI.with("chain-bomb", "hard").unwrap();
    for rules in [Ruleset::LAIZI, Ruleset::LAIZI_TIANDI, chained] {
        let auction = Table::new(rules, deal, Chair::First);
        let view = auction.view(auction.board().turn().unwrap());
        let call = decide(&view, &persona("net"), Seed(1), &mut scratch).unwrap();
        assert_eq!(call.trace.weights, None, "{rules}: a rank may not be shown");
        let lead = Table::seated(rules, deal).view(Chair::First);
        let lead = decide(&lead, &persona("net"), Seed(1), &mut scratch).unwrap();
        assert_eq!(lead.trace.weights, Some(Weights::shipped_for(Family::Wild).digest()), "{rules}");
    }
}

#[test]
fn nets_of_their_own_play_and_the_table_bids() {
    let [wild, journey] = [Family::Wild, Family::Journey].map(|family| Weights::shipped_for(family).digest());
    assert!(wild != journey && ![wild, journey].contains(&Weights::shipped().digest()));
    let mut scratch = Scratch::new();
    for (rules, digest) in Ruleset::WILD.into_iter().map(|rules| (rules, wild)).chain([(&Ruleset::JOURNEY, journey)]) {
        let (mut bids, mut plays) = (0, 0);
        for number in 0..4 {
            let seed = Seed(4).stream(number);
            let mut table = Table::new(*rules, Deal::shuffled(&mut seed.rng()), Chair::First);
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
fn plays_are_legal_and_break_no_guard_whatever_the_weights_say() {
    let mut scratch = Scratch::with(Weights::read(&write(&random_nets_of(Layout::Wild, Seed(96)))).unwrap());
    let players = [persona("net"), persona("net").with("noise", 25).unwrap()];
    let (mut by_net, mut plays, buffers) = (0, rules::Plays::new(), TurnBuffers::new());
    for game in 0..rounds(6, 400) {
        let seed = Seed(97).stream(u64::from(game));
        let mut table = Table::seated(*Ruleset::WILD[game as usize % 2], Deal::shuffled(&mut seed.rng()));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let decisions = players.each_ref().map(|player| decide(&view, player, seed, &mut scratch).unwrap());
            for decision in &decisions {
                let play = decision.play();
                let listed = plays.fill_frugal(view.rules(), view.hand(), view.trick());
                let is_out = play.is_some_and(|play| play.cards() == view.hand());
                assert!(is_out || play.is_none_or(|play| listed.contains(&play)), "{play:?} in {view}");
                let now = Turn::new(&view, &players[0], listed, &buffers);
                let broken = broken(&now, play).filter(|_| listed.len() > 1);
                assert!(broken.is_none(), "{play:?} breaks {} in {view}", broken.unwrap().name);
                by_net += u32::from(decision.decider == Decider::Net);
            }
            table.act(decisions[1].action).unwrap();
        }
    }
    assert!(by_net > 200, "{by_net} decisions by the nets");
}

#[test]
fn the_same_on_every_machine() {
    // This test made the digest: on every machine and build these weights give it for these positions.
    let weights = Weights::read(&write(&random_nets_of(Layout::Wild, Seed(92)))).unwrap();
    let mut digest = 0u64;
    for rules in Ruleset::WILD {
        for position in positions_of(rules, 6) {
            let accumulator = Accumulator::new(&weights, NetInput::seat_view(&position.playing, &position.past));
            for &play in &position.plays {
                digest = digest.wrapping_mul(31).wrapping_add(accumulator.value(play).0 as u64);
            }
        }
    }
    assert_eq!((weights.digest(), digest), (2_293_528_597_758_864_388, 7_019_309_436_220_256_220));
}

#[test]
fn widened_nets_say_the_same_of_natural_cards() {
    let natural = Weights::shipped();
    let wide = natural.widened();
    assert_eq!((wide.layout(), wide.judges_worlds()), (Layout::Wild, false));
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

#[test]
fn bombs_of_wild_cards_multiply_by_what_the_ruleset_says() {
    let rules = Ruleset::LAIZI.showing("7".parse::<Hand>().unwrap().lowest().unwrap()).unwrap();
    let prediction = engine::net::Prediction { logit: engine::net::Logit(700), won: 1200, lost: 1300 };
    let factor = |cards: &str| rules.bomb_factor(rules.read(cards.parse().unwrap()).unwrap());
    assert_eq!(["4447", "4444", "7777", "4"].map(factor), [2, 4, 4, 1]);
    assert_eq!(prediction.value_times(Objective::Score, 4), 4 * prediction.value(Objective::Score, None));
    assert_eq!(prediction.value_times(Objective::Wins, 4), 700);
}

#[test]
fn they_win_against_the_strategy_and_against_nets_that_see_no_wild_card() {
    let mut scratch = Scratch::new();
    let mut natural = Scratch::with(Weights::shipped());
    for rules in Ruleset::WILD {
        let deals = u64::from(rounds(30, 2_000));
        let strategy = share_of_wins(rules, deals, &mut scratch, &mut Scratch::new(), "rules");
        let blind = share_of_wins(rules, deals, &mut scratch, &mut natural, "net");
        println!("{rules}: {strategy} of 1,000 against rules, {blind} against nets of natural cards");
        assert!(strategy > 580 && blind > 520, "{rules}: {strategy}, {blind}");
    }
}

#[test]
fn nets_without_full_information_leave_doublings_to_the_tables() {
    let mut scratch = Scratch::with(Weights::shipped().widened());
    let told = "rules=classic,doubling=double me=second hand=33334444AAAA222XD calls=3 bottom=567 raises=1";
    let decision = decide(&told.parse().unwrap(), &persona("net"), Seed(1), &mut scratch).unwrap();
    assert_eq!((decision.decider, decision.action), (Decider::Rules, Action::Raise(Raise::Double)));
}

#[test]
fn they_win_against_the_strategies_of_the_journey() {
    let (mut ours, mut theirs) = (Scratch::new(), Scratch::new());
    let won = share_of_wins(&Ruleset::JOURNEY, 100, &mut ours, &mut theirs, "rules");
    assert!(won > 620, "{won} of 1,000");
}
