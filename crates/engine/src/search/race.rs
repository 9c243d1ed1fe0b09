//! The race: candidates are tried in the same worlds, those that fall behind leave, and the baseline is replaced only by a
//! candidate that is clearly ahead. [`lookahead`](super::lookahead), [`net_tree`](super::net_tree) and [`wild`](super::wild)
//! differ in how they score a candidate in a world ([`Scorer`]).
//!
//! In each world all racing candidates are scored, so that they have the same luck (common random numbers).

use rules::{Combo, Ruleset, Seed};

use crate::decision::{Candidate, Candidates};
use crate::game_state::GameState;
use crate::opponents::opponent_model::{SeatPolicies, Worlds};

/// The most candidates.
pub(crate) const WIDTH_MAX: usize = 32;
/// The number of worlds between two checks for candidates that have fallen behind.
const WORLDS_PER_CHECK: u32 = 16;
/// The number of worlds beyond which the margin for replacing the baseline shrinks in proportion: with a margin of one standard error at
/// all limits, more nodes gained nothing.
const FULL_MARGIN_WORLDS: u32 = 1024;
/// The margin beyond which a candidate leaves: three standard errors.
const DROP_MARGIN: Margin = Margin { bonus: 0, errors: 900, full_worlds: u32::MAX };

/// The distance at which one candidate is clearly ahead of another.
#[derive(Clone, Copy)]
struct Margin {
    /// The value per world.
    bonus: i64,
    /// Hundredths of squared standard errors, on top of the bonus.
    errors: u64,
    /// The number of worlds beyond which the errors count less in proportion.
    full_worlds: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchConfig {
    pub(crate) seed: Seed,
    pub(crate) worlds_max: u32,
    /// The number of nodes after which no world begins: turns that are played or judged or, with wild ranks, whole rollouts.
    pub(crate) nodes_max: u64,
    /// The most candidates, except with wild ranks.
    pub(crate) width: usize,
    /// The [`Margin::errors`] by which a candidate replaces the baseline.
    pub(crate) switch_margin: u64,
    /// The number of turns that the nets play on before a world is judged, or the depth of its tree.
    pub(crate) plies: u32,
    /// The bonus of minimax as wins in 1,000; `None` without minimax.
    pub(crate) minimax: Option<i32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchResult {
    pub(crate) play: Option<Combo>,
    /// Candidates with their wins in 1,000 worlds, or the values that the scorer reports instead.
    pub(crate) candidates: Candidates,
    /// The worlds of 1,000 in which the play wins.
    pub(crate) wins: i32,
    /// The standard error of that number.
    pub(crate) error: i32,
    pub(crate) worlds: u32,
    pub(crate) nodes: u64,
    /// The number of worlds in which each seat was drawn as naive; `None` if naive players are not modelled.
    pub(crate) naive: Option<[u32; 3]>,
}

pub(super) struct RaceWorld<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) start: &'a GameState,
    pub(super) policies: SeatPolicies,
    /// The number of nodes so far; the scorer adds to it.
    pub(super) nodes: &'a mut u64,
    /// The function that is asked now and then if the search must stop; `true` gives up the world.
    pub(super) halt: &'a mut dyn FnMut() -> bool,
}

pub(super) trait Scorer {
    type Shared;

    /// Computes what all candidates share, once for each world.
    fn compute_shared(&mut self, start: &GameState) -> Self::Shared;

    /// Returns the score of a play in one world; `None` when it was halted.
    fn score(&mut self, play: Option<Combo>, world: RaceWorld<'_>, shared: &Self::Shared) -> Option<Score>;

    /// Returns the lead over the baseline, per world, that a candidate needs on top of the margin for noise.
    fn bonus(&self) -> i64 {
        0
    }

    /// Returns the value that a candidate reports, from its summed values; `None` if they are wins.
    fn reported_value(&self, _values: i64, _worlds: u32) -> Option<i32> {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    /// The value that the race compares; more is better.
    pub(super) value: i32,
    /// The wins, in the scorer's own unit.
    pub(super) wins: i32,
}

impl Score {
    pub(super) const fn wins(wins: i32) -> Score {
        Score { value: wins, wins }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Scoring {
    pub(super) noise: Noise,
    /// The function that computes wins in 1,000 worlds from their sum and the number of worlds.
    pub(super) in_1000: fn(i64, u32) -> i32,
}

/// The noise between two candidates, as a sum of squared differences over the worlds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Noise {
    /// The noise between the two candidates themselves.
    Paired,
    /// The noise between each of the two candidates and the baseline; the larger one counts. This needs only one sum per candidate.
    AgainstBaseline,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    play: Option<Combo>,
    /// The preference for the play. It is added in each world, and not reported.
    taste: i32,
    /// The sum of the values of its scores; `wins` is that of their wins.
    sum: i64,
    wins: i64,
    is_racing: bool,
}

impl Entry {
    fn total(&self, worlds: u32) -> i64 {
        self.sum + i64::from(self.taste) * i64::from(worlds)
    }
}

/// The results of a race. The first entry is the baseline: the play to fall back on.
pub(super) struct Race {
    scoring: Scoring,
    entries: Vec<Entry>,
    /// Sums of squared differences between the scores of two entries, the earlier one first.
    squares: Box<[[i64; WIDTH_MAX]; WIDTH_MAX]>,
    scores: [Score; WIDTH_MAX],
    worlds: u32,
}

impl Race {
    pub(super) fn new(scoring: Scoring) -> Race {
        let squares = Box::new([[0; WIDTH_MAX]; WIDTH_MAX]);
        Race {
            scoring,
            entries: Vec::with_capacity(WIDTH_MAX),
            squares,
            scores: [Score::default(); WIDTH_MAX],
            worlds: 0,
        }
    }

    /// Begins a new race of the first `width` of `plays`, at most [`WIDTH_MAX`]. Each comes with its taste, in the unit of a world's
    /// score. The first play is the baseline. Of equal candidates, the earlier one leads.
    pub(super) fn begin(&mut self, plays: impl Iterator<Item = (Option<Combo>, i32)>, width: usize) {
        self.entries.clear();
        let entry = |(play, taste)| Entry { play, taste, sum: 0, wins: 0, is_racing: true };
        self.entries.extend(plays.take(width.min(WIDTH_MAX)).map(entry));
        let len = self.entries.len();
        self.squares[..len].iter_mut().for_each(|row| row[..len].fill(0));
        self.worlds = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Runs the race in these worlds; `None` when none was finished.
    pub(super) fn run<E: Scorer>(
        &mut self,
        worlds: &mut Worlds<'_>,
        config: &SearchConfig,
        scorer: &mut E,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        let rules = *worlds.rules();
        let (mut nodes, mut naive) = (0, worlds.models_naive().then_some([0; 3]));
        while self.worlds < config.worlds_max && nodes < config.nodes_max && !self.is_decided() {
            // A world that is cut short counts for nothing, so that a replay of the finished worlds gives the same result.
            let mut entered = nodes;
            let Some((start, policies)) = worlds.world(self.worlds, &mut entered, halt) else { break };
            let world = RaceWorld { rules: &rules, start: &start, policies, nodes: &mut entered, halt };
            if self.score_world(scorer, world).is_none() {
                break;
            }
            self.add_world();
            let drawn = naive.iter_mut().flatten().zip(policies.naive);
            drawn.for_each(|(worlds, is_naive)| *worlds += u32::from(is_naive));
            nodes = entered;
            if self.worlds.is_multiple_of(WORLDS_PER_CHECK) {
                self.drop_behind();
            }
        }
        (self.worlds > 0).then(|| {
            let chosen = self.choice(config.switch_margin, scorer.bonus());
            self.result(chosen, |sum, worlds| scorer.reported_value(sum, worlds), nodes, naive)
        })
    }

    fn score_world<E: Scorer>(&mut self, scorer: &mut E, world: RaceWorld<'_>) -> Option<()> {
        let RaceWorld { rules, start, policies, nodes, halt } = world;
        let shared = scorer.compute_shared(start);
        for (entry, score) in self.entries.iter().zip(&mut self.scores).filter(|(entry, _)| entry.is_racing) {
            if halt() {
                return None;
            }
            *score = scorer.score(entry.play, RaceWorld { rules, start, policies, nodes, halt }, &shared)?;
        }
        Some(())
    }

    fn add_world(&mut self) {
        let Race { scoring, entries, squares, scores, .. } = self;
        let rows = if scoring.noise == Noise::Paired { entries.len() } else { 1 };
        for one in 0..rows {
            for other in one + 1..entries.len() {
                if entries[one].is_racing && entries[other].is_racing {
                    let difference = i64::from(scores[other].value - scores[one].value);
                    squares[one][other] += difference * difference;
                }
            }
        }
        for (entry, &score) in entries.iter_mut().zip(&*scores).filter(|(entry, _)| entry.is_racing) {
            entry.sum += i64::from(score.value);
            entry.wins += i64::from(score.wins);
        }
        self.worlds += 1;
    }

    fn squares(&self, one: usize, other: usize) -> i64 {
        match self.scoring.noise {
            Noise::Paired => self.squares[one.min(other)][one.max(other)],
            Noise::AgainstBaseline => self.squares[0][one].max(self.squares[0][other]),
        }
    }

    /// Drops every candidate that is clearly behind the leader. The baseline stays, for comparison.
    fn drop_behind(&mut self) {
        let leader = self.leader();
        for place in 1..self.entries.len() {
            if self.entries[place].is_racing && self.is_ahead(leader, place, DROP_MARGIN) {
                self.entries[place].is_racing = false;
            }
        }
    }

    /// Returns the best candidate that is still racing; of equally good ones the first.
    fn leader(&self) -> usize {
        let racing = (0..self.entries.len()).rev().filter(|&place| self.entries[place].is_racing);
        racing.max_by_key(|&place| self.entries[place].total(self.worlds)).expect("the baseline stays")
    }

    fn is_ahead(&self, one: usize, other: usize, margin: Margin) -> bool {
        let total = |place: usize| self.entries[place].total(self.worlds);
        let gap = i128::from(total(one) - total(other) - margin.bonus * i64::from(self.worlds));
        let worlds = i128::from(self.worlds.min(margin.full_worlds));
        let wanted = i128::from(margin.errors) * worlds * i128::from(self.squares(one, other));
        gap > 0 && gap * gap * 100 * i128::from(self.worlds) > wanted
    }

    /// Returns the leader if it is clearly ahead of the baseline, otherwise the baseline: scores are noisy, and too high for a play that
    /// deceives the policy.
    fn choice(&self, switch_margin: u64, bonus: i64) -> usize {
        let leader = self.leader();
        let margin = Margin { bonus, errors: switch_margin, full_worlds: FULL_MARGIN_WORLDS };
        if self.is_ahead(leader, 0, margin) { leader } else { 0 }
    }

    fn is_decided(&self) -> bool {
        self.entries.iter().filter(|entry| entry.is_racing).count() <= 1
    }

    fn result(
        &self,
        chosen: usize,
        reported: impl Fn(i64, u32) -> Option<i32>,
        nodes: u64,
        naive: Option<[u32; 3]>,
    ) -> SearchResult {
        let Race { entries, worlds, .. } = self;
        let candidate = |place: usize| Candidate {
            play: entries[place].play,
            value: reported(entries[place].sum, *worlds)
                .unwrap_or_else(|| (self.scoring.in_1000)(entries[place].sum, *worlds)),
        };
        let mut candidates = Candidates::NONE;
        // The chosen play comes first among plays of equal value, and it is always listed.
        let others = (0..entries.len()).filter(|&place| entries[place].is_racing && place != chosen);
        std::iter::once(chosen).chain(others).for_each(|place| candidates.offer(candidate(place)));
        candidates.include(candidate(chosen));
        let (play, wins) = (entries[chosen].play, (self.scoring.in_1000)(entries[chosen].wins, *worlds));
        let error = (wins * (1000 - wins) / *worlds as i32).isqrt();
        SearchResult { play, candidates, wins, error, worlds: *worlds, nodes, naive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rank;

    const PAIRED: Scoring =
        Scoring { noise: Noise::Paired, in_1000: |sum, worlds| (sum * 1000 / i64::from(worlds)) as i32 };
    const AGAINST_BASELINE: Scoring = Scoring { noise: Noise::AgainstBaseline, in_1000: |sum, _| i32::from(sum > 0) };

    fn new_race(scoring: Scoring, len: usize) -> Race {
        let mut race = Race::new(scoring);
        race.begin(Rank::all().map(|rank| (Some(Combo::single(rank)), 0)), len);
        race
    }

    fn add_scores(race: &mut Race, scores: impl IntoIterator<Item = i32>) {
        race.scores.iter_mut().zip(scores).for_each(|(place, score)| *place = Score::wins(score));
        race.add_world();
    }

    /// Returns a race in which candidate `place` wins the worlds written as `1` in `rows[place]`.
    fn race(rows: &[&str]) -> Race {
        let mut race = new_race(PAIRED, rows.len());
        for world in 0..rows[0].len() {
            add_scores(&mut race, rows.iter().map(|row| i32::from(&row[world..=world] == "1")));
        }
        race
    }

    /// Returns the baseline and a challenger that is ahead by `lead` in all worlds together, with `noise` a world.
    fn challenge(worlds: u32, lead: i64, noise: i64) -> Race {
        let mut race = new_race(AGAINST_BASELINE, 2);
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
    fn the_bonus_counts_for_each_world() {
        // 600 values in 100 worlds: six a world, without noise.
        let race = challenge(100, 600, 0);
        assert_eq!([5, 6, 7].map(|bonus| race.choice(0, bonus)), [1, 0, 0]);
        // With noise the rest beyond the bonus has to be beyond the margin too: 100 against 10 times the root of 100.
        let race = challenge(100, 600, 10);
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
        assert_eq!(
            racing(&race),
            [true, true, true, true],
            "9 of 9 differing worlds are three standard errors, not more"
        );
        for _ in 0..2 {
            add_scores(&mut race, [0, 1, 0, 1]);
        }
        race.drop_behind();
        assert_eq!(racing(&race), [true, true, false, true]);
        assert!(!race.is_decided());
    }

    #[test]
    fn a_dropped_candidate_counts_no_more() {
        let mut race = new_race(PAIRED, 3);
        add_scores(&mut race, [0, 1, 1]);
        race.entries[1].is_racing = false;
        add_scores(&mut race, [0, 1, 1]);
        assert_eq!(race.entries.iter().map(|entry| entry.sum).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((race.squares[0][1], race.squares[0][2], race.squares[1][2]), (1, 2, 0));
    }

    #[test]
    fn the_margin_counts_standard_errors_and_shrinks_beyond_1024_worlds() {
        // With a noise of 1,000 a world and a margin of one standard error: a lead of 1,000 divided by the root of the worlds. At 1,024
        // worlds that is 31.25 a world; beyond, four times the worlds halve the error, and half of one is asked for.
        let switches = |worlds: u32, lead: i64| challenge(worlds, i64::from(worlds) * lead, 1000).choice(100, 0) == 1;
        for (worlds, lead) in [(16, 250), (256, 62), (1024, 31), (4096, 7)] {
            assert!(switches(worlds, lead + 1) && !switches(worlds, lead), "{worlds} {lead}");
        }
    }

    #[test]
    fn a_candidate_that_is_not_ahead_never_replaces_the_baseline() {
        for worlds in [1, 4096] {
            assert_eq!(challenge(worlds, 0, 0).choice(0, 0), 0);
            assert_eq!(challenge(worlds, -5, 1).choice(0, 0), 0);
            assert_eq!(challenge(worlds, 1, 1).choice(0, 0), 1);
        }
    }
}
