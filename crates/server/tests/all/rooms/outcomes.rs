//! Outcomes of bots by kind: hands and points as they were settled, and the players who leave or urge; experiments.

use rules::Chair;
use server::config::{Config, Experiment};
use server::room::event::RoomEventKind;
use wire::v1;

use super::players::{BOTS, Table};
use super::replicas::metric;
use super::rpc::{Service, cards, opening, recording};
use super::stores::{Stores, on_both_stores};

on_both_stores! {
    #[tokio::test]
    an_experiment_names_its_rooms_on_every_replica;
}

fn count(service: &Service, series: &str, label: &str) -> f64 {
    let kind = "persona=\"casual\",skill=\"casual\",experiment=\"\"";
    metric(service, &format!("thirdseat_{series}_total{{{kind},{label}}}"))
}

#[tokio::test]
async fn hands_points_and_players_who_leave_are_counted() {
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
    let points = count(&service, "bot_points", "points=\"won\"") - count(&service, "bot_points", "points=\"lost\"");
    let room = service.room("counted", v1::Audience::Public, Chair::First).await.unwrap();
    let rows = room.state.unwrap().series.unwrap().rows;
    let bot = rows.iter().find(|row| row.chair == v1::Chair::First as i32).unwrap();
    assert_eq!(points, bot.points as f64);
    // The player on the second chair drops out; the bot on the first one was the company.
    let (backend, _) = table.deal(9).await;
    let bot = v1::BotSeat { chair: 2, persona: "skilled".to_owned(), ..v1::BotSeat::default() };
    let who = Some(v1::seat_changed::Who::Bot(bot));
    let changed = v1::SeatChanged { who, holds: Some(cards(&backend.cards[1])), ..v1::SeatChanged::default() };
    let what = Some(v1::room_event::What::SeatChanged(changed));
    let event = v1::RoomEvent { sequence: table.sequence + 1, hand_number: table.hand, what };
    service.record(recording("counted", vec![event.clone()])).await.unwrap();
    service.record(recording("counted", vec![event])).await.unwrap();
    assert_eq!(count(&service, "player_acts", "act=\"left_during\""), 1.0, "a repeat counts nothing");
    assert_eq!(count(&service, "player_acts", "act=\"left_after\""), 0.0);
}

/// Half of the rooms have the other persona, the same ones on two replicas; a bot that sits down later belongs to its room's half.
async fn an_experiment_names_its_rooms_on_every_replica(stores: &Stores) {
    let change = |config: &mut Config| {
        let [name, persona, with] = ["patience", "casual", "casual-patient"].map(str::to_owned);
        config.personas.experiments = vec![Experiment { name, persona, with, share_percent: 50 }];
    };
    let [one, two] = [stores.service_with(change), stores.service_with(change)];
    let persona = |room: &v1::Room, chair: i32| {
        room.bots.iter().find(|bot| bot.chair == chair).expect("every bot is listed").persona.clone()
    };
    let mut seen = Vec::new();
    for number in 0..12 {
        let name = format!("tried-{number}");
        let mut table = Table::open(&one, &name).await;
        two.open(opening(&name, "classic", BOTS, "casual")).await.unwrap();
        let asked = |room| one.room(room, v1::Audience::Operator, Chair::First);
        let again = two.room(&name, v1::Audience::Operator, Chair::First).await.unwrap();
        let sat = persona(&asked(&name).await.unwrap(), 1);
        assert_eq!(persona(&again, 1), sat);
        let (mut backend, _) = table.deal(number + 1).await;
        let end = table.play(&mut backend, number + 1).await;
        table.tell(&[end]).await;
        let who =
            v1::seat_changed::Who::Bot(v1::BotSeat { chair: 2, persona: "casual".to_owned(), ..Default::default() });
        let changed = v1::SeatChanged { who: Some(who), ..Default::default() };
        let what = Some(v1::room_event::What::SeatChanged(changed));
        let event = v1::RoomEvent { sequence: table.sequence + 1, hand_number: table.hand, what };
        one.record(recording(&name, vec![event])).await.unwrap();
        assert_eq!(persona(&asked(&name).await.unwrap(), 2), sat, "a room has one half for all its bots");
        seen.push(sat);
    }
    let page = one.app.metrics_page();
    let hands = |kind: &str| -> f64 {
        let kind = format!("thirdseat_bot_hands_total{{{kind},");
        page.lines()
            .filter(|line| line.starts_with(&kind))
            .map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap())
            .sum()
    };
    for with in ["casual", "casual-patient"] {
        let rooms = seen.iter().filter(|sat| *sat == with).count();
        assert!((1..12).contains(&rooms), "{seen:?}");
        let counted = hands(&format!("persona=\"{with}\",skill=\"casual\",experiment=\"patience\""));
        assert!(counted > 0.0 && counted <= rooms as f64, "{with}: {counted} of {rooms}");
    }
    assert_eq!(hands("persona=\"casual\",skill=\"casual\",experiment=\"\""), 0.0);
}
