//! The laws of plans, over random regions and draws, and the policy's refusals.

use std::collections::{BTreeMap, BTreeSet};

use engine::Persona;
use proptest::prelude::*;

use super::policy::DEFAULT;
use super::*;
use crate::config::Config;
use crate::roster::Roster;

fn roster() -> Roster {
    Roster::load(&Config::embedded().personas).unwrap()
}

/// Reads the built-in policy with one text replaced.
fn with(from: &str, to: &str) -> Result<Policy, String> {
    assert!(DEFAULT.contains(from), "{from:?} is not in the file");
    Policy::read(&DEFAULT.replacen(from, to, 1), &roster())
}

fn policy() -> Policy {
    with("", "").unwrap()
}

fn region(name: &str, hour: u32, tables_lacking: [u32; 2]) -> RegionState {
    RegionState { name: name.to_owned(), minute: 60 * hour, tables_lacking, waiting: Vec::new(), companions: 0 }
}

fn drawn() -> impl Strategy<Value = RegionState> {
    let level = prop::option::of(0u32..=100);
    let waiting = prop::collection::vec((0u32..40, level), 0..40);
    let name = prop::sample::select(vec!["north", "beginner", "north/expert"]);
    (name, 0u32..1440, [0u32..40, 0u32..40], waiting, 0u32..240).prop_map(
        |(name, minute, lacking, waiting, companions)| {
            let players = (2 * lacking[0] + lacking[1]) as usize;
            let waiting = waiting.into_iter().take(players).map(|(waited_s, level)| Waiting { waited_s, level });
            RegionState {
                name: name.to_owned(),
                minute,
                tables_lacking: lacking,
                waiting: waiting.collect(),
                companions,
            }
        },
    )
}

/// Counts the tables of each size that a plan fills.
fn filled(placements: &[Placement]) -> [u32; 2] {
    [1, 2].map(|size| placements.iter().filter(|it| it.personas.len() == size).map(|it| it.tables).sum())
}

fn seats([one, two]: [u32; 2]) -> u32 {
    one + 2 * two
}

proptest! {
    #[test]
    fn plans_fill_whole_tables_of_those_who_waited_within_share_and_limit(region in drawn(), seed in any::<u64>()) {
        let policy = policy();
        let planned = plan(&policy, std::slice::from_ref(&region), Seed(seed)).remove(0);
        let filled = filled(&planned);
        let needed = region.needed(&policy);
        prop_assert!(filled[0] <= needed[0] && filled[1] <= needed[1] && needed[0] <= region.tables_lacking[0]);
        let count = seats(filled);
        prop_assert!(count == 0 || region.companions + count <= policy.region_max(&region.name));
        // The share in seats. The random draw changes at most one table.
        let quota = f64::from(region.seats() as u32 * policy.share(&region.name, region.minute)) / f64::from(SHARE_WHOLE);
        let wanted = quota.min(f64::from(seats(needed)));
        let room = policy.region_max(&region.name).saturating_sub(region.companions);
        prop_assert!(f64::from(count) < wanted + 2.0);
        prop_assert!(f64::from(count) > wanted.min(f64::from(room)) - 2.0, "{} of {}, room for {}", count, wanted, room);
        for pair in planned.iter().filter(|it| it.personas.len() == 2) {
            let moods: BTreeSet<_> = pair.personas.iter().map(|name| Persona::named(name).unwrap().temperament() as u8).collect();
            let knows_levels = region.waiting.iter().any(|it| it.level.is_some());
            prop_assert!(knows_levels || moods.len() == 2, "{:?}", pair);
        }
    }
}

#[test]
fn a_player_who_has_not_waited_long_enough_gets_nobody() {
    let waits = |waited_s: [u32; 2]| RegionState {
        waiting: waited_s.map(|waited_s| Waiting { waited_s, level: None }).to_vec(),
        ..region("north", 2, [0, 2])
    };
    let sent = |waited_s| (0..40).map(|seed| filled(&plan(&policy(), &[waits(waited_s)], Seed(seed))[0])[1]).max();
    assert_eq!((sent([14, 3]), sent([15, 3]), sent([15, 90])), (Some(0), Some(1), Some(2)));
}

/// Over many draws, for every sort of table: the share of the seats, in a busy hour and in a quiet one.
#[test]
fn shares_hold_in_the_mean() {
    let policy = policy();
    for (name, hour, share) in [("north", 20, 0.2), ("north", 3, 0.8), ("beginner", 20, 0.25), ("expert", 20, 0.1)] {
        for lacking in [[1, 0], [0, 1], [2, 3], [7, 0]] {
            let draws = 2000;
            let place = |seed| plan(&policy, &[region(name, hour, lacking)], Seed(seed)).remove(0);
            let sent: u32 = (0..draws).map(|seed| seats(filled(&place(seed)))).sum();
            let (mean, wanted) = (f64::from(sent) / draws as f64, share * f64::from(seats(lacking)));
            // One table of two seats is drawn for at most: its deviation is 1 at most.
            assert!(
                (mean - wanted).abs() < 4.5 / (draws as f64).sqrt(),
                "{name} {hour} h, {lacking:?}: {mean} for {wanted}"
            );
        }
    }
}

#[test]
fn personas_come_by_their_weights_and_by_the_players_level() {
    let policy = policy();
    let kinds = |region: RegionState| {
        let mut counts = BTreeMap::new();
        for placement in &plan(&policy, &[region], Seed(7))[0] {
            for persona in &placement.personas {
                *counts.entry(persona.clone()).or_insert(0) += placement.tables;
            }
        }
        counts
    };
    let counts = kinds(RegionState { companions: 0, ..region("north", 2, [125, 0]) });
    assert_eq!((counts["casual"], counts["beginner-hasty"], counts["advanced-hasty"]), (22, 5, 1));
    for (level, expected) in [(0, "beginner"), (70, "skilled"), (100, "advanced")] {
        let waiting = vec![Waiting { waited_s: 60, level: Some(level) }; 40];
        let counts = kinds(RegionState { waiting, ..region("north", 2, [20, 0]) });
        assert!(!counts.is_empty() && counts.keys().all(|name| name.starts_with(expected)), "{level}: {counts:?}");
    }
}

/// A persona file has its own skills and temperaments. Players of their level get them, and no two of one temperament meet.
#[test]
fn skills_and_temperaments_of_a_file_are_placed() {
    let path = std::env::temp_dir().join(format!("placed-{}.toml", std::process::id()));
    let tempers = ["calm", "sly", "loud", "dry", "bold"];
    let file = tempers
        .map(|temper| format!("[a-{temper}]\nbase = \"casual\"\nnoise = 30\nlevel = 40\ntemperament = \"{temper}\"\n"));
    std::fs::write(&path, file.concat()).unwrap();
    let config = Config::embedded().personas;
    let own = Roster::load(&crate::config::Personas { file: path.display().to_string(), ..config }).unwrap();
    std::fs::remove_file(&path).unwrap();
    let weights = tempers.map(|temper| format!("a-{temper} = 20\n")).concat();
    let policy = DEFAULT.replacen("[venue.other.personas]\n", &format!("[venue.other.personas]\n{weights}"), 1);
    let policy = Policy::read(&policy, &own).unwrap();
    let planned = |level| {
        let waiting = vec![Waiting { waited_s: 60, level: Some(level) }; 40];
        plan(&policy, &[RegionState { waiting, ..region("north", 2, [0, 40]) }], Seed(7)).remove(0)
    };
    let placed = planned(41);
    assert!(placed.iter().flat_map(|it| &it.personas).all(|name| name.starts_with("a-")), "{placed:?}");
    assert!(placed.iter().all(|it| it.personas[0] != it.personas[1]), "{placed:?}");
    let met: BTreeSet<_> = placed.iter().flat_map(|it| &it.personas).collect();
    assert_eq!(met.len(), tempers.len(), "{placed:?}");
    assert!(planned(60).iter().flat_map(|it| &it.personas).all(|name| name.starts_with("casual")));
}

/// The published design has two rules: the number of companions depends on the hour; number and skill depend on region and venue. It has
/// no figures.
#[test]
fn number_follows_the_hour_and_number_and_quality_the_venue() {
    let policy = policy();
    let [evening, night] = [20, 3].map(|hour| policy.share("north", 60 * hour));
    assert!(evening < night, "where people find people, fewer companions go");
    let venues = ["north/beginner", "north", "north/expert"];
    let shares = venues.map(|venue| policy.share(venue, 600));
    assert!(shares[0] > shares[1] && shares[1] > shares[2], "{shares:?}");
    assert!(policy.region_max(venues[1]) > policy.region_max(venues[2]));
    let quality = venues.map(|venue| {
        let personas = policy.mix(venue).personas();
        let weights: u32 = personas.iter().map(|it| it.weight).sum();
        personas.iter().map(|it| f64::from(it.level * it.weight)).sum::<f64>() / f64::from(weights)
    });
    assert!(quality[0] < quality[1] && quality[1] < quality[2], "{quality:?}");
    for (region, venue) in [("expert", "expert"), ("beginner/7", "beginner"), ("northexpert", "anywhere"), ("", "x")] {
        assert_eq!(policy.mix(region), policy.mix(venue), "{region}");
    }
}

#[test]
fn a_faulty_policy_is_refused_by_name() {
    for (from, to, says) in [
        ("wait_s = 15", "wait_s = 9999", "wait_s cannot be 9999: it may be 0 to 3600"),
        ("30, 30, 30,", "30, 30,", "invalid length 23, expected an array of length 24"),
        ("30, 30, 30,", "30, 101, 30,", "share_percent cannot be 101: it may be 0 to 100"),
        ("region_max = 50", "region_max = 2000000", "venue.expert.region_max cannot be 2000000"),
        ("factor_percent = 50", "factor_percent = 2000", "venue.expert.share_factor_percent cannot be 2000"),
        ("skilled = 20", "skilled = 2000", "venue.expert.personas.skilled cannot be 2000"),
        ("expert-hasty", "expert-angry", "venue.expert: no persona is called \"expert-angry\""),
        ("venue.other.", "venue.rest.", "venue.other is missing"),
        ("wait_s", "wait", "unknown field `wait`"),
    ] {
        let error = with(from, to).unwrap_err();
        assert!(error.contains(says), "{to}: {error}");
    }
    let silent = "wait_s = 1\nregion_max = 1\nshare_percent = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n[venue.other.personas]\ncasual = 0\n";
    assert_eq!(Policy::read(silent, &roster()), Err(String::from("venue.other: no persona has a weight above 0")));
}
