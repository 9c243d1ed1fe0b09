//! After any events, under all rules and with any part of them told, each world passes the view's own checks and is the same each time.

use engine::opponents::belief::{Belief, BeliefConfig, GUESSES, World};
use rules::{Chair, Hand, Ruleset, Seat, Seed, Stage, View};

use crate::game::{dealt, each_turn, random, rounds, takeover};

fn check_agrees(view: &View, world: World) {
    assert_eq!(World::new(view, world.hands()), Some(world), "{view}");
}

/// Returns every ruleset, with each of its auctions, doublings and open hands that can be combined.
fn rulesets() -> Vec<Ruleset> {
    let with = |rules: Ruleset, key: &str, value: &str| rules.with(key, value).unwrap();
    let auctions = ["score", "call-rob", "take-it"];
    let rulesets = Ruleset::ALL.into_iter().zip(auctions.into_iter().cycle());
    rulesets
        .flat_map(|(&rules, auction)| {
            let open = with(with(with(rules, "auction", auction), "doubling", "super"), "open-hand", "yes");
            [rules, open, with(open, "open-hand", "deal")]
        })
        .collect()
}

#[test]
fn worlds_agree_with_everything_known() {
    let (mut complete, mut partial, mut open) = (0, 0, 0);
    for (index, rules) in rulesets().into_iter().enumerate() {
        for game in 0..u64::from(rounds(2, 300)) {
            let seed = Seed(40 + index as u64).stream(game);
            let mut rng = seed.stream(1).rng();
            each_turn(&mut dealt(rules, seed), |_, view| {
                match Belief::new(view, seed) {
                    None => assert_eq!(view.seat(), None, "{view}"),
                    Some(belief) => {
                        (0..3).for_each(|index| check_agrees(view, belief.world(index)));
                        belief.uniform(0).take(2).for_each(|world| check_agrees(view, world));
                        complete += 1;
                        open += u32::from(Seat::ALL.iter().any(|&seat| view.is_open(seat)));
                    }
                }
                if view.board().stage() == Stage::Play {
                    // The played cards are told of none of the others, of one, or of both.
                    let me = view.seat().expect("cards are played");
                    for told in 0..3 {
                        let present = takeover(view, |seat| seat == me || me.steps_to(seat) <= told);
                        let belief = Belief::new(&present, seed).expect("there is a landlord");
                        (0..2).for_each(|index| check_agrees(&present, belief.world(index)));
                        partial += u32::from(present.discarded() > 0);
                    }
                }
                random(view, &mut rng)
            });
        }
    }
    println!("{complete} whole histories, {open} of them with an open hand; {partial} with cards missing");
    assert!(complete > 600 && partial > 800 && open > 40);
}

#[test]
fn whoever_takes_over_learns_from_what_it_sees_since() {
    let mut told = 0;
    for game in 0..u64::from(rounds(30, 1_000)) {
        let seed = Seed(50).stream(game);
        let mut rng = seed.stream(1).rng();
        let mut table = dealt(Ruleset::CLASSIC, seed);
        let mut late: Option<View> = None;
        each_turn(&mut table, |table, view| {
            if table.board().stage() == Stage::Play {
                match &mut late {
                    None if table.log().len() > 12 => late = Some(takeover(view, |_| false)),
                    None => {}
                    Some(late) => {
                        let event = *table.log().last().expect("a turn was played since");
                        if late.apply(event).is_err() {
                            panic!("{event:?} is legal at the table\n{late}");
                        }
                        let belief = Belief::new(late, seed).expect("there is a landlord");
                        let uniform =
                            Belief::with_config(late, seed, BeliefConfig::UNIFORM).expect("there is a landlord");
                        check_agrees(late, belief.world(0));
                        told += u32::from((0..8).any(|index| belief.world(index) != uniform.world(index)));
                    }
                }
            }
            random(view, &mut rng)
        });
    }
    assert!(told > 50, "in {told} positions the evidence changed a world");
}

#[test]
fn a_world_depends_on_its_number_alone() {
    let view: View = "me=landlord hand=4556789JJQQKKA2D bottom=78D plays=33,44,-,55,-,JJ".parse().unwrap();
    let first = Belief::new(&view, Seed(1)).unwrap();
    let forward: Vec<World> = (0..200).map(|index| first.world(index)).collect();
    let mut second = Belief::new(&"me=up hand=3344 left=5,4,4".parse().unwrap(), Seed(9)).unwrap();
    assert!(second.renew(&view, Seed(1), BeliefConfig::FITTED));
    let mut backward: Vec<World> = (0..200).rev().map(|index| second.world(index)).collect();
    backward.reverse();
    assert_eq!(forward, backward);
    let threaded: Vec<World> = std::thread::scope(|scope| {
        let half = |range: std::ops::Range<u32>| {
            let belief = &first;
            scope.spawn(move || range.map(|index| belief.world(index)).collect::<Vec<_>>())
        };
        let halves = [half(0..100), half(100..200)];
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert_eq!(forward, threaded);
    let other = Belief::new(&view, Seed(2)).unwrap();
    assert!((0..200).all(|index| other.world(index) != forward[index as usize]));
    // Each world is one of its own guesses.
    for (index, world) in forward.iter().enumerate() {
        assert!(first.guesses(index as u32).take(GUESSES as usize).any(|guess| guess.0 == *world));
    }
}

#[test]
fn what_everybody_knows_is_dealt_where_it_lies() {
    // The landlord took 3, 4 and the big joker, and has played the 3.
    let view: View = "me=up hand=3455667788JJQQKK2 bottom=34D plays=3".parse().unwrap();
    let belief = Belief::new(&view, Seed(1)).unwrap();
    let known: Hand = "4D".parse().unwrap();
    assert!((0..100).all(|index| belief.world(index).hand(Seat::Landlord).contains(known)));
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let view: View = "me=up hand=33 left=2,1,2 bottom=7XD played=33444455566667778X/7888999TTTTJJJJ9/QQQQKKKKAAAA222"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    let agrees = |hands: [&str; 3]| World::new(&view, hands.map(|hand| hand.parse().unwrap())).is_some();
    assert!(agrees(["D2", "5", "33"]));
    assert!(!agrees(["D2", "5", "44"]), "up holds 33");
    assert!(!agrees(["D", "5", "33"]), "the landlord holds two cards");
    assert!(!agrees(["25", "D", "33"]), "the landlord is known to hold D");
    assert!(!agrees(["DA", "5", "33"]), "every ace is played");
    let early = View::dealt(Ruleset::CLASSIC, Chair::First, "33445566778899TTJ".parse().unwrap()).unwrap();
    assert_eq!(World::new(&early, [Hand::EMPTY; 3]), None);
    assert!(Belief::new(&early, Seed(1)).is_none());
}
