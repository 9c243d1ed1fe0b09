//! The verdict of the worlds.

use rules::Combo;

use crate::decision::CANDIDATES_MAX;

/// The verdict of the worlds on one play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voted {
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
    /// In how many worlds it was the best.
    pub wins: u32,
    /// The mean of its leaf's points over the worlds.
    pub mean: i32,
}

/// The outcome of a vote. The same arguments and the same `worlds` and `depth` give it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vote {
    /// Worlds that voted.
    pub worlds: u32,
    /// The plies to which each was searched.
    pub depth: u32,
    /// Positions entered in these worlds.
    pub nodes: u64,
    len: usize,
    top: [Voted; CANDIDATES_MAX],
}

impl Vote {
    /// Makes a vote without a play.
    pub const fn new(worlds: u32, depth: u32, nodes: u64) -> Vote {
        let none = Voted { play: None, wins: 0, mean: 0 };
        Vote { worlds, depth, nodes, len: 0, top: [none; CANDIDATES_MAX] }
    }

    /// Keeps `voted` if it was best in as many worlds as few others; the first offered of equals stays first.
    pub fn offer(&mut self, voted: Voted) {
        if self.len == CANDIDATES_MAX {
            if self.top[self.len - 1].wins >= voted.wins {
                return;
            }
            self.len -= 1;
        }
        let mut place = self.len;
        while place > 0 && self.top[place - 1].wins < voted.wins {
            self.top[place] = self.top[place - 1];
            place -= 1;
        }
        self.top[place] = voted;
        self.len += 1;
    }

    /// Returns the play that won the vote.
    pub fn play(&self) -> Option<Combo> {
        self.top[0].play
    }

    /// Returns the plays that did best, best first.
    pub fn top(&self) -> &[Voted] {
        &self.top[..self.len]
    }
}
