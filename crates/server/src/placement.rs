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
mod tests;
