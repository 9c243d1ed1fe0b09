//! A store that answers reads but no writes, and a slow store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rules::{Chair, Ruleset, Seed};
use server::call::auth::Callers;
use server::call::caller::Quota;
use server::call::context::Call;
use server::call::rpc::Rpc;
use server::config::Config;
use server::placement::policy::{self, Policy};
use server::room::Rooms;
use server::room::store::memory::Memory;
use server::room::store::{Answer, Kept, Revision, Store, StoreError, Stored, Swap};
use server::roster::Roster;
use server::service::Companions;
use server::state::App;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::replicas::{at_a_turn, metric};
use super::rpc::{Service, local, opening, reason, recording, room_event, turn};
use super::table::Backend;

struct Faulty {
    rooms: Memory,
    fault: Arc<Fault>,
}

/// The present fault of a store.
#[derive(Default)]
struct Fault {
    takes_no_writes: AtomicBool,
    read_ms: AtomicU64,
    write_ms: AtomicU64,
}

async fn takes(time_ms: &AtomicU64) {
    tokio::time::sleep(Duration::from_millis(time_ms.load(Ordering::Relaxed))).await;
}

#[tonic::async_trait]
impl Store for Faulty {
    async fn load(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        takes(&self.fault.read_ms).await;
        self.rooms.load(room).await
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, bytes: Vec<u8>) -> Result<Swap, StoreError> {
        takes(&self.fault.write_ms).await;
        if self.fault.takes_no_writes.load(Ordering::Relaxed) {
            return Err(StoreError::Down("it takes no writes".to_owned()));
        }
        self.rooms.swap(room, expected, bytes).await
    }

    async fn answer(&self, room: &str) -> Result<Option<Answer>, StoreError> {
        self.rooms.answer(room).await
    }

    async fn keep(&self, room: &str, at: Revision, answer: &Answer) -> Result<Kept, StoreError> {
        takes(&self.fault.write_ms).await;
        if self.fault.takes_no_writes.load(Ordering::Relaxed) {
            return Err(StoreError::Down("it takes no writes".to_owned()));
        }
        self.rooms.keep(room, at, answer).await
    }

    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        self.rooms.delete(room).await
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// Makes a service over such a store, and the store's fault, which is off.
fn service() -> (Service, Arc<Fault>) {
    let mut config = Config::embedded();
    config.log.replay = false;
    let fault = Arc::new(Fault::default());
    let rooms = Memory::new(10, Duration::from_secs(600), Box::new(|_, _| {}));
    let (roster, metrics) = (Arc::new(Roster::load(&config.personas).unwrap()), Arc::default());
    let faulty = Faulty { rooms, fault: Arc::clone(&fault) };
    let rooms = Rooms::over(faulty, &config, Arc::<Roster>::clone(&roster), &metrics);
    let policy = Policy::read(policy::DEFAULT, &roster).unwrap();
    let callers = Callers::load("", Quota::default()).unwrap();
    let app = Arc::new(App::new(config, roster, policy, rooms, callers, metrics));
    (Service { rpc: Companions::new(Arc::clone(&app)), app }, fault)
}

/// Counts all recorded decisions.
fn recorded(service: &Service) -> f64 {
    let page = service.app.metrics_page();
    let counts = page.lines().filter(|line| line.starts_with("thirdseat_decision_seconds_count{"));
    counts.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
}

#[tokio::test]
async fn a_turn_whose_answer_was_not_stored_is_answered_and_on_record_once() {
    let (service, fault) = service();
    let (name, chair, _) = at_a_turn(&service, "away").await;
    let before = recorded(&service);
    fault.takes_no_writes.store(true, Ordering::Relaxed);
    let answer = service.decide(name, turn("away", chair, None), v1::DecisionOptions::default()).await.unwrap();
    assert_eq!(answer.source().degraded(), v1::Degraded::Store);
    assert_eq!(recorded(&service), before + 1.0);
    assert_eq!(metric(&service, "thirdseat_degraded_total{caller=\"default\",reason=\"store\"}"), 1.0);
}

/// The budget of a decision here, and the delay of the store: far longer, so that a busy machine changes nothing.
const BUDGET_MS: u32 = 1000;
const SLOW_MS: u64 = 20_000;

fn in_budget() -> v1::DecisionOptions {
    v1::DecisionOptions { budget_ms: Some(BUDGET_MS), ..Default::default() }
}

#[tokio::test]
async fn a_store_that_is_late_with_events_leaves_time_to_ask_without_it() {
    let (service, fault) = service();
    service.open(opening("late", "classic", [true; 3], "casual")).await.unwrap();
    let (name, chair, _) = at_a_turn(&service, "away").await;
    let before = recorded(&service);
    fault.write_ms.store(SLOW_MS, Ordering::Relaxed);
    fault.read_ms.store(SLOW_MS, Ordering::Relaxed);
    let dealt = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng()).dealt([true; 3]);
    let told = recording("late", vec![room_event(1, 1, &dealt)]);
    let told = v1::RecordEventsRequest { decide: true, options: Some(in_budget()), ..told };
    let opened = v1::OpenRoomRequest { decide: true, ..opening("new", "classic", [true; 3], "casual") };
    let mut opened = local(Rpc::OpenRoom, opened);
    opened.extensions_mut().get_mut::<Call>().unwrap().arrival.deadline =
        Some(Instant::now() + Duration::from_millis(BUDGET_MS.into()));
    let asked = Instant::now();
    let refusals = [
        service.record(told).await.unwrap_err(),
        service.rpc.open_room(opened).await.unwrap_err(),
        service.decide(name, turn("away", chair, None), in_budget()).await.unwrap_err(),
    ];
    assert!(asked.elapsed() < Duration::from_millis(SLOW_MS), "{:?}", asked.elapsed());
    for refused in refusals {
        // gRPC's own retries would only use up the time that is left.
        let pushback = refused.metadata().get("grpc-retry-pushback-ms").unwrap();
        assert_eq!((reason(&refused).as_str(), pushback.to_str().ok()), ("STORE_UNAVAILABLE", Some("-1")));
    }
    assert_eq!(recorded(&service), before, "nothing was decided");
}

#[tokio::test]
async fn a_store_that_is_late_with_a_write_holds_up_no_answer() {
    let (service, fault) = service();
    let (name, chair, _) = at_a_turn(&service, "away").await;
    fault.write_ms.store(SLOW_MS, Ordering::Relaxed);
    let asked = Instant::now();
    let answer = service.decide(name, turn("away", chair, None), in_budget()).await.unwrap();
    assert!(asked.elapsed() < Duration::from_millis(SLOW_MS), "{:?}", asked.elapsed());
    assert_eq!(answer.source().degraded(), v1::Degraded::Store);
    assert!(answer.source().room_version.is_some(), "the room was read");
    assert_eq!(metric(&service, "thirdseat_degraded_total{caller=\"default\",reason=\"store\"}"), 1.0);
    // No answer was kept: the turn is still open.
    fault.write_ms.store(0, Ordering::Relaxed);
    let again = service.decide(name, turn("away", chair, None), v1::DecisionOptions::default()).await.unwrap();
    assert_eq!((again.action, again.source.unwrap().repeated), (answer.action, false));
}
