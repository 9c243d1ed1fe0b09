//! `lab review` as a script sees it.

use std::fs;
use std::sync::LazyLock;

use super::shell::{Scrap, check_complaints, lab, object, printed, recorded};
use rules::{Action, Event, Side, Table};
use serde_json::Value;

/// Hands of `rules` and `beginner`, which several tests read.
static HANDS: LazyLock<Scrap> = LazyLock::new(|| recorded(["rules", "beginner"], &["--deals", "30"]));

fn review(hands: &Scrap, more: &[&str]) -> Value {
    object(&[&["review", hands.path()], more].concat())
}

#[test]
fn a_player_agrees_with_itself_and_a_beginner_loses_points() {
    let review = review(&HANDS, &[]);
    let (ours, theirs) = (&review["groups"]["A: rules"], &review["groups"]["B: beginner"]);
    assert_eq!((&ours["same"]["rate"]["value"], &ours["points_lost"]["mean"]), (&1.0.into(), &0.0.into()));
    assert!(theirs["points_lost"]["mean"].as_f64() > Some(1.0), "{theirs}");
    assert!(theirs["blunders"]["rate"]["low"].as_f64() > ours["blunders"]["rate"]["high"].as_f64(), "{review}");
    let sum = |key: &str| ["landlord", "down", "up"].map(|seat| review["groups"][seat][key].as_u64().expect("a count"));
    assert_eq!(sum("decisions").iter().sum::<u64>(), review["groups"]["all"]["decisions"].as_u64().expect("a count"));
}

/// `net` plays for score: its losses are in stakes, and a bomb can raise them above one.
#[test]
fn a_reviewer_that_plays_for_score_counts_stakes() {
    let stakes = review(&HANDS, &["--persona", "net"]);
    let (better, worse) = (&stakes["groups"]["A: rules"], &stakes["groups"]["B: beginner"]);
    let lost = |group: &Value, measure: &str| group[measure]["mean"].as_f64();
    assert!(lost(worse, "stakes_lost") > lost(better, "stakes_lost"), "{stakes}");
    // Rows of certain wins decide by points, and lose none.
    assert_eq!((lost(worse, "deals_lost"), lost(worse, "points_lost")), (None, Some(0.0)), "{stakes}");
    let printed = printed(&["review", HANDS.path(), "--persona", "net"], "");
    assert!(printed.contains("stakes lost") && !printed.contains("deals lost"), "{printed}");
    let by_wins = review(&HANDS, &["--persona", "net:objective=wins", "--all"]);
    let decisions = by_wins["decisions"].as_array().expect("a list");
    let shares = decisions.iter().filter(|it| it["measure"] == "deals").filter_map(|it| it["loss"].as_f64());
    assert!(shares.clone().count() > 100 && shares.into_iter().all(|share| share <= 1.0));
}

#[test]
fn threads_change_nothing() {
    let hands = recorded(["casual", "beginner"], &["--auction", "--deals", "10"]);
    let alone = review(&hands, &["--all", "--threads", "1"]);
    assert_eq!(review(&hands, &["--all", "--threads", "3"]), alone);
    let decisions = alone["decisions"].as_array().expect("a list").len() as u64;
    assert_eq!(Some(decisions), alone["groups"]["all"]["decisions"].as_u64(), "--all prints every decision");
}

#[test]
fn attacks_on_partners_are_counted_as_a_slow_reader_counts_them() {
    let hands = recorded(["greedy", "random"], &["--deals", "15"]);
    let text = hands.text();
    let (mut chances, mut attacks) = (0, 0);
    for line in text.lines().skip(1) {
        let game: Table = line.parse().expect(line);
        let mut table = Table::seated(*game.board().rules(), *game.deal());
        for event in game.log() {
            let Event::Play(seat, play) = *event else { continue };
            let hand = table.hand_of(seat).expect("seated");
            let owner = table.board().course().standing().map(|(owner, _)| owner);
            let partner = owner.is_some_and(|owner| owner != seat && owner.side() == Side::Peasants);
            let can = !table.board().rules().plays(hand, table.board().course().trick()).is_empty();
            if seat.side() == Side::Peasants && partner && can && play.is_none_or(|play| play.cards() != hand) {
                chances += 1;
                attacks += u64::from(play.is_some());
            }
            table.act(Action::Play(play)).expect("it was read");
        }
    }
    let counted = &review(&hands, &[])["groups"]["all"]["partner_attacks"];
    assert_eq!(counted["of"].as_f64(), Some(chances as f64));
    let rate = counted["rate"]["value"].as_f64().expect("a rate");
    assert!((rate - attacks as f64 / chances as f64).abs() < 1e-9, "{rate} {attacks} of {chances}");
}

/// The landlord passes on 7777 with 6, K and both jokers, and the next peasant goes out with 88. The rocket wins: Down
/// and Up hold more than one card each, so K wins the trick or takes the lead back, and 6 is the last card.
#[test]
fn a_won_ending_that_is_thrown_away_is_seen_with_open_hands() {
    let hand = "rules=classic deal=3344569999QKAA2XD/345556688TTTKKA22/36777788TJJJQQQKA/4J2 \
                plays=33444,55566,-,-,4,T,Q,A,-,2,-,-,5,8,A,2,-,-,AA,22,-,-,8,K,-,-,36JJJQQQ,9999,-,-,J,K,7777,-,-,88";
    let review = review(&Scrap::file(hand), &["--all"]);
    let decision = review["decisions"].as_array().expect("a list").iter().find(|decision| decision["play"] == 34);
    let decision = decision.expect("there was a choice");
    assert_eq!((&decision["played"], &decision["threw_win"]), (&"pass".into(), &true.into()), "{decision}");
    assert!(review["groups"]["landlord"]["thrown_wins"]["rate"]["value"].as_f64() > Some(0.0), "{review}");
}

#[test]
fn a_damaged_line_is_named_and_the_rest_is_used() {
    let text = HANDS.text();
    let mut lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let half = &lines[5][..lines[5].len() / 3];
    (lines[5], lines[9]) = (half, b"\xff\xfe");
    let hands = Scrap::new();
    fs::write(&hands, lines.join(&b'\n')).expect("a file");
    let output = lab(&["review", hands.path(), "--json"], "");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.contains(": line 6: ") && complaints.contains(": line 10: it is no text"), "{complaints}");
    let review: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let damaged: Vec<&Value> = review["damaged"].as_array().expect("a list").iter().map(|line| &line["line"]).collect();
    assert_eq!((output.status.code(), &review["hands"], damaged), (Some(0), &58.into(), vec![&6.into(), &10.into()]));
    // Later hands still belong to the right players.
    assert_eq!(review["groups"]["A: rules"]["same"]["rate"]["value"], 1.0);
}

#[test]
fn bad_input_is_named() {
    let empty = Scrap::file("# nothing\n");
    check_complaints(&[
        (&["review", "/nowhere/hands.txt"], "/nowhere/hands.txt"),
        (&["review", empty.path()], "no hand could be read"),
        (&["review", empty.path(), "--blunder", "0"], "between 0.25 and 100"),
        (&["review", empty.path(), "--persona", "wukong"], "no persona is named \"wukong\""),
    ]);
}
