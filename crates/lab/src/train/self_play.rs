//! Self-play: hands played by the nets as they are, and the samples drawn from them.

use engine::game_state::GameState;
use engine::net::features::ACTIVE_MAX;
use engine::net::{Accumulator, Past, Scene, Weights, chance};
use engine::opponents::rule_based::RulePolicy;
use engine::{Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Deal, Plays, Rng, Ruleset, Seat, Seed, Side, Table, Trick, View};

use super::learner::Samples;
use crate::match_runner::greedy;

/// How hands are played and judged.
#[derive(Clone, Copy)]
pub(super) struct SelfPlayConfig {
    /// In how many of 1,000 turns a play is sampled from the softmax of the values.
    pub(super) sampling_rate: u32,
    /// In how many of 1,000 turns a play is drawn uniformly.
    pub(super) epsilon: u32,
    /// λ of the returns: how much of a target comes from later turns rather than from the value of this one, 0 to 1.
    pub(super) td_lambda: f32,
    /// In how many of 100 hands the best of three hands is the landlord's.
    pub(super) strong_landlord: u32,
    /// In how many of 100 hands one side is played by an [`Opponent`] of the pool.
    pub(super) pool_share: u32,
}

/// One turn that was played.
struct Turn {
    seat: Seat,
    /// What the seat saw; nothing where there was no choice.
    seat_view: Option<Vec<u16>>,
    full_information: Vec<u16>,
    /// The landlord's chance after the play, by the full-information net.
    chance: f32,
    /// Whether the play is an exploratory one: not what the nets think best.
    explored: bool,
}

/// Samples for the seat-view nets by seat, then for the full-information ones.
pub(super) type SampleSets = [Samples; 6];

/// Who plays.
pub(super) enum BehaviourPolicy<'a> {
    /// The rule policy, which draws a play uniformly in so many of 1,000 turns.
    Policy {
        epsilon: u32,
    },
    Nets(&'a Weights),
}

/// Plays one side of a hand, so that the nets do not know only themselves.
#[derive(Clone, Copy, PartialEq)]
enum Opponent {
    /// The roll-out policy.
    Policy,
    /// The rule player.
    Rules,
    /// The simple player to spar with.
    Greedy,
}

/// The opponent pool; each comes as often as it is listed.
const OPPONENT_POOL: [Opponent; 4] = [Opponent::Policy, Opponent::Rules, Opponent::Rules, Opponent::Greedy];

/// In so many of 1,000 turns an opponent of the pool plays uniformly at random.
const OPPONENT_EPSILON: u32 = 20;

pub(super) struct SelfPlay {
    rules: Ruleset,
    plays: Plays,
    policy: RulePolicy,
    rule_player: Persona,
    scratch: Scratch,
    values: Vec<(Option<Combo>, i32)>,
}

impl SelfPlay {
    pub(super) fn new() -> SelfPlay {
        let rules = Ruleset::CLASSIC;
        SelfPlay {
            rules,
            plays: Plays::new(),
            policy: RulePolicy::new(&rules),
            rule_player: Persona::named("rules").expect("a built-in row"),
            scratch: Scratch::default(),
            values: Vec::new(),
        }
    }

    /// Plays one hand and adds its samples.
    pub(super) fn play(
        &mut self,
        policy: &BehaviourPolicy,
        config: &SelfPlayConfig,
        seed: Seed,
        samples: &mut SampleSets,
    ) {
        let mut rng = seed.rng();
        let deal = deal(&mut rng, config.strong_landlord);
        let mut table = Table::seated(self.rules, deal);
        let opponent = (rng.below(100) < config.pool_share).then(|| {
            let side = [Side::Landlord, Side::Peasants][rng.below(2) as usize];
            (side, OPPONENT_POOL[rng.below(OPPONENT_POOL.len() as u32) as usize])
        });
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
        let mut playing = GameState::new(hands, Seat::Landlord, None);
        let mut past = Past::start(deal.bottom());
        let mut turns: Vec<Turn> = Vec::with_capacity(64);
        let has_opponent = opponent.is_some();
        let is_warmup = matches!(policy, BehaviourPolicy::Policy { .. });
        let winner = loop {
            let me = playing.turn();
            let opponent = opponent.filter(|opponent| opponent.0 == me.side()).map(|opponent| opponent.1);
            let (play, choice, explored) = match opponent {
                Some(Opponent::Policy) => self.choose(
                    &BehaviourPolicy::Policy { epsilon: OPPONENT_EPSILON },
                    config,
                    &playing,
                    &past,
                    &mut rng,
                ),
                Some(opponent) => {
                    (self.opponent_play(opponent, &table.view(me.chair(Chair::First)), &mut rng), true, false)
                }
                None => self.choose(policy, config, &playing, &past, &mut rng),
            };
            let ends = play.is_some_and(|play| play.len() == playing.hand(me).len());
            // An opponent's play belongs to the environment: it is no sample and no exploration.
            if !ends && opponent.is_none() {
                let seat_view = choice.then(|| rows(&Scene::seat_view(&playing, &past), play));
                let scene = Scene::full_information(&playing, &past);
                let full_information = rows(&scene, play);
                let chance = match policy {
                    BehaviourPolicy::Policy { .. } => 0.5,
                    BehaviourPolicy::Nets(weights) => landlords(me, Accumulator::new(weights, scene).value(play)),
                };
                turns.push(Turn { seat: me, seat_view, full_information, chance, explored });
            }
            past.see(me, playing.standing(), play);
            if has_opponent {
                table.act(Action::Play(play)).expect("it is a legal play");
            }
            if let Some(side) = playing.act(play) {
                break side;
            }
        };
        // The values of untrained nets say nothing about a hand.
        add_targets(&turns, winner, if is_warmup { 1.0 } else { config.td_lambda }, samples);
    }

    /// What an opponent of the pool plays.
    fn opponent_play(&mut self, opponent: Opponent, view: &View, rng: &mut Rng) -> Option<Combo> {
        if rng.below(1000) < OPPONENT_EPSILON {
            let plays = self.plays.fill(&self.rules, view.hand(), view.trick());
            let pass = view.trick() != Trick::Lead;
            return plays.get(rng.below((plays.len() + usize::from(pass)) as u32) as usize).copied();
        }
        if opponent == Opponent::Greedy {
            return greedy::play(view, rng);
        }
        let seed = Seed(rng.next_u64());
        decide(view, &self.rule_player, seed, &mut self.scratch).expect("it is the seat's turn").play()
    }

    /// The play, whether there was a choice, and whether it is not what seems best.
    fn choose(
        &mut self,
        policy: &BehaviourPolicy,
        config: &SelfPlayConfig,
        playing: &GameState,
        past: &Past,
        rng: &mut Rng,
    ) -> (Option<Combo>, bool, bool) {
        let hand = playing.hand(playing.turn());
        let plays = self.plays.fill(&self.rules, hand, playing.trick());
        let pass = playing.trick() != Trick::Lead;
        let count = plays.len() + usize::from(pass);
        if count == 1 {
            return (plays.first().copied(), false, false);
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
            return (Some(out), false, false);
        }
        let any = |rng: &mut Rng| plays.get(rng.below(count as u32) as usize).copied();
        let draw = rng.below(1000);
        let weights = match policy {
            BehaviourPolicy::Policy { epsilon } if draw < *epsilon => return (any(rng), true, true),
            BehaviourPolicy::Policy { .. } => return (self.policy.choose(playing), true, false),
            BehaviourPolicy::Nets(_) if draw < config.epsilon => return (any(rng), true, true),
            BehaviourPolicy::Nets(weights) => weights,
        };
        let accumulator = Accumulator::new(weights, Scene::seat_view(playing, past));
        let all = plays.iter().copied().map(Some).chain(pass.then_some(None));
        self.values.clear();
        self.values.extend(all.map(|play| (play, accumulator.value(play))));
        let best = *self.values.iter().max_by_key(|each| each.1).expect("there is a choice");
        let sampling_rate =
            draw < config.epsilon + config.sampling_rate * if playing.turn() == Seat::Landlord { 3 } else { 2 } / 2;
        let chosen = if sampling_rate { by_softmax(&self.values, best.1, rng) } else { best.0 };
        (chosen, true, chosen != best.0)
    }
}

/// Draws a play: each unit of the logit below the best makes it e times rarer.
fn by_softmax(values: &[(Option<Combo>, i32)], best: i32, rng: &mut Rng) -> Option<Combo> {
    let weight = |value: i32| (((value - best) as f32 / 1024.0).exp() * 65536.0) as u32;
    let sum: u32 = values.iter().map(|each| weight(each.1)).sum();
    let mut place = rng.below(sum);
    let drawn = values.iter().find(|each| {
        let here = place < weight(each.1);
        place = place.wrapping_sub(weight(each.1));
        here
    });
    drawn.expect("the place lies within the sum").0
}

/// A deal for a landlord in the first chair. In so many of 100 deals the strongest of three hands becomes the landlord's.
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

fn rows(scene: &Scene, play: Option<Combo>) -> Vec<u16> {
    let mut rows = Vec::with_capacity(80);
    scene.features(play, |row| rows.push(row as u16));
    assert!(rows.len() <= ACTIVE_MAX, "{} rows in {scene:?}", rows.len());
    rows
}

/// The landlord's chance out of a seat's logit.
fn landlords(seat: Seat, logit: i32) -> f32 {
    let mine = chance(logit) as f32 / (1 << 14) as f32;
    if seat.side() == Side::Landlord { mine } else { 1.0 - mine }
}

/// Adds λ-returns: the outcome, blended with the full-information net's values at the turns in between. Before an exploratory play
/// the return restarts at the net's value, because what follows says nothing about good play before it.
fn add_targets(turns: &[Turn], winner: Side, td_lambda: f32, samples: &mut SampleSets) {
    let mut target = f32::from(u8::from(winner == Side::Landlord));
    let mut explored = false;
    for turn in turns.iter().rev() {
        // `target` is the landlord's chance after this turn, learned from what came later.
        if explored && td_lambda < 1.0 {
            target = turn.chance;
        }
        let of_side = |target: f32| if turn.seat.side() == Side::Landlord { target } else { 1.0 - target };
        samples[3 + turn.seat.index()].add(&turn.full_information, of_side(target));
        target = (1.0 - td_lambda) * turn.chance + td_lambda * target;
        if let Some(rows) = &turn.seat_view {
            samples[turn.seat.index()].add(rows, of_side(target));
        }
        explored = turn.explored;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Hand;

    fn turn(seat: Seat, chance: f32, explored: bool) -> Turn {
        Turn { seat, seat_view: Some(vec![0]), full_information: vec![0], chance, explored }
    }

    fn targets(turns: &[Turn], winner: Side, td_lambda: f32) -> [Vec<f32>; 6] {
        let mut samples = SampleSets::default();
        add_targets(turns, winner, td_lambda, &mut samples);
        samples.map(|samples| (0..samples.len()).map(|index| samples.get(index).1).collect())
    }

    #[test]
    fn the_outcome_is_seen_from_each_seats_side() {
        let turns = [turn(Seat::Landlord, 0.5, false), turn(Seat::Down, 0.5, false), turn(Seat::Up, 0.5, false)];
        let [landlord, down, up, full_landlord, ..] = targets(&turns, Side::Landlord, 1.0);
        assert_eq!((landlord, down, up, full_landlord), (vec![1.0], vec![0.0], vec![0.0], vec![1.0]));
    }

    #[test]
    fn what_comes_later_counts_for_more() {
        // Down wins in the end: 0 for the landlord. Last turn: a quarter of its own .4, the rest of 0: .1.
        // The turn before: a quarter of .8, and three quarters of .1: .275.
        let turns = [turn(Seat::Landlord, 0.8, false), turn(Seat::Down, 0.4, false)];
        let [landlord, down, _, full_landlord, full_down, _] = targets(&turns, Side::Peasants, 0.75);
        assert!((landlord[0] - 0.275).abs() < 1e-6, "{landlord:?}");
        // From down's side.
        assert!((down[0] - 0.9).abs() < 1e-6, "{down:?}");
        // The full-information net learns from what came after it alone.
        assert!((full_landlord[0] - 0.1).abs() < 1e-6 && full_down == [1.0], "{full_landlord:?} {full_down:?}");
    }

    #[test]
    fn an_exploratory_play_says_nothing_about_those_before_it() {
        let turns = [turn(Seat::Landlord, 0.8, false), turn(Seat::Down, 0.1, true)];
        let [landlord, down, ..] = targets(&turns, Side::Peasants, 0.75);
        assert!((landlord[0] - 0.8).abs() < 1e-6, "{landlord:?}");
        // The exploratory play itself is judged by what came of it.
        assert!((down[0] - 0.975).abs() < 1e-6, "{down:?}");
    }

    #[test]
    fn hands_are_dealt_whole() {
        let mut rng = Seed(5).rng();
        let mut stronger = 0;
        for _ in 0..400 {
            let deal = deal(&mut rng, 50);
            let hands = Chair::ALL.map(|chair| deal.hand(chair));
            assert_eq!(Deal::new(hands, deal.bottom()), Ok(deal));
            let points = |hand: Hand| engine::bid::strength(hand, &Ruleset::CLASSIC).points;
            stronger += i32::from(points(hands[0]) >= points(hands[1]).max(points(hands[2])));
        }
        // Half of them because it is the strongest, and a third of the rest.
        assert!((220..320).contains(&stronger), "{stronger} of 400");
    }
}
