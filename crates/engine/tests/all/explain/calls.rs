//! The reasons for actions before the first play.

use engine::explain::{Contrast, Explainer};
use engine::words::Lang;
use engine::{Persona, Scratch, Strength, decide};
use rules::{Action, Call, Raise, Seed, View};

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
    check("rules", "me=first hand=3344556677AA222XD calls=", "Better than ");
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

#[test]
fn the_reason_of_a_call_argues_for_it() {
    let said = |hand: &str, call: Call, wins: i32| {
        let view: View = format!("me=first hand={hand} calls=").parse().unwrap();
        let strength = Some(Strength { points: 0, rank: 600, wins });
        let reason = Explainer::new().reason(&view, Action::Call(call), [None; 2], strength);
        reason.facts().map(|fact| fact.text(Lang::En)).collect::<Vec<_>>().join(" ")
    };
    let (few, many) = ("345678999TTTJJQQ2", "3345578899TJQKKA2");
    assert_eq!(said(many, Call::Pass, 640), "Needs 8 turns to go out.", "a win in 64 of 100 is no reason to pass");
    assert_eq!(said(many, Call::Pass, 310), "Wins 31 of 100 as landlord.");
    assert_eq!(said(few, Call::Score(1), 430), "Needs 3 turns to go out.", "a loss is no reason to call");
    assert_eq!(said(few, Call::Score(1), 640), "Wins 64 of 100 as landlord.");
}

#[test]
fn a_gift_is_blamed_for_the_turns_and_the_big_cards_that_it_costs() {
    let view: View = "rules=classic,pass-on=next me=first hand=334455667788JQA2D calls=".parse().unwrap();
    let gift = |cards: &str| Action::PassOn(cards.parse().unwrap());
    let mut explainer = Explainer::new();
    let mut said = |made: &str| explainer.contrast(&view, gift(made), gift("JQA"), None).made.text(Lang::En);
    assert_eq!([said("JQ2"), said("3JQ")], ["Gives away 2.", "Leaves a hand of 5 turns."]);
}

#[test]
fn another_call_is_measured_by_the_place_of_the_hand() {
    let strength = |rank, wins| Some(Strength { points: 0, rank, wins });
    let check = |line: &str, made: Action, better: Action, strength, expected: &str| {
        let view: View = line.parse().unwrap();
        let contrast = Explainer::new().contrast(&view, made, better, strength);
        assert_eq!(contrast.made.text(Lang::En), expected, "{made:?}");
        let places = ["hand-rank", "landlord-wins"];
        assert!(contrast.better.facts().all(|fact| !places.contains(&fact.code())), "the place is said once");
    };
    let auction = "me=first hand=345678899TJJQQKKA calls=";
    let (call, pass) = (Action::Call(Call::Score(2)), Action::Call(Call::Pass));
    let weak = "Overrates the hand, which is better than 22 of 100 and wins 31 of 100 as landlord.";
    check(auction, call, pass, strength(220, 310), weak);
    let strong = "Underrates the hand, which is better than 91 of 100 and wins 70 of 100 as landlord.";
    check(auction, pass, call, strength(910, 700), strong);
    let doubling = "rules=ratel,doubling=double me=first hand=3345JJQQKKKAAA2222XD calls=call,no,no bottom=22D raises=";
    let (double, plain) = (Action::Raise(Raise::Double), Action::Raise(Raise::Plain));
    check(doubling, double, plain, strength(410, 0), "Overrates the hand, which is better than only 41 of 100.");
    check(doubling, plain, double, strength(990, 0), "Underrates the hand, which is better than 99 of 100.");
}

#[test]
fn a_call_that_the_hand_bears_out_has_no_fault() {
    let view: View = "me=third hand=34667889TTJJJKA2D calls=no,no".parse().unwrap();
    let call = |points| Action::Call(Call::Score(points));
    let said = |made, better, wins| {
        let strength = Some(Strength { points: 0, rank: 610, wins });
        Explainer::new().contrast(&view, made, better, strength)
    };
    assert_eq!(said(call(2), call(3), 480), Contrast::NONE);
    assert_eq!(said(call(3), Action::Call(Call::Pass), 520), Contrast::NONE);
    assert_eq!(said(call(2), call(3), 580).made.code(), "too-shy");
    assert_eq!(said(call(3), call(2), 420).made.code(), "too-eager");
    let doubling = "rules=ratel,doubling=double me=first hand=3345JJQQKKKAAA2222XD calls=call,no,no bottom=22D raises=";
    let view: View = doubling.parse().unwrap();
    let raises = [Action::Raise(Raise::Double), Action::Raise(Raise::Plain)];
    for (rank, [made, better]) in [(610, raises), (410, [raises[1], raises[0]])] {
        let strength = Some(Strength { points: 0, rank, wins: 0 });
        assert_eq!(Explainer::new().contrast(&view, made, better, strength), Contrast::NONE, "{made:?} at {rank}");
    }
}

#[test]
fn the_better_call_is_not_praised_for_what_would_bear_out_the_other() {
    let said = |hand: &str, better: Call| {
        let view: View = format!("me=second hand={hand} calls=1").parse().unwrap();
        let strength = Some(Strength { points: 0, rank: 410, wins: 350 });
        let contrast = Explainer::new().contrast(&view, Action::Call(Call::Score(3)), Action::Call(better), strength);
        contrast.better.facts().map(|fact| fact.text(Lang::En)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(said("333567789TTJQKAA2", Call::Score(2)), "");
    assert_eq!(said("3345578899TJQKKA2", Call::Score(2)), "Needs 8 turns to go out.");
    assert_eq!(said("3345578899TJQKKA2", Call::Pass), "Would have to go over 1. Needs 8 turns to go out.");
}

#[test]
fn four_twos_are_held_once() {
    let view: View = "me=third hand=3456667899TAA2222 calls=no,no".parse().unwrap();
    let strength = Some(Strength { points: 0, rank: 710, wins: 550 });
    let reason = Explainer::new().reason(&view, Action::Call(Call::Score(3)), [None; 2], strength);
    assert_eq!(reason.text(Lang::En), "Holds 2222. Wins 55 of 100 as landlord.");
}
