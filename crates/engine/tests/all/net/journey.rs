//! The nets of the Journey to the West: they choose there, and win more than the strategies that they replace.

use engine::net::Weights;
use engine::profile::Family;
use engine::{Decider, Scratch, decide};
use rules::{Deal, Ruleset, Seat, Seed, Side, Stage, Table};

use crate::game::persona;

#[test]
fn the_journey_is_played_by_nets_of_its_own_and_bid_by_its_table() {
    let mut scratch = Scratch::new();
    let mut table = Table::new(Ruleset::JOURNEY, Deal::shuffled(&mut Seed(4).rng()), rules::Chair::First);
    let (mut bids, mut plays) = (0, 0);
    while let Some(chair) = table.board().turn() {
        let decision = decide(&table.view(chair), &persona("net"), Seed(4), &mut scratch).unwrap();
        match table.board().stage() {
            Stage::Play => {
                let chosen = decision.decider == Decider::Net;
                assert_eq!(
                    chosen.then_some(Weights::shipped_for(Family::Journey).digest()),
                    decision.trace.weights.filter(|_| chosen)
                );
                plays += u32::from(chosen);
            }
            _ => {
                assert_eq!((decision.decider, decision.trace.weights), (Decider::Rules, None));
                bids += 1;
            }
        }
        table.act(decision.action).unwrap();
    }
    assert!(bids > 0 && plays > 10, "{bids} bids, {plays} plays");
    assert_ne!(Weights::shipped_for(Family::Journey), Weights::shipped());
}

#[test]
fn they_win_against_the_strategies() {
    let (mut scratch, [net, strategies], mut won) = (Scratch::new(), ["net", "rules"].map(persona), 0);
    const DEALS: u64 = 100;
    for number in 0..DEALS {
        for side in [Side::Landlord, Side::Peasants] {
            let seed = Seed(41).stream(number);
            let mut table = Table::seated(Ruleset::JOURNEY, Deal::shuffled(&mut seed.rng()));
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                let player = if view.seat().map(Seat::side) == Some(side) { &net } else { &strategies };
                table.act(decide(&view, player, seed, &mut scratch).unwrap().action).unwrap();
            }
            won += u64::from(table.board().course().winner().map(Seat::side) == Some(side));
        }
    }
    assert!(won * 1000 / (2 * DEALS) > 620, "{won} of {}", 2 * DEALS);
}
