use super::*;
use rules::{Rng, Seed, Trick};

/// Lets the policy play out deals in all rulesets, with some random plays, and calls `look` with each turn.
fn each_position(deals: u64, mut look: impl FnMut(&mut RulePolicy, &GameState, &[Combo])) {
    for rules in Ruleset::ALL {
        let mut policy = RulePolicy::new(rules);
        for number in 0..deals {
            let mut rng = Seed(80).stream(number).rng();
            let mut state = GameState::new(deal(&mut rng), Seat::Landlord, None);
            loop {
                let legal = rules.plays(state.hand(state.turn()), state.trick());
                look(&mut policy, &state, &legal);
                let chosen = policy.choose(&state);
                let any = rng.pick(&legal).copied();
                if state.act(if rng.below(3) == 0 { any } else { chosen }).is_some() {
                    break;
                }
            }
        }
    }
}

fn deal(rng: &mut Rng) -> [Hand; 3] {
    let landlord = rng.draw(Hand::DECK, 20);
    let rest = Hand::DECK.minus(landlord).unwrap();
    let down = rng.draw(rest, 17);
    [landlord, down, rest.minus(down).unwrap()]
}

#[test]
fn it_plays_by_the_rules_and_goes_out_when_it_can() {
    let (mut passes, mut wins) = (0, 0);
    each_position(60, |policy, state, legal| {
        let chosen = policy.choose(state);
        match chosen {
            Some(play) => assert!(legal.contains(&play), "{play} in {state:?}"),
            None => assert_ne!(state.trick(), Trick::Lead, "{state:?}"),
        }
        passes += u32::from(chosen.is_none());
        // Splits keep a four together, so the policy misses a lead of a four with two that is the whole hand.
        let rides = |play: &Combo| matches!(play.kind().shape().body, 4) && !play.wings().is_empty();
        let hand = state.hand(state.turn());
        let mut outright = legal.iter().filter(|play| play.cards() == hand);
        let answers = state.trick() != Trick::Lead;
        if outright.any(|play| answers || !rides(play)) {
            assert_eq!(chosen.map(Combo::cards), Some(hand), "{state:?}");
            wins += 1;
        }
    });
    assert!(passes > 1_000 && wins > 200, "{passes} passes, {wins} wins");
}

#[test]
fn it_sees_the_others_cards_as_one() {
    let (mut moved, mut rng) = (0, Seed(81).rng());
    each_position(20, |policy, state, _| {
        let me = state.turn();
        let mut hands = Seat::ALL.map(|seat| state.hand(seat));
        let drawn = rng.draw(state.unseen(), state.hand(me.next()).len());
        hands[me.next().index()] = drawn;
        hands[me.previous().index()] = state.unseen().minus(drawn).unwrap();
        let other = GameState::new(hands, me, state.standing());
        moved += u32::from(hands[me.next().index()] != state.hand(me.next()));
        assert_eq!(policy.choose(&other), policy.choose(state), "{state:?}\n{other:?}");
        // The policy's memory changes nothing either.
        assert_eq!(RulePolicy::new(policy.rules()).choose(state), policy.choose(state), "{state:?}");
    });
    assert!(moved > 1_000, "{moved}");
}

/// True if some cards cover a combo under plain rules with free wings. It goes rank by rank.
fn covered(cards: Hand, combo: Combo) -> bool {
    let fours = |above: Option<Rank>| {
        Rank::all().any(|rank| cards.count(rank) == 4 && above.is_none_or(|key| rank.index() > key.index()))
    };
    let bomb = match combo.kind() {
        Kind::Rocket => return false,
        Kind::Bomb => fours(Some(combo.key())),
        _ => fours(None),
    };
    let run = usize::from(combo.run());
    let body = combo.kind().shape().body;
    let ranks: Vec<Rank> = Rank::all().filter(|&rank| run == 1 || rank.is_run_rank()).collect();
    let longer = |window: &[Rank]| {
        window.iter().all(|&rank| u32::from(cards.count(rank)) >= u32::from(body))
            && window[run - 1].index() > combo.key().index()
    };
    bomb || cards.contains(Hand::ROCKET) || ranks.windows(run).any(longer)
}

#[test]
fn covers_agrees_with_the_move_generator_up_to_wings() {
    let (mut yes, mut no, mut wings) = (0, 0, 0);
    let mut rng = Seed(82).rng();
    each_position(6, |policy, state, legal| {
        let Some(&combo) = rng.pick(legal) else { return };
        let count = 1 + rng.below(state.unseen().len());
        let cards = rng.draw(state.unseen(), count);
        let answers = policy.rules().plays(cards, Trick::Follow(combo));
        let covers = policy.covers(cards, combo);
        if policy.rules().is_plain() {
            assert_eq!(covers, covered(cards, combo), "{cards} on {combo}");
        } else {
            // There a combo with wings is never answered in kind, so wings do not matter.
            assert_eq!(covers, !answers.is_empty(), "{cards} on {combo}");
        }
        assert!(covers || answers.is_empty(), "{cards} answer {combo}");
        if combo.wings().is_empty() {
            assert_eq!(covers, !answers.is_empty(), "{cards} on {combo}");
        }
        (yes, no) = (yes + u32::from(covers), no + u32::from(!covers));
        wings += u32::from(!combo.wings().is_empty());
    });
    assert!(yes > 200 && no > 200 && wings > 50, "{yes} covered, {no} not, {wings} with wings");
}
