//! Each RPC has its phase of a hand.

use rules::{Stage, Trick, View};

use crate::call::rpc::Rpc;
use crate::error::{Reason, Refusal};

/// As which RPC the call is decided: Decide as the one that fits the phase. Refuses what does not fit it: the wrong RPC is told the
/// right one.
pub(in crate::service) fn check_phase(rpc: Rpc, view: &View) -> Result<Rpc, Refusal> {
    let stage = view.board().stage();
    let fits = match (stage, view.trick()) {
        (Stage::PassOn | Stage::Auction | Stage::Doubling | Stage::Showing, _) => Rpc::Bid,
        (Stage::Play, Trick::Lead) => Rpc::Play,
        (Stage::Play, Trick::Follow(_)) => Rpc::Follow,
        (Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal, _) => {
            let message = format!("the hand is at the stage {stage}: no chair is to act");
            return Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand"));
        }
    };
    match rpc {
        Rpc::Decide => Ok(fits),
        Rpc::ReviewPlay => Ok(rpc),
        _ if rpc == fits => Ok(rpc),
        _ => {
            let (asked, fits) = (rpc.name(), fits.name());
            let message = format!("{asked} does not fit the stage {stage} with {}: ask {fits}", facing(view));
            Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand").with("expected_rpc", fits))
        }
    }
}

fn facing(view: &View) -> String {
    match view.trick() {
        Trick::Lead => String::from("nothing to beat"),
        Trick::Follow(combo) => format!("{combo} to beat"),
    }
}
