//! The numbers of each seat as tuned by matches; see `docs/PERSONAS.md` for how.

use super::numbers::Manner;

/// By seat: landlord, down, up.
pub(super) const MANNERS: [Manner; 3] = [
    Manner {
        turn_cost: 120,
        worth_now: 47,
        worth_bomb: 42,
        worth_rocket: 40,
        small_below: 7,
        answer_enemy: 2,
        answer_kept: 4,
        very_good: -26,
        slight: 0,
        near_at: 4,
        ..Manner::DEFAULT
    },
    Manner { lead_kept: 12, answer_kept: 13, ..Manner::DEFAULT },
    Manner { worth_bomb: 43, lead_single: 20, partner_big: 15, ..Manner::DEFAULT },
];
