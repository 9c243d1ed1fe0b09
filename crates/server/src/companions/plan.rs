//! The plan: how many companions a place needs, may have, and who they are.
//!
//! A place needs as many as seat all players who have waited too long: a table that lacks one player is filled first, because
//! one companion there ends the waiting of two. It may have the policy's share of its empty seats, up to the caps. Who goes
//! is spread over skills and temperaments by their weights: each kind gets its exact share rounded up or down, and the
//! seed decides which way, so that rare kinds turn up in small places too.

use engine::persona::{Skill, Temperament};
use rules::Seed;

use super::policy::{Mix, Policy};

/// One place with those who wait there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// The time of day there, in minutes after midnight.
    pub minute: u32,
    /// Tables that lack one player, and tables that lack two.
    pub tables_lacking: [u32; 2],
    /// Those who wait at these tables, as far as is known; empty when nothing is known about anybody's waiting.
    pub waiting: Vec<Waiting>,
}

/// A player who waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// For how long, in seconds.
    pub waited_s: u32,
    /// How well it plays, when known.
    pub level: Option<Skill>,
}

/// Some companions of one kind for one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The number of the place.
    pub place: usize,
    /// Who.
    pub persona: String,
    /// How many; never 0.
    pub count: u32,
}

impl Place {
    /// Seats that are empty.
    pub fn seats(&self) -> u64 {
        let [one, two] = self.tables_lacking.map(u64::from);
        one + 2 * two
    }

    /// People at the tables.
    pub fn players(&self) -> u64 {
        let [one, two] = self.tables_lacking.map(u64::from);
        2 * one + two
    }

    fn overdue(&self, policy: &Policy) -> impl Iterator<Item = &Waiting> {
        let wait_s = policy.wait_s();
        self.waiting.iter().filter(move |waiting| waiting.waited_s >= wait_s)
    }

    /// The companions that seat all players who have waited too long.
    fn needed(&self, policy: &Policy) -> u64 {
        if self.waiting.is_empty() {
            return self.seats();
        }
        let [one, two] = self.tables_lacking.map(u64::from);
        let overdue = self.overdue(policy).count() as u64;
        let first = one.min(overdue.div_ceil(2));
        first + 2 * two.min(overdue.saturating_sub(2 * first))
    }

    /// The companions that it gets before the cap over all places.
    fn wanted(&self, policy: &Policy) -> u64 {
        let share = self.seats() * u64::from(policy.share_percent(self.minute)) / 100;
        self.needed(policy).min(share).min(u64::from(policy.region_max()))
    }
}

/// How many of which persona go where: by places, then by skills from the weakest up.
pub fn plan(policy: &Policy, places: &[Place], seed: Seed) -> Vec<Placement> {
    let wanted: Vec<u64> = places.iter().map(|place| place.wanted(policy)).collect();
    let total = wanted.iter().sum::<u64>().min(u64::from(policy.companions_max()));
    // Stream 0 spreads the cap over the places; each place then has a stream of its own.
    let counts = spread(total, &wanted, seed.stream(0));
    let mut placements = Vec::new();
    for (index, (place, count)) in places.iter().zip(counts).enumerate() {
        let mix = policy.mix(&place.name);
        let kinds = kinds(mix, place, policy);
        let weights: Vec<u64> = kinds.iter().map(|&(_, _, weight)| weight).collect();
        let counts = spread(count, &weights, seed.stream(1 + index as u64));
        let placed = kinds.iter().zip(counts).filter(|&(_, count)| count > 0);
        placements.extend(placed.map(|(&(skill, temperament, _), count)| Placement {
            place: index,
            persona: mix.persona(skill, temperament).to_owned(),
            count: count as u32,
        }));
    }
    placements
}

/// Every kind of companion of a mix with its weight in this place: players whose level is known ask for the nearest skill,
/// the others for the mix.
fn kinds(mix: &Mix, place: &Place, policy: &Policy) -> Vec<(Skill, Temperament, u64)> {
    let whole: u64 = mix.skills.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut skills = vec![0; mix.skills.len()];
    let mut unknown = 0;
    for waiting in place.overdue(policy) {
        match waiting.level {
            Some(level) => skills[nearest(mix, level)] += whole,
            None => unknown += 1,
        }
    }
    if skills.iter().all(|&weight| weight == 0) {
        unknown = 1;
    }
    let mut kinds = Vec::with_capacity(skills.len() * mix.temperaments.len());
    for (asked, &(skill, weight)) in skills.into_iter().zip(&mix.skills) {
        for &(temperament, share) in &mix.temperaments {
            kinds.push((skill, temperament, (asked + unknown * u64::from(weight)) * u64::from(share)));
        }
    }
    kinds
}

/// The skill of the mix nearest to a player's; of two as near, the lower.
fn nearest(mix: &Mix, level: Skill) -> usize {
    let distance = |(_, (skill, _)): &(usize, &(Skill, u32))| (*skill as i32 - level as i32).abs();
    mix.skills.iter().enumerate().min_by_key(distance).expect("a mix has a skill").0
}

/// Systematic sampling: `count` things over weights, each weight getting its exact share rounded up or down, and the sum
/// being `count`. (All weights zero take nothing, and then `count` is 0 too.)
fn spread(count: u64, weights: &[u64], seed: Seed) -> Vec<u64> {
    let whole: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    if whole == 0 {
        return vec![0; weights.len()];
    }
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
