//! The three cards that a companion passes on 换三张: it keeps the most valuable hand. The receiver's gain does not count: no chair has
//! called yet, so each of the others may become the partner.

use rules::{Hand, PassOn, Ruleset};

use crate::bid::BidMeasure;

/// Returns the three cards of a dealt hand to give. Of equally good choices it takes the first of [`PassOn::gifts`].
///
/// ```
/// use rules::Ruleset;
/// let hand: rules::Hand = "3467889TTJQKAA22D".parse()?;
/// let gift = engine::pass_on::gift(hand, &Ruleset::CLASSIC);
/// assert!(gift.len() == 3 && hand.contains(gift));
/// # Ok::<(), rules::TextError>(())
/// ```
pub fn gift(hand: Hand, rules: &Ruleset) -> Hand {
    let measure = BidMeasure::for_strategies(rules);
    let mut best = None;
    for cards in PassOn::gifts(hand) {
        let worth = measure.worth(hand.minus(cards).expect("a part of the hand"));
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, cards));
        }
    }
    best.expect("a dealt hand has three cards").1
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;

    #[test]
    fn the_gift_leaves_the_best_hand_by_plain_comparison() {
        for number in 0..20 {
            let mut rng = Seed(5).stream(number).rng();
            for rules in [Ruleset::CLASSIC, Ruleset::JOURNEY, Ruleset::SHUTTLE] {
                let hand = rng.draw(Hand::DECK, 17);
                let worth = |cards: Hand| BidMeasure::for_strategies(&rules).worth(hand.minus(cards).unwrap());
                let ours = worth(gift(hand, &rules));
                for _ in 0..200 {
                    let other = rng.draw(hand, 3);
                    assert!(ours >= worth(other), "{rules}: {hand} gives better {other}");
                }
            }
        }
    }
}
