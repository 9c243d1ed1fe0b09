//! Who wins in how many worlds. Every candidate goes through the same worlds, so that luck falls on all alike, and is
//! compared with the others world by world.

use rules::Combo;

/// The most candidates.
pub(super) const WIDTH_MAX: usize = 32;
/// The most worlds.
pub(super) const WORLDS_MAX: u32 = 4096;
const WORDS: usize = WORLDS_MAX as usize / 64;

/// The results of a race. Rows of worlds that a candidate did not go through, because it had left, are empty.
pub(super) struct Race {
    plays: [Option<Combo>; WIDTH_MAX],
    /// One bit a world.
    won: [[u64; WORDS]; WIDTH_MAX],
    len: usize,
    /// One bit for each candidate still in the race.
    racing: u32,
    worlds: u32,
}

/// In how many worlds one candidate won and the other did not.
struct Duel {
    ahead: u64,
    behind: u64,
}

impl Duel {
    /// Whether the lead is larger than so many hundredths of squared standard errors.
    fn is_won_by(&self, doubt: u64) -> bool {
        let gap = self.ahead.saturating_sub(self.behind);
        gap * gap * 100 > doubt * (self.ahead + self.behind)
    }
}

impl Race {
    /// Nobody races yet.
    pub(super) const fn new() -> Race {
        Race { plays: [None; WIDTH_MAX], won: [[0; WORDS]; WIDTH_MAX], len: 0, racing: 0, worlds: 0 }
    }

    /// Empties the track.
    pub(super) fn clear(&mut self) {
        (self.len, self.racing, self.worlds) = (0, 0, 0);
    }

    /// Adds a candidate; the first is the favourite, and equals are preferred in the order in which they come.
    pub(super) fn enter(&mut self, play: Option<Combo>) {
        if self.len < WIDTH_MAX {
            self.plays[self.len] = play;
            self.won[self.len].fill(0);
            self.racing |= 1 << self.len;
            self.len += 1;
        }
    }

    /// Candidates, those that left among them.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Worlds that all who still race have been through.
    pub(super) fn worlds(&self) -> u32 {
        self.worlds
    }

    /// A candidate.
    pub(super) fn play(&self, place: usize) -> Option<Combo> {
        self.plays[place]
    }

    /// Those still in the race.
    pub(super) fn racing(&self) -> impl Iterator<Item = usize> + use<> {
        places(self.racing)
    }

    /// Writes down who won in the next world.
    pub(super) fn count(&mut self, winners: u32) {
        let (word, bit) = (self.worlds as usize / 64, self.worlds % 64);
        for place in places(winners) {
            self.won[place][word] |= 1 << bit;
        }
        self.worlds += 1;
    }

    /// In how many worlds a candidate won.
    pub(super) fn wins(&self, place: usize) -> u32 {
        self.won[place].iter().map(|word| word.count_ones()).sum()
    }

    /// Lets go of all who lie behind the leader beyond `doubt`; the favourite stays, to be compared with.
    pub(super) fn drop_behind(&mut self, doubt: u64) {
        let leader = self.leader();
        for place in places(self.racing & !1) {
            if place != leader && self.duel(leader, place).is_won_by(doubt) {
                self.racing &= !(1 << place);
            }
        }
    }

    /// Most wins of those still racing, the first of equals.
    pub(super) fn leader(&self) -> usize {
        let mut best = (0, self.wins(0));
        for place in places(self.racing) {
            let wins = self.wins(place);
            if wins > best.1 {
                best = (place, wins);
            }
        }
        best.0
    }

    /// The leader where it beats the favourite beyond `doubt`, else the favourite: roll-outs are noisy and, worse,
    /// flatter whatever deceives the policy.
    pub(super) fn choice(&self, doubt: u64) -> usize {
        let leader = self.leader();
        if self.worlds > 0 && self.duel(leader, 0).is_won_by(doubt) { leader } else { 0 }
    }

    /// Whether nobody but one is left.
    pub(super) fn is_decided(&self) -> bool {
        self.racing.count_ones() <= 1
    }

    fn duel(&self, leader: usize, place: usize) -> Duel {
        let rows = self.won[leader].iter().zip(&self.won[place]);
        rows.fold(Duel { ahead: 0, behind: 0 }, |duel, (one, other)| Duel {
            ahead: duel.ahead + u64::from((one & !other).count_ones()),
            behind: duel.behind + u64::from((other & !one).count_ones()),
        })
    }
}

/// The places whose bits are set.
fn places(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            place as usize
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rank;

    /// A race in which candidate `place` wins the worlds written as `1` in `rows[place]`.
    fn race(rows: &[&str]) -> Race {
        let mut race = Race::new();
        Rank::all().zip(rows).for_each(|(rank, _)| race.enter(Some(Combo::single(rank))));
        for world in 0..rows[0].len() {
            let winners = rows.iter().enumerate().map(|(place, row)| u32::from(&row[world..=world] == "1") << place);
            race.count(winners.sum());
        }
        race
    }

    #[test]
    fn the_favourite_is_left_only_beyond_doubt() {
        // Ahead in 4 worlds, behind in none: 16 against doubt × 4.
        let race = race(&["0000011111", "1111011111"]);
        assert_eq!((race.leader(), race.wins(1), race.worlds()), (1, 9, 10));
        assert_eq!((race.choice(399), race.choice(400)), (1, 0));
    }

    #[test]
    fn equals_are_preferred_as_they_came() {
        assert_eq!(race(&["0101", "0011", "1100"]).leader(), 0);
        assert_eq!(race(&["0001", "0011", "1100"]).leader(), 1);
    }

    #[test]
    fn who_falls_behind_leaves_and_the_favourite_stays() {
        let mut race = race(&["0000000000", "1111111111", "0000000001", "1111111110"]);
        race.drop_behind(400);
        assert_eq!(race.racing().collect::<Vec<_>>(), [0, 1, 3]);
        assert!(!race.is_decided());
    }
}
