//! Under a dealer that shuffles little, worlds have as many bombs as its deals.

use engine::opponents::belief::{Belief, BeliefConfig, World};
use rules::{Dealer, Ruleset, Seat, Seed, Table};

/// Counts the fours in the two hands that the landlord does not see.
fn hidden_fours(hand: impl Fn(Seat) -> rules::Hand) -> f64 {
    [Seat::Down, Seat::Up].map(|seat| hand(seat).at_least(4).len()).iter().sum::<u32>().into()
}

#[test]
fn worlds_have_as_many_bombs_as_deals_have() {
    const DEALS: u64 = 400;
    const WORLDS: u32 = 16;
    for (dealer, name) in [(Dealer::Blocks, "blocks"), (Dealer::Clusters, "clusters")] {
        let rules = Ruleset::UNSHUFFLED.with("dealer", name).unwrap();
        let (mut dealt, mut believed, mut shuffled) = (0.0, 0.0, 0.0);
        for number in 0..DEALS {
            let seed = Seed(77).stream(number);
            let table = Table::seated(rules, dealer.deck(None, &mut seed.rng()).deal());
            let view = table.view(rules::Chair::First);
            dealt += hidden_fours(|seat| table.hand_of(seat).unwrap());
            let mean = |config: BeliefConfig| {
                let belief = Belief::with_config(&view, seed, config).unwrap();
                let fours = |index| hidden_fours(|seat| belief.world(index).hand(seat));
                (0..WORLDS).map(fours).sum::<f64>() / f64::from(WORLDS)
            };
            believed += mean(BeliefConfig::FITTED);
            shuffled += mean(BeliefConfig::FITTED.with_shuffled_deck());
        }
        let [dealt, believed, shuffled] = [dealt, believed, shuffled].map(|sum| sum / DEALS as f64);
        assert!((believed / dealt - 1.0).abs() < 0.12, "{dealer:?}: {believed:.2} fours, {dealt:.2} were dealt");
        assert!(shuffled < 0.3 * dealt, "{dealer:?}: {shuffled:.2} fours of a shuffled deck, {dealt:.2} were dealt");
    }
}

#[test]
fn a_guess_costs_what_it_should() {
    // Without an act, all of the dealer's draws with the same jokers weigh the same: jokers are weighed, not drawn.
    let rules = Ruleset::UNSHUFFLED;
    let table = Table::seated(rules, Dealer::Blocks.deck(None, &mut Seed(3).rng()).deal());
    let view = table.view(rules::Chair::First);
    let belief = Belief::new(&view, Seed(1)).unwrap();
    let jokers = |world: &World| {
        [Seat::Down, Seat::Up].map(|seat| {
            let hand = world.hand(seat);
            [rules::Rank::SMALL_JOKER, rules::Rank::BIG_JOKER].map(|joker| hand.count(joker))
        })
    };
    let mut seen: Vec<_> = belief.guesses(0).take(300).map(|(world, weight)| (jokers(&world), weight)).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut held: Vec<_> = seen.iter().map(|guess| guess.0).collect();
    held.dedup();
    assert_eq!(held.len(), seen.len(), "the same jokers weigh differently: {seen:?}");
}
