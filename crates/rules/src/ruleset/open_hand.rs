//! Open hands 明牌: the chairs that may open their hands, the time, and the factor on the stakes.

use crate::seat::Seat;

/// The chairs that may open their hands, and when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OpenRule {
    /// No chair.
    No,
    /// The landlord, before the first lead.
    Landlord,
    /// Every chair during the auction, and the landlord before the first lead. In a hand without an auction, every chair before the first
    /// lead.
    Deal,
}

impl OpenRule {
    /// True if the hand of `seat` may be open during the play.
    pub fn may_be_open(self, seat: Seat) -> bool {
        match self {
            OpenRule::No => false,
            OpenRule::Landlord => seat == Seat::Landlord,
            OpenRule::Deal => true,
        }
    }
}

/// The factor of an open hand on the stakes. A hand that is opened earlier may have a higher factor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum OpenFactor {
    /// After the deal.
    Two = 2,
    /// Late in the deal.
    Three = 3,
    /// Early in the deal.
    Four = 4,
    /// 明牌开始: before the first card is dealt.
    Five = 5,
}

impl OpenFactor {
    /// Every factor, lowest first.
    pub const ALL: [OpenFactor; 4] = [OpenFactor::Two, OpenFactor::Three, OpenFactor::Four, OpenFactor::Five];

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the factor with this number.
    pub fn of(number: u8) -> Option<OpenFactor> {
        OpenFactor::ALL.into_iter().find(|factor| factor.number() == number)
    }
}
