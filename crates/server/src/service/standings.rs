//! Standings of players on boards 游戏榜.

use std::sync::Arc;

use rules::Ruleset;
use wire::v1::{ListStandingsRequest, ListStandingsResponse};

use super::players::player_name;
use super::rooms::deps;
use super::rules_help::{next_token, page};
use crate::call::context::Call;
use crate::convert::names;
use crate::convert::players::to_standing;
use crate::convert::room_in::board_name;
use crate::error::Refusal;
use crate::room::players::Record;
use crate::room::players::boards::{Ranked, board_of};
use crate::state::App;

/// Players of a page, when the request does not say.
const PAGE_USUAL: usize = 20;
/// Players of a page at most.
const PAGE_MAX: usize = 100;

pub(super) async fn list_standings(
    app: &Arc<App>,
    call: &Call,
    request: ListStandingsRequest,
) -> Result<ListStandingsResponse, Refusal> {
    let rules: Ruleset = names::ruleset(&request.ruleset)?;
    let board = board_of(board_name(&request.board)?, &rules);
    let key = call.caller.player_key(&board);
    let asked = (!request.player_id.is_empty()).then(|| player_name(&request.player_id)).transpose()?;
    let len = app.rooms.board_count(deps(app), &key).await?;
    let (from, until) = page(&request.page_token, request.page_size, PAGE_USUAL, PAGE_MAX, len)?;
    let rows = app.rooms.board_rows(deps(app), &key, from, until - from).await?;
    let player = match asked {
        Some(player) => app.rooms.on_board(deps(app), &key, player).await?,
        None => None,
    };
    Ok(ListStandingsResponse {
        standings: rows.iter().map(|row| to_standing(&board, row)).collect(),
        next_page_token: next_token(until, len),
        players: u32::try_from(len).unwrap_or(u32::MAX),
        player: player.map(|row| to_standing(&board, &row)),
    })
}

/// The boards of a record, and its player's row on each as it is now.
pub(super) async fn of_record(
    app: &Arc<App>,
    call: &Call,
    player: &str,
    record: &Record,
) -> Result<Vec<(String, Ranked)>, Refusal> {
    let mut rows = Vec::new();
    for (board, _) in record.standings() {
        let found = app.rooms.on_board(deps(app), &call.caller.player_key(board), player).await?;
        rows.extend(found.map(|row| (board.to_owned(), row)));
    }
    Ok(rows)
}
