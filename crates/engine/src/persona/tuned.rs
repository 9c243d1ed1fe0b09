//! The numbers of each seat as tuned by matches; see `docs/PERSONAS.md` for how.

use super::numbers::Manner;

/// By seat: landlord, down, up.
pub(super) const MANNERS: [Manner; 3] =
    [Manner { ..Manner::DEFAULT }, Manner { ..Manner::DEFAULT }, Manner { ..Manner::DEFAULT }];
