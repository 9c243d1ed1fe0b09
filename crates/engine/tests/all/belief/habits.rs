//! Habits: what a player does more often than most tells less, and what it would have done tells more.

use engine::opponents::belief::{Belief, BeliefConfig};
use engine::{Habits, Scratch, decide};
use rules::{Hand, Rank, Ruleset, Seat, Seed, Stage, View};

use crate::game::{dealt, each_turn, experienced, persona, rounds};

/// Returns the expectation of belief for the seat's hand, by `measure`.
fn expected(view: &View, seed: Seed, config: BeliefConfig, seat: Seat, measure: &dyn Fn(Hand) -> u32) -> f64 {
    let belief = Belief::with_config(view, seed, config).unwrap();
    (0..32).map(|index| f64::from(measure(belief.world(index).hand(seat)))).sum::<f64>() / 32.0
}

#[test]
fn who_answers_with_its_highest_has_nothing_higher() {
    let view: View = "me=up hand=334455667789JJK2X bottom=34K plays=3,Q".parse().unwrap();
    let higher =
        |hand: Hand| u32::from([Rank::KING, Rank::ACE, Rank::TWO].iter().map(|&rank| hand.count(rank)).sum::<u8>());
    let mut known = [Habits::default(); 3];
    known[Seat::Down.index()] = Habits { choices: 120, highest: 120, ..Habits::default() };
    let knowing = experienced(&known, view.rules(), Seat::Up);
    let [without, with] = [BeliefConfig::FITTED, knowing].map(|config| {
        (0..100).map(|seed| expected(&view, Seed(seed), config, Seat::Down, &higher)).sum::<f64>() / 100.0
    });
    assert!(with < 0.9 * without, "{with} and not {without} kings, aces and 2s");
}

#[test]
fn what_is_always_done_tells_nothing() {
    // A player who bids with any hand is believed to hold fewer big cards than others who bid. One who never bombs is believed to hold more
    // fours than others who pass.
    let bids = Habits { auctions: 9, wanted: 9, ..Habits::default() };
    let kept = Habits { bombs: 3, bombs_kept: 3, ..Habits::default() };
    let big = |hand: Hand| {
        u32::from([Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| hand.count(rank)).sum::<u8>())
    };
    let fours = |hand: Hand| hand.at_least(4).len();
    let (bot, mut scratch) = (persona("rules"), Scratch::new());
    let mut sums = [[0.0; 2]; 2];
    for number in 0..rounds(25, 1_000) {
        let seed = Seed(4200).stream(u64::from(number));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt(Ruleset::CLASSIC, seed), |_, view| {
            let me = view.seat().filter(|&me| view.board().stage() == Stage::Play && me != Seat::Landlord);
            if let Some(me) = me.filter(|_| rng.below(4) == 0) {
                let other = if me == Seat::Down { Seat::Up } else { Seat::Down };
                for (place, seat, habits, measure) in
                    [(0, Seat::Landlord, bids, &big as &dyn Fn(Hand) -> u32), (1, other, kept, &fours)]
                {
                    let mut known = [Habits::default(); 3];
                    known[seat.index()] = habits;
                    let knowing = experienced(&known, view.rules(), me);
                    let [without, with] =
                        [BeliefConfig::FITTED, knowing].map(|config| expected(view, seed, config, seat, measure));
                    sums[place] = [sums[place][0] + without, sums[place][1] + with];
                }
            }
            decide(view, &bot, seed.stream(2), &mut scratch).unwrap().action
        });
    }
    let [[big, less], [fours, more]] = sums;
    println!(
        "big cards of who bids {big:.1}, always {less:.1}; fours of who lets stand {fours:.1}, without bombs {more:.1}"
    );
    assert!(less < big * 0.98 && more > fours * 1.05, "{big} {less} {fours} {more}");
}
