//! Calls, doublings and shows: they depend on the hand, and each temperament bids on middling hands as often as published.

use std::sync::OnceLock;

use engine::bid;
use engine::{Decision, Persona, Scratch, Strength, decide};
use rules::{Action, Call, Chair, Deal, Hand, Rng, Ruleset, Seed, Stage, View};

use crate::game::{dealt_table, is_full_run, persona, rounds, with_auction};

const AUCTIONS: [&str; 5] = ["score", "first-score", "rounds", "call-rob", "take-it"];
/// A player of each temperament, and the published share of middling hands that it bids on.
const BID_SHARES: [(&str, f64); 4] =
    [("casual", 0.5), ("casual-hesitant", 0.1), ("casual-patient", 0.3), ("casual-hasty", 0.9)];

/// Returns hands of 17 cards by the expected quarter points, weakest first.
fn hands() -> &'static [(Hand, Strength)] {
    static HANDS: OnceLock<Vec<(Hand, Strength)>> = OnceLock::new();
    HANDS.get_or_init(|| {
        let mut rng = Seed(21).rng();
        let deals = (0..rounds(2_000)).map(|_| Deal::shuffled(&mut rng).hand(Chair::First));
        let mut hands: Vec<_> = deals.map(|hand| (hand, bid::strength(hand, &Ruleset::CLASSIC))).collect();
        hands.sort_by_key(|(_, strength)| strength.points);
        hands
    })
}

/// Returns shares by decile of strength; `ask` gets the hand and a seed of its own.
fn by_decile(mut ask: impl FnMut(Hand, Seed) -> f64) -> [f64; 10] {
    let hands = hands();
    let mut deciles = [0.0; 10];
    for (index, &(hand, _)) in hands.iter().enumerate() {
        deciles[index * 10 / hands.len()] += ask(hand, Seed(22).stream(index as u64));
    }
    deciles.map(|sum| sum * 10.0 / hands.len() as f64)
}

/// Checks that a share falls from decile to decile by no more than chance allows: three deviations of a difference of shares.
fn assert_shares_rise(what: &str, deciles: &[f64; 10]) {
    let each = hands().len() as f64 / 10.0;
    for pair in deciles.windows(2) {
        let share = pair[0].clamp(0.02, 0.98);
        let chance = 3.0 * (2.0 * share * (1.0 - share) / each).sqrt();
        assert!(pair[1] > pair[0] - chance, "{what}: {deciles:?}");
    }
    assert!(deciles[9] > deciles[0], "{what} does not depend on the hand: {deciles:?}");
}

fn first_decision(rules: Ruleset, hand: Hand, persona: &Persona, seed: Seed, scratch: &mut Scratch) -> Decision {
    decide(&View::dealt(rules, Chair::First, hand).unwrap(), persona, seed, scratch).unwrap()
}

fn first_call(rules: Ruleset, hand: Hand, persona: &Persona, seed: Seed, scratch: &mut Scratch) -> Call {
    match first_decision(rules, hand, persona, seed, scratch).action {
        Action::Call(call) => call,
        other => panic!("{other:?} is no call"),
    }
}

#[test]
fn bids_rise_with_the_hand_and_meet_the_published_rates() {
    let mut scratch = Scratch::new();
    for auction in AUCTIONS {
        let rules = with_auction(auction);
        for (name, published) in BID_SHARES {
            let player = persona(name);
            let deciles =
                by_decile(|hand, seed| f64::from(first_call(rules, hand, &player, seed, &mut scratch) != Call::Pass));
            let what = format!("{auction} {name}");
            assert_shares_rise(&what, &deciles);
            let middling = f64::midpoint(deciles[4], deciles[5]);
            assert!((middling - published).abs() <= 0.1, "{what}: {middling} over middling hands, not {published}");
            // Every temperament mostly passes on the worst tenth of hands and mostly bids on the best.
            assert!(deciles[0] < 0.1 && deciles[9] > 0.9, "{what}: {deciles:?}");
        }
    }
}

/// The Journey is left out: its shares count all hands.
#[test]
fn middling_hands_of_plain_rulesets_are_bid_on_as_published() {
    let mut scratch = Scratch::new();
    for rules in Ruleset::NATURAL.into_iter().filter(|rules| rules.is_plain()) {
        let own = |seed: u64| rules.dealer().deck(None, &mut Seed(24).stream(seed).rng()).deal().hand(Chair::Second);
        let own = (0..hands().len() as u64).map(own);
        let mut hands: Vec<_> = own.map(|hand| (hand, bid::strength(hand, rules).points)).collect();
        hands.sort_by_key(|hand| hand.1);
        let middling = &hands[hands.len() * 2 / 5..hands.len() * 3 / 5];
        for (name, published) in BID_SHARES {
            let player = persona(name);
            // The number of draws hardly depends on the number of hands.
            let asked = (rounds(400) as usize).div_ceil(middling.len()) * middling.len();
            let bids = |index: &usize| {
                let (hand, seed) = (middling[index % middling.len()].0, Seed(23).stream(*index as u64));
                first_call(*rules, hand, &player, seed, &mut scratch) != Call::Pass
            };
            let share = (0..asked).filter(bids).count() as f64 / asked as f64;
            // The full run has more draws, so its share is closer.
            let far = if is_full_run() { 0.05 } else { 0.08 };
            assert!((share - published).abs() <= far, "{rules} {player}: {share}, not {published}");
        }
    }
}

#[test]
fn higher_scores_are_called_on_better_hands() {
    let (rules, player) = (with_auction("score"), persona("casual"));
    let mut scratch = Scratch::new();
    let mut points = [const { Vec::new() }; 4];
    for (index, &(hand, strength)) in hands().iter().enumerate() {
        let call = first_call(rules, hand, &player, Seed(22).stream(index as u64), &mut scratch);
        let score = if let Call::Score(score) = call { usize::from(score) } else { 0 };
        points[score].push(f64::from(strength.points));
    }
    let means = points.map(|points| points.iter().sum::<f64>() / points.len() as f64);
    assert!(means.windows(2).all(|pair| pair[0] < pair[1]), "{means:?}");
}

#[test]
fn strength_follows_a_crude_count() {
    // A crude strength without the evaluator: jokers, 2s, aces and fours.
    let crude = |hand: Hand| -> i32 {
        let worth =
            [(rules::Rank::BIG_JOKER, 4), (rules::Rank::SMALL_JOKER, 3), (rules::Rank::TWO, 2), (rules::Rank::ACE, 1)];
        let high: i32 = worth.iter().map(|&(rank, worth)| i32::from(hand.count(rank)) * worth).sum();
        high + 4 * hand.at_least(4).len() as i32
    };
    let hands = hands();
    let mean = |part: &[(Hand, Strength)]| {
        part.iter().map(|&(hand, _)| f64::from(crude(hand))).sum::<f64>() / part.len() as f64
    };
    let fifths: Vec<f64> = hands.chunks(hands.len() / 5).take(5).map(mean).collect();
    assert!(fifths.windows(2).all(|pair| pair[0] < pair[1]), "{fifths:?}");
    // The measured table agrees: ranks and wins never fall as points rise.
    for pair in hands.windows(2) {
        let [(_, weaker), (_, stronger)] = pair else { unreachable!("pairs") };
        assert!(weaker.rank <= stronger.rank && weaker.wins <= stronger.wins, "{weaker:?} {stronger:?}");
        assert!((0..1000).contains(&weaker.rank) && (0..=1000).contains(&weaker.wins), "{weaker:?}");
    }
}

#[test]
fn doublings_rise_with_the_hand() {
    let mut scratch = Scratch::new();
    // The hands are sorted by the tables; the nets rank them in another order.
    for (name, low) in BID_SHARES.map(|(name, _)| (name, [0.2, 0.05])).into_iter().chain([("net", [0.3, 0.2])]) {
        let player = persona(name);
        // The landlord with 20 cards is asked first, a peasant after him.
        for (doubling, low, high) in [("super me=first", low[0], 1.0), ("double me=second raises=1", low[1], 0.5)] {
            let deciles = by_decile(|hand, seed| {
                let bottom = seed.rng().draw(Hand::DECK.minus(hand).unwrap(), 3);
                let hand = if doubling.contains("first") { hand.plus(bottom).unwrap() } else { hand };
                let view = format!("rules=classic,doubling={doubling} hand={hand} calls=3 bottom={bottom}");
                let view: View = view.parse().unwrap_or_else(|error| panic!("{view}: {error}"));
                match decide(&view, &player, seed, &mut scratch).unwrap().action {
                    Action::Raise(raise) => f64::from(raise.factor() - 1),
                    other => panic!("{other:?}"),
                }
            });
            assert_shares_rise(&format!("{name} {doubling}"), &deciles);
            assert!(deciles[0] < low && deciles[9] > high, "{deciles:?}");
        }
    }
}

#[test]
fn only_the_best_hands_are_shown() {
    let (player, mut scratch) = (persona("casual"), Scratch::new());
    let mut shown: Vec<(i32, bool)> = hands()
        .iter()
        .map(|&(hand, _)| {
            let bottom = Seed(hand.bits()).rng().draw(Hand::DECK.minus(hand).unwrap(), 3);
            let hand = hand.plus(bottom).unwrap();
            let view = format!("rules=classic,open-hand=yes me=first hand={hand} calls=3 bottom={bottom}");
            let view: View = view.parse().unwrap_or_else(|error| panic!("{view}: {error}"));
            let decision = decide(&view, &player, Seed(1), &mut scratch).unwrap();
            (bid::strength(hand, view.rules()).points, decision.action == Action::Show(true))
        })
        .collect();
    shown.sort_unstable();
    let count = shown.iter().filter(|(_, open)| *open).count();
    assert!(count > 0 && count * 20 < shown.len(), "{count} of {} hands are shown", shown.len());
    assert!(shown[..shown.len() * 9 / 10].iter().all(|(_, open)| !open), "a weak hand is shown");
}

#[test]
fn auctions_find_a_landlord_and_every_chair_has_a_chance() {
    let mut scratch = Scratch::new();
    for auction in AUCTIONS {
        let rules = with_auction(auction);
        for (name, _) in BID_SHARES {
            let player = persona(name);
            let deals = rounds(200);
            let mut landlords = [0; 3];
            for deal in 0..deals {
                let seed = Seed(23).stream(u64::from(deal));
                let mut table = dealt_table(rules, seed);
                while table.board().stage() == Stage::Auction {
                    let chair = table.board().turn().unwrap();
                    let own = seed.stream(chair.index() as u64);
                    let action = decide(&table.view(chair), &player, own, &mut scratch).unwrap().action;
                    table.act(action).unwrap();
                }
                // Without a bid the cards are dealt again, or one chair is appointed.
                let has_bid = |chair: &Chair| table.board().bidding().last_call(*chair) != Some(Call::Pass);
                if let Some(chair) = table.board().landlord().filter(has_bid) {
                    landlords[chair.index()] += 1;
                }
            }
            let shares = landlords.map(|count| f64::from(count) / f64::from(deals));
            // Hesitant players bid less often.
            let least = if name == "casual-hesitant" { 0.5 } else { 0.75 };
            assert!(shares.iter().sum::<f64>() >= least, "{auction} {name}: {shares:?}");
            assert!(shares.iter().all(|&share| share > 0.05), "{auction} {name}: {shares:?}");
        }
    }
}

#[test]
fn a_middling_hand_is_bid_on_with_about_half_of_the_seeds() {
    let (hand, _) = hands()[hands().len() / 2];
    let mut scratch = Scratch::new();
    let bids = (0..100).filter(|&seed| {
        first_call(with_auction("take-it"), hand, &persona("casual"), Seed(24).stream(seed), &mut scratch) != Call::Pass
    });
    let bids = bids.count();
    assert!((25..=75).contains(&bids), "{bids} of 100");
}

/// Checks that a player bids on about `share` of 1,000 drawn hands; `off` is the largest difference.
fn check_bid_share(rules: Ruleset, player: &Persona, [hands, share, off]: [u32; 3], seed: Seed, rng: &mut Rng) {
    let mut scratch = Scratch::new();
    let mut bids = |number: u32| {
        let hand = rng.draw(Hand::DECK, 17);
        first_call(rules, hand, player, seed.stream(number.into()), &mut scratch) != Call::Pass
    };
    let bid = (0..hands).filter(|&number| bids(number)).count() as u32 * 1000 / hands;
    assert!(bid.abs_diff(share) <= off, "{player}: {bid} of 1,000 hands, {share} are due");
}

#[test]
fn the_set_share_of_all_hands_is_bid_on() {
    let mut rng = Seed(25).rng();
    for share in [100, 300, 500, 900] {
        let player = persona("casual").with("bid-share", share as i32).unwrap();
        check_bid_share(with_auction("take-it"), &player, [rounds(2000), share, 30], Seed(26), &mut rng);
    }
}

/// In the Journey each temperament takes the seat with the published share of all hands, except the hasty one.
#[test]
fn temperaments_bid_on_their_shares_of_hands_in_the_journey() {
    let mut rng = Seed(29).rng();
    for (name, share) in [("casual", 500), ("casual-hesitant", 100), ("expert-patient", 300), ("beginner-hasty", 680)] {
        let sizes = [rounds(3000), share, 25];
        check_bid_share(Ruleset::JOURNEY, &persona(name), sizes, Seed(30), &mut rng);
    }
}

#[test]
fn the_weight_matrix_ranks_hands_for_bids() {
    for ruleset in ["classic auction=take-it", "journey"] {
        let rules: Ruleset = ruleset.parse().unwrap();
        let (mut scratch, mut rng) = (Scratch::new(), Seed(27).rng());
        let by_matrix = persona("casual").with("bid-matrix", 1).unwrap().with("bid-share", 300).unwrap();
        let by_points = by_matrix.clone().with("bid-matrix", 0).unwrap();
        let hands = rounds(1500);
        let (mut ranks, mut bids, mut otherwise) = (0, 0, 0);
        for number in 0..hands {
            let hand = rng.draw(Hand::DECK, 17);
            let seed = Seed(28).stream(number.into());
            let decision = first_decision(rules, hand, &by_matrix, seed, &mut scratch);
            ranks += decision.trace.strength.expect("a call has a strength").rank;
            let bid = decision.action != Action::Call(Call::Pass);
            bids += i32::from(bid);
            otherwise += u32::from(bid != (first_call(rules, hand, &by_points, seed, &mut scratch) != Call::Pass));
        }
        let (mean, share) = (ranks / hands as i32, bids * 1000 / hands as i32);
        assert!((470..=530).contains(&mean), "{ruleset}: ranks are even, {mean}");
        assert!((260..=340).contains(&share), "{ruleset}: {share} of 1,000 hands");
        assert!(otherwise > hands / 20, "{ruleset}: the matrix judges for itself, {otherwise} of {hands}");
    }
}
