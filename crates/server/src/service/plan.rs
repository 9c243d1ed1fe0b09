//! The placing of companions: which tables get some, and which personas. The same regions, policy and seed give the same plan on every
//! replica. [`policy`](crate::policy) has what an operator allows.
//!
//! A region needs enough companions to seat all players who have waited too long. A table that lacks one player is filled first, because
//! one companion there ends the waiting of two players. A region may have the policy's share of its empty seats. A table is filled or not
//! touched. If the share ends within a table, the seed decides about it, with the chance that keeps the share right on average. So a lone
//! player in an evening with a share of 20% gets company in one call of five. The region's limit comes last, and counts the companions that
//! are there already.
//!
//! Tables of each size get their companions by weight: each persona gets its exact share rounded up or down, and the seed decides which way, so that
//! rare ones turn up in small regions too. Two companions of one table differ in temperament, unless one temperament has more than half of the
//! companions at tables that lack two.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use game::refusal::{AtField, Reason, Refusal, check_at_most, read_each};
use rules::Seed;
use wire::v1::{Placement, PlanCompanionsRequest, PlanCompanionsResponse, Region, WaitingPlayer};

use crate::call::Call;
use crate::policy::{Mix, Policy, SHARE_WHOLE, WeightedPersona};
use crate::state::App;

const REGIONS_MAX: usize = 1000;
/// The most characters of a region's name.
const NAME_MAX: usize = 120;
/// The most tables of one size in a region, and the most companions.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES_PER_DAY: u32 = 24 * 60;
const LEVEL_MAX: u32 = 100;

#[expect(clippy::unused_async, reason = "every handler has one shape")]
pub(super) async fn plan_companions(
    app: &Arc<App>,
    _call: &Call,
    request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    check_at_most(request.regions.len(), "regions", REGIONS_MAX).at("regions")?;
    let mut names = HashSet::new();
    read_each("regions", &request.regions, |region| {
        check_region(region)?;
        if !names.insert(region.name.as_str()) {
            let message = format!("{:?} stands twice", region.name);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("name"));
        }
        Ok(())
    })?;
    // Each call without a seed draws again. Otherwise a lone player could be left out each time.
    let seed = request.seed.unwrap_or_else(|| RandomState::new().hash_one("draw of a plan"));
    Ok(PlanCompanionsResponse { placements: plan(&app.policy, &request.regions, Seed(seed)) })
}

fn check_region(region: &Region) -> Result<(), Refusal> {
    let Region { name, local_minute: minute, tables_lacking_one, tables_lacking_two, waiting, companions } = region;
    let refuse = |reason, field: &str, message: String| Err(Refusal::new(reason, message).at(field));
    if name.is_empty() {
        return Err(Refusal::missing("name"));
    }
    check_at_most(name.chars().count(), "characters", NAME_MAX).at("name")?;
    if *minute >= MINUTES_PER_DAY {
        let message = format!("{minute} is no minute of a day, which has 0 to {}", MINUTES_PER_DAY - 1);
        return refuse(Reason::VALUE_UNKNOWN, "local_minute", message);
    }
    let numbers = [
        (tables_lacking_one, "tables_lacking_one"),
        (tables_lacking_two, "tables_lacking_two"),
        (companions, "companions"),
    ];
    for (number, field) in numbers {
        if *number > TABLES_MAX {
            return refuse(Reason::VALUE_UNKNOWN, field, format!("{number}, {TABLES_MAX} are allowed"));
        }
    }
    read_each("waiting", waiting, |player| match player.level {
        Some(level) if level > LEVEL_MAX => {
            let message = format!("{level} is no level: it may be 0 to {LEVEL_MAX}");
            Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("level"))
        }
        _ => Ok(()),
    })?;
    let players = 2 * u64::from(*tables_lacking_one) + u64::from(*tables_lacking_two);
    if waiting.len() as u64 > players {
        let message = format!("{} wait at tables with {players} players", waiting.len());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok(())
}

/// Plans the companions of each region, in the order of the regions: for tables that lack one player first.
fn plan(policy: &Policy, regions: &[Region], seed: Seed) -> Vec<Placement> {
    let regions = regions.iter().enumerate();
    let place = |(index, region): (usize, &Region)| {
        // Each region has one stream for its share and one for its companions.
        let draw = seed.stream(2 * index as u64).rng().next_u64();
        let shared = tables_in_share(region, needed_tables(region, policy), policy, draw);
        let room = policy.region_max(&region.name).saturating_sub(region.companions);
        choose_personas(policy, region, tables_that_fit(shared, room), seed.stream(2 * index as u64 + 1))
    };
    regions.flat_map(place).collect()
}

fn empty_seats(region: &Region) -> u64 {
    u64::from(region.tables_lacking_one) + 2 * u64::from(region.tables_lacking_two)
}

/// Counts the tables that have to be filled to seat all players who have waited too long; all tables if no waiting times are known.
fn needed_tables(region: &Region, policy: &Policy) -> [u32; 2] {
    let (one, two) = (region.tables_lacking_one, region.tables_lacking_two);
    if region.waiting.is_empty() {
        return [one, two];
    }
    let overdue = overdue_players(region, policy).count() as u32;
    let first = one.min(overdue.div_ceil(2));
    [first, two.min(overdue.saturating_sub(2 * first))]
}

fn overdue_players<'r>(region: &'r Region, policy: &Policy) -> impl Iterator<Item = &'r WaitingPlayer> + use<'r> {
    let wait_s = policy.wait_s();
    region.waiting.iter().filter(move |waiting| waiting.waited_s >= wait_s)
}

/// Counts the needed tables that the share allows; `draw` decides about the table in which the share ends.
fn tables_in_share(region: &Region, needed: [u32; 2], policy: &Policy, draw: u64) -> [u32; 2] {
    let whole = u64::from(SHARE_WHOLE);
    let mut quota = empty_seats(region) * u64::from(policy.share(&region.name, region.local_minute));
    let [one, two] = needed.map(u64::from);
    [(one, whole), (two, 2 * whole)].map(|(needed, size)| {
        let full = needed.min(quota / size);
        let rest = quota - full * size;
        let ends_here = full < needed;
        quota = if ends_here { 0 } else { rest };
        // If the share ends within a table, the rest of it is the chance of this table.
        let is_drawn = ends_here && (u128::from(draw) * u128::from(size)) >> 64 < u128::from(rest);
        full as u32 + u32::from(is_drawn)
    })
}

/// Counts how many of these tables `seats` companions fill; tables that lack one come first.
fn tables_that_fit(tables: [u32; 2], seats: u32) -> [u32; 2] {
    let one = tables[0].min(seats);
    [one, tables[1].min((seats - one) / 2)]
}

/// Chooses the personas for `one` tables that lack one player and `two` tables that lack two.
fn choose_personas(policy: &Policy, region: &Region, [one, two]: [u32; 2], seed: Seed) -> Vec<Placement> {
    let mix = policy.mix(&region.name);
    let weights = persona_weights(mix, region, policy);
    let place = |(size, tables, seed): (u64, u32, Seed)| {
        let groups = group_personas(&spread(size * u64::from(tables), &weights, seed), size, u64::from(tables));
        groups.into_iter().map(move |(personas, tables)| Placement {
            region: region.name.clone(),
            personas: personas.into_iter().map(|at| mix.personas()[at].name.clone()).collect(),
            tables: tables as u32,
        })
    };
    [(1, one, seed), (2, two, seed.stream(0))].into_iter().flat_map(place).collect()
}

/// Returns the groups of `size` places in the list, each with its number of tables; `ends` are those of [`spread`]. For two at a table, the first
/// half of all companions sits with the second half, in order. Personas of one temperament follow each other in the list, so two of them meet
/// only if the temperament has more than half.
fn group_personas(ends: &[u64], size: u64, tables: u64) -> Vec<(Vec<usize>, u64)> {
    let persona_of = |companion: u64| ends.partition_point(|&end| end <= companion);
    // Between two cuts the personas of a table stay the same.
    let cuts = ends.iter().map(|&end| if end > tables { end - tables } else { end });
    let cuts: BTreeSet<u64> = cuts.chain([0, tables]).collect();
    let stretches = cuts.iter().zip(cuts.iter().skip(1));
    let group = |from: u64| (0..size).map(|turn| persona_of(from + turn * tables)).collect();
    stretches.map(|(&from, &to)| (group(from), to - from)).collect()
}

/// Returns the weight of each persona of a mix in this region. A player who has waited too long adds weight to the personas of the nearest level, or
/// to the whole mix if the player's level is unknown. Without such players the weights follow the mix.
fn persona_weights(mix: &Mix, region: &Region, policy: &Policy) -> Vec<u64> {
    // Large enough that rounding has no visible effect, small enough that no product leaves its type.
    const SCALE: u64 = 1 << 24;
    let personas = mix.personas();
    // The level that each player asks for; `None` is any level.
    let level = |waiting: &WaitingPlayer| waiting.level.map(|level| mix.nearest_level(level));
    let mut asked: Vec<Option<u32>> = overdue_players(region, policy).map(level).collect();
    if asked.is_empty() {
        asked.push(None);
    }
    let share = |level: Option<u32>| {
        let players = asked.iter().filter(|&&one| one == level).count() as u64;
        let meant = personas.iter().filter(|persona| level.is_none_or(|level| level == persona.level));
        players * SCALE / meant.map(|persona| u64::from(persona.weight)).sum::<u64>()
    };
    let weight = |persona: &WeightedPersona| u64::from(persona.weight) * (share(None) + share(Some(persona.level)));
    personas.iter().map(weight).collect()
}

/// Spreads `count` things over weights by systematic sampling: each weight gets its exact share rounded up or down. Returns the number of things
/// up to the end of each weight's share; the last one is `count`.
fn spread(count: u64, weights: &[u64], seed: Seed) -> Vec<u64> {
    let whole: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let offset = u128::from(seed.rng().next_u64()) % whole;
    let mut sum = 0;
    let end = |&weight: &u64| {
        sum += u128::from(weight);
        ((sum * u128::from(count) + offset) / whole) as u64
    };
    weights.iter().map(end).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::Persona;
    use proptest::prelude::*;

    use super::*;
    use crate::config::Config;
    use crate::policy::DEFAULT_TOML;
    use crate::roster::Roster;

    fn roster() -> Roster {
        Roster::load(&Config::embedded()).unwrap()
    }

    fn policy_with(from: &str, to: &str) -> Result<Policy, String> {
        assert!(DEFAULT_TOML.contains(from), "{from:?} is not in the file");
        Policy::read(&DEFAULT_TOML.replacen(from, to, 1), &roster())
    }

    fn policy() -> Policy {
        policy_with("", "").unwrap()
    }

    fn region(name: &str, hour: u32, [tables_lacking_one, tables_lacking_two]: [u32; 2]) -> Region {
        let (name, local_minute) = (name.to_owned(), 60 * hour);
        Region { name, local_minute, tables_lacking_one, tables_lacking_two, ..Region::default() }
    }

    fn any_region() -> impl Strategy<Value = Region> {
        let level = prop::option::of(0u32..=100);
        let waiting = prop::collection::vec((0u32..40, level), 0..40);
        let name = prop::sample::select(vec!["north", "beginner", "north/expert"]);
        (name, 0u32..1440, [0u32..40, 0u32..40], waiting, 0u32..240).prop_map(
            |(name, minute, lacking, waiting, companions)| {
                let players = (2 * lacking[0] + lacking[1]) as usize;
                let waiting =
                    waiting.into_iter().take(players).map(|(waited_s, level)| WaitingPlayer { waited_s, level });
                let waiting = waiting.collect();
                Region { local_minute: minute, waiting, companions, ..region(name, 0, lacking) }
            },
        )
    }

    fn tables_in(placements: &[Placement]) -> [u32; 2] {
        [1, 2].map(|size| placements.iter().filter(|it| it.personas.len() == size).map(|it| it.tables).sum())
    }

    fn seat_count([one, two]: [u32; 2]) -> u32 {
        one + 2 * two
    }

    proptest! {
        #[test]
        fn plans_fill_whole_tables_of_those_who_waited_within_share_and_limit(region in any_region(), seed in any::<u64>()) {
            let policy = policy();
            let planned = plan(&policy, std::slice::from_ref(&region), Seed(seed));
            let filled = tables_in(&planned);
            let needed = needed_tables(&region, &policy);
            prop_assert!(filled[0] <= needed[0] && filled[1] <= needed[1] && needed[0] <= region.tables_lacking_one);
            let count = seat_count(filled);
            prop_assert!(count == 0 || region.companions + count <= policy.region_max(&region.name));
            // The share in seats. The random draw changes at most one table.
            let quota = f64::from(super::empty_seats(&region) as u32 * policy.share(&region.name, region.local_minute)) / f64::from(SHARE_WHOLE);
            let wanted = quota.min(f64::from(seat_count(needed)));
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
    fn a_player_who_has_not_waited_long_enough_gets_no_companion() {
        let waits = |waited_s: [u32; 2]| Region {
            waiting: waited_s.map(|waited_s| WaitingPlayer { waited_s, level: None }).to_vec(),
            ..region("north", 2, [0, 2])
        };
        let sent = |waited_s| (0..40).map(|seed| tables_in(&plan(&policy(), &[waits(waited_s)], Seed(seed)))[1]).max();
        assert_eq!((sent([14, 3]), sent([15, 3]), sent([15, 90])), (Some(0), Some(1), Some(2)));
    }

    #[test]
    fn shares_hold_on_average() {
        let policy = policy();
        for (name, hour, share) in [("north", 20, 0.2), ("north", 3, 0.8), ("beginner", 20, 0.25), ("expert", 20, 0.1)]
        {
            for lacking in [[1, 0], [0, 1], [2, 3], [7, 0]] {
                let draws = 2000;
                let place = |seed| plan(&policy, &[region(name, hour, lacking)], Seed(seed));
                let sent: u32 = (0..draws).map(|seed| seat_count(tables_in(&place(seed)))).sum();
                let (mean, wanted) = (f64::from(sent) / draws as f64, share * f64::from(seat_count(lacking)));
                // The draw decides about at most one table of two seats: its standard deviation is at most 1.
                assert!(
                    (mean - wanted).abs() < 4.5 / (draws as f64).sqrt(),
                    "{name} {hour} h, {lacking:?}: {mean} for {wanted}"
                );
            }
        }
    }

    #[test]
    fn personas_are_placed_by_their_weights() {
        let mut counts = BTreeMap::new();
        for placement in plan(&policy(), &[region("north", 2, [125, 0])], Seed(7)) {
            for persona in &placement.personas {
                *counts.entry(persona.clone()).or_insert(0) += placement.tables;
            }
        }
        assert_eq!((counts["casual"], counts["beginner-hasty"], counts["advanced-hasty"]), (22, 5, 1));
    }

    #[test]
    fn players_get_personas_of_their_level_and_two_temperaments() {
        let path = std::env::temp_dir().join(format!("placed-{}.toml", std::process::id()));
        let tempers = ["calm", "sly", "loud", "dry", "bold"];
        let file = tempers.map(|temper| {
            format!("[a-{temper}]\nbase = \"casual\"\nnoise = 30\nlevel = 40\ntemperament = \"{temper}\"\n")
        });
        std::fs::write(&path, file.concat()).unwrap();
        let mut config = Config::embedded();
        config.personas.file = path.display().to_string();
        let own = Roster::load(&config).unwrap();
        std::fs::remove_file(&path).unwrap();
        let rows = tempers.map(|temper| format!("a-{temper} = 20\n")).concat();
        let policy = DEFAULT_TOML.replacen("[venue.other.personas]\n", &format!("[venue.other.personas]\n{rows}"), 1);
        let policy = Policy::read(&policy, &own).unwrap();
        let planned = |level| {
            let waiting = vec![WaitingPlayer { waited_s: 60, level: Some(level) }; 40];
            plan(&policy, &[Region { waiting, ..region("north", 2, [0, 40]) }], Seed(7))
        };
        let placed = planned(41);
        assert!(placed.iter().flat_map(|it| &it.personas).all(|name| name.starts_with("a-")), "{placed:?}");
        assert!(placed.iter().all(|it| it.personas[0] != it.personas[1]), "{placed:?}");
        let met: BTreeSet<_> = placed.iter().flat_map(|it| &it.personas).collect();
        assert_eq!(met.len(), tempers.len(), "{placed:?}");
        assert!(planned(60).iter().flat_map(|it| &it.personas).all(|name| name.starts_with("casual")));
    }

    #[test]
    fn number_follows_hour_and_venue_and_quality_follows_venue() {
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
        for (region, venue) in
            [("expert", "expert"), ("beginner/7", "beginner"), ("northexpert", "anywhere"), ("", "x")]
        {
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
            let error = policy_with(from, to).unwrap_err();
            assert!(error.contains(says), "{to}: {error}");
        }
        let silent = "wait_s = 1\nregion_max = 1\nshare_percent = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n[venue.other.personas]\ncasual = 0\n";
        assert_eq!(Policy::read(silent, &roster()), Err(String::from("venue.other: no persona has a weight above 0")));
    }
}
