//! Outcomes of bots, for metrics: hands, and the players who urge them or leave their tables.

use rules::Chair;

use crate::observe::metrics::{BotKind, BotOutcome, Metrics, PlayerAct};
use crate::room::event::{Emote, RoomEventKind};
use crate::room::occupant::{Bot, Occupant};
use crate::room::state::Recorded;

/// Counts the outcomes of some events for the bots of a room.
pub(super) fn count(metrics: &Metrics, recorded: &Recorded) {
    for result in &recorded.results {
        let outcome = match (result.earned.landlord == 1, result.earned.won == 1) {
            (true, true) => BotOutcome::LandlordWon,
            (true, false) => BotOutcome::LandlordLost,
            (false, true) => BotOutcome::PeasantWon,
            (false, false) => BotOutcome::PeasantLost,
        };
        metrics.bot_hand(kind(&result.bot), outcome);
    }
    for event in &recorded.fresh {
        match &event.what {
            // A bot takes the seat of a player who left; in a hand it brings its cards. The other bots were the player's company.
            RoomEventKind::SeatChanged(chair, Occupant::Bot(_), taken) => {
                let when = if taken.is_some() { PlayerAct::LeftDuring } else { PlayerAct::LeftAfter };
                let company = Chair::ALL.into_iter().filter(|other| other != chair);
                company.filter_map(|other| bot(recorded, other)).for_each(|bot| metrics.player_act(kind(bot), when));
            }
            RoomEventKind::Said(_, Emote::Hurry) => {
                let urged = recorded.state.turn().and_then(|chair| bot(recorded, chair));
                urged.into_iter().for_each(|bot| metrics.player_act(kind(bot), PlayerAct::Urged));
            }
            _ => {}
        }
    }
}

fn bot(recorded: &Recorded, chair: Chair) -> Option<&Bot> {
    recorded.state.chairs[chair.index()].bot()
}

fn kind(bot: &Bot) -> BotKind<'_> {
    let persona = &bot.companion.persona;
    [persona.name(), persona.skill().name()]
}
