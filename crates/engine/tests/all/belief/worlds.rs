//! After random events, in many rulesets and with missing history, each world passes the view's own checks. Under a dealer that shuffles little,
//! worlds have about as many bombs as its deals.

use engine::opponents::belief::{Belief, BeliefConfig, GUESSES_PER_WORLD, World};
use engine::turn_facts::TurnFacts;
use rules::{Chair, Dealer, Hand, Rank, Ruleset, Seat, Seed, Stage, Table, View};

use crate::game::{dealt_table, each_turn, random_action, rounds, takeover};

fn check_world(view: &View, world: World) {
    assert_eq!(World::new(view, world.hands()), Some(world), "{view}");
}

/// Returns rulesets, as they are and with an auction, doublings and open hands, and `classic` with cards passed on.
fn rulesets() -> Vec<Ruleset> {
    let with = |rules: Ruleset, key: &str, value: &str| rules.with(key, value).unwrap();
    let auctions = ["score", "call-rob", "take-it"];
    let rulesets = Ruleset::DISTINCT_PLAYS.into_iter().zip(auctions.into_iter().cycle());
    let passing = ["next", "previous"].map(|to| with(Ruleset::CLASSIC, "pass-on", to));
    rulesets
        .flat_map(|(&rules, auction)| {
            let open = with(with(with(rules, "auction", auction), "doubling", "super"), "open-hand", "yes");
            [rules, open, with(open, "open-hand", "deal")]
        })
        .chain(passing)
        .collect()
}

#[test]
fn worlds_agree_with_all_known_cards() {
    let (mut complete, mut partial, mut open, mut peasants) = (0, 0, 0, 0);
    for (index, rules) in rulesets().into_iter().enumerate() {
        for game in 0..u64::from(rounds(2)) {
            let seed = Seed(40 + index as u64).stream(game);
            let mut rng = seed.stream(1).rng();
            each_turn(&mut dealt_table(rules, seed), |_, view| {
                match Belief::new(view, seed) {
                    None => assert_eq!(view.seat(), None, "{view}"),
                    Some(belief) => {
                        (0..3).for_each(|index| check_world(view, belief.world(index)));
                        belief.uniform_worlds(0).take(2).for_each(|world| check_world(view, world));
                        complete += 1;
                        let opened = |seat: &Seat| view.is_open(*seat);
                        open += u32::from(Seat::ALL.iter().any(opened));
                        peasants += u32::from([Seat::Down, Seat::Up].iter().any(opened));
                    }
                }
                if view.board().stage() == Stage::Play {
                    // The view knows the played cards of none of the others, of one, or of both.
                    let me = view.seat().expect("cards are played");
                    for steps in 0..3 {
                        let present = takeover(view, |seat| seat == me || me.steps_to(seat) <= steps);
                        let belief = Belief::new(&present, seed).expect("there is a landlord");
                        (0..2).for_each(|index| check_world(&present, belief.world(index)));
                        partial += u32::from(present.gone_unseen() > 0);
                    }
                }
                random_action(view, &mut rng)
            });
        }
    }
    assert!(complete > 600 && partial > 800 && open > 40 && peasants > 10, "{complete} {partial} {open} {peasants}");
}

#[test]
fn a_takeover_learns_from_the_acts_after_it() {
    let mut changed = 0;
    for game in 0..u64::from(rounds(30)) {
        let seed = Seed(50).stream(game);
        let mut rng = seed.stream(1).rng();
        let mut table = dealt_table(Ruleset::CLASSIC, seed);
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
                        check_world(late, belief.world(0));
                        changed += u32::from((0..8).any(|index| belief.world(index) != uniform.world(index)));
                    }
                }
            }
            random_action(view, &mut rng)
        });
    }
    assert!(changed > 50, "in {changed} positions the evidence changed a world");
}

#[test]
fn a_world_depends_on_its_number_and_the_seed_alone() {
    let view: View = "me=landlord hand=4556789JJQQKKA2D bottom=78D plays=33,44,-,55,-,JJ".parse().unwrap();
    let first = Belief::new(&view, Seed(1)).unwrap();
    let forward: Vec<World> = (0..200).map(|index| first.world(index)).collect();
    let mut second = Belief::new(&"me=up hand=3344 left=5,4,4".parse().unwrap(), Seed(9)).unwrap();
    second.renew(&TurnFacts::of(&view).unwrap(), Seed(1), BeliefConfig::FITTED);
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
        assert!(first.guesses(index as u32).take(GUESSES_PER_WORLD as usize).any(|guess| guess.0 == *world));
    }
}

#[test]
fn impossible_worlds_are_refused() {
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

fn hidden_fours(hand: impl Fn(Seat) -> Hand) -> f64 {
    [Seat::Down, Seat::Up].map(|seat| hand(seat).at_least(4).len()).iter().sum::<u32>().into()
}

#[test]
fn worlds_have_about_as_many_bombs_as_deals() {
    const DEALS: u64 = 400;
    const WORLDS: u32 = 16;
    for (dealer, name) in [(Dealer::Blocks, "blocks"), (Dealer::Clusters, "clusters")] {
        let rules = Ruleset::UNSHUFFLED.with("dealer", name).unwrap();
        let (mut dealt, mut believed, mut shuffled) = (0.0, 0.0, 0.0);
        for number in 0..DEALS {
            let seed = Seed(77).stream(number);
            let table = Table::at_lead(rules, dealer.deck(None, &mut seed.rng()).deal());
            let view = table.view(Chair::First);
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
fn guesses_with_the_same_jokers_weigh_the_same() {
    // Without an act, all of the dealer's draws with the same jokers weigh the same: jokers are weighed, not drawn.
    let rules = Ruleset::UNSHUFFLED;
    let table = Table::at_lead(rules, Dealer::Blocks.deck(None, &mut Seed(3).rng()).deal());
    let view = table.view(Chair::First);
    let belief = Belief::new(&view, Seed(1)).unwrap();
    let jokers = |world: &World| {
        [Seat::Down, Seat::Up].map(|seat| {
            let hand = world.hand(seat);
            [Rank::SMALL_JOKER, Rank::BIG_JOKER].map(|joker| hand.count(joker))
        })
    };
    let mut seen: Vec<_> = belief.guesses(0).take(300).map(|(world, weight)| (jokers(&world), weight)).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut held: Vec<_> = seen.iter().map(|guess| guess.0).collect();
    held.dedup();
    assert_eq!(held.len(), seen.len(), "the same jokers weigh differently: {seen:?}");
}
