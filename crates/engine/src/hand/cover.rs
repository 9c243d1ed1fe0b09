//! The real strength of a combo: the chance that an enemy can cover it now.
//!
//! A fair player knows which cards are unseen and how many each seat holds. Every way to deal the unseen cards counts
//! as equally likely, so the chance is a count of deals: `deals` goes through the ranks once and keeps, for each enemy,
//! how far its cards have come towards an answer (`answer`).

mod answer;
mod deals;
mod estimate;
mod needs;
mod unseen;

use rules::{Combo, Kind, Rank, Ranks, Ruleset};

use answer::AnswerPattern;
pub use estimate::Estimate;
pub use needs::Bombs;
pub(crate) use needs::Needs;
pub use unseen::{Enemy, UnseenCards};

/// A chance in millionths. An exact chance is 0 only if it is impossible, and [`Chance::CERTAIN`] only if it is certain. An estimate is rounded
/// down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Chance(u32);

impl Chance {
    /// Impossible.
    pub const NEVER: Chance = Chance(0);
    /// Certain.
    pub const CERTAIN: Chance = Chance(1_000_000);

    /// Makes a chance of this many millionths; more than a million is certain.
    pub const fn from_millionths(millionths: u32) -> Chance {
        if millionths > Chance::CERTAIN.0 { Chance::CERTAIN } else { Chance(millionths) }
    }

    /// Returns the number of millionths.
    pub const fn as_millionths(self) -> u32 {
        self.0
    }

    /// Returns the chance of an event that does not happen in `without` of `total` equally likely deals.
    fn complement_of(without: u128, total: u128) -> Chance {
        let with = total - without;
        let most = if without == 0 { Chance::CERTAIN.0 } else { Chance::CERTAIN.0 - 1 };
        // A ratio of at most one fits into 32 bits as a number of millionths.
        Chance(((with * u128::from(Chance::CERTAIN.0)).div_ceil(total) as u32).min(most))
    }
}

/// Returns the chance that an enemy can lay a higher combo on `combo` now.
///
/// In plain rulesets it is exact, except that wings that would lengthen their chain may count as allowed even if they are not: this can
/// only make the chance larger. In other rulesets wild cards count as natural ones, and wings of a single triple
/// or four are taken for granted. Chain bombs are not counted. But if bombs are, and an enemy may have a chain bomb, the chance is not 0.
///
/// ```
/// use engine::hand::cover::{Bombs, Chance, Enemy, UnseenCards, chance_covered};
/// use rules::{Hand, Ruleset};
/// let rules = &Ruleset::CLASSIC;
/// let enemy = |count| Enemy { count, known: Hand::EMPTY };
/// let unseen = |cards: &str, count| UnseenCards::with_enemy(cards.parse().unwrap(), enemy(count)).unwrap();
/// let straight = rules.read_text("34567")?;
/// // Three cards cover no straight once the jokers are gone.
/// assert_eq!(chance_covered(&unseen("456789TJQKA", 3), straight, rules, Bombs::Ignored), Chance::NEVER);
/// // One of four cards is the ace.
/// let king = rules.read_text("K")?;
/// assert_eq!(chance_covered(&unseen("345A", 1), king, rules, Bombs::Ignored), Chance::from_millionths(250_000));
/// # Ok::<(), rules::TextError>(())
/// ```
pub fn chance_covered(unseen: &UnseenCards, combo: Combo, rules: &Ruleset, bombs: Bombs) -> Chance {
    let chance = chance_without_chain_bombs(unseen, combo, rules, bombs);
    if chance == Chance::NEVER && bombs == Bombs::Counted && rules.chain_bomb() && unseen.may_have_chain_bomb() {
        return Chance(1);
    }
    chance
}

fn chance_without_chain_bombs(unseen: &UnseenCards, combo: Combo, rules: &Ruleset, bombs: Bombs) -> Chance {
    match combo.kind() {
        Kind::Rocket => Chance::NEVER,
        Kind::Single if rules.is_plain() => chance_single_covered(unseen, combo.key(), bombs),
        _ => {
            let answer = |enemy: Enemy| AnswerPattern::to_beat(combo, rules, bombs, enemy.count);
            let answers = [answer(unseen.first), answer(unseen.second.unwrap_or(unseen.first))];
            Chance::complement_of(deals::deals_unanswered(unseen, answers), deals::count_all_deals(unseen))
        }
    }
}

/// Returns the chance that a single is covered under plain rules: by a higher card or, if bombs count, by a bomb. The rocket needs no count of
/// its own, because its jokers are higher cards.
fn chance_single_covered(unseen: &UnseenCards, key: Rank, bombs: Bombs) -> Chance {
    let higher = Ranks::printed_above(key);
    if unseen.enemies().any(|enemy| !enemy.known.only(higher).is_empty()) {
        return Chance::CERTAIN;
    }
    let low = UnseenCards { cards: unseen.cards.without(higher), ..*unseen };
    let without = match bombs {
        _ if low.cards.len() < low.unknown_count() => 0,
        Bombs::Ignored => deals::count_all_deals(&low),
        Bombs::Counted => deals::deals_unanswered(&low, [AnswerPattern::bombs_only(true); 2]),
    };
    Chance::complement_of(without, deals::count_all_deals(unseen))
}
