//! The numbers of each seat, as `lab tune` found them by matches.

use super::params::SeatParams;

/// The numbers by seat: landlord, down, up.
pub(crate) const SEAT_PARAMS: [SeatParams; 3] = [
    SeatParams {
        turn_cost: 120,
        worth_now: 47,
        worth_bomb: 42,
        worth_rocket: 40,
        lead_kept: 3,
        lead_inferred: 80,
        small_below: 7,
        answer_enemy: 2,
        answer_kept: 4,
        very_good: -26,
        slight: 0,
        chain_more: 19,
        near_at: 4,
        near_more: 22,
        path_odds: 63,
        ..SeatParams::DEFAULT
    },
    SeatParams {
        lead_pair: -17,
        lead_kept: 12,
        lead_inferred: 160,
        few_cards: 13,
        leave_partner: 35,
        answer_kept: 13,
        very_good: -7,
        slight: 2,
        ..SeatParams::DEFAULT
    },
    SeatParams {
        worth_bomb: 54,
        lead_single: 20,
        lead_kept: 32,
        lead_inferred: 20,
        small_below: 11,
        partner_big: 15,
        very_good: -28,
        near_more: 41,
        ..SeatParams::DEFAULT
    },
];
