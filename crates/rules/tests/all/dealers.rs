//! The deals of dealers: the rates of bombs, and how the four cards of a rank are spread. The expected figures come from a separate
//! simulation.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use rules::{Action, Call, Chair, Combo, Deal, Dealer, Deck, Hand, Rank, Ruleset, Seed, Stage, Table};

/// Rates per hand: fours, rockets, bombs, hands with a bomb. Rates per deal: bombs, deals with a bomb. Then how the four cards of a rank
/// are spread: all in one hand, three and one, two and two, two and one and one, some in the bottom.
type Rates = [f64; 11];
const RATE_NAMES: [&str; 11] =
    ["fours", "rocket", "bombs a hand", "hands", "bombs", "deals", "4", "3+1", "2+2", "2+1+1", "bottom"];

const RANDOM: Rates = [0.0978, 0.0950, 0.1929, 0.184, 0.579, 0.466, 0.023, 0.220, 0.177, 0.371, 0.210];
const BLOCKS: Rates = [0.885, 0.122, 1.007, 0.714, 3.02, 0.966, 0.206, 0.500, 0.056, 0.093, 0.146];
const CLUSTERS: Rates = [1.252, 0.212, 1.465, 0.807, 4.39, 1.0, 0.288, 0.273, 0.245, 0.098, 0.095];

/// A full run has as many deals as the expected figures were made from.
fn deal_count() -> u64 {
    if crate::game::is_full() { 20_000 } else { 4_000 }
}

fn count_bombs(hand: Hand) -> (f64, f64) {
    let rocket = hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER) == 2;
    (f64::from(hand.at_least(4).len()), f64::from(u8::from(rocket)))
}

/// Returns one deal's figures. Those per hand and of the spread are means over its hands or ranks.
fn deal_rates(deal: &Deal) -> Rates {
    let each = Chair::ALL.map(|chair| count_bombs(deal.hand(chair)));
    let fours = each.iter().map(|bombs| bombs.0).sum::<f64>();
    let rockets = each.iter().map(|bombs| bombs.1).sum::<f64>();
    let with_one = each.iter().filter(|bombs| bombs.0 + bombs.1 > 0.0).count() as f64;
    let bombs = fours + rockets;
    let has_one = f64::from(u8::from(bombs > 0.0));
    let mut rates = [fours / 3.0, rockets / 3.0, bombs / 3.0, with_one / 3.0, bombs, has_one, 0., 0., 0., 0., 0.];
    for rank in Rank::all().filter(|rank| !rank.is_joker()) {
        let mut counts = Chair::ALL.map(|chair| deal.hand(chair).count(rank));
        counts.sort_unstable();
        let split = match counts {
            _ if deal.bottom().count(rank) > 0 => 10,
            [_, _, 4] => 6,
            [_, _, 3] => 7,
            [0, 2, 2] => 8,
            _ => 9,
        };
        rates[split] += 1.0 / 13.0;
    }
    rates
}

/// Returns the means over deals and their standard errors: hands of one deal depend on each other.
fn mean_and_error(deals: impl Iterator<Item = Deal>) -> (Rates, Rates) {
    let (mut sum, mut squares, mut count) = ([0.0; RATE_NAMES.len()], [0.0; RATE_NAMES.len()], 0.0);
    for deal in deals {
        for (index, rate) in deal_rates(&deal).into_iter().enumerate() {
            sum[index] += rate;
            squares[index] += rate * rate;
        }
        count += 1.0;
    }
    let mean = sum.map(|sum| sum / count);
    let error =
        std::array::from_fn(|index| ((squares[index] / count - mean[index] * mean[index]).max(0.0) / count).sqrt());
    (mean, error)
}

#[test]
fn deals_have_the_rates_of_their_dealer() {
    let count = deal_count();
    for (dealer, wanted) in [(Dealer::Random, RANDOM), (Dealer::Blocks, BLOCKS), (Dealer::Clusters, CLUSTERS)] {
        let (mean, error) = mean_and_error((0..count).map(|number| dealer.deck(None, &mut Seed(number).rng()).deal()));
        for (index, name) in RATE_NAMES.into_iter().enumerate() {
            // The expected figure has an error too: it was counted in 20,000 deals and is rounded.
            let spread = error[index] * (1.0 + count as f64 / 20_000.0).sqrt();
            let allowed = 3.0 * spread + 0.0006 * wanted[index].max(1.0);
            let off = (mean[index] - wanted[index]).abs();
            assert!(
                off <= allowed,
                "{dealer:?} {name}: {:.4}, wanted {:.4} ± {allowed:.4}",
                mean[index],
                wanted[index]
            );
        }
    }
}

/// Leads the longest play, of several the lowest; answers with the lowest play. Bombs come last in a lead and never in an answer.
fn simple_play(table: &Table) -> Option<Combo> {
    let course = table.board().course();
    let hand = table.hand_of(course.turn()).unwrap();
    let plays = table.board().rules().plays(hand, course.trick());
    let is_bomb = |combo: &&Combo| table.board().rules().has_factor(combo.kind());
    match course.trick() {
        rules::Trick::Lead => {
            plays.iter().max_by_key(|play| (!is_bomb(play), play.len(), std::cmp::Reverse(play.key().index()))).copied()
        }
        _ => plays.iter().filter(|play| !is_bomb(play)).min_by_key(|play| play.key().index()).copied(),
    }
}

/// Deals hands one after the other: the deck that one leaves is used for the next.
fn recycled_deals(hands: u64) -> Vec<Deal> {
    let mut last = None;
    let mut deals = Vec::new();
    for number in 0..hands {
        let deal = Dealer::Recycled.deck(last.as_ref(), &mut Seed(number).rng()).deal();
        deals.push(deal);
        let mut table = Table::at_lead(Ruleset::CLASSIC, deal);
        while table.board().stage() == Stage::Play {
            table.act(Action::Play(simple_play(&table))).unwrap();
        }
        last = Some(Deck::gather(&table));
    }
    deals
}

/// The gathered deck depends on how hands are played, so the bounds are wide.
#[test]
fn a_recycled_deck_deals_many_bombs() {
    let (mean, _) = mean_and_error(recycled_deals(deal_count() / 4).into_iter().skip(50));
    assert!((2.4..5.0).contains(&mean[4]), "{mean:?}");
    assert!((0.9..=1.0).contains(&mean[5]), "{mean:?}");
    // Random deals have 0.023.
    assert!((0.12..0.4).contains(&mean[6]), "{mean:?}");
}

#[test]
fn a_recycled_deck_without_a_last_hand_is_shuffled() {
    let deal = |dealer: Dealer| dealer.deck(None, &mut Seed(3).rng()).deal();
    assert_eq!(deal(Dealer::Recycled), deal(Dealer::Random));
    assert_eq!(deal(Dealer::Random), Deal::shuffled(&mut Seed(3).rng()));
}

/// Nothing was played: the deck is the three hands and the bottom, each low to high, and a cut keeps their order.
#[test]
fn a_gathered_deck_keeps_its_order_over_the_cut() {
    let threes: Hand = "3333444455556666T".parse().unwrap();
    let sevens: Hand = "77778888999TTTJJJ".parse().unwrap();
    let rest = Hand::DECK.minus(threes).unwrap().minus(sevens).unwrap();
    let bottom: Hand = "9QK".parse().unwrap();
    let deal = Deal::new([threes, sevens, rest.minus(bottom).unwrap()], bottom).unwrap();
    let mut table = Table::new(Ruleset::CLASSIC, deal, Chair::First);
    for _ in 0..3 {
        table.act(Action::Call(Call::Pass)).unwrap();
    }
    let last = Deck::gather(&table);
    let order = "3333444455556666T 77778888999TTTJJJ JQQQKKKAAAA2222XD 9QK";
    let cards: Vec<char> = order.chars().filter(|letter| *letter != ' ').collect();
    let cuts = (10..=44).map(|cut| {
        let at = |from: usize, size: usize| {
            let text: String = (from..from + size).map(|place| cards[(place + cut) % 54]).collect();
            text.parse::<Hand>().unwrap()
        };
        Deal::new([at(0, 17), at(17, 17), at(34, 17)], at(51, 3)).unwrap()
    });
    let cuts: Vec<Deal> = cuts.collect();
    for seed in 0..100 {
        let next = Dealer::Recycled.deck(Some(&last), &mut Seed(seed).rng()).deal();
        assert!(cuts.contains(&next), "{next:?}");
    }
}
