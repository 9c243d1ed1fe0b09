//! Tests of the race: who is dropped, and who replaces the baseline.

use super::*;
use rules::Rank;

const PAIRED: Scoring =
    Scoring { noise: Noise::Paired, in_1000: |sum, worlds| (sum * 1000 / i64::from(worlds)) as i32 };
const AGAINST_BASELINE: Scoring = Scoring { noise: Noise::AgainstBaseline, in_1000: |sum, _| i32::from(sum > 0) };

/// Returns a race of `len` candidates.
fn entered(scoring: Scoring, len: usize) -> Race {
    let mut race = Race::new(scoring);
    race.enter(Rank::all().map(|rank| (Some(Combo::single(rank)), 0)), len);
    race
}

fn count(race: &mut Race, scores: impl IntoIterator<Item = i32>) {
    race.scores.iter_mut().zip(scores).for_each(|(place, score)| *place = Score::wins(score));
    race.count();
}

/// Returns a race in which candidate `place` wins the worlds written as `1` in `rows[place]`.
fn race(rows: &[&str]) -> Race {
    let mut race = entered(PAIRED, rows.len());
    for world in 0..rows[0].len() {
        count(&mut race, rows.iter().map(|row| i32::from(&row[world..=world] == "1")));
    }
    race
}

/// Returns the baseline and a challenger that is ahead by `lead` in all worlds together, with `noise` per world.
fn challenged(worlds: u32, lead: i64, noise: i64) -> Race {
    let mut race = entered(AGAINST_BASELINE, 2);
    race.worlds = worlds;
    race.entries[1].sum = lead;
    race.squares[0][1] = i64::from(worlds) * noise * noise;
    race
}

#[test]
fn the_baseline_is_replaced_only_beyond_the_margin() {
    // Ahead in 4 worlds, behind in none: 16 against margin × 4.
    let race = race(&["0000011111", "1111011111"]);
    assert_eq!((race.leader(), race.entries[1].sum, race.worlds), (1, 9, 10));
    assert_eq!((race.choice(399, 0), race.choice(400, 0)), (1, 0));
}

#[test]
fn the_bonus_is_for_each_world() {
    // 600 values in 100 worlds: six per world, without noise.
    let race = challenged(100, 600, 0);
    assert_eq!([5, 6, 7].map(|bonus| race.choice(0, bonus)), [1, 0, 0]);
    // With noise the rest beyond the bonus has to be beyond the margin too: 100 against 10 times the root of 100.
    let race = challenged(100, 600, 10);
    assert_eq!([(99, 5), (100, 5), (100, 4)].map(|(margin, bonus)| race.choice(margin, bonus)), [1, 0, 1]);
}

#[test]
fn equals_are_preferred_in_the_order_of_entry() {
    assert_eq!(race(&["0101", "0011", "1100"]).leader(), 0);
    assert_eq!(race(&["0001", "0011", "1100"]).leader(), 1);
}

#[test]
fn candidates_far_behind_are_dropped_and_the_baseline_stays() {
    let mut race = race(&["0000000000", "1111111111", "0000000001", "1111111110"]);
    race.drop_behind();
    let racing = |race: &Race| race.entries.iter().map(|entry| entry.is_racing).collect::<Vec<_>>();
    assert_eq!(racing(&race), [true, true, true, true], "9 of 9 differing worlds are three standard errors, not more");
    for _ in 0..2 {
        count(&mut race, [0, 1, 0, 1]);
    }
    race.drop_behind();
    assert_eq!(racing(&race), [true, true, false, true]);
    assert!(!race.is_decided());
}

#[test]
fn a_dropped_candidate_counts_no_more() {
    let mut race = entered(PAIRED, 3);
    count(&mut race, [0, 1, 1]);
    race.entries[1].is_racing = false;
    count(&mut race, [0, 1, 1]);
    assert_eq!(race.entries.iter().map(|entry| entry.sum).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!((race.squares[0][1], race.squares[0][2], race.squares[1][2]), (1, 2, 0));
}

#[test]
fn up_to_the_full_margin_worlds_the_margin_counts_standard_errors() {
    for worlds in [16, 256, 1024] {
        // One standard error is the noise times the root of the number of worlds.
        let root = f64::from(worlds).sqrt();
        let switches =
            |errors: f64, margin: u64| challenged(worlds, (errors * root * 1000.0) as i64, 1000).choice(margin, 0) == 1;
        for (margin, errors) in [(100, 1.0), (400, 2.0), (25, 0.5)] {
            assert!(!switches(errors - 0.01, margin), "{worlds} {margin}");
            assert!(switches(errors + 0.01, margin), "{worlds} {margin}");
        }
    }
}

#[test]
fn beyond_the_full_margin_worlds_the_margin_shrinks() {
    // With a margin of 100, 1,024 worlds and a noise of 1,000 per world, one standard error is a lead of 31.25 per world. Four times the
    // worlds halve the error, and the margin is half an error.
    let switches = |worlds: u32, lead: i64| challenged(worlds, i64::from(worlds) * lead, 1000).choice(100, 0) == 1;
    assert!(switches(1024, 32) && !switches(1024, 31));
    assert!(switches(4096, 8) && !switches(4096, 7));
}

#[test]
fn the_result_obeys_the_margin() {
    for (lead, is_replaced) in [(7, false), (8, true)] {
        let race = challenged(4096, 4096 * lead, 1000);
        let result = race.result(race.choice(100, 0), |_, _| None, 0, None);
        assert_eq!(result.play == race.entries[1].play, is_replaced, "{lead}");
        assert_eq!(result.candidates.as_slice()[0].play, race.entries[1].play, "the best value is listed first");
    }
}

#[test]
fn a_candidate_that_is_not_ahead_never_replaces_the_baseline() {
    for worlds in [1, 4096] {
        assert_eq!(challenged(worlds, 0, 0).choice(0, 0), 0);
        assert_eq!(challenged(worlds, -5, 1).choice(0, 0), 0);
        assert_eq!(challenged(worlds, 1, 1).choice(0, 0), 1);
    }
}
