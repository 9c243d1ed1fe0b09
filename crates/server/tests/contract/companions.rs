//! Where companions are sent: the RPC, and the laws of plans over random policies.

use std::collections::BTreeMap;

use engine::persona::{Skill, Temperament};
use proptest::prelude::*;
use rules::Seed;
use server::companions::plan::{Place, Placement, Waiting, plan};
use server::companions::policy::{Policies, Policy};
use server::roster::Roster;
use tonic::Code;
use wire::v1::*;

use crate::harness::*;

fn region(name: &str, minute: u32, [one, two]: [u32; 2], waiting: &[(u32, &str)]) -> Region {
    let player = |&(waited_s, level): &(u32, &str)| WaitingPlayer { waited_s, level: level.to_owned() };
    Region {
        name: name.to_owned(),
        local_minute: minute,
        tables_lacking_one: one,
        tables_lacking_two: two,
        waiting: waiting.iter().map(player).collect(),
    }
}

fn ask(regions: Vec<Region>) -> PlanCompanionsRequest {
    PlanCompanionsRequest { regions, policy: String::new(), seed: 7 }
}

/// `region persona×count` words of the answer.
async fn planned(client: &mut Client, regions: Vec<Region>) -> Vec<(String, String, u32)> {
    let answer = client.plan_companions(ask(regions)).await.unwrap().into_inner();
    answer.placements.into_iter().map(|it| (it.region, it.persona, it.count)).collect()
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
    let short = region("short", 600, [10, 0], &[(3, ""), (14, "")]);
    let long = region("long", 600, [10, 0], &[(3, ""), (15, "")]);
    let lone = region("lone", 600, [0, 10], &[(40, "")]);
    let plan = planned(&mut client, vec![short, long, lone]).await;
    assert_eq!(["short", "long", "lone"].map(|name| count(&plan, name)), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn skills_are_matched_to_levels() {
    let (_server, mut client) = serve(&[]).await;
    for (level, skill) in [("beginner", "beginner"), ("skilled", "skilled"), ("expert", "advanced")] {
        let plan = planned(&mut client, vec![region("r", 120, [20, 0], &[(60, level); 20])]).await;
        assert!(!plan.is_empty() && plan.iter().all(|(_, who, _)| who.starts_with(skill)), "{level}: {plan:?}");
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
        (vec![region("a", 0, [0, 1], &[(1, ""), (1, "")])], "FIELD_CONFLICT", "regions[0].waiting"),
        (vec![region("a", 0, [1, 0], &[(1, ""), (1, "wizard")])], "VALUE_UNKNOWN", "regions[0].waiting[1].level"),
        (vec![good(); 1001], "TOO_MANY_ITEMS", "regions"),
    ];
    for (regions, reason, field) in cases {
        let status = client.plan_companions(ask(regions)).await.unwrap_err();
        assert_eq!(refused(&status), (Code::InvalidArgument, reason.to_owned(), field.to_owned()));
    }
}

#[test]
fn a_file_with_a_hole_in_its_day_stops_the_start() {
    let path = std::env::temp_dir().join(format!("thirdseat-policies-{}.toml", std::process::id()));
    let text = include_str!("../../../../config/companions.toml").replace("hours = [11, 14]", "hours = [12, 15]");
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let error = server::server::compose::app(config(&[("COMPANIONS__FILE", file)])).err().unwrap().to_string();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error, format!("companions.file {file}: policy \"default\": more than one band has hour 14"));
}

pub(crate) fn policies() -> (Policies, Roster) {
    let roster = Roster::load(&server::config::Config::embedded().personas).unwrap();
    (Policies::embedded(&roster), roster)
}

/// A random policy, as what a person could write.
#[derive(Clone, Debug)]
struct Drawn {
    wait_s: u32,
    caps: (u32, u32),
    share: Vec<u32>,
    skills: BTreeMap<&'static str, u32>,
    temperaments: BTreeMap<&'static str, u32>,
}

impl Drawn {
    fn policy(&self) -> Policy {
        let inline = |weights: &BTreeMap<&str, u32>| {
            weights.iter().map(|(name, weight)| format!("{name} = {weight}")).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!(
            "[[policy]]\nname = \"drawn\"\nwait_s = {}\nregion_max = {}\ncompanions_max = {}\n",
            self.wait_s, self.caps.0, self.caps.1
        );
        for (hour, share) in self.share.iter().enumerate() {
            text.push_str(&format!("[[policy.band]]\nhours = [{hour}, {}]\nshare_percent = {share}\n", hour + 1));
        }
        let (skills, temperaments) = (inline(&self.skills), inline(&self.temperaments));
        text.push_str(&format!(
            "[[policy.mix]]\nregions = []\nskills = {{ {skills} }}\ntemperaments = {{ {temperaments} }}\n"
        ));
        let (policies, roster) = policies();
        policies.with(&text, &roster).unwrap_or_else(|error| panic!("{error}\n{text}")).named("drawn").unwrap().clone()
    }
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let weights = |names: &'static [&'static str]| {
        let some = prop::collection::btree_map(prop::sample::select(names), 0u32..=1000, 1..=names.len());
        some.prop_filter("a weight is above 0", |weights| weights.values().any(|&weight| weight > 0))
    };
    let share = prop::collection::vec(0u32..=100, 24);
    let skills = weights(&["beginner", "casual", "skilled", "advanced", "expert"]);
    let temperaments = weights(&["standard", "hesitant", "patient", "hasty"]);
    let caps = (0u32..80, 0u32..150);
    (0u32..60, caps, share, skills, temperaments).prop_map(|(wait_s, caps, share, skills, temperaments)| Drawn {
        wait_s,
        caps,
        share,
        skills,
        temperaments,
    })
}

fn place() -> impl Strategy<Value = Place> {
    let level = prop::option::of(prop::sample::select(&Skill::ALL[..]));
    let waiting = prop::collection::vec((0u32..90, level), 0..40);
    (0u32..1440, 0u32..40, 0u32..40, waiting).prop_map(|(minute, one, two, waiting)| {
        let players = (2 * one + two) as usize;
        let waiting = waiting.into_iter().take(players).map(|(waited_s, level)| Waiting { waited_s, level });
        Place { name: String::from("somewhere"), minute, tables_lacking: [one, two], waiting: waiting.collect() }
    })
}

/// What a place needs, counted table by table.
fn needed(place: &Place, wait_s: u32) -> u32 {
    let [mut one, mut two] = place.tables_lacking;
    if place.waiting.is_empty() {
        return one + 2 * two;
    }
    let mut overdue = place.waiting.iter().filter(|waiting| waiting.waited_s >= wait_s).count();
    let mut sent = 0;
    while overdue > 0 && one + two > 0 {
        if one > 0 {
            (one, sent, overdue) = (one - 1, sent + 1, overdue.saturating_sub(2));
        } else {
            (two, sent, overdue) = (two - 1, sent + 2, overdue - 1);
        }
    }
    sent
}

fn sum<'a>(placements: impl Iterator<Item = &'a Placement>) -> u32 {
    placements.map(|placement| placement.count).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plans_respect_every_cap_and_add_up(
        drawn in drawn(),
        places in prop::collection::vec(place(), 0..6),
        seed in any::<u64>(),
    ) {
        let policy = drawn.policy();
        let placements = plan(&policy, &places, Seed(seed));
        prop_assert_eq!(&placements, &plan(&policy, &places, Seed(seed)));
        let wanted = |place: &Place| {
            let [one, two] = place.tables_lacking;
            let share = (one + 2 * two) * drawn.share[place.minute as usize / 60] / 100;
            needed(place, drawn.wait_s).min(share).min(drawn.caps.0)
        };
        let whole: u32 = places.iter().map(wanted).sum();
        prop_assert_eq!(sum(placements.iter()), whole.min(drawn.caps.1));
        for (index, place) in places.iter().enumerate() {
            let here: Vec<&Placement> = placements.iter().filter(|placement| placement.place == index).collect();
            let count = sum(here.iter().copied());
            // Under the cap over all places each gets its share of it, rounded up or down.
            let exact = f64::from(wanted(place)) * f64::from(whole.min(drawn.caps.1)) / f64::from(whole.max(1));
            prop_assert!((f64::from(count) - exact).abs() < 1.0, "{} of {}", count, exact);
            check_kinds(&drawn, place, &here, count)?;
        }
    }
}

/// No persona twice, none that the mix leaves out, and without known levels each as often as the weights say, rounded
/// up or down.
fn check_kinds(drawn: &Drawn, place: &Place, here: &[&Placement], count: u32) -> Result<(), TestCaseError> {
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for placement in here {
        prop_assert!(placement.count > 0);
        prop_assert_eq!(found.insert(placement.persona.as_str(), placement.count), None);
    }
    let whole = f64::from(drawn.skills.values().sum::<u32>()) * f64::from(drawn.temperaments.values().sum::<u32>());
    let leveless = place.waiting.iter().all(|waiting| waiting.level.is_none());
    for skill in Skill::ALL {
        for temperament in Temperament::ALL {
            let weight = |weights: &BTreeMap<&'static str, u32>, name| weights.get(name).copied().unwrap_or(0);
            let (one, other) = (weight(&drawn.skills, skill.name()), weight(&drawn.temperaments, temperament.name()));
            let name = match temperament {
                Temperament::Standard => skill.name().to_owned(),
                _ => format!("{}-{}", skill.name(), temperament.name()),
            };
            let got = found.remove(name.as_str()).unwrap_or(0);
            if one == 0 || other == 0 {
                prop_assert_eq!(got, 0, "{} is not in the mix", name);
            } else if leveless {
                let exact = f64::from(count) * f64::from(one) * f64::from(other) / whole;
                prop_assert!((f64::from(got) - exact).abs() < 1.0, "{}: {} of {}", name, got, exact);
            }
        }
    }
    prop_assert!(found.is_empty(), "{:?} has no row", found);
    Ok(())
}
