//! `lab review` as a script sees it.

use std::fs;

use super::shell::{complaint, lab, printed};
use rules::{Action, Event, Side, Table};
use serde_json::Value;

/// A file of hands that goes when the test is over.
struct Hands(std::path::PathBuf);

impl Hands {
    fn recorded(name: &str, players: [&str; 2], more: &[&str]) -> Hands {
        let hands = Hands::at(name);
        let [a, b] = players;
        printed(&[&["match", a, b, "--deals", "30", "--record", hands.path()], more].concat(), "");
        hands
    }

    fn written(name: &str, text: &str) -> Hands {
        let hands = Hands::at(name);
        fs::write(&hands.0, text).expect("a file");
        hands
    }

    fn at(name: &str) -> Hands {
        Hands(std::env::temp_dir().join(format!("thirdseat-review-{name}-{}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }

    fn review(&self, more: &[&str]) -> Value {
        serde_json::from_str(&printed(&[&["review", self.path(), "--json"], more].concat(), "")).expect("JSON")
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_player_agrees_with_itself_and_a_beginner_loses_points() {
    let hands = Hands::recorded("itself", ["rules", "beginner"], &[]);
    let review = hands.review(&[]);
    let (ours, theirs) = (&review["groups"]["A: rules"], &review["groups"]["B: beginner"]);
    assert_eq!((&ours["same"]["rate"]["value"], &ours["points_lost"]["mean"]), (&1.0.into(), &0.0.into()));
    assert!(theirs["points_lost"]["mean"].as_f64() > Some(1.0), "{theirs}");
    assert!(theirs["blunders"]["rate"]["low"].as_f64() > ours["blunders"]["rate"]["high"].as_f64(), "{review}");
    let sum = |key: &str| ["landlord", "down", "up"].map(|seat| review["groups"][seat][key].as_u64().expect("a count"));
    assert_eq!(sum("decisions").iter().sum::<u64>(), review["groups"]["all"]["decisions"].as_u64().expect("a count"));
}

/// `net` plays for score: a loss is stakes, and a bomb makes it more than any share of deals could be.
#[test]
fn a_reviewer_that_plays_for_score_counts_stakes() {
    let hands = Hands::recorded("stakes", ["rules", "beginner"], &[]);
    let review = hands.review(&["--persona", "net"]);
    let (better, worse) = (&review["groups"]["A: rules"], &review["groups"]["B: beginner"]);
    let lost = |group: &Value, measure: &str| group[measure]["mean"].as_f64();
    assert!(lost(worse, "stakes_lost") > lost(better, "stakes_lost"), "{review}");
    // Rows of certain wins decide by points, and lose none.
    assert_eq!((lost(worse, "deals_lost"), lost(worse, "points_lost")), (None, Some(0.0)), "{review}");
    let printed = printed(&["review", hands.path(), "--persona", "net"], "");
    assert!(printed.contains("stakes lost") && !printed.contains("deals lost"), "{printed}");
    let by_wins = hands.review(&["--persona", "net:objective=wins", "--all"]);
    let decisions = by_wins["decisions"].as_array().expect("a list");
    let shares = decisions.iter().filter(|it| it["measure"] == "deals").filter_map(|it| it["loss"].as_f64());
    assert!(shares.clone().count() > 100 && shares.into_iter().all(|share| share <= 1.0));
}

#[test]
fn threads_change_nothing() {
    let hands = Hands::recorded("threads", ["casual", "beginner"], &["--auction"]);
    let alone = hands.review(&["--all", "--threads", "1"]);
    assert_eq!(hands.review(&["--all", "--threads", "3"]), alone);
    let decisions = alone["decisions"].as_array().expect("a list").len() as u64;
    assert_eq!(Some(decisions), alone["groups"]["all"]["decisions"].as_u64(), "--all prints every decision");
}

#[test]
fn attacks_on_partners_are_counted_as_a_slow_reader_counts_them() {
    let hands = Hands::recorded("attacks", ["beginner", "random"], &[]);
    let text = fs::read_to_string(&hands.0).expect("it was recorded");
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
    let counted = &hands.review(&[])["groups"]["all"]["partner_attacks"];
    assert_eq!(counted["of"].as_f64(), Some(chances as f64));
    let rate = counted["rate"]["value"].as_f64().expect("a rate");
    assert!((rate - attacks as f64 / chances as f64).abs() < 1e-9, "{rate} {attacks} of {chances}");
}

/// The landlord passes on 7777 with 6, K and both jokers, and the next peasant goes out with 88. The rocket wins: Down
/// and Up hold more than one card each, so K takes the lead back or goes round, and 6 is the last.
#[test]
fn a_won_ending_that_is_thrown_away_is_seen_with_open_hands() {
    let hand = "rules=classic deal=3344569999QKAA2XD/345556688TTTKKA22/36777788TJJJQQQKA/4J2 \
                plays=33444,55566,-,-,4,T,Q,A,-,2,-,-,5,8,A,2,-,-,AA,22,-,-,8,K,-,-,36JJJQQQ,9999,-,-,J,K,7777,-,-,88";
    let review = Hands::written("thrown", hand).review(&["--all"]);
    let decision = review["decisions"].as_array().expect("a list").iter().find(|decision| decision["play"] == 34);
    let decision = decision.expect("there was a choice");
    assert_eq!((&decision["played"], &decision["threw_win"]), (&"pass".into(), &true.into()), "{decision}");
    assert!(review["groups"]["landlord"]["thrown_wins"]["rate"]["value"].as_f64() > Some(0.0), "{review}");
}

#[test]
fn a_damaged_line_is_named_and_the_rest_is_used() {
    let hands = Hands::recorded("damaged", ["rules", "casual"], &[]);
    let text = fs::read_to_string(&hands.0).expect("it was recorded");
    let mut lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let half = &lines[5][..lines[5].len() / 3];
    (lines[5], lines[9]) = (half, b"\xff\xfe");
    fs::write(&hands.0, lines.join(&b'\n')).expect("a file");
    let output = lab(&["review", hands.path(), "--json"], "");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.contains(": line 6: ") && complaints.contains(": line 10: it is no text"), "{complaints}");
    let review: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let damaged: Vec<&Value> = review["damaged"].as_array().expect("a list").iter().map(|line| &line["line"]).collect();
    assert_eq!((output.status.code(), &review["hands"], damaged), (Some(0), &58.into(), vec![&6.into(), &10.into()]));
    // The players of the hands that follow are still told apart.
    assert_eq!(review["groups"]["A: rules"]["same"]["rate"]["value"], 1.0);
}

#[test]
fn bad_input_is_named() {
    assert!(complaint(&["review", "/nowhere/hands.txt"]).contains("/nowhere/hands.txt"));
    let empty = Hands::written("empty", "# nothing\n");
    assert!(complaint(&["review", empty.path()]).contains("no hand could be read"));
    assert!(complaint(&["review", empty.path(), "--blunder", "0"]).contains("between 0.25 and 100"));
    assert!(complaint(&["review", empty.path(), "--persona", "wukong"]).contains("no persona is named \"wukong\""));
}
