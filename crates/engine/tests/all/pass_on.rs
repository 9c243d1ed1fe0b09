//! Three cards passed on: every persona gives the same cards each time, and every world keeps what the giver knows.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use engine::opponents::belief::Belief;
use engine::{Persona, Scratch, decide, pass_on};
use rules::{Action, Chair, Deal, PassOn, Rng, Ruleset, Seed, Stage, Table};

fn dealt(rules: &str, rng: &mut Rng) -> Table {
    Table::new(rules.parse::<Ruleset>().unwrap(), Deal::shuffled(rng), Chair::First)
}

#[test]
fn every_persona_gives_the_same_three_cards() {
    let mut scratch = Scratch::new();
    for rules in ["classic pass-on=next", "journey pass-on=previous", "laizi pass-on=next"] {
        let table = dealt(rules, &mut Seed(3).rng());
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

#[test]
fn worlds_hold_what_was_given() {
    let persona = Persona::named("skilled").unwrap();
    let (mut scratch, mut checked) = (Scratch::new(), 0);
    for number in 0..6 {
        let mut rng = Seed(4).stream(number).rng();
        let mut table = dealt(["classic pass-on=next", "classic pass-on=previous"][number as usize % 2], &mut rng);
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            if view.board().stage() == Stage::Play && !view.gave().is_empty() {
                let belief = Belief::new(&view, Seed(number)).unwrap();
                let receiver = view.rules().pass_on().receiver(chair).unwrap();
                let seat = receiver.seat(view.board().landlord().unwrap());
                for index in 0..4 {
                    let world = belief.world(index);
                    assert!(world.hand(seat).contains(view.known(seat)), "{view}");
                    checked += u32::from(!view.known(seat).is_empty());
                }
            }
            let action = decide(&view, &persona, Seed(number), &mut scratch).unwrap().action;
            table.act(action).unwrap();
        }
    }
    assert!(checked > 80, "{checked}");
}
