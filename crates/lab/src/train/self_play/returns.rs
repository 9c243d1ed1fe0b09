//! λ-returns: what the turns of a finished hand were worth, as targets for the nets.

use engine::net::{Prediction, UNIT_FACTOR, UNIT_LOGIT};
use rules::{Seat, Side};

use super::SampleSets;
use crate::train::learner::Target;

/// Where the values between a turn and the outcome come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(in crate::train) enum TargetSource {
    /// The seat's own net at its next turns.
    Own,
    /// The full-information net at every turn.
    FullInformation,
}

/// How targets are computed.
#[derive(Clone, Copy, Debug)]
pub(in crate::train) struct Returns {
    /// How much of a target comes from later turns rather than from the next value, 0 to 1.
    pub(in crate::train) td_lambda: f32,
    pub(in crate::train) source: TargetSource,
}

/// λ of the full-information nets, whose next value is one turn away rather than three.
const FULL_INFORMATION_LAMBDA: f32 = 0.85;
/// More than four bombs after a play are rare: their factor would outweigh all other samples.
const FACTOR_MAX: f32 = 16.0;

/// A net's prediction in floating point, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Value {
    pub(super) chance: f32,
    pub(super) won: f32,
    pub(super) lost: f32,
}

impl Value {
    pub(super) const UNKNOWN: Value = Value { chance: 0.5, won: 1.0, lost: 1.0 };

    fn of(self, won: bool) -> Return {
        Return { chance: self.chance, factor: if won { self.won } else { self.lost } }
    }
}

impl From<Prediction> for Value {
    fn from(prediction: Prediction) -> Value {
        let factor = |factor: i32| factor as f32 / UNIT_FACTOR as f32;
        let chance = 1.0 / (1.0 + (-prediction.logit as f32 / UNIT_LOGIT as f32).exp());
        Value { chance, won: factor(prediction.won), lost: factor(prediction.lost) }
    }
}

/// One turn that was played.
pub(super) struct PlayedTurn {
    pub(super) seat: Seat,
    /// What the play multiplies the stake by.
    pub(super) factor: u32,
    /// What a learning player saw; `None` for an opponent of the pool, and for the play that ends the hand.
    pub(super) learned: Option<Learned>,
}

/// A turn to learn from.
pub(super) struct Learned {
    /// The features of the seat's view after the play; `None` where there was no choice.
    pub(super) seat_view: Option<Vec<u16>>,
    /// The value of the seat's best play by its own net, and what that play multiplies the stake by.
    pub(super) best: Option<(Value, u32)>,
    /// The features of all hands after the play, and the value by the full-information net.
    pub(super) full_information: Option<(Vec<u16>, Value)>,
    /// Whether the play is an exploratory one.
    pub(super) explored: bool,
}

/// What came of a turn, from one seat's side.
#[derive(Clone, Copy)]
struct Return {
    chance: f32,
    factor: f32,
}

impl Return {
    /// `self` by the weight `share`, the rest from `other`.
    fn blend(self, share: f32, other: Return) -> Return {
        let of = |one: f32, other: f32| share * one + (1.0 - share) * other;
        Return { chance: of(self.chance, other.chance), factor: of(self.factor, other.factor) }
    }

    fn after(self, factor: u32) -> Return {
        Return { factor: factor as f32 * self.factor, ..self }
    }

    fn target(self, won: bool) -> Target {
        Target { chance: self.chance, factor: self.factor.clamp(1.0, FACTOR_MAX), won }
    }
}

impl Returns {
    /// The outcome alone.
    pub(super) const OUTCOME: Returns = Returns { td_lambda: 1.0, source: TargetSource::Own };

    /// Adds the samples of a hand.
    pub(super) fn add(&self, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        if self.source == TargetSource::Own {
            self.add_own(turns, winner, samples);
        }
        self.add_full_information(turns, winner, samples);
    }

    /// Targets of the seat-view nets by their own values. Before an exploratory play the return restarts at the value of the best
    /// play, because what follows says nothing about good play before it.
    fn add_own(&self, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        let won = Seat::ALL.map(|seat| seat.side() == winner);
        let mut returns = won.map(|won| Return { chance: f32::from(u8::from(won)), factor: 1.0 });
        for turn in turns.iter().rev() {
            let seat = turn.seat.index();
            let learned = turn.learned.as_ref();
            if let Some(rows) = learned.and_then(|learned| learned.seat_view.as_ref()) {
                samples[seat].add(rows, returns[seat].target(won[seat]));
            }
            let best = learned.and_then(|learned| Some((learned.best?, learned.explored)));
            for (place, each) in returns.iter_mut().enumerate() {
                *each = match best {
                    Some(((value, factor), true)) if place == seat && self.td_lambda < 1.0 => {
                        value.of(won[seat]).after(factor)
                    }
                    Some(((value, _), _)) if place == seat => {
                        each.blend(self.td_lambda, value.of(won[seat])).after(turn.factor)
                    }
                    _ => each.after(turn.factor),
                };
            }
        }
    }

    /// Targets of the full-information nets, and those of the seat-view nets where they come from there. Before an exploratory play
    /// the return restarts at the net's value.
    fn add_full_information(&self, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        let lambda = if self.td_lambda == 1.0 { 1.0 } else { FULL_INFORMATION_LAMBDA };
        // From the landlord's side.
        let mut later = Return { chance: f32::from(u8::from(winner == Side::Landlord)), factor: 1.0 };
        let mut is_before_exploration = false;
        for turn in turns.iter().rev() {
            let Some(learned) = &turn.learned else {
                later = later.after(turn.factor);
                is_before_exploration = false;
                continue;
            };
            let Some((rows, value)) = &learned.full_information else { return };
            let won = turn.seat.side() == winner;
            let of_side = |one: Return| match turn.seat.side() {
                Side::Landlord => one,
                Side::Peasants => Return { chance: 1.0 - one.chance, ..one },
            };
            let value = of_side(value.of(won));
            if is_before_exploration && lambda < 1.0 {
                later = value;
            }
            samples[3 + turn.seat.index()].add(rows, of_side(later).target(won));
            later = later.blend(lambda, value);
            if let (TargetSource::FullInformation, Some(rows)) = (self.source, &learned.seat_view) {
                samples[turn.seat.index()].add(rows, of_side(later).target(won));
            }
            later = later.after(turn.factor);
            is_before_exploration = learned.explored;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(chance: f32, factor: f32) -> Value {
        Value { chance, won: factor, lost: factor }
    }

    /// A turn whose best play has this value, for both nets.
    fn turn(seat: Seat, value: Value, explored: bool) -> PlayedTurn {
        let learned = Learned {
            seat_view: Some(vec![0]),
            best: Some((value, 1)),
            full_information: Some((vec![0], value)),
            explored,
        };
        PlayedTurn { seat, factor: 1, learned: Some(learned) }
    }

    fn targets(turns: &[PlayedTurn], winner: Side, td_lambda: f32, source: TargetSource) -> [Vec<Target>; 6] {
        let mut samples = SampleSets::default();
        Returns { td_lambda, source }.add(turns, winner, &mut samples);
        samples.map(|samples| (0..samples.len()).map(|index| samples.get(index).1).collect())
    }

    fn close(one: f32, other: f32) -> bool {
        (one - other).abs() < 1e-5
    }

    #[test]
    fn the_outcome_is_seen_from_each_seats_side() {
        let turns = Seat::ALL.map(|seat| turn(seat, Value::UNKNOWN, false));
        let targets = targets(&turns, Side::Landlord, 1.0, TargetSource::Own);
        let chances = targets.map(|of_net| of_net[0].chance);
        assert_eq!(chances, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn own_values_and_bombs_in_between_make_the_return() {
        // The landlord's first turn: its second is worth .8 and a factor of 1.5; then it wins after a bomb of down.
        let bomb = PlayedTurn { seat: Seat::Down, factor: 2, learned: None };
        let turns = [
            turn(Seat::Landlord, value(0.6, 1.0), false),
            PlayedTurn { factor: 2, ..turn(Seat::Landlord, value(0.8, 1.5), false) },
            bomb,
        ];
        let [landlord, ..] = targets(&turns, Side::Landlord, 0.75, TargetSource::Own);
        // After the second play: a win, twice the stake.
        assert_eq!(landlord[0], Target { chance: 1.0, factor: 2.0, won: true });
        // After the first: a quarter of .8 and three quarters of 1; the second play's own bomb doubles a quarter of 1.5 and three of 2.
        assert!(close(landlord[1].chance, 0.95) && close(landlord[1].factor, 3.75), "{landlord:?}");
    }

    #[test]
    fn an_exploratory_play_says_nothing_about_those_before_it() {
        let turns = [turn(Seat::Up, value(0.6, 1.0), false), turn(Seat::Up, value(0.7, 1.2), true)];
        let [_, _, up, ..] = targets(&turns, Side::Landlord, 0.75, TargetSource::Own);
        // What was explored is judged by what came of it; the turn before by the best play there was.
        assert_eq!(up[0], Target { chance: 0.0, factor: 1.0, won: false });
        assert!(close(up[1].chance, 0.7) && close(up[1].factor, 1.2), "{up:?}");
    }

    #[test]
    fn the_full_information_net_blends_turn_by_turn() {
        // Down wins in the end. Its own chances: .6 after its play; the landlord's .8 before.
        let turns = [turn(Seat::Landlord, value(0.8, 1.0), false), turn(Seat::Down, value(0.6, 1.0), false)];
        let [landlord, down, _, full_landlord, full_down, _] =
            targets(&turns, Side::Peasants, 0.75, TargetSource::FullInformation);
        assert!(close(full_down[0].chance, 1.0));
        // The landlord's side of that: .15 of .4, the rest of 0.
        assert!(close(full_landlord[0].chance, 0.06), "{full_landlord:?}");
        assert!(close(landlord[0].chance, 0.15 * 0.8 + 0.85 * 0.06), "{landlord:?}");
        assert!(close(down[0].chance, 1.0 - 0.15 * 0.4), "{down:?}");
    }

    #[test]
    fn a_hand_without_full_information_teaches_the_seats_alone() {
        let mut only = turn(Seat::Down, Value::UNKNOWN, false);
        if let Some(learned) = &mut only.learned {
            learned.full_information = None;
        }
        let targets = targets(&[only], Side::Peasants, 0.75, TargetSource::Own);
        assert_eq!(targets.map(|of_net| of_net.len()), [0, 1, 0, 0, 0, 0]);
    }
}
