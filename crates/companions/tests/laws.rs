//! The laws of plans over random policies, and of a simulated day.

use std::collections::BTreeMap;

use companions::day::{Day, Hour, scenes, simulate};
use companions::plan::{Outcome, Placement, RegionState, Tables, Waiting, plan};
use companions::policy::{Policies, Policy, SHARE_WHOLE};
use engine::persona::{Skill, Temperament};
use proptest::prelude::*;
use rules::Seed;

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
            "[[policy]]\nname = \"drawn\"\nwait_s = {}\nlease_s = 60\nregion_max = {}\ncompanions_max = {}\n",
            self.wait_s, self.caps.0, self.caps.1
        );
        for (hour, share) in self.share.iter().enumerate() {
            text.push_str(&format!("[[policy.band]]\nhours = [{hour}, {}]\nshare_percent = {share}\n", hour + 1));
        }
        let (skills, temperaments) = (inline(&self.skills), inline(&self.temperaments));
        text.push_str(&format!(
            "[[policy.venue]]\nregions = []\nskills = {{ {skills} }}\ntemperaments = {{ {temperaments} }}\n"
        ));
        let names = engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
        Policies::embedded(&names)
            .with(&text, &names)
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .named("drawn")
            .unwrap()
            .clone()
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

fn region() -> impl Strategy<Value = RegionState> {
    let level = prop::option::of(prop::sample::select(&Skill::ALL[..]));
    let waiting = prop::collection::vec((0u32..90, level), 0..40);
    (0u32..1440, 0u32..40, 0u32..40, waiting, 0u32..30).prop_map(|(minute, one, two, waiting, companions)| {
        let players = (2 * one + two) as usize;
        let waiting = waiting.into_iter().take(players).map(|(waited_s, level)| Waiting { waited_s, level });
        RegionState {
            name: String::from("somewhere"),
            minute,
            tables_lacking: [one, two],
            waiting: waiting.collect(),
            companions,
        }
    })
}

/// The need of a region, counted table by table.
fn needed(region: &RegionState, wait_s: u32) -> [u32; 2] {
    let [mut one, mut two] = region.tables_lacking;
    if region.waiting.is_empty() {
        return [one, two];
    }
    let mut overdue = region.waiting.iter().filter(|waiting| waiting.waited_s >= wait_s).count();
    let mut sent = [0, 0];
    while overdue > 0 && one + two > 0 {
        if one > 0 {
            (one, sent[0], overdue) = (one - 1, sent[0] + 1, overdue.saturating_sub(2));
        } else {
            (two, sent[1], overdue) = (two - 1, sent[1] + 1, overdue - 1);
        }
    }
    sent
}

/// The number of companions of each persona.
fn by_persona<'a>(placements: &[&'a Placement]) -> BTreeMap<&'a str, u32> {
    let mut found = BTreeMap::new();
    for placement in placements {
        for persona in &placement.personas {
            *found.entry(persona.as_str()).or_insert(0) += placement.tables;
        }
    }
    found
}

fn seats([one, two]: [u32; 2]) -> u32 {
    one + 2 * two
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plans_respect_every_cap_fill_whole_tables_and_add_up(
        drawn in drawn(),
        regions in prop::collection::vec(region(), 0..6),
        elsewhere in 0u64..60,
        seed in any::<u64>(),
    ) {
        let policy = drawn.policy();
        let planned = plan(&policy, &regions, elsewhere, Seed(seed));
        prop_assert_eq!(&planned, &plan(&policy, &regions, elsewhere, Seed(seed)));
        let mut all = elsewhere;
        let (mut sent, mut held_back) = (0, 0);
        for (index, (region, tables)) in regions.iter().zip(&planned.tables).enumerate() {
            let of = |outcome| tables.of(outcome);
            for size in 0..2 {
                let every: u32 = Outcome::ALL.into_iter().map(|outcome| of(outcome)[size]).sum();
                prop_assert_eq!(every, region.tables_lacking[size], "each table has one outcome");
            }
            let needed = needed(region, drawn.wait_s);
            let not_overdue = of(Outcome::NotOverdue);
            prop_assert_eq!([0, 1].map(|size| region.tables_lacking[size] - not_overdue[size]), needed);
            // The share in seats, exact, and what came of it before the caps: the draw is about one table.
            let quota = f64::from(region.seats() as u32 * drawn.share[region.minute as usize / 60]) / 100.0;
            let shared = f64::from(seats(needed) - seats(of(Outcome::Share)));
            let wanted = quota.min(f64::from(seats(needed)));
            prop_assert!((shared - wanted).abs() < 2.0, "{} of {}", shared, wanted);
            let here: Vec<&Placement> = planned.placements.iter().filter(|placement| placement.region == index).collect();
            let count = by_persona(&here).values().sum::<u32>();
            prop_assert_eq!(count, tables.companions(), "whole tables alone");
            prop_assert!(count == 0 || region.companions + count <= drawn.caps.0);
            let capped = seats(of(Outcome::RegionMax));
            let room = drawn.caps.0.saturating_sub(region.companions);
            // A cap that leaves one seat fills no table that lacks two.
            prop_assert!(capped == 0 || seats(of(Outcome::CompanionsMax)) + count + 1 >= room);
            all += u64::from(region.companions);
            sent += count;
            held_back += seats(of(Outcome::CompanionsMax));
            check_kinds(&drawn, region, &here, of(Outcome::Filled))?;
            check_pairs(&drawn, &here, of(Outcome::Filled))?;
        }
        let room = u64::from(drawn.caps.1).saturating_sub(all);
        prop_assert!(u64::from(sent) <= room || sent == 0);
        prop_assert!(held_back == 0 || u64::from(sent) + 1 >= room, "{} sent, room for {}", sent, room);
    }

    /// With the same draw, who waits longer makes more of a region's tables filled, or as many.
    #[test]
    fn waiting_longer_never_lowers_the_chance(
        drawn in drawn(),
        region in region(),
        who in any::<prop::sample::Index>(),
        seed in any::<u64>(),
    ) {
        prop_assume!(!region.waiting.is_empty());
        let policy = drawn.policy();
        let mut longer = region.clone();
        longer.waiting[who.index(region.waiting.len())].waited_s += 60;
        let [before, after] = [region, longer].map(|region| plan(&policy, &[region], 0, Seed(seed)).tables[0]);
        let [before, after] = [before, after].map(|tables| tables.of(Outcome::Filled));
        prop_assert!(before[0] <= after[0] && before[1] <= after[1], "{:?} then {:?}", before, after);
    }
}

/// Under a cap over all regions those come first who have waited longest, wherever they are.
#[test]
fn the_longest_waiting_come_first_under_a_cap() {
    let names = engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
    let text = include_str!("../../../config/companions.toml").replace("companions_max = 2000", "companions_max = 3");
    let policies = Policies::embedded(&names).with(&text, &names).unwrap();
    let policy = policies.named("").unwrap();
    let region = |name: &str, waits: &[u32]| RegionState {
        name: name.to_owned(),
        minute: 120,
        tables_lacking: [20, 0],
        waiting: waits.iter().map(|&waited_s| Waiting { waited_s, level: None }).collect(),
        companions: 0,
    };
    let regions = [region("a", &[20; 10]), region("b", &[90, 90, 80, 80]), region("c", &[85, 85, 16, 16])];
    for seed in 0..100 {
        let tables = plan(policy, &regions, 0, Seed(seed)).tables;
        assert_eq!(tables.iter().map(Tables::companions).collect::<Vec<_>>(), [0, 2, 1], "seed {seed}");
    }
    assert_eq!(plan(policy, &regions, 3, Seed(1)).placements, [], "what is elsewhere counts");
}

/// In a region of its own size each, over many draws: the share of the seats, in every hour, for every sort of table.
#[test]
fn shares_hold_in_the_mean_over_many_draws() {
    let names = engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
    let policies = Policies::embedded(&names);
    let policy = policies.named("").unwrap();
    for hour in 0..24 {
        for tables_lacking in [[1, 0], [0, 1], [1, 1], [2, 3], [7, 0]] {
            let region = RegionState {
                name: String::from("north"),
                minute: 60 * hour,
                tables_lacking,
                waiting: Vec::new(),
                companions: 0,
            };
            let draws = 2000;
            let sent: u32 = (0..draws)
                .map(|seed| plan(policy, std::slice::from_ref(&region), 0, Seed(seed)).tables[0].companions())
                .sum();
            let share = f64::from(policy.share("north", 60 * hour)) / f64::from(SHARE_WHOLE);
            let (mean, wanted) = (f64::from(sent) / draws as f64, share * region.seats() as f64);
            // One table of two seats is drawn for at most: its deviation is 1 at most.
            let error = 4.5 / (draws as f64).sqrt();
            assert!((mean - wanted).abs() < error, "{hour} h, {tables_lacking:?}: {mean} for {wanted}");
        }
    }
}

/// A day under the default policy: what is sent is what the shares allow, every player is served in the end, caps hold.
#[test]
fn a_day_keeps_its_shares_and_its_caps() {
    let names = engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
    let policies = Policies::embedded(&names);
    let policy = policies.named("").unwrap();
    let scenes = scenes();
    let days: Vec<Day> = (0..5).map(|seed| simulate(policy, &scenes, Seed(seed))).collect();
    assert_eq!(days[3], simulate(policy, &scenes, Seed(3)));
    for (index, scene) in scenes.iter().enumerate() {
        let hours = days.iter().flat_map(|day| &day.regions[index]);
        let sum = |of: fn(&Hour) -> f64| hours.clone().map(of).sum::<f64>();
        let (sent, allowed) = (sum(|it| f64::from(it.sent)), sum(|it| it.expected));
        // Each draw is about two seats at most, so that the sum over N of them strays by less than the root of 4 N.
        assert!((sent - allowed).abs() < 4.0 * (4.0 * sent).sqrt(), "{}: {sent} sent, {allowed} allowed", scene.name);
        let arrived = sum(|it| f64::from(it.arrived));
        let wanted = 5.0 * scene.arrivals.iter().sum::<u32>() as f64;
        assert!((arrived - wanted).abs() < 5.0 * wanted.sqrt(), "{}: {arrived} of {wanted}", scene.name);
        let most = hours.clone().map(|it| it.companions_max).max().unwrap();
        assert!(most > 0 && most <= policy.region_max(scene.name), "{}: {most}", scene.name);
    }
}

/// As many at each table as it lacks, and two of different temperaments where the mix has a choice.
fn check_pairs(drawn: &Drawn, here: &[&Placement], filled: [u32; 2]) -> Result<(), TestCaseError> {
    let lacking = |size: usize| here.iter().filter(move |it| it.personas.len() == size).map(|it| it.tables);
    prop_assert_eq!([lacking(1).sum::<u32>(), lacking(2).sum()], filled);
    let is_choice = drawn.temperaments.values().filter(|&&weight| weight > 0).count() > 1;
    for pair in here.iter().filter(|it| it.personas.len() == 2) {
        let moods = pair.personas.iter().map(|name| engine::Persona::named(name).unwrap().temperament());
        let moods: Vec<_> = moods.collect();
        prop_assert!(!is_choice || moods[0] != moods[1], "{:?}", pair);
    }
    Ok(())
}

/// The weights of temperaments at tables with two companions: none has more than half.
fn halved(drawn: &Drawn) -> BTreeMap<&'static str, f64> {
    let sum = f64::from(drawn.temperaments.values().sum::<u32>());
    let share = |weight: u32| f64::from(weight) / sum;
    let most = drawn.temperaments.values().map(|&weight| share(weight)).fold(0.0, f64::max);
    let capped = |weight: u32| match share(weight) {
        share if most <= 0.5 || most == 1.0 => share,
        share if share == most => 0.5,
        share => 0.5 * share / (1.0 - most),
    };
    drawn.temperaments.iter().map(|(&name, &weight)| (name, capped(weight))).collect()
}

/// No persona twice, none that the mix leaves out, and without known levels each as often as the weights say, rounded
/// up or down, once for each kind of table.
fn check_kinds(
    drawn: &Drawn,
    region: &RegionState,
    here: &[&Placement],
    [one, two]: [u32; 2],
) -> Result<(), TestCaseError> {
    let (alone, halved) = (f64::from(one), halved(drawn));
    prop_assert!(here.iter().all(|placement| placement.tables > 0));
    let mut found = by_persona(here);
    let whole = f64::from(drawn.skills.values().sum::<u32>()) * f64::from(drawn.temperaments.values().sum::<u32>());
    let leveless = region.waiting.iter().all(|waiting| waiting.level.is_none());
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
                let skill = f64::from(one) / f64::from(drawn.skills.values().sum::<u32>());
                let seated = 2.0 * f64::from(two) * skill * halved[temperament.name()];
                let exact = alone * f64::from(one) * f64::from(other) / whole + seated;
                let rounded = f64::from(u32::from(alone > 0.0) + u32::from(two > 0)) + 1e-6;
                prop_assert!((f64::from(got) - exact).abs() < rounded, "{}: {} of {}", name, got, exact);
            }
        }
    }
    prop_assert!(found.is_empty(), "{:?} has no row", found);
    Ok(())
}
