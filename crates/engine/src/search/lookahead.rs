//! Search by lookahead: in many likely worlds every candidate is played, the seat-view nets play on for some turns, and the
//! full-information net says what that is worth: wins, or points of the stake.

use rules::{Combo, Plays, Ruleset, Side, Trick};

use super::minimax::{NetTree, Reply};
use super::race::{Noise, Race, Score, Scorer, Scoring, SearchConfig, SearchResult, Trial};
use crate::game_state::GameState;
use crate::net::{Accumulator, CHANCE_ONE, NetInput, Objective, Past, SCORE_ONE, Weights};
use crate::opponents::opponent_model::OpponentModel;
use crate::rule_player::taste;
use crate::turn::Turn;

/// The scoring. `expert` looks into 1,024 worlds at most. With a margin of one standard error at all limits, 64,000 nodes gained nothing
/// over 16,000, so the margin shrinks beyond that.
const SCORING: Scoring = Scoring {
    worlds_per_look: 16,
    noise: Noise::AgainstBaseline,
    full_margin_worlds: 1024,
    in_1000: |sum, worlds| (sum / i64::from(worlds) * 1000 / i64::from(CHANCE_ONE)) as i32,
};

/// Buffers that decisions reuse. They save time and change no decision.
pub(crate) struct LookaheadSearch {
    plays: Box<Plays>,
    /// The replies of all open positions of a tree, one above the other.
    replies: Vec<Reply>,
    model: OpponentModel,
    race: Race,
}

impl LookaheadSearch {
    /// Empty buffers.
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
        let judge = NetJudge { weights, side: now.me.side(), objective: now.persona.objective_in(now.rules()) };
        let of_point = match judge.objective {
            Objective::Wins => taste::WINS_OF_POINT,
            Objective::Score => taste::SCORE_OF_POINT,
        };
        let liked = |play| judge.of_wins(of_point * taste::of(now, play)) as i32;
        race.enter(candidates.map(|play| (play, liked(play))), config.width);
        if race.len() < 2 || config.worlds_max == 0 || config.nodes_max == 0 || halt() {
            return None;
        }
        let mut worlds = model.worlds(now.view, config.seed, config.belief, Some(weights));
        let past = Past::of(now.view);
        match config.minimax.filter(|_| now.rules().is_plain()) {
            Some(bonus) => {
                let mut tree = NetTree { judge, past: &past, depth: config.plies, bonus, plays, replies };
                race.run(&mut worlds, config, &mut tree, halt)
            }
            None => {
                race.run(&mut worlds, config, &mut PlayOn { judge, past: &past, plies: config.plies, plays }, halt)
            }
        }
    }
}

/// A scorer that plays worlds on for some turns, and judges what comes of it.
struct PlayOn<'a> {
    judge: NetJudge<'a>,
    past: &'a Past,
    plies: u32,
    plays: &'a mut Plays,
}

/// A judge of what `side` may expect in a world, as the full-information net of the seat to play sees it.
#[derive(Clone, Copy)]
pub(super) struct NetJudge<'a> {
    pub(super) weights: &'a Weights,
    pub(super) side: Side,
    pub(super) objective: Objective,
}

impl<'a> Scorer for PlayOn<'a> {
    /// The net's view of the position itself, where no turn is played on.
    type Shared = Option<Accumulator<'a>>;

    fn shared(&mut self, start: &GameState) -> Option<Accumulator<'a>> {
        (self.plies == 0).then(|| self.judge.look(start, self.past))
    }

    fn score(&mut self, play: Option<Combo>, trial: Trial<'_>, shared: &Option<Accumulator<'a>>) -> Option<Score> {
        Some(match shared {
            Some(accumulator) => {
                *trial.nodes += 1;
                self.judge.score_after(accumulator, trial.start, play, 0)
            }
            None => self.play_on(play, trial),
        })
    }

    fn reported(&self, values: i64, worlds: u32) -> Option<i32> {
        self.judge.reported(values, worlds)
    }
}

/// One stake, in values of a score player: as fine as chances, and sums of them fit.
const STAKE: i32 = 1 << 12;

impl PlayOn<'_> {
    fn play_on(&mut self, first: Option<Combo>, trial: Trial<'_>) -> Score {
        let Trial { rules, start, policies, nodes, .. } = trial;
        let (mut state, mut past, mut play) = (*start, *self.past, first);
        *nodes += 1;
        let (mut left, mut bombs) = (self.plies, 0);
        loop {
            bombs += u32::from(play.is_some_and(Combo::is_bomb));
            past.see(state.turn(), state.standing(), play);
            if let Some(winner) = state.act(play) {
                return self.judge.score_of_end(winner, bombs);
            }
            *nodes += 1;
            let modelled = policies.play(rules, &state);
            play = modelled.unwrap_or_else(|| self.judge.best_play(rules, &state, &past, self.plays));
            left -= 1;
            if left == 0 {
                return self.judge.score_after(&self.judge.look(&state, &past), &state, play, bombs);
            }
        }
    }
}

impl<'a> NetJudge<'a> {
    /// Returns the value of a world to the net of the seat to play.
    pub(super) fn look<'b>(&self, state: &GameState, past: &'b Past) -> Accumulator<'b>
    where
        'a: 'b,
    {
        Accumulator::new(self.weights, NetInput::full_information(state, past))
    }

    /// The best play by the seat-view net of the seat to play; a hand that can go out goes out.
    fn best_play(&self, rules: &Ruleset, state: &GameState, past: &Past, plays: &mut Plays) -> Option<Combo> {
        let (hand, trick) = (state.hand(state.turn()), state.trick());
        let plays = plays.fill(rules, hand, trick);
        if plays.is_empty() || (plays.len() == 1 && trick == Trick::Lead) {
            return plays.first().copied();
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
            return Some(out);
        }
        let accumulator = Accumulator::new(self.weights, NetInput::seat_view(state, past));
        let pass = (trick != Trick::Lead).then_some(None);
        let all = plays.iter().copied().map(Some).chain(pass);
        let value = |play: Option<Combo>| match self.objective {
            // The other heads would cost time and change nothing.
            Objective::Wins => accumulator.value(play).0,
            Objective::Score => accumulator.prediction(play).value(self.objective, play),
        };
        all.max_by_key(|&play| value(play)).expect("there is a choice")
    }

    /// Returns the value in one world that stands for this number of wins in 1,000.
    pub(super) fn of_wins(&self, wins: i32) -> i64 {
        let one = match self.objective {
            Objective::Wins => CHANCE_ONE,
            Objective::Score => 2 * STAKE,
        };
        i64::from(one) * i64::from(wins) / 1000
    }

    /// As [`Scorer::reported`].
    pub(super) fn reported(&self, values: i64, worlds: u32) -> Option<i32> {
        // As in `Unit::Score`.
        let half = || values * 500 / i64::from(STAKE) / i64::from(worlds);
        (self.objective == Objective::Score).then(|| 500 + half() as i32)
    }

    /// Returns the score of a hand that `winner` won after `bombs` bombs.
    pub(super) fn score_of_end(&self, winner: Side, bombs: u32) -> Score {
        let is_mine = winner == self.side;
        let wins = if is_mine { CHANCE_ONE } else { 0 };
        match self.objective {
            Objective::Wins => Score::wins(wins),
            Objective::Score => Score { value: if is_mine { STAKE << bombs } else { -(STAKE << bombs) }, wins },
        }
    }

    /// Returns the score of `play` by the seat to play, after `bombs` bombs.
    pub(super) fn score_after(
        &self,
        net: &Accumulator<'_>,
        state: &GameState,
        play: Option<Combo>,
        bombs: u32,
    ) -> Score {
        let mover = state.turn();
        if let Some(out) = play.filter(|play| play.len() == state.hand(mover).len()) {
            return self.score_of_end(mover.side(), bombs + u32::from(out.is_bomb()));
        }
        let is_mine = mover.side() == self.side;
        let of_side = |chance: i32| if is_mine { chance } else { CHANCE_ONE - chance };
        match self.objective {
            Objective::Wins => Score::wins(of_side(net.value(play).chance())),
            Objective::Score => {
                let prediction = net.prediction(play);
                let value = (prediction.value(Objective::Score, play) / (SCORE_ONE / STAKE)) << bombs;
                Score { value: if is_mine { value } else { -value }, wins: of_side(prediction.logit.chance()) }
            }
        }
    }
}
