//! A player's record on the wire.

use engine::level::level;
use engine::profile::Family;
use wire::v1;

use super::room_out::to_habits;
use crate::room::players::Record;
use crate::room::players::boards::Ranked;

/// The record of a player, with its row on each board.
pub fn to_player(record: &Record, standings: &[(String, Ranked)]) -> v1::GetPlayerResponse {
    let levels = Family::ALL.into_iter().filter_map(|family| {
        let grades = record.grades(family);
        let level = level(family, grades)?;
        Some(v1::PlayerLevel {
            family: family.name().to_owned(),
            level: level.level,
            low: level.low,
            high: level.high,
            hands: grades.hands,
        })
    });
    v1::GetPlayerResponse {
        hands: record.hands(),
        habits: (record.hands() > 0).then(|| to_habits(v1::Chair::Unspecified, &record.habits())),
        levels: levels.collect(),
        standings: standings.iter().map(|(board, row)| to_standing(board, row)).collect(),
    }
}

/// A row of a board.
pub fn to_standing(board: &str, row: &Ranked) -> v1::PlayerStanding {
    let Ranked { place, player, standing } = row;
    let (board, ruleset) = board.split_once('/').unwrap_or((board, ""));
    v1::PlayerStanding {
        board: board.to_owned(),
        ruleset: ruleset.to_owned(),
        player_id: player.clone(),
        place: u32::try_from(*place).unwrap_or(u32::MAX),
        points: standing.row.points,
        hands: standing.hands,
        wins: standing.row.won,
        landlord_hands: standing.row.landlord,
    }
}
