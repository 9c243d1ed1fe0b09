//! Goes through all hands of 20 cards and prints the most leads that any of them has: the proof of `PLAYS_MAX`.
//!
//! Twenty cards are enough, because a hand has every lead of its parts. One ruleset that allows everything is enough, because a permission
//! only adds combos; and an answer is a lead too. A hand is skipped for a named ruleset if the ruleset that allows everything has no more
//! leads than that ruleset's best so far.
//!
//! Run it with `cargo run --release -p rules --example widest_lead`. With names of rulesets after it, only those and the ruleset that
//! allows everything are counted.

use std::thread;

use rules::movegen::HAND_MAX;
use rules::{Hand, Rank, Ruleset};

const PERMISSIVE_RULESET: &str = "classic wing-copies=4 wings-rocket=yes wings-lengthen=yes wings-quad-as-pairs=yes \
                        four-rocket=yes shuttle=yes shuttle-wings=yes";

#[derive(Clone, Copy)]
struct WidestLead {
    rules: Ruleset,
    leads: u32,
    hand: Hand,
}

struct HandSearch {
    /// The rulesets with their best hands. The first allows everything, and is compared before the others.
    widest: Vec<WidestLead>,
    hands: u64,
    /// The number of cards from each rank upwards.
    above: [u32; Rank::COUNT + 1],
}

fn count_leads(rules: &Ruleset, hand: Hand) -> u32 {
    let mut count = 0;
    rules.each_lead(hand, |_| count += 1);
    count
}

impl HandSearch {
    fn new(named: &[Ruleset]) -> HandSearch {
        let anything: Ruleset = PERMISSIVE_RULESET.parse().expect("a ruleset");
        let others =
            if named.is_empty() { Ruleset::DISTINCT_PLAYS.into_iter().copied().collect() } else { named.to_vec() };
        let widest = [anything]
            .into_iter()
            .chain(others)
            .map(|rules| WidestLead { rules, leads: 0, hand: Hand::EMPTY })
            .collect();
        let mut above = [0; Rank::COUNT + 1];
        for rank in Rank::all().rev() {
            above[rank.index()] = above[rank.index() + 1] + u32::from(rank.copies());
        }
        HandSearch { widest, hands: 0, above }
    }

    /// Looks at every hand that holds `hand` and `missing` more cards of the ranks from `index` upwards.
    fn search_completions(&mut self, hand: Hand, index: usize, missing: u32) {
        if missing == 0 {
            return self.compare_leads(hand);
        }
        if missing > self.above[index] {
            return;
        }
        let rank = Rank::from_index(index).expect("cards are missing, so there are ranks left");
        for copies in 0..=u32::from(rank.copies()).min(missing) {
            let group = Hand::of(rank, copies as u8).expect("as many as the deck has");
            self.search_completions(hand.plus(group).expect("each rank is added once"), index + 1, missing - copies);
        }
    }

    fn compare_leads(&mut self, hand: Hand) {
        self.hands += 1;
        let most = count_leads(&self.widest[0].rules, hand);
        for widest in &mut self.widest {
            if most > widest.leads {
                let leads = count_leads(&widest.rules, hand);
                if leads > widest.leads {
                    (widest.leads, widest.hand) = (leads, hand);
                }
            }
        }
    }
}

fn main() {
    let named: Vec<Ruleset> = std::env::args().skip(1).map(|name| name.parse().expect("a ruleset")).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    // The counts of the four lowest ranks divide the work into 625 parts, which the workers share.
    let parts: Vec<Hand> = (0..625_u32)
        .map(|number| {
            let counts = [number % 5, number / 5 % 5, number / 25 % 5, number / 125].map(|count| count as u8);
            let mut hand = [0; Rank::COUNT];
            hand[..4].copy_from_slice(&counts);
            Hand::from_counts(hand).expect("at most four of each")
        })
        .collect();
    let searches: Vec<HandSearch> = thread::scope(|scope| {
        let (parts, named) = (&parts, &named);
        let started: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mut search = HandSearch::new(named);
                    for part in parts.iter().skip(worker).step_by(workers) {
                        search.search_completions(*part, 4, HAND_MAX - part.len());
                    }
                    search
                })
            })
            .collect();
        started.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    println!("{} hands of {HAND_MAX} cards", searches.iter().map(|search| search.hands).sum::<u64>());
    for row in 0..searches[0].widest.len() {
        let widest = searches.iter().map(|search| search.widest[row]).max_by_key(|widest| widest.leads);
        let WidestLead { rules, leads, hand } = widest.expect("there is a worker");
        println!("{leads:>5} {hand} {rules}");
    }
}
