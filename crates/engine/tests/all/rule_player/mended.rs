//! Faults that were found once and must not come back.

use engine::{Decision, Persona};
use rules::{Action, Call, Seed};

use crate::game::{decide_fresh, persona, play_text, view};

fn decision(name: &str, seed: u64, line: &str) -> Decision {
    decide_fresh(&view(line), &persona(name), Seed(seed))
}

fn rules_persona_play(line: &str) -> String {
    play_text(&decision("rules", 1, line))
}

#[test]
fn the_best_hand_makes_the_highest_call() {
    for persona in Persona::all() {
        for seed in 0..2 {
            for (view, call) in [
                ("me=second calls=2 hand=AAAA2222XDKKKKQQQ", Call::Score(3)),
                ("me=first calls= hand=AAAA2222XDKKKKQQQ", Call::Score(3)),
                ("rules=classic,auction=call-rob me=second calls=call hand=AAAA2222XDKKKKQQQ", Call::Rob),
            ] {
                assert_eq!(decision(persona.name(), seed, view).action, Action::Call(call), "{persona} {seed}: {view}");
            }
        }
    }
}

#[test]
fn a_four_with_two_keeps_the_lead_from_an_enemy_with_one_card() {
    let view = "me=landlord hand=67TQQQQK2 bottom=59Q plays=33,44,-,99,TT,-,JJ,AA,-,-,6,9,2,X,-,-,55888,-,-,77,KK,22,-,-,\
        5,J,-,D,-,-";
    assert_eq!(rules_persona_play(view), "67QQQQ");
}

#[test]
fn no_win_path_relies_on_covering_an_enemy_who_goes_out() {
    // QQ, then 22, was such an order: up holds two cards and may go out with a pair on QQ.
    let view = "me=landlord hand=3QQ22 left=5,6,2 played=34556779TJAA2XD/455889TTJQQ/36778899TJJKAA2 bottom=A2D";
    assert_eq!(rules_persona_play(view), "3");
}

#[test]
fn the_rocket_is_not_split_where_it_wins_whole() {
    let view = "me=down hand=6XD bottom=8TQ plays=345678,56789T,789TJQ,-,-,4,T,Q,-,-,3,5,Q,K,-,-,44,KK,-,-,9,J,K,-,-,5,J,\
        Q,A,-,2";
    assert_eq!(rules_persona_play(view), "XD");
}

#[test]
fn bombs_are_not_split_without_need() {
    // A king or an ace covers the nine as well as one of four 2s.
    assert_ne!(rules_persona_play("me=landlord hand=445789JJJJQQKA2222X bottom=8QA plays=3,4,9"), "2");
    // A partner's trick needs no cover.
    assert_ne!(rules_persona_play("me=up hand=3348899TTKAAAA2X bottom=5TD plays=5,6,7,8,T"), "A");
}

#[test]
fn a_better_bottom_lowers_the_strength_of_a_peasant() {
    let strength = |bottom: &str| {
        let view =
            format!("rules=classic,doubling=super me=second hand=334567789JQKKAA22 calls=3 bottom={bottom} raises=1");
        decision("rules", 1, &view).trace.strength.expect("a raise weighs the hand").rank
    };
    assert!(
        strength("2XD") < strength("234") && strength("234") < strength("345"),
        "{} {}",
        strength("2XD"),
        strength("345")
    );
}

#[test]
fn close_bids_take_longer() {
    let think = |hand: &str| {
        let view = format!("me=first calls= hand={hand}");
        (0..50).map(|seed| u64::from(decision("rules", seed, &view).think_ms)).sum::<u64>()
    };
    assert!(think("3345677889TJQKAA2") > think("AAAA2222XDKKKKQQQ"));
}
