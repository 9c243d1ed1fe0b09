//! λ-returns: the values of the turns of a finished hand, as targets for the nets.

use rules::{Seat, Side};

use super::training_files::{SampleSets, Target};

/// λ: the share of a target that comes from later turns, not from the next value.
const TD_LAMBDA: f32 = 0.9;
/// The largest factor in a target. More than four bombs after a play are rare, and their factor would outweigh other samples.
pub(super) const FACTOR_MAX: f32 = 16.0;

/// A net's prediction in floating point, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Value {
    pub(super) chance: f32,
    pub(super) won: f32,
    pub(super) lost: f32,
}

impl Value {
    fn outcome(self, won: bool) -> Return {
        Return { chance: self.chance, factor: if won { self.won } else { self.lost } }
    }
}

#[derive(Clone)]
pub(super) struct PlayedTurn {
    pub(super) seat: Seat,
    /// The factor of the play on the stake.
    pub(super) factor: u32,
    /// The data for learning; `None` for a player that does not learn, and for the play that ends the hand.
    pub(super) learned: Option<LearningData>,
}

#[derive(Clone)]
pub(super) struct LearningData {
    /// The learning net's features after the play; `None` if the seat had no choice.
    pub(super) rows: Option<Vec<u16>>,
    /// The net's value of the seat's best play, and the factor of that play on the stake.
    pub(super) value: Option<(Value, u32)>,
    pub(super) explored: bool,
}

/// The outcome of a turn, from one seat's side.
#[derive(Clone, Copy)]
struct Return {
    chance: f32,
    factor: f32,
}

impl Return {
    /// Mixes `self` with the weight `share` and `other` with the rest.
    fn blend(self, share: f32, other: Return) -> Return {
        let of = |one: f32, other: f32| share * one + (1.0 - share) * other;
        Return { chance: of(self.chance, other.chance), factor: of(self.factor, other.factor) }
    }

    fn times(self, factor: u32) -> Return {
        Return { factor: factor as f32 * self.factor, ..self }
    }

    fn target(self, won: bool) -> Target {
        Target { chance: self.chance, factor: self.factor.clamp(1.0, FACTOR_MAX), won }
    }
}

/// Adds a hand's samples. Before an exploratory play its seat's return restarts at the value of the best play, because the later
/// turns then say nothing about the seat's earlier ones.
pub(super) fn add_samples(turns: &[PlayedTurn], winner: Side, samples: &mut SampleSets) {
    let won = Seat::ALL.map(|seat| seat.side() == winner);
    let mut returns = won.map(|won| Return { chance: f32::from(u8::from(won)), factor: 1.0 });
    for turn in turns.iter().rev() {
        let seat = turn.seat.index();
        let learned = turn.learned.as_ref();
        if let Some(rows) = learned.and_then(|learned| learned.rows.as_ref()) {
            samples[seat].add(rows, returns[seat].target(won[seat]));
        }
        let best = learned.and_then(|learned| Some((learned.value?, learned.explored)));
        for (at, each) in returns.iter_mut().enumerate() {
            *each = match best {
                Some(((net, factor), true)) if at == seat => net.outcome(won[seat]).times(factor),
                Some(((net, _), _)) if at == seat => each.blend(TD_LAMBDA, net.outcome(won[seat])).times(turn.factor),
                _ => each.times(turn.factor),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(chance: f32, factor: f32) -> Value {
        Value { chance, won: factor, lost: factor }
    }

    fn turn(seat: Seat, value: Value, explored: bool) -> PlayedTurn {
        let learned = LearningData { rows: Some(vec![0]), value: Some((value, 1)), explored };
        PlayedTurn { seat, factor: 1, learned: Some(learned) }
    }

    fn targets(turns: &[PlayedTurn], winner: Side) -> [Vec<Target>; 3] {
        let mut samples = SampleSets::default();
        add_samples(turns, winner, &mut samples);
        samples.map(|samples| samples.targets)
    }

    fn is_close(one: f32, other: f32) -> bool {
        (one - other).abs() < 1e-5
    }

    #[test]
    fn the_outcome_is_seen_from_each_seats_side() {
        let turns = Seat::ALL.map(|seat| turn(seat, value(0.5, 1.0), false));
        let of_seats = targets(&turns, Side::Landlord);
        let chances: Vec<f32> = of_seats.iter().flatten().map(|target| target.chance).collect();
        assert_eq!(chances, [1.0, 0.0, 0.0]);
        assert!(of_seats.iter().all(|of_seat| of_seat.len() == 1));
    }

    #[test]
    fn own_values_and_bombs_in_between_make_the_return() {
        // The landlord's second turn has the value .8 and a factor of 1.5; then it wins after a bomb of down.
        let bomb = PlayedTurn { seat: Seat::Down, factor: 2, learned: None };
        let turns = [
            turn(Seat::Landlord, value(0.6, 1.0), false),
            PlayedTurn { factor: 2, ..turn(Seat::Landlord, value(0.8, 1.5), false) },
            bomb,
        ];
        let [landlord, ..] = targets(&turns, Side::Landlord);
        // After the second play: a win, twice the stake.
        assert_eq!(landlord[0], Target { chance: 1.0, factor: 2.0, won: true });
        // After the first: a chance of 0.1 · 0.8 + 0.9 · 1, and a factor of 2 · (0.1 · 1.5 + 0.9 · 2), because the second play is a bomb.
        assert!(is_close(landlord[1].chance, 0.98) && is_close(landlord[1].factor, 3.9), "{landlord:?}");
    }

    #[test]
    fn an_exploratory_play_does_not_change_earlier_targets() {
        let turns = [turn(Seat::Up, value(0.6, 1.0), false), turn(Seat::Up, value(0.7, 1.2), true)];
        let [_, _, up] = targets(&turns, Side::Landlord);
        // An exploratory play has the result as its target; the turn before it has the value of the best play.
        assert_eq!(up[0], Target { chance: 0.0, factor: 1.0, won: false });
        assert!(is_close(up[1].chance, 0.7) && is_close(up[1].factor, 1.2), "{up:?}");
    }

    #[test]
    fn a_turn_without_a_choice_is_no_sample_of_its_seat() {
        let mut forced = turn(Seat::Down, value(0.5, 1.0), false);
        if let Some(learned) = &mut forced.learned {
            learned.rows = None;
        }
        let targets = targets(&[forced], Side::Peasants);
        assert!(targets.iter().all(Vec::is_empty), "{targets:?}");
    }
}
