//! Levels and standings. Choices of players are graded once, after their hands; bots may follow the levels; records can be deleted. Boards
//! count each hand once over rooms and replicas.

use std::time::Duration;

use engine::level::Grades;
use engine::profile::Family;
use game::event::What;
use rules::Chair;
use server::call::Rpc;
use server::room::RoomState;
use server::room::people::PlayerHand;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::players::{BOTS, Table, another_replica, count_without_storing, forget};
use super::rpc::{Service, cards, context, local_request, opening, recording, seat_changed};
use super::stores::{TestStore, on_both_stores};
use crate::contract::rooms::numbered;
use crate::support::wait_for;

on_both_stores! {
    choices_are_graded_after_the_hand_and_once;
    a_hand_whose_replica_died_is_graded_at_the_next_deal;
    two_rooms_of_a_player_are_graded_at_once;
    a_bot_follows_the_level_of_a_player;
    a_bot_that_takes_a_seat_over_plays_at_the_players_level;
    players_stand_on_the_boards_of_their_hands;
    boards_count_the_amounts_that_were_paid;
}

async fn get_player(service: &Service, player_id: &str) -> v1::GetPlayerResponse {
    let request = v1::GetPlayerRequest { player_id: player_id.to_owned() };
    service.rpc.get_player(local_request(Rpc::GetPlayer, request)).await.unwrap().into_inner()
}

const SECOND_PLAYER: &str = "player-second";

/// Waits until a player has at least `hands` graded hands. Returns their number.
async fn wait_for_grades(service: &Service, player_id: &str, hands: u32) -> u32 {
    let key = context(Rpc::GetPlayer).caller.player_key(player_id);
    let load = async || service.app.rooms.players.load_record(&key).await.unwrap().unwrap();
    let found = async || load().await.grades(Family::Plain).hands;
    wait_for("the grades", async || found().await >= hands).await;
    found().await
}

impl Table<'_> {
    async fn play_settled_hands(&mut self, hands: u32) {
        for hand in 0..u64::from(hands) {
            let end = self.play_until_settled(100 + 20 * hand, &[]).await;
            self.record(&[end]).await;
        }
    }

    /// Plays hands until one has a winner. Returns its last event, which is not recorded yet.
    pub(super) async fn play_until_settled(&mut self, seed: u64, boards: &[&str]) -> What {
        for seed in seed.. {
            let (mut backend, _) = self.deal(seed).await;
            match self.play(&mut backend, seed).await {
                What::Settled(settled) if settled.winner != 0 => {
                    let boards = boards.iter().map(|&board| board.to_owned()).collect();
                    return What::Settled(v1::Settled { boards, ..settled });
                }
                end => self.record(&[end]).await,
            }
        }
        unreachable!("some hand is settled")
    }

    async fn strength(&self, chair: Chair) -> Option<u32> {
        let room = self.service.room(self.name, v1::Audience::Operator, Chair::First).await.unwrap();
        room.bots.iter().find(|bot| bot.chair == chair.index() as i32 + 1)?.strength
    }
}

async fn choices_are_graded_after_the_hand_and_once(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    assert_eq!(get_player(&one, SECOND_PLAYER).await, v1::GetPlayerResponse::default());
    let mut table = Table::open(&one, "graded").await;
    table.play_settled_hands(1).await;
    wait_for_grades(&one, SECOND_PLAYER, 1).await;
    assert!(get_player(&one, SECOND_PLAYER).await.levels.is_empty(), "no level from one hand");
    table.play_settled_hands(5).await;
    assert_eq!(wait_for_grades(&two, SECOND_PLAYER, 6).await, 6);
    let known = get_player(&two, SECOND_PLAYER).await;
    let [level] = &known.levels[..] else { panic!("{known:?}") };
    assert!(level.low <= level.level && level.level <= level.high && level.hands == 6, "{level:?}");
    assert!(level.level < 50, "who plays anything at all is weak: {level:?}");
    assert!(known.habits.unwrap().answerable > 0 && known.hands >= 6);
    // Everything is deleted, and the last graded hand does not return with the next deal.
    assert!(forget(&one, SECOND_PLAYER).await);
    table.deal(1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(get_player(&two, SECOND_PLAYER).await, v1::GetPlayerResponse::default());
}

async fn a_hand_whose_replica_died_is_graded_at_the_next_deal(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let mut table = Table::open(&one, "late").await;
    let end = table.play_until_settled(1, &[]).await;
    // The replica also stores the end, and dies before it grades.
    let recorded = count_without_storing(&one, "late", end).await;
    let step = |_: &RoomState| Ok((Some(recorded.state.clone().into()), ()));
    one.app.rooms.change("late", None, step).await.unwrap();
    let mut table = Table { service: &two, sequence: table.sequence + 1, ..table };
    assert_eq!(wait_for_grades(&two, SECOND_PLAYER, 0).await, 0);
    table.deal(9).await;
    assert_eq!(wait_for_grades(&two, SECOND_PLAYER, 1).await, 1);
}

async fn two_rooms_of_a_player_are_graded_at_once(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let hands = async |service: &Service, name: &str| Table::open(service, name).await.play_settled_hands(4).await;
    tokio::join!(hands(&one, "left"), hands(&two, "right"));
    assert_eq!(wait_for_grades(&one, SECOND_PLAYER, 8).await, 8);
}

/// Makes a hand in which a player showed nothing.
pub(super) fn empty_player_hand(player_id: &str, hand_number: u32) -> PlayerHand {
    let (player, habits) = (player_id.to_owned(), engine::Habits::default());
    PlayerHand { hand_number, player, habits, earned: None, boards: Vec::new() }
}

/// Gives a player many choices of one grade; returns the level.
async fn grade_player(service: &Service, player_id: &str, grade: u32) -> u32 {
    let key = context(Rpc::GetPlayer).caller.player_key(player_id);
    for hand_number in 1..=40 {
        service.app.rooms.players.count_hands(1, &[empty_player_hand(player_id, hand_number)], |_| key.clone()).await;
        let grades = Grades::from_hand(hand_number.is_multiple_of(3), std::iter::repeat_n(grade, 10));
        service.app.rooms.players.grade(&key, 1, hand_number, Family::Plain, grades).await;
    }
    get_player(service, player_id).await.levels[0].level
}

/// The store keeps no name of a forgotten player whose rooms are closed.
#[tokio::test]
async fn a_forgotten_player_is_deleted_from_the_store() {
    let Some(stores) = TestStore::redis() else { return };
    let service = stores.service();
    let mut table = Table::open(&service, "whole").await;
    table.play_settled_hands(3).await;
    let end = table.play_until_settled(200, &["all"]).await;
    table.record(&[end]).await;
    wait_for_grades(&service, SECOND_PLAYER, 4).await;
    let redis = stores.redis.as_ref().unwrap();
    assert!(redis.has_word(SECOND_PLAYER), "the search finds what is there");
    assert!(service.close("whole").await);
    assert!(forget(&service, SECOND_PLAYER).await);
    // A late write must not bring the name back.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!redis.has_word(SECOND_PLAYER) && redis.has_word(THIRD_PLAYER), "only the other player is still known");
}

async fn a_bot_follows_the_level_of_a_player(stores: &TestStore) {
    let service = stores.service();
    let mut request = opening("follows", "classic", BOTS, "casual-hasty");
    request.bots[0].strength = Some(90);
    request.bots[0].matching = Some(v1::SeatMatch { chairs: vec![2], offset: -5, predecessor: false });
    service.open(request).await.unwrap();
    let mut table = Table { service: &service, name: "follows", sequence: 0, hand: 0 };
    table.play_hand(1).await;
    assert_eq!(table.strength(Chair::First).await, Some(90), "nothing is known yet");
    assert!(forget(&service, SECOND_PLAYER).await);
    let level = grade_player(&service, SECOND_PLAYER, 370).await;
    assert!((10..70).contains(&level), "{level}");
    let mut now = 90;
    for hand in 2..12 {
        table.play_hand(hand).await;
        let next = table.strength(Chair::First).await.unwrap();
        assert!(next.abs_diff(now) <= 10, "{now} to {next}");
        now = next;
    }
    // By now the player's hands in this room count too.
    let level = get_player(&service, SECOND_PLAYER).await.levels[0].level;
    assert!(now.abs_diff(level.saturating_sub(5)) <= 10, "the bot plays at {now}, the player at {level}");
}

async fn a_bot_that_takes_a_seat_over_plays_at_the_players_level(stores: &TestStore) {
    let service = stores.service();
    let level = grade_player(&service, SECOND_PLAYER, 340).await;
    let mut request = opening("dropped", "classic", BOTS, "casual");
    request.bots[0].strength = Some(90);
    request.bots[0].matching = Some(v1::SeatMatch { chairs: vec![3], ..v1::SeatMatch::default() });
    service.open(request).await.unwrap();
    let mut table = Table { service: &service, name: "dropped", sequence: 0, hand: 0 };
    let (backend, _) = table.deal(3).await;
    grade_player(&service, THIRD_PLAYER, 340).await;
    let matching = Some(v1::SeatMatch { predecessor: true, ..v1::SeatMatch::default() });
    let bot = v1::BotSeat { chair: 2, persona: "casual".to_owned(), matching, ..v1::BotSeat::default() };
    let event = numbered(2, 1, seat_changed(v1::seat_changed::Who::Bot(bot), Some(cards(&backend.cards[1]))));
    service.record(recording("dropped", vec![event.clone()])).await.unwrap();
    assert_eq!(table.strength(Chair::Second).await, Some(level));
    service.record(recording("dropped", vec![event])).await.unwrap();
    assert_eq!(table.strength(Chair::Second).await, Some(level), "a repeat changes nothing");
    assert_eq!(table.strength(Chair::First).await, Some(90), "the other bot keeps its strength until the next hand");
}

const THIRD_PLAYER: &str = "player-third";

pub(super) fn of_board(board: &str) -> v1::ListStandingsRequest {
    v1::ListStandingsRequest { board: board.to_owned(), ruleset: "classic".to_owned(), ..Default::default() }
}

pub(super) async fn list_standings(service: &Service, request: v1::ListStandingsRequest) -> v1::ListStandingsResponse {
    service.rpc.list_standings(local_request(Rpc::ListStandings, request)).await.unwrap().into_inner()
}

async fn players_stand_on_the_boards_of_their_hands(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    assert_eq!(list_standings(&one, of_board("all")).await, v1::ListStandingsResponse::default());
    let mut left = Table::open(&one, "left").await;
    let mut right = Table::open(&two, "right").await;
    for (hand, boards) in [(1, &["all", "day-1"][..]), (20, &["all", "day-2"])] {
        let end = left.play_until_settled(hand, boards).await;
        left.record(&[end]).await;
    }
    let end = right.play_until_settled(60, &["all", "all"]).await;
    right.record(&[end]).await;
    let end = left.play_until_settled(40, &[]).await;
    left.record(&[end]).await;
    let all = list_standings(&two, of_board("all")).await;
    assert_eq!(all.standings.len(), 2);
    assert!(all.standings[0].points >= all.standings[1].points, "{all:?}");
    for (place, standing) in (1..).zip(&all.standings) {
        assert_eq!((standing.place, standing.hands, standing.board.as_str()), (place, 3, "all"));
        assert!(standing.wins <= 3 && standing.ruleset == "classic");
    }
    assert_eq!(list_standings(&one, of_board("day-1")).await.standings.iter().map(|row| row.hands).sum::<u32>(), 2);
    assert!(list_standings(&one, of_board("day-3")).await.standings.is_empty());
    let first = list_standings(&one, v1::ListStandingsRequest { players_max: 1, ..of_board("all") }).await;
    assert_eq!(first.standings, all.standings[..1]);
    let get = local_request(Rpc::GetPlayer, v1::GetPlayerRequest { player_id: THIRD_PLAYER.to_owned() });
    let own = one.rpc.get_player(get).await.unwrap().into_inner().standings;
    assert_eq!(own.iter().map(|row| row.board.as_str()).collect::<Vec<_>>(), ["day-1", "day-2", "all"]);
    assert_eq!(own.last(), all.standings.iter().find(|row| row.player_id == THIRD_PLAYER));
}

/// Checks that the backend's amounts count, even for a hand that broke the ruleset. Without amounts the ruleset settles.
async fn boards_count_the_amounts_that_were_paid(stores: &TestStore) {
    let service = stores.service();
    let mut table = Table::open(&service, "paid").await;
    let paid = |end: What, amounts: Vec<i64>| {
        let What::Settled(settled) = end else { unreachable!("it is played out") };
        What::Settled(v1::Settled { amounts, ..settled })
    };
    let points = async || {
        let all = list_standings(&service, of_board("all")).await.standings;
        all.iter().find(|row| row.player_id == THIRD_PLAYER).unwrap().points
    };
    let end = table.play_until_settled(1, &["all"]).await;
    table.record(&[paid(end, vec![-700, 200, 500])]).await;
    assert_eq!(points().await, 500);
    let end = table.play_until_settled(20, &["all"]).await;
    table.record(&[paid(end, Vec::new())]).await;
    let by_rules = points().await - 500;
    assert!(by_rules != 0 && by_rules.abs() < 100, "{by_rules}");
    // A winner that did not go out breaks the ruleset, but the amounts count.
    let end = table.play_until_settled(40, &["all"]).await;
    let What::Settled(settled) = paid(end, vec![-700, 200, 500]) else { unreachable!() };
    let winner = 3 - settled.winner;
    table.record(&[What::Settled(v1::Settled { winner, ..settled })]).await;
    assert_eq!(points().await, 1000 + by_rules);
}
