//! Policies: hours, venues, shares, mixes and caps. A file that leaves an hour out, or names an unknown persona, is refused
//! when the server starts, not when a plan is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use engine::persona::{Skill, Temperament};
use serde::Deserialize;

/// The built-in policies.
const DEFAULT: &str = include_str!("../../../config/companions.toml");
/// The policy of requests that name none.
const DEFAULT_NAME: &str = "default";
/// The largest weight of a mix. Small enough that no product of weights and seats leaves its type.
const WEIGHT_MAX: u32 = 1000;
/// The largest cap.
const COMPANIONS_MAX: u32 = 1_000_000;
const HOURS: usize = 24;
/// A share of all empty seats, in the unit of [`Policy::share`].
pub const SHARE_WHOLE: u32 = 10_000;
/// The share of a venue that takes the hour's as it is.
const FACTOR_WHOLE: u32 = 100;
/// The separator of a region's name, as in `north/expert`.
const PARTS: char = '/';

/// The companions of each kind that each region may have at each hour. Valid: each hour has its share, and every persona that a
/// venue names can play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    name: String,
    wait_s: u32,
    lease_s: u32,
    region_max: u32,
    companions_max: u32,
    share_percent: [u8; HOURS],
    venues: Vec<Venue>,
    /// The index in `venues` of the regions with this name, or with this part of a name.
    named: BTreeMap<String, usize>,
    /// The venue of every other region.
    elsewhere: usize,
}

/// A kind of region: how much of the hour's share it takes, and who goes there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Venue {
    share_factor_percent: u32,
    region_max: Option<u32>,
    mix: Mix,
}

/// The mix of those that go: a weight for each skill and temperament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mix {
    /// From the weakest skill up; weights above zero.
    pub skills: Vec<(Skill, u32)>,
    /// In the order of the built-in table; weights above zero.
    pub temperaments: Vec<(Temperament, u32)>,
    personas: BTreeMap<(&'static str, &'static str), String>,
}

impl Mix {
    /// The persona with this skill and temperament.
    pub fn persona(&self, skill: Skill, temperament: Temperament) -> &str {
        &self.personas[&(skill.name(), temperament.name())]
    }
}

impl Policy {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// After how many seconds a player is given company.
    pub fn wait_s(&self) -> u32 {
        self.wait_s
    }

    /// For how many seconds a companion that was sent counts, where the request does not say how many there are.
    pub fn lease_s(&self) -> u32 {
        self.lease_s
    }

    /// The most companions in this region.
    pub fn region_max(&self, region: &str) -> u32 {
        self.venue(region).region_max.unwrap_or(self.region_max)
    }

    /// The most companions in all regions together.
    pub fn companions_max(&self) -> u32 {
        self.companions_max
    }

    /// The part of its empty seats that bots may fill in this region at this minute of the day, of [`SHARE_WHOLE`].
    pub fn share(&self, region: &str, minute: u32) -> u32 {
        let hour = u32::from(self.share_percent[minute as usize / 60 % HOURS]);
        (hour * self.venue(region).share_factor_percent).min(SHARE_WHOLE)
    }

    /// The companions that go to this region.
    pub fn mix(&self, region: &str) -> &Mix {
        &self.venue(region).mix
    }

    /// The venue of its whole name, or of the first part of it that has one.
    fn venue(&self, region: &str) -> &Venue {
        let parts = std::iter::once(region).chain(region.split(PARTS));
        let named = parts.into_iter().find_map(|part| self.named.get(part));
        &self.venues[named.copied().unwrap_or(self.elsewhere)]
    }
}

/// Every policy, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policies(BTreeMap<String, Policy>);

impl Policies {
    /// The built-in policies; `personas` names everybody who can play.
    pub fn embedded(personas: &BTreeSet<String>) -> Policies {
        Policies(read(DEFAULT, personas).expect("the built-in policies are valid"))
    }

    /// The built-in policies, and those of a file on top.
    pub fn with(mut self, text: &str, personas: &BTreeSet<String>) -> Result<Policies, PolicyError> {
        self.0.extend(read(text, personas)?);
        Ok(self)
    }

    /// The policy of that name; the default for an empty one.
    pub fn named(&self, name: &str) -> Option<&Policy> {
        self.0.get(if name.is_empty() { DEFAULT_NAME } else { name })
    }

    /// Every policy's name.
    pub fn names(&self) -> String {
        self.0.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// The reason why a file of policies cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// No TOML, or not with these fields.
    #[error("{0}")]
    Unreadable(String),
    /// A policy that stands twice.
    #[error("policy {0:?} stands twice")]
    Twice(String),
    /// One policy says what it may not.
    #[error("policy {policy:?}: {problem}")]
    Invalid {
        /// Its name.
        policy: String,
        /// The field.
        problem: Problem,
    },
}

/// The fault of a policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Hours without a band.
    #[error("no band has {}", spans(.0))]
    HoursMissing(Vec<usize>),
    /// Hours with more than one band.
    #[error("more than one band has {}", spans(.0))]
    HoursOverlap(Vec<usize>),
    /// A band that is none.
    #[error("hours = [{0}, {1}] is no band: two different hours, 0 to 24, the first below 24")]
    BadHours(u32, u32),
    /// A number out of its range.
    #[error("{field} cannot be {value}: it may be {} to {}", .range.start(), .range.end())]
    OutOfRange {
        /// The field.
        field: String,
        /// Its value.
        value: u32,
        /// The values that it may have.
        range: RangeInclusive<u32>,
    },
    /// A word that its table does not have.
    #[error("{0:?} is no {1}")]
    UnknownWord(String, &'static str),
    /// A mix without a persona.
    #[error("a mix has no {0} with a weight above 0")]
    EmptyMix(&'static str),
    /// A persona that cannot play.
    #[error("no persona is called {0:?}")]
    UnknownPersona(String),
    /// Not exactly one venue for all other regions.
    #[error("{0} venues name no regions; one has to, for all other regions")]
    Elsewhere(usize),
    /// A region with two venues.
    #[error("region {0:?} is of more than one venue")]
    RegionTwice(String),
}

/// `hour 3`, or `hours 3 to 5 and 22`: each named with the hour that it begins at.
fn spans(hours: &[usize]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut from = 0;
    while from < hours.len() {
        let mut until = from;
        while hours.get(until + 1) == Some(&(hours[until] + 1)) {
            until += 1;
        }
        let (first, last) = (hours[from], hours[until]);
        words.push(if first == last { format!("{first}") } else { format!("{first} to {last}") });
        from = until + 1;
    }
    format!("hour{} {}", if hours.len() == 1 { "" } else { "s" }, words.join(", "))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    policy: Vec<RawPolicy>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPolicy {
    name: String,
    wait_s: u32,
    lease_s: u32,
    region_max: u32,
    companions_max: u32,
    band: Vec<RawBand>,
    venue: Vec<RawVenue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBand {
    hours: [u32; 2],
    share_percent: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVenue {
    regions: Vec<String>,
    share_factor_percent: Option<u32>,
    region_max: Option<u32>,
    skills: BTreeMap<String, u32>,
    temperaments: BTreeMap<String, u32>,
}

fn read(text: &str, personas: &BTreeSet<String>) -> Result<BTreeMap<String, Policy>, PolicyError> {
    let file: RawFile = toml::from_str(text).map_err(|error| PolicyError::Unreadable(error.to_string()))?;
    let mut policies = BTreeMap::new();
    for raw in file.policy {
        let name = raw.name.clone();
        let policy = policy(raw, personas).map_err(|problem| PolicyError::Invalid { policy: name.clone(), problem })?;
        if policies.insert(name.clone(), policy).is_some() {
            return Err(PolicyError::Twice(name));
        }
    }
    Ok(policies)
}

fn policy(raw: RawPolicy, personas: &BTreeSet<String>) -> Result<Policy, Problem> {
    let RawPolicy { name, wait_s, lease_s, region_max, companions_max, .. } = raw;
    within("wait_s", wait_s, 0..=3600)?;
    within("lease_s", lease_s, 0..=86_400)?;
    within("region_max", region_max, 0..=COMPANIONS_MAX)?;
    within("companions_max", companions_max, 0..=COMPANIONS_MAX)?;
    let share_percent = day(&raw.band)?;
    let (mut venues, mut named, mut elsewhere) = (Vec::new(), BTreeMap::new(), Vec::new());
    for raw in raw.venue {
        if raw.regions.is_empty() {
            elsewhere.push(venues.len());
        }
        for region in &raw.regions {
            if named.insert(region.clone(), venues.len()).is_some() {
                return Err(Problem::RegionTwice(region.clone()));
            }
        }
        let share_factor_percent = raw.share_factor_percent.unwrap_or(FACTOR_WHOLE);
        within("share_factor_percent", share_factor_percent, 0..=1000)?;
        raw.region_max.map_or(Ok(()), |most| within("venue.region_max", most, 0..=COMPANIONS_MAX))?;
        venues.push(Venue { share_factor_percent, region_max: raw.region_max, mix: mix(&raw, personas)? });
    }
    let &[elsewhere] = elsewhere.as_slice() else { return Err(Problem::Elsewhere(elsewhere.len())) };
    Ok(Policy { name, wait_s, lease_s, region_max, companions_max, share_percent, venues, named, elsewhere })
}

fn within(field: &str, value: u32, range: RangeInclusive<u32>) -> Result<(), Problem> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Problem::OutOfRange { field: field.to_owned(), value, range })
}

/// The share of each hour.
fn day(bands: &[RawBand]) -> Result<[u8; HOURS], Problem> {
    let (mut share, mut times) = ([0; HOURS], [0; HOURS]);
    for band in bands {
        within("share_percent", band.share_percent, 0..=100)?;
        let [from, until] = band.hours;
        if from >= HOURS as u32 || until > HOURS as u32 || from == until {
            return Err(Problem::BadHours(from, until));
        }
        let length = (until + HOURS as u32 - from - 1) % HOURS as u32 + 1;
        for hour in from..from + length {
            let hour = hour as usize % HOURS;
            share[hour] = band.share_percent as u8;
            times[hour] += 1;
        }
    }
    let hours = |wrong: fn(usize) -> bool| (0..HOURS).filter(|&hour| wrong(times[hour])).collect::<Vec<_>>();
    let (missing, overlap) = (hours(|times| times == 0), hours(|times| times > 1));
    if !overlap.is_empty() {
        return Err(Problem::HoursOverlap(overlap));
    }
    if !missing.is_empty() {
        return Err(Problem::HoursMissing(missing));
    }
    Ok(share)
}

fn mix(raw: &RawVenue, known: &BTreeSet<String>) -> Result<Mix, Problem> {
    let skills = weights(&raw.skills, "skill", &Skill::ALL, Skill::name)?;
    let temperaments = weights(&raw.temperaments, "temperament", &Temperament::ALL, Temperament::name)?;
    let mut personas = BTreeMap::new();
    for &(skill, _) in &skills {
        for &(temperament, _) in &temperaments {
            let name = match temperament {
                Temperament::Standard => skill.name().to_owned(),
                _ => format!("{}-{}", skill.name(), temperament.name()),
            };
            if !known.contains(&name) {
                return Err(Problem::UnknownPersona(name));
            }
            personas.insert((skill.name(), temperament.name()), name);
        }
    }
    Ok(Mix { skills, temperaments, personas })
}

/// The rows of `all` that have a weight above zero, in their own order.
fn weights<T: Copy>(
    raw: &BTreeMap<String, u32>,
    what: &'static str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<Vec<(T, u32)>, Problem> {
    for (word, &weight) in raw {
        if all.iter().all(|&row| name(row) != word) {
            return Err(Problem::UnknownWord(word.clone(), what));
        }
        within(word, weight, 0..=WEIGHT_MAX)?;
    }
    let weight = |row: T| raw.get(name(row)).copied().filter(|&weight| weight > 0).map(|weight| (row, weight));
    let weights: Vec<(T, u32)> = all.iter().filter_map(|&row| weight(row)).collect();
    if weights.is_empty() { Err(Problem::EmptyMix(what)) } else { Ok(weights) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn personas() -> BTreeSet<String> {
        engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect()
    }

    /// The built-in file with one text replaced.
    fn with(from: &str, to: &str) -> Result<Policies, String> {
        assert!(DEFAULT.contains(from), "{from:?} is not in the file");
        let text = DEFAULT.replacen(from, to, 1);
        Policies::embedded(&personas()).with(&text, &personas()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_day_has_24_hours() {
        let policies = Policies::embedded(&personas());
        let policy = policies.named("").unwrap();
        assert_eq!(policies.named("default"), Some(policy));
        assert_eq!(policies.named("moon"), None);
        // The band over midnight, its edges, and the last minute of the day.
        let shares = [22 * 60 + 59, 23 * 60, 24 * 60 - 1, 0, 59, 60].map(|minute| policy.share("north", minute));
        assert_eq!(shares, [2000, 5000, 5000, 5000, 5000, 8000]);
    }

    #[test]
    fn hours_that_are_missing_or_doubled_are_named() {
        let cases = [
            ("hours = [11, 14]", "hours = [11, 13]", "no band has hour 13"),
            ("hours = [23, 1]", "hours = [23, 24]", "no band has hour 0"),
            ("hours = [1, 7]", "hours = [3, 6]", "no band has hours 1 to 2, 6"),
            ("hours = [7, 11]", "hours = [6, 12]", "more than one band has hours 6, 11"),
            ("hours = [23, 1]", "hours = [22, 2]", "more than one band has hours 1, 22"),
            ("hours = [11, 14]", "hours = [14, 14]", "hours = [14, 14] is no band: two different hours"),
            ("hours = [18, 23]", "hours = [18, 25]", "hours = [18, 25] is no band"),
        ];
        for (from, to, problem) in cases {
            let error = with(from, to).unwrap_err();
            assert!(error.starts_with(&format!("policy \"default\": {problem}")), "{to}: {error}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let cases = [
            ("wait_s = 15", "wait_s = 9999", "policy \"default\": wait_s cannot be 9999: it may be 0 to 3600"),
            ("share_percent = 30", "share_percent = 101", "policy \"default\": share_percent cannot be 101"),
            ("beginner = 30", "begginer = 30", "policy \"default\": \"begginer\" is no skill"),
            ("hasty = 15", "angry = 15", "policy \"default\": \"angry\" is no temperament"),
            ("advanced = 5", "rules = 5", "policy \"default\": no persona is called \"rules-hesitant\""),
            ("regions = []", "regions = [\"a\", \"a\"]", "policy \"default\": region \"a\" is of more than one venue"),
            ("regions = []", "regions = [\"a\"]", "policy \"default\": 0 venues name no regions"),
            ("lease_s = 600", "lease_s = 90000", "policy \"default\": lease_s cannot be 90000: it may be 0 to 86400"),
            ("factor_percent = 50", "factor_percent = 2000", "policy \"default\": share_factor_percent cannot be 2000"),
            ("region_max = 50", "region_max = 2000000", "policy \"default\": venue.region_max cannot be 2000000"),
        ];
        for (from, to, problem) in cases {
            let error = with(from, to).unwrap_err();
            assert!(error.starts_with(problem), "{to}: {error}");
        }
        for (from, to, problem) in [
            ("wait_s = 15", "wait = 15", "unknown field `wait`"),
            ("wait_s = 15", "wait_s = -1", "invalid value: integer `-1`, expected u32"),
        ] {
            let error = with(from, to).unwrap_err();
            assert!(error.contains(problem), "{to}: {error}");
        }
        let twice = format!("{DEFAULT}\n{DEFAULT}");
        let error = Policies::embedded(&personas()).with(&twice, &personas()).unwrap_err();
        assert_eq!(error, PolicyError::Twice(String::from("default")));
    }

    #[test]
    fn a_file_comes_on_top() {
        let policies = with("name = \"default\"", "name = \"night\"").unwrap();
        assert_eq!(policies.names(), "default, night");
        let replaced = with("wait_s = 15", "wait_s = 30").unwrap();
        assert_eq!((replaced.names().as_str(), replaced.named("").unwrap().wait_s()), ("default", 30));
    }

    /// The published design of placing companions is two rows: how many go depends on the hour; how many and of which
    /// quality depends on the region and the venue. It gives no figures.
    #[test]
    fn number_follows_the_hour_and_number_and_quality_the_venue() {
        let policies = Policies::embedded(&personas());
        let policy = policies.named("").unwrap();
        let shares: BTreeSet<u32> = (0..24).map(|hour| policy.share("north", 60 * hour)).collect();
        assert!(shares.len() >= 4, "{shares:?}");
        let [evening, night] = [20, 3].map(|hour| policy.share("north", 60 * hour));
        assert!(evening < night, "where people find people, fewer companions go");
        let venues = ["north/beginner", "north", "north/expert"];
        let shares = venues.map(|venue| policy.share(venue, 600));
        assert!(shares[0] > shares[1] && shares[1] > shares[2], "{shares:?}");
        let caps = venues.map(|venue| policy.region_max(venue));
        assert!(caps[1] > caps[2], "{caps:?}");
        let quality = venues.map(|venue| {
            let mix = &policy.mix(venue).skills;
            let weights: u32 = mix.iter().map(|&(_, weight)| weight).sum();
            mix.iter().map(|&(skill, weight)| f64::from(skill as u32 * weight)).sum::<f64>() / f64::from(weights)
        });
        assert!(quality[0] < quality[1] && quality[1] < quality[2], "{quality:?}");
    }

    /// The four characters of the published table all go, the standard one most.
    #[test]
    fn every_published_temperament_goes() {
        let policies = Policies::embedded(&personas());
        for venue in ["", "beginner", "expert"] {
            let mix = &policies.named("").unwrap().mix(venue).temperaments;
            assert_eq!(mix.len(), Temperament::ALL.len(), "{venue}");
            let most = mix.iter().max_by_key(|&&(_, weight)| weight).map(|&(temperament, _)| temperament);
            assert_eq!(most, Some(Temperament::Standard), "{venue}");
        }
    }

    #[test]
    fn a_region_is_of_the_venue_of_its_name_or_of_a_part_of_it() {
        let policies = Policies::embedded(&personas());
        let policy = policies.named("").unwrap();
        for (region, venue) in [("expert", "expert"), ("north/expert", "expert"), ("beginner/7", "beginner")] {
            assert_eq!(policy.mix(region), policy.mix(venue), "{region}");
        }
        for region in ["north", "northexpert", "north-expert", ""] {
            assert_eq!(policy.mix(region), policy.mix("anywhere"), "{region}");
        }
        assert_ne!(policy.mix("expert"), policy.mix("anywhere"));
    }
}
