//! Hands of tables with other rules: an auction in rounds, a bomb on the rocket, unknown combos. No event is refused, calls with and
//! without a room decide the same, and bots act legally by the ruleset.

use game::cards::{CardOrRank, Cards};
use rules::{Call, Chair, Combo, Rng, Ruleset, Seed, Trick};
use server::room::event::Announcement::{Called, LandlordFound};
use server::room::event::{Dealt, Hint, RoomEventKind, Settled, TableEvent};
use wire::v1;

use super::forms::plain;
use super::rpc::{
    Service, action, cards, chair_number, opening, reason, recording, room_event, table_event, told, turn,
};
use super::stores::Stores;
use crate::support::full;

/// A table with its own rules.
struct Foreign {
    first: Chair,
    cards: [Cards; 3],
    bottom: Cards,
    turn: Chair,
    standing: Option<(Chair, Option<Combo>)>,
    /// The events after the deal.
    happened: Vec<RoomEventKind>,
}

impl Foreign {
    fn deal(rng: &mut Rng) -> Foreign {
        let mut deck: Vec<rules::card::Card> = rules::card::Card::all().collect();
        rng.shuffle(&mut deck);
        let mut part = |size: usize| Cards::new(deck.drain(..size).map(CardOrRank::from).collect()).unwrap();
        let cards = [part(17), part(17), part(17)];
        let first = Chair::ALL[rng.below(3) as usize];
        Foreign { first, cards, bottom: part(3), turn: first, standing: None, happened: Vec::new() }
    }

    /// Holds an auction in rounds: it ends after two passes in a row on a bid, or a bid of three. A chair may speak again.
    fn auction(&mut self, rng: &mut Rng) {
        let (mut highest, mut bidder, mut passes) = (0, self.first, 0);
        while highest < 3 && passes < 2 {
            let bid = highest + 1 + rng.below(3) as u8;
            let is_bid = bid <= 3 && (rng.below(2) == 0 || (highest == 0 && passes == 1));
            let word = if is_bid { Call::Score(bid) } else { Call::Pass };
            self.happened.push(RoomEventKind::Table(TableEvent::Announced(Some(self.turn), Called(word))));
            (highest, bidder, passes) = if is_bid { (bid, self.turn, 0) } else { (highest, bidder, passes + 1) };
            self.turn = self.turn.next();
        }
        let held = &mut self.cards[bidder.index()];
        *held = held.plus(&self.bottom).unwrap();
        self.happened
            .push(RoomEventKind::Table(TableEvent::Announced(Some(bidder), LandlordFound(self.bottom.clone()))));
        self.turn = bidder;
    }

    fn is_over(&self) -> bool {
        self.cards.iter().any(Cards::is_empty)
    }

    /// Returns the trick by the ruleset; `None` if the standing cards are no combo.
    fn trick(&self) -> Option<Trick> {
        match self.standing {
            None => Some(Trick::Lead),
            Some((_, combo)) => combo.map(Trick::Follow),
        }
    }

    fn act(&mut self, cards: Option<(Cards, Hint)>) {
        let who = self.turn;
        self.turn = who.next();
        match cards {
            None => {
                self.happened.push(RoomEventKind::Table(TableEvent::Passed(Some(who))));
                if self.standing.is_some_and(|(owner, _)| owner == self.turn) {
                    self.standing = None;
                }
            }
            Some((cards, hint)) => {
                let held = &mut self.cards[who.index()];
                *held = held.minus(&cards).unwrap();
                let combo = hint.read(&Ruleset::CLASSIC, cards.hand(), self.trick().unwrap_or(Trick::Lead));
                self.standing = Some((who, combo));
                self.happened.push(RoomEventKind::Table(TableEvent::Played(Some(who), cards, hint)));
            }
        }
    }

    /// Takes the cards of these ranks out of the hand of the chair on turn.
    fn take(&self, ranks: rules::Hand) -> Cards {
        let held = &self.cards[self.turn.index()];
        let left = held.minus(&Cards::of(ranks)).unwrap();
        Cards::new(held.as_slice().iter().copied().filter(|told| !left.as_slice().contains(told)).collect()).unwrap()
    }

    /// Finds a play that only this table allows: a bomb on anything, or cards that are no combo elsewhere.
    fn foreign_play(&self, rng: &mut Rng) -> Option<Cards> {
        let held = self.cards[self.turn.index()].hand();
        let bomb = rules::Rank::all().find(|&rank| held.count(rank) == 4);
        let rocket = Ruleset::CLASSIC.read("XD".parse().unwrap());
        let is_rocket = self.standing.is_some_and(|(_, combo)| combo == rocket);
        match bomb {
            Some(rank) if is_rocket => Some(self.take(format!("{rank}{rank}{rank}{rank}").parse().unwrap())),
            _ if rng.below(12) == 0 && held.len() > 3 => Some(self.take(rng.draw(held, 2))),
            _ => None,
        }
    }
}

/// The sum over all hands.
#[derive(Default, Debug)]
struct Count {
    asked: u32,
    fourth_words: u32,
    bombs_on_rockets: u32,
    odd: u32,
    warned: u32,
}

#[tokio::test]
async fn foreign_hands_are_decided_alike_in_both_forms() {
    let service = Stores::memory().service();
    let mut count = Count::default();
    for seed in 0..if full() { 900 } else { 12 } {
        play(&service, seed, &mut count).await;
    }
    println!("{count:?}");
    assert!(count.asked > 200 && count.fourth_words > 2 && count.odd > 4 && count.warned > 40, "{count:?}");
    assert!(count.bombs_on_rockets > 0 || !full(), "{count:?}");
}

async fn play(service: &Service, seed: u64, count: &mut Count) {
    let mut rng = Seed(seed).rng();
    let room = format!("foreign-{seed}");
    service.open(opening(&room, "classic", [true; 3], "casual")).await.unwrap();
    let mut table = Foreign::deal(&mut rng);
    let dealt = Dealt { first: table.first, holds: table.cards.clone().map(Some) };
    service.record(recording(&room, vec![room_event(1, 1, &RoomEventKind::Dealt(dealt))])).await.unwrap();
    table.auction(&mut rng);
    let words = table.happened.len() - 1;
    count.fourth_words += u32::from(words > 3);
    let (mut sent, mut broken) = (0, 0);
    while !table.is_over() {
        broken += record(service, &room, &table.happened[sent..], sent).await;
        sent = table.happened.len();
        let decision = ask(service, &room, &table, broken).await;
        count.asked += 1;
        count.warned += u32::from(!decision.warnings.is_empty());
        let held = table.cards[table.turn.index()].hand();
        let rules::Action::Play(play) = action(decision.action.as_ref().unwrap(), held, &Ruleset::CLASSIC) else {
            panic!("{decision:?}")
        };
        let is_legal = match (play, table.trick()) {
            (None, trick) => trick != Some(Trick::Lead),
            (Some(_), None) => false,
            (Some(combo), Some(trick)) => Ruleset::CLASSIC.plays(held, trick).contains(&combo),
        };
        assert!(is_legal, "seed {seed}: {play:?} on {:?}", table.standing);
        let next = match table.foreign_play(&mut rng) {
            Some(cards) => {
                let is_bomb = cards.len() == 4;
                count.bombs_on_rockets += u32::from(is_bomb);
                count.odd += u32::from(!is_bomb);
                Some((cards, Hint::default()))
            }
            None => play.map(|combo| (table.take(combo.cards()), Hint::of(combo))),
        };
        table.act(next);
    }
    record(service, &room, &table.happened[sent..], sent).await;
    let end = RoomEventKind::Settled(Settled::default());
    let number = table.happened.len() as u32 + 2;
    service.record(recording(&room, vec![room_event(number, 1, &end)])).await.unwrap();
}

/// Records events in the room. Returns the number of warnings.
async fn record(service: &Service, room: &str, happened: &[RoomEventKind], before: usize) -> usize {
    let events = (before as u32 + 2..).zip(happened).map(|(number, what)| room_event(number, 1, what));
    service.record(recording(room, events.collect())).await.unwrap().warnings.len()
}

/// Asks with the room and without it, and compares the answers.
async fn ask(service: &Service, room: &str, table: &Foreign, broken: usize) -> v1::Decision {
    let chair = table.turn;
    let in_room = service.decide("Decide", turn(room, chair, None), v1::DecisionOptions::default()).await.unwrap();
    let hand = v1::Hand {
        ruleset: String::from("classic"),
        card_codec: v1::CardCodec::RanksFrom0 as i32,
        first: chair_number(table.first),
        holds: vec![v1::ChairCards { chair: chair_number(chair), cards: Some(cards(&table.cards[chair.index()])) }],
        events: table.happened.iter().filter_map(table_event).collect(),
        ..v1::Hand::default()
    };
    let shown = service.room(room, v1::Audience::Seat, chair).await.unwrap().hand.unwrap();
    let options = v1::DecisionOptions {
        persona: String::from("casual"),
        hand_seed: Some(in_room.source().hand_seed),
        ..v1::DecisionOptions::default()
    };
    let mut alone = v1::Decision::default();
    for hand in [&v1::Hand { habits: shown.habits.clone(), ..hand.clone() }, &shown] {
        alone = service.decide("Decide", told(chair, hand), options.clone()).await.unwrap();
        assert_eq!(alone.warnings.len(), broken, "what the room warned of");
        let silent = |decision: v1::Decision| v1::Decision { warnings: Vec::new(), ..plain(decision) };
        assert_eq!(silent(in_room.clone()), silent(alone.clone()));
    }
    if broken > 0 {
        let strict = v1::Hand { strict: true, ..hand };
        let refused = service.decide("Decide", told(chair, &strict), options).await.unwrap_err();
        assert_eq!(reason(&refused), "STRICT_EVENT");
    }
    alone
}
