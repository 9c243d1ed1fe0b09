//! A quick estimate of the chance that a combo is covered: each rank's chance is exact, and ranks and answers are taken as independent. It
//! saves the exact count in clear cases.

use rules::{Combo, Kind, Rank, Ranks, Ruleset};

use super::Chance;
use super::answer::{CopiesByPosition, JOKER_AT, lone_answers};
use super::needs::Bombs;
use super::unseen::{Enemy, UnseenCards};

/// The chances of one turn, ready for any number of combos.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    unseen: UnseenCards,
    /// The chance that an enemy holds enough copies of a rank, by enemy, wanted copies and unseen copies.
    holds: [[[f64; 5]; 5]; 2],
}

impl Estimate {
    /// Computes the chances for these enemies.
    pub fn new(unseen: &UnseenCards) -> Estimate {
        let holds = [Some(unseen.first), unseen.second]
            .map(|enemy| enemy.map_or([[0.0; 5]; 5], |enemy| holding_chances(unseen, enemy)));
        Estimate { unseen: *unseen, holds }
    }

    /// Returns the estimate. Ordinary bombs count only on a bomb.
    pub fn chance_covered(&self, combo: Combo, rules: &Ruleset) -> Chance {
        if combo.kind() == Kind::Rocket {
            return Chance::NEVER;
        }
        let plain = rules.is_plain();
        if combo.kind() == Kind::Single && plain {
            return self.chance_single_covered(combo.key());
        }
        let enemies = self.unseen.enemies().zip(&self.holds);
        let escapes: f64 = if plain {
            enemies.map(|(enemy, holds)| self.chance_uncovered_in_kind(enemy, holds, combo)).product()
        } else {
            let alone = lone_answers(combo, rules, Bombs::Ignored);
            enemies.map(|(enemy, holds)| self.chance_uncovered(enemy, holds, combo, &alone)).product()
        };
        Chance::from_millionths(((1.0 - escapes) * 1e6) as u32)
    }

    /// Returns the chance that a single card is covered: it is not covered if no card of the enemies is higher. This is exact without a
    /// count of deals.
    fn chance_single_covered(&self, key: Rank) -> Chance {
        let higher = Ranks::printed_above(key);
        if self.unseen.enemies().any(|enemy| !enemy.known.only(higher).is_empty()) {
            return Chance::CERTAIN;
        }
        let (all, drawn) = (f64::from(self.unseen.cards.len()), f64::from(self.unseen.unknown_count()));
        let cards = self.unseen.cards.only(higher).len();
        let escapes: f64 =
            (0..cards).map(f64::from).map(|card| ((all - drawn - card) / (all - card)).max(0.0)).product();
        Chance::from_millionths(((1.0 - escapes) * 1e6) as u32)
    }

    fn chance_held(&self, enemy: Enemy, holds: &[[f64; 5]; 5], rank: Rank, copies: usize) -> f64 {
        match usize::from(enemy.known.count(rank)) {
            known if known >= copies => 1.0,
            known => holds[copies - known][usize::from(self.unseen.cards.count(rank))],
        }
    }

    /// Returns the chance that this enemy holds neither a run nor anything else that answers.
    fn chance_uncovered(&self, enemy: Enemy, holds: &[[f64; 5]; 5], combo: Combo, alone: &CopiesByPosition) -> f64 {
        let chance = |rank: Rank, copies: u8| self.chance_held(enemy, holds, rank, usize::from(copies));
        let in_runs = if combo.run() > 1 { self.chance_uncovered_in_kind(enemy, holds, combo) } else { 1.0 };
        let groups = Rank::all().zip(alone).filter(|&(rank, &copies)| !rank.is_joker() && copies <= 4);
        let escapes: f64 = groups.map(|(rank, &copies)| 1.0 - chance(rank, copies)).product();
        let jokers = [Rank::SMALL_JOKER, Rank::BIG_JOKER].map(|rank| chance(rank, 1));
        let jokers = match alone[usize::from(JOKER_AT)] {
            1 => (1.0 - jokers[0]) * (1.0 - jokers[1]),
            _ => 1.0 - jokers[0] * jokers[1],
        };
        in_runs * escapes * jokers
    }

    /// Returns the chance that this enemy cannot answer in kind, nor with the rocket.
    fn chance_uncovered_in_kind(&self, enemy: Enemy, holds: &[[f64; 5]; 5], combo: Combo) -> f64 {
        let chance = |rank: Rank, copies: usize| self.chance_held(enemy, holds, rank, copies);
        let rocket = chance(Rank::SMALL_JOKER, 1) * chance(Rank::BIG_JOKER, 1);
        let mut escapes = 1.0 - rocket;
        if u32::from(enemy.count) < combo.len() {
            return escapes;
        }
        let (copies, run) = (usize::from(combo.kind().shape().body), usize::from(combo.run()));
        let above = Ranks::printed_above(combo.key());
        let keys = if run > 1 { above.and(Ranks::RUN) } else { above };
        for key in keys {
            let ranks = (key.index() + 1 - run..=key.index()).filter_map(Rank::from_index);
            escapes *= 1.0 - ranks.map(|rank| chance(rank, copies)).product::<f64>();
        }
        escapes
    }
}

/// Returns the chances of one enemy: inclusion and exclusion over the chance to hold one, two, three, four given cards.
fn holding_chances(unseen: &UnseenCards, enemy: Enemy) -> [[f64; 5]; 5] {
    let (all, held) = (f64::from(unseen.cards.len()), f64::from(u32::from(enemy.count) - enemy.known.len()));
    let given: [f64; 5] = std::array::from_fn(|cards| {
        (0..cards).map(|card| card as f64).map(|card| ((held - card) / (all - card).max(1.0)).max(0.0)).product()
    });
    let [_, one, two, three, four] = given;
    [
        [1.0; 5],
        [0.0, one, 2.0 * one - two, 3.0 * one - 3.0 * two + three, 4.0 * one - 6.0 * two + 4.0 * three - four],
        [0.0, 0.0, two, 3.0 * two - 2.0 * three, 6.0 * two - 8.0 * three + 3.0 * four],
        [0.0, 0.0, 0.0, three, 4.0 * three - 3.0 * four],
        [0.0, 0.0, 0.0, 0.0, four],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::cover::{Bombs, chance_covered};
    use rules::{Hand, Ruleset, Seed};

    /// At most a millionth off for singles, and rarely more than 0.15 for other combos.
    #[test]
    fn the_estimate_is_rarely_far_from_the_exact_chance() {
        let mut rng = Seed(8).rng();
        let mut off = 0;
        for _ in 0..2_000 {
            let cards = rng.draw(Hand::DECK, 10 + rng.clone().below(27));
            let count = 1 + rng.below(cards.len().min(17)) as u8;
            let unseen = UnseenCards::with_enemy(cards, Enemy { count, known: Hand::EMPTY }).unwrap();
            let hand = rng.draw(Hand::DECK.minus(cards).unwrap(), 17);
            let combos = Ruleset::CLASSIC.plays(hand, rules::Trick::Lead);
            let combo = *rng.pick(&combos).unwrap();
            let exact = chance_covered(&unseen, combo, &Ruleset::CLASSIC, Bombs::Ignored).as_millionths();
            let guess = Estimate::new(&unseen).chance_covered(combo, &Ruleset::CLASSIC).as_millionths();
            off += u32::from(exact.abs_diff(guess) > 150_000);
            if combo.kind() == Kind::Single {
                assert!(exact.abs_diff(guess) <= 1, "{combo} under {cards} by {count}: {exact} {guess}");
            }
        }
        assert!(off < 60, "{off} of 2000 guesses were far off");
    }
}
