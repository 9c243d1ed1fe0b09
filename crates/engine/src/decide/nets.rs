//! Decisions by the nets: the seat-view net ranks the plays, the guards strike out blunders, and for personas that search the
//! best few race in likely worlds.

use rules::{Combo, Rng, Seed, Trick};

use super::{Choice, Limits, noise, search_config, searched};
use crate::decision::{CANDIDATES_MAX, Candidate, Candidates, Decider, Trace};
use crate::net::{Accumulator, CHANCE_ONE, Past, Scene, UNIT_LOGIT, Weights, chance};
use crate::persona::tuned;
use crate::rule_player::guard;
use crate::rule_player::situation::Situation;
use crate::search::{LookaheadSearch, WIDTH_MAX};

/// The nets, and buffers.
pub(super) struct NetPlayer {
    weights: Weights,
    /// Of the last choice: the plays that break no guard, the best first, as many as search needs.
    ranked: Vec<(i32, Option<Combo>)>,
    lookahead: LookaheadSearch,
}

/// A play this far behind the best is no candidate for search.
const FAR_BEHIND: i32 = 3 * UNIT_LOGIT;

/// Wins in 1,000 that count as one quarter point where slips are concerned.
const WINS_PER_NOISE: i32 = 8;

/// Logits that one quarter point of temperament is worth: in an open game two wins in 1,000.
const LOGIT_PER_POINT: i32 = 8;

/// The bias of a persona towards a play, in quarter points above the tuned player's. The net knows no temperaments.
fn temperament_bias(now: &Situation, play: Option<Combo>) -> i32 {
    let Some(play) = play else { return 0 };
    let (own, usual) = (now.seat_params, &tuned::SEAT_PARAMS[now.me.index()]);
    let answered = match now.course().standing() {
        None => own.lead_bonus(play.kind()) - usual.lead_bonus(play.kind()),
        Some((owner, _)) if now.is_enemy(owner) => own.answer_enemy - usual.answer_enemy,
        Some(_) => own.answer_partner - usual.answer_partner,
    };
    answered + if play.is_bomb() { own.bomb_more - usual.bomb_more } else { 0 }
}

impl NetPlayer {
    pub(super) fn new(weights: Weights) -> NetPlayer {
        let ranked = Vec::with_capacity(rules::movegen::PLAYS_MAX + 1);
        NetPlayer { weights, ranked, lookahead: LookaheadSearch::new() }
    }

    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The play that the seat-view net expects to win most often, of those that break no guard.
    pub(super) fn choose(&mut self, now: &Situation, mut rng: Rng, trace: &mut Trace) -> Choice {
        let NetPlayer { weights, ranked, .. } = self;
        trace.weights = Some(weights.digest());
        let past = Past::of(now.view);
        let accumulator = Accumulator::new(weights, Scene::of(now.view, now.me, &past));
        let value = |play: Option<Combo>| match play {
            Some(play) if play.cards() == now.hand => i32::MAX,
            play => accumulator.value(play) + LOGIT_PER_POINT * temperament_bias(now, play),
        };
        let pass = (now.trick != Trick::Lead).then_some(None);
        let all = now.plays.iter().copied().map(Some).chain(pass);
        ranked.clear();
        ranked.extend(all.map(|play| (value(play), play)));
        // Plays of equal value stay in the order of listing.
        ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        // Further plays are neither reported nor searched, and each guard looks at all plays.
        let mut kept = 0;
        ranked.retain(|&(_, play)| {
            let keeps = kept <= WIDTH_MAX && guard::broken(now, play).is_none();
            kept += usize::from(keeps);
            keeps
        });
        let mut candidates = Candidates::NONE;
        for &(value, play) in ranked.iter().take(CANDIDATES_MAX) {
            candidates.offer(Candidate { play, value: chance(value) * 1000 / CHANCE_ONE });
        }
        let noise = now.persona.params().noise * WINS_PER_NOISE;
        let chosen = noise::choose(candidates.as_slice(), noise, &mut rng).expect("some play breaks no guard");
        let reason = ("learned", "Of all plays, this is what won most often when the net played against itself.");
        Choice { play: chosen.play, reason, decider: Decider::Net, candidates, win_chance: Some(chosen.value) }
    }

    /// Races the best of the last choice in likely worlds, for personas that search.
    pub(super) fn look_ahead(
        &mut self,
        now: &Situation,
        choice: Choice,
        seed: Seed,
        limits: &mut Limits<'_>,
        trace: &mut Trace,
    ) -> Choice {
        let config = search_config(now, limits);
        if config.worlds_max == 0 || choice.play.is_some_and(|play| play.cards() == now.hand) {
            return choice;
        }
        let best = self.ranked.first().map_or(0, |&(value, _)| value);
        let near = self.ranked.iter().filter(|&&(value, _)| value > best - FAR_BEHIND);
        let challengers = near.map(|&(_, play)| play).filter(|&play| play != choice.play);
        let candidates = std::iter::once(choice.play).chain(challengers);
        match self.lookahead.decide(now, &self.weights, candidates, seed, &config, limits.halt) {
            Some(found) => searched(&found, choice.play, trace),
            None => choice,
        }
    }
}
