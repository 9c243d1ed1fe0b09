//! The numbers of each seat as tuned by matches; see `docs/PERSONAS.md` for how.

use super::numbers::Manner;

/// By seat: landlord, down, up.
pub(super) const MANNERS: [Manner; 3] = [
    Manner { answer_enemy: 2, very_good: -26, answer_kept: 4, slight: 0, turn_cost: 120, ..Manner::DEFAULT },
    Manner { lead_kept: -1, ..Manner::DEFAULT },
    Manner { ..Manner::DEFAULT },
];
