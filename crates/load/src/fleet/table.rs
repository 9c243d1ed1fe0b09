//! A table of three bots in a room: asks for every decision, plays it by its own rules, records it, and compares the room with
//! what it knows itself.

mod compare;

use std::time::{Duration, Instant};

use rules::{Action, Chair, Deal, Rng, Ruleset, Side, Stage, Table, Trick};
use tonic::{Code, Status};
use wire::v1;

use super::account::{Book, reason};
use super::client::Client;
use crate::told;

/// What tables do, all alike.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    pub(crate) persona: String,
    /// Between two turns of a table.
    pub(crate) pause: Duration,
    /// Whether turns carry a fallback for when the store is away.
    pub(crate) fallback: bool,
    /// Whether the store may forget rooms: what is gone is then told again, and no loss.
    pub(crate) may_forget: bool,
    /// After so long without an answer a hand is given up.
    pub(crate) patience: Duration,
}

/// Every so many decisions one is asked for twice.
const COMPARE_EVERY: u64 = 4;
/// Between two tries of a table whose call failed for good.
const TRY_AGAIN: Duration = Duration::from_millis(50);
/// Events that one call may carry.
const EVENTS_MAX: usize = 200;

/// The hand cannot be played on; the book says why.
pub(crate) struct GivenUp;

/// A table and its room.
pub(crate) struct Seated<'a> {
    client: &'a Client,
    book: &'a Book,
    manner: &'a Manner,
    room: String,
    /// Every event of the room's life.
    events: Vec<v1::RoomEvent>,
    /// So many of them the room has acknowledged.
    acknowledged: usize,
    hand_number: u32,
    decisions: u64,
}

impl<'a> Seated<'a> {
    pub(crate) fn new(client: &'a Client, book: &'a Book, manner: &'a Manner, room: String) -> Seated<'a> {
        Seated { client, book, manner, room, events: Vec::new(), acknowledged: 0, hand_number: 0, decisions: 0 }
    }

    /// Plays hands until the time is over; the last one to its end.
    pub(crate) async fn play(mut self, mut rng: Rng, until: Instant) {
        if self.open().await.is_err() {
            return self.book.note(|account| account.given_up += 1);
        }
        while Instant::now() < until {
            match self.hand(&mut rng).await {
                Ok(()) => self.book.note(|account| account.hands += 1),
                Err(GivenUp) => return self.book.note(|account| account.given_up += 1),
            }
        }
        let room_id = &self.room;
        let _ = self
            .client
            .call(|mut rpc| async move { rpc.close_room(v1::CloseRoomRequest { room_id: room_id.clone() }).await })
            .await;
    }

    async fn hand(&mut self, rng: &mut Rng) -> Result<(), GivenUp> {
        self.hand_number += 1;
        let deal = Deal::shuffled(rng);
        let mut table = Table::new(Ruleset::CLASSIC, deal, Chair::First);
        self.happened(v1::room_event::What::Dealt(v1::Dealt {
            first: v1::Chair::First.into(),
            hands: Chair::ALL.map(|chair| chair_cards(chair, table.view(chair).hand())).into(),
            ..Default::default()
        }));
        self.record().await?;
        while let Some(chair) = table.board().turn() {
            tokio::time::sleep(self.manner.pause).await;
            let action = self.decide(&table, chair).await?;
            let events = table.act(action).expect("a decision was found legal").to_vec();
            for event in &events {
                self.happened(v1::room_event::What::Table(told::event(event)));
            }
            self.record().await?;
        }
        self.compare(&table).await?;
        let end = match table.settlement(1) {
            Some(settled) => v1::room_event::What::Settled(v1::Settled {
                winner: match settled.winner {
                    Side::Landlord => v1::Side::Landlord,
                    Side::Peasants => v1::Side::Peasants,
                }
                .into(),
                ..Default::default()
            }),
            None => v1::room_event::What::Redealt(v1::Redealt {}),
        };
        self.happened(end);
        self.record().await
    }

    fn happened(&mut self, what: v1::room_event::What) {
        let sequence = self.events.len() as u32 + 1;
        self.events.push(v1::RoomEvent { sequence, hand_number: self.hand_number, what: Some(what) });
    }

    /// The version that the room has to be at: it opened at 1, and each event made one.
    fn version(&self) -> u32 {
        self.acknowledged as u32 + 1
    }

    async fn open(&mut self) -> Result<(), GivenUp> {
        let bot = |chair: Chair| v1::BotSeat {
            chair: told::chair(chair).into(),
            persona: self.manner.persona.clone(),
            seed: Some(chair as u64),
            disclosed: true,
        };
        let request = v1::OpenRoomRequest {
            request_id: self.room.clone(),
            room_id: self.room.clone(),
            ruleset: Ruleset::CLASSIC.to_string(),
            bots: Chair::ALL.map(bot).into(),
            strict: true,
            ..Default::default()
        };
        let since = Instant::now();
        loop {
            let request = &request;
            match self.client.call(|mut rpc| async move { rpc.open_room(request.clone()).await }).await {
                Ok(_) => return Ok(()),
                Err(status) => self.wait(&status, since).await?,
            }
        }
    }

    /// Tells the room what it does not know yet, until it has acknowledged everything.
    async fn record(&mut self) -> Result<(), GivenUp> {
        let since = Instant::now();
        while self.acknowledged < self.events.len() {
            let last = self.events.len().min(self.acknowledged + EVENTS_MAX);
            let request = v1::RecordEventsRequest {
                room_id: self.room.clone(),
                events: self.events[self.acknowledged..last].to_vec(),
                ..Default::default()
            };
            let request = &request;
            match self.client.call(|mut rpc| async move { rpc.record_events(request.clone()).await }).await {
                Ok(recorded) => self.acknowledge(recorded.sequence, recorded.version, last),
                Err(status) => self.mend(&status, since).await?,
            }
        }
        Ok(())
    }

    fn acknowledge(&mut self, sequence: u32, version: u32, last: usize) {
        let told = last as u32;
        self.book.note(|account| account.events += (last - self.acknowledged) as u64);
        if sequence > told || version > told + 1 {
            let words = format!("{}: {told} events were told, the room has {sequence} in version {version}", self.room);
            self.book.trouble(words, |account| account.doubled += 1);
        }
        if sequence < told {
            let words = format!("{}: {told} events were told and acknowledged, the room has {sequence}", self.room);
            self.book.trouble(words, |account| account.lost += u64::from(told - sequence));
        }
        self.acknowledged = last;
    }

    /// After a call that failed for good: finds out where the room is, or waits.
    async fn mend(&mut self, status: &Status, since: Instant) -> Result<(), GivenUp> {
        let before = self.acknowledged;
        match reason(status).as_str() {
            "ROOM_NOT_FOUND" => {
                self.open().await?;
                self.found_at(0)?;
            }
            "SEQUENCE_GAP" | "SEQUENCE_CONFLICT" | "HAND_CLOSED" | "HAND_MISMATCH" | "NO_HAND" | "VERSION_MISMATCH" => {
                let room = self.look(since).await?;
                self.found_at(room.sequence as usize)?;
            }
            _ => return self.wait(status, since).await,
        }
        if self.acknowledged == before && before > 0 {
            // The room is where it should be and refuses what comes next: nothing that asking again could mend.
            self.book.trouble(format!("{}: {status}", self.room), |account| account.wrong += 1);
            return Err(GivenUp);
        }
        Ok(())
    }

    /// The room has so many events: more than happened is a doubling, fewer than it acknowledged a loss.
    fn found_at(&mut self, has: usize) -> Result<(), GivenUp> {
        if has > self.events.len() {
            let words = format!("{}: {} events happened, the room has {has}", self.room, self.events.len());
            self.book.trouble(words, |account| account.doubled += 1);
            return Err(GivenUp);
        }
        let gone = self.acknowledged.saturating_sub(has) as u64;
        if gone > 0 && self.manner.may_forget {
            self.book.note(|account| account.told_again += gone);
        } else if gone > 0 {
            let words = format!("{}: {} events were acknowledged, the room has {has}", self.room, self.acknowledged);
            self.book.trouble(words, |account| account.lost += gone);
        }
        self.acknowledged = has;
        Ok(())
    }

    /// A call failed after all its attempts; a backend goes on trying, for so long.
    async fn wait(&self, status: &Status, since: Instant) -> Result<(), GivenUp> {
        self.book.failed(status);
        let is_hopeless = matches!(status.code(), Code::InvalidArgument | Code::Internal | Code::Unimplemented);
        if is_hopeless || since.elapsed() > self.manner.patience {
            self.book.trouble(format!("{}: {status}", self.room), |_| {});
            return Err(GivenUp);
        }
        tokio::time::sleep(TRY_AGAIN).await;
        Ok(())
    }

    async fn look(&self, since: Instant) -> Result<v1::Room, GivenUp> {
        let request = v1::GetRoomRequest {
            room_id: self.room.clone(),
            audience: v1::Audience::Operator.into(),
            ..Default::default()
        };
        loop {
            let request = &request;
            match self.client.call(|mut rpc| async move { rpc.get_room(request.clone()).await }).await {
                Ok(answer) => return Ok(answer.room.unwrap_or_default()),
                Err(status) if reason(&status) == "ROOM_NOT_FOUND" => return Ok(v1::Room::default()),
                Err(status) => self.wait(&status, since).await?,
            }
        }
    }

    /// Asks the bot whose turn it is; what it does is legal by the table's own rules.
    async fn decide(&mut self, table: &Table, chair: Chair) -> Result<Action, GivenUp> {
        let since = Instant::now();
        let decision = loop {
            match self.ask(table, chair).await {
                Ok(decision) => break decision,
                Err(status) => {
                    self.mend(&status, since).await?;
                    self.record().await?;
                }
            }
        };
        self.decisions += 1;
        let by_fallback = decision.degraded() == v1::Degraded::Store;
        self.book.note(|account| {
            account.decisions += 1;
            account.by_fallback += u64::from(by_fallback);
        });
        if !by_fallback && decision.room_version != Some(self.version()) {
            let words = format!("{}: at version {}, decided at {:?}", self.room, self.version(), decision.room_version);
            self.book.trouble(words, |account| account.wrong += 1);
        }
        if self.decisions.is_multiple_of(COMPARE_EVERY)
            && let Ok(again) = self.ask(table, chair).await
        {
            self.book.note(|account| account.compared += 1);
            // No room remembers what a fallback decided: once the store is back, the room's bot draws by its own seed.
            let is_comparable = by_fallback == (again.degraded() == v1::Degraded::Store);
            if is_comparable && again.action != decision.action {
                let words = format!("{}: {:?}, and asked again {:?}", self.room, decision.action, again.action);
                self.book.trouble(words, |account| account.wrong += 1);
            }
        }
        let action = decision.action.as_ref().and_then(|action| told::action(action, table.board().rules()));
        match action.filter(|action| table.clone().act(*action).is_ok()) {
            Some(action) => Ok(action),
            None => {
                let words = format!("{}: {:?} is illegal in {table}", self.room, decision.action);
                self.book.trouble(words, |account| account.wrong += 1);
                Err(GivenUp)
            }
        }
    }

    async fn ask(&self, table: &Table, chair: Chair) -> Result<v1::Decision, Status> {
        let fallback = self.manner.fallback.then(|| {
            let view = Some(told::view(&table.view(chair), chair));
            Box::new(v1::RoomFallback { view, persona: self.manner.persona.clone() })
        });
        let turn = v1::RoomTurn {
            room_id: self.room.clone(),
            chair: told::chair(chair).into(),
            version: Some(self.version()),
            fallback,
        };
        let turn = &turn;
        let decision = match (table.board().stage(), table.board().course().trick()) {
            (Stage::Play, Trick::Lead) => {
                let position = || Some(v1::play_request::Position::Room(turn.clone()));
                let request = || v1::PlayRequest { position: position(), ..Default::default() };
                self.client.call(|mut rpc| async move { rpc.play(request()).await }).await?.decision
            }
            (Stage::Play, Trick::Follow(_)) => {
                let position = || Some(v1::follow_request::Position::Room(turn.clone()));
                let request = || v1::FollowRequest { position: position(), ..Default::default() };
                self.client.call(|mut rpc| async move { rpc.follow(request()).await }).await?.decision
            }
            _ => {
                let position = || Some(v1::bid_request::Position::Room(turn.clone()));
                let request = || v1::BidRequest { position: position(), ..Default::default() };
                self.client.call(|mut rpc| async move { rpc.bid(request()).await }).await?.decision
            }
        };
        decision.ok_or_else(|| Status::internal("an answer without a decision"))
    }
}

fn chair_cards(chair: Chair, hand: rules::Hand) -> v1::ChairCards {
    v1::ChairCards { chair: told::chair(chair).into(), cards: Some(told::cards(hand)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(may_forget: bool, check: impl FnOnce(&mut Seated<'_>)) -> super::super::account::Account {
        let client = Client::new(&[String::from("127.0.0.1:1")], Duration::from_secs(1)).unwrap();
        let pause = Duration::ZERO;
        let manner =
            Manner { persona: String::from("rules"), pause, fallback: false, may_forget, patience: Duration::ZERO };
        let book = Book::default();
        let mut seated = Seated::new(&client, &book, &manner, String::from("room"));
        for _ in 0..10 {
            seated.happened(v1::room_event::What::Redealt(v1::Redealt {}));
        }
        check(&mut seated);
        book.read()
    }

    /// What goes wrong is seen: an account that finds nothing has looked.
    #[tokio::test]
    async fn losses_and_doublings_are_seen() {
        let fine = account(false, |seated| seated.acknowledge(10, 11, 10));
        assert_eq!((fine.events, fine.lost, fine.doubled), (10, 0, 0));
        assert_eq!(account(false, |seated| seated.acknowledge(9, 10, 10)).lost, 1);
        assert_eq!(account(false, |seated| seated.acknowledge(11, 12, 10)).doubled, 1);
        assert_eq!(account(false, |seated| seated.acknowledge(10, 12, 10)).doubled, 1, "a version too many");
        let behind = |seated: &mut Seated<'_>| {
            seated.acknowledge(10, 11, 10);
            assert!(seated.found_at(7).is_ok());
            assert_eq!(seated.acknowledged, 7, "the rest is told again");
        };
        assert_eq!(account(false, behind).lost, 3);
        let allowed = account(true, behind);
        assert_eq!((allowed.lost, allowed.told_again), (0, 3));
        assert_eq!(account(true, |seated| assert!(seated.found_at(11).is_err())).doubled, 1, "nobody told it that");
    }
}
