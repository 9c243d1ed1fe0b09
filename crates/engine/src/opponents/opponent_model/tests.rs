use super::*;
use crate::{Persona, Scratch, decide};
use rules::{Action, Chair, Deal, Table};

/// A turn to play a card as it was: whose, with what in everybody's hands, and what was done.
type Turn = (Seat, GameState, Option<Combo>);

/// A whole hand of a persona with itself: every turn, and what each seat had seen before the last.
fn hand_of(persona: &Persona, number: u64, scratch: &mut Scratch) -> (Vec<Turn>, [View; 3], [Hand; 3]) {
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
fn every_act_is_read_as_it_was() {
    let (persona, mut scratch, mut acts) = (Persona::named("casual").unwrap(), Scratch::new(), Vec::new());
    for number in 0..40 {
        let (turns, views, hands) = hand_of(&persona, number, &mut scratch);
        for view in views {
            read(&view, &mut acts);
            let others: Vec<&Turn> = turns.iter().filter(|turn| Some(turn.0) != view.seat()).collect();
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
fn acts_are_read_from_the_first_trick_that_shows() {
    let mut view: View = "me=down hand=3344JJ left=9,6,9 standing=landlord:9".parse().unwrap();
    for (seat, play) in [(Seat::Down, ""), (Seat::Up, "T"), (Seat::Landlord, ""), (Seat::Down, ""), (Seat::Up, "5")] {
        view.apply(Event::Play(seat, Ruleset::CLASSIC.read(play.parse().unwrap()))).unwrap();
    }
    let mut acts = Vec::new();
    read(&view, &mut acts);
    let acts: Vec<_> = acts.iter().map(|act| (act.seat, act.standing, act.play.is_some())).collect();
    let ten = Ruleset::CLASSIC.read("T".parse().unwrap()).unwrap();
    assert_eq!(acts, [(Seat::Landlord, Some((Seat::Up, ten)), false), (Seat::Up, None, true)]);
}

/// By sort of act: how often it was what the policy would have done, and how often not.
fn counted(names: &[&str], hands: u64) -> [[u32; 2]; 3] {
    let personas: Vec<Persona> = names.iter().map(|name| Persona::named(name).unwrap()).collect();
    let (mut counts, mut scratch, mut policy) = ([[0; 2]; 3], Scratch::new(), Policy::new(&Ruleset::CLASSIC));
    for number in 0..hands {
        for (_, then, play) in hand_of(&personas[number as usize % personas.len()], number, &mut scratch).0 {
            if let Some((row, does)) = compared(&mut policy, &then, play) {
                counts[row][usize::from(!does)] += 1;
            }
        }
    }
    counts
}

#[test]
fn acts_weigh_what_players_do() {
    let (tables, most) = (counted(&["rules"], 250), counted(&["casual", "beginner", "net"], 600));
    println!("by the tables {tables:?}, most {most:?}");
    let share = |counts: [u32; 2], place: usize| f64::from(counts[place]) / f64::from(counts[0] + counts[1]);
    for ((weights, tables), most) in ODDS.iter().zip(tables).zip(most) {
        for (place, &weight) in weights.iter().enumerate() {
            let expected = (share(tables, place) / share(most, place)).log2() * 64.0;
            assert!(
                (f64::from(weight) - expected).abs() < 16.0,
                "{weight}, but {expected:.0} by {tables:?} and {most:?}"
            );
        }
    }
}

#[test]
fn everybody_plays_on_as_it_was_taken_for() {
    let (mut policy, mut otherwise) = (Policy::new(&Ruleset::CLASSIC), 0);
    for (me, then, _) in hand_of(&Persona::named("casual").unwrap(), 3, &mut Scratch::new()).0 {
        let mut only = [false; 3];
        only[me.index()] = true;
        let by_tables = policy.choose(&then);
        let by_reflex = naive::play(&Ruleset::CLASSIC, me, then.hand(me), then.standing(), true);
        assert_eq!(Ways::new([false; 3], only, 0).play(&then, &mut policy), Some(by_tables));
        assert_eq!(Ways::new(only, [false; 3], 0).play(&then, &mut policy), Some(by_reflex));
        assert_eq!(Ways::new([false; 3], [false; 3], 0).play(&then, &mut policy), None);
        otherwise += u32::from(by_tables != by_reflex);
    }
    assert!(otherwise > 3, "{otherwise}");
}

#[test]
fn deals_in_which_somebody_plays_by_the_tables_fit_what_it_did() {
    let trust = Trust::FULL.suspecting(Suspicion::of(100)).suspecting_tables(Suspicion::of(500));
    let (persona, mut scratch, mut company) = (Persona::named("rules").unwrap(), Scratch::new(), Company::new());
    // By other seat, and whether it was taken for one: what its acts say for it, and in how many worlds.
    let mut fits = [[(0, 0); 2]; 2];
    for number in 0..40 {
        for view in hand_of(&persona, number, &mut scratch).1 {
            let seed = Seed(number);
            company.meet(&view, seed, trust, &mut || false).unwrap();
            for index in 0..16 {
                let (world, ways) = company.world(index, &mut || false).unwrap();
                let Company { belief, acts, policy, .. } = &mut company;
                for (who, seat) in belief.as_ref().unwrap().others().into_iter().enumerate() {
                    let so = ways.by_tables[seat.index()];
                    assert!(!(so && ways.by_reflex[seat.index()]), "{seat} plays in two ways: {view}");
                    let (sum, worlds) = &mut fits[who][usize::from(so)];
                    let of_seat = acts.iter().filter(|act| act.seat == seat);
                    *sum += of_seat.map(|act| act.weigh(policy, &world)).sum::<i32>();
                    *worlds += 1;
                }
            }
        }
    }
    for [(sum, worlds), (sum_so, worlds_so)] in fits {
        println!("{} without, {} with", sum / worlds, sum_so / worlds_so);
        assert!(worlds > 200 && worlds_so > 200, "{fits:?}");
        assert!(sum_so / worlds_so > sum / worlds + 64, "{fits:?}");
    }
}

#[test]
fn who_plays_by_reflex_is_hardly_taken_for_one_by_the_tables() {
    let taken = |reflex: Suspicion| {
        let trust = Trust::FULL.suspecting(reflex).suspecting_tables(Suspicion::of(500));
        let (mut company, mut taken) = (Company::new(), 0);
        for number in 0..30 {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            let mut last = None;
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                let (me, standing) = (view.seat().unwrap(), view.course().standing());
                last = Some(table.view(Chair::ALL[0]));
                table.act(Action::Play(naive::play(view.rules(), me, view.hand(), standing, false))).unwrap();
            }
            company.meet(&last.unwrap(), Seed(number), trust, &mut || false).unwrap();
            let worlds = (0..16).map(|index| company.world(index, &mut || false).unwrap().1);
            taken += worlds.map(|ways| ways.by_tables.into_iter().filter(|&so| so).count()).sum::<usize>();
        }
        taken
    };
    let [alone, beside] = [Suspicion::NONE, Suspicion::of(100)].map(taken);
    println!("{alone} alone, {beside} beside the suspicion of reflex");
    assert!(beside * 2 < alone, "{alone} {beside}");
}
