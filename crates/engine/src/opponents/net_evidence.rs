//! The nets' word on earlier plays: how likely a seat plays what it played, if it holds the cards of a guessed deal.
//!
//! The belief's own evidence describes an act by a few features. A net sees the whole hand, so it tells more of players who play well, and
//! less of those who do not: the opponent model trusts it in part.

use rules::{Combo, Plays, Ruleset, Trick};

use super::belief::World;
use super::belief::fixed_log::{exp2, log2};
use super::observed::{ObservedPlay, ObservedPlays};
use crate::net::{Accumulator, NetInput, UNIT_LOGIT, Weights};

/// Buffers for asking the nets.
#[derive(Default)]
pub struct NetEvidence {
    legal: Plays,
    /// The values of all plays of a turn, and whether each is what was played.
    values: Vec<(i32, bool)>,
}

/// The amount by which a difference of one in the logarithm of the odds to win makes a play likelier, in 64ths of a doubling: e to the fourth power.
const SHARPNESS: i32 = 4 * 92;
/// The least likelihood of a play, in 64ths of a doubling: one in sixteen. Players have reasons that the nets do not know.
const LEAST: i32 = -256;

impl NetEvidence {
    /// Score of how the cards of `world` explain the plays of the other seats, in 64ths of a doubling: only differences
    /// between worlds of one view mean anything. The other number is that of the turns that the nets were asked about.
    pub fn log_weight(&mut self, observed: &ObservedPlays, weights: &Weights, world: &World) -> (i32, u64) {
        let chances =
            observed.plays.iter().map(|play| self.log_chance(play, &observed.rules, weights, world).unwrap_or(0));
        chances.fold((0, 0), |(sum, turns), chance| (sum + chance, turns + 1))
    }

    /// Returns the logarithm of a play's chance; `None` where the seat had no choice, or could have gone out.
    fn log_chance(
        &mut self,
        observed: &ObservedPlay,
        rules: &Ruleset,
        weights: &Weights,
        world: &World,
    ) -> Option<i32> {
        let NetEvidence { legal, values } = self;
        let then = observed.turn(world);
        let (hand, trick) = (then.hand(then.turn()), then.trick());
        let legal = legal.fill(rules, hand, trick);
        let pass = (trick != Trick::Lead).then_some(None);
        if legal.len() + usize::from(pass.is_some()) < 2 || legal.iter().any(|play| play.len() == hand.len()) {
            return None;
        }
        let accumulator = Accumulator::new(weights, NetInput::seat_view(&then, &observed.past));
        // Which kickers go along says little of the rest of a hand.
        let body = |play: Option<Combo>| play.map(|play| (play.kind(), play.run(), play.key()));
        let played = body(observed.row.play);
        values.clear();
        let all = legal.iter().copied().map(Some).chain(pass);
        values.extend(all.map(|play| (accumulator.value(play).0, body(play) == played)));
        let best = values.iter().map(|value| value.0).max().expect("there is a choice");
        let (mut all, mut same) = (0, 0);
        for &(value, is_played) in values.iter() {
            let share = u64::from(exp2((value - best) * SHARPNESS / UNIT_LOGIT));
            all += share;
            same += if is_played { share } else { 0 };
        }
        let log = |sum: u64| log2(sum.clamp(1, u64::from(u32::MAX)) as u32);
        Some((log(same) - log(all)).max(LEAST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Objective;
    use crate::opponents::belief::{Belief, BeliefConfig};
    use crate::{Persona, Scratch, decide};
    use rules::{Chair, Deal, Seat, Seed, Table, View};

    /// Returns the number of doublings that the true deal weighs more than uniform ones, in the mean over turns of whole hands.
    fn advantage_of_the_truth(player: &Persona, hands: u64) -> f64 {
        let (weights, mut nets, mut observed) = (Weights::shipped(), NetEvidence::default(), ObservedPlays::default());
        let (mut scratch, mut sum, mut count) = (Scratch::new(), 0, 0);
        for number in 0..hands {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                observed.read(&view);
                let mut weight = |world: &World| nets.log_weight(&observed, &weights, world).0;
                let truth = World::new(&view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let belief = Belief::with_config(&view, Seed(number), BeliefConfig::UNIFORM).unwrap();
                let others: Vec<i32> = (0..8).map(|index| weight(&belief.world(index))).collect();
                sum += weight(&truth) - others.iter().sum::<i32>() / 8;
                count += 1;
                let action = decide(&view, player, Seed(number), &mut scratch).unwrap().action;
                table.act(action).unwrap();
            }
        }
        f64::from(sum) / 64.0 / f64::from(count)
    }

    #[test]
    fn the_true_cards_explain_plays_better() {
        let net = Persona::named("net").unwrap().with_objective(Objective::Wins);
        let by_player = [&net, &Persona::named("rules").unwrap(), &Persona::named("beginner").unwrap()]
            .map(|player| advantage_of_the_truth(player, 12));
        // The better a player, the more the truth stands out.
        assert!(by_player[0] > 6.0 && by_player[1] > 2.0, "{by_player:?}");
        assert!(by_player[0] > by_player[1] && by_player[1] > by_player[2], "{by_player:?}");
    }

    #[test]
    fn a_hand_that_is_not_told_whole_weighs_nothing() {
        let mut view: View = "me=down hand=3344JJ left=9,6,9 standing=landlord:9".parse().unwrap();
        for play in ["", "T", ""] {
            let seat = view.course().turn();
            view.apply(rules::Event::Play(seat, Ruleset::CLASSIC.read(play.parse().unwrap()))).unwrap();
        }
        let mut observed = ObservedPlays::default();
        observed.read(&view);
        assert!(observed.is_empty());
    }
}
