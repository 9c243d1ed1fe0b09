//! The nets as a player: the seat-view net ranks the plays, the guards strike out blunders, and for personas that search the
//! best few race in likely worlds.

use rules::{Combo, Ruleset, Seat, Trick, View};

use super::ranking::{RankedPlay, Ranking};
use crate::decision::Trace;
use crate::net::deep::{DeepAccumulator, TOGETHER};
use crate::net::{Accumulator, Logit, NetInput, Objective, Past, SCORE_ONE, UNIT_LOGIT, Weights};
use crate::persona::Persona;
use crate::profile::{Family, Profile};
use crate::rule_player::{guard, taste};
use crate::search::{LookaheadSearch, SearchConfig, SearchResult, WIDTH_MAX};
use crate::turn::Turn;

/// The nets, and buffers.
pub(super) struct NetPlayer {
    weights: WeightsByRules,
    /// A buffer for the plays of a turn.
    weighed: Vec<Weighed>,
    lookahead: LookaheadSearch,
}

/// The nets of each family.
pub(super) struct WeightsByRules([Weights; Family::ALL.len()]);

impl WeightsByRules {
    /// Returns those that came with this build.
    pub(super) fn shipped() -> WeightsByRules {
        WeightsByRules(Family::ALL.map(Weights::shipped_for))
    }

    /// Returns the same for every ruleset. Nets for natural cards see no wild ones.
    pub(super) fn all(weights: Weights) -> WeightsByRules {
        let wide = weights.widened();
        // In the order of `Family::ALL`.
        WeightsByRules([weights.clone(), weights, wide])
    }

    fn of(&self, rules: &Ruleset) -> &Weights {
        &self.0[Profile::of(rules).nets().family as usize]
    }
}

/// A play, its value to the persona and its odds to win.
#[derive(Clone, Copy)]
struct Weighed {
    value: i32,
    play: Option<Combo>,
    logit: Logit,
}

/// Lists plays that were weighed and sorted.
fn ranking(weighed: &[Weighed]) -> Ranking {
    let ranked = |&Weighed { value, play, logit }: &Weighed| RankedPlay { value, play, wins: logit.per_mille() };
    Ranking::of(weighed.iter().map(ranked))
}

/// The units in which an objective values plays.
struct Units {
    /// A play this far behind the best is no candidate for search.
    far_behind: i32,
    /// The worth of one quarter point of temperament, in an open game.
    of_point: i32,
}

impl Units {
    const fn of(objective: Objective) -> Units {
        match objective {
            Objective::Wins => Units { far_behind: 3 * UNIT_LOGIT, of_point: UNIT_LOGIT * taste::WINS_OF_POINT / 250 },
            Objective::Score => Units { far_behind: SCORE_ONE, of_point: SCORE_ONE * taste::SCORE_OF_POINT / 500 },
        }
    }
}

/// Returns the value that a candidate reports, in the objective's [`Unit`](crate::decision::Unit).
pub(super) fn reported(objective: Objective, value: i32) -> i32 {
    match objective {
        Objective::Wins => Logit(value).per_mille(),
        Objective::Score => 500 + value.clamp(-VALUE_MAX, VALUE_MAX) / (SCORE_ONE / 500),
    }
}

/// The value that a play that goes out reports, bombs aside, by either objective.
const WON: i32 = 1000;

/// The largest score that is reported: that of five bombs.
const VALUE_MAX: i32 = 32 * SCORE_ONE;

/// Values the plays of a shortlist by the deep net, and puts the best first.
fn decide_among(
    deep: &DeepAccumulator<'_>,
    objective: Objective,
    shortlist: &mut [Weighed],
    bias: impl Fn(Option<Combo>) -> i32,
) {
    let mut plays = [None; TOGETHER];
    plays.iter_mut().zip(shortlist.iter()).for_each(|(play, each)| *play = each.play);
    let predictions = deep.predictions(&plays[..shortlist.len()]);
    for (each, prediction) in shortlist.iter_mut().zip(predictions) {
        each.value = prediction.value(objective, each.play) + bias(each.play);
        each.logit = prediction.logit;
    }
    shortlist.sort_by_key(|each| std::cmp::Reverse(each.value));
}

impl NetPlayer {
    pub(super) fn new(weights: WeightsByRules) -> NetPlayer {
        let weighed = Vec::with_capacity(rules::movegen::PLAYS_MAX + 1);
        NetPlayer { weights, weighed, lookahead: LookaheadSearch::new() }
    }

    pub(super) fn weights(&self, rules: &Ruleset) -> &Weights {
        self.weights.of(rules)
    }

    /// Ranks the plays that break no guard.
    pub(super) fn rank(&mut self, now: &Turn, trace: &mut Trace) -> Ranking {
        let NetPlayer { weights, weighed, .. } = self;
        let weights = weights.of(now.rules());
        trace.weights = Some(weights.digest());
        let past = Past::of(now.view);
        let input = NetInput::of(now.view, now.me, &past);
        let accumulator = Accumulator::new(weights, input);
        let objective = now.persona.objective_in(now.profile);
        let bias = |play| Units::of(objective).of_point * taste::of(now, play);
        let rank = |play: Option<Combo>| match (play, objective) {
            (Some(out), _) if out.cards() == now.hand => Weighed { value: i32::MAX, play, logit: Logit(i32::MAX) },
            (_, Objective::Wins) => {
                let value = accumulator.value(play).0 + bias(play);
                Weighed { value, play, logit: Logit(value) }
            }
            (_, Objective::Score) => {
                let prediction = accumulator.prediction(play);
                Weighed { value: prediction.value(objective, play) + bias(play), play, logit: prediction.logit }
            }
        };
        let pass = (now.trick != Trick::Lead).then_some(None);
        let all = now.plays.iter().copied().map(Some).chain(pass);
        weighed.clear();
        weighed.extend(all.map(rank));
        // Plays of equal value stay in the order of listing.
        weighed.sort_by_key(|each| std::cmp::Reverse(each.value));
        // Further plays are neither reported nor searched, and each guard looks at all plays.
        let mut kept = 0;
        weighed.retain(|&Weighed { play, .. }| {
            let keeps = kept <= WIDTH_MAX && guard::broken(now, play).is_none();
            kept += usize::from(keeps);
            keeps
        });
        let shortlist = weighed.len().min(now.persona.params().deep_plays as usize);
        let (shortlist, others) = weighed.split_at_mut(shortlist);
        // A play that goes out needs no second opinion.
        let is_open = shortlist.first().is_some_and(|best| best.value < i32::MAX);
        if is_open && let Some(deep) = weights.deep(input) {
            decide_among(&deep, objective, shortlist, bias);
            let least = shortlist.last().map_or(i32::MAX, |each| each.value);
            // Only the small net knows the others: they stay behind those that the deep net knows.
            others.iter_mut().for_each(|each| each.value = each.value.min(least));
        }
        ranking(weighed)
    }

    /// Returns in how many of 1,000 likely deals the best of `plays`, or a pass, wins.
    pub(super) fn chance(&mut self, view: &View, me: Seat, plays: &[Combo]) -> i32 {
        if plays.iter().any(|play| play.cards() == view.hand()) {
            return 1000;
        }
        self.weigh(view, me, plays).as_slice().first().expect("a leader always has a play").wins
    }

    /// Ranks `plays`, or a pass, by their odds to win alone: by the deep net where there is one, and then the best few.
    fn weigh(&mut self, view: &View, me: Seat, plays: &[Combo]) -> Ranking {
        let past = Past::of(view);
        let NetPlayer { weights, weighed, .. } = self;
        let weights = weights.of(view.rules());
        let input = NetInput::of(view, me, &past);
        let accumulator = Accumulator::new(weights, input);
        let pass = (view.trick() != Trick::Lead).then_some(None);
        weighed.clear();
        weighed.extend(plays.iter().copied().map(Some).chain(pass).map(|play| {
            let logit = accumulator.value(play);
            Weighed { value: logit.0, play, logit }
        }));
        weighed.sort_by_key(|each| std::cmp::Reverse(each.value));
        if let Some(deep) = weights.deep(input) {
            weighed.truncate(TOGETHER);
            decide_among(&deep, Objective::Wins, weighed, |_| 0);
        }
        ranking(weighed)
    }

    /// Returns the value that a play loses against a better one, in the unit of an objective: by the deep net where there is one. The
    /// play need not be one that was weighed.
    pub(super) fn lost(&self, view: &View, objective: Objective, me: Seat, plays: [Option<Combo>; 2]) -> i32 {
        let past = Past::of(view);
        let weights = self.weights(view.rules());
        let goes_out = |play: Option<Combo>| play.is_some_and(|play| play.cards() == view.hand());
        // The nets know no hand without cards.
        let valued = |play| if goes_out(play) { None } else { play };
        let asked = plays.map(valued);
        let input = NetInput::of(view, me, &past);
        let predictions = match weights.deep(input) {
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
            play if goes_out(play) => WON,
            play => reported(objective, predictions[at].value(objective, play)),
        };
        (value(1) - value(0)).max(0)
    }

    /// Returns the place of `chosen` among `plays` and a pass, of which there are two at least: the share of the others that promise more,
    /// in thousandths. Only the best few have a place of their own; all others have the last one.
    pub(super) fn place(&mut self, view: &View, me: Seat, plays: &[Combo], chosen: Option<Combo>) -> u32 {
        let ranking = self.weigh(view, me, plays);
        let pass = usize::from(view.trick() != Trick::Lead);
        let others = (plays.len() + pass - 1).min(TOGETHER);
        let best = &ranking.as_slice()[..ranking.as_slice().len().min(TOGETHER)];
        let found = best.iter().find(|each| each.play == chosen);
        let before = found.map_or(others, |found| best.iter().filter(|each| each.value > found.value).count());
        (1000 * before / others) as u32
    }

    /// Races these plays in likely worlds, the baseline first.
    pub(super) fn look_ahead(
        &mut self,
        now: &Turn,
        candidates: impl Iterator<Item = Option<Combo>>,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        let weights = self.weights.of(now.rules());
        if !weights.judges_worlds() {
            return None;
        }
        self.lookahead.decide(now, weights, candidates, config, halt)
    }
}

/// Returns the distance from the best, in the values of plays, beyond which a play is no candidate for search.
pub(super) fn far_behind(now: &Turn) -> i32 {
    Units::of(now.persona.objective_in(now.profile)).far_behind
}

/// True if the nets can judge the view: every card is accounted for, and every wild rank is shown. A seat that took over without the
/// played cards is better off with the strategies.
pub(super) fn nets_judge(view: &View) -> bool {
    view.discarded() == 0 && !view.rules().awaits_wild()
}

/// True if the nets choose.
pub(super) fn by_net(view: &View, persona: &Persona) -> bool {
    persona.params().net && nets_judge(view)
}

/// Returns the persona's objective; the chance to win if the nets do not choose.
pub(super) fn objective(view: &View, persona: &Persona, profile: Profile) -> Objective {
    if by_net(view, persona) { persona.objective_in(profile) } else { Objective::Wins }
}
