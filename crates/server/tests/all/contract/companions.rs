//! The RPC for placing companions. `server::placement` tests the plans.

use tonic::Code;
use wire::v1::*;

use crate::contract::harness::*;

fn region(name: &str, minute: u32, [one, two]: [u32; 2], waiting: &[(u32, Option<u32>)]) -> Region {
    Region {
        name: name.to_owned(),
        local_minute: minute,
        tables_lacking_one: one,
        tables_lacking_two: two,
        waiting: waiting.iter().map(|&(waited_s, level)| WaitingPlayer { waited_s, level }).collect(),
        companions: 0,
    }
}

async fn planned(client: &mut Client, seed: Option<u64>, regions: Vec<Region>) -> Vec<Placement> {
    client.plan_companions(PlanCompanionsRequest { regions, seed }).await.unwrap().into_inner().placements
}

#[tokio::test(flavor = "multi_thread")]
async fn companions_are_sent_where_people_wait_and_by_their_levels() {
    let (_server, mut client) = serve(&[]).await;
    // 100 empty seats at ten in the morning: half of them. At eight in the evening: a fifth.
    let full = Region { companions: 198, ..region("full", 120, [10, 0], &[]) };
    let regions = vec![region("north", 600, [100, 0], &[]), region("south", 1200, [60, 20], &[]), full];
    let plan = planned(&mut client, Some(7), regions.clone()).await;
    let seats = |name: &str| -> u32 {
        plan.iter().filter(|it| it.region == name).map(|it| it.tables * it.personas.len() as u32).sum()
    };
    assert_eq!((seats("north"), seats("south"), seats("full")), (50, 20, 2));
    assert_eq!(planned(&mut client, Some(7), regions).await, plan);
    for (level, skill) in [(0, "beginner"), (100, "advanced")] {
        let crowd = region("r", 120, [20, 0], &[(60, Some(level)); 20]);
        let plan = planned(&mut client, None, vec![crowd]).await;
        assert!(!plan.is_empty() && plan.iter().all(|it| it.personas[0].starts_with(skill)), "{level}: {plan:?}");
    }
    // Without a seed each call draws again, so that a lone player in the evening is not left out forever.
    let mut filled = 0;
    for _ in 0..200 {
        filled += planned(&mut client, None, vec![region("lone", 1230, [0, 1], &[(600, None)])]).await.len();
    }
    // One call of five: 40, ± four standard deviations of 5.7.
    assert!((17..=63).contains(&filled), "{filled}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_regions_are_refused_by_field() {
    let (_server, mut client) = serve(&[]).await;
    let good = || region("a", 0, [1, 0], &[]);
    let cases = [
        (vec![region("", 0, [1, 0], &[])], "FIELD_MISSING", "regions[0].name"),
        (vec![good(), good()], "FIELD_CONFLICT", "regions[1].name"),
        (vec![region(&"x".repeat(121), 0, [1, 0], &[])], "TOO_LONG", "regions[0].name"),
        (vec![region("a", 1440, [1, 0], &[])], "VALUE_UNKNOWN", "regions[0].local_minute"),
        (vec![region("a", 0, [u32::MAX, 0], &[])], "VALUE_UNKNOWN", "regions[0].tables_lacking_one"),
        (vec![region("a", 0, [0, u32::MAX], &[])], "VALUE_UNKNOWN", "regions[0].tables_lacking_two"),
        (vec![region("a", 0, [0, 1], &[(1, None), (1, None)])], "FIELD_CONFLICT", "regions[0].waiting"),
        (vec![region("a", 0, [1, 0], &[(1, None), (1, Some(101))])], "VALUE_UNKNOWN", "regions[0].waiting[1].level"),
        (vec![Region { companions: u32::MAX, ..good() }], "VALUE_UNKNOWN", "regions[0].companions"),
        (vec![good(); 1001], "TOO_LONG", "regions"),
    ];
    for (regions, reason, field) in cases {
        let status = client.plan_companions(PlanCompanionsRequest { regions, seed: None }).await.unwrap_err();
        assert_eq!(refused(&status), (Code::InvalidArgument, reason.to_owned(), field.to_owned()));
    }
}
