//! Hands that are open before the landlord is found: bots use them for their calls, and show their own hands if these are among the strongest.
//! Three cards passed on: every persona gives the same cards.

use engine::{Decider, Decision, Limits, Persona, Scratch, decide, decide_within, pass_on};
use rules::{Action, Call, Chair, Deal, OpenFactor, PassOn, Ruleset, Seed, Stage, Table, View};

use crate::game::{decide_fresh, persona, play_text, view};

const TOP_HAND: &str = "3456789AAAA2222XD";
const WEAK_HAND: &str = "33445566778899TTJ";

fn act(rules: &str, hand: &str, calls: &str) -> Action {
    decide_fresh(&view(&format!("rules={rules} me=first hand={hand} calls={calls}")), &persona("rules"), Seed(1)).action
}

#[test]
fn one_of_the_strongest_hands_is_shown_and_then_called() {
    assert_eq!(act("classic,open-hand=deal", TOP_HAND, ""), Action::Show(true));
    assert_eq!(act("classic,open-hand=deal", TOP_HAND, &format!("first:2:{TOP_HAND}")), Action::Call(Call::Score(3)));
    assert!(matches!(act("classic,open-hand=deal", WEAK_HAND, ""), Action::Call(_)));
    for rules in ["classic", "classic,open-hand=yes"] {
        assert_eq!(act(rules, TOP_HAND, ""), Action::Call(Call::Score(3)));
    }
}

#[test]
fn a_call_expects_no_open_cards_in_the_bottom() {
    // Without the open hand a bottom may bring the fourth K or A; with it none can.
    let (mine, theirs) = ("3344556677KKKAAA2", "3344556677KA222XD");
    let strength = |calls: &str| {
        let line = format!("rules=classic,open-hand=deal me=first hand={mine} calls={calls}");
        decide_fresh(&view(&line), &persona("rules"), Seed(1)).trace.strength.unwrap().points
    };
    assert!(strength(&format!("second:5:{theirs}")) < strength(""), "{}", strength(""));
}

fn decide_briefly(view: &View, persona: &Persona, seed: Seed, scratch: &mut Scratch) -> Decision {
    let mut halt = || false;
    let limits = Limits { worlds_max: 4, nodes_max: 500, ..Limits::of(&mut halt) };
    decide_within(view, persona, seed, limits, scratch).unwrap()
}

#[test]
fn games_with_open_hands_end_and_decisions_repeat() {
    let mut scratch = Scratch::new();
    let personas = ["rules", "net", "expert", "minimax"].map(persona);
    for number in 0..8 {
        let seed = Seed(5).stream(number);
        let rules: Ruleset = ["classic auction=call-rob doubling=double open-hand=deal", "laizi open-hand=deal"]
            [number as usize % 2]
            .parse()
            .unwrap();
        let mut table = Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First);
        let open: &[Chair] = if number % 4 < 2 { &[Chair::Third] } else { &[Chair::Second, Chair::Third] };
        for &chair in open {
            table.show(chair, OpenFactor::Five).unwrap();
        }
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let persona = &personas[(number as usize + chair.index()) % personas.len()];
            let decision = decide_briefly(&view, persona, seed, &mut scratch);
            let again = decide_briefly(&view, persona, seed, &mut scratch);
            assert_eq!(format!("{decision:?}"), format!("{again:?}"), "{view}");
            table.act(decision.action).unwrap_or_else(|error| panic!("{error}: {view}"));
        }
        assert!(matches!(table.board().stage(), Stage::Over | Stage::Redeal), "{table}");
    }
}

/// The small joker wins alone, but a guard keeps the rocket whole.
const KNOWN_HANDS_VIEW: &str = "rules=classic,open-hand=deal me=third hand=688TJAA2XD \
    calls=first:5:344455667899QQ222,second:5:334567789TJJQKKAA,3 bottom=7TK \
    plays=34567,789TJ,-,-,34567,9TJQK,-,-,3,4,J,-,K,A,-,-,3,5,9,Q,-,2,-";

#[test]
fn with_all_hands_known_a_solved_win_may_break_a_guard() {
    for name in ["skilled", "net", "advanced", "expert"] {
        let decision = decide_fresh(&view(KNOWN_HANDS_VIEW), &persona(name), Seed(1));
        assert_eq!(play_text(&decision), "X", "{name}");
        assert_eq!((decision.decider, decision.reason, decision.win_chance), (Decider::Solver, "solved", Some(1000)));
    }
}

#[test]
fn every_persona_gives_the_same_three_cards() {
    let mut scratch = Scratch::new();
    for rules in ["classic pass-on=next", "journey pass-on=previous", "laizi pass-on=next"] {
        let table = Table::new(rules.parse().unwrap(), Deal::shuffled(&mut Seed(3).rng()), Chair::First);
        for chair in Chair::ALL {
            let view = table.view(chair);
            let expected = pass_on::gift(view.hand(), view.rules());
            assert_eq!(expected.len(), PassOn::CARDS);
            for persona in Persona::all() {
                let decision = decide(&view, &persona, Seed(9), &mut scratch).unwrap();
                assert_eq!((decision.action, decision.reason), (Action::PassOn(expected), "pass-on"), "{rules}");
            }
        }
    }
}
