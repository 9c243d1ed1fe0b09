//! The race of candidates: each world is played out after every candidate that is still in it, and whoever falls
//! behind beyond doubt leaves. Worlds are counted in their own order, so that a race cut short is the beginning of the
//! longer one.

use rules::{Combo, Hand, Seat, Side};

use super::playing::Playing;
use super::policy::Policy;

/// The most candidates that race.
pub const WIDTH_MAX: usize = 32;
/// The most worlds of a race.
pub const WORLDS_MAX: u32 = 4096;
const WORDS: usize = WORLDS_MAX as usize / 64;

/// How a race is run.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// No more worlds than this.
    pub worlds_max: u32,
    /// No more policy decisions than this.
    pub nodes_max: u64,
    /// After how many worlds the first candidate may leave, and how many there are between two looks.
    pub look_every: u32,
    /// Squared standard errors (in hundredths) by which a candidate may lie behind and stay.
    pub doubt: u64,
}

/// The results so far.
pub struct Race {
    plays: [Option<Combo>; WIDTH_MAX],
    won: [[u64; WORDS]; WIDTH_MAX],
    len: usize,
    /// One bit for each candidate still in the race.
    racing: u32,
    /// Worlds that every candidate in the race has been through.
    pub worlds: u32,
    /// Decisions of the policy.
    pub nodes: u64,
}

impl Race {
    /// Nobody races yet.
    pub fn new() -> Race {
        Race { plays: [None; WIDTH_MAX], won: [[0; WORDS]; WIDTH_MAX], len: 0, racing: 0, worlds: 0, nodes: 0 }
    }

    /// Lines up `plays`, in the order in which equals are preferred.
    pub fn line_up(&mut self, plays: &[Option<Combo>]) {
        self.len = plays.len().min(WIDTH_MAX);
        self.plays[..self.len].copy_from_slice(&plays[..self.len]);
        for won in &mut self.won[..self.len] {
            won.fill(0);
        }
        self.racing = ((1u64 << self.len) - 1) as u32;
        (self.worlds, self.nodes) = (0, 0);
    }

    /// Runs until one is left, the terms end it, or `halt` does.
    pub fn run(
        &mut self,
        terms: &Terms,
        me: Seat,
        standing: Option<(Seat, Combo)>,
        policy: &mut Policy,
        mut world: impl FnMut(u32) -> [Hand; 3],
        halt: &mut dyn FnMut() -> bool,
    ) {
        let worlds_max = terms.worlds_max.min(WORLDS_MAX);
        while self.worlds < worlds_max && self.racing.count_ones() > 1 && self.nodes < terms.nodes_max {
            let start = Playing::new(world(self.worlds), me, standing);
            let mut row = 0u32;
            for place in places(self.racing) {
                if halt() {
                    return;
                }
                let won = play_out(start, self.plays[place], policy, &mut self.nodes) == me.side();
                row |= u32::from(won) << place;
            }
            let (word, bit) = (self.worlds as usize / 64, self.worlds % 64);
            for place in places(row) {
                self.won[place][word] |= 1 << bit;
            }
            self.worlds += 1;
            if self.worlds.is_multiple_of(terms.look_every) {
                self.drop_behind(terms.doubt);
            }
        }
    }

    /// In how many worlds a candidate won, of those it was in.
    pub fn wins(&self, place: usize) -> u32 {
        self.won[place].iter().map(|word| word.count_ones()).sum()
    }

    /// The leader: most wins among those still racing, the first of equals.
    pub fn leader(&self) -> usize {
        places(self.racing).rev_max(|place| self.wins(place))
    }

    /// The leader, if it leads the first in line clearly.
    pub fn choice(&self, prefer: u64, bonus: u64) -> usize {
        if self.worlds == 0 { return 0; }
        let leader = self.leader();
        let (ahead, behind) = self.versus(leader, 0);
        let gap = ahead.saturating_sub(behind + u64::from(self.worlds) * bonus / 1000);
        if gap * gap * 100 > prefer * (ahead + behind) { leader } else { 0 }
    }

    fn versus(&self, leader: usize, place: usize) -> (u64, u64) {
        let (mut ahead, mut behind) = (0, 0);
        for word in 0..=(self.worlds as usize - 1) / 64 {
            ahead += u64::from((self.won[leader][word] & !self.won[place][word]).count_ones());
            behind += u64::from((self.won[place][word] & !self.won[leader][word]).count_ones());
        }
        (ahead, behind)
    }

    fn drop_behind(&mut self, doubt: u64) {
        let leader = self.leader();
        for place in places(self.racing) {
            let (mut ahead, mut behind) = (0, 0);
            for word in 0..=(self.worlds as usize - 1) / 64 {
                ahead += u64::from((self.won[leader][word] & !self.won[place][word]).count_ones());
                behind += u64::from((self.won[place][word] & !self.won[leader][word]).count_ones());
            }
            let gap = ahead.saturating_sub(behind);
            if place != leader && place != 0 && gap * gap * 100 > doubt * (ahead + behind) {
                self.racing &= !(1 << place);
            }
        }
    }

    /// A candidate.
    pub fn play(&self, place: usize) -> Option<Combo> {
        self.plays[place]
    }
}

impl Default for Race {
    fn default() -> Race {
        Race::new()
    }
}

trait RevMax: Iterator<Item = usize> + Sized {
    /// The first of those with the greatest key.
    fn rev_max(self, key: impl Fn(usize) -> u32) -> usize {
        let mut best = None;
        for place in self {
            let key = key(place);
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, place));
            }
        }
        best.expect("somebody races").1
    }
}
impl<I: Iterator<Item = usize>> RevMax for I {}

fn places(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            place as usize
        })
    })
}

/// Plays `first` and lets the policy play on for everybody.
fn play_out(mut state: Playing, first: Option<Combo>, policy: &mut Policy, nodes: &mut u64) -> Side {
    let mut winner = state.act(first);
    loop {
        if let Some(side) = winner {
            return side;
        }
        *nodes += 1;
        winner = state.act(policy.choose(&state));
    }
}
