//! The nets as a player, and their judgement of a view for other callers.

use std::cmp::Reverse;

use rules::{Combo, Rng, Trick};

use super::noise;
use super::stage::{Choice, ChoiceGround, DecisionState, NetPlayer, RankedPlay, Ranking, StageResult};
use crate::decision::{CANDIDATES_MAX, Candidate, Candidates, Decider};
use crate::net::deep::{BATCH_MAX, DeepAccumulator};
use crate::net::{Accumulator, Logit, NetInput, Objective, Past, SCORE_ONE, UNIT_LOGIT};
use crate::persona::{SCORE_OF_POINT, WINS_OF_POINT, taste};
use crate::rule_player::guard;
use crate::search::WIDTH_MAX;
use crate::turn::Turn;
use crate::turn_facts::TurnFacts;

/// The steps of a reported value, such as wins in 1,000, that count as one quarter point of a persona's noise.
const WINS_PER_NOISE: i32 = 8;

const LEARNED_REASON: &str = "learned";

/// Ranks the plays by the nets and chooses one: the first listed if every play breaks a guard.
pub(super) fn choose(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, buffers, rng, trace, .. } = work;
    trace.weights = Some(buffers.nets.weights(now.profile.family()).digest());
    let ranking = buffers.nets.rank(now);
    let chosen = choose_ranked(now, &ranking, rng);
    work.choice = chosen.unwrap_or_else(|| Choice::guarded(now.plays.first().copied()));
    work.ranking = ranking;
    StageResult::Undecided
}

/// Returns the choice among the ranked plays; `None` if there are none, because every play breaks a guard.
fn choose_ranked(now: &Turn, ranking: &Ranking, rng: &mut Rng) -> Option<Choice> {
    let best = ranking.as_slice().iter().take(CANDIDATES_MAX);
    let candidate = |each: &RankedPlay| Candidate { play: each.play, value: reported_value(now.objective, each.value) };
    let candidates: Candidates = best.map(candidate).collect();
    let noise = now.persona.params().noise * WINS_PER_NOISE;
    let chosen = noise::choose(candidates.as_slice(), noise, rng)?;
    let win_chance = Some(ranking.wins(chosen.play));
    let chosen = Choice::unweighed(chosen.play, LEARNED_REASON, Decider::Net, ChoiceGround::Judged);
    Some(Choice { candidates, win_chance, ..chosen })
}

/// Returns the distance from the best, in the values of plays, from which a play is no challenger in a search.
pub(super) const fn challenger_distance(objective: Objective) -> i32 {
    match objective {
        Objective::Wins => 3 * UNIT_LOGIT,
        Objective::Score => SCORE_ONE,
    }
}

/// Returns the worth of one quarter point of temperament at even chances, in the values of plays.
const fn value_of_quarter_point(objective: Objective) -> i32 {
    match objective {
        Objective::Wins => UNIT_LOGIT * WINS_OF_POINT / 250,
        Objective::Score => SCORE_ONE * SCORE_OF_POINT / 500,
    }
}

/// Returns the value that a candidate reports, in the objective's [`Unit`](crate::decision::Unit).
fn reported_value(objective: Objective, value: i32) -> i32 {
    match objective {
        Objective::Wins => Logit(value).per_mille(),
        Objective::Score => 500 + value.clamp(-SCORE_MAX, SCORE_MAX) / (SCORE_ONE / 500),
    }
}

/// The value of a play that goes out in [`NetPlayer::value_lost`], by either objective. The factors of bombs do not count.
const OUT_VALUE: i32 = 1000;

/// The largest score that is reported: that of five bombs.
const SCORE_MAX: i32 = 32 * SCORE_ONE;

fn rank_by_deep_net(
    deep: &DeepAccumulator<'_>,
    objective: Objective,
    shortlist: &mut [RankedPlay],
    bias: impl Fn(Option<Combo>) -> i32,
) {
    let mut plays = [None; BATCH_MAX];
    plays.iter_mut().zip(shortlist.iter()).for_each(|(play, each)| *play = each.play);
    let predictions = deep.predictions(&plays[..shortlist.len()]);
    for (each, prediction) in shortlist.iter_mut().zip(predictions) {
        each.value = prediction.value(objective, each.play) + bias(each.play);
        each.logit = prediction.logit;
    }
    shortlist.sort_by_key(|each| Reverse(each.value));
}

impl NetPlayer {
    fn rank(&mut self, now: &Turn) -> Ranking {
        let NetPlayer { weights, weighed } = self;
        let weights = &weights[now.profile.family() as usize];
        let (objective, standing) = (now.objective, now.course().standing());
        let input = NetInput::of(now, now.past.as_ref().expect("the nets choose"));
        let accumulator = Accumulator::new(weights, input);
        let bias = |play| value_of_quarter_point(objective) * taste(&now.seat_params, now.me, standing, play);
        let rank = |play: Option<Combo>| match (play, objective) {
            (Some(out), _) if out.cards() == now.hand => RankedPlay { value: i32::MAX, play, logit: Logit(i32::MAX) },
            (_, Objective::Wins) => {
                let value = accumulator.value(play).0 + bias(play);
                RankedPlay { value, play, logit: Logit(value) }
            }
            (_, Objective::Score) => {
                let prediction = accumulator.prediction(play);
                RankedPlay { value: prediction.value(objective, play) + bias(play), play, logit: prediction.logit }
            }
        };
        let pass = (now.trick != Trick::Lead).then_some(None);
        let all = now.plays.iter().copied().map(Some).chain(pass);
        weighed.clear();
        weighed.extend(all.map(rank));
        // Plays of equal value stay in the order of listing.
        weighed.sort_by_key(|each| Reverse(each.value));
        // Plays beyond the widest search are not ranked, and guards are slow.
        let mut kept = 0;
        weighed.retain(|&RankedPlay { play, .. }| {
            let keeps = kept <= WIDTH_MAX && guard::first_broken(now, play).is_none();
            kept += usize::from(keeps);
            keeps
        });
        let shortlist = weighed.len().min(now.persona.params().deep_plays as usize);
        let (shortlist, others) = weighed.split_at_mut(shortlist);
        // If a play goes out, the deep net has nothing to decide.
        let is_open = shortlist.first().is_some_and(|best| best.value < i32::MAX);
        if is_open && let Some(deep) = weights.deep_accumulator(input) {
            rank_by_deep_net(&deep, objective, shortlist, bias);
            let least = shortlist.last().map_or(i32::MAX, |each| each.value);
            // Only the small net has valued the other plays, so they stay behind the plays that the deep net has valued.
            others.iter_mut().for_each(|each| each.value = each.value.min(least));
        }
        Ranking::of(weighed.iter().copied())
    }

    /// Estimates in how many of 1,000 deals the best of `plays`, or a pass, wins.
    pub(super) fn win_chance(&mut self, turn: &TurnFacts, plays: &[Combo]) -> i32 {
        if plays.iter().any(|play| play.cards() == turn.hand) {
            return 1000;
        }
        self.rank_by_odds(turn, plays).first().expect("a leader always has a play").wins()
    }

    /// Ranks `plays`, and a pass if it is legal, by their odds to win, without temperament. If there is a deep net, it ranks the best few
    /// again, and the others are left out.
    fn rank_by_odds(&mut self, turn: &TurnFacts, plays: &[Combo]) -> &[RankedPlay] {
        let past = Past::of(turn.view);
        let NetPlayer { weights, weighed } = self;
        let weights = &weights[turn.profile.family() as usize];
        let input = NetInput::of(turn, &past);
        let accumulator = Accumulator::new(weights, input);
        let pass = (turn.trick != Trick::Lead).then_some(None);
        weighed.clear();
        weighed.extend(plays.iter().copied().map(Some).chain(pass).map(|play| {
            let logit = accumulator.value(play);
            RankedPlay { value: logit.0, play, logit }
        }));
        weighed.sort_by_key(|each| Reverse(each.value));
        if let Some(deep) = weights.deep_accumulator(input) {
            weighed.truncate(BATCH_MAX);
            rank_by_deep_net(&deep, Objective::Wins, weighed, |_| 0);
        }
        weighed
    }

    /// Returns the value that the first of two plays loses against the second, in the unit of an objective: by the deep net if there is
    /// one. The plays may be ones that were not weighed before.
    pub(super) fn value_lost(&self, turn: &TurnFacts, objective: Objective, plays: [Option<Combo>; 2]) -> i32 {
        let past = Past::of(turn.view);
        let weights = self.weights(turn.profile.family());
        let goes_out = |play: Option<Combo>| play.is_some_and(|play| play.cards() == turn.hand);
        // The nets know no hand without cards.
        let valued = |play| if goes_out(play) { None } else { play };
        let asked = plays.map(valued);
        let input = NetInput::of(turn, &past);
        let predictions = match weights.deep_accumulator(input) {
            Some(deep) => {
                let found = deep.predictions(&asked);
                [found[0], found[1]]
            }
            None => {
                let accumulator = Accumulator::new(weights, input);
                asked.map(|play| accumulator.prediction(play))
            }
        };
        let value = |at: usize| match plays[at] {
            play if goes_out(play) => OUT_VALUE,
            play => reported_value(objective, predictions[at].value(objective, play)),
        };
        (value(1) - value(0)).max(0)
    }

    /// Returns the place of `chosen` among `plays` and a legal pass, together at least two, in thousandths: 0 for the best. Plays outside the
    /// best few have 1000.
    pub(super) fn place_among(&mut self, turn: &TurnFacts, plays: &[Combo], chosen: Option<Combo>) -> u32 {
        let ranked = self.rank_by_odds(turn, plays);
        let pass = usize::from(turn.trick != Trick::Lead);
        let others = (plays.len() + pass - 1).min(BATCH_MAX);
        let best = &ranked[..ranked.len().min(BATCH_MAX)];
        let found = best.iter().find(|each| each.play == chosen);
        let before = found.map_or(others, |found| best.iter().filter(|each| each.value > found.value).count());
        (1000 * before / others) as u32
    }
}
