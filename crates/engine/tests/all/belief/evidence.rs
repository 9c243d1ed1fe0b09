//! Evidence points where a person at the table would expect, and absurd acts leave every deal possible.

use engine::opponents::belief::{Belief, BeliefConfig, World};
use rules::{Hand, Rank, Ruleset, Seat, Seed, View};

use crate::game::{dealt, each_turn, random, rounds};

/// Computes the mean of a number over uniform worlds and over believed ones.
fn means(line: &str, number: impl Fn(&World) -> u32) -> (f64, f64) {
    let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let belief = Belief::new(&view, Seed(1)).unwrap();
    let uniform: u32 = belief.uniform(0).take(8_000).map(|world| number(&world)).sum();
    let believed: u32 = (0..8_000).map(|index| number(&belief.world(index))).sum();
    (f64::from(uniform) / 8_000.0, f64::from(believed) / 8_000.0)
}

#[track_caller]
fn check_more(line: &str, number: impl Fn(&World) -> u32) {
    let (uniform, believed) = means(line, number);
    assert!(believed > uniform * 1.05, "{line}: {believed} against {uniform}");
}

#[track_caller]
fn check_less(line: &str, number: impl Fn(&World) -> u32) {
    let (uniform, believed) = means(line, number);
    assert!(believed < uniform * 0.95, "{line}: {believed} against {uniform}");
}

fn held(seat: Seat, cards: &'static str) -> impl Fn(&World) -> u32 {
    let cards: Hand = cards.parse().unwrap();
    move |world| cards.ranks().map(|rank| u32::from(world.hand(seat).count(rank))).sum()
}

#[test]
fn who_lets_a_high_pair_go_rarely_has_the_next() {
    let kings = |world: &World| u32::from(world.hand(Seat::Down).count(Rank::KING) == 2);
    check_less("me=landlord hand=345566789TJJKA22XD bottom=34K plays=QQ,-,-", kings);
}

#[test]
fn who_answers_with_a_queen_has_not_torn_a_triple() {
    let two_left = |world: &World| u32::from(world.hand(Seat::Down).count(Rank::QUEEN) >= 2);
    check_less("me=up hand=334455667789JJK2X bottom=34K plays=3,Q", two_left);
}

#[test]
fn who_leads_a_ten_has_no_triple_of_them() {
    let two_left = |world: &World| u32::from(world.hand(Seat::Landlord).count(Rank::TEN) >= 2);
    check_less("me=up hand=334556667789JJK2X bottom=9KK plays=T", two_left);
}

#[test]
fn who_calls_three_holds_big_cards() {
    let line = "me=first hand=334455667789JJK2X calls=no,3 bottom=34K";
    check_more(line, held(Seat::Landlord, "2D"));
}

#[test]
fn absurd_histories_leave_every_deal_possible() {
    // All seats play at random: their plays contradict all habits.
    let mut positions = 0;
    for game in 0..u64::from(rounds(15, 500)) {
        let seed = Seed(60).stream(game);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt(Ruleset::CLASSIC, seed), |table, view| {
            if let Some(mut belief) = Belief::new(view, seed) {
                for index in 0..3 {
                    assert!(World::new(view, belief.world(index).hands()).is_some());
                }
                if let Some(listed) = belief.enumerated() {
                    let truth = Seat::ALL.map(|seat| table.hand_of(seat).unwrap());
                    let truth = listed.iter().find(|listed| listed.0.hands() == truth);
                    assert!(truth.is_some_and(|truth| truth.1 > 0), "the truth is listed");
                    assert!(listed.iter().try_fold(0u32, |sum, listed| sum.checked_add(listed.1)).is_some());
                    positions += 1;
                }
            }
            random(view, &mut rng)
        });
    }
    assert!(positions > 50, "{positions}");
}

#[test]
fn without_trust_every_guess_is_as_good() {
    let view: View = "me=landlord hand=3445566789TJQKKA22X bottom=34K plays=3,-,-".parse().unwrap();
    let belief = Belief::with_config(&view, Seed(1), BeliefConfig::UNIFORM).unwrap();
    assert!((0..100).all(|index| belief.weight(&belief.world(index)) == 0));
    // Each of the four guesses is chosen about as often.
    let mut chosen = [0; 4];
    for index in 0..4_000 {
        let world = belief.world(index);
        let place = belief.guesses(index).take(4).position(|guess| guess == (world, 0));
        chosen[place.expect("one of the guesses")] += 1;
    }
    assert!(chosen.iter().all(|&count| (900..1_100).contains(&count)), "{chosen:?}");
}
