//! `lab review` as a script sees it.

use std::fs;
use std::sync::LazyLock;

use super::shell::{TempPath, lab, record_match, run_lab};
use rules::{Action, Event, Side, Table};

/// Hands of `rules` and `beginner`, which several tests read.
static RECORDED_HANDS: LazyLock<TempPath> = LazyLock::new(|| record_match(["rules", "beginner"], &["--deals", "30"]));

fn review(hands: &TempPath, more: &[&str]) -> String {
    run_lab(&[&["review", hands.path()], more].concat(), "")
}

fn cell(review: &str, group: &str, column: &str) -> String {
    let cells = |line: &str| -> Vec<String> {
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
    };
    let head = review.lines().find(|line| line.contains("decisions  ")).expect("a head");
    let row = review.lines().find(|line| line.starts_with(group)).unwrap_or_else(|| panic!("{group}: {review}"));
    let place = cells(head).iter().position(|name| name == column).unwrap_or_else(|| panic!("{column}: {review}"));
    cells(row)[place + 1].clone()
}

fn number(cell: &str) -> f64 {
    let number = cell.split(['%', ' ']).next().and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{cell} is no number"))
}

#[test]
fn a_player_agrees_with_itself_and_a_beginner_loses_points() {
    let review = review(&RECORDED_HANDS, &[]);
    let [ours, theirs] = ["A: rules", "B: beginner"];
    assert_eq!((cell(&review, ours, "same"), number(&cell(&review, ours, "points lost"))), ("100.0%".into(), 0.0));
    assert!(number(&cell(&review, theirs, "points lost")) > 1.0, "{review}");
    assert!(number(&cell(&review, theirs, "blunders")) > number(&cell(&review, ours, "blunders")), "{review}");
    let [landlord, down, up, all] =
        ["landlord", "down", "up", "all"].map(|group| number(&cell(&review, group, "decisions")));
    assert_eq!(landlord + down + up, all, "{review}");
}

/// `net` plays for score: its losses are in stakes.
#[test]
fn a_reviewer_that_plays_for_score_counts_stakes() {
    let stakes = review(&RECORDED_HANDS, &["--persona", "net"]);
    let lost = |group: &str| number(&cell(&stakes, group, "stakes lost"));
    assert!(lost("B: beginner") > lost("A: rules"), "{stakes}");
    // Strategies of certain wins decide by points, and lose none.
    assert!(!stakes.contains("deals lost") && !stakes.contains("points lost"), "{stakes}");
    let by_wins = review(&RECORDED_HANDS, &["--persona", "net:objective=wins"]);
    assert!((0.0..100.0).contains(&number(&cell(&by_wins, "all", "deals lost"))), "{by_wins}");
}

#[test]
fn threads_do_not_change_a_review() {
    let hands = record_match(["casual", "beginner"], &["--auction", "--deals", "10"]);
    let alone = review(&hands, &["--all", "--threads", "1"]);
    assert_eq!(review(&hands, &["--all", "--threads", "3"]), alone);
    let decisions = alone.lines().filter(|line| line.starts_with("line ")).count();
    assert_eq!(decisions as f64, number(&cell(&alone, "all", "decisions")), "--all prints every decision");
}

#[test]
fn attacks_on_partners_equal_a_slow_count() {
    let hands = record_match(["greedy", "random"], &["--deals", "15"]);
    let text = hands.text();
    let (mut chances, mut attacks) = (0, 0);
    for line in text.lines().skip(1) {
        let game: Table = line.parse().expect(line);
        let mut table = Table::at_lead(*game.board().rules(), *game.deal());
        for event in game.log() {
            let Event::Play(seat, play) = *event else { continue };
            let hand = table.hand_of(seat).expect("seated");
            let owner = table.board().course().standing().map(|(owner, _)| owner);
            let partner = owner.is_some_and(|owner| owner != seat && owner.side() == Side::Peasants);
            let can = !table.board().rules().plays(hand, table.board().course().trick()).is_empty();
            if seat.side() == Side::Peasants && partner && can && play.is_none_or(|play| play.cards() != hand) {
                chances += 1;
                attacks += u32::from(play.is_some());
            }
            table.act(Action::Play(play)).expect("it was read");
        }
    }
    let expected = format!("{:.1}% of {chances}", 100.0 * attacks as f64 / f64::from(chances));
    assert_eq!(cell(&review(&hands, &[]), "all", "partner attacks"), expected);
}

/// The landlord passes on 7777 with 6, K and both jokers, and Up goes out with 88. The rocket wins: after it, the others cannot
/// beat K, and 6 is the last card.
#[test]
fn a_won_ending_that_is_thrown_away_is_seen_with_open_hands() {
    let hand = "rules=classic deal=3344569999QKAA2XD/345556688TTTKKA22/36777788TJJJQQQKA/4J2 \
                plays=33444,55566,-,-,4,T,Q,A,-,2,-,-,5,8,A,2,-,-,AA,22,-,-,8,K,-,-,36JJJQQQ,9999,-,-,J,K,7777,-,-,88";
    let review = review(&TempPath::file(hand), &["--all"]);
    let decision = review.lines().find(|line| line.starts_with("line 1, play 34, landlord: pass for "));
    let decision = decision.unwrap_or_else(|| panic!("{review}"));
    assert!(decision.contains("a win with open hands thrown away"), "{decision}");
    assert!(number(&cell(&review, "landlord", "thrown wins")) > 0.0, "{review}");
}

#[test]
fn a_damaged_line_is_named_and_the_rest_is_used() {
    let text = RECORDED_HANDS.text();
    let mut lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let half = &lines[5][..lines[5].len() / 3];
    (lines[5], lines[9]) = (half, b"\xff\xfe");
    let hands = TempPath::new();
    fs::write(&hands, lines.join(&b'\n')).expect("a file");
    let output = lab(&["review", hands.path()], "");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.contains(": line 6: ") && complaints.contains(": line 10: it is no text"), "{complaints}");
    let review = String::from_utf8_lossy(&output.stdout);
    assert!(review.starts_with("58 hands, 2 damaged lines, reviewed by rules\n"), "{review}");
    // Later hands still belong to the right players.
    assert_eq!((output.status.code(), cell(&review, "A: rules", "same")), (Some(0), "100.0%".into()));
}
