//! Search with wild ranks, as a race of candidates. In each world every wild card that is still held stands for a rank,
//! and the hand is played out with natural cards by the policy of [`rollout`](super::rollout).

use rules::{Combo, Hand, Kind, Rank, Ruleset, Seat, Side};

use super::race::{Noise, Race, RaceWorld, Score, Scorer, Scoring, SearchConfig, SearchResult};
use super::rollout::RulePolicy;
use crate::game_state::GameState;
use crate::opponents::opponent_model::OpponentModel;
use crate::persona::SeatParams;
use crate::turn::Turn;
use crate::wild_player::WildMeasure;

const RACE_WIDTH: usize = 24;

/// The weight of a net's wins compared with the result of a world: the policy that plays worlds out is weaker than the net.
const NET_WEIGHT: i32 = 3;

/// The treatment of scores: wins in 1,000, compared in pairs.
const SCORING: Scoring = Scoring { noise: Noise::Paired, in_1000: |sum, worlds| (sum / i64::from(worlds)) as i32 };
const WIN_VALUE: i32 = 1000;

/// Buffers that decisions reuse. They save time and change no decision.
pub(crate) struct WildSearch {
    model: OpponentModel,
    race: Race,
    policy: RulePolicy,
    /// The stand-ins of hands under the ruleset of the last search.
    measure: Option<(Ruleset, WildMeasure)>,
}

impl WildSearch {
    pub(crate) fn new() -> WildSearch {
        let policy = RulePolicy::new(&Ruleset::CLASSIC);
        WildSearch { model: OpponentModel::new(), race: Race::new(SCORING), policy, measure: None }
    }

    /// Races `candidates`, the baseline first, each with the wins in 1,000 that a net expects of it, if nets play; `None` when no world was
    /// finished, or there is no challenger.
    pub(crate) fn decide(
        &mut self,
        now: &Turn,
        candidates: impl Iterator<Item = (Option<Combo>, i32)>,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        let WildSearch { model, race, policy, measure } = self;
        race.begin(candidates.map(|(play, wins)| (play, NET_WEIGHT * wins * WIN_VALUE / 1000)), RACE_WIDTH);
        if race.len() < 2 || config.worlds_max == 0 || config.nodes_max == 0 || halt() {
            return None;
        }
        let mut worlds = model.worlds(now, config.seed, now.belief, None);
        let (rules, side) = (now.rules(), now.me.side());
        policy.renew(&rules.without_wilds());
        if measure.as_ref().is_none_or(|(known, _)| known != rules) {
            // The parameters are the same in all deals, so stand-ins can be cached.
            let params = SeatParams { worth_now: 0, ..SeatParams::DEFAULT };
            *measure = Some((*rules, WildMeasure::new(rules, &params, Hand::DECK)));
        }
        let (_, measure) = measure.as_ref().expect("it was made for this ruleset");
        race.run(&mut worlds, config, &mut PlayOutScorer { side, policy, measure }, halt)
    }
}

/// A scorer that plays worlds out: [`WIN_VALUE`] for a win of this side, otherwise 0.
struct PlayOutScorer<'a> {
    side: Side,
    policy: &'a mut RulePolicy,
    measure: &'a WildMeasure,
}

impl Scorer for PlayOutScorer<'_> {
    /// The hands with stand-ins. The seat on turn keeps its own cards, because its stand-ins depend on its play.
    type Shared = [Hand; 3];

    fn compute_shared(&mut self, start: &GameState) -> [Hand; 3] {
        Seat::ALL.map(|seat| match seat == start.turn() {
            true => start.hand(seat),
            false => self.measure.natural_hand(start.hand(seat)),
        })
    }

    fn score(&mut self, play: Option<Combo>, world: RaceWorld<'_>, shared: &[Hand; 3]) -> Option<Score> {
        *world.nodes += 1;
        let me = world.start.turn();
        let hand = world.start.hand(me);
        let rest = play.map_or(hand, |play| hand.minus(play.cards()).expect("a play comes from the hand"));
        let won = |side: Side| Some(Score::wins(if side == self.side { WIN_VALUE } else { 0 }));
        if rest.is_empty() {
            return won(me.side());
        }
        let mut hands = *shared;
        hands[me.index()] = self.measure.natural_hand(rest);
        let mut state = match play {
            Some(play) => GameState::new(hands, me.next(), Some((me, as_natural_bomb(play)))),
            None => {
                let standing = world.start.standing().map(|(owner, combo)| (owner, as_natural_bomb(combo)));
                let mut state = GameState::new(hands, me, standing);
                state.act(None);
                state
            }
        };
        loop {
            if let Some(winner) = state.act(self.policy.choose(&state)) {
                return won(winner);
            }
        }
    }
}

/// Returns a bomb as four natural cards, a longer one as four 2s; other combos stay.
fn as_natural_bomb(combo: Combo) -> Combo {
    if combo.kind() != Kind::Bomb {
        return combo;
    }
    let key = if combo.len() > 4 { Rank::TWO } else { combo.key() };
    Ruleset::CLASSIC.read(Hand::of(key, 4).expect("a rank has four cards")).expect("four cards are a bomb")
}
