//! The opponent model: the hands of the other seats in a world, and the policy by which each of them plays on there.
//!
//! Most players play as the search itself would. Some are naive ([`naive`](crate::opponents::naive)): the belief infers from the acts of
//! the hand which players are naive.

use rules::{Combo, Ruleset, Seed};

use crate::game_state::GameState;
use crate::net::Weights;
use crate::opponents::belief::fixed_log::exp2;
use crate::opponents::belief::{Belief, BeliefConfig, NET_STREAM, World};
use crate::opponents::naive;
use crate::opponents::net_evidence::NetEvidence;
use crate::turn_facts::TurnFacts;

/// The buffers of a model, which decisions reuse.
pub(crate) struct OpponentModel {
    /// The belief; `None` before the first decision.
    belief: Option<Belief>,
    /// The plays about which nets are asked; empty if they are not asked.
    evidence: Box<NetEvidence>,
}

/// The worlds of one decision, by number.
pub(crate) struct Worlds<'a> {
    turn: &'a TurnFacts<'a>,
    seed: Seed,
    belief: &'a Belief,
    evidence: &'a mut NetEvidence,
    /// The nets that choose among worlds; `None` if no play was observed for them to judge.
    nets: Option<&'a Weights>,
}

/// The nets choose one of this many worlds of the belief. Their numbers differ by one step; a search has fewer worlds than a step.
const NET_WORLDS: u32 = 4;
const NET_WORLDS_STEP: u32 = 1 << 16;

/// The policy by which every seat plays on in one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatPolicies {
    /// True for each seat that plays naively.
    pub(crate) naive: [bool; 3],
    /// True if naive seats bomb enemies without need: in every other world.
    bombs_freely: bool,
}

impl OpponentModel {
    /// Makes a model without a view.
    pub(crate) fn new() -> OpponentModel {
        OpponentModel { belief: None, evidence: Box::default() }
    }

    /// Prepares the worlds of a turn. `nets` choose among the belief's worlds, as far as the configuration trusts them.
    pub(crate) fn worlds<'a>(
        &'a mut self,
        turn: &'a TurnFacts<'a>,
        seed: Seed,
        config: BeliefConfig,
        nets: Option<&'a Weights>,
    ) -> Worlds<'a> {
        let OpponentModel { belief, evidence } = self;
        let belief: &Belief = match belief {
            Some(belief) => {
                belief.renew(turn, seed, config);
                belief
            }
            none => none.insert(Belief::of(turn, seed, config)),
        };
        if belief.config().net_trust == 0 {
            evidence.clear();
        } else {
            evidence.read(turn.view);
        }
        let nets = nets.filter(|_| !evidence.is_empty());
        Worlds { turn, seed, belief, evidence, nets }
    }
}

impl Worlds<'_> {
    /// Returns the ruleset.
    pub(crate) fn rules(&self) -> &Ruleset {
        self.turn.rules()
    }

    /// Draws the world of that number: the state of the turn in it, and the policies of the seats. Turns that the nets were asked about are
    /// added to `nodes`. `None` when `halt` stopped it.
    pub(crate) fn world(
        &mut self,
        index: u32,
        nodes: &mut u64,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<(GameState, SeatPolicies)> {
        let world = self.draw(index, nodes, halt)?;
        let policies = SeatPolicies::new(self.belief.sample_naive(index, &world), index);
        Some((GameState::new(world.hands(), self.turn.me, self.turn.course().standing()), policies))
    }

    /// Draws the hands of the world of that number: a world of the belief or, if nets choose, one of a few such worlds. The better a world
    /// explains the plays of the others to the nets, the likelier it is drawn. `None` if `halt` stopped it.
    fn draw(&mut self, index: u32, nodes: &mut u64, halt: &mut dyn FnMut() -> bool) -> Option<World> {
        let Some(nets) = self.nets else { return Some(self.belief.world(index)) };
        let mut worlds = [None; NET_WORLDS as usize];
        for (number, place) in worlds.iter_mut().enumerate() {
            let world = self.belief.world(index + (number as u32) * NET_WORLDS_STEP);
            if halt() {
                return None;
            }
            let (weight, turns) = self.evidence.log_weight(nets, self.turn.view, &world);
            *nodes += turns;
            *place = Some((world, weight * self.belief.config().net_trust / 100));
        }
        let worlds = worlds.map(|world| world.expect("each was chosen"));
        let most = worlds.iter().map(|world| world.1).max().expect("there are some");
        let shares = worlds.map(|world| exp2(world.1 - most));
        let mut rng = self.seed.stream(NET_STREAM | u64::from(index)).rng();
        let mut place = rng.below(shares.iter().sum());
        let chosen = worlds.iter().zip(shares).find(|&(_, share)| {
            let is_here = place < share;
            place = place.wrapping_sub(share);
            is_here
        });
        Some(chosen.expect("the place lies within the sum").0.0)
    }

    /// True if naive players are modelled.
    pub(crate) fn models_naive(&self) -> bool {
        self.belief.models_naive()
    }
}

impl SeatPolicies {
    /// Makes the policies in the world of that number.
    pub(crate) fn new(naive: [bool; 3], index: u32) -> SeatPolicies {
        SeatPolicies { naive, bombs_freely: index.is_multiple_of(2) }
    }

    /// Returns the action of the seat to play, if it is naive; `None` if the search's own policy plays.
    #[inline]
    pub(crate) fn play(&self, rules: &Ruleset, state: &GameState) -> Option<Option<Combo>> {
        let me = state.turn();
        let play = || naive::play(rules, me, state.hand(me), state.standing(), self.bombs_freely);
        self.naive[me.index()].then(play)
    }
}

#[cfg(test)]
mod tests {
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
                    let turn = TurnFacts::of(&view).unwrap();
                    let mut worlds = model.worlds(&turn, Seed(number), config, by_nets);
                    evidence.read(&view);
                    for index in 0..8 {
                        let world = worlds.draw(index, &mut asked, &mut || false).unwrap();
                        *sum += evidence.log_weight(&weights, &view, &world).0;
                    }
                }
            }
        }
        // 192 worlds each: in the mean by more than a doubling.
        assert!(sums[1] > sums[0] + 192 * 64 && asked > 2_000, "{sums:?} in {asked} turns");
    }
}
