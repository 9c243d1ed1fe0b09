//! The policy for placing companions: shares by the hour, and kinds of regions with a limit and a mix of personas. A file that leaves
//! an hour out, or names an unknown persona, is refused when the server starts.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::roster::Roster;

/// The built-in policy.
pub const DEFAULT_TOML: &str = include_str!("../../../config/companions.toml");
/// The venue of the regions without a venue of their own.
const OTHER_VENUE: &str = "other";
/// The largest weight of a persona, and the largest percentage of a factor.
const WEIGHT_MAX: u32 = 1000;
const COMPANIONS_MAX: u32 = 1_000_000;
const HOURS: usize = 24;
/// A share of all empty seats, in the unit of [`Policy::share`].
pub const SHARE_WHOLE: u32 = 10_000;
const REGION_SEPARATOR: char = '/';

/// The companions that each region may have at each hour. Valid: every persona that a venue names can play, and there is a venue for
/// every region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    file: PolicyFile,
    /// The personas of each venue.
    mixes: BTreeMap<String, Mix>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyFile {
    wait_s: u32,
    region_max: u32,
    share_percent: [u32; HOURS],
    venue: BTreeMap<String, Venue>,
}

/// A kind of region: its factor on the hour's share, its limit if it has its own, and its personas with their weights. Without a factor the share is
/// that of the hour.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Venue {
    share_factor_percent: Option<u32>,
    region_max: Option<u32>,
    personas: BTreeMap<String, u32>,
}

/// The personas that may be sent, by temperament and then by level. At least one; weights are above zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mix(Vec<WeightedPersona>);

/// A persona of a mix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightedPersona {
    /// Its name.
    pub name: String,
    /// Its level.
    pub level: u32,
    /// Its weight among the personas of the mix.
    pub weight: u32,
}

impl Mix {
    /// Returns the personas.
    pub fn personas(&self) -> &[WeightedPersona] {
        &self.0
    }

    /// Returns the level in the mix that is nearest to `level`; the lower one of two that are equally near.
    pub fn nearest_level(&self, level: u32) -> u32 {
        let levels = self.0.iter().map(|persona| persona.level);
        levels.min_by_key(|own| (own.abs_diff(level), *own)).expect("a mix has a persona")
    }
}

impl Policy {
    /// Reads a policy. Refuses unknown personas and values that are out of range.
    pub fn read(text: &str, roster: &Roster) -> Result<Policy, String> {
        let file: PolicyFile = toml::from_str(text).map_err(|error| error.to_string())?;
        at_most("wait_s", file.wait_s, 3600)?;
        at_most("region_max", file.region_max, COMPANIONS_MAX)?;
        file.share_percent.iter().try_for_each(|&share| at_most("share_percent", share, 100))?;
        let mixes = file.venue.iter().map(|(name, venue)| Ok((name.clone(), read_mix(name, venue, roster)?)));
        let mixes = mixes.collect::<Result<BTreeMap<_, _>, String>>()?;
        if !mixes.contains_key(OTHER_VENUE) {
            return Err(String::from("venue.other is missing: it stands for all regions without a venue of their own"));
        }
        Ok(Policy { file, mixes })
    }

    /// Returns the seconds after which a player has waited too long.
    pub fn wait_s(&self) -> u32 {
        self.file.wait_s
    }

    /// Returns the most companions in this region.
    pub fn region_max(&self, region: &str) -> u32 {
        self.file.venue[self.venue(region)].region_max.unwrap_or(self.file.region_max)
    }

    /// Returns the part of the region's empty seats that bots may fill at this minute of the day, in parts of
    /// [`SHARE_WHOLE`].
    pub fn share(&self, region: &str, minute: u32) -> u32 {
        let hour = self.file.share_percent[minute as usize / 60 % HOURS];
        (hour * self.file.venue[self.venue(region)].share_factor_percent.unwrap_or(100)).min(SHARE_WHOLE)
    }

    /// Returns the personas that may be sent to this region.
    pub fn mix(&self, region: &str) -> &Mix {
        &self.mixes[self.venue(region)]
    }

    /// Returns the name of the region's venue: the region's whole name, or the first part of it that is a venue, or that of all other regions.
    fn venue<'a>(&self, region: &'a str) -> &'a str {
        let mut parts = std::iter::once(region).chain(region.split(REGION_SEPARATOR));
        parts.find(|part| self.mixes.contains_key(*part)).unwrap_or(OTHER_VENUE)
    }
}

fn at_most(field: &str, value: u32, most: u32) -> Result<(), String> {
    if value <= most { Ok(()) } else { Err(format!("{field} cannot be {value}: it may be 0 to {most}")) }
}

/// Checks a venue, and returns its personas. Refuses unknown ones.
fn read_mix(name: &str, venue: &Venue, roster: &Roster) -> Result<Mix, String> {
    at_most(&format!("venue.{name}.share_factor_percent"), venue.share_factor_percent.unwrap_or(0), WEIGHT_MAX)?;
    at_most(&format!("venue.{name}.region_max"), venue.region_max.unwrap_or(0), COMPANIONS_MAX)?;
    let mut mix: Vec<(String, WeightedPersona)> = Vec::new();
    for (key, &weight) in &venue.personas {
        at_most(&format!("venue.{name}.personas.{key}"), weight, WEIGHT_MAX)?;
        let companion = roster.at_strength(key, None).ok().filter(|_| !key.is_empty());
        let companion = companion.ok_or_else(|| format!("venue.{name}: no persona is called {key:?}"))?;
        if weight > 0 {
            let (persona, name) = (&companion.persona, key.clone());
            mix.push((persona.temperament_name().to_owned(), WeightedPersona { name, level: persona.level(), weight }));
        }
    }
    if mix.is_empty() {
        return Err(format!("venue.{name}: no persona has a weight above 0"));
    }
    mix.sort_by(|(temper, one), (other, two)| (temper, one.level).cmp(&(other, two.level)));
    Ok(Mix(mix.into_iter().map(|(_, persona)| persona).collect()))
}
