//! A shared store that is down, full, silent, slow, or takes no writes: it affects no caller that does not need it. The trips of a call to it
//! are counted, because each one costs a network's latency.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::level::Grades;
use engine::profile::Family;
use rules::{Chair, Ruleset, Seed, Stage};
use server::call::Call;
use server::call::Rpc;
use server::config::Config;
use server::room::Rooms;
use server::room::store::memory::MemoryStore;
use server::room::store::{Revision, Store, StoreError, StoredValue, SwapOutcome, TurnId, Write};
use server::service::AppService;
use server::state::App;
use tonic::Code;
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::forms::{hand, open_in_play, rpc_of};
use super::levels::empty_player_hand;
use super::players::{BOTS, Table};
use super::rpc::{Service, local_request, opening, reason_name, recording, room_event, turn};
use super::stores::TestStore;
use super::table::{Backend, Plays, any_action};
use crate::contract::harness::metric;
use crate::support::redis::RedisServer;
use crate::support::wait_for;

/// Opens a room at a bot's turn. Returns the call of that turn, its chair, and the hand for a call without a room.
pub(crate) async fn open_at_a_turn(service: &Service, room: &str) -> (&'static str, Chair, v1::Hand) {
    let (backend, told) = open_in_play(service, opening(room, "classic", [true; 3], "rules")).await;
    let chair = backend.turn().unwrap();
    (rpc_of(&backend), chair, hand(&backend, &told, chair, Vec::new()))
}

/// Only a store in another process can be late, so a call has no deadline for rooms in its own process.
#[test]
fn rooms_in_memory_have_no_store_deadline() {
    let deadline =
        |stores: &TestStore| stores.service().app.store_deadline(&super::rpc::context(Rpc::Decide), Some(10));
    assert_eq!(deadline(&TestStore::memory()), None);
    let Some(redis) = TestStore::redis() else { return };
    assert!(deadline(&redis).is_some());
}

#[tokio::test]
async fn without_its_store_a_room_is_refused_and_everything_else_is_served() {
    let Some(mut stores) = TestStore::redis() else { return };
    let (service, idle) = (stores.service(), stores.service());
    // A replica that gets no calls notices it too.
    let idle_up = async || {
        idle.app.rooms.tidy().await;
        metric(&idle.app, "thirdseat_store_nodes{state=\"up\"}")
    };
    assert_eq!(idle_up().await, 1.0);
    let (name, chair, hand) = open_at_a_turn(&service, "away").await;
    let options = v1::DecisionOptions::default;
    let by_rules = || v1::DecisionOptions { persona: "rules".to_owned(), hand_seed: Some(3), ..options() };
    let stateless = service.decide(name, super::rpc::hand_request(chair, &hand), by_rules()).await.unwrap();
    assert_eq!(metric(&service.app, "thirdseat_store_nodes{state=\"up\"}"), 1.0);

    stores.redis.as_mut().unwrap().stop();
    assert_eq!(idle_up().await, 0.0);
    for _ in 0..10 {
        let status = service.decide(name, turn("away", chair, None), options()).await.unwrap_err();
        assert_eq!((reason_name(&status).as_str(), status.code()), ("STORE_UNAVAILABLE", Code::Unavailable));
        assert!(status.message().ends_with("the store of the rooms does not answer"), "no address: {status:?}");
        assert!(status.get_details_retry_info().is_some_and(|info| info.retry_delay.is_some()));
        let same = service.decide(name, super::rpc::hand_request(chair, &hand), by_rules()).await.unwrap();
        assert_eq!(same.action, stateless.action);
    }
    assert_eq!(metric(&service.app, "thirdseat_store_nodes{state=\"up\"}"), 0.0);
    assert_eq!(metric(&service.app, "thirdseat_store_errors_total{op=\"read\",error=\"unanswered\"}"), 10.0);
    let opened = service.open(opening("new", "classic", [true; 3], "rules")).await;
    assert_eq!(reason_name(&opened.unwrap_err()), "STORE_UNAVAILABLE");
    // Hands of players are lost, which is counted, and no record is reported as deleted.
    let players = &service.app.rooms.players;
    players.count_hands(7, &[empty_player_hand("p", 1), empty_player_hand("p", 2)], str::to_owned).await;
    players.grade("p", 7, 1, Family::Plain, Grades::default()).await;
    for (record, lost) in [("seen", 2.0), ("graded", 1.0)] {
        let series = format!("thirdseat_player_hands_total{{record=\"{record}\",outcome=\"lost\"}}");
        assert_eq!(metric(&service.app, &series), lost);
    }
    assert!(players.load_record("p").await.is_err());
    let forgotten = players.forget("p", str::to_owned).await.unwrap_err();
    assert_eq!(forgotten.reason().name, "STORE_UNAVAILABLE");

    // It comes back without its rooms, which have to be opened again.
    assert!(stores.redis.as_mut().unwrap().run());
    let look = async || reason_name(&service.room("away", v1::Audience::Public, chair).await.unwrap_err());
    wait_for("the store", async || look().await != "STORE_UNAVAILABLE").await;
    assert_eq!(look().await, "ROOM_NOT_FOUND");
    let (name, chair, _) = open_at_a_turn(&service, "away").await;
    service.decide(name, turn("away", chair, None), options()).await.unwrap();
    assert_eq!(metric(&service.app, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
    wait_for("the store", async || idle_up().await == 1.0).await;
}

/// A key that no replica wrote affects only that room: a retry does not help, and the store counts as up.
#[tokio::test]
async fn an_unreadable_key_has_its_own_reason_and_costs_no_other_room() {
    let Some(stores) = TestStore::redis() else { return };
    let service = stores.service();
    let (name, chair, _) = open_at_a_turn(&service, "fine").await;
    let redis = stores.redis.as_ref().unwrap();
    assert!(redis.say("SET thirdseat:room:{short} abc").contains("+OK"));
    assert!(redis.say("RPUSH thirdseat:room:{list} a b").contains(":2"));
    assert!(redis.say("SET thirdseat:room:{broken} 12345678-this-is-no-room").contains("+OK"));
    for _ in 0..5 {
        for room in ["short", "list", "broken"] {
            let status = service.room(room, v1::Audience::Public, chair).await.unwrap_err();
            assert_eq!((reason_name(&status).as_str(), status.code()), ("ROOM_UNREADABLE", Code::DataLoss), "{room}");
            assert!(status.get_details_retry_info().is_none(), "{room}");
            assert_eq!(status.get_details_error_info().unwrap().metadata["retry"], "never", "{room}");
        }
    }
    assert_eq!(metric(&service.app, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
    // The circuit breaker stays closed.
    let decided = service.decide(name, turn("fine", chair, None), v1::DecisionOptions::default()).await;
    assert!(decided.is_ok(), "{decided:?}");
}

/// Redis without memory or disk for writes still answers reads, and a metric counts the failed writes.
#[tokio::test]
async fn a_full_store_is_counted_and_still_read() {
    let Some(stores) = TestStore::redis() else { return };
    let service = stores.service();
    let (_, chair, _) = open_at_a_turn(&service, "before").await;
    let redis = stores.redis.as_ref().unwrap();
    for (round, space) in [(1.0, "CONFIG SET maxmemory 0"), (2.0, "CONFIG SET save \"\"")] {
        match round {
            1.0 => assert!(redis.say("CONFIG SET maxmemory 1").contains("+OK")),
            _ => redis.fill_disk(),
        }
        for number in 0..10 {
            let opening = opening(&format!("full-{number}"), "classic", [true; 3], "rules");
            let status = service.open(opening).await.unwrap_err();
            assert_eq!((reason_name(&status).as_str(), status.code()), ("STORE_UNAVAILABLE", Code::Unavailable));
            service.room("before", v1::Audience::Public, chair).await.expect("a read needs no space");
        }
        assert_eq!(metric(&service.app, "thirdseat_store_errors_total{op=\"open\",error=\"full\"}"), 10.0 * round);
        assert_eq!(metric(&service.app, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
        assert!(redis.say(space).contains("+OK"));
        service.open(opening(&format!("after-{round}"), "classic", [true; 3], "rules")).await.unwrap();
    }
}

#[tokio::test]
async fn a_silent_store_costs_a_few_calls_its_time_out_and_the_others_nothing() {
    let Some(stores) = TestStore::redis() else { return };
    // Far longer than a refusal takes on a busy machine.
    let service = stores.service_with(|config| config.rooms.redis.timeout_ms = 1_000);
    let (_, chair, _) = open_at_a_turn(&service, "silent").await;
    stores.redis.as_ref().unwrap().signal("STOP");
    let mut waited = Vec::new();
    for _ in 0..40 {
        let begin = Instant::now();
        let status = service.room("silent", v1::Audience::Public, chair).await.unwrap_err();
        assert_eq!(reason_name(&status), "STORE_UNAVAILABLE");
        waited.push(begin.elapsed());
    }
    let slow = waited.iter().filter(|took| **took >= Duration::from_millis(990)).count();
    assert!((3..=6).contains(&slow), "three find out, then one at a time looks: {waited:?}");
    stores.redis.as_ref().unwrap().signal("CONT");
    // The room was not lost.
    wait_for("the store", async || service.room("silent", v1::Audience::Public, chair).await.is_ok()).await;
}

/// The commands that a call waits for.
const AWAITED_COMMANDS: [&str; 5] = ["get", "getex", "getdel", "set", "eval"];

impl RedisServer {
    /// Counts the commands that calls waited for since it was last asked.
    fn count_trips(&self) -> usize {
        let stats = self.say("INFO commandstats");
        assert!(self.say("CONFIG RESETSTAT").contains("+OK"));
        let calls = |command: &str| {
            let row = stats.lines().find_map(|row| row.strip_prefix(&format!("cmdstat_{command}:calls=")))?;
            row.split(',').next()?.parse::<usize>().ok()
        };
        AWAITED_COMMANDS.into_iter().filter_map(calls).sum()
    }
}

/// Records events and asks for the next decision. Returns the trips, and true if a bot decided.
async fn trips_of_event(redis: &RedisServer, service: &Service, events: Vec<v1::RoomEvent>) -> (usize, bool) {
    redis.count_trips();
    let recorded =
        service.record(v1::RecordEventsRequest { decide: true, ..recording("trips", events) }).await.unwrap();
    let is_decided =
        recorded.next.is_some_and(|next| matches!(next.result, Some(v1::turn_decision::Result::Decision(_))));
    (redis.count_trips(), is_decided)
}

#[tokio::test]
async fn an_event_and_the_next_decision_take_two_trips() {
    let Some(stores) = TestStore::redis() else { return };
    let redis = stores.redis.as_ref().unwrap();
    let (one, two) = (stores.service(), stores.service());
    one.open(opening("trips", "classic", [true; 3], "casual")).await.unwrap();
    two.open(opening("other", "classic", [true; 3], "casual")).await.unwrap();
    assert_eq!(redis.count_trips(), 2, "two rooms");
    let (mut rng, mut plays) = (Seed(3).rng(), Plays::new());
    let (mut sequence, mut decided) = (0, 0);
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut rng);
    let mut happened = vec![backend.deal_event([true; 3])];
    while backend.turn().is_some() {
        let events: Vec<_> = (sequence + 1..).zip(&happened).map(|(at, what)| room_event(at, 1, what)).collect();
        sequence += events.len() as u32;
        // Once the other replica takes a turn; it has to load, and so does this one after it.
        let (service, expected) = match decided {
            // The deal also loads the record of the bots' persona.
            0 => (&one, 3),
            4 => (&two, 3),
            5 => (&one, 3),
            _ => (&one, 2),
        };
        assert_eq!(trips_of_event(redis, service, events).await, (expected, true), "event {sequence}");
        decided += 1;
        happened = backend.act(any_action(&backend, &mut rng, &mut plays));
    }
    assert!(decided > 10, "{decided} decisions");
}

#[tokio::test]
async fn a_deal_takes_a_trip_for_each_key() {
    let Some(stores) = TestStore::redis() else { return };
    let redis = stores.redis.as_ref().unwrap();
    let service = stores.service();
    let mut table = Table::open(&service, "deals").await;
    let mut seed = 0;
    loop {
        seed += 1;
        let (mut backend, _) = table.deal(seed).await;
        let end = table.play(&mut backend, seed).await;
        // A hand without a landlord is counted too.
        table.record(&[end]).await;
        if backend.board().stage() == Stage::Over {
            break;
        }
    }
    // Grading runs in the background.
    while redis.count_trips() > 0 {
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let dealt = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut Seed(1).rng()).deal_event(BOTS);
    table.hand += 1;
    table.record(&[dealt]).await;
    assert_eq!(redis.count_trips(), 4, "the room, and the three at the table");
}

struct FaultyStore {
    rooms: MemoryStore,
    fault: Arc<StoreFault>,
}

#[derive(Default)]
struct StoreFault {
    takes_no_writes: AtomicBool,
    read_ms: AtomicU64,
    write_ms: AtomicU64,
}

async fn delay(time_ms: &AtomicU64) {
    tokio::time::sleep(Duration::from_millis(time_ms.load(Ordering::Relaxed))).await;
}

impl StoreFault {
    /// Waits as long as a write takes; an error if the store takes none.
    async fn write(&self) -> Result<(), StoreError> {
        delay(&self.write_ms).await;
        let is_down = self.takes_no_writes.load(Ordering::Relaxed);
        if is_down { Err(StoreError::Down("it takes no writes".to_owned())) } else { Ok(()) }
    }
}

#[tonic::async_trait]
impl Store for FaultyStore {
    async fn load(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        delay(&self.fault.read_ms).await;
        self.rooms.load(room).await
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, next: Write) -> Result<SwapOutcome, StoreError> {
        self.fault.write().await?;
        self.rooms.swap(room, expected, next).await
    }

    async fn load_answer(&self, room: &str, turn: TurnId) -> Result<Option<Vec<u8>>, StoreError> {
        self.rooms.load_answer(room, turn).await
    }

    async fn add_answer(&self, room: &str, turn: TurnId, answer: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.fault.write().await?;
        self.rooms.add_answer(room, turn, answer).await
    }

    async fn delete(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        self.fault.write().await?;
        self.rooms.delete(room).await
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// Makes a service over a faulty store. Returns it with the store's fault, which is off.
fn faulty_service() -> (Service, Arc<StoreFault>) {
    let mut config = Config::embedded();
    config.log.replay = false;
    let fault = Arc::new(StoreFault::default());
    let rooms = MemoryStore::new(10, Duration::from_secs(600), Box::new(|_, _| {}));
    let faulty = FaultyStore { rooms, fault: Arc::clone(&fault) };
    let mut app = App::load(config).unwrap();
    let own = Arc::get_mut(&mut app).unwrap();
    own.rooms = Rooms::with_store(faulty, &own.config, Arc::clone(&own.roster), &own.metrics);
    (Service { rpc: AppService(Arc::clone(&app)), app }, fault)
}

fn count_decisions(service: &Service) -> f64 {
    let page = service.app.metrics_page();
    let counts = page.lines().filter(|line| line.starts_with("thirdseat_decision_seconds_count{"));
    counts.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
}

/// The budget of a decision here, and the delay of the store: far longer, so that a busy machine changes nothing.
const BUDGET_MS: u32 = 1000;
const STORE_DELAY_MS: u64 = 20_000;

fn options_in_budget() -> v1::DecisionOptions {
    v1::DecisionOptions { budget_ms: Some(BUDGET_MS), ..Default::default() }
}

/// Makes a request whose caller waits no longer than [`BUDGET_MS`].
fn with_deadline<T>(rpc: Rpc, message: T) -> tonic::Request<T> {
    let mut request = local_request(rpc, message);
    let call = request.extensions_mut().get_mut::<Call>().unwrap();
    call.deadline = Some(tokio::time::Instant::now().into_std() + Duration::from_millis(BUDGET_MS.into()));
    request
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_late_with_events_leaves_time_to_ask_without_it() {
    let (service, fault) = faulty_service();
    service.open(opening("late", "classic", [true; 3], "casual")).await.unwrap();
    let (name, chair, _) = open_at_a_turn(&service, "away").await;
    let before = count_decisions(&service);
    fault.write_ms.store(STORE_DELAY_MS, Ordering::Relaxed);
    fault.read_ms.store(STORE_DELAY_MS, Ordering::Relaxed);
    let dealt = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng()).deal_event([true; 3]);
    let told = recording("late", vec![room_event(1, 1, &dealt)]);
    let told = v1::RecordEventsRequest { decide: true, options: Some(options_in_budget()), ..told };
    let opened = v1::OpenRoomRequest { decide: true, ..opening("new", "classic", [true; 3], "casual") };
    let closed = v1::CloseRoomRequest { room_id: String::from("late") };
    let asked = tokio::time::Instant::now();
    let refusals = [
        service.record(told).await.unwrap_err(),
        service.rpc.open_room(with_deadline(Rpc::OpenRoom, opened)).await.unwrap_err(),
        service.rpc.close_room(with_deadline(Rpc::CloseRoom, closed)).await.unwrap_err(),
        service.decide(name, turn("away", chair, None), options_in_budget()).await.unwrap_err(),
    ];
    assert!(asked.elapsed() < Duration::from_millis(STORE_DELAY_MS), "{:?}", asked.elapsed());
    for refused in refusals {
        // gRPC's own retries would only use up the time that is left.
        let pushback = refused.metadata().get("grpc-retry-pushback-ms").unwrap();
        assert_eq!((reason_name(&refused).as_str(), pushback.to_str().ok()), ("STORE_UNAVAILABLE", Some("-1")));
    }
    assert_eq!(count_decisions(&service), before, "nothing was decided");
}

#[tokio::test(start_paused = true)]
async fn a_turn_whose_answer_is_not_stored_in_time_is_answered_and_counted_once() {
    for write_ms in [0, STORE_DELAY_MS] {
        let (service, fault) = faulty_service();
        let (name, chair, _) = open_at_a_turn(&service, "away").await;
        let before = count_decisions(&service);
        let is_broken = |is_broken: bool| {
            fault.takes_no_writes.store(is_broken && write_ms == 0, Ordering::Relaxed);
            fault.write_ms.store(if is_broken { write_ms } else { 0 }, Ordering::Relaxed);
        };
        is_broken(true);
        let asked = tokio::time::Instant::now();
        let answer = service.decide(name, turn("away", chair, None), options_in_budget()).await.unwrap();
        assert!(asked.elapsed() < Duration::from_millis(STORE_DELAY_MS), "{:?}", asked.elapsed());
        assert_eq!(answer.source().degraded(), v1::Degraded::Store);
        assert!(answer.source().room_version.is_some(), "the room was read");
        assert_eq!(count_decisions(&service), before + 1.0);
        assert_eq!(metric(&service.app, "thirdseat_degraded_total{caller=\"default\",reason=\"store\"}"), 1.0);
        // No answer was kept: the turn is still open.
        is_broken(false);
        let again = service.decide(name, turn("away", chair, None), v1::DecisionOptions::default()).await.unwrap();
        assert_eq!((again.action, again.source.unwrap().repeated), (answer.action, false));
    }
}
