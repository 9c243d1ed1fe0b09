//! Self-play: hands played by the nets as they are, and the samples drawn from them.

mod returns;

use std::ops::Range;

use engine::game_state::GameState;
use engine::net::features::ACTIVE_MAX;
use engine::net::{Accumulator, NetInput, Objective, Past, Prediction, Weights};
use engine::opponents::rule_based::RulePolicy;
use engine::{Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Deal, Plays, Rank, Rng, Ruleset, Seat, Seed, Side, Table, Trick, View};

use super::learner::Samples;
use crate::match_runner::greedy;
use engine::Profile;

pub(super) use returns::{FACTOR_MAX, Learned, PlayedTurn, Returns, Value};

/// The nets of a weights file by what they see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NetKind {
    /// The view of the seat: they choose plays.
    SeatView,
    /// All three hands: they judge the worlds of a search.
    FullInformation,
}

impl NetKind {
    /// Their places in a weights file.
    pub(super) const fn places(self) -> Range<usize> {
        match self {
            NetKind::SeatView => 0..3,
            NetKind::FullInformation => 3..6,
        }
    }
}

/// Play and judgement of hands.
#[derive(Clone, Copy)]
pub(super) struct SelfPlayConfig<'a> {
    /// In how many of 1,000 turns a play is sampled from the softmax of the values.
    pub(super) sampling_rate: u32,
    /// In how many of 1,000 turns a play is drawn uniformly.
    pub(super) epsilon: u32,
    /// The nets' objective.
    pub(super) objective: Objective,
    /// Which nets learn from the hands.
    pub(super) learns: NetKind,
    /// Computation of targets.
    pub(super) returns: Returns,
    /// In how many of 100 hands the best of three hands is the landlord's.
    pub(super) strong_landlord: u32,
    /// In how many of 100 hands one side is played by an [`Opponent`] of the pool.
    pub(super) pool_share: u32,
    /// The persona that the nets learn to beat, alone in the pool.
    pub(super) to_beat: Option<&'a Persona>,
}

/// Samples for the seat-view nets by seat, then for the full-information ones.
pub(super) type SampleSets = [Samples; 6];

/// The player.
pub(super) enum BehaviourPolicy<'a> {
    /// The rule policy, which draws a play uniformly in this many of 1,000 turns.
    Policy {
        epsilon: u32,
    },
    Nets(&'a Weights),
}

/// The choice of a behaviour policy.
struct Chosen {
    play: Option<Combo>,
    /// True if there was more than one play to choose from.
    is_choice: bool,
    /// The best play's value by the seat's own net, and what that play multiplies the stake by.
    best: Option<(Value, u32)>,
    /// True if the play is exploratory: not what the policy thinks best.
    explored: bool,
}

impl Chosen {
    fn forced(play: Option<Combo>) -> Chosen {
        Chosen { play, is_choice: false, best: None, explored: false }
    }

    fn random(play: Option<Combo>) -> Chosen {
        Chosen { is_choice: true, explored: true, ..Chosen::forced(play) }
    }
}

/// Plays one side of a hand, so that the nets do not know only themselves.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Opponent {
    /// The roll-out policy.
    Policy,
    /// The rule player.
    Rules,
    /// The simple player to spar with.
    Greedy,
    /// A persona that does not learn here: the shipped nets, or the one to beat.
    Frozen,
}

/// The opponent pool; each comes as often as it is listed.
const OPPONENT_POOL: &[Opponent] =
    &[Opponent::Policy, Opponent::Rules, Opponent::Rules, Opponent::Greedy, Opponent::Frozen, Opponent::Frozen];

/// The same where ranks are wild: the roll-out policy does not know them.
const WILD_OPPONENT_POOL: &[Opponent] =
    &[Opponent::Rules, Opponent::Rules, Opponent::Greedy, Opponent::Frozen, Opponent::Frozen];

/// Turns of 1,000 in which an opponent of the pool plays uniformly at random.
const OPPONENT_EPSILON: u32 = 20;

pub(super) struct SelfPlay {
    plays: Plays,
    policy: RulePolicy,
    rule_player: Persona,
    frozen: Persona,
    scratch: Scratch,
    values: Vec<(Option<Combo>, Prediction)>,
}

impl SelfPlay {
    pub(super) fn new(to_beat: Option<&Persona>) -> SelfPlay {
        // The bare net: solving endings would take most of the time.
        let bare = || Persona::named("net").and_then(|net| net.with("solve-worlds", 0).ok()).expect("a built-in row");
        SelfPlay {
            plays: Plays::new(),
            policy: RulePolicy::new(&Ruleset::CLASSIC),
            rule_player: Persona::named("rules").expect("a built-in row"),
            frozen: to_beat.cloned().unwrap_or_else(bare),
            scratch: Scratch::default(),
            values: Vec::new(),
        }
    }

    /// Plays one hand and adds its samples.
    pub(super) fn play(
        &mut self,
        rules: &Ruleset,
        policy: &BehaviourPolicy,
        config: &SelfPlayConfig,
        seed: Seed,
        samples: &mut SampleSets,
    ) {
        let mut rng = seed.rng();
        let mut table = Table::seated(*rules, deal(rules, &mut rng, config.strong_landlord));
        let rules = *table.board().rules();
        if !Profile::of(&rules).has_stand_ins() {
            self.policy.renew(&rules);
        }
        let opponent = draw_opponent(&rules, config.pool_share, config.to_beat.is_some(), &mut rng);
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
        let mut playing = GameState::new(hands, Seat::Landlord, None);
        let mut past = Past::start(table.deal().bottom()).among(rules.wilds());
        let mut turns: Vec<PlayedTurn> = Vec::with_capacity(64);
        let has_opponent = opponent.is_some();
        let winner = loop {
            let me = playing.turn();
            let opponent = opponent.filter(|opponent| opponent.0 == me.side()).map(|opponent| opponent.1);
            let chosen = match opponent {
                Some(opponent) => {
                    let view = table.view(me.chair(Chair::First));
                    Chosen::forced(self.opponent_play(opponent, &view, &playing, &mut rng))
                }
                None => self.choose(&rules, policy, config, &playing, &past, &mut rng),
            };
            let play = chosen.play;
            let ends = play.is_some_and(|play| play.len() == playing.hand(me).len());
            // An opponent's play belongs to the environment: it is no sample and no exploration.
            let is_sample = !ends && opponent.is_none();
            let learned = is_sample.then(|| learned(&chosen, config.learns, policy, &playing, &past));
            turns.push(PlayedTurn { seat: me, factor: factor(&rules, play), learned });
            past.see(me, playing.standing(), play);
            if has_opponent {
                table.act(Action::Play(play)).expect("it is a legal play");
            }
            if let Some(side) = playing.act(play) {
                break side;
            }
        };
        config.returns.add(config.learns, &turns, winner, samples);
    }

    /// The play of an opponent of the pool.
    pub(super) fn opponent_play(
        &mut self,
        opponent: Opponent,
        view: &View,
        playing: &GameState,
        rng: &mut Rng,
    ) -> Option<Combo> {
        if rng.below(1000) < OPPONENT_EPSILON {
            let plays = self.plays.fill_frugal(view.rules(), view.hand(), view.trick());
            let pass = view.trick() != Trick::Lead;
            return plays.get(rng.below((plays.len() + usize::from(pass)) as u32) as usize).copied();
        }
        let persona = match opponent {
            Opponent::Policy => {
                self.policy.renew(view.rules());
                let plays = self.plays.fill(view.rules(), view.hand(), view.trick());
                let out = plays.iter().copied().find(|play| play.cards() == view.hand());
                return out.or_else(|| self.policy.choose(playing));
            }
            Opponent::Greedy => return greedy::play(view, rng),
            Opponent::Rules => &self.rule_player,
            Opponent::Frozen => &self.frozen,
        };
        let seed = Seed(rng.next_u64());
        decide(view, persona, seed, &mut self.scratch).expect("it is the seat's turn").play()
    }

    /// The play of a behaviour policy.
    fn choose(
        &mut self,
        rules: &Ruleset,
        policy: &BehaviourPolicy,
        config: &SelfPlayConfig,
        playing: &GameState,
        past: &Past,
        rng: &mut Rng,
    ) -> Chosen {
        let hand = playing.hand(playing.turn());
        let plays = self.plays.fill_frugal(rules, hand, playing.trick());
        let pass = playing.trick() != Trick::Lead;
        let count = plays.len() + usize::from(pass);
        if count == 1 {
            return Chosen::forced(plays.first().copied());
        }
        // With wild cards the frugal list may lack the play that ends the hand.
        let out = match playing.trick() {
            _ if !Profile::of(rules).has_stand_ins() => plays.iter().copied().find(|play| play.len() == hand.len()),
            Trick::Lead => rules.read(hand),
            Trick::Follow(standing) => rules.read_answer(hand, standing),
        };
        if out.is_some() {
            return Chosen::forced(out);
        }
        let any = |rng: &mut Rng| plays.get(rng.below(count as u32) as usize).copied();
        let draw = rng.below(1000);
        let weights = match policy {
            BehaviourPolicy::Policy { epsilon } if draw < *epsilon => return Chosen::random(any(rng)),
            BehaviourPolicy::Policy { .. } => {
                return Chosen { is_choice: true, ..Chosen::forced(self.policy.choose(playing)) };
            }
            BehaviourPolicy::Nets(weights) => weights,
        };
        let accumulator = Accumulator::new(weights, NetInput::seat_view(playing, past));
        let all = plays.iter().copied().map(Some).chain(pass.then_some(None));
        self.values.clear();
        self.values.extend(all.map(|play| (play, accumulator.prediction(play))));
        let value = |&(play, prediction): &(Option<Combo>, Prediction)| {
            prediction.value_times(config.objective, factor(rules, play))
        };
        let best = *self.values.iter().max_by_key(|each| value(each)).expect("there is a choice");
        let samples =
            draw < config.epsilon + config.sampling_rate * if playing.turn() == Seat::Landlord { 3 } else { 2 } / 2;
        let chosen = match () {
            () if draw < config.epsilon => any(rng),
            () if samples => by_softmax(&self.values, rng),
            () => best.0,
        };
        let best_value = Some((best.1.into(), factor(rules, best.0)));
        Chosen { play: chosen, is_choice: true, best: best_value, explored: chosen != best.0 }
    }
}

/// A turn as the nets that learn see it.
fn learned(chosen: &Chosen, learns: NetKind, policy: &BehaviourPolicy, playing: &GameState, past: &Past) -> Learned {
    let play = chosen.play;
    let (rows, value) = match (learns, policy) {
        (NetKind::FullInformation, BehaviourPolicy::Nets(weights)) => {
            let scene = NetInput::full_information(playing, past);
            let value = Accumulator::new(weights, scene).prediction(play).into();
            (Some(rows(&scene, play)), Some((value, 1)))
        }
        _ => (chosen.is_choice.then(|| rows(&NetInput::seat_view(playing, past), play)), chosen.best),
    };
    Learned { rows, value, explored: chosen.explored }
}

/// Which side an opponent of the pool plays, and which of them, if one plays at all.
pub(super) fn draw_opponent(
    rules: &Ruleset,
    pool_share: u32,
    has_one_to_beat: bool,
    rng: &mut Rng,
) -> Option<(Side, Opponent)> {
    (rng.below(100) < pool_share).then(|| {
        let side = [Side::Landlord, Side::Peasants][rng.below(2) as usize];
        let pool = match () {
            () if has_one_to_beat => &[Opponent::Frozen],
            () if Profile::of(rules).has_stand_ins() => WILD_OPPONENT_POOL,
            () => OPPONENT_POOL,
        };
        (side, pool[rng.below(pool.len() as u32) as usize])
    })
}

/// Draws a play by its odds to win: each unit of the logit below the best makes it e times rarer.
fn by_softmax(values: &[(Option<Combo>, Prediction)], rng: &mut Rng) -> Option<Combo> {
    let best = values.iter().map(|each| each.1.logit.0).max().expect("there is a choice");
    let weight = |prediction: Prediction| (((prediction.logit.0 - best) as f32 / 1024.0).exp() * 65536.0) as u32;
    let sum: u32 = values.iter().map(|each| weight(each.1)).sum();
    let mut place = rng.below(sum);
    let drawn = values.iter().find(|each| {
        let here = place < weight(each.1);
        place = place.wrapping_sub(weight(each.1));
        here
    });
    drawn.expect("the place lies within the sum").0
}

/// The factor of a play on the stake. Natural bombs double, whatever the ruleset settles.
pub(super) fn factor(rules: &Ruleset, play: Option<Combo>) -> u32 {
    match play {
        Some(bomb) if bomb.is_bomb() => {
            if Profile::of(rules).has_stand_ins() {
                rules.bomb_factor(bomb)
            } else {
                2
            }
        }
        _ => 1,
    }
}

/// A deal for a landlord in the first chair. In `strong_landlord` percent of the deals the strongest of three hands becomes the landlord's.
/// Wild ranks are those that the table draws for the first deal.
pub(super) fn deal(rules: &Ruleset, rng: &mut Rng, strong_landlord: u32) -> Deal {
    let deal = Deal::shuffled(rng);
    if rng.below(100) >= strong_landlord {
        return deal;
    }
    let table = Table::seated(*rules, deal);
    let points = |chair: &Chair| engine::bid::strength(deal.hand(*chair), table.board().rules()).points;
    let landlord = Chair::ALL.into_iter().max_by_key(points).expect("there are three");
    let hands = Seat::ALL.map(|seat| deal.hand(seat.chair(landlord)));
    let wilds: Vec<Rank> = table.deal().wilds().collect();
    let deal = Deal::new(hands, deal.bottom()).expect("the same cards");
    deal.with_wilds(rules, &wilds).expect("the table drew as many as the ruleset has")
}

pub(super) fn rows(scene: &NetInput, play: Option<Combo>) -> Vec<u16> {
    let mut rows = Vec::with_capacity(80);
    scene.features(play, |row| rows.push(row as u16));
    assert!(rows.len() <= ACTIVE_MAX, "{} rows in {scene:?}", rows.len());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Hand;

    #[test]
    fn hands_are_dealt_whole() {
        let mut rng = Seed(5).rng();
        let mut stronger = 0;
        for _ in 0..400 {
            let deal = deal(&Ruleset::CLASSIC, &mut rng, 50);
            let hands = Chair::ALL.map(|chair| deal.hand(chair));
            assert_eq!(Deal::new(hands, deal.bottom()), Ok(deal));
            let points = |hand: Hand| engine::bid::strength(hand, &Ruleset::CLASSIC).points;
            stronger += i32::from(points(hands[0]) >= points(hands[1]).max(points(hands[2])));
        }
        // Half of them because it is the strongest, and a third of the rest.
        assert!((220..320).contains(&stronger), "{stronger} of 400");
    }

    #[test]
    fn a_strong_landlord_keeps_the_wild_ranks_that_were_drawn() {
        for rules in Ruleset::WILD {
            for number in 0..40 {
                let [usual, strong] = [0, 100].map(|share| deal(rules, &mut Seed(6).stream(number).rng(), share));
                let drawn = |deal| Table::seated(*rules, deal).deal().wilds().collect::<Vec<_>>();
                assert_eq!(drawn(usual), drawn(strong));
                assert_eq!(drawn(usual).len(), usize::from(rules.wild_ranks()));
            }
        }
    }
}
