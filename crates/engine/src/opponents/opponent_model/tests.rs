use super::*;
use crate::opponents::net_evidence::tests::hand_of;
use crate::{Persona, Scratch};

#[test]
fn naive_seats_play_on_naively() {
    let mut otherwise = 0;
    for (me, then, play) in hand_of(&Persona::named("casual").unwrap(), 3, &mut Scratch::new()).0 {
        let mut only = [false; 3];
        only[me.index()] = true;
        for index in 0..2 {
            let naive = naive::play(&Ruleset::CLASSIC, me, then.hand(me), then.standing(), index == 0);
            assert_eq!(SeatPolicies::new(only, index).play(&Ruleset::CLASSIC, &then), Some(naive));
            assert_eq!(SeatPolicies::new([false; 3], index).play(&Ruleset::CLASSIC, &then), None);
            otherwise += u32::from(naive != play);
        }
    }
    assert!(otherwise > 3, "{otherwise}");
}

#[test]
fn worlds_that_the_nets_choose_explain_plays_better() {
    let (net, weights) = (Persona::named("net").unwrap(), Weights::shipped());
    let (mut scratch, mut model, mut evidence) = (Scratch::new(), OpponentModel::new(), NetEvidence::default());
    let (mut sums, mut asked) = ([0; 2], 0);
    for number in 0..8 {
        for view in hand_of(&net, number, &mut scratch).1 {
            let config = BeliefConfig::FITTED.with_net_trust(100);
            for (sum, by_nets) in sums.iter_mut().zip([None, Some(&weights)]) {
                let mut worlds = model.worlds(&view, Seed(number), config, by_nets);
                evidence.read(&view);
                for index in 0..8 {
                    let world = worlds.draw(index, &mut asked, &mut || false).unwrap();
                    *sum += evidence.log_weight(&weights, &world).0;
                }
            }
        }
    }
    println!("{sums:?} in {asked} turns");
    // 192 worlds each: in the mean by more than a doubling.
    assert!(sums[1] > sums[0] + 192 * 64 && asked > 2_000, "{sums:?} in {asked} turns");
}
