//! The plan: which tables get companions, how many that are, and who they are.
//!
//! A region needs as many companions as seat all players who have waited too long: a table that lacks one player is filled first,
//! because one companion there ends the waiting of two. It may have the policy's share of its empty seats. A table is filled or
//! not touched: where the share ends within a table, the seed decides about that table with the chance that makes the share right
//! in the mean. So a lone player in an evening with a share of 20% gets company in one call of five, and not never. Caps come
//! last, and count the companions that are there already; where they bind, those who have waited longest come first.
//!
//! The companions that go are spread over skills and temperaments by their weights: each kind gets its exact share rounded up or down, and the
//! seed decides which way, so that rare kinds turn up in small regions too. Two companions of one table differ in temperament: at such
//! tables a temperament has at most half of the seats, whatever its weight.

use engine::persona::Skill;
use rules::Seed;

use super::policy::{Mix, Policy, SHARE_WHOLE};

/// One region with those who wait there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionState {
    /// Its name.
    pub name: String,
    /// The time of day there, in minutes after midnight.
    pub minute: u32,
    /// Tables that lack one player, and tables that lack two.
    pub tables_lacking: [u32; 2],
    /// Those who wait at these tables, as far as is known; empty when nothing is known about anybody's waiting.
    pub waiting: Vec<Waiting>,
    /// Companions that sit there already.
    pub companions: u32,
}

/// A player who waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// For how long, in seconds.
    pub waited_s: u32,
    /// Its skill, when known.
    pub level: Option<Skill>,
}

/// The work to be done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The companions by place: by regions, first those of tables that lack one, by skills from the weakest up.
    pub placements: Vec<Placement>,
    /// The outcome of the tables of each region, in the order of the regions.
    pub tables: Vec<Tables>,
}

/// Companions for some tables of one region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The number of the region.
    pub region: usize,
    /// The personas at each of these tables: one, or two of different temperaments where the mix has more than one.
    pub personas: Vec<String>,
    /// Number of tables; never 0.
    pub tables: u32,
}

/// The reason why a table gets companions, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is filled.
    Filled,
    /// Its players have not waited long enough.
    NotOverdue,
    /// The share of the hour was used up, or the draw for its rest went to no table.
    Share,
    /// The region has as many companions as it may have.
    RegionMax,
    /// All regions together have as many companions as they may have.
    CompanionsMax,
}

impl Outcome {
    /// Every outcome, in the order of [`Tables`].
    pub const ALL: [Outcome; 5] =
        [Outcome::Filled, Outcome::NotOverdue, Outcome::Share, Outcome::RegionMax, Outcome::CompanionsMax];

    /// Its name on the wire and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Filled => "filled",
            Outcome::NotOverdue => "not_overdue",
            Outcome::Share => "share",
            Outcome::RegionMax => "region_max",
            Outcome::CompanionsMax => "companions_max",
        }
    }
}

/// Number of a region's tables with each outcome: those that lack one player, and those that lack two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tables([[u32; 2]; Outcome::ALL.len()]);

impl Tables {
    /// The tables with this outcome.
    pub fn of(&self, outcome: Outcome) -> [u32; 2] {
        self.0[outcome as usize]
    }

    /// The companions that fill tables.
    pub fn companions(&self) -> u32 {
        let [one, two] = self.of(Outcome::Filled);
        one + 2 * two
    }

    fn add(&mut self, outcome: Outcome, tables: [u32; 2]) {
        for (sum, tables) in self.0[outcome as usize].iter_mut().zip(tables) {
            *sum += tables;
        }
    }
}

impl RegionState {
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

    /// The tables that have to be filled to seat all players who have waited too long.
    pub fn needed(&self, policy: &Policy) -> [u32; 2] {
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

    /// The tables that the share allows of those that are needed; `draw` decides about the table in which the share ends.
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
                // One table is drawn for with what is left; then nothing is left.
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

/// The tables of these that `seats` companions fill, those that lack one first.
fn fitting(tables: [u32; 2], seats: u64) -> [u32; 2] {
    let one = u64::from(tables[0]).min(seats);
    let two = u64::from(tables[1]).min((seats - one) / 2);
    [one as u32, two as u32]
}

fn minus(tables: [u32; 2], fewer: [u32; 2]) -> [u32; 2] {
    [tables[0] - fewer[0], tables[1] - fewer[1]]
}

/// Number of companions by persona and region. `elsewhere` companions sit in regions that are not asked about.
pub fn plan(policy: &Policy, regions: &[RegionState], elsewhere: u64, seed: Seed) -> Plan {
    let mut all = Vec::with_capacity(regions.len());
    let mut wanted = Vec::with_capacity(regions.len());
    for (index, region) in regions.iter().enumerate() {
        let (mut tables, needed) = (Tables::default(), region.needed(policy));
        tables.add(Outcome::NotOverdue, minus(region.tables_lacking, needed));
        // Stream 0 is for the cap over all regions; each region has one for its share and one for its companions.
        let draw = seed.stream(1 + 2 * index as u64).rng().next_u64();
        let shared = region.shared(needed, policy, draw);
        tables.add(Outcome::Share, minus(needed, shared));
        let room = policy.region_max(&region.name).saturating_sub(region.companions);
        let capped = fitting(shared, u64::from(room));
        tables.add(Outcome::RegionMax, minus(shared, capped));
        all.push(tables);
        wanted.push(capped);
    }
    let there = elsewhere + regions.iter().map(|region| u64::from(region.companions)).sum::<u64>();
    let room = u64::from(policy.companions_max()).saturating_sub(there);
    let filled = within(room, policy, regions, &wanted, seed.stream(0));
    let mut placements = Vec::new();
    for (index, (region, filled)) in regions.iter().zip(filled).enumerate() {
        all[index].add(Outcome::CompanionsMax, minus(wanted[index], filled));
        all[index].add(Outcome::Filled, filled);
        let seed = seed.stream(2 + 2 * index as u64);
        placements.extend(who(policy, region, index, filled, seed));
    }
    Plan { placements, tables: all }
}

/// Tables of one region and size whose players have waited equally long, as far as is known.
struct Group {
    waited_s: u32,
    region: usize,
    /// 0 for tables that lack one player, 1 for those that lack two.
    size: usize,
    count: u32,
}

/// The tables of `wanted` that `room` companions fill over all regions: the longest waiting first, the others spread evenly.
fn within(room: u64, policy: &Policy, regions: &[RegionState], wanted: &[[u32; 2]], seed: Seed) -> Vec<[u32; 2]> {
    let seats = |tables: &[u32; 2]| u64::from(tables[0]) + 2 * u64::from(tables[1]);
    if wanted.iter().map(seats).sum::<u64>() <= room {
        return wanted.to_vec();
    }
    let mut groups: Vec<Group> = Vec::new();
    for (index, (region, tables)) in regions.iter().zip(wanted).enumerate() {
        groups_of(policy, region, index, *tables, &mut groups);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.waited_s));
    let (mut room, mut filled) = (room, vec![[0; 2]; regions.len()]);
    for (level, groups) in groups.chunk_by(|one, other| one.waited_s == other.waited_s).enumerate() {
        let seed = seed.stream(level as u64);
        let weights: Vec<u64> = groups.iter().map(|group| u64::from(group.count) * (group.size as u64 + 1)).collect();
        let shares = spread(room.min(weights.iter().sum()), &weights, seed);
        let mut left = Vec::with_capacity(groups.len());
        for (group, share) in groups.iter().zip(shares) {
            let tables = share as u32 / (group.size as u32 + 1);
            filled[group.region][group.size] += tables;
            room -= u64::from(tables) * (group.size as u64 + 1);
            left.push(group.count - tables);
        }
        // A share may have ended within a table: what is left of it fills tables elsewhere, from a drawn group on.
        let first = seed.stream(0).rng().next_u64() as usize % groups.len();
        for at in (first..groups.len()).chain(0..first) {
            let tables = u64::from(left[at]).min(room / (groups[at].size as u64 + 1));
            filled[groups[at].region][groups[at].size] += tables as u32;
            room -= tables * (groups[at].size as u64 + 1);
        }
    }
    filled
}

/// The tables of one region by how long their players have waited. Two of the longest waiting sit at each table that lacks one,
/// one at each that lacks two; about the rest nothing is known but that it is wanted.
fn groups_of(policy: &Policy, region: &RegionState, index: usize, tables: [u32; 2], groups: &mut Vec<Group>) {
    let mut waits: Vec<u32> = region.overdue(policy).map(|waiting| waiting.waited_s).collect();
    waits.sort_unstable_by(|one, other| other.cmp(one));
    let seated = waits.len().min(2 * tables[0] as usize);
    let known = [waits[..seated].chunks(2).map(|pair| pair[0]).collect(), waits[seated..].to_vec()];
    for (size, (count, known)) in tables.into_iter().zip::<[Vec<u32>; 2]>(known).enumerate() {
        let known = &known[..known.len().min(count as usize)];
        groups.extend(known.iter().map(|&waited_s| Group { waited_s, region: index, size, count: 1 }));
        let count = count - known.len() as u32;
        if count > 0 {
            groups.push(Group { waited_s: policy.wait_s(), region: index, size, count });
        }
    }
}

/// The companions that go to tables that lack one, and to tables that lack two.
fn who(policy: &Policy, region: &RegionState, index: usize, [one, two]: [u32; 2], seed: Seed) -> Vec<Placement> {
    let mix = policy.mix(&region.name);
    let shares: Vec<u64> = mix.temperaments.iter().map(|&(_, share)| u64::from(share)).collect();
    let skills = skills(mix, region, policy);
    let kinds: Vec<(usize, usize)> =
        (0..shares.len()).flat_map(|mood| (0..skills.len()).map(move |skill| (mood, skill))).collect();
    let draw = |count: u32, shares: &[u64], seed: Seed| {
        let weights: Vec<u64> = kinds.iter().map(|&(mood, skill)| skills[skill] * shares[mood]).collect();
        spread(u64::from(count), &weights, seed)
    };
    let alone = draw(one, &shares, seed);
    let seated = draw(2 * two, &halved(shares), seed.stream(0));
    let persona = |kind: usize| {
        let (mood, skill) = kinds[kind];
        mix.persona(mix.skills[skill].0, mix.temperaments[mood].0).to_owned()
    };
    let mut by_skill: Vec<usize> = (0..kinds.len()).collect();
    by_skill.sort_by_key(|&kind| (kinds[kind].1, kinds[kind].0));
    let placed = |personas, tables: u64| Placement { region: index, personas, tables: tables as u32 };
    let single = by_skill.into_iter().filter(|&kind| alone[kind] > 0);
    let single = single.map(|kind| placed(vec![persona(kind)], alone[kind]));
    let pairs = paired(&seated, u64::from(two)).into_iter();
    let pairs = pairs.map(|(first, second, tables)| placed(vec![persona(first), persona(second)], tables));
    single.chain(pairs).collect()
}

/// The shares of temperaments at tables with two companions: the largest takes at most half, or a table would have two of it.
fn halved(mut shares: Vec<u64>) -> Vec<u64> {
    let largest = (0..shares.len()).max_by_key(|&at| shares[at]).expect("a mix has a temperament");
    let (most, others) = (shares[largest], shares.iter().sum::<u64>() - shares[largest]);
    if others > 0 && most > others {
        shares.iter_mut().for_each(|share| *share *= most);
        shares[largest] = most * others;
    }
    shares
}

/// Two of these kinds for each of `tables`, by places in the list: the first half of all companions with the second half, in order. Kinds
/// of one temperament follow each other, so two of one meet only where they are more than half.
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

/// The weight of each skill of a mix in this region: players whose level is known ask for the nearest skill, the others for the mix.
fn skills(mix: &Mix, region: &RegionState, policy: &Policy) -> Vec<u64> {
    let whole: u64 = mix.skills.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut skills = vec![0; mix.skills.len()];
    let mut unknown = 0;
    for waiting in region.overdue(policy) {
        match waiting.level {
            Some(level) => skills[nearest(mix, level)] += whole,
            None => unknown += 1,
        }
    }
    if skills.iter().all(|&weight| weight == 0) {
        unknown = 1;
    }
    skills.iter_mut().zip(&mix.skills).for_each(|(asked, &(_, weight))| *asked += unknown * u64::from(weight));
    skills
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
