//! The order of the plays: what the stage that chooses hands on to the stages that look ahead.

use rules::Combo;

use crate::search::WIDTH_MAX;

/// A play and its value to the persona.
#[derive(Clone, Copy)]
pub(super) struct RankedPlay {
    /// By the persona's objective, temperament included.
    pub(super) value: i32,
    pub(super) play: Option<Combo>,
    /// The wins in 1,000 that a net expects; 0 where none was asked.
    pub(super) wins: i32,
}

/// One more than a search takes: the play that was chosen is among them.
const RANKED_MAX: usize = WIDTH_MAX + 1;

/// Plays that break no guard, the best first: as many as search needs.
pub(super) struct Ranking {
    len: usize,
    plays: [RankedPlay; RANKED_MAX],
}

impl Ranking {
    /// No plays.
    pub(super) const NONE: Ranking =
        Ranking { len: 0, plays: [RankedPlay { value: 0, play: None, wins: 0 }; RANKED_MAX] };

    /// Takes the first of these plays, which are in order.
    pub(super) fn of(plays: impl Iterator<Item = RankedPlay>) -> Ranking {
        let mut ranking = Ranking::NONE;
        for (place, play) in ranking.plays.iter_mut().zip(plays) {
            *place = play;
            ranking.len += 1;
        }
        ranking
    }

    pub(super) fn as_slice(&self) -> &[RankedPlay] {
        &self.plays[..self.len]
    }

    /// Returns the wins in 1,000 of a play; 0 where none are known.
    pub(super) fn wins(&self, play: Option<Combo>) -> i32 {
        self.as_slice().iter().find(|each| each.play == play).map_or(0, |each| each.wins)
    }
}
