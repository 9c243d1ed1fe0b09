//! λ-returns: what the turns of a finished hand were worth, as targets for the nets.

use engine::net::{Prediction, UNIT_FACTOR, UNIT_LOGIT};
use rules::{Seat, Side};

use super::{NetKind, SampleSets};
use crate::train::learner::Target;

/// Computation of targets.
#[derive(Clone, Copy, Debug)]
pub(in crate::train) struct Returns {
    /// Share of a target that comes from later turns rather than from the next value, 0 to 1.
    pub(in crate::train) td_lambda: f32,
}

/// λ of the full-information nets, whose next value is one turn away rather than three.
const FULL_INFORMATION_LAMBDA: f32 = 0.85;
/// More than four bombs after a play are rare: their factor would outweigh all other samples.
pub(in crate::train) const FACTOR_MAX: f32 = 16.0;

/// A net's prediction in floating point, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::train) struct Value {
    pub(in crate::train) chance: f32,
    pub(in crate::train) won: f32,
    pub(in crate::train) lost: f32,
}

impl Value {
    fn of(self, won: bool) -> Return {
        Return { chance: self.chance, factor: if won { self.won } else { self.lost } }
    }
}

impl From<Prediction> for Value {
    fn from(prediction: Prediction) -> Value {
        let factor = |factor: i32| factor as f32 / UNIT_FACTOR as f32;
        let chance = 1.0 / (1.0 + (-prediction.logit.0 as f32 / UNIT_LOGIT as f32).exp());
        Value { chance, won: factor(prediction.won), lost: factor(prediction.lost) }
    }
}

/// One turn that was played.
#[derive(Clone)]
pub(in crate::train) struct PlayedTurn {
    pub(in crate::train) seat: Seat,
    /// The factor of the play on the stake.
    pub(in crate::train) factor: u32,
    /// The view of a learning player; `None` for an opponent of the pool, and for the play that ends the hand.
    pub(in crate::train) learned: Option<Learned>,
}

/// A turn to learn from.
#[derive(Clone)]
pub(in crate::train) struct Learned {
    /// The features after the play, as the net that learns sees them; `None` where a seat had no choice.
    pub(in crate::train) rows: Option<Vec<u16>>,
    /// The net's value, and the factor of the stake that goes with it. A seat-view net's value is that of the seat's best play, with what
    /// the play multiplies the stake by; a full-information net's is that of the position after the turn's own play.
    pub(in crate::train) value: Option<(Value, u32)>,
    /// True if the play is an exploratory one.
    pub(in crate::train) explored: bool,
}

/// The outcome of a turn, from one seat's side.
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
    pub(in crate::train) const OUTCOME: Returns = Returns { td_lambda: 1.0 };

    /// Adds a hand's samples for the nets that learn.
    pub(super) fn add(&self, learns: NetKind, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        match learns {
            NetKind::SeatView => self.add_seat_views(turns, winner, samples),
            NetKind::FullInformation => self.add_full_information(turns, winner, samples),
        }
    }

    /// Targets of the seat-view nets. Before an exploratory play the return restarts at the value of the best play, because what follows
    /// says nothing about good play before it.
    pub(in crate::train) fn add_seat_views(&self, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        let won = Seat::ALL.map(|seat| seat.side() == winner);
        let mut returns = won.map(|won| Return { chance: f32::from(u8::from(won)), factor: 1.0 });
        for turn in turns.iter().rev() {
            let seat = turn.seat.index();
            let learned = turn.learned.as_ref();
            if let Some(rows) = learned.and_then(|learned| learned.rows.as_ref()) {
                samples[seat].add(rows, returns[seat].target(won[seat]));
            }
            let best = learned.and_then(|learned| Some((learned.value?, learned.explored)));
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

    /// Targets of the full-information nets. Before an exploratory play the return restarts at the net's value.
    fn add_full_information(&self, turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
        let lambda = if self.td_lambda == 1.0 { 1.0 } else { FULL_INFORMATION_LAMBDA };
        // From the landlord's side.
        let mut later = Return { chance: f32::from(u8::from(winner == Side::Landlord)), factor: 1.0 };
        let mut is_before_exploration = false;
        for turn in turns.iter().rev() {
            if let Some(Learned { rows: Some(rows), value: Some((value, _)), explored }) = &turn.learned {
                let won = turn.seat.side() == winner;
                let of_side = |one: Return| match turn.seat.side() {
                    Side::Landlord => one,
                    Side::Peasants => Return { chance: 1.0 - one.chance, ..one },
                };
                let value = of_side(value.of(won));
                if is_before_exploration && lambda < 1.0 {
                    later = value;
                }
                samples[NetKind::FullInformation.places().start + turn.seat.index()]
                    .add(rows, of_side(later).target(won));
                later = later.blend(lambda, value);
                is_before_exploration = *explored;
            } else {
                is_before_exploration = false;
            }
            later = later.after(turn.factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(chance: f32, factor: f32) -> Value {
        Value { chance, won: factor, lost: factor }
    }

    /// A turn with this value.
    fn turn(seat: Seat, value: Value, explored: bool) -> PlayedTurn {
        let learned = Learned { rows: Some(vec![0]), value: Some((value, 1)), explored };
        PlayedTurn { seat, factor: 1, learned: Some(learned) }
    }

    fn targets(learns: NetKind, turns: &[PlayedTurn], winner: Side, td_lambda: f32) -> [Vec<Target>; 6] {
        let mut samples = SampleSets::default();
        Returns { td_lambda }.add(learns, turns, winner, &mut samples);
        samples.map(|samples| (0..samples.len()).map(|index| samples.get(index).1).collect())
    }

    fn close(one: f32, other: f32) -> bool {
        (one - other).abs() < 1e-5
    }

    #[test]
    fn the_outcome_is_seen_from_each_seats_side() {
        let turns = Seat::ALL.map(|seat| turn(seat, value(0.5, 1.0), false));
        for (learns, first) in [(NetKind::SeatView, 0), (NetKind::FullInformation, 3)] {
            let targets = targets(learns, &turns, Side::Landlord, 1.0);
            let chances: Vec<f32> = targets.iter().flatten().map(|target| target.chance).collect();
            assert_eq!(chances, [1.0, 0.0, 0.0], "{learns:?}");
            assert!(targets[first..first + 3].iter().all(|of_net| of_net.len() == 1), "{learns:?}");
        }
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
        let [landlord, ..] = targets(NetKind::SeatView, &turns, Side::Landlord, 0.75);
        // After the second play: a win, twice the stake.
        assert_eq!(landlord[0], Target { chance: 1.0, factor: 2.0, won: true });
        // After the first: a quarter of .8 and three quarters of 1; the second play's own bomb doubles a quarter of 1.5 and three of 2.
        assert!(close(landlord[1].chance, 0.95) && close(landlord[1].factor, 3.75), "{landlord:?}");
    }

    #[test]
    fn an_exploratory_play_says_nothing_about_those_before_it() {
        let turns = [turn(Seat::Up, value(0.6, 1.0), false), turn(Seat::Up, value(0.7, 1.2), true)];
        let [_, _, up, ..] = targets(NetKind::SeatView, &turns, Side::Landlord, 0.75);
        // An explored play is judged by what came of it; the turn before by the best play there was.
        assert_eq!(up[0], Target { chance: 0.0, factor: 1.0, won: false });
        assert!(close(up[1].chance, 0.7) && close(up[1].factor, 1.2), "{up:?}");
    }

    #[test]
    fn the_full_information_net_blends_turn_by_turn() {
        // Down wins in the end. Its own chances: .6 after its play; the landlord's .8 before.
        let turns = [turn(Seat::Landlord, value(0.8, 1.0), false), turn(Seat::Down, value(0.6, 1.0), false)];
        let [.., landlord, down, _] = targets(NetKind::FullInformation, &turns, Side::Peasants, 0.75);
        assert!(close(down[0].chance, 1.0));
        // The landlord's side of that: .15 of .4, the rest of 0.
        assert!(close(landlord[0].chance, 0.06), "{landlord:?}");
    }

    #[test]
    fn a_turn_without_a_choice_is_no_sample_of_its_seat() {
        let mut forced = turn(Seat::Down, value(0.5, 1.0), false);
        if let Some(learned) = &mut forced.learned {
            learned.rows = None;
        }
        let targets = targets(NetKind::SeatView, &[forced], Side::Peasants, 0.75);
        assert!(targets.iter().all(Vec::is_empty), "{targets:?}");
    }
}
