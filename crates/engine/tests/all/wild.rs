//! Rulesets with wild ranks: personas play legally, waste no wild card and repeat their decisions, and `rules` beats players without a plan.
//! In auctions hands spread over all ranks of strength, before and after a wild rank is shown.

use engine::bid::strength;
use engine::opponents::naive;
use engine::rule_player::guard::first_broken;
use engine::turn::{Turn, TurnBuffers};
use engine::{Limits, Persona, Scratch, decide, decide_within};
use rules::{Action, Call, Chair, Combo, Deal, Hand, Rank, Rng, Ruleset, Seed, Table, View};

use crate::game::{each_turn, persona, random_action, rounds, share_of_wins};

/// Finds a play of the same kind, length and key that takes fewer wild cards, and no card of a four that `play` leaves alone.
fn cheaper_play(view: &View, play: Combo) -> Option<Combo> {
    let fours = view.hand().without(view.rules().wilds().ranks()).at_least(4);
    let broken = |combo: Combo| fours.and(combo.cards().ranks());
    let same = |other: &Combo| (other.kind(), other.run(), other.key()) == (play.kind(), play.run(), play.key());
    let all = view.rules().plays(view.hand(), view.trick());
    let cheaper = |other: &Combo| {
        other.len() == play.len()
            && other.wild_cards() < play.wild_cards()
            && broken(*other).except(broken(play)).is_empty()
    };
    all.into_iter().filter(same).find(cheaper)
}

#[test]
fn every_persona_plays_by_the_rules_and_wastes_no_wild_card() {
    let (mut scratch, mut decisions, mut with_wilds) = (Scratch::new(), 0_u32, 0_u32);
    let personas = Persona::all();
    let wanted = rounds(60);
    let mut number = 0;
    while decisions < wanted {
        let rules = *Ruleset::WILD[number as usize % 2];
        let seed = Seed(30).stream(number);
        let mut table = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First);
        let mut turn = number as usize;
        each_turn(&mut table, |_, view| {
            turn += 1;
            let persona = &personas[turn % personas.len()];
            let decision = decide(view, persona, seed, &mut scratch).expect("it is its turn");
            assert_eq!(decision.play(), decide(view, persona, seed, &mut scratch).expect("its turn").play(), "{view}");
            if let Action::Play(Some(play)) = decision.action {
                decisions += 1;
                with_wilds += u32::from(play.wild_cards() > 0);
                let is_last = play.cards() == view.hand();
                if play.wild_cards() > 0 && !is_last {
                    assert_eq!(cheaper_play(view, play), None, "{persona}: {play:?} in {view}");
                }
                let all = view.rules().plays(view.hand(), view.trick());
                let buffers = TurnBuffers::new();
                let now = Turn::new(view, persona, &all, &buffers);
                let broken = first_broken(&now, Some(play)).filter(|_| all.len() > 1);
                assert!(broken.is_none(), "{persona}: {play:?} breaks {} in {view}", broken.unwrap().name);
            }
            decision.action
        });
        number += 1;
    }
    assert!(with_wilds > decisions / 40, "{with_wilds} of {decisions}");
}

fn greedy_action(view: &View, rng: &mut Rng) -> Action {
    let me = view.seat().expect("seated");
    Action::Play(naive::play(view.rules(), me, view.hand(), view.course().standing(), rng.below(2) == 0))
}

/// Returns the number of hands, of 1,000, that `rules` wins.
fn rules_wins(base: Ruleset, deals: u64, other: fn(&View, &mut Rng) -> Action) -> u64 {
    let (mut scratch, rules) = (Scratch::new(), persona("rules"));
    let ours = |view: &View, seed| decide(view, &rules, seed, &mut scratch).expect("its turn").action;
    share_of_wins(&base, deals, ours, |view, seed| other(view, &mut seed.stream(view.log().len() as u64).rng()))
}

#[test]
fn the_strategies_beat_random_and_greedy_players() {
    let deals = u64::from(rounds(20));
    for base in Ruleset::WILD {
        let (by_chance, plain) = (rules_wins(*base, deals, random_action), rules_wins(*base, deals, greedy_action));
        // The goals are 0.97 and 0.76; a share of few deals may be far off.
        let (least_random, least_greedy) = if deals == 20 { (850, 600) } else { (970, 760) };
        assert!(by_chance >= least_random && plain >= least_greedy, "{base}: {by_chance} {plain}");
    }
}

/// Returns the first turn of a hand with two wild ranks.
fn first_turn(number: u64) -> View {
    Table::at_lead(Ruleset::LAIZI_TIANDI, Deal::shuffled(&mut Seed(33).stream(number).rng())).view(Chair::First)
}

#[test]
fn a_halt_before_the_first_world_leaves_one_candidate() {
    let (mut scratch, expert) = (Scratch::new(), persona("expert").with("net", 0).expect("a number in range"));
    for number in 0..20 {
        let view = first_turn(number);
        let mut asked = 0;
        let mut halt = || {
            asked += 1;
            true
        };
        let decision = decide_within(&view, &expert, Seed(number), Limits::of(&mut halt), &mut scratch).unwrap();
        assert!(matches!(decision.action, Action::Play(Some(_))), "a leader plays: {view}");
        if decision.reason == "one-combo" {
            continue;
        }
        assert!((1..8).contains(&asked), "asked {asked} times in {view}");
        assert_eq!((decision.trace.worlds, decision.candidates.as_slice().len()), (0, 1), "{view}");
    }
}

#[test]
fn a_halt_before_the_first_world_leaves_the_nets_choice() {
    let [expert, net] = ["expert", "net"].map(|name| persona(name).with("solve-worlds", 0).expect("in range"));
    let mut scratch = Scratch::new();
    for number in 0..20 {
        let view = first_turn(number);
        let mut halt = || true;
        let decision = decide_within(&view, &expert, Seed(number), Limits::of(&mut halt), &mut scratch).unwrap();
        let bare = decide(&view, &net, Seed(number), &mut scratch).expect("its turn");
        assert_eq!((decision.action, decision.trace.worlds), (bare.action, 0), "{view}");
    }
}

#[test]
fn search_repeats_with_the_same_number_of_worlds() {
    let (mut scratch, expert) =
        (Scratch::new(), persona("expert").with("search-worlds", 24).expect("a number in range"));
    let mut searched = 0;
    for number in 0..6 {
        let view = first_turn(number);
        let decision = decide(&view, &expert, Seed(number), &mut scratch).expect("its turn");
        searched += u32::from(decision.trace.worlds > 0);
        let mut never = || false;
        let limits = Limits { worlds_max: decision.trace.worlds, ..Limits::of(&mut never) };
        let again = decide_within(&view, &expert, Seed(number), limits, &mut Scratch::new()).expect("its turn");
        assert_eq!((again.action, again.candidates), (decision.action, decision.candidates), "{view}");
    }
    assert!(searched > 3, "{searched} of 6 were searched");
}

fn ruleset(text: &str) -> Ruleset {
    text.parse().expect("a ruleset")
}

const WILD_RULESETS: [(&str, u32); 4] =
    [("laizi", 1), ("laizi wild-shown=landlord", 0), ("laizi-tiandi", 1), ("laizi-tiandi wild-shown=landlord", 0)];

#[test]
fn hand_ranks_spread_evenly_before_and_after_a_wild_rank_is_shown() {
    for (text, shown) in WILD_RULESETS {
        let rules = ruleset(text);
        let (mut places, mut wins, mut scratch) = (Vec::new(), [0, 0], Scratch::new());
        let players = ["rules", "net"].map(persona);
        for number in 0..120 {
            let seed = Seed(61).stream(number);
            let view = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First).view(Chair::First);
            assert_eq!(view.rules().wilds().len(), shown, "{text}");
            let [ours, nets] = players.each_ref().map(|player| {
                let decision = decide(&view, player, seed, &mut scratch).expect("its turn");
                let strength = decision.trace.strength.expect("a call has a strength");
                // The best hands are bid on and the worst are not, before and after the rank is shown.
                let bids = decision.action != Action::Call(Call::Pass);
                assert!((100..900).contains(&strength.rank) || bids == (strength.rank >= 900), "{player}: {view}");
                strength
            });
            assert_eq!((ours.points, ours.rank), (nets.points, nets.rank));
            places.push(ours.rank);
            wins = [wins[0] + ours.wins, wins[1] + nets.wins];
        }
        places.sort_unstable();
        // About a quarter of the hands is below place 250, and so on.
        for (part, place) in [(30, 250), (60, 500), (90, 750)] {
            assert!((places[part] - place).abs() < 120, "{text}: {} at {place}", places[part]);
        }
        assert!(wins.iter().all(|sum| (350..500).contains(&(sum / 120))), "{text}: {wins:?}");
    }
}

/// If a rank is not shown, the points of a hand are about the mean over all ranks that may come.
#[test]
fn unshown_wild_ranks_are_averaged() {
    let unshown = ruleset("laizi wild-shown=landlord");
    for number in 0..20 {
        let hand = Seed(62).stream(number).rng().draw(Hand::DECK, 17);
        let ranks = Rank::all().filter(|rank| !rank.is_joker());
        let all: Vec<i32> = ranks.map(|rank| strength(hand, &Ruleset::LAIZI.with_wild(rank).unwrap()).points).collect();
        let mean = all.iter().sum::<i32>() / all.len() as i32;
        let points = strength(hand, &unshown).points;
        // The strength tries two bottoms per rank instead of 24.
        assert!((points - mean).abs() < 20, "{hand}: {points}, and {mean} with the rank shown");
        let without = strength(hand, &Ruleset::CLASSIC).points;
        assert!(points > without, "{hand}: {points} with a rank to come, {without} with none");
    }
}
