//! Where companions are sent: the RPC, its limits across calls, and what it says of tables.

use tonic::Code;
use wire::v1::*;

use crate::contract::harness::*;

fn region(name: &str, minute: u32, [one, two]: [u32; 2], waiting: &[(u32, i32)]) -> Region {
    let player = |&(waited_s, level): &(u32, i32)| WaitingPlayer { waited_s, level, ..WaitingPlayer::default() };
    Region {
        name: name.to_owned(),
        local_minute: minute,
        tables_lacking_one: one,
        tables_lacking_two: two,
        waiting: waiting.iter().map(player).collect(),
        companions: Some(0),
    }
}

fn ask(regions: Vec<Region>) -> PlanCompanionsRequest {
    PlanCompanionsRequest { regions, ..PlanCompanionsRequest::default() }
}

/// `region persona×count` words of the answer.
async fn planned(client: &mut Client, regions: Vec<Region>) -> Vec<(String, String, u32)> {
    let request = PlanCompanionsRequest { request_id: String::from("tick"), ..ask(regions) };
    let answer = client.plan_companions(request).await.unwrap().into_inner();
    let told = answer.regions.into_iter().flat_map(|RegionPlan { region, placements, .. }| {
        let each = |it: Placement| it.personas.into_iter().map(move |persona| (persona, it.tables));
        placements.into_iter().flat_map(each).map(move |(persona, count)| (region.clone(), persona, count))
    });
    told.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn companions_are_sent_where_people_wait() {
    let (_server, mut client) = serve(&[]).await;
    // 100 empty seats at ten in the morning: half of them. At eight in the evening: a fifth.
    let count = |plan: &[(String, String, u32)], name: &str| -> u32 {
        plan.iter().filter(|(region, ..)| region == name).map(|(.., count)| count).sum()
    };
    let regions = vec![region("north", 600, [100, 0], &[]), region("south", 1200, [60, 20], &[])];
    let plan = planned(&mut client, regions.clone()).await;
    assert_eq!((count(&plan, "north"), count(&plan, "south")), (50, 20));
    assert_eq!(planned(&mut client, regions).await, plan);
    // No player has waited for 15 seconds; then one has, at one of ten tables; then a lone one.
    let short = region("short", 600, [10, 0], &[(3, 0), (14, 0)]);
    let long = region("long", 600, [10, 0], &[(3, 0), (15, 0)]);
    let lone = region("lone", 600, [0, 10], &[(40, 0)]);
    let plan = planned(&mut client, vec![short, long, lone]).await;
    assert_eq!(["short", "long", "lone"].map(|name| count(&plan, name)), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn skills_are_matched_to_levels() {
    let (_server, mut client) = serve(&[]).await;
    for (level, skill) in [(Skill::Beginner, "beginner"), (Skill::Skilled, "skilled"), (Skill::Expert, "advanced")] {
        let plan = planned(&mut client, vec![region("r", 120, [20, 0], &[(60, level as i32); 20])]).await;
        assert!(!plan.is_empty() && plan.iter().all(|(_, who, _)| who.starts_with(skill)), "{level:?}: {plan:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_regions_are_refused_by_field() {
    let (_server, mut client) = serve(&[]).await;
    let good = || region("a", 0, [1, 0], &[]);
    let cases = [
        (vec![region("", 0, [1, 0], &[])], "FIELD_MISSING", "regions[0].name"),
        (vec![good(), good()], "FIELD_CONFLICT", "regions[1].name"),
        (vec![region(&"x".repeat(121), 0, [1, 0], &[])], "TEXT_TOO_LONG", "regions[0].name"),
        (vec![region("a", 1440, [1, 0], &[])], "VALUE_UNKNOWN", "regions[0].local_minute"),
        (vec![region("a", 0, [u32::MAX, 0], &[])], "VALUE_UNKNOWN", "regions[0].tables_lacking_one"),
        (vec![region("a", 0, [0, u32::MAX], &[])], "VALUE_UNKNOWN", "regions[0].tables_lacking_two"),
        (vec![region("a", 0, [0, 1], &[(1, 0), (1, 0)])], "FIELD_CONFLICT", "regions[0].waiting"),
        (vec![region("a", 0, [1, 0], &[(1, 0), (1, 77)])], "VALUE_UNKNOWN", "regions[0].waiting[1].level"),
        (vec![Region { companions: Some(u32::MAX), ..good() }], "VALUE_UNKNOWN", "regions[0].companions"),
        (vec![good(); 1001], "TOO_MANY_ITEMS", "regions"),
    ];
    for (regions, reason, field) in cases {
        let status = client.plan_companions(ask(regions)).await.unwrap_err();
        assert_eq!(refused(&status), (Code::InvalidArgument, reason.to_owned(), field.to_owned()));
    }
}

/// The plan's word on a region's tables: `outcome one+two` words.
fn told(plan: &RegionPlan) -> Vec<String> {
    let word = |it: &TableOutcome| format!("{:?} {}+{}", it.outcome(), it.tables_lacking_one, it.tables_lacking_two);
    plan.tables.iter().map(word).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_its_outcome_in_the_answer_and_in_the_metrics() {
    let (server, mut client) = serve(&[]).await;
    let full = Region { companions: Some(198), ..region("full", 120, [10, 0], &[]) };
    let regions =
        vec![region("north", 600, [20, 0], &[]), region("young", 600, [3, 2], &[(3, 0), (3, 0), (99, 0)]), full];
    let answer = client.plan_companions(ask(regions)).await.unwrap().into_inner();
    assert_eq!(told(&answer.regions[0]), ["Filled 10+0", "Share 10+0"]);
    assert_eq!(told(&answer.regions[1]), ["Filled 1+0", "NotOverdue 2+2"]);
    assert_eq!(told(&answer.regions[2]), ["Filled 2+0", "Share 2+0", "RegionMax 6+0"]);
    assert_eq!(answer.regions[2].companions, 198);
    for (outcome, tables) in [("filled", 13.0), ("share", 12.0), ("not_overdue", 4.0), ("region_max", 6.0)] {
        let line = format!("thirdseat_companion_tables_total{{outcome=\"{outcome}\"}}");
        assert_eq!(metric(&server.app, &line), tables, "{outcome}");
    }
    assert_eq!(metric(&server.app, "thirdseat_companions_sent_total"), 13.0);
}

/// A draw decides where a share ends within a table: never is nobody's fate.
#[tokio::test(flavor = "multi_thread")]
async fn a_lone_player_and_two_at_a_table_get_company_as_often_as_the_share_says() {
    let (_server, mut client) = serve(&[]).await;
    for (place, seats, minute, share) in [
        (region("lone", 1230, [0, 1], &[(600, 0)]), 2, 1230, 0.2),
        (region("pair", 1230, [1, 0], &[(600, 0), (600, 0)]), 1, 1230, 0.2),
        (region("pair", 120, [1, 0], &[(600, 0), (600, 0)]), 1, 120, 0.8),
    ] {
        let mut filled = 0;
        for call in 0..400 {
            let request = PlanCompanionsRequest { request_id: format!("{call}"), ..ask(vec![place.clone()]) };
            let answer = client.plan_companions(request).await.unwrap().into_inner();
            let here = sent(&answer);
            assert!([0, seats].contains(&here), "{} at {minute}: {here} of {seats} seats", place.name);
            filled += here / seats;
        }
        // Four standard errors of 400 draws.
        let error = 4.0 * (share * (1.0 - share) / 400.0_f64).sqrt();
        let found = f64::from(filled) / 400.0;
        assert!((found - share).abs() < error, "{} at {minute}: {found} for {share}", place.name);
    }
    // A name that stays is a draw that stays.
    let lone = region("lone", 1230, [0, 1], &[(600, 0)]);
    let mut filled = async |name: &dyn Fn(u32) -> String| {
        let mut filled = 0;
        for call in 0..200 {
            let request = PlanCompanionsRequest { request_id: name(call), ..ask(vec![lone.clone()]) };
            let answer = client.plan_companions(request).await.unwrap().into_inner();
            filled += u32::from(sent(&answer) > 0);
        }
        filled
    };
    let same = filled(&|_| String::from("tick")).await;
    assert!([0, 200].contains(&same), "{same}");
    // Without a name each call draws anew, as under a name of its own: who asks again has another chance.
    for other in [filled(&|_| String::new()).await, filled(&|call| format!("tick {call}")).await] {
        // One call of five: 40, give or take four standard deviations of 5.7.
        assert!((17..=63).contains(&other), "{other}");
    }
}

fn sent(answer: &PlanCompanionsResponse) -> u32 {
    let placements = answer.regions.iter().flat_map(|region| &region.placements);
    placements.map(|placement| placement.personas.len() as u32 * placement.tables).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_calls_that_tell_no_companions_stay_under_the_limits() {
    let (_server, mut client) = serve(&[]).await;
    let crowd = |name: &str| Region { companions: None, ..region(name, 120, [400, 0], &[]) };
    let mut here = 0;
    for call in 0..5 {
        let answer = client.plan_companions(ask(vec![crowd("north")])).await.unwrap().into_inner();
        assert_eq!(answer.regions[0].companions, here, "call {call}");
        here += sent(&answer);
    }
    assert_eq!(here, 200, "region_max");
    // Others have their own limit, until all together have reached theirs.
    let regions: Vec<Region> = (0..12).map(|number| crowd(&number.to_string())).collect();
    let answer = client.plan_companions(ask(regions)).await.unwrap().into_inner();
    assert_eq!(sent(&answer), 1800, "companions_max, less what is in the north");
    let refused = answer.regions.iter().filter(|region| told(region).iter().any(|it| it.starts_with("CompanionsMax")));
    assert!(refused.count() > 0, "{:?}", answer.regions);
    // A call that tells what is there needs no lease.
    let answer = client.plan_companions(ask(vec![region("north", 120, [400, 0], &[])])).await.unwrap().into_inner();
    assert_eq!(sent(&answer), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_sent_again_counts_once() {
    let (_server, mut client) = serve(&[]).await;
    let regions = || vec![Region { companions: None, ..region("north", 120, [100, 0], &[]) }];
    let named = |id: &str| PlanCompanionsRequest { request_id: id.to_owned(), ..ask(regions()) };
    let first = client.plan_companions(named("tick 1")).await.unwrap().into_inner();
    let again = client.plan_companions(named("tick 1")).await.unwrap().into_inner();
    assert_eq!((sent(&first), &first), (80, &again));
    let next = client.plan_companions(named("tick 2")).await.unwrap().into_inner();
    assert_eq!((next.regions[0].companions, sent(&next)), (80, 80));
    let last = client.plan_companions(named("tick 3")).await.unwrap().into_inner();
    assert_eq!((last.regions[0].companions, sent(&last)), (160, 40));
    let status = client.plan_companions(named(&"x".repeat(65))).await.unwrap_err();
    assert_eq!(refused(&status), (Code::InvalidArgument, String::from("TEXT_TOO_LONG"), String::from("request_id")));
}

/// A name is one request's while its companions count: another request would end them, and so get round the limits.
#[tokio::test(flavor = "multi_thread")]
async fn another_request_under_the_same_name_is_refused_and_changes_nothing() {
    let (_server, mut client) = serve(&[]).await;
    let crowd = |name: &str| vec![Region { companions: None, ..region(name, 120, [400, 0], &[]) }];
    let named = |id: &str, request| PlanCompanionsRequest { request_id: id.to_owned(), ..request };
    let first = client.plan_companions(named("tick", ask(crowd("north")))).await.unwrap().into_inner();
    assert_eq!(sent(&first), 200, "region_max");
    for other in [
        ask(crowd("south")),
        ask([crowd("north"), crowd("south")].concat()),
        ask(vec![Region { tables_lacking_one: 399, ..crowd("north").remove(0) }]),
    ] {
        let status = client.plan_companions(named("tick", other)).await.unwrap_err();
        assert_eq!(refused(&status), (Code::Aborted, String::from("REQUEST_ID_REUSED"), String::new()));
        assert_eq!(status.metadata().get("thirdseat-field").unwrap(), "request_id");
    }
    // The policy's own name is that of the default: the same request.
    let again = PlanCompanionsRequest { policy: String::from("default"), ..ask(crowd("north")) };
    assert_eq!(client.plan_companions(named("tick", again)).await.unwrap().into_inner(), first);
    let next = client.plan_companions(named("tick 2", ask(crowd("north")))).await.unwrap().into_inner();
    assert_eq!((next.regions[0].companions, sent(&next)), (200, 0), "those of the first request still count");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_request_that_is_sent_again_draws_the_same_plan() {
    let (_server, mut client) = serve(&[]).await;
    // Shares that end within a table, and who goes: both are drawn.
    let places = || {
        let place = |name: &str| Region { companions: None, ..region(name, 1230, [1, 3], &[(600, 0)]) };
        vec![place("north"), place("south"), place("west")]
    };
    let mut plans = Vec::new();
    for tick in 0..8 {
        let request = PlanCompanionsRequest { request_id: format!("tick {tick}"), ..ask(places()) };
        let first = client.plan_companions(request.clone()).await.unwrap().into_inner();
        assert_eq!(client.plan_companions(request.clone()).await.unwrap().into_inner(), first, "tick {tick}");
        plans.push(first.regions.into_iter().map(|region| region.placements).collect::<Vec<_>>());
    }
    assert!(plans.iter().any(|plan| *plan != plans[0]), "{plans:?}");
}

#[test]
fn a_file_with_a_hole_in_its_day_stops_the_start() {
    let path = std::env::temp_dir().join(format!("thirdseat-policies-{}.toml", std::process::id()));
    let text = include_str!("../../../../../config/companions.toml").replace("hours = [11, 14]", "hours = [12, 15]");
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let error = server::server::compose::app(config(&[("COMPANIONS__FILE", file)])).err().unwrap().to_string();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error, format!("companions.file {file}: policy \"default\": more than one band has hour 14"));
}
