//! The data that is kept of players beyond a room: counted when a hand ends, graded after the answer, looked up when a hand begins or a
//! caller asks, and deleted on request.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use engine::Profile;
use engine::level::level;
use engine::persona::Skill;
use engine::profile::Family;
use rules::Chair;
use wire::v1::{ForgetPlayerRequest, ForgetPlayerResponse, GetPlayerRequest, GetPlayerResponse};

use super::rooms::deps;
use super::{grade, standings};
use crate::call::context::Call;
use crate::convert::digest::of_opening;
use crate::convert::players::to_player;
use crate::convert::room_in::NAME_BYTES_MAX;
use crate::error::{Reason, Refusal};
use crate::room::choices::SettledHand;
use crate::room::event::RoomEventKind;
use crate::room::players::Record;
use crate::room::state::{Met, Occupant, Recorded};
use crate::state::App;

/// True if a hand began.
pub(super) fn is_dealt(recorded: &Recorded) -> bool {
    recorded.fresh.iter().any(|event| matches!(event.what, RoomEventKind::Dealt(_)))
}

/// True if a bot sat down whose strength follows players.
fn is_matched(recorded: &Recorded) -> bool {
    let follows = |occupant: &Occupant| occupant.bot().is_some_and(|bot| bot.matching.is_some());
    recorded.fresh.iter().any(|event| matches!(&event.what, RoomEventKind::SeatChanged(_, who, _) if follows(who)))
}

/// True if something beyond the room may be learned with these events.
pub(super) fn is_met(recorded: &Recorded) -> bool {
    is_dealt(recorded) || is_matched(recorded)
}

/// Counts what hands that ended showed of the players, before the room stores their ends; then looks up who plays the hand that
/// began, or the hand of a new room.
pub(super) async fn meet(app: &Arc<App>, call: &Call, room: &str, recorded: &Recorded, is_new: bool) -> Met {
    let state = &recorded.state;
    let key = |player: &str| call.caller.player_key(player);
    let opening = of_opening(room, state.request_id);
    app.rooms.count_shown(deps(app), opening, &recorded.shown, key).await;
    let mut met = Met::default();
    let begins = is_new || is_dealt(recorded);
    if !begins && !is_matched(recorded) {
        recorded.settled.iter().for_each(|hand| grade::start(app, call, opening, hand));
        return met;
    }
    let family = Profile::of(&state.rules).nets().family;
    let mut records: HashMap<String, Record> = HashMap::new();
    let followed = state.followed().map(|player| Cow::Owned(player.to_owned()));
    let names: BTreeSet<Cow<'_, str>> = state.remembered().chain(followed).collect();
    for name in names {
        let Some(record) = app.rooms.known(deps(app), &key(&name)).await else { continue };
        if begins && state.remembered().any(|known| known == name) {
            met.habits.push((name.to_string(), record.habits()));
        }
        records.insert(name.into_owned(), record);
    }
    // A hand before the deal was graded when it was settled, unless its replica died.
    let awaits = |hand: &&SettledHand| {
        let record_awaits = |record: &Record| record.awaits_grades(opening, hand.hand_number);
        hand.players.iter().flatten().any(|player| records.get(player).is_none_or(record_awaits))
    };
    recorded.settled.iter().filter(awaits).for_each(|hand| grade::start(app, call, opening, hand));
    let level_of = |player: &str| Some(level(family, records.get(player)?.grades(family))?.level);
    for (chair, companion) in Chair::ALL.into_iter().zip(&mut met.companions) {
        let strength = state.matched(chair, level_of);
        let bot = state.chairs[chair.index()].bot().zip(strength);
        // A persona that is no more plays on as it is.
        *companion =
            bot.and_then(|(bot, strength)| app.roster.at_strength(bot.companion.persona.name(), Some(strength)).ok());
    }
    met
}

/// The name of a player in a request.
pub(super) fn player_name(player: &str) -> Result<&str, Refusal> {
    if player.is_empty() {
        return Err(Refusal::missing("player_id"));
    }
    if player.len() > NAME_BYTES_MAX {
        let message = format!("{} bytes, {NAME_BYTES_MAX} are allowed", player.len());
        return Err(Refusal::new(Reason::ROOM_ID_INVALID, message).at("player_id"));
    }
    Ok(player)
}

/// The skill that a player's level has reached, by the family of which most hands are known; `None` where it has no level.
pub(super) async fn skill_of(app: &Arc<App>, call: &Call, player: &str) -> Option<Skill> {
    let record = app.rooms.known(deps(app), &call.caller.player_key(player)).await?;
    let family = Family::ALL.into_iter().max_by_key(|&family| record.grades(family).hands)?;
    let level = level(family, record.grades(family))?.level;
    Some(app.roster.at_strength("", Some(level)).ok()?.persona.skill())
}

pub(super) async fn get_player(
    app: &Arc<App>,
    call: &Call,
    request: GetPlayerRequest,
) -> Result<GetPlayerResponse, Refusal> {
    let player = player_name(&request.player_id)?;
    let Some(record) = app.rooms.record_of(deps(app), &call.caller.player_key(player)).await? else {
        return Ok(GetPlayerResponse::default());
    };
    let standings = standings::of_record(app, call, player, &record).await?;
    Ok(to_player(&record, &standings))
}

pub(super) async fn forget_player(
    app: &Arc<App>,
    call: &Call,
    request: ForgetPlayerRequest,
) -> Result<ForgetPlayerResponse, Refusal> {
    let player = player_name(&request.player_id)?;
    let was_known = app.rooms.forget(deps(app), player, |name| call.caller.player_key(name)).await?;
    Ok(ForgetPlayerResponse { was_known })
}
