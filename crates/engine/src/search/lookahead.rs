//! Search by lookahead: in likely worlds the candidates are played, with or without further turns, and the full-information net values
//! the positions that are no end.

use rules::{Combo, Plays};

use super::net_judge::NetJudge;
use super::net_tree::{NetTree, Reply};
use super::race::{Noise, Race, RaceWorld, Score, Scorer, Scoring, SearchConfig, SearchResult};
use crate::game_state::GameState;
use crate::net::{Accumulator, CHANCE_ONE, Objective, Past, Weights};
use crate::opponents::opponent_model::OpponentModel;
use crate::persona::{SCORE_OF_POINT, WINS_OF_POINT, taste};
use crate::turn::Turn;

/// The treatment of scores: each is compared with that of the baseline, and wins are sums of chances.
const SCORING: Scoring = Scoring {
    noise: Noise::AgainstBaseline,
    in_1000: |sum, worlds| (sum / i64::from(worlds) * 1000 / i64::from(CHANCE_ONE)) as i32,
};

/// Buffers that decisions reuse. They save time and change no decision.
pub(crate) struct LookaheadSearch {
    plays: Box<Plays>,
    /// The replies of all positions of a tree's current line, in one stack.
    replies: Vec<Reply>,
    model: OpponentModel,
    race: Race,
}

impl LookaheadSearch {
    pub(crate) fn new() -> LookaheadSearch {
        LookaheadSearch {
            plays: Box::default(),
            replies: Vec::new(),
            model: OpponentModel::new(),
            race: Race::new(SCORING),
        }
    }

    /// Races `candidates`, the baseline first; `None` when no world was finished, or there is no challenger.
    pub(crate) fn decide(
        &mut self,
        now: &Turn,
        weights: &Weights,
        candidates: impl Iterator<Item = Option<Combo>>,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        let LookaheadSearch { plays, replies, model, race } = self;
        let judge = NetJudge { weights, side: now.me.side(), objective: now.objective };
        let of_point = match judge.objective {
            Objective::Wins => WINS_OF_POINT,
            Objective::Score => SCORE_OF_POINT,
        };
        let standing = now.course().standing();
        let taste = |play| taste(&now.seat_params, now.me, standing, play);
        let liked = |play| judge.value_of_wins(of_point * taste(play)) as i32;
        race.begin(candidates.map(|play| (play, liked(play))), config.width);
        if race.len() < 2 || config.worlds_max == 0 || config.nodes_max == 0 || halt() {
            return None;
        }
        let mut worlds = model.worlds(now, config.seed, now.belief, Some(weights));
        let past = now.past.as_ref().expect("the nets choose");
        match config.minimax.filter(|_| now.rules().is_plain()) {
            Some(bonus) => {
                let mut tree = NetTree { judge, past, depth: config.plies, bonus, plays, replies };
                race.run(&mut worlds, config, &mut tree, halt)
            }
            None => race.run(&mut worlds, config, &mut PlayOnScorer { judge, past, plies: config.plies, plays }, halt),
        }
    }
}

struct PlayOnScorer<'a> {
    judge: NetJudge<'a>,
    past: &'a Past,
    plies: u32,
    plays: &'a mut Plays,
}

impl<'a> Scorer for PlayOnScorer<'a> {
    /// The full-information net's sums for the position itself, if no turn is played on.
    type Shared = Option<Accumulator<'a>>;

    fn compute_shared(&mut self, start: &GameState) -> Option<Accumulator<'a>> {
        (self.plies == 0).then(|| self.judge.accumulate(start, self.past))
    }

    fn score(&mut self, play: Option<Combo>, world: RaceWorld<'_>, shared: &Option<Accumulator<'a>>) -> Option<Score> {
        Some(match shared {
            Some(accumulator) => {
                *world.nodes += 1;
                self.judge.score_after(accumulator, world.start, play, 0)
            }
            None => self.play_on(play, world),
        })
    }

    fn reported_value(&self, values: i64, worlds: u32) -> Option<i32> {
        self.judge.reported_value(values, worlds)
    }
}

impl PlayOnScorer<'_> {
    fn play_on(&mut self, first: Option<Combo>, world: RaceWorld<'_>) -> Score {
        let RaceWorld { rules, start, policies, nodes, .. } = world;
        let (mut state, mut past, mut play) = (*start, *self.past, first);
        *nodes += 1;
        let (mut left, mut bombs) = (self.plies, 0);
        loop {
            bombs += u32::from(play.is_some_and(Combo::is_bomb));
            past.add(state.turn(), state.standing(), play);
            if let Some(winner) = state.act(play) {
                return self.judge.score_of_end(winner, bombs);
            }
            *nodes += 1;
            let modelled = policies.play(rules, &state);
            play = modelled.unwrap_or_else(|| self.judge.best_play(rules, &state, &past, self.plays));
            left -= 1;
            if left == 0 {
                return self.judge.score_after(&self.judge.accumulate(&state, &past), &state, play, bombs);
            }
        }
    }
}
