//! Counts of games by depth, kept as data, hold generation, answers, passes and turns in place.
//! `THIRDSEAT_FULL=1` counts all depths.

use rules::Ruleset;
use rules::perft::{OpenDeal, PerftCase, read_records};

fn is_full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some()
}

fn records(rules: &Ruleset) -> Vec<PerftCase> {
    let path = format!("{}/tests/all/perft/{}.txt", env!("CARGO_MANIFEST_DIR"), rules.name());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    read_records(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every known count of a ruleset that is at most so large, with the ruleset in play.
fn known(rules: &Ruleset, count_max: u64) -> impl Iterator<Item = (Ruleset, OpenDeal, u32, u64)> {
    let counts = |record: PerftCase| {
        let rules = record.rules(rules).expect("a deal of this ruleset");
        assert!(!rules.awaits_wild(), "{rules}: a deal without wild ranks");
        record.counts.into_iter().map(move |(depth, count)| (rules, record.deal, depth, count))
    };
    let all: Vec<_> = records(rules).into_iter().flat_map(counts).collect();
    all.into_iter()
        .map(|(rules, deal, depth, count)| (rules, deal, depth, count.expect("every depth in the files has a count")))
        .filter(move |&(.., count)| count <= count_max)
}

#[test]
fn counts_agree_with_the_files() {
    let count_max = if is_full() { u64::MAX } else { 300_000 };
    for rules in Ruleset::ALL.into_iter().chain(Ruleset::WILD) {
        let mut compared = 0;
        for (in_play, deal, depth, count) in known(rules, count_max) {
            assert_eq!(deal.perft(&in_play, depth), count, "{rules}: {deal:?} at depth {depth}");
            compared += 1;
        }
        assert!(compared >= 50, "{rules}: {compared} counts");
    }
}

#[test]
fn files_are_read_or_refused_by_line() {
    let check = |text: &str, expected: &str| {
        let said = read_records(text).map_or_else(|error| error.to_string(), |records| format!("{records:?}"));
        assert_eq!(said, expected);
    };
    check("", "[]");
    check("landlord 3\ndown 4\n", "line 2: the file ends before the hand of up");
    check("landlord 3\nup 4\n", "line 2: the hand of up stands here, but that of down is due");
    check("landlord 3?\n", "line 1: character 2: '?' is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D");
    check("# nothing yet\n1 2\n", "line 2: a count stands here before the three hands that it belongs to");
    check("landlord 3\n1 2\n", "line 2: a count stands here before the three hands that it belongs to");
    check(
        "wilds 7;9\nlandlord 3",
        "line 1: \"7;9\" are no wild ranks; write ranks with a comma between them, as in 7,9",
    );
    check("landlord X\ndown X\nup 4", "line 3: the three hands do not come from one deck");
    check("landlord\ndown X\nup 4", "line 3: landlord holds 0 cards; a seat holds 1 to 20");
    check("landlord 3\ndown X\nup 4\nfour 4", "line 4: \"four\" is neither a seat (landlord, down, up) nor a number");
    check("landlord 3\ndown X\nup 4\n0 1", "line 4: depth 0 is not from 1 to 64");
}

#[test]
fn records_round_trip() {
    for rules in Ruleset::ALL.into_iter().chain(Ruleset::WILD) {
        for record in records(rules) {
            assert_eq!(read_records(&record.to_string()), Ok(vec![record]));
        }
    }
}
