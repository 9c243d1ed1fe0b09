//! Decisions by the nets: the seat's own net ranks the plays, the guards strike out what a table would laugh at, and for
//! personas that search the first few are tried out in likely worlds.

use rules::{Combo, Rng, Seed, Trick};

use super::{Choice, Limits, by_race, noise, terms};
use crate::decision::{CANDIDATES_MAX, Candidate, Candidates, Decider, Trace};
use crate::net::{Accumulator, CHANCE_ONE, Past, Scene, UNIT_LOGIT, Weights, chance};
use crate::persona::tuned;
use crate::rule_player::guard;
use crate::rule_player::situation::Situation;
use crate::search::{Foresight, WIDTH_MAX};

/// The nets, and buffers.
pub(super) struct Learned {
    weights: Weights,
    /// Of the last choice: the plays that break no guard, the best first, as many as matter.
    ranked: Vec<(i32, Option<Combo>)>,
    foresight: Foresight,
}

/// A play so much less likely to win than the best is not tried out.
const FAR_BEHIND: i32 = 3 * UNIT_LOGIT;

/// Wins in 1,000 that count as one quarter point where slips are concerned.
const WINS_PER_NOISE: i32 = 8;

/// Logits that one quarter point of temperament is worth: in an open game two wins in 1,000.
const LOGIT_PER_POINT: i32 = 8;

/// By how many quarter points a persona likes a play more than the tuned player does: the net knows nothing of
/// temperaments.
fn leaning(now: &Situation, play: Option<Combo>) -> i32 {
    let Some(play) = play else { return 0 };
    let (own, usual) = (now.manner, &tuned::MANNERS[now.me.index()]);
    let answered = match now.course().standing() {
        None => own.lead_bonus(play.kind()) - usual.lead_bonus(play.kind()),
        Some((owner, _)) if now.is_enemy(owner) => own.answer_enemy - usual.answer_enemy,
        Some(_) => own.answer_partner - usual.answer_partner,
    };
    answered + if play.is_bomb() { own.bomb_more - usual.bomb_more } else { 0 }
}

impl Learned {
    pub(super) fn new(weights: Weights) -> Learned {
        let ranked = Vec::with_capacity(rules::movegen::PLAYS_MAX + 1);
        Learned { weights, ranked, foresight: Foresight::new() }
    }

    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What the seat's net expects to win most often, of the plays that break no guard.
    pub(super) fn choose(&mut self, now: &Situation, mut rng: Rng, trace: &mut Trace) -> Choice {
        let Learned { weights, ranked, .. } = self;
        trace.weights = Some(weights.digest());
        let past = Past::of(now.view);
        let accumulator = Accumulator::new(weights, Scene::of(now.view, now.me, &past));
        let value = |play: Option<Combo>| match play {
            Some(play) if play.cards() == now.hand => i32::MAX,
            play => accumulator.value(play) + LOGIT_PER_POINT * leaning(now, play),
        };
        let pass = (now.trick != Trick::Lead).then_some(None);
        let all = now.plays.iter().copied().map(Some).chain(pass);
        ranked.clear();
        ranked.extend(all.map(|play| (value(play), play)));
        // Plays of equal value stay in the order of listing.
        ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        // More are neither reported nor tried out, and a guard looks at all plays for each.
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
        let noise = now.persona.nature().noise * WINS_PER_NOISE;
        let chosen = noise::choose(candidates.as_slice(), noise, &mut rng).expect("some play breaks no guard");
        let reason = ("learned", "Of all plays, this is what won most often when the net played against itself.");
        Choice { play: chosen.play, reason, decider: Decider::Net, candidates, win_chance: Some(chosen.value) }
    }

    /// Tries the best of the last choice out in likely worlds, for personas that search.
    pub(super) fn look_ahead(
        &mut self,
        now: &Situation,
        choice: Choice,
        seed: Seed,
        limits: &mut Limits<'_>,
        trace: &mut Trace,
    ) -> Choice {
        let terms = terms(now, limits);
        if terms.worlds_max == 0 || choice.play.is_some_and(|play| play.cards() == now.hand) {
            return choice;
        }
        let best = self.ranked.first().map_or(0, |&(value, _)| value);
        let near = self.ranked.iter().filter(|&&(value, _)| value > best - FAR_BEHIND);
        let rivals = near.map(|&(_, play)| play).filter(|&play| play != choice.play);
        let candidates = std::iter::once(choice.play).chain(rivals);
        match self.foresight.decide(now, &self.weights, candidates, seed, terms, limits.halt) {
            Some(found) => by_race(&found, choice.play, trace),
            None => choice,
        }
    }
}
