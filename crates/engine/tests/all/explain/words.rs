//! The words of a reason: the fact that leads, the one that follows, the two lines of a contrast, and the reasons for actions before the
//! first play.

use engine::Strength;
use engine::explain::{self, Contrast};
use engine::turn::TurnBuffers;
use engine::words::Lang;
use rules::{Action, Call, Raise, Seed, View};

use crate::game::{decide_fresh, persona, view};

fn action(view: &View, text: &str) -> Action {
    Action::Play(view.rules().read_play(text, view.trick()).expect("a play"))
}

#[track_caller]
fn check(line: &str, play: &str, rival: &str, expected: &str) {
    let view = view(line);
    let [made, Action::Play(other)] = [play, rival].map(|text| action(&view, text)) else { unreachable!("a play") };
    let reason = explain::reason(&view, made, [Some(other), None], None, &mut TurnBuffers::new());
    assert_eq!(reason.text(Lang::En), expected, "{play} against {rival}: {line}");
}

/// Checks the fault of a play beside a better one, and the merits of the better one.
#[track_caller]
fn check_contrast(line: &str, made: &str, better: &str, expected: [&str; 2]) {
    let view = view(line);
    let [made, better] = [made, better].map(|text| action(&view, text));
    let contrast = explain::contrast(&view, made, better, None, &mut TurnBuffers::new());
    let texts = [contrast.made, contrast.better].map(|reason| match reason.leading_fact() {
        Some(_) => reason.text(Lang::En),
        None => String::new(),
    });
    assert_eq!(texts, expected, "{line}");
}

#[track_caller]
fn check_absent(line: &str, play: &str, rival: &str, unsaid: &str) {
    let view = view(line);
    let [made, Action::Play(other)] = [play, rival].map(|text| action(&view, text)) else { unreachable!("a play") };
    let reason = explain::reason(&view, made, [Some(other), None], None, &mut TurnBuffers::new());
    assert!(reason.facts().all(|fact| fact.code() != unsaid), "{line}: {}", reason.text(Lang::En));
}

#[test]
fn stated_facts_distinguish_the_play() {
    // A fact that is true of both plays is said of neither.
    // Both cards belong to no group, and both are below the ace.
    check("me=landlord hand=48QAA left=5,9,9", "4", "8", "Gets rid of the lowest, 4.");
    // Both keep AA, and most pairs top both.
    check("me=landlord hand=55779AA left=7,9,9", "55", "77", "Gets rid of the lowest, 55.");
    check("me=landlord hand=4455 left=4,9,9", "55", "44", "Not topped by 55, unlike 44.");
    // No second fact about the 2 follows.
    let line = "me=landlord hand=342D left=4,9,9 played=/X/";
    check(line, "4", "2", "Keeps 2 for later.");
    // Wings are told apart.
    check("me=landlord hand=44459KK left=7,9,9", "4445", "4449", "Takes 5 along and keeps 9.");
    // A pass keeps the rocket that the other play would spend.
    let line = "me=landlord hand=355889TAAAAXD left=13,9,9 standing=down:9TJQK";
    check(line, "-", "XD", "Keeps the rocket for later, with 4 turns left after it.");
}

#[test]
fn facts_that_do_not_distinguish_the_play_are_left_out() {
    // A play that leaves more turns is not praised for these merits.
    let straight = "me=landlord hand=34567789JJQKKAAX left=16,12,7";
    check_absent(straight, "Q", "3456789", "keeps-return");
    check_absent("me=landlord hand=345578899TJJKAD left=15,12,12", "JJ", "4", "lays-down");
    let chain = "me=landlord hand=336788899TTJJKA2X left=17,12,12 standing=down:9";
    check_absent(chain, "J", "K", "saves-higher");
    // A play that splits a pair is not praised for keeping one.
    let line = "me=landlord hand=444456778899TJQAA22 left=19,12,12 standing=down:Q";
    check_absent(line, "2", "A", "keeps-pair");
    // A play that holds less often than its rival is not praised for holding.
    let line = "me=landlord hand=3356789TJQQKKA2X left=16,12,12 standing=down:56789";
    check_absent(line, "789TJ", "TJQKA", "likely-holds");
    // A pass that leaves the partner's low card to the landlord is not praised for sparing the partner.
    check_absent("me=up hand=37JA left=9,4,4 standing=down:8", "-", "J", "partner-holds-trick");
    // A joker wins the lead from single cards, never from a triple with a pair.
    check_absent("me=landlord hand=33555JJD left=8,9,9", "33555", "3", "leaves-winners");
    check_absent("me=landlord hand=33555KKD left=8,9,9", "33555", "3", "leaves-winners");
    // For the seat before the landlord a low lead is no merit.
    check_absent("me=up hand=3355779AA left=9,9,9", "55", "77", "saves-higher");
    // A pass saves nothing while an enemy may go out.
    check_absent("me=up hand=33JJKK left=2,4,6 standing=landlord:99", "-", "KK", "saves-higher");
}

#[test]
fn a_contrast_names_a_fault_or_a_merit() {
    // The hand has KK too, but only the better play is named.
    let line = "me=up hand=367QQKK22 left=9,9,9 standing=landlord:JJ";
    check_contrast(line, "22", "QQ", ["Spends 22, where QQ spends no 2 and no joker.", ""]);
    let high = "me=landlord hand=456778QKKA22 left=12,17,17";
    check_contrast(high, "KK", "7", ["Spends KK, where 7 would do.", ""]);
    let low = "me=landlord hand=4488992 left=7,9,9";
    check_contrast(low, "88", "44", ["Keeps the lowest, 44.", ""]);
    // A merit that costs a turn is said with its price where nothing else sets the play apart.
    let ace = "me=up hand=33TTJKKAA left=6,7,9 standing=landlord:9";
    check_contrast(ace, "J", "A", ["", "Holds in 39 of 100 deals, J in 8. Worth a turn more: 5 left instead of 4."]);
    // Both plays take the 5, so it sets neither apart.
    let line = "me=down hand=57999TTQQK left=9,10,9";
    check_contrast(line, "5999", "5", ["Spends 999, where 5 would do.", ""]);
    // The shorter straight keeps the pair.
    let line = "me=down hand=334566678889JQ left=9,14,9";
    check_contrast(line, "3456789", "456789", ["Splits the pair 33.", ""]);
    // The wild 8 stands for the ace, so no ace is spent.
    let wild = "rules=laizi wilds=8 me=up hand=347789TJQKAAA2 bottom=TJK \
        plays=99TTJJQQKK,-,-,4556668A,3338,-,-,9,J,2,-,XD,-,-";
    check_absent(wild, "789TJQK", "89TJQK~9TJQKA", "keeps-triple");
}

const DOUBLING_VIEW: &str =
    "rules=ratel,doubling=double me=first hand=3345JJQQKKKAAA2222XD calls=call,no,no bottom=22D raises=";

#[track_caller]
fn check_call(line: &str, expected: &str) {
    let view = view(line);
    let decision = decide_fresh(&view, &persona("rules"), Seed(1));
    let reason = explain::decision_reason(&view, &decision, &mut TurnBuffers::new());
    assert!(reason.text(Lang::En).starts_with(expected), "{:?}: {}", decision.action, reason.text(Lang::En));
    assert!(!reason.text(Lang::Zh).is_empty());
}

#[test]
fn reasons_of_calls_and_doublings_are_facts_of_the_hand() {
    check_call("me=first hand=3344556677AA222XD calls=", "Better than ");
    check_call("me=first hand=345678899TJJQQKKA calls=", "Has no 2 and no joker.");
    check_call(DOUBLING_VIEW, "Got 22 and the big joker from the bottom.");
}

/// After passes alone there is no call to go over.
#[test]
fn a_pass_is_no_call_to_go_over() {
    let codes = |calls: &str| {
        let view: View = format!("me=second hand=345678899TJJQQKA2 calls={calls}").parse().unwrap();
        let strength = Some(Strength { points: 0, rank: 600, wins: 550 });
        let reason = explain::reason(&view, Action::Call(Call::Pass), [None; 2], strength, &mut TurnBuffers::new());
        reason.facts().map(|fact| fact.code()).collect::<Vec<_>>()
    };
    assert!(codes("2").contains(&"called-already"), "{:?}", codes("2"));
    assert!(!codes("no").contains(&"called-already"), "{:?}", codes("no"));
}

#[test]
fn the_reason_of_a_call_argues_for_it() {
    let text = |hand: &str, call: Call, wins: i32| {
        let view: View = format!("me=first hand={hand} calls=").parse().unwrap();
        let strength = Some(Strength { points: 0, rank: 600, wins });
        let reason = explain::reason(&view, Action::Call(call), [None; 2], strength, &mut TurnBuffers::new());
        reason.facts().map(|fact| fact.text(Lang::En)).collect::<Vec<_>>().join(" ")
    };
    let (few, many) = ("345678999TTTJJQQ2", "3345578899TJQKKA2");
    assert_eq!(text(many, Call::Pass, 640), "Needs 8 turns to go out.", "a win in 64 of 100 is no reason to pass");
    assert_eq!(text(many, Call::Pass, 310), "Wins 31 of 100 as landlord.");
    assert_eq!(text(few, Call::Score(1), 430), "Needs 3 turns to go out.", "a loss is no reason to call");
    assert_eq!(text(few, Call::Score(1), 640), "Wins 64 of 100 as landlord.");
    // Four 2s are named once, as a bomb.
    assert_eq!(text("3456667899TAA2222", Call::Score(3), 550), "Holds 2222. Wins 55 of 100 as landlord.");
}

#[test]
fn a_gift_is_blamed_for_the_turns_and_the_big_cards_that_it_costs() {
    let view: View = "rules=classic,pass-on=next me=first hand=334455667788JQA2D calls=".parse().unwrap();
    let gift = |cards: &str| Action::PassOn(cards.parse().unwrap());
    let mut buffers = TurnBuffers::new();
    let mut fault =
        |made: &str| explain::contrast(&view, gift(made), gift("JQA"), None, &mut buffers).made.text(Lang::En);
    assert_eq!([fault("JQ2"), fault("3JQ")], ["Gives away 2.", "Leaves a hand of 5 turns."]);
}

#[test]
fn a_wrong_call_overrates_or_underrates_the_hand() {
    let strength = |rank, wins| Some(Strength { points: 0, rank, wins });
    let check = |line: &str, made: Action, better: Action, strength, expected: &str| {
        let view: View = line.parse().unwrap();
        let contrast = explain::contrast(&view, made, better, strength, &mut TurnBuffers::new());
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
    let (double, plain) = (Action::Raise(Raise::Double), Action::Raise(Raise::Plain));
    check(DOUBLING_VIEW, double, plain, strength(410, 0), "Overrates the hand, which is better than only 41 of 100.");
    check(DOUBLING_VIEW, plain, double, strength(990, 0), "Underrates the hand, which is better than 99 of 100.");
}

#[test]
fn a_call_that_fits_the_hand_has_no_fault() {
    let view: View = "me=third hand=34667889TTJJJKA2D calls=no,no".parse().unwrap();
    let call = |points| Action::Call(Call::Score(points));
    let contrast = |made, better, wins| {
        let strength = Some(Strength { points: 0, rank: 610, wins });
        explain::contrast(&view, made, better, strength, &mut TurnBuffers::new())
    };
    assert_eq!(contrast(call(2), call(3), 480), Contrast::NONE);
    assert_eq!(contrast(call(3), Action::Call(Call::Pass), 520), Contrast::NONE);
    assert_eq!(contrast(call(2), call(3), 580).made.code(), "too-shy");
    assert_eq!(contrast(call(3), call(2), 420).made.code(), "too-eager");
    let view: View = DOUBLING_VIEW.parse().unwrap();
    let raises = [Action::Raise(Raise::Double), Action::Raise(Raise::Plain)];
    for (rank, [made, better]) in [(610, raises), (410, [raises[1], raises[0]])] {
        let strength = Some(Strength { points: 0, rank, wins: 0 });
        assert_eq!(
            explain::contrast(&view, made, better, strength, &mut TurnBuffers::new()),
            Contrast::NONE,
            "{made:?} at {rank}"
        );
    }
}

#[test]
fn the_better_call_has_no_merit_that_fits_the_other() {
    let merits = |hand: &str, better: Call| {
        let view: View = format!("me=second hand={hand} calls=1").parse().unwrap();
        let strength = Some(Strength { points: 0, rank: 410, wins: 350 });
        let contrast = explain::contrast(
            &view,
            Action::Call(Call::Score(3)),
            Action::Call(better),
            strength,
            &mut TurnBuffers::new(),
        );
        contrast.better.facts().map(|fact| fact.text(Lang::En)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(merits("333567789TTJQKAA2", Call::Score(2)), "");
    assert_eq!(merits("3345578899TJQKKA2", Call::Score(2)), "Needs 8 turns to go out.");
    assert_eq!(merits("3345578899TJQKKA2", Call::Pass), "Would have to go over 1. Needs 8 turns to go out.");
}
