//! The phase of a hand, and the RPC that fits it.

use rules::{Stage, Trick, View};
use wire::v1::Decision;

use crate::call::rpc::Rpc;
use crate::convert::ask::Options;
use crate::convert::inbound::Position;
use crate::convert::outbound;
use game::refusal::{Reason, Refusal};

/// The answer of a bot that faces cards which are no combo of the ruleset.
pub(super) fn on_odd_standing(
    position: &Position,
    rpc: Rpc,
    options: &Options,
    room_version: Option<u64>,
) -> Result<Option<Decision>, Refusal> {
    if !position.odd_standing {
        return Ok(None);
    }
    if !matches!(rpc, Rpc::Follow | Rpc::Decide) {
        let message = format!("{} does not fit cards that stand: ask Follow", rpc.name());
        return Err(Refusal::new(Reason::WRONG_PHASE, message).with("expected_rpc", "Follow"));
    }
    let legal = options.legal_plays(position)?;
    let play = legal.as_ref().and_then(|legal| legal.on_odd_standing(&position.view));
    Ok(Some(outbound::on_odd_standing(position, play, room_version)))
}

/// Returns the RPC by which the call is decided: for Decide the one that fits the phase. Refuses an RPC that does not fit it, and names the
/// right one.
pub(super) fn check_phase(rpc: Rpc, view: &View) -> Result<Rpc, Refusal> {
    let stage = view.board().stage();
    let fits = match (stage, view.trick()) {
        (Stage::PassOn | Stage::Auction | Stage::Doubling | Stage::Showing, _) => Rpc::Bid,
        (Stage::Play, Trick::Lead) => Rpc::Play,
        (Stage::Play, Trick::Follow(_)) => Rpc::Follow,
        (Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal, _) => {
            let message = format!("the hand is at the stage {stage}: no chair is to act");
            return Err(Refusal::new(Reason::WRONG_PHASE, message));
        }
    };
    match rpc {
        Rpc::Decide => Ok(fits),
        _ if rpc == fits => Ok(rpc),
        _ => {
            let (asked, fits) = (rpc.name(), fits.name());
            let message = format!("{asked} does not fit the stage {stage} with {}: ask {fits}", facing(view));
            Err(Refusal::new(Reason::WRONG_PHASE, message).with("expected_rpc", fits))
        }
    }
}

fn facing(view: &View) -> String {
    match view.trick() {
        Trick::Lead => String::from("nothing to beat"),
        Trick::Follow(combo) => format!("{combo} to beat"),
    }
}
