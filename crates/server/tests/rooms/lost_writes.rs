//! A store that still answers reads and takes no write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use companions::policy::Policies;
use server::call::auth::Callers;
use server::call::caller::Quota;
use server::config::{Config, OnStoreDown};
use server::room::Rooms;
use server::room::store::memory::Memory;
use server::room::store::{Page, Place, Revision, Store, StoreError, Stored};
use server::roster::Roster;
use server::service::Companions;
use server::state::App;
use wire::v1;

use super::replicas::{at_a_turn, metric, with_fallback};
use super::rpc::{Service, reason};

struct ReadOnly {
    rooms: Memory,
    is_on: Arc<AtomicBool>,
}

#[tonic::async_trait]
impl Store for ReadOnly {
    async fn load(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        self.rooms.load(room).await
    }

    async fn swap(
        &self,
        room: &str,
        expected: Option<Revision>,
        bytes: Vec<u8>,
    ) -> Result<Option<Revision>, StoreError> {
        if self.is_on.load(Ordering::Relaxed) {
            return Err(StoreError::Down("it takes no writes".to_owned()));
        }
        self.rooms.swap(room, expected, bytes).await
    }

    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        self.rooms.delete(room).await
    }

    async fn list(&self, before: Option<&Place>, limit: usize) -> Result<Page, StoreError> {
        self.rooms.list(before, limit).await
    }

    async fn count(&self) -> Result<u64, StoreError> {
        self.rooms.count().await
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// A service over such a store, and the switch that ends its writes.
fn service(on_store_down: OnStoreDown) -> (Service, Arc<AtomicBool>) {
    let mut config = Config::embedded();
    config.log.replay = false;
    config.rooms.redis.on_store_down = on_store_down;
    let is_on = Arc::new(AtomicBool::new(false));
    let rooms = Memory::new(10, Duration::from_secs(600), Box::new(|_, _| {}));
    let rooms = Rooms::over(Box::new(ReadOnly { rooms, is_on: Arc::clone(&is_on) }), &config.rooms);
    let roster = Roster::load(&config.personas).unwrap();
    let policies = Policies::embedded(&roster.names());
    let app = Arc::new(App::new(config, roster, policies, rooms, Callers::load("", Quota::default()).unwrap()));
    (Service { rpc: Companions::new(Arc::clone(&app)), app }, is_on)
}

/// All decisions that were put on record.
fn recorded(service: &Service) -> f64 {
    let page = service.app.metrics_page();
    let counts = page.lines().filter(|line| line.starts_with("thirdseat_decision_seconds_count{"));
    counts.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
}

#[tokio::test]
async fn a_turn_whose_answer_was_not_stored_is_on_record_once() {
    let (service, is_on) = service(OnStoreDown::Stateless);
    let (name, chair, hand) = at_a_turn(&service, "away").await;
    let before = recorded(&service);
    is_on.store(true, Ordering::Relaxed);
    let turn = with_fallback("away", chair, &hand);
    let answer = service.decide(name, turn, v1::DecisionOptions::default()).await.unwrap();
    assert_eq!(answer.source().degraded(), v1::Degraded::Store);
    assert_eq!(recorded(&service), before + 1.0);
    assert_eq!(metric(&service, &format!("thirdseat_degraded_total{{rpc=\"{name}\",reason=\"store\"}}")), 1.0);
}

#[tokio::test]
async fn a_fallback_tells_no_cards_of_others() {
    let (service, is_on) = service(OnStoreDown::Stateless);
    let (name, chair, mut hand) = at_a_turn(&service, "away").await;
    is_on.store(true, Ordering::Relaxed);
    let others = v1::ChairCards { chair: chair.next() as i32 + 1, ..hand.holds[0].clone() };
    hand.holds.push(others);
    let refused = service.decide(name, with_fallback("away", chair, &hand), v1::DecisionOptions::default()).await;
    assert_eq!(reason(&refused.unwrap_err()), "OTHERS_CARDS");
}

#[tokio::test]
async fn a_refused_turn_is_not_on_record() {
    let (service, is_on) = service(OnStoreDown::Refuse);
    let (name, chair, hand) = at_a_turn(&service, "away").await;
    let before = recorded(&service);
    is_on.store(true, Ordering::Relaxed);
    let refused = service.decide(name, with_fallback("away", chair, &hand), v1::DecisionOptions::default()).await;
    assert_eq!(reason(&refused.unwrap_err()), "STORE_UNAVAILABLE");
    assert_eq!(recorded(&service), before);
    is_on.store(false, Ordering::Relaxed);
    service.decide(name, with_fallback("away", chair, &hand), v1::DecisionOptions::default()).await.unwrap();
    assert_eq!(recorded(&service), before + 1.0);
}
