//! Deals of the laboratory, by a ruleset's dealer.

use engine::opponents::naive;
use rules::{Action, Deal, Dealer, Deck, Rng, Ruleset, Stage, Table};

/// Returns a deal as the ruleset's dealer makes it.
pub(crate) fn deal(rules: &Ruleset, rng: &mut Rng) -> Deal {
    let last = (rules.dealer() == Dealer::Recycled).then(|| left_by_hands(rules, rng));
    rules.dealer().deck(last.as_ref(), rng).deal()
}

/// The number of hands before a deal with a recycled deck, whose order comes from earlier hands. Deals of a match do not follow each
/// other, so each has its own earlier hands.
const HANDS_BEFORE: usize = 12;

/// Returns the deck after some hands of plain players.
fn left_by_hands(rules: &Ruleset, rng: &mut Rng) -> Deck {
    let mut deck = Dealer::Random.deck(None, rng);
    for _ in 0..HANDS_BEFORE {
        let mut table = Table::seated(*rules, deck.deal());
        while table.board().stage() == Stage::Play {
            let course = table.board().course();
            let hand = table.hand_of(course.turn()).expect("the landlord is known");
            // The rules in play, with the wild ranks shown.
            let play = naive::play(table.board().rules(), course.turn(), hand, course.standing(), rng.below(2) == 0);
            table.act(Action::Play(play)).expect("the naive player keeps the rules");
        }
        deck = Dealer::Recycled.deck(Some(&Deck::gather(&table)), rng);
    }
    deck
}

#[cfg(test)]
mod tests {
    use rules::{Chair, Seed};

    use super::*;

    fn bombs_a_deal(ruleset: &str) -> f64 {
        let rules: Ruleset = ruleset.parse().unwrap();
        let deals = 300;
        let bombs = |number| {
            let deal = deal(&rules, &mut Seed(number).rng());
            Chair::ALL.iter().map(|&chair| deal.hand(chair).at_least(4).len()).sum::<u32>()
        };
        (0..deals).map(bombs).sum::<u32>() as f64 / deals as f64
    }

    #[test]
    fn deals_are_the_rulesets() {
        assert!(bombs_a_deal("classic") < 0.5);
        for ruleset in ["unshuffled", "unshuffled dealer=clusters", "unshuffled dealer=recycled"] {
            assert!(bombs_a_deal(ruleset) > 1.5, "{ruleset}: {}", bombs_a_deal(ruleset));
        }
        assert_eq!(deal(&Ruleset::CLASSIC, &mut Seed(1).rng()), Deal::shuffled(&mut Seed(1).rng()));
    }
}
