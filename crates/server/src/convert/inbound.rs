//! From wire messages to positions: everything that a caller could get wrong is named here.

use std::sync::Arc;

use engine::Persona;
use rules::card::SentCards;
use rules::{Hand, Seed, View};

/// How a hand was sent, so that answers take their cards out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SentHand {
    /// As text: answers are text alone.
    Text(Hand),
    /// As numbers of a codec: answers are exactly numbers out of these.
    Ids(SentCards),
}

/// What a decision needs: what the seat knows, who it is, and how its cards were sent.
#[derive(Clone, Debug)]
pub struct Position {
    /// What the seat knows.
    pub view: View,
    /// Its hand as it was sent.
    pub hand: SentHand,
    /// Who decides.
    pub persona: Arc<Persona>,
    /// Where the random choices of this hand come from.
    pub hand_seed: Seed,
    /// Whether the players know that this is a bot.
    pub disclosed: bool,
}
