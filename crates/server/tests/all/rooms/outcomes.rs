//! Outcomes of bots by kind: settled hands, and players who leave or urge.

use server::room::event::RoomEventKind;
use wire::v1;

use super::players::Table;
use super::replicas::metric;
use super::rpc::{Service, cards, recording, seat_changed};
use super::stores::Stores;
use crate::contract::rooms::numbered;

fn count(service: &Service, series: &str, label: &str) -> f64 {
    let kind = "persona=\"casual\",skill=\"casual\"";
    metric(service, &format!("thirdseat_{series}_total{{{kind},{label}}}"))
}

#[tokio::test]
async fn hands_and_players_who_leave_are_counted() {
    let service = Stores::memory().service();
    let mut table = Table::open(&service, "counted").await;
    let mut settled = 0.0;
    for seed in 1..9 {
        let (mut backend, _) = table.deal(seed).await;
        let end = table.play(&mut backend, seed).await;
        settled += f64::from(u8::from(matches!(&end, RoomEventKind::Settled(settled) if settled.winner.is_some())));
        table.tell(&[end]).await;
    }
    let outcomes = ["landlord_won", "landlord_lost", "peasant_won", "peasant_lost"];
    let hands: f64 =
        outcomes.iter().map(|outcome| count(&service, "bot_hands", &format!("outcome=\"{outcome}\""))).sum();
    assert!(settled > 0.0 && hands == settled, "{hands} of {settled}");
    // The player on the second chair leaves; the act counts for the bot on the first one.
    let (backend, _) = table.deal(9).await;
    let bot = v1::BotSeat { chair: 2, persona: "skilled".to_owned(), ..v1::BotSeat::default() };
    let what = seat_changed(v1::seat_changed::Who::Bot(bot), Some(cards(&backend.cards[1])));
    let event = numbered(table.sequence + 1, table.hand, what);
    service.record(recording("counted", vec![event.clone()])).await.unwrap();
    service.record(recording("counted", vec![event])).await.unwrap();
    assert_eq!(count(&service, "player_acts", "act=\"left_during\""), 1.0, "a repeat counts nothing");
    assert_eq!(count(&service, "player_acts", "act=\"left_after\""), 0.0);
}
