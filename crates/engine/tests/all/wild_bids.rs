//! Bids with wild ranks: each stage of showing has its own places, ranks still to come are averaged, and strategies and nets promise
//! different wins.

use engine::bid::strength;
use engine::{Persona, Scratch, decide};
use rules::{Action, Call, Chair, Deal, Hand, Rank, Ruleset, Seed, Stage, Table};

fn ruleset(text: &str) -> Ruleset {
    text.parse().expect("a ruleset")
}

const STAGES: [(&str, u32); 4] =
    [("laizi", 1), ("laizi wild-shown=landlord", 0), ("laizi-tiandi", 1), ("laizi-tiandi wild-shown=landlord", 0)];

#[test]
fn hands_of_every_stage_spread_over_all_places() {
    for (text, shown) in STAGES {
        let rules = ruleset(text);
        let (mut places, mut wins, mut scratch) = (Vec::new(), [0, 0], Scratch::new());
        let players = ["rules", "net"].map(|name| Persona::named(name).expect("a built-in row"));
        for number in 0..120 {
            let seed = Seed(61).stream(number);
            let view = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First).view(Chair::First);
            assert_eq!(view.rules().wilds().len(), shown, "{text}");
            let [ours, nets] = players.each_ref().map(|player| {
                let decision = decide(&view, player, seed, &mut scratch).expect("its turn");
                decision.trace.strength.expect("a call has a strength")
            });
            assert_eq!((ours.points, ours.rank), (nets.points, nets.rank));
            places.push(ours.rank);
            wins = [wins[0] + ours.wins, wins[1] + nets.wins];
        }
        places.sort_unstable();
        // Quarters of the hands lie at quarters of the places: 120 draws are off by 40 in 1,000.
        for (part, place) in [(30, 250), (60, 500), (90, 750)] {
            assert!((places[part] - place).abs() < 120, "{text}: {} at {place}", places[part]);
        }
        println!("{text}: mean promise {} by the strategies, {} by the nets", wins[0] / 120, wins[1] / 120);
        assert!(wins.iter().all(|sum| (350..500).contains(&(sum / 120))), "{text}: {wins:?}");
    }
}

/// If a rank is not shown, the points of a hand are about the mean over all ranks that may come.
#[test]
fn ranks_to_come_are_averaged_over() {
    let unshown = ruleset("laizi wild-shown=landlord");
    for number in 0..20 {
        let hand = Seed(62).stream(number).rng().draw(Hand::DECK, 17);
        let ranks = Rank::all().filter(|rank| !rank.is_joker());
        let with: Vec<i32> = ranks.map(|rank| strength(hand, &Ruleset::LAIZI.showing(rank).unwrap()).points).collect();
        let mean = with.iter().sum::<i32>() / with.len() as i32;
        let points = strength(hand, &unshown).points;
        // The strength tries two bottoms per rank instead of 24.
        assert!((points - mean).abs() < 20, "{hand}: {points}, and {mean} with the rank shown");
        let without = strength(hand, &Ruleset::CLASSIC).points;
        assert!(points > without, "{hand}: {points} with a rank to come, {without} with none");
    }
}

/// The best hands are bid on and the worst are not, before and after the rank is shown.
#[test]
fn a_hand_that_wild_cards_help_is_called_on() {
    let (mut scratch, rules) = (Scratch::new(), ruleset("laizi wild-shown=landlord"));
    for name in ["rules", "net"] {
        let persona = Persona::named(name).expect("a built-in row");
        let mut calls = [0, 0];
        for number in 0..60 {
            let seed = Seed(63).stream(number);
            let table = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First);
            let view = table.view(Chair::First);
            assert_eq!(view.board().stage(), Stage::Auction);
            let decision = decide(&view, &persona, seed, &mut scratch).expect("its turn");
            let strength = decision.trace.strength.expect("a call has a strength");
            let said = usize::from(decision.action != Action::Call(Call::Pass));
            match strength.rank {
                ..100 => assert_eq!(said, 0, "{view}"),
                900.. => assert_eq!(said, 1, "{view}"),
                _ => {}
            }
            calls[said] += 1;
        }
        assert!(calls[0] > 15 && calls[1] > 15, "{name}: {calls:?}");
    }
}
