//! Standings: boards count each hand once over rooms and replicas, and are read by page; a forgotten player is on none.

use server::call::rpc::Rpc;
use server::room::event::{RoomEventKind, Settled};
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::players::{Table, other};
use super::rpc::{Service, local, reason, recording, room_event};
use super::stores::{Stores, on_both_stores};

on_both_stores! {
    players_stand_on_the_boards_of_their_hands;
    boards_count_the_amounts_that_were_paid;
    boards_and_pages_are_checked;
}

const THIRD: &str = "player-third";

pub(super) fn request(board: &str) -> v1::ListStandingsRequest {
    v1::ListStandingsRequest { board: board.to_owned(), ruleset: "classic".to_owned(), ..Default::default() }
}

pub(super) async fn listed(service: &Service, request: v1::ListStandingsRequest) -> v1::ListStandingsResponse {
    service.rpc.list_standings(local(Rpc::ListStandings, request)).await.unwrap().into_inner()
}

impl Table<'_> {
    /// Plays hands until one is settled. Returns its last event, which is not recorded yet.
    pub(super) async fn played_out(&mut self, seed: u64, boards: &[&str]) -> RoomEventKind {
        for seed in seed.. {
            let (mut backend, _) = self.deal(seed).await;
            match self.play(&mut backend, seed).await {
                RoomEventKind::Settled(settled) if settled.winner.is_some() => {
                    let boards = boards.iter().map(|&board| board.to_owned()).collect();
                    return RoomEventKind::Settled(Settled { boards, ..settled });
                }
                end => self.tell(&[end]).await,
            }
        }
        unreachable!("some hand is settled")
    }
}

async fn players_stand_on_the_boards_of_their_hands(stores: &Stores) {
    let one = stores.service();
    let two = other(stores, &one);
    assert_eq!(listed(&one, request("all")).await, v1::ListStandingsResponse::default());
    let mut left = Table::open(&one, "left").await;
    let mut right = Table::open(&two, "right").await;
    for (hand, boards) in [(1, &["all", "day-1"][..]), (20, &["all", "day-2"])] {
        let end = left.played_out(hand, boards).await;
        left.tell(&[end]).await;
    }
    let end = right.played_out(60, &["all", "all"]).await;
    right.tell(&[end]).await;
    let end = left.played_out(40, &[]).await;
    left.tell(&[end]).await;
    let all = listed(&two, request("all")).await;
    assert_eq!(all.standings.len(), 2);
    assert!(all.standings[0].points >= all.standings[1].points, "{all:?}");
    for (place, standing) in (1..).zip(&all.standings) {
        assert_eq!((standing.place, standing.hands, standing.board.as_str()), (place, 3, "all"));
        assert!(standing.wins <= 3 && standing.ruleset == "classic");
    }
    assert_eq!(listed(&one, request("day-1")).await.standings.iter().map(|row| row.hands).sum::<u32>(), 2);
    assert!(listed(&one, request("day-3")).await.standings.is_empty());
    let first = listed(&one, v1::ListStandingsRequest { players_max: 1, ..request("all") }).await;
    assert_eq!(first.standings, all.standings[..1]);
    let get = local(Rpc::GetPlayer, v1::GetPlayerRequest { player_id: THIRD.to_owned() });
    let own = one.rpc.get_player(get).await.unwrap().into_inner().standings;
    assert_eq!(own.iter().map(|row| row.board.as_str()).collect::<Vec<_>>(), ["day-1", "day-2", "all"]);
    assert_eq!(own.last(), all.standings.iter().find(|row| row.player_id == THIRD));
}

/// Checks that the backend's amounts count, even for a hand that broke the ruleset. Without amounts the ruleset settles.
async fn boards_count_the_amounts_that_were_paid(stores: &Stores) {
    let service = stores.service();
    let mut table = Table::open(&service, "paid").await;
    let paid = |end: RoomEventKind, amounts: Vec<i64>| {
        let RoomEventKind::Settled(settled) = end else { unreachable!("it is played out") };
        RoomEventKind::Settled(Settled { amounts, ..settled })
    };
    let points = async || {
        let all = listed(&service, request("all")).await.standings;
        all.iter().find(|row| row.player_id == THIRD).unwrap().points
    };
    let end = table.played_out(1, &["all"]).await;
    table.tell(&[paid(end, vec![-700, 200, 500])]).await;
    assert_eq!(points().await, 500);
    let end = table.played_out(20, &["all"]).await;
    table.tell(&[paid(end, Vec::new())]).await;
    let by_rules = points().await - 500;
    assert!(by_rules != 0 && by_rules.abs() < 100, "{by_rules}");
    // A winner that did not go out breaks the ruleset, but its amounts count.
    let end = table.played_out(40, &["all"]).await;
    let RoomEventKind::Settled(settled) = paid(end, vec![-700, 200, 500]) else { unreachable!() };
    let winner = settled.winner.map(rules::Side::other);
    table.tell(&[RoomEventKind::Settled(Settled { winner, ..settled })]).await;
    assert_eq!(points().await, 1000 + by_rules);
}

async fn boards_and_pages_are_checked(stores: &Stores) {
    let service = stores.service();
    let none = v1::ListStandingsRequest::default();
    for (asked, expected) in [
        (none, "FIELD_MISSING"),
        (v1::ListStandingsRequest { ruleset: String::new(), ..request("all") }, "FIELD_MISSING"),
        (v1::ListStandingsRequest { ruleset: "none".to_owned(), ..request("all") }, "UNKNOWN_RULESET"),
        (request(""), "FIELD_MISSING"),
        (request(&"x".repeat(33)), "TOO_LONG"),
        (request("a/b"), "VALUE_UNKNOWN"),
    ] {
        let refused = service.rpc.list_standings(local(Rpc::ListStandings, asked.clone())).await.unwrap_err();
        assert_eq!(reason(&refused), expected, "{asked:?}");
    }
    let mut table = Table::open(&service, "checked").await;
    for (boards, expected) in [(&["a", "b", "c", "d", "e"][..], "TOO_LONG"), (&["x{y}"], "VALUE_UNKNOWN")] {
        let end = table.played_out(1, boards).await;
        let told = room_event(table.sequence + 1, table.hand, &end);
        assert_eq!(reason(&service.record(recording("checked", vec![told])).await.unwrap_err()), expected);
        table.tell(&[RoomEventKind::Settled(Settled::default())]).await;
    }
}
