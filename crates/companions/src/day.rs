//! A day of arrivals against a policy, simulated: people come by the hour, sit down where a seat is free, wait, play, and leave;
//! every [`TICK_S`] seconds a backend asks for a plan and fills the tables that it says. It shows an operator what a policy does
//! before players see it, and tests what single plans only promise: shares that hold in the mean, and caps.

use rules::{Rng, Seed};

use super::plan::{Outcome, RegionState, Waiting, plan};
use super::policy::{Policy, SHARE_WHOLE};

/// Interval of the backend's questions.
pub const TICK_S: u32 = 15;
const TICKS_PER_HOUR: u32 = 3600 / TICK_S;
const HOURS: usize = 24;
/// A player who has waited for so long goes away.
const PATIENCE_S: u32 = 180;
/// Time of a hand: the least, and how much more it can take.
const HAND_S: (u32, u32) = (120, 180);
/// Of a hundred players, how many go home after a hand.
const LEAVE_PERCENT: u32 = 30;

/// A region of the simulation.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// Number of people who arrive in each local hour.
    pub arrivals: [u32; HOURS],
    /// Number of minutes that its clock is ahead of the first region's.
    pub ahead: u32,
}

/// People come after work and at noon; few are awake at night.
const EBB_AND_FLOW: [u32; HOURS] =
    [14, 8, 5, 3, 2, 3, 6, 12, 18, 20, 22, 34, 46, 38, 26, 24, 26, 34, 52, 76, 90, 84, 60, 30];

/// Three regions: a large one, its room for beginners, and a small room for experts an hour ahead.
pub fn scenes() -> Vec<Scene> {
    let times = |factor: u32| EBB_AND_FLOW.map(|people| (people * factor).div_ceil(10));
    vec![
        Scene { name: "north", arrivals: times(20), ahead: 0 },
        Scene { name: "north/beginner", arrivals: times(8), ahead: 0 },
        Scene { name: "south/expert", arrivals: times(4), ahead: 60 },
    ]
}

/// The events of one hour in one region.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hour {
    /// People who arrived.
    pub arrived: u32,
    /// People who waited at a tick, added up over the hour's ticks.
    pub waiting: u32,
    /// Companions that were sent.
    pub sent: u32,
    /// Companions that the share of the hour allows for those who have waited too long, where no cap binds.
    pub expected: f64,
    /// People who began a hand, and how long they had waited in all.
    pub seated: u32,
    /// Seconds that they had waited.
    pub waited_s: u64,
    /// The longest of these waits.
    pub waited_max_s: u32,
    /// People who went away because nothing began.
    pub gave_up: u32,
    /// The most companions at a time.
    pub companions_max: u32,
}

impl Hour {
    /// Number of people who wait, on the mean.
    pub fn waiting_mean(&self) -> f64 {
        f64::from(self.waiting) / f64::from(TICKS_PER_HOUR)
    }

    /// Wait of those who began a hand, on the mean.
    pub fn wait_mean_s(&self) -> f64 {
        self.waited_s as f64 / f64::from(self.seated.max(1))
    }
}

/// A day, by region and local hour.
#[derive(Clone, PartialEq, Debug)]
pub struct Day {
    /// The regions, in the order of the scenes.
    pub regions: Vec<[Hour; HOURS]>,
}

/// People at a table, by the tick at which each came.
type Table = Vec<u32>;

/// A hand that is played: when it ends, and who sits there.
struct Playing {
    until: u32,
    people: u32,
    companions: u32,
}

struct Region {
    scene: Scene,
    open: Vec<Table>,
    playing: Vec<Playing>,
    /// When players who stay sit down again.
    rng: Rng,
}

impl Region {
    fn minute(&self, tick: u32) -> u32 {
        (tick * TICK_S / 60 + self.scene.ahead) % (24 * 60)
    }

    fn companions(&self) -> u32 {
        self.playing.iter().map(|hand| hand.companions).sum()
    }

    /// A player sits down at the fullest table, and of those at the one whose players have waited longest.
    fn sit(&mut self, tick: u32) {
        match self.open.iter_mut().max_by_key(|table| (table.len(), std::cmp::Reverse(table[0]))) {
            Some(table) => table.push(tick),
            None => self.open.push(vec![tick]),
        }
    }

    /// Hands end, people arrive and give up, and full tables begin.
    fn pass(&mut self, tick: u32, hour: &mut Hour) {
        let ended: u32 = self.playing.iter().filter(|hand| hand.until <= tick).map(|hand| hand.people).sum();
        self.playing.retain(|hand| hand.until > tick);
        let stay = (0..ended).filter(|_| self.rng.below(100) >= LEAVE_PERCENT).count() as u32;
        let local = self.minute(tick) as usize / 60;
        // As many as come on the mean, by one draw for each that may come.
        let chances = 4 * self.scene.arrivals[local];
        let came = (0..chances).filter(|_| self.rng.below(4 * TICKS_PER_HOUR) == 0).count() as u32;
        hour.arrived += came;
        for _ in 0..stay + came {
            self.sit(tick);
            if let Some(full) = self.open.iter().position(|table| table.len() == 3) {
                let table = self.open.swap_remove(full);
                self.begin(&table, 0, tick, hour);
            }
        }
        let patience = PATIENCE_S / TICK_S;
        for table in &mut self.open {
            let before = table.len();
            table.retain(|&since| tick - since < patience);
            hour.gave_up += (before - table.len()) as u32;
        }
        self.open.retain(|table| !table.is_empty());
    }

    fn begin(&mut self, table: &Table, companions: u32, tick: u32, hour: &mut Hour) {
        for &since in table {
            let waited_s = (tick - since) * TICK_S;
            hour.seated += 1;
            hour.waited_s += u64::from(waited_s);
            hour.waited_max_s = hour.waited_max_s.max(waited_s);
        }
        let until = tick + (HAND_S.0 + self.rng.below(HAND_S.1)) / TICK_S;
        self.playing.push(Playing { until, people: table.len() as u32, companions });
    }

    /// The facts that a backend tells of it.
    fn state(&self, tick: u32) -> RegionState {
        let lacking = |people| self.open.iter().filter(|table| table.len() == people).count() as u32;
        let waited = |&since: &u32| Waiting { waited_s: (tick - since) * TICK_S, level: None };
        RegionState {
            name: self.scene.name.to_owned(),
            minute: self.minute(tick),
            tables_lacking: [lacking(2), lacking(1)],
            waiting: self.open.iter().flatten().map(waited).collect(),
            companions: self.companions(),
        }
    }

    /// Fills tables, those whose players have waited longest first.
    fn fill(&mut self, tables: [u32; 2], tick: u32, hour: &mut Hour) {
        for (people, count) in [2, 1].into_iter().zip(tables) {
            for _ in 0..count {
                let lacking = self.open.iter().enumerate().filter(|(_, table)| table.len() == people);
                let (longest, _) = lacking.min_by_key(|(_, table)| table[0]).expect("it was told");
                let table = self.open.swap_remove(longest);
                self.begin(&table, 3 - people as u32, tick, hour);
            }
        }
    }
}

/// The part that the share allows of what is needed, where no cap binds.
fn expected(policy: &Policy, region: &RegionState) -> f64 {
    let [one, two] = region.needed(policy).map(f64::from);
    let share = f64::from(policy.share(&region.name, region.minute)) / f64::from(SHARE_WHOLE);
    (one + 2.0 * two).min(share * region.seats() as f64)
}

/// A day under a policy. The same seed gives the same day.
pub fn simulate(policy: &Policy, scenes: &[Scene], seed: Seed) -> Day {
    let region = |(index, scene): (usize, &Scene)| Region {
        scene: scene.clone(),
        open: Vec::new(),
        playing: Vec::new(),
        rng: seed.stream(index as u64).rng(),
    };
    let mut regions: Vec<Region> = scenes.iter().enumerate().map(region).collect();
    let plans = seed.stream(u64::MAX);
    let mut day = vec![[Hour::default(); HOURS]; scenes.len()];
    for tick in 0..HOURS as u32 * TICKS_PER_HOUR {
        let hours: Vec<usize> = regions.iter().map(|region| region.minute(tick) as usize / 60).collect();
        for (index, region) in regions.iter_mut().enumerate() {
            region.pass(tick, &mut day[index][hours[index]]);
        }
        let states: Vec<RegionState> = regions.iter().map(|region| region.state(tick)).collect();
        let planned = plan(policy, &states, 0, plans.stream(u64::from(tick)));
        for (index, region) in regions.iter_mut().enumerate() {
            let (hour, tables) = (&mut day[index][hours[index]], &planned.tables[index]);
            hour.waiting += states[index].waiting.len() as u32;
            hour.expected += expected(policy, &states[index]);
            hour.sent += tables.companions();
            region.fill(tables.of(Outcome::Filled), tick, hour);
            hour.companions_max = hour.companions_max.max(region.companions());
        }
    }
    Day { regions: day }
}
