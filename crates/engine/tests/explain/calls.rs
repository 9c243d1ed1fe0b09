//! The reasons of what is done before the first card.

use engine::explain::Explainer;
use engine::words::Lang;
use engine::{Persona, Scratch, decide};
use rules::{Action, Call, Seed, View};

#[track_caller]
fn check(persona: &str, line: &str, expected: &str) {
    let view: View = line.parse().unwrap();
    let persona = Persona::named(persona).unwrap();
    let decision = decide(&view, &persona, Seed(1), &mut Scratch::new()).unwrap();
    let reason = Explainer::new().decision(&view, &decision);
    assert!(reason.text(Lang::En).starts_with(expected), "{:?}: {}", decision.action, reason.text(Lang::En));
    assert!(!reason.text(Lang::Zh).is_empty());
}

#[test]
fn calls_speak_of_the_cards_that_decide_them() {
    check("rules", "me=first hand=3344556677AA222XD calls=", "Stronger than ");
    check("rules", "me=first hand=345678899TJJQQKKA calls=", "Has no 2 and no joker.");
    check(
        "rules",
        "rules=ratel,doubling=double me=first hand=3345JJQQKKKAAA2222XD calls=call,no,no bottom=22D raises=",
        "Got 22 and the big joker from the bottom.",
    );
}

/// The auction begins at one point, which is no call.
#[test]
fn a_pass_is_no_call_to_go_over() {
    let reason = |calls: &str| {
        let view: View = format!("me=second hand=3456789TJJQKKKA22 calls={calls}").parse().unwrap();
        let decision = decide(&view, &Persona::named("rules").unwrap(), Seed(1), &mut Scratch::new()).unwrap();
        let weak: View = format!("me=second hand=345678899TJJQQKA2 calls={calls}").parse().unwrap();
        let strength = decision.trace.strength;
        Explainer::new().reason(&weak, Action::Call(Call::Pass), [None; 2], strength)
    };
    let codes = |calls| reason(calls).facts().map(|fact| fact.code()).collect::<Vec<_>>();
    assert!(codes("2").contains(&"called-already"), "{:?}", codes("2"));
    assert!(!codes("no").contains(&"called-already"), "{:?}", codes("no"));
}
