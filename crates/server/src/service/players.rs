//! The data that is kept of players over all rooms: counted when a hand ends, graded apart from the answer, looked up for rooms and for callers,
//! ranked on boards 游戏榜, and deleted on request. Grading takes one chair of a hand at a time, and no answer waits for it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use engine::grade;
use engine::level::{Grades, level};
use engine::profile::{Family, Profile};
use game::names;
use game::refusal::{AtField, Refusal, check_at_most};
use rules::{Chair, Seat};
use wire::v1::{self, GetPlayerRequest, GetPlayerResponse, ListStandingsRequest, ListStandingsResponse};

use crate::call::Call;
use crate::convert::inbound::opening_digest;
use crate::convert::outbound::wire_count;
use crate::convert::room::{NAME_BYTES_MAX, check_board_name, to_habits};
use crate::observe::metrics::{CountOutcome, RecordLabel};
use crate::pool::with_scratch;
use crate::room::people::{OutsideData, SettledHand, ruleset_board};
use crate::room::players::Record;
use crate::room::players::boards::RankedPlayer;
use crate::room::state::RecordedEvents;
use crate::state::App;

/// The most players in a board's answer if the request sets no number.
const STANDINGS_USUAL: usize = 20;
const STANDINGS_MAX: usize = 1000;

/// Counts the ended hands for their players, and starts to grade settled ones. Before the grading it loads the records of the players, if a hand
/// began, a bot that follows players sat down, or the room is new.
pub(super) async fn count_hands_and_load(
    app: &Arc<App>,
    call: &Call,
    room: &str,
    recorded: &RecordedEvents,
    is_new: bool,
) -> OutsideData {
    let state = &recorded.state;
    let key = |player: &str| call.caller.player_key(player);
    let opening = opening_digest(room, state.request_id);
    app.rooms.players.count_hands(opening, &recorded.ended.player_hands, key).await;
    let mut met = OutsideData::default();
    let (begins, needs_data) = (is_new || recorded.begins_hand(), is_new || recorded.needs_outside_data());
    let family = Profile::of(&state.rules).family();
    let mut records: HashMap<String, Record> = HashMap::new();
    let followed = state.people.followed_players().map(|player| Cow::Owned(player.to_owned()));
    let names: BTreeSet<Cow<'_, str>> = state.people.habits_keys().chain(followed).filter(|_| needs_data).collect();
    for name in names {
        let Ok(Some(record)) = app.rooms.players.load_record(&key(&name)).await else { continue };
        if begins && state.people.habits_keys().any(|known| known == name) {
            met.habits.push((name.to_string(), record.habits()));
        }
        records.insert(name.into_owned(), record);
    }
    // A hand before the deal may have been graded when it was settled.
    let awaits = |hand: &&SettledHand| {
        let record_awaits = |record: &Record| record.awaits_grades(opening, hand.hand_number);
        hand.players.iter().flatten().any(|player| records.get(player).is_none_or(record_awaits))
    };
    recorded.ended.settled.iter().filter(awaits).for_each(|hand| start_grading(app, call, opening, hand));
    let level_of = |player: &str| Some(level(family, &records.get(player)?.grades(family))?.level);
    met.companions = Chair::ALL.map(|chair| {
        // During a hand the bots that sit there already keep their strength.
        if !begins && !recorded.seats_follower(chair) {
            return None;
        }
        let strength = state.people.matched_strength(chair, state.hand_number, level_of)?;
        // A persona that no longer exists plays on unchanged.
        app.roster.at_strength(state.people.bot(chair)?.companion.persona.name(), Some(strength)).ok()
    });
    met
}

/// Begins to grade a hand, one chair after the other. If too many hands wait, it is not graded now.
fn start_grading(app: &Arc<App>, call: &Call, room: u64, hand: &SettledHand) {
    if !app.config.rooms.players.keep {
        return;
    }
    let Ok(place) = Arc::clone(&app.grading_places).try_acquire_owned() else {
        app.metrics.player_hands.at(RecordLabel::Graded as usize, CountOutcome::Lost as usize).increment(1);
        return;
    };
    let (app, caller, hand) = (Arc::clone(app), Arc::clone(&call.caller), Arc::new(hand.clone()));
    let (number, family) = (hand.hand_number, Profile::of(&hand.rules).family());
    tokio::spawn(async move {
        let _place = place;
        for chair in Chair::ALL {
            let Some(player) = &hand.players[chair.index()] else { continue };
            let key = caller.player_key(player);
            let record = app.rooms.players.load_record(&key).await.ok().flatten();
            if !record.is_some_and(|record| record.awaits_grades(room, number)) {
                continue;
            }
            let one_at_a_time = app.grading.lock().await;
            let hand = Arc::clone(&hand);
            let graded = tokio::task::spawn_blocking(move || chair_grades(&hand, chair)).await;
            drop(one_at_a_time);
            if let Ok(grades) = graded {
                app.rooms.players.grade(&key, room, number, family, grades).await;
            }
        }
    });
}

/// Returns the grades of a chair's choices; none if its cards are not all known.
fn chair_grades(hand: &SettledHand, chair: Chair) -> Grades {
    let Some(turns) = hand.choices(chair) else { return Grades::default() };
    let is_landlord = turns.first().is_some_and(|(view, _)| view.seat() == Some(Seat::Landlord));
    Grades::from_hand(
        is_landlord,
        turns.iter().filter_map(|(view, play)| with_scratch(|scratch| grade(view, *play, scratch))),
    )
}

pub(super) async fn get_player(
    app: &Arc<App>,
    call: &Call,
    request: GetPlayerRequest,
) -> Result<GetPlayerResponse, Refusal> {
    let player = request.player_id.as_str();
    if player.is_empty() {
        return Err(Refusal::missing("player_id"));
    }
    check_at_most(player.len(), "bytes", NAME_BYTES_MAX).at("player_id")?;
    let Some(record) = app.rooms.players.load_record(&call.caller.player_key(player)).await? else {
        return Ok(GetPlayerResponse::default());
    };
    let mut standings = Vec::new();
    for (board, _) in record.standings() {
        let row = app.rooms.players.find_on_board(&call.caller.player_key(board), player).await?;
        standings.extend(row.map(|row| to_standing(board, &row)));
    }
    Ok(GetPlayerResponse {
        hands: record.hands(),
        habits: (record.hands() > 0).then(|| to_habits(v1::Chair::Unspecified, &record.habits())),
        levels: levels(&record),
        standings,
    })
}

pub(super) async fn forget_player(
    app: &Arc<App>,
    call: &Call,
    request: GetPlayerRequest,
) -> Result<GetPlayerResponse, Refusal> {
    let known = get_player(app, call, request.clone()).await?;
    app.rooms.players.forget(&request.player_id, |name| call.caller.player_key(name)).await?;
    Ok(known)
}

pub(super) async fn list_standings(
    app: &Arc<App>,
    call: &Call,
    request: ListStandingsRequest,
) -> Result<ListStandingsResponse, Refusal> {
    let rules = names::ruleset(&request.ruleset)?;
    let board = ruleset_board(check_board_name(&request.board)?, &rules);
    let most = if request.players_max == 0 { STANDINGS_USUAL } else { STANDINGS_MAX.min(request.players_max as usize) };
    let rows = app.rooms.players.board_rows(&call.caller.player_key(&board), most).await?;
    Ok(ListStandingsResponse { standings: rows.iter().map(|row| to_standing(&board, row)).collect() })
}

fn levels(record: &Record) -> Vec<v1::PlayerLevel> {
    let levels = Family::ALL.into_iter().filter_map(|family| {
        let grades = record.grades(family);
        let level = level(family, &grades)?;
        Some(v1::PlayerLevel {
            family: family.name().to_owned(),
            level: level.level,
            low: level.low,
            high: level.high,
            hands: grades.hands,
        })
    });
    levels.collect()
}

fn to_standing(board: &str, row: &RankedPlayer) -> v1::PlayerStanding {
    let RankedPlayer { place, player, standing } = row;
    let (board, ruleset) = board.split_once('/').unwrap_or((board, ""));
    v1::PlayerStanding {
        board: board.to_owned(),
        ruleset: ruleset.to_owned(),
        player_id: player.clone(),
        place: wire_count(*place),
        points: standing.points,
        hands: standing.hands,
        wins: standing.won,
    }
}
