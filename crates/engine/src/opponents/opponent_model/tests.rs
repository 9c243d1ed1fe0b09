use super::*;
use crate::opponents::observed::tests::hand_of;
use crate::{Persona, Scratch};
use rules::{Action, Chair, Deal, Table};

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
                let (world, policies) = model.world(index, None, &mut 0, &mut || false).unwrap();
                let OpponentModel { belief, observed, policy, .. } = &mut model;
                for (who, seat) in belief.as_ref().unwrap().others().into_iter().enumerate() {
                    let is_rule_based = policies.rule_based[seat.index()];
                    assert!(!(is_rule_based && policies.naive[seat.index()]), "{seat} is of two types: {view}");
                    let (sum, worlds) = &mut fits[who][usize::from(is_rule_based)];
                    let of_seat = observed.plays.iter().filter(|act| act.seat == seat);
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
            let worlds = (0..16).map(|index| model.world(index, None, &mut 0, &mut || false).unwrap().1);
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

#[test]
fn worlds_that_the_nets_choose_explain_plays_better() {
    let (net, weights) = (Persona::named("net").unwrap(), Weights::shipped());
    let (mut scratch, mut model, mut nets) = (Scratch::new(), OpponentModel::new(), NetEvidence::default());
    let (mut sums, mut asked) = ([0; 2], 0);
    for number in 0..8 {
        for view in hand_of(&net, number, &mut scratch).1 {
            model.update(&view, Seed(number), BeliefConfig::FITTED.with_net_trust(100), &mut || false).unwrap();
            for index in 0..8 {
                for (sum, by_nets) in sums.iter_mut().zip([None, Some(&weights)]) {
                    let world = model.world(index, by_nets, &mut asked, &mut || false).unwrap().0;
                    *sum += nets.log_weight(&model.observed, &weights, &world, [false; 3]).0;
                }
            }
        }
    }
    println!("{sums:?} in {asked} turns");
    // 192 worlds each: in the mean by more than a doubling.
    assert!(sums[1] > sums[0] + 192 * 64 && asked > 2_000, "{sums:?} in {asked} turns");
}
