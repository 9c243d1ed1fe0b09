//! Companions that plans have sent count for the limits, on whichever replica the plans were made.

use server::call::rpc::Rpc;
use server::service::Companions;
use tonic::Code;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::rpc::{Service, local, reason};
use super::stores::{Stores, on_both_stores};
use crate::support::redis::RedisServer;

on_both_stores! {
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    limits_hold_across_calls_and_replicas;
    #[tokio::test]
    a_name_is_one_request_s_on_every_replica;
}

/// A night's region that lacks many, and tells what is there or does not.
fn request(companions: Option<u32>) -> v1::PlanCompanionsRequest {
    let name = String::from("north");
    let region = v1::Region { name, local_minute: 120, tables_lacking_one: 60, companions, ..v1::Region::default() };
    v1::PlanCompanionsRequest { regions: vec![region], ..v1::PlanCompanionsRequest::default() }
}

fn companions(answer: &v1::PlanCompanionsResponse) -> u32 {
    let placements = answer.regions.iter().flat_map(|region| &region.placements);
    placements.map(|placement| placement.personas.len() as u32 * placement.tables).sum()
}

async fn sent(rpc: &Companions) -> u32 {
    companions(&rpc.plan_companions(local(Rpc::PlanCompanions, request(None))).await.unwrap().into_inner())
}

async fn limits_hold_across_calls_and_replicas(stores: &Stores) {
    let one = stores.service().rpc;
    let other = if stores.are_shared() { stores.service().rpc } else { one.clone() };
    // All at once, so that they meet in the store.
    let mut calls = tokio::task::JoinSet::new();
    for call in 0..8 {
        let rpc = if call % 2 == 0 { one.clone() } else { other.clone() };
        calls.spawn(async move { sent(&rpc).await });
    }
    let all: u32 = calls.join_all().await.into_iter().sum();
    // 48 of 60 seats a call, until 200 are there.
    assert_eq!(all, 200);
    assert_eq!((sent(&one).await, sent(&other).await), (0, 0));
}

async fn a_name_is_one_request_s_on_every_replica(stores: &Stores) {
    let one = stores.service().rpc;
    let other = if stores.are_shared() { stores.service().rpc } else { one.clone() };
    let named = || v1::PlanCompanionsRequest { request_id: String::from("tick"), ..request(None) };
    let plan = async |rpc: &Companions| rpc.plan_companions(local(Rpc::PlanCompanions, named())).await;
    let first = plan(&one).await.unwrap().into_inner();
    assert_eq!(plan(&other).await.unwrap().into_inner(), first);
    let mut more = named();
    more.regions[0].tables_lacking_one += 1;
    let refused = other.plan_companions(local(Rpc::PlanCompanions, more)).await.unwrap_err();
    assert_eq!(reason(&refused), "REQUEST_ID_REUSED");
    let next = one.plan_companions(local(Rpc::PlanCompanions, request(None))).await.unwrap().into_inner();
    assert_eq!(next.regions[0].companions, 48, "48 of 60 seats, which still count once");
}

#[tokio::test]
async fn without_the_store_who_tells_what_is_there_gets_a_plan_and_who_does_not_is_refused() {
    let Some(mut redis) = RedisServer::start() else { return };
    let service = Service::with(|config| {
        config.rooms.store = server::config::RoomStore::Redis;
        config.rooms.redis.url = redis.url();
    });
    redis.stop();
    let plan = |companions| service.rpc.plan_companions(local(Rpc::PlanCompanions, request(companions)));
    let refused = plan(None).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Unavailable, "STORE_UNAVAILABLE"));
    assert_eq!(companions(&plan(Some(180)).await.unwrap().into_inner()), 20);
}
