//! Answers that a reader can find by hand.

use rules::{Hand, Ruleset, Trick};

/// Checks the answers of a hand to the standing combo, low to high, in one line.
fn check_answers(hand: &str, standing: &str, expected: &str) {
    let (hand, rules): (Hand, _) = (hand.parse().expect("a hand"), Ruleset::CLASSIC);
    let standing = rules.read_text(standing).expect("a combo");
    let answers: Vec<String> = rules.plays(hand, Trick::Follow(standing)).iter().map(ToString::to_string).collect();
    assert_eq!(answers.join(" "), expected);
}

#[test]
fn answers() {
    check_answers("8888TT", "34567", "8888");
    check_answers("34567", "34567", "");
    check_answers("345678", "34567", "45678");
    check_answers("33344455", "99", "");
    check_answers("3444TTT", "333+5", "3444 444T 3TTT 4TTT");
    check_answers("4445556789", "333444+56", "44455567 44455568 44455569 44455578 44455579 44455589");
    check_answers("4444XD", "3333", "4444 XD");
    check_answers("33445566", "XD", "");
    check_answers("2XD", "A", "2 X D XD");
}
