//! The fewest turns of cards that form no chain, if only fives carry: one for each rank and for the rocket, minus those that three or four
//! fives carry.

use rules::{Hand, Rank, Ranks, Ruleset};

const FIVES: Ranks = Ranks::one(Rank::FIVE);

/// Returns the fewest turns: one for each group, minus those that a triple or a four of fives saves by carrying.
pub(super) fn turns(hand: u64, rules: &Ruleset) -> u32 {
    let hand = Hand::from_bits(hand).expect("the rest of a hand is one");
    let groups = hand.ranks().len() - u32::from(hand.contains(Hand::ROCKET));
    // Fives carry no five, no 2 and no joker.
    let others = hand.only(Ranks::RUN.except(FIVES));
    let held = |copies: u8| others.at_least(copies).except(others.at_least(copies + 1)).len();
    let (singles, pairs, more) = (held(1), held(2), others.at_least(3).len());
    let saved = match hand.count(Rank::FIVE) {
        3 => u32::from(singles + pairs > 0),
        4 => {
            let alone = match singles {
                0 => u32::from(rules.four_pair_as_singles() && pairs > 0),
                // The second wing may come out of a larger group, which still takes a turn.
                1 => u32::from(pairs + more > 0),
                _ => 2,
            };
            let by_pairs = match pairs {
                0 => 0,
                1 => u32::from(more > 0),
                _ => 2,
            };
            // As three that carry and one that is left over, fives save nothing.
            let singles = if rules.allows(rules::Kind::FourSingles) { alone } else { 0 };
            let pairs = if rules.allows(rules::Kind::FourPairs) { by_pairs } else { 0 };
            singles.max(pairs)
        }
        _ => 0,
    };
    groups - saved
}
