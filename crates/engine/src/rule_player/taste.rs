//! The likes of a temperament, for players that judge plays by chances to win: nets and searches know no temperaments.

use rules::{Combo, Seat};

use crate::persona::{SeatParams, tuned};

/// The worth of one quarter point at even chances, in wins of 1,000.
pub(crate) const WINS_OF_POINT: i32 = 2;
/// The same for a score player, in half thousandths of the stake: bombs spread scores farther than chances.
pub(crate) const SCORE_OF_POINT: i32 = 4;

/// The most that a taste is worth, in quarter points: at most this much of a hand's chances is spent on it.
const MOST: i32 = 8;

/// Returns how much more a seat with these numbers likes a play than the tuned player does, in quarter points; less is negative.
pub(crate) fn of(own: &SeatParams, me: Seat, standing: Option<(Seat, Combo)>, play: Option<Combo>) -> i32 {
    let Some(play) = play else { return 0 };
    let usual = &tuned::SEAT_PARAMS[me.index()];
    let answered = match standing {
        None => own.lead_bonus(play.kind()) - usual.lead_bonus(play.kind()),
        Some((owner, _)) if owner.side() != me.side() => own.answer_enemy - usual.answer_enemy,
        Some(_) => own.answer_partner - usual.answer_partner,
    };
    let bomb = if play.is_bomb() { own.bomb_more - usual.bomb_more } else { 0 };
    (answered + bomb).clamp(-MOST, MOST)
}
