//! The placing of companions: which tables get some, and which personas. Pure: the same regions, policy and seed give the same plan
//! on every replica. [`policy`] has what an operator allows.
//!
//! A region needs as many companions as seat all players who have waited too long: a table that lacks one player is filled first,
//! because one companion there ends the waiting of two. It may have the policy's share of its empty seats. A table is filled or
//! not touched. If the share ends within a table, the seed decides about it, with the chance that keeps the share right on
//! average. So a lone player in an evening with a share of 20% gets company in one call of five. The region's limit comes last,
//! and counts the companions that are there already.
//!
//! The companions are spread over personas by weight: each gets its exact share rounded up or down, and the seed decides which way, so
//! that rare ones turn up in small regions too. Two companions of one table differ in temperament, unless one temperament has more than
//! half of them.

pub mod policy;

use rules::Seed;

use self::policy::{Mix, Policy, SHARE_WHOLE};

/// A region, with those who wait there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionState {
    /// Its name.
    pub name: String,
    /// The time of day there, in minutes after midnight.
    pub minute: u32,
    /// Tables that lack one player, and tables that lack two.
    pub tables_lacking: [u32; 2],
    /// The players who are known to wait at these tables; empty if no waiting times are known.
    pub waiting: Vec<Waiting>,
    /// Companions that sit there already.
    pub companions: u32,
}

/// A player who waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The time that the player has waited, in seconds.
    pub waited_s: u32,
    /// Its strength, from 0 to 100, when known.
    pub level: Option<u32>,
}

/// Companions for some tables of one region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The personas at each of these tables: one, or two.
    pub personas: Vec<String>,
    /// Number of tables; never 0.
    pub tables: u32,
}

/// Plans the companions of each region, in the order of the regions: for tables that lack one player first.
pub fn plan(policy: &Policy, regions: &[RegionState], seed: Seed) -> Vec<Vec<Placement>> {
    let regions = regions.iter().enumerate();
    let place = |(index, region): (usize, &RegionState)| {
        // Each region has one stream for its share and one for its companions.
        let draw = seed.stream(2 * index as u64).rng().next_u64();
        let shared = region.shared(region.needed(policy), policy, draw);
        let room = policy.region_max(&region.name).saturating_sub(region.companions);
        who(policy, region, fitting(shared, room), seed.stream(2 * index as u64 + 1))
    };
    regions.map(place).collect()
}

impl RegionState {
    /// Returns the number of empty seats.
    fn seats(&self) -> u64 {
        let [one, two] = self.tables_lacking.map(u64::from);
        one + 2 * two
    }

    /// Returns the number of people at the tables.
    pub fn players(&self) -> u64 {
        let [one, two] = self.tables_lacking.map(u64::from);
        2 * one + two
    }

    /// Counts the tables that have to be filled to seat all players who have waited too long.
    fn needed(&self, policy: &Policy) -> [u32; 2] {
        if self.waiting.is_empty() {
            return self.tables_lacking;
        }
        let [one, two] = self.tables_lacking;
        let overdue = self.overdue(policy).count() as u32;
        let first = one.min(overdue.div_ceil(2));
        [first, two.min(overdue.saturating_sub(2 * first))]
    }

    fn overdue(&self, policy: &Policy) -> impl Iterator<Item = &Waiting> {
        let wait_s = policy.wait_s();
        self.waiting.iter().filter(move |waiting| waiting.waited_s >= wait_s)
    }

    /// Counts the needed tables that the share allows; `draw` decides about the table in which the share ends.
    fn shared(&self, needed: [u32; 2], policy: &Policy, draw: u64) -> [u32; 2] {
        let whole = u64::from(SHARE_WHOLE);
        let mut quota = self.seats() * u64::from(policy.share(&self.name, self.minute));
        let mut shared = [0; 2];
        for (index, needed) in needed.into_iter().enumerate() {
            let size = (index as u64 + 1) * whole;
            let full = u64::from(needed).min(quota / size);
            quota -= full * size;
            shared[index] = full as u32;
            if full < u64::from(needed) {
                // The rest of the quota is the chance of one more table; then nothing is left.
                shared[index] += u32::from(below(draw, quota, size));
                break;
            }
        }
        shared
    }
}

/// True if a random number of 64 bits falls into the first `part` of `whole`.
fn below(draw: u64, part: u64, whole: u64) -> bool {
    (u128::from(draw) * u128::from(whole)) >> 64 < u128::from(part)
}

/// Counts how many of these tables `seats` companions fill; tables that lack one come first.
fn fitting(tables: [u32; 2], seats: u32) -> [u32; 2] {
    let one = tables[0].min(seats);
    [one, tables[1].min((seats - one) / 2)]
}

/// Chooses the personas for `one` tables that lack one player and `two` tables that lack two.
fn who(policy: &Policy, region: &RegionState, [one, two]: [u32; 2], seed: Seed) -> Vec<Placement> {
    let mix = policy.mix(&region.name);
    let weights = weights(mix, region, policy);
    let name = |at: usize| mix.personas()[at].name.clone();
    let alone = spread(u64::from(one), &weights, seed).into_iter().enumerate().filter(|&(_, tables)| tables > 0);
    let alone = alone.map(|(at, tables)| Placement { personas: vec![name(at)], tables: tables as u32 });
    let seated = spread(2 * u64::from(two), &weights, seed.stream(0));
    let pairs = paired(&seated, u64::from(two)).into_iter();
    let pairs = pairs.map(|(first, second, tables)| {
        let personas = vec![name(first), name(second)];
        Placement { personas, tables: tables as u32 }
    });
    alone.chain(pairs).collect()
}

/// Pairs two of these personas for each of `tables`, by places in the list: the first half of all companions with the second half, in
/// order. Personas of one temperament follow each other, so two of them meet only if they are more than half.
fn paired(counts: &[u64], tables: u64) -> Vec<(usize, usize, u64)> {
    let from = |mut skipped: u64| {
        let mut at = 0;
        while at < counts.len() && skipped >= counts[at] {
            skipped -= counts[at];
            at += 1;
        }
        (at, counts.get(at).map_or(0, |count| count - skipped))
    };
    let (mut first, mut second, mut left, mut pairs) = (from(0), from(tables), tables, Vec::new());
    while left > 0 {
        for side in [&mut first, &mut second] {
            while side.1 == 0 {
                *side = (side.0 + 1, counts[side.0 + 1]);
            }
        }
        let count = first.1.min(second.1).min(left);
        pairs.push((first.0, second.0, count));
        (first.1, second.1, left) = (first.1 - count, second.1 - count, left - count);
    }
    pairs
}

/// Returns the weight of each persona of a mix in this region: a waiting player of known level adds weight to the personas of the nearest
/// level, any other player to the whole mix.
fn weights(mix: &Mix, region: &RegionState, policy: &Policy) -> Vec<u64> {
    // Large enough that rounding moves nothing, small enough that no product leaves its type.
    const SCALE: u64 = 1 << 24;
    let personas = mix.personas();
    let sum = |is_meant: &dyn Fn(u32) -> bool| {
        let meant = personas.iter().filter(|persona| is_meant(persona.level));
        meant.map(|persona| u64::from(persona.weight)).sum::<u64>()
    };
    let mut asked = vec![0; personas.len()];
    let mut ask = |players: u64, is_meant: &dyn Fn(u32) -> bool| {
        let share = players * SCALE / sum(is_meant);
        for (asked, persona) in asked.iter_mut().zip(personas).filter(|(_, persona)| is_meant(persona.level)) {
            *asked += share * u64::from(persona.weight);
        }
    };
    let mut unknown = 0;
    for waiting in region.overdue(policy) {
        match waiting.level {
            Some(level) => {
                let nearest = mix.nearest(level);
                ask(1, &|level| level == nearest);
            }
            None => unknown += 1,
        }
    }
    if unknown > 0 || region.overdue(policy).next().is_none() {
        ask(unknown.max(1), &|_| true);
    }
    asked
}

/// Spreads `count` things over weights by systematic sampling: each weight gets its exact share rounded up or down, and the sum is
/// `count`.
fn spread(count: u64, weights: &[u64], seed: Seed) -> Vec<u64> {
    let whole: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let offset = u128::from(seed.rng().next_u64()) % whole;
    let (mut sum, mut before) = (0, 0);
    let one = |&weight: &u64| {
        sum += u128::from(weight);
        let until = (sum * u128::from(count) + offset) / whole;
        let here = until - before;
        before = until;
        here as u64
    };
    weights.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
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
    fn policy_with(from: &str, to: &str) -> Result<Policy, String> {
        assert!(DEFAULT.contains(from), "{from:?} is not in the file");
        Policy::read(&DEFAULT.replacen(from, to, 1), &roster())
    }

    fn policy() -> Policy {
        policy_with("", "").unwrap()
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
        for (name, hour, share) in [("north", 20, 0.2), ("north", 3, 0.8), ("beginner", 20, 0.25), ("expert", 20, 0.1)]
        {
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
        let file = tempers.map(|temper| {
            format!("[a-{temper}]\nbase = \"casual\"\nnoise = 30\nlevel = 40\ntemperament = \"{temper}\"\n")
        });
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
