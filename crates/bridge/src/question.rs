//! The question to the service, in DouZero's numbers: answers then have them too. The landlord, or who speaks first, is the first chair.

use rules::Chair;
use rules::card::Codec;
use wire::{told, v1};

/// The cards' numbers.
pub(crate) const NUMBERS: Codec = Codec::Douzero;

/// Returns the question what `who` does in this hand.
pub(crate) fn question(who: Chair, hand: v1::Hand, options: v1::DecisionOptions) -> v1::DecideRequest {
    // A position is refused, and never decided without what is wrong with it.
    let hand = v1::Hand { strict: true, ..hand };
    v1::DecideRequest {
        chair: told::chair(who),
        position: Some(v1::decide_request::Position::Hand(hand)),
        options: Some(options),
        ..v1::DecideRequest::default()
    }
}
