//! How far a hand has come towards an answer, when its cards are counted rank by rank.

use rules::shape::Wing;
use rules::{Combo, Hand, Kind, Rank, Ruleset};

use super::Bombs;

/// What a hand needs in order to answer: a run of ranks of which it holds enough, and something to ride with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Copies of each rank of the body.
    pub(super) copies: u8,
    /// Ranks of the body.
    pub(super) run: u8,
    /// The lowest and highest rank that a higher body may have, as positions.
    pub(super) window: (u8, u8),
    /// What rides.
    wing: Wing,
    /// How many copies of a rank may ride as singles.
    wing_copies: u8,
    quad_as_pairs: bool,
    /// Riders in the whole hand that leave enough beside any body; 0 when nothing rides.
    pub(super) riders: u8,
    /// Four of a kind answer whatever the kind.
    pub(super) bombs: bool,
}

impl Answer {
    /// Any bomb and the rocket: no rank can be part of the body.
    pub(super) const BOMBS: Answer = Answer {
        copies: 4,
        run: 1,
        window: (1, 0),
        wing: Wing::None,
        wing_copies: 0,
        quad_as_pairs: false,
        riders: 0,
        bombs: true,
    };

    pub(super) fn to(combo: Combo, rules: &Ruleset, bombs: Bombs) -> Answer {
        let shape = combo.kind().shape();
        let (run, key) = (combo.run(), combo.key().index() as u8);
        let highest = if run > 1 { Rank::ACE } else { Rank::TWO };
        let chain = run > 1;
        // A body's own ranks are counted among the riders, and equally much whichever body it is. A fourth card beside
        // a triple of the body may not ride, so no more than the body's copies of a rank count.
        let wing_copies = match (chain, shape.body) {
            (true, body) => rules.wing_copies_max().min(body),
            (false, 4) if !rules.four_pair_as_singles() => 1,
            (false, 4) => 2,
            (false, _) => 3,
        };
        let beside_body = match shape.wing {
            Wing::None => 0,
            Wing::Single => wing_copies,
            Wing::Pair => 1,
        };
        Answer {
            copies: shape.body,
            run,
            window: (key + 2 - run, highest.index() as u8),
            wing: shape.wing,
            wing_copies,
            quad_as_pairs: chain && rules.wings_quad_as_pairs() && shape.body < 4,
            riders: shape.wings(run) + run * beside_body,
            bombs: bombs == Bombs::Counted && combo.kind() != Kind::Bomb,
        }
    }

    /// What is left of the answers for who holds too few cards for the others.
    pub(super) fn bombs_only(&self) -> Answer {
        Answer { bombs: self.bombs, ..Answer::BOMBS }
    }

    /// Whether a higher body is thinkable at all.
    pub(super) fn has_window(&self) -> bool {
        self.window.0 + self.run <= self.window.1 + 1
    }

    /// The same without asking for riders, for hands that always have enough of them.
    pub(super) fn without_riders(self) -> Answer {
        Answer { riders: 0, wing: Wing::None, ..self }
    }

    /// Whether every hand of `count` cards has enough riders. Ranks lose most by their cap when all four are held.
    pub(super) fn riders_for_sure(&self, count: u8) -> bool {
        let lost = u32::from(count) * u32::from(4u8.saturating_sub(self.wing_copies)) / 4;
        self.wing == Wing::None || (self.wing == Wing::Single && u32::from(count) >= u32::from(self.riders) + lost)
    }

    /// How many states [`Answer::step`] knows.
    pub(super) fn states(&self) -> usize {
        if self.riders == 0 { usize::from(self.run) } else { usize::from(self.run + 1) * usize::from(self.riders + 1) }
    }

    /// The state after a hand turned out to hold `held` of a rank; `None` once it has an answer. A state is the number
    /// of neighbouring ranks that the body has so far (all of them, once reached), and the riders so far.
    #[inline]
    pub(super) fn step(&self, state: usize, rank: RankAs, held: u8) -> Option<usize> {
        if (rank == RankAs::Jokers && held == 2) || (self.bombs && held == 4) {
            return None;
        }
        if self.riders == 0 {
            return match rank {
                RankAs::Body if held < self.copies => Some(0),
                RankAs::Body => Some(state + 1).filter(|&run| run < usize::from(self.run)),
                _ => Some(state),
            };
        }
        let width = usize::from(self.riders) + 1;
        let (mut run, riders) = (state / width, state % width);
        if rank == RankAs::Body && run < usize::from(self.run) {
            run = if held < self.copies { 0 } else { run + 1 };
        }
        let riders = (riders + usize::from(self.riders_of(held))).min(usize::from(self.riders));
        let done = run == usize::from(self.run) && riders == usize::from(self.riders);
        (!done).then_some(run * width + riders)
    }

    fn riders_of(&self, held: u8) -> u8 {
        match self.wing {
            Wing::None => 0,
            Wing::Single => held.min(self.wing_copies),
            Wing::Pair if held == 4 && self.quad_as_pairs => 2,
            Wing::Pair => u8::from(held >= 2),
        }
    }

    /// Whether cards of this rank can change a state.
    pub(super) fn minds(&self, rank: RankAs, most: u8) -> bool {
        self.riders > 0 || (self.bombs && most == 4) || rank == RankAs::Body || (rank == RankAs::Jokers && most == 2)
    }

    /// What a rank is to this answer.
    pub(super) fn rank_as(&self, index: u8) -> RankAs {
        if self.window.0 <= index && index <= self.window.1 { RankAs::Body } else { RankAs::Other }
    }
}

/// What a rank can be to an answer. Both jokers are taken together, since the rocket is made of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RankAs {
    Body,
    Other,
    Jokers,
}

/// Copies of a rank by position; 13 stands for both jokers.
pub(super) fn copies(hand: Hand, index: usize) -> u8 {
    let at = |rank: usize| Rank::from_index(rank).map_or(0, |rank| hand.count(rank));
    if index == 13 { at(13) + at(14) } else { at(index) }
}
