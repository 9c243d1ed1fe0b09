//! Whole hands with wild ranks at a table of three bots: what the room decides is what a history without a room decides.

use rules::{Action, Chair, Deal, Event, Grade, Ruleset, Seed, Stage, Table};
use wire::v1;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, numbered, recording, seating};
use crate::contract::wild::{action_of, told_event, turn_of};

const CHAIRS: [v1::Chair; 3] = [v1::Chair::First, v1::Chair::Second, v1::Chair::Third];

/// The record of one hand.
#[derive(Default, Debug)]
struct Seen {
    readings: u32,
    soft_bombs: u32,
    other_bombs: u32,
    settled: u32,
}

impl Seen {
    fn is_enough(&self) -> bool {
        let Seen { readings, soft_bombs, other_bombs, settled } = *self;
        settled >= 3 && readings >= 3 && soft_bombs > 0 && other_bombs > 0
    }
}

/// A room of three bots, and the backend's own table beside it.
struct Hand {
    client: Client,
    room: String,
    table: Table,
    sequence: u32,
    number: u32,
}

impl Hand {
    async fn open(mut client: Client, base: Ruleset, seed: u64) -> Hand {
        let room = format!("{}-{seed}", base.name());
        let mut opening = seating(&room, &base.to_string(), "casual", &CHAIRS);
        opening.bots.iter_mut().for_each(|bot| bot.seed = Some(seed + bot.seed()));
        opening.strict = true;
        client.open_room(opening).await.unwrap();
        let table = Table::new(base, Deal::shuffled(&mut Seed(seed).rng()), Chair::First);
        let mut hand = Hand { client, room, table, sequence: 0, number: 1 };
        let hands = Chair::ALL.map(|chair| hand.table.deal().hand(chair).to_string());
        let hands: Vec<_> = CHAIRS.into_iter().zip(hands.iter().map(String::as_str)).collect();
        let stage = hand.record(dealing(&hands)).await.state().stage();
        assert_eq!(stage, v1::Stage::Wild, "the first rank is shown before any call");
        let shown = hand.table.log().to_vec();
        hand.tell(&shown).await;
        hand
    }

    async fn record(&mut self, what: room_event::What) -> RecordEventsResponse {
        let answer = self.try_record(what).await.unwrap();
        self.sequence += 1;
        answer
    }

    async fn try_record(&mut self, what: room_event::What) -> Result<RecordEventsResponse, tonic::Status> {
        let event = numbered(self.sequence + 1, self.number, what);
        Ok(self.client.record_events(recording(&self.room, vec![event])).await?.into_inner())
    }

    /// Tells the room what the table saw; the last answer comes back.
    async fn tell(&mut self, events: &[Event]) -> Option<RecordEventsResponse> {
        let mut last = None;
        for &event in events {
            let board = self.table.board();
            let told = told_event(board.rules(), board.landlord(), event);
            last = Some(self.record(room_event::What::Table(told)).await);
        }
        last
    }

    /// Lets the bot on turn act as the room decides. Without the room it would do the same for the same reason.
    async fn act(&mut self, chair: Chair, seen: &mut Seen) -> Option<RecordEventsResponse> {
        let told = turn_of(&self.table, chair);
        let request = in_room(&self.room, told.chair, None);
        let decision = self.client.decide(request).await.unwrap().into_inner();
        let options = DecisionOptions { hand_seed: Some(decision.source().hand_seed), ..by("casual").unwrap() };
        let alone = self.client.decide(told.asked(Some(options))).await.unwrap().into_inner();
        let what = |decision: &Decision| {
            (decision.action.clone(), decision.reason().code.clone(), decision.source().decider, decision.think_time_ms)
        };
        assert_eq!(what(&decision), what(&alone), "{}: {chair}", self.room);
        let action = action_of(&decision, &self.table);
        if let Action::Play(Some(play)) = action {
            seen.readings += u32::from(play.wild_cards() > 0);
            seen.soft_bombs += u32::from(play.is_bomb() && play.grade() == Grade::Soft);
            seen.other_bombs += u32::from(play.is_bomb() && play.grade() != Grade::Soft);
        }
        let events = self.table.act(action).unwrap().to_vec();
        self.tell(&events).await
    }

    /// Returns the count of the log's bombs by the table in docs/generated/rulesets.md: soft four 2, other fours 4; with two wild ranks six
    /// for more than four cards and for the rocket.
    fn bomb_factors(&self) -> u32 {
        let most = if self.table.board().rules().wild_ranks() == 2 { 6 } else { 4 };
        let factor = |event: &Event| match *event {
            Event::Play(_, Some(play)) if play.is_bomb() && (play.cards().len() != 4) => most,
            Event::Play(_, Some(play)) if play.is_bomb() && play.grade() == Grade::Soft => 2,
            Event::Play(_, Some(play)) if play.is_bomb() => 4,
            _ => 1,
        };
        self.table.log().iter().map(factor).product()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_of_bots_play_whole_hands_with_wild_ranks() {
    // Time ends no thinking, so that both roads think the same.
    let (_server, client) = serve(&[("BUDGETS__DECIDE_MS", "600000")]).await;
    for base in Ruleset::WILD {
        let mut seen = Seen::default();
        for seed in 0..40 {
            if seen.is_enough() {
                break;
            }
            let mut hand = Hand::open(client.clone(), *base, 70 + seed).await;
            let mut last = None;
            while let Some(chair) = hand.table.board().turn() {
                last = hand.act(chair, &mut seen).await;
            }
            let last = last.expect("a hand has a turn");
            assert!(last.warnings.is_empty(), "{last:?}");
            if hand.table.board().stage() != Stage::Over {
                assert_eq!(last.state().awaited(), Awaited::Deal);
                continue;
            }
            let paid = hand.table.settlement(1).unwrap();
            let score = last.state().stakes.clone().unwrap();
            let robs =
                hand.table.log().iter().filter(|event| matches!(event, Event::Call(_, rules::Call::Rob))).count();
            let spring = if paid.spring { 2 } else { 1 };
            assert_eq!(score.multiplier, (1 << robs) * hand.bomb_factors() * spring, "{}", hand.room);
            let landlord = hand.table.board().landlord().unwrap();
            let by_chair = Chair::ALL.map(|chair| paid.points[chair.seat(landlord).index()]);
            assert_eq!(score.amounts, by_chair);
            let winner = server::convert::names::to_side(paid.winner) as i32;
            let settled = Settled { winner, amounts: by_chair.to_vec(), ..Settled::default() };
            for (amounts, reason) in [(2, "FIELD_MISSING"), (4, "TOO_LONG")] {
                let wrong = Settled { amounts: vec![0; amounts], ..settled.clone() };
                let status = hand.try_record(room_event::What::Settled(wrong)).await.unwrap_err();
                assert_eq!(refused(&status).1, reason);
            }
            hand.record(room_event::What::Settled(settled)).await;
            seen.settled += 1;
        }
        assert!(seen.is_enough(), "{seen:?}");
    }
}

/// A table that loses its room before the first wild rank is shown opens it again in one call.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_opened_from_a_deal_without_a_wild_rank_yet() {
    let (_server, mut client) = serve(&[]).await;
    for ruleset in ["classic", "laizi", "laizi-tiandi"] {
        let told = history("", v1::Chair::Third, "34456789TJQKKA22X", &[]);
        let room = format!("again-{ruleset}");
        let opening = OpenRoomRequest {
            hand: Some(told.hand),
            sequence: 1,
            ..seating(&room, ruleset, "casual", &[v1::Chair::Third])
        };
        client.open_room(opening).await.unwrap_or_else(|status| panic!("{ruleset}: {status}"));
    }
}

/// A joker is never wild: the room refuses it by name, and goes on with the rank that is shown next.
#[tokio::test(flavor = "multi_thread")]
async fn a_joker_is_no_wild_rank() {
    let (_server, mut client) = serve(&[]).await;
    let opening = OpenRoomRequest {
        hand: Some(history("", v1::Chair::First, "34456789TJQKKA22X", &[]).hand),
        sequence: 1,
        ..seating("joker", "laizi", "casual", &[v1::Chair::First])
    };
    client.open_room(opening).await.unwrap();
    let shown = |rank: &str| {
        let event = v1::Event { chair: 0, what: Some(event::What::WildShown(String::from(rank))) };
        recording("joker", vec![numbered(2, 1, room_event::What::Table(event))])
    };
    for joker in ["X", "D"] {
        let (_, reason, field) = refused(&client.record_events(shown(joker)).await.unwrap_err());
        assert_eq!((reason.as_str(), field.as_str()), ("VALUE_UNKNOWN", "events[0].table.wild_shown"));
    }
    let answer = client.record_events(shown("7")).await.unwrap().into_inner();
    assert_eq!(answer.state().stage(), v1::Stage::Auction);
}
