//! Bombs: their grades, their comparison and their factors. Also the place of the rocket among them, and the time at which wild ranks are
//! shown.

use super::Ruleset;
use crate::combo::Combo;
use crate::hand::Ranks;
use crate::shape::Kind;
use crate::wild::Grade;

/// The time of the first wild rank in a hand with an auction. A second one is shown after the bottom cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WildTime {
    /// Before the auction.
    Dealt,
    /// After the landlord is found.
    Landlord,
}

/// The grades that count for bombs of four cards. The lists below go from weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BombGrades {
    /// No grades: only the rank decides.
    Flat,
    /// Soft, all others.
    Soft,
    /// Soft, hard, pure.
    Pure,
    /// Soft, hard, all wild (mixed or pure). The rank of a mixed bomb is the higher of its two ranks.
    Wild,
    /// Soft, hard, mixed, pure. Mixed bombs have no rank.
    Mixed,
}

/// The bombs that the rocket beats. A chain bomb always beats the rocket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RocketPlace {
    /// All bombs.
    Top,
    /// All bombs of four cards.
    OverFours,
    /// All bombs of four cards that contain a natural card.
    OverHard,
}

/// The factor of a played bomb or rocket on the stakes. [`Ruleset::bomb_factor`] has the factors of shuttles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BombFactors {
    /// 2 for every bomb and for the rocket.
    Double,
    /// 2 for a soft bomb, 4 for any other bomb and for the rocket.
    Laizi,
    /// As `Laizi`, but 6 for bombs of five or more cards and for the rocket.
    Tiandi,
    /// 2 for a soft bomb of four cards, 4 for a hard one, 6 for any other bomb, 8 for the rocket.
    Tiandi8,
}

impl BombFactors {
    fn of(self, combo: Combo) -> u32 {
        let is_long = combo.len() > 4;
        match (self, combo.kind(), combo.grade()) {
            (BombFactors::Double, ..) => 2,
            (BombFactors::Tiandi8, Kind::Rocket, _) => 8,
            (BombFactors::Tiandi, Kind::Rocket, _) => 6,
            (BombFactors::Tiandi | BombFactors::Tiandi8, ..) if is_long => 6,
            (_, _, Grade::Soft) => 2,
            (BombFactors::Tiandi8, _, Grade::Mixed | Grade::Pure) => 6,
            _ => 4,
        }
    }
}

impl Ruleset {
    pub(crate) const fn has_mixed_bombs(&self) -> bool {
        matches!(self.bomb_grades, BombGrades::Wild | BombGrades::Mixed)
    }

    /// True if a shuttle without wings is a chain bomb 连炸. It beats every bomb, the rocket and shorter chain bombs.
    pub const fn chain_bomb(&self) -> bool {
        self.chain_bomb
    }

    /// True if the first wild rank, if there is one, is shown before an auction.
    pub const fn shows_wild_first(&self) -> bool {
        matches!(self.wild_shown, WildTime::Dealt)
    }

    #[inline]
    pub(super) fn beats_rocket(&self, bomb: Combo) -> bool {
        match bomb.kind() {
            Kind::Shuttle => self.chain_bomb,
            Kind::Bomb if bomb.wild_bits() == 0 => false,
            Kind::Bomb if bomb.len() > 4 => self.rocket != RocketPlace::Top,
            Kind::Bomb => self.rocket == RocketPlace::OverHard && bomb.is_all_wild(),
            _ => false,
        }
    }

    /// True if `play` is a chain bomb and `standing` is no chain bomb or a shorter one. Chain bombs of equal length are compared by key in
    /// [`Ruleset::beats`].
    #[inline]
    pub(super) fn chain_bomb_beats(&self, play: Combo, standing: Combo) -> bool {
        self.chain_bomb
            && play.kind() == Kind::Shuttle
            && (standing.kind() != Kind::Shuttle || play.run() > standing.run())
    }

    /// Returns the level of a grade among bombs of one size; a higher level beats a lower one. `is_long` means five or more cards.
    fn grade_level(&self, grade: Grade, is_long: bool) -> u8 {
        if is_long {
            return u8::from(self.long_grades && grade > Grade::Hard);
        }
        match self.bomb_grades {
            BombGrades::Flat => 0,
            BombGrades::Soft => (grade as u8).min(1),
            BombGrades::Pure | BombGrades::Wild => (grade as u8).min(2),
            BombGrades::Mixed => grade as u8,
        }
    }

    /// Returns the size of a bomb and the level of its grade, which are compared in this order.
    fn size_and_level(&self, bomb: Combo) -> (u32, u8) {
        (bomb.len(), self.grade_level(bomb.grade(), bomb.len() > 4))
    }

    fn compares_rank(&self, bomb: Combo) -> bool {
        let graded = self.bomb_grades == BombGrades::Mixed && (bomb.len() == 4 || self.long_grades);
        !(graded && bomb.grade() == Grade::Mixed)
    }

    /// True if `play` beats `standing`, both bombs, in a ruleset with wild ranks. Size decides first, then grade, then rank.
    pub(super) fn bomb_beats(&self, play: Combo, standing: Combo) -> bool {
        let (higher, lower) = (self.size_and_level(play), self.size_and_level(standing));
        higher > lower
            || (higher == lower
                && self.compares_rank(play)
                && self.compares_rank(standing)
                && self.order().place(play.key()) > self.order().place(standing.key()))
    }

    /// Returns the ranks of which four natural cards beat a standing bomb, in a ruleset with wild ranks.
    pub(super) fn hard_bombs_on(&self, standing: Combo) -> Ranks {
        match (4, self.grade_level(Grade::Hard, false)).cmp(&self.size_and_level(standing)) {
            std::cmp::Ordering::Less => Ranks::NONE,
            std::cmp::Ordering::Equal => self.order().above(standing.key()),
            std::cmp::Ordering::Greater => Ranks::ALL,
        }
    }

    /// Returns the factor of a played combo on the stakes.
    pub fn bomb_factor(&self, combo: Combo) -> u32 {
        match combo.kind() {
            kind if !self.has_factor(kind) => 1,
            Kind::Shuttle if self.chain_bomb && self.bomb_factors != BombFactors::Double => 2 << combo.run(),
            Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs => 2,
            _ => self.bomb_factors.of(combo),
        }
    }
}
