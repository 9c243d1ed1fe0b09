//! The chances of draws are compared with lists made rank by rank. Evidence points where a person at the table would expect, and absurd
//! acts leave the true deal possible.

use std::collections::BTreeMap;

use engine::opponents::belief::{Belief, BeliefConfig, GUESSES_PER_WORLD, World};
use rules::{Chair, Hand, Rank, Ruleset, Seat, Seed, Table, View};

use crate::cover::each_draw;
use crate::game::{dealt_table, each_turn, random_action, rounds, view};

fn deal_ways(view: &View) -> BTreeMap<[u64; 3], u64> {
    let me = view.seat().unwrap();
    let others = [me.next(), me.previous()];
    let known = others.map(|seat| view.known_cards(seat));
    let unknown = [0, 1].map(|place| view.course().left(others[place]) - known[place].len());
    let open = view.unseen().minus(known[0]).and_then(|open| open.minus(known[1])).unwrap();
    let mut found = BTreeMap::new();
    each_draw(open, unknown[0], &mut |first, ways| {
        let rest = open.minus(first).unwrap();
        each_draw(rest, unknown[1], &mut |second, more| {
            let hands = [known[0].plus(first), known[1].plus(second), rest.minus(second)];
            found.insert(hands.map(|hand| hand.unwrap().bits()), ways * more);
        });
    });
    found
}

fn world_key(view: &View, world: &World) -> [u64; 3] {
    let me = view.seat().unwrap();
    let others = [me.next(), me.previous()].map(|seat| world.hand(seat));
    let gone = others.iter().fold(view.unseen(), |left, &hand| left.minus(hand).expect("worlds agree with the view"));
    [others[0], others[1], gone].map(Hand::bits)
}

/// Checks by Pearson's test that counts agree with chances, within 4.5 standard deviations.
fn check_chances(name: &str, counts: &BTreeMap<[u64; 3], u64>, chances: &BTreeMap<[u64; 3], f64>) {
    let draws: u64 = counts.values().sum();
    assert!(counts.keys().all(|key| chances.contains_key(key)), "{name}: a world that cannot be");
    let (mut sum, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut cell = |expected: f64, found: f64| sum += (found - expected).powi(2) / expected;
    for (key, chance) in chances {
        let (expected, found) = (chance * draws as f64, counts.get(key).copied().unwrap_or(0) as f64);
        if expected < 10.0 {
            rare = (rare.0 + expected, rare.1 + found);
            continue;
        }
        cell(expected, found);
        cells += 1;
    }
    if rare.0 > 1.0 {
        cell(rare.0, rare.1);
        cells += 1;
    }
    let freedom = f64::from(cells - 1);
    let off = (sum - freedom) / (2.0 * freedom).sqrt();
    assert!(cells > 1 && off.abs() < 4.5, "{name}: chi-square {sum} with {freedom} degrees of freedom");
}

fn count_worlds(view: &View, worlds: impl Iterator<Item = World>) -> BTreeMap<[u64; 3], u64> {
    let mut counts = BTreeMap::new();
    worlds.for_each(|world| *counts.entry(world_key(view, &world)).or_insert(0) += 1);
    counts
}

const FEW_UNSEEN_LINES: [&str; 5] = [
    "me=landlord hand=34 left=2,5,3 unseen=33446778",
    "me=landlord hand=34 left=2,2,6 unseen=5556667X",
    "me=down hand=KK left=4,2,4 bottom=3AD unseen=33478TAD",
    "me=up hand=KK left=3,3,2 bottom=24D unseen=24678D",
    "me=up hand=9 left=1,4,1 unseen=4444T",
];

#[test]
fn uniform_draws_are_those_of_a_shuffled_deck() {
    // In the last position more cards are unseen than the two others hold.
    let missing = "me=up hand=AA left=2,3,2 played=3333444455556666/77778888TTTTJ/KKKKJJJQQQQ";
    assert!(view(missing).gone_unseen() > 0);
    for line in FEW_UNSEEN_LINES.into_iter().chain([missing]) {
        let view = view(line);
        let ways = deal_ways(&view);
        let all: u64 = ways.values().sum();
        let chances = ways.iter().map(|(&key, &ways)| (key, ways as f64 / all as f64)).collect();
        let belief = Belief::new(&view, Seed(3)).unwrap();
        let draws = rounds(20_000);
        let counts = count_worlds(&view, (0..draws).map(|index| belief.world_of_guesses(index, 1)));
        check_chances(line, &counts, &chances);
    }
}

#[test]
fn deal_lists_are_complete_and_weighed_by_ways() {
    for line in FEW_UNSEEN_LINES {
        let view = view(line);
        let ways = deal_ways(&view);
        let mut belief = Belief::with_config(&view, Seed(1), BeliefConfig::UNIFORM).unwrap();
        let listed = belief.enumerate_deals().unwrap_or_else(|| panic!("{line}: few deals"));
        let found: BTreeMap<_, _> =
            listed.iter().map(|(world, weight)| (world_key(&view, world), u64::from(*weight))).collect();
        assert_eq!(found.len(), listed.len(), "{line}: each deal once");
        let unit = found.values().zip(ways.values()).map(|(weight, ways)| weight / ways).next().unwrap();
        let expected: BTreeMap<_, _> = ways.iter().map(|(&key, &ways)| (key, ways * unit)).collect();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn too_many_deals_are_not_listed() {
    let listed = |line: &str| Belief::new(&view(line), Seed(1)).unwrap().enumerate_deals().map(<[_]>::len);
    // 13 different ranks: C(13, 6) = 1,716. 14 of them: C(14, 7) = 3,432.
    assert_eq!(listed("me=landlord hand=33 left=2,6,7 unseen=456789TJQKA2X"), Some(1716));
    assert_eq!(listed("me=landlord hand=33 left=2,7,7 unseen=456789TJQKA2XD"), None);
    // The hands have room for fewer cards than are unseen.
    assert_eq!(Belief::new(&"me=up hand=33 left=1,1,2".parse().unwrap(), Seed(1)).unwrap().enumerate_deals(), None);
}

/// Returns a hand near its end, as the landlord sees it: there is much evidence.
fn late_view() -> View {
    let table: Table = "deal=3345799TJJJQAA22D/3456788899TTKKA22/3445566677TJQQQKX/8KA \
        plays=4,8,T,J,K,-,-,34567,-,789TJ,-,-,5,K,-,D,-,-,9,A,-,2,-,X,-,-,44556677,-,-,6,J"
        .parse()
        .unwrap();
    table.view(Chair::First)
}

#[test]
fn deal_weights_are_ways_times_evidence() {
    let view = late_view();
    let mut belief = Belief::new(&view, Seed(1)).unwrap();
    let listed = belief.enumerate_deals().expect("few cards are left").to_vec();
    let ways = Belief::with_config(&view, Seed(1), BeliefConfig::UNIFORM).unwrap().enumerate_deals().unwrap().to_vec();
    assert_eq!(listed.len(), ways.len());
    let share = |(world, ways): &(World, u32)| f64::from(*ways) * (f64::from(belief.weight(world)) / 64.0).exp2();
    let sum: f64 = ways.iter().map(share).sum();
    let all: f64 = listed.iter().map(|listed| f64::from(listed.1)).sum();
    for (mine, plain) in listed.iter().zip(&ways) {
        assert_eq!(mine.0, plain.0);
        let (expected, found) = (share(plain) / sum, f64::from(mine.1) / all);
        assert!((expected - found).abs() < 1e-4 + 1e-3 * expected, "{:?}: {found} for {expected}", mine.0);
    }
}

#[test]
fn worlds_among_more_guesses_come_closer_to_the_list() {
    let view = late_view();
    let mut belief = Belief::new(&view, Seed(1)).unwrap();
    let listed = belief.enumerate_deals().unwrap().to_vec();
    let all: f64 = listed.iter().map(|listed| f64::from(listed.1)).sum();
    let chances: BTreeMap<_, _> =
        listed.iter().map(|(world, weight)| (world_key(&view, world), f64::from(*weight) / all)).collect();
    let draws = rounds(5_000);
    let distance = |counts: BTreeMap<[u64; 3], u64>| {
        let share = |key| counts.get(key).copied().unwrap_or(0) as f64 / f64::from(draws);
        chances.iter().map(|(key, chance)| (share(key) - chance).abs()).sum::<f64>() / 2.0
    };
    let uniform = distance(count_worlds(&view, belief.uniform_worlds(0).take(draws as usize)));
    let [one, few, many] = [1, GUESSES_PER_WORLD, 64]
        .map(|count| distance(count_worlds(&view, (0..draws).map(|index| belief.world_of_guesses(index, count)))));
    assert!(many < few && few < one && one < uniform && 5.0 * many < uniform, "{uniform} {one} {few} {many}");
}

#[test]
fn weighted_guesses_have_the_mean_of_uniform_draws() {
    // Draws may lean in any way, the weighted mean stays about the same.
    let view = late_view();
    let belief = Belief::new(&view, Seed(1)).unwrap();
    let jack = |world: &World| f64::from(world.hand(Seat::Up).count(Rank::JACK));
    let count = rounds(40_000) as usize;
    let (mut sums, mut most) = ([[0.0; 2]; 2], i32::MIN);
    let leaning: Vec<(World, i32)> = belief.guesses(0).take(count).collect();
    let uniform: Vec<(World, i32)> =
        belief.uniform_worlds(1).take(count).map(|world| (world, belief.weight(&world))).collect();
    leaning.iter().chain(&uniform).for_each(|guess| most = most.max(guess.1));
    for (sums, guesses) in sums.iter_mut().zip([&leaning, &uniform]) {
        for (world, weight) in guesses {
            let weight = (f64::from(weight - most) / 64.0).exp2();
            *sums = [sums[0] + weight, sums[1] + weight * jack(world)];
        }
    }
    let [leaning, uniform] = sums.map(|[all, jacks]| jacks / all);
    assert!((leaning - uniform).abs() < 0.05, "{leaning} jacks with leaning draws, {uniform} with uniform ones");
}

/// Returns the mean of a number over believed worlds, divided by that over uniform ones.
fn ratio_to_uniform(line: &str, number: impl Fn(&World) -> u8) -> f64 {
    let belief = Belief::new(&view(line), Seed(1)).unwrap();
    let sum = |worlds: &mut dyn Iterator<Item = World>| worlds.map(|world| u32::from(number(&world))).sum::<u32>();
    let believed = sum(&mut (0..8_000).map(|index| belief.world(index)));
    f64::from(believed) / f64::from(sum(&mut belief.uniform_worlds(0).take(8_000)))
}

#[test]
fn plays_and_calls_change_the_odds_of_held_cards() {
    for (line, seat, rank, most) in [
        // A player who passes on a high pair holds the next pair less often.
        ("me=landlord hand=345566789TJJKA22XD bottom=34K plays=QQ,-,-", Seat::Down, Rank::KING, 2),
        // A player who answers with a queen holds two more queens less often.
        ("me=up hand=334455667789JJK2X bottom=34K plays=3,Q", Seat::Down, Rank::QUEEN, 4),
        // A player who leads a ten holds two more tens less often.
        ("me=up hand=334556667789JJK2X bottom=9KK plays=T", Seat::Landlord, Rank::TEN, 4),
    ] {
        let pairs = ratio_to_uniform(line, |world| u8::from((2..=most).contains(&world.hand(seat).count(rank))));
        assert!(pairs < 0.95, "{line}: {pairs}");
    }
    // A player who calls three holds more big cards.
    let line = "me=first hand=334455667789JJK2X calls=no,3 bottom=34K";
    let held = |world: &World, rank| world.hand(Seat::Landlord).count(rank);
    let big = ratio_to_uniform(line, |world| held(world, Rank::TWO) + held(world, Rank::BIG_JOKER));
    assert!(big > 1.05, "{big}");
}

#[test]
fn random_histories_leave_the_true_deal_possible() {
    // All seats play at random, against the usual habits.
    let mut positions = 0;
    for game in 0..u64::from(rounds(15)) {
        let seed = Seed(60).stream(game);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt_table(Ruleset::CLASSIC, seed), |table, view| {
            let mut belief = Belief::new(view, seed);
            if let Some(listed) = belief.as_mut().and_then(Belief::enumerate_deals) {
                let truth = Seat::ALL.map(|seat| table.hand_of(seat).unwrap());
                let truth = listed.iter().find(|listed| listed.0.hands() == truth);
                assert!(truth.is_some_and(|truth| truth.1 > 0), "the truth is listed");
                assert!(listed.iter().try_fold(0u32, |sum, listed| sum.checked_add(listed.1)).is_some());
                positions += 1;
            }
            random_action(view, &mut rng)
        });
    }
    assert!(positions > 50, "{positions}");
}
