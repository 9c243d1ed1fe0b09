use super::*;
use crate::{Persona, Scratch, decide};
use rules::{Action, Chair, Deal, Table};

/// A turn of the play: the seat, the full state, and what was done.
type PlayedTurn = (Seat, GameState, Option<Combo>);

/// A whole hand of a persona with itself: every turn, and what each seat had seen before the last.
fn hand_of(persona: &Persona, number: u64, scratch: &mut Scratch) -> (Vec<PlayedTurn>, [View; 3], [Hand; 3]) {
    let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
    let (mut turns, mut last) = (Vec::new(), None);
    while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).unwrap());
        let me = view.seat().unwrap();
        let action = decide(&view, persona, Seed(number), scratch).unwrap().action;
        let Action::Play(play) = action else { panic!("{action:?}, without an auction") };
        last = Some((Chair::ALL.map(|chair| table.view(chair)), hands, turns.len()));
        turns.push((me, GameState::new(hands, me, view.course().standing()), play));
        table.act(action).unwrap();
    }
    let (views, hands, seen) = last.expect("a hand has turns");
    turns.truncate(seen);
    (turns, views, hands)
}

#[test]
fn every_play_is_observed_as_it_was() {
    let (persona, mut scratch, mut acts) = (Persona::named("casual").unwrap(), Scratch::new(), Vec::new());
    for number in 0..40 {
        let (turns, views, hands) = hand_of(&persona, number, &mut scratch);
        for view in views {
            observe(&view, &mut acts);
            let others: Vec<&PlayedTurn> = turns.iter().filter(|turn| Some(turn.0) != view.seat()).collect();
            assert_eq!(acts.len(), others.len(), "{view}");
            for (act, (seat, then, play)) in acts.iter().zip(others) {
                assert_eq!((act.seat, act.standing, act.play), (*seat, then.standing(), *play), "{view}");
                for seat in Seat::ALL {
                    let held = hands[seat.index()].plus(act.since[seat.index()]).unwrap();
                    assert_eq!(held, then.hand(seat), "{view}");
                }
            }
        }
    }
}

#[test]
fn plays_are_observed_from_the_first_known_trick() {
    let mut view: View = "me=down hand=3344JJ left=9,6,9 standing=landlord:9".parse().unwrap();
    for (seat, play) in [(Seat::Down, ""), (Seat::Up, "T"), (Seat::Landlord, ""), (Seat::Down, ""), (Seat::Up, "5")] {
        view.apply(Event::Play(seat, Ruleset::CLASSIC.read(play.parse().unwrap()))).unwrap();
    }
    let mut acts = Vec::new();
    observe(&view, &mut acts);
    let acts: Vec<_> = acts.iter().map(|act| (act.seat, act.standing, act.play.is_some())).collect();
    let ten = Ruleset::CLASSIC.read("T".parse().unwrap()).unwrap();
    assert_eq!(acts, [(Seat::Landlord, Some((Seat::Up, ten)), false), (Seat::Up, None, true)]);
}

/// By class of play: how often it agrees with the policy, and how often not.
fn count_agreement(names: &[&str], hands: u64) -> [[u32; 2]; 3] {
    let personas: Vec<Persona> = names.iter().map(|name| Persona::named(name).unwrap()).collect();
    let (mut counts, mut scratch, mut policy) = ([[0; 2]; 3], Scratch::new(), RulePolicy::new(&Ruleset::CLASSIC));
    for number in 0..hands {
        for (_, then, play) in hand_of(&personas[number as usize % personas.len()], number, &mut scratch).0 {
            if let Some((class, agrees)) = agreement(&mut policy, &then, play) {
                counts[class][usize::from(!agrees)] += 1;
            }
        }
    }
    counts
}

/// A law, not a figure: the players that are counted are not trained, so training cannot change it.
#[test]
fn what_rule_based_players_do_more_often_speaks_for_them() {
    let (rule_based, others) = (count_agreement(&["rules"], 120), count_agreement(&["casual", "beginner"], 240));
    for ((log_odds, rule_based), others) in LOG_ODDS.iter().zip(rule_based).zip(others) {
        for (place, &log_odds) in log_odds.iter().enumerate() {
            // The share of the rule-based players against that of the others, without a division.
            let [one, other] = [(rule_based, others), (others, rule_based)]
                .map(|(one, other)| u64::from(one[place]) * u64::from(other[0] + other[1]));
            assert_ne!(log_odds, 0, "{rule_based:?} {others:?}");
            assert_eq!(log_odds > 0, one > other, "{log_odds}, but {rule_based:?} against {others:?}");
        }
    }
}

#[test]
fn every_seat_plays_on_as_its_type() {
    let (mut policy, mut otherwise) = (RulePolicy::new(&Ruleset::CLASSIC), 0);
    for (me, then, _) in hand_of(&Persona::named("casual").unwrap(), 3, &mut Scratch::new()).0 {
        let mut only = [false; 3];
        only[me.index()] = true;
        let rule_based = policy.choose(&then);
        let naive_play = naive::play(&Ruleset::CLASSIC, me, then.hand(me), then.standing(), true);
        assert_eq!(SeatPolicies::new([false; 3], only, 0).play(&then, &mut policy), Some(rule_based));
        assert_eq!(SeatPolicies::new(only, [false; 3], 0).play(&then, &mut policy), Some(naive_play));
        assert_eq!(SeatPolicies::new([false; 3], [false; 3], 0).play(&then, &mut policy), None);
        otherwise += u32::from(rule_based != naive_play);
    }
    assert!(otherwise > 3, "{otherwise}");
}

#[test]
fn worlds_with_a_rule_based_seat_fit_its_plays() {
    let config = BeliefConfig::FITTED.with_naive_prior(TypePrior::of(100)).with_rule_based_prior(TypePrior::of(500));
    let (persona, mut scratch, mut model) = (Persona::named("rules").unwrap(), Scratch::new(), OpponentModel::new());
    // By other seat, and whether it was drawn as rule-based: the summed log odds of its plays, and the number of worlds.
    let mut fits = [[(0, 0); 2]; 2];
    for number in 0..40 {
        for view in hand_of(&persona, number, &mut scratch).1 {
            let seed = Seed(number);
            model.update(&view, seed, config, &mut || false).unwrap();
            for index in 0..16 {
                let (world, policies) = model.world(index, &mut || false).unwrap();
                let OpponentModel { belief, observed, policy, .. } = &mut model;
                for (who, seat) in belief.as_ref().unwrap().others().into_iter().enumerate() {
                    let is_rule_based = policies.rule_based[seat.index()];
                    assert!(!(is_rule_based && policies.naive[seat.index()]), "{seat} is of two types: {view}");
                    let (sum, worlds) = &mut fits[who][usize::from(is_rule_based)];
                    let of_seat = observed.iter().filter(|act| act.seat == seat);
                    *sum += of_seat.map(|act| act.log_odds(policy, &world)).sum::<i32>();
                    *worlds += 1;
                }
            }
        }
    }
    for [(sum, worlds), (sum_drawn, worlds_drawn)] in fits {
        println!("{} without, {} with", sum / worlds, sum_drawn / worlds_drawn);
        assert!(worlds > 200 && worlds_drawn > 200, "{fits:?}");
        assert!(sum_drawn / worlds_drawn > sum / worlds + 64, "{fits:?}");
    }
}

#[test]
fn a_naive_seat_is_seldom_drawn_as_rule_based() {
    let drawn = |naive: TypePrior| {
        let config = BeliefConfig::FITTED.with_naive_prior(naive).with_rule_based_prior(TypePrior::of(500));
        let (mut model, mut drawn) = (OpponentModel::new(), 0);
        for number in 0..30 {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            let mut last = None;
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                let (me, standing) = (view.seat().unwrap(), view.course().standing());
                last = Some(table.view(Chair::ALL[0]));
                table.act(Action::Play(naive::play(view.rules(), me, view.hand(), standing, false))).unwrap();
            }
            model.update(&last.unwrap(), Seed(number), config, &mut || false).unwrap();
            let worlds = (0..16).map(|index| model.world(index, &mut || false).unwrap().1);
            drawn += worlds
                .map(|policies| policies.rule_based.into_iter().filter(|&is_rule_based| is_rule_based).count())
                .sum::<usize>();
        }
        drawn
    };
    let [alone, beside] = [TypePrior::NONE, TypePrior::of(100)].map(drawn);
    println!("{alone} without the naive type, {beside} beside it");
    assert!(beside * 2 < alone, "{alone} {beside}");
}
