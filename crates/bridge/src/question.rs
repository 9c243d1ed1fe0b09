//! The request to the service, in DouZero's numbers, so that answers have them too. The landlord, or the first speaker, is the first
//! chair.

use rules::Chair;
use rules::card::Codec;
use wire::{told, v1};

/// The cards' numbers.
pub(crate) const NUMBERS: Codec = Codec::Douzero;

/// Makes the request for the decision of `who` in this hand.
pub(crate) fn question(who: Chair, hand: v1::Hand, options: v1::DecisionOptions) -> v1::DecideRequest {
    // Strict: a position that breaks a rule is refused, and not decided with a warning.
    let hand = v1::Hand { strict: true, ..hand };
    v1::DecideRequest {
        chair: told::chair(who),
        position: Some(v1::decide_request::Position::Hand(hand)),
        options: Some(options),
        ..v1::DecideRequest::default()
    }
}
