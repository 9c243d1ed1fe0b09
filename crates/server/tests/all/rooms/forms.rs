//! Calls with a room and calls without one: the same decision for the same knowledge, on whole games.

use game::event::Announcement::PassedOn;
use game::event::TableEvent;
use prost::Message;
use rules::{Chair, Rng, Ruleset, Seed, Stage, Trick};
use server::config::Budgets;
use server::room::state::RoomEventKind;
use wire::v1;

use super::rpc::{
    Service, action, cards, chair_number, opening, reason, recording, room_event, table_event, told, turn,
};
use super::stores::Stores;
use super::table::{Backend, Plays, any_action, rulesets, told_to};
use crate::contract::rooms::numbered;
use crate::support::full;

/// Makes the hand that a backend without a room sends: from its own table, with the bot's current cards.
pub(crate) fn hand(backend: &Backend, told: &[RoomEventKind], chair: Chair, habits: Vec<v1::Habits>) -> v1::Hand {
    // A chair sees the cards that it gets when all have given.
    let has_moved = backend.gifts.len() == 3;
    let seen = told.iter().map(|what| match what {
        RoomEventKind::Table(TableEvent::Announced(Some(giver), PassedOn(cards))) => {
            let comes = has_moved && backend.board().rules().pass_on().receiver(*giver) == Some(chair);
            RoomEventKind::Table(TableEvent::Announced(
                Some(*giver),
                PassedOn(cards.clone().filter(|_| *giver == chair || comes)),
            ))
        }
        what => what.clone(),
    });
    v1::Hand {
        ruleset: backend.board().rules().to_string(),
        card_codec: v1::CardCodec::RanksFrom0 as i32,
        first: chair_number(backend.first),
        holds: vec![v1::ChairCards { chair: chair_number(chair), cards: Some(cards(&backend.cards[chair.index()])) }],
        events: seen.filter_map(|what| table_event(&what)).collect(),
        habits,
        ..v1::Hand::default()
    }
}

pub(crate) fn rpc(backend: &Backend) -> &'static str {
    match (backend.board().stage(), backend.board().course().trick()) {
        (Stage::Play, Trick::Lead) => "Play",
        (Stage::Play, _) => "Follow",
        _ => "Bid",
    }
}

/// Returns the step that the table waits for at a turn.
fn awaited(backend: &Backend) -> v1::Awaited {
    match (backend.board().stage(), backend.board().course().trick()) {
        (Stage::PassOn, _) => v1::Awaited::Gift,
        (Stage::Auction, _) => v1::Awaited::Call,
        (Stage::Doubling, _) => v1::Awaited::Doubling,
        (Stage::Showing, _) => v1::Awaited::Show,
        (Stage::Play, Trick::Lead) => v1::Awaited::Lead,
        (Stage::Play, Trick::Follow(_)) => v1::Awaited::Answer,
        (stage, _) => panic!("no turn at {stage}"),
    }
}

/// Returns the events without chairs that follow from the hand.
fn without_chairs(events: &[v1::Event]) -> Vec<v1::Event> {
    let found = |event: &v1::Event| matches!(event.what, Some(v1::event::What::LandlordFound(_)));
    events
        .iter()
        .map(|event| v1::Event { chair: if found(event) { event.chair } else { 0 }, ..event.clone() })
        .collect()
}

/// Returns the answer without the parts that may differ with and without a room.
fn plain(decision: v1::Decision) -> v1::Decision {
    let source =
        v1::DecisionSource { compute_us: 0, room_version: None, disclosed: false, ..decision.source().clone() };
    v1::Decision { source: Some(source), ..decision }
}

#[tokio::test]
async fn both_forms_answer_alike_on_whole_games() {
    // Only worlds and nodes limit the thinking; a clock would limit it on a busy machine.
    let service = Stores::memory().service_with(|config| {
        config.budgets = Budgets { decide_ms: 600_000, ..config.budgets };
    });
    let (mut rng, mut plays) = (Seed(31).rng(), Plays::new());
    let games = if full() { 40 } else { 1 };
    let (mut asked, mut largest) = (0, 0);
    for (index, rules) in rulesets().into_iter().enumerate() {
        for game in 0..games {
            let room = format!("forms-{index}-{game}");
            let bots = [[true, true, true], [false, true, false], [true, false, true]][(index + game) % 3];
            let persona = ["skilled", "advanced", "beginner-hasty"][(index + game) % 3];
            service.open(opening(&room, &rules.to_string(), bots, persona)).await.unwrap();
            let mut session = Session { service: &service, room, bots, persona, rules, sequence: 0, number: 0 };
            // Two hands, so that the second knows habits. In the short size of the test one room of three has a second one.
            let hands = if full() || index % 3 == 0 { 2 } else { 1 };
            for first in [Chair::Second, Chair::Third].into_iter().take(hands) {
                for size in session.hand(Backend::deal(rules, first, &mut rng), &mut rng, &mut plays).await {
                    (asked, largest) = (asked + 1, largest.max(size));
                }
            }
        }
    }
    println!("{asked} turns were asked in both forms; the largest answer has {largest} bytes");
    assert!(asked > 100);
}

/// A table whose backend asks each turn with a room and without one.
pub(super) struct Session<'a> {
    pub(super) service: &'a Service,
    pub(super) room: String,
    pub(super) bots: [bool; 3],
    pub(super) persona: &'static str,
    pub(super) rules: Ruleset,
    pub(super) sequence: u32,
    pub(super) number: u32,
}

impl Session<'_> {
    /// Plays a hand. Returns the sizes of the answers.
    async fn hand(&mut self, mut backend: Backend, rng: &mut Rng, plays: &mut Plays) -> Vec<usize> {
        let mut told = backend.opening(self.bots);
        let (mut sent, mut sizes) = (0, Vec::new());
        self.number += 1;
        loop {
            let recorded = self.record(&told[sent..]).await;
            sent = told.len();
            assert!(recorded.warnings.is_empty(), "{:?}", recorded.warnings);
            let Some(chair) = backend.turn() else { break };
            if self.bots[chair.index()] {
                let state = recorded.state();
                assert_eq!((state.turn, state.awaited()), (chair_number(chair), awaited(&backend)));
                let decision = self.ask(rpc(&backend), &backend, &told, (chair, recorded.version), 0).await;
                sizes.push(decision.encoded_len());
                let hand = backend.cards[chair.index()].hand();
                let action = action(decision.action.as_ref().unwrap(), hand, backend.board().rules());
                told.extend(backend.act(action));
            } else {
                told.extend(backend.act(any_action(&backend, rng, plays)));
            }
        }
        if backend.board().stage() == Stage::Over {
            let recorded = self.record(&[]).await;
            let (paid, landlord) = (backend.table.settlement(1).unwrap(), backend.board().landlord().unwrap());
            let of_chair = |chair: Chair| (backend.placed(chair), paid.points[chair.seat(landlord).index()]);
            for (chair, points) in Chair::ALL.map(of_chair) {
                assert_eq!(recorded.state().stakes.as_ref().unwrap().amounts[chair.index()], points, "{}", self.room);
            }
            self.record(&[backend.settled()]).await;
        }
        sizes
    }

    pub(super) async fn record(&mut self, happened: &[RoomEventKind]) -> v1::RecordEventsResponse {
        let told = happened.iter().map(|what| told_to(self.bots, &self.rules, what.clone()));
        let events = (self.sequence + 1..).zip(told).map(|(number, what)| room_event(number, self.number, &what));
        let events: Vec<v1::RoomEvent> = events.collect();
        self.sequence += events.len() as u32;
        self.service.record(recording(&self.room, events)).await.unwrap()
    }

    /// Asks in the room, then with the backend's hand, and with the room's hand. `broken` events break a rule.
    pub(super) async fn ask(
        &self,
        rpc: &str,
        backend: &Backend,
        happened: &[RoomEventKind],
        (chair, version): (Chair, u32),
        broken: usize,
    ) -> v1::Decision {
        let options = v1::DecisionOptions {
            worlds_max: 2,
            nodes_max: 2_000,
            clock_ms: Some(15_000),
            want_alternatives: true,
            want_trace: true,
            ..v1::DecisionOptions::default()
        };
        let in_room = turn(&self.room, chair, Some(version));
        let session = self.service.decide(rpc, in_room, options.clone()).await.unwrap();
        let shown = self.service.room(&self.room, v1::Audience::Seat, chair).await.unwrap().hand.unwrap();
        let alone = v1::DecisionOptions {
            persona: self.persona.to_owned(),
            hand_seed: Some(session.source().hand_seed),
            ..options
        };
        let own = hand(backend, happened, chair, shown.habits.clone());
        let strict = v1::Hand { strict: true, ..own.clone() };
        let mut forms = vec![own, shown.clone()];
        if broken == 0 {
            // Events may omit the chair that acted.
            forms.push(v1::Hand { events: without_chairs(&shown.events), ..shown });
        } else {
            let refused = self.service.decide(rpc, told(chair, &strict), alone.clone()).await.unwrap_err();
            assert_eq!(reason(&refused), "STRICT_EVENT");
        }
        for hand in forms {
            let mut stateless = self.service.decide(rpc, told(chair, &hand), alone.clone()).await.unwrap();
            let warnings = std::mem::take(&mut stateless.warnings);
            assert_eq!(
                (session.warnings.len(), warnings.len()),
                (0, broken),
                "the room warned of the events: {warnings:?}"
            );
            assert_eq!(plain(session.clone()), plain(stateless));
        }
        session
    }
}

#[tokio::test]
async fn a_bot_that_takes_over_knows_the_whole_hand() {
    // The same table twice: in one the bot sits from the deal on, in the other it takes over during the hand.
    let service = Stores::memory().service();
    let mut rng = Seed(77).rng();
    let mut plays = Plays::new();
    let mut compared = 0;
    for game in 0..20 {
        let rules = rulesets()[game % rulesets().len()];
        let (early, late) = (format!("early-{game}"), format!("late-{game}"));
        let chair = Chair::ALL[game % 3];
        let bots = Chair::ALL.map(|other| other == chair);
        let watcher = Chair::ALL.map(|other| other == chair.next());
        service.open(opening(&early, &rules.to_string(), bots, "casual")).await.unwrap();
        service.open(opening(&late, &rules.to_string(), watcher, "casual")).await.unwrap();
        let mut backend = Backend::deal(rules, Chair::First, &mut rng);
        let mut sequence = 0;
        let send = |room: &str, sequence: u32, what: &RoomEventKind| {
            let told = told_to(if room == early { bots } else { watcher }, &rules, what.clone());
            service.record(recording(room, vec![room_event(sequence, 1, &told)]))
        };
        for (told_early, told_late) in backend.opening(bots).iter().zip(&backend.opening(watcher)) {
            sequence += 1;
            send(&early, sequence, told_early).await.unwrap();
            send(&late, sequence, told_late).await.unwrap();
        }
        let stop_after = 8 + rng.below(20);
        while backend.turn().is_some_and(|turn| turn != chair || sequence < stop_after) {
            for what in backend.act(any_action(&backend, &mut rng, &mut plays)) {
                sequence += 1;
                send(&early, sequence, &what).await.unwrap();
                send(&late, sequence, &what).await.unwrap();
            }
        }
        if backend.turn() != Some(chair) {
            continue;
        }
        let bot = v1::BotSeat {
            chair: chair_number(chair),
            persona: "casual".to_owned(),
            seed: Some(chair_number(chair) as u64),
            ..v1::BotSeat::default()
        };
        let change = v1::SeatChanged {
            who: Some(v1::seat_changed::Who::Bot(bot)),
            holds: Some(cards(&backend.cards[chair.index()])),
            gave: backend.gift(chair).map(cards),
            got: rules.pass_on().giver(chair).and_then(|giver| backend.gift(giver)).map(cards),
        };
        let event = numbered(sequence + 1, 1, v1::room_event::What::SeatChanged(change));
        service.record(recording(&late, vec![event])).await.unwrap();
        let options = v1::DecisionOptions { want_trace: true, ..v1::DecisionOptions::default() };
        let one = service.decide(rpc(&backend), turn(&early, chair, None), options.clone()).await.unwrap();
        let other = service.decide(rpc(&backend), turn(&late, chair, None), options).await.unwrap();
        assert_eq!(plain(one), plain(other));
        compared += 1;
    }
    assert!(compared >= 5, "{compared} games came that far");
}

/// Opens a room and plays up to the first lead. Returns the backend, and its events.
pub(crate) async fn in_play(service: &Service, opening: v1::OpenRoomRequest) -> (Backend, Vec<RoomEventKind>) {
    let room = opening.room_id.clone();
    let bots = [1, 2, 3].map(|chair| opening.bots.iter().any(|bot| bot.chair == chair));
    service.open(opening).await.unwrap();
    let mut rng = Seed(5).rng();
    let mut plays = Plays::new();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut rng);
    let mut told = vec![backend.dealt(bots)];
    while backend.board().stage() != Stage::Play {
        let called = any_action(&backend, &mut rng, &mut plays);
        told.extend(backend.act(called));
    }
    let events = (1..).zip(&told).map(|(sequence, what)| room_event(sequence, 1, what)).collect();
    service.record(recording(&room, events)).await.unwrap();
    (backend, told)
}
