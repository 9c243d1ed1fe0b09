//! A hand under way. It plays on until a net has to choose; then it waits for values.

use engine::game_state::GameState;
use engine::net::deep::BATCH_MAX;
use engine::net::{Accumulator, NetInput, Objective, Past, Weights};
use rules::{Action, Chair, Combo, Deal, Plays, Rng, Ruleset, Seat, Seed, Side, Table, Trick};

use super::pool::{Opponent, OpponentPool};
use super::returns::{self, FACTOR_MAX, LearningData, PlayedTurn, Value};
use super::training_files::{ROWS_KEPT, SampleSets, fit_rows};

/// The most plays of a turn that the deep nets value: the best ones by the small nets. A legal pass is valued too.
pub(super) const SHORTLIST_LEN: usize = BATCH_MAX - 1;

/// Outputs of a net for a play: the log odds, the factor given a win, the factor given a loss.
pub(super) type NetOutputs = [f32; 3];

/// Forks in 1,000 turns of a peasant: the hand is played a second time with another play. The landlord has two thirds of that rate. The rate
/// doubles for a peasant that leads, and for a seat with an enemy at five cards or fewer.
const FORK_RATE: u32 = 90;
/// The turns in 1,000 in which a play is sampled from the softmax of the log odds, and in which it is uniformly random.
const SAMPLE_RATE: u32 = 12;
const EPSILON: u32 = 2;
/// The percentage of hands in which the first nets of the training step play one side. About half of these have no exploration, for measuring.
const FIRST_NETS_PERCENT: u32 = 10;
/// The percentage of hands, other than measured ones, in which the landlord gets the strongest of three hands by selection.
const STRONG_LANDLORD_PERCENT: u32 = 20;

/// A player that does not learn.
#[derive(Clone, Copy, PartialEq)]
enum FixedPlayer {
    Pool(Opponent),
    /// The first nets of the training step.
    First,
}

#[derive(Clone)]
pub(super) struct HandInPlay {
    rng: Rng,
    table: Table,
    state: GameState,
    past: Past,
    turns: Vec<PlayedTurn>,
    fixed: Option<(Side, FixedPlayer)>,
    /// True if the hand counts in the match against the first nets: it has no exploration and no forks.
    pub(super) is_measured: bool,
    pub(super) is_fork: bool,
    /// All plays of the turn, and the places of those that wait for values.
    plays: Vec<Option<Combo>>,
    shortlist: Vec<usize>,
}

pub(super) enum NextStep {
    Choose,
    Over(Side),
}

pub(super) struct SharedData<'a> {
    pub(super) rules: Ruleset,
    pub(super) weights: &'a Weights,
    pub(super) pool: OpponentPool,
    pub(super) plays: Plays,
}

impl HandInPlay {
    pub(super) fn new(shared: &SharedData, seed: Seed) -> HandInPlay {
        let mut rng = seed.rng();
        let is_first = rng.below(100) < FIRST_NETS_PERCENT;
        let is_measured = is_first && rng.below(2) == 0;
        let deal = deal(&mut rng, if is_measured { 0 } else { STRONG_LANDLORD_PERCENT });
        let table = Table::at_lead(shared.rules, deal);
        let fixed = if is_first {
            Some(([Side::Landlord, Side::Peasants][rng.below(2) as usize], FixedPlayer::First))
        } else {
            OpponentPool::draw(&mut rng).map(|(side, one)| (side, FixedPlayer::Pool(one)))
        };
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
        HandInPlay {
            rng,
            state: GameState::new(hands, Seat::Landlord, None),
            past: Past::start(table.deal().bottom()),
            table,
            turns: Vec::with_capacity(64),
            fixed,
            is_measured,
            is_fork: false,
            plays: Vec::new(),
            shortlist: Vec::new(),
        }
    }

    /// Returns the number of the net to ask: the current nets by seat, then the first nets of the step.
    pub(super) fn net_number(&self) -> usize {
        let seat = self.state.turn();
        seat.index() + if self.fixed_player(seat) == Some(FixedPlayer::First) { Seat::ALL.len() } else { 0 }
    }

    fn fixed_player(&self, seat: Seat) -> Option<FixedPlayer> {
        self.fixed.filter(|(side, _)| *side == seat.side()).map(|(_, player)| player)
    }

    pub(super) fn waiting_count(&self) -> usize {
        self.shortlist.len()
    }

    pub(super) fn questions(&self) -> impl Iterator<Item = Vec<u16>> {
        self.shortlist.iter().map(|&place| self.feature_rows(self.plays[place]))
    }

    fn feature_rows(&self, play: Option<Combo>) -> Vec<u16> {
        let mut rows = Vec::with_capacity(ROWS_KEPT);
        NetInput::seat_view(&self.state, &self.past).emit_features(play, |row| rows.push(row as u16));
        fit_rows(&mut rows);
        rows
    }

    /// Plays on until a net has to choose or the hand is over.
    pub(super) fn advance(&mut self, shared: &mut SharedData) -> NextStep {
        loop {
            let me = self.state.turn();
            let player = self.fixed_player(me);
            let (play, learned) = if let Some(FixedPlayer::Pool(opponent)) = player {
                let view = self.table.view(me.chair(Chair::First));
                (shared.pool.play(opponent, &view, &mut self.rng), None)
            } else {
                match self.list_plays(shared) {
                    None => return NextStep::Choose,
                    Some(forced) => {
                        (forced, player.is_none().then_some(LearningData { rows: None, value: None, explored: false }))
                    }
                }
            };
            if let Some(side) = self.act(play, learned) {
                return NextStep::Over(side);
            }
        }
    }

    /// Lists the plays of the turn and those that wait for values. Returns the play if there is no choice or one goes out.
    fn list_plays(&mut self, shared: &mut SharedData) -> Option<Option<Combo>> {
        let hand = self.state.hand(self.state.turn());
        let plays = shared.plays.fill(&shared.rules, hand, self.state.trick());
        let pass = self.state.trick() != Trick::Lead;
        if plays.len() + usize::from(pass) == 1 {
            return Some(plays.first().copied());
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
            return Some(Some(out));
        }
        self.plays.clear();
        self.plays.extend(plays.iter().copied().map(Some).chain(pass.then_some(None)));
        self.shortlist.clear();
        self.shortlist.extend(0..self.plays.len());
        if self.plays.len() > SHORTLIST_LEN {
            let accumulator = Accumulator::new(shared.weights, NetInput::seat_view(&self.state, &self.past));
            let value = |play: Option<Combo>| accumulator.prediction(play).scaled_value(Objective::Score, factor(play));
            let values: Vec<i32> = self.plays.iter().map(|&play| value(play)).collect();
            self.shortlist.sort_unstable_by_key(|&place| (std::cmp::Reverse(values[place]), place));
            let passes = self.plays.len() - 1;
            let drops_pass = pass && !self.shortlist[..SHORTLIST_LEN].contains(&passes);
            self.shortlist.truncate(SHORTLIST_LEN);
            self.shortlist.extend(drops_pass.then_some(passes));
        }
        None
    }

    /// Chooses by the values of the plays that waited. If the hand forks, returns its copy with another play.
    pub(super) fn choose(&mut self, outputs: &[NetOutputs]) -> Option<HandInPlay> {
        let score = |place: usize| score(outputs[place], factor(self.plays[self.shortlist[place]]));
        let best = (0..outputs.len()).max_by(|&one, &other| score(one).total_cmp(&score(other)).then(other.cmp(&one)));
        let best = best.expect("some play waited");
        let best_play = self.plays[self.shortlist[best]];
        if self.fixed_player(self.state.turn()).is_some() {
            self.act(best_play, None);
            return None;
        }
        let odds: Vec<f32> = outputs.iter().map(|of_play| of_play[0]).collect();
        let value = Some((value(outputs[best]), factor(best_play)));
        let fork = self.should_fork().then(|| self.fork(&odds, best)).flatten();
        let draw = if self.is_measured { u32::MAX } else { self.rng.below(1000) };
        let play = match () {
            () if draw < EPSILON => self.plays[self.rng.below(self.plays.len() as u32) as usize],
            () if draw < EPSILON + SAMPLE_RATE => self.plays[self.shortlist[draw_softmax(&odds, None, &mut self.rng)]],
            () => best_play,
        };
        let learned = LearningData { rows: Some(self.feature_rows(play)), value, explored: play != best_play };
        self.act(play, Some(learned));
        fork
    }

    fn should_fork(&mut self) -> bool {
        if self.is_fork || self.is_measured || self.shortlist.len() < 2 {
            return false;
        }
        let me = self.state.turn();
        let enemies = Seat::ALL.into_iter().filter(|seat| seat.side() != me.side());
        let is_late = enemies.map(|seat| self.state.hand(seat).len()).min().is_some_and(|least| least <= 5);
        let is_lead = me != Seat::Landlord && self.state.trick() == Trick::Lead;
        let rate = FORK_RATE * (1 + u32::from(is_late)) * (1 + u32::from(is_lead));
        self.rng.below(3000) < rate * if me == Seat::Landlord { 2 } else { 3 }
    }

    /// Returns a copy of this hand with another play than the best. The hidden cards are the same, so the difference says more about the two
    /// plays than two different hands. The copy's samples begin with that play.
    fn fork(&mut self, odds: &[f32], best: usize) -> Option<HandInPlay> {
        let place = draw_softmax(odds, Some(best), &mut self.rng);
        let play = self.plays[self.shortlist[place]];
        let rng = Seed(self.rng.next_u64()).rng();
        let mut fork = HandInPlay { rng, turns: Vec::with_capacity(32), is_fork: true, ..self.clone() };
        let learned = LearningData { rows: Some(self.feature_rows(play)), value: None, explored: false };
        fork.act(play, Some(learned)).is_none().then_some(fork)
    }

    fn act(&mut self, play: Option<Combo>, learned: Option<LearningData>) -> Option<Side> {
        let me = self.state.turn();
        let ends = play.is_some_and(|play| play.len() == self.state.hand(me).len());
        self.turns.push(PlayedTurn { seat: me, factor: factor(play), learned: learned.filter(|_| !ends) });
        self.past.add(me, self.state.standing(), play);
        if matches!(self.fixed, Some((_, FixedPlayer::Pool(_)))) {
            self.table.act(Action::Play(play)).expect("it is a legal play");
        }
        self.state.act(play)
    }

    pub(super) fn add_samples(&self, winner: Side, samples: &mut SampleSets) {
        returns::add_samples(&self.turns, winner, samples);
    }

    /// Returns the side of a measured hand that learns, and its score: a stake of one, doubled by bombs.
    pub(super) fn measured_result(&self, winner: Side) -> Option<(Side, i64)> {
        let (fixed, _) = self.fixed.filter(|_| self.is_measured)?;
        let stake: i64 = self.turns.iter().map(|turn| i64::from(turn.factor)).product();
        let side = if fixed == Side::Landlord { Side::Peasants } else { Side::Landlord };
        Some((side, if winner == side { stake } else { -stake }))
    }
}

fn factor(play: Option<Combo>) -> u32 {
    if play.is_some_and(Combo::is_bomb) { 2 } else { 1 }
}

/// Returns a deal for a landlord in the first chair. In `strong_landlord` percent of the deals the strongest of three hands is selected for
/// the landlord.
fn deal(rng: &mut Rng, strong_landlord: u32) -> Deal {
    let deal = Deal::shuffled(rng);
    if rng.below(100) >= strong_landlord {
        return deal;
    }
    let points = |chair: &Chair| engine::bid::strength(deal.hand(*chair), &Ruleset::CLASSIC).points;
    let landlord = Chair::ALL.into_iter().max_by_key(points).expect("there are three");
    let hands = Seat::ALL.map(|seat| deal.hand(seat.chair(landlord)));
    Deal::new(hands, deal.bottom()).expect("the same cards")
}

fn value([logit, won, lost]: NetOutputs) -> Value {
    let factor = |factor: f32| factor.clamp(1.0, FACTOR_MAX);
    Value { chance: 1.0 / (1.0 + (-logit).exp()), won: factor(won), lost: factor(lost) }
}

fn score(outputs: NetOutputs, factor: u32) -> f32 {
    let Value { chance, won, lost } = value(outputs);
    factor as f32 * (chance * won - (1.0 - chance) * lost)
}

/// Draws a place by the softmax of the log odds, never `without`.
fn draw_softmax(odds: &[f32], without: Option<usize>, rng: &mut Rng) -> usize {
    let best = odds.iter().copied().fold(f32::MIN, f32::max);
    // Each other weight is at least one, so that there is always a place to draw.
    let weight =
        |place: usize| if without == Some(place) { 0 } else { 1 + ((odds[place] - best).exp() * 65536.0) as u32 };
    let mut left = rng.below((0..odds.len()).map(weight).sum());
    for place in 0..odds.len() {
        if left < weight(place) {
            return place;
        }
        left -= weight(place);
    }
    unreachable!("the draw lies within the sum")
}

#[cfg(test)]
mod tests {
    use rules::Hand;

    use super::*;

    #[test]
    fn deals_are_whole_and_landlords_as_strong_as_asked() {
        let mut rng = Seed(5).rng();
        let mut stronger = 0;
        for _ in 0..400 {
            let deal = deal(&mut rng, 50);
            let hands = Chair::ALL.map(|chair| deal.hand(chair));
            assert_eq!(Deal::new(hands, deal.bottom()), Ok(deal));
            let points = |hand: Hand| engine::bid::strength(hand, &Ruleset::CLASSIC).points;
            stronger += i32::from(points(hands[0]) >= points(hands[1]).max(points(hands[2])));
        }
        // Half of the landlords by selection, and a third of the rest by chance.
        assert!((220..320).contains(&stronger), "{stronger} of 400");
    }
}
