//! Turns of a hand with wild cards: the split behind the worth of a hand, written with the held cards.

use rules::{Combo, Hand, Rank, Ruleset, Trick};

use super::measure::WildMeasure;
use crate::persona::SeatParams;

/// A hand as turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WildSplit {
    /// The combos; together they are the hand.
    pub parts: Vec<Combo>,
    /// The worth of the hand by the default numbers, in quarter points.
    pub points: i32,
}

/// Splits a hand as the player of wild ranks does with the default numbers.
///
/// ```
/// use rules::{Rank, Ruleset};
/// let rules = Ruleset::LAIZI.with_wild(Rank::from_letter('7').expect("a rank"))?;
/// let split = engine::wild_split("34568TT7".parse().expect("cards"), &rules);
/// let parts: Vec<String> = split.parts.iter().map(|&part| rules.stands_for(part)).collect();
/// assert_eq!(parts, ["345678", "TT"]);
/// # Ok::<(), rules::BadWild>(())
/// ```
pub fn wild_split(hand: Hand, rules: &Ruleset) -> WildSplit {
    let measure = WildMeasure::new(rules, &SeatParams::DEFAULT, Hand::DECK);
    let wilds = rules.wilds().ranks();
    let (mut natural, mut wild) = (hand.without(wilds), hand.only(wilds));
    let meant: Vec<Combo> = measure.split(hand).iter().copied().collect();
    // The smallest combos take natural cards first: a wild card alone is only itself, beside natural cards it stands for the meant rank.
    let mut order: Vec<usize> = (0..meant.len()).collect();
    order.sort_by_key(|&index| meant[index].len());
    let mut parts: Vec<Vec<Combo>> = vec![Vec::new(); meant.len()];
    for index in order {
        let wanted = meant[index].cards();
        let held = wanted.overlap(natural);
        natural = natural.minus(held).expect("a part of the natural cards");
        let filled = lowest_cards(wild, wanted.len() - held.len());
        wild = wild.minus(filled).expect("a part of the wild cards");
        parts[index] = read_meant(rules, meant[index], held.plus(filled).expect("cards of one hand"));
    }
    WildSplit { parts: parts.concat(), points: measure.worth(hand) }
}

fn lowest_cards(cards: Hand, count: u32) -> Hand {
    ranks_of(cards).take(count as usize).collect()
}

fn ranks_of(cards: Hand) -> impl Iterator<Item = Rank> {
    cards.ranks().flat_map(move |rank| std::iter::repeat_n(rank, usize::from(cards.count(rank))))
}

/// Returns the combo that these cards make, the meant one if they can make it. Cards that make no combo come as singles.
fn read_meant(rules: &Ruleset, meant: Combo, cards: Hand) -> Vec<Combo> {
    let same = |combo: &Combo| {
        combo.cards() == cards && (combo.kind(), combo.run(), combo.key()) == (meant.kind(), meant.run(), meant.key())
    };
    let whole = rules.plays(cards, Trick::Lead).into_iter().find(same).or_else(|| rules.read(cards));
    whole.map_or_else(|| ranks_of(cards).filter_map(|rank| rules.read(Hand::one(rank))).collect(), |combo| vec![combo])
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;

    #[track_caller]
    fn check(wilds: &str, hand: &str, expected: &str) {
        let base = if wilds.len() == 1 { Ruleset::LAIZI } else { Ruleset::LAIZI_TIANDI };
        let shown = wilds.chars().map(|letter| Rank::from_letter(letter).expect("a rank"));
        let rules = shown.fold(base, |rules, rank| rules.with_wild(rank).expect("a natural rank"));
        let split = wild_split(hand.parse().expect("cards"), &rules);
        let parts: Vec<String> = split.parts.iter().map(|&part| rules.stands_for(part)).collect();
        assert_eq!(parts.join(" "), expected);
    }

    #[test]
    fn wild_cards_save_turns() {
        check("7", "34568TT7", "345678 TT");
        check("7", "77", "77");
        check("7", "3", "3");
    }

    #[test]
    fn the_parts_are_the_hand_and_each_is_a_play() {
        let mut rng = Seed(70).rng();
        for number in 0..200 {
            let base = *Ruleset::WILD[number % 2];
            let mut rules = base;
            for letter in ['7', 'A'] {
                rules = rules.with_wild(Rank::from_letter(letter).expect("a rank")).unwrap_or(rules);
            }
            let hand = rng.draw(Hand::DECK, 1 + number as u32 % 20);
            let split = wild_split(hand, &rules);
            let all: Hand = split.parts.iter().flat_map(|part| ranks_of(part.cards())).collect();
            assert_eq!(all, hand, "{:?}", split.parts);
            for part in &split.parts {
                assert!(rules.plays(part.cards(), Trick::Lead).contains(part), "{part:?} of {hand}");
            }
        }
    }
}
