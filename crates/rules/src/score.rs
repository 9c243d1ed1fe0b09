//! The settlement of a finished hand, and the gains of a player over many hands.

use crate::ruleset::Ruleset;
use crate::seat::{Seat, Side};

/// The factors of a finished hand, and the points that each seat wins or loses. Points by stakes sum to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settlement {
    /// The side that won.
    pub winner: Side,
    /// The base stake times the points called; in a settlement by cards only the base stake.
    pub base: i64,
    /// The product of 2 for each rob and the factors of open hands, bombs, rockets, shuttles and a spring, up to the ruleset's cap; 1 in a
    /// settlement by cards.
    pub factor: i64,
    /// True for a spring in a settlement by stakes: the peasants lost and never played 春天, or the landlord lost and played only once 反春天.
    pub spring: bool,
    /// The gain of each seat, in the order of [`Seat::ALL`].
    pub points: [i64; 3],
}

impl Settlement {
    /// Settles by cards: each seat scores `base` for each card of the rounds that it won.
    pub fn by_cards(winner: Side, base: u32, taken: [u8; 3]) -> Settlement {
        let base = i64::from(base);
        Settlement { winner, base, factor: 1, spring: false, points: taken.map(|cards| base * i64::from(cards)) }
    }
}

/// The gains of one player on a board 游戏榜.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PlayerGains {
    /// The sum of the player's wins and losses.
    pub points: i64,
    /// The number of hands that the player's side won.
    pub won: u32,
    /// The number of hands in which the player was the landlord.
    pub landlord: u32,
}

impl PlayerGains {
    /// Returns the gains from one hand of a player who had this seat.
    pub fn of(paid: &Settlement, seat: Seat) -> PlayerGains {
        PlayerGains {
            points: paid.points[seat.index()],
            won: u32::from(seat.side() == paid.winner),
            landlord: u32::from(seat == Seat::Landlord),
        }
    }
}

/// The values of a hand from which a settlement by stakes is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stakes {
    /// The table's base stake.
    pub base: u32,
    /// The points called in the auction; 1 if none were called.
    pub score: u8,
    /// The number of times that the landlord's seat was robbed.
    pub robs: u8,
    /// The product of the factors of the plays: see [`Ruleset::bomb_factor`].
    pub bombs: u32,
    /// The product of the factors of the open hands.
    pub shown: u16,
    /// Each seat's own factor from doubling: 1, 2 or 4.
    pub raises: [u8; 3],
    /// The number of plays of each seat.
    pub plays: [u8; 3],
}

impl Stakes {
    /// Returns the base stake times the points called.
    pub fn points(&self) -> i64 {
        i64::from(self.base) * i64::from(self.score)
    }

    /// Returns the product of 2 for each rob and the factors of open hands and plays, up to the ruleset's cap.
    pub fn factor(&self, rules: &Ruleset) -> i64 {
        capped_factor(rules, (i64::from(self.bombs) * i64::from(self.shown)) << self.robs)
    }

    /// Settles a hand won by `winner`.
    pub fn settle(&self, rules: &Ruleset, winner: Side) -> Settlement {
        let [landlord, down, up] = self.plays;
        let (spring, spring_factor) = match winner {
            Side::Landlord if down + up == 0 => (true, rules.spring),
            Side::Peasants if landlord == 1 => (true, rules.anti_spring),
            _ => (false, 1),
        };
        let (base, factor) = (self.points(), capped_factor(rules, self.factor(rules) * i64::from(spring_factor)));
        let raise = |seat: Seat| i64::from(self.raises[seat.index()]);
        // Many bombs make a huge product. A stake is limited to half of the largest `i64`, so that two stakes can be added.
        let product = base.saturating_mul(factor).saturating_mul(raise(Seat::Landlord));
        let both = raise(Seat::Down) * raise(Seat::Up);
        let of = |seat: Seat| if rules.doubling_reaches_all { both } else { raise(seat) };
        let stake = |seat: Seat| product.saturating_mul(of(seat)).min(i64::MAX / 2);
        let (down, up) = (stake(Seat::Down), stake(Seat::Up));
        let points = match winner {
            Side::Landlord => [down + up, -down, -up],
            Side::Peasants => [-down - up, down, up],
        };
        Settlement { winner, base, factor, spring, points }
    }
}

fn capped_factor(rules: &Ruleset, factor: i64) -> i64 {
    if rules.factor_cap == 0 { factor } else { factor.min(i64::from(rules.factor_cap)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Stakes = Stakes { base: 1, score: 2, robs: 0, bombs: 1, shown: 1, raises: [1; 3], plays: [5, 4, 3] };

    #[test]
    fn the_factor_cap_applies_before_the_doublings() {
        // 2 points × 32 instead of 2 robs (4) × 16 of bombs × open hand (2); the landlord raised by 2, Up by 4.
        let stakes = Stakes { robs: 2, bombs: 16, shown: 2, raises: [2, 1, 4], ..PLAIN };
        let capped = Ruleset::CLASSIC.with("factor-cap", "32").unwrap();
        assert_eq!((stakes.factor(&Ruleset::CLASSIC), stakes.factor(&capped)), (128, 32));
        let settled = stakes.settle(&capped, Side::Peasants);
        assert_eq!((settled.factor, settled.points), (32, [-(128 + 512), 128, 512]));
        let all = capped.with("doubling-reach", "all").unwrap();
        assert_eq!(stakes.settle(&all, Side::Landlord).points, [1024, -512, -512]);
    }

    #[test]
    fn springs_count_as_the_ruleset_says() {
        let spring = Stakes { plays: [6, 0, 0], ..PLAIN };
        assert_eq!(spring.settle(&Ruleset::CLASSIC, Side::Landlord).points, [8, -4, -4]);
        let anti = Stakes { plays: [1, 6, 0], ..PLAIN };
        assert_eq!(anti.settle(&Ruleset::CLASSIC, Side::Peasants).points, [-8, 4, 4]);
        let calm = Ruleset::CLASSIC.with("spring", "1").unwrap();
        let settled = spring.settle(&calm, Side::Landlord);
        assert_eq!((settled.spring, settled.points), (true, [4, -2, -2]));
    }
}
