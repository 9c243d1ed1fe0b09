//! The log odds of an act for the naive type ([`crate::opponents::naive`]): how likely the act is for a naive player,
//! against how likely it is for most players.

use rules::{Combo, Hand, Ranks, Ruleset};

use super::hand_shape::{CheapestAnswer, HandShape, ranks_below, run_starts_above};
use super::seen::{Act, ActKind};
use crate::opponents::naive;

/// The action of a seat that could have answered in kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    HeldBack,
    /// Answered with the lowest combo in kind.
    Lowest,
    Otherwise,
}

/// The log odds for the naive type, in 64ths of a doubling: for an enemy's and for a partner's standing combo, by reply. Of 100 times a
/// naive player is taken to answer with the lowest 95 times. The usual rates were counted over hands of `rules`, `casual` and `net`.
const ANSWER_LOG_ODDS: [[i32; 3]; 2] = [[-213, 55, -205], [-309, 142, -187]];
/// The log odds for leading the combo with the lowest card, taken as 90 of 100 leads of a naive player, and for other leads.
const LEAD_LOG_ODDS: [i32; 2] = [95, -177];

#[inline]
pub(super) fn log_odds(act: &Act, shape: &HandShape) -> i32 {
    match &act.kind {
        &ActKind::Faced { standing, play, is_partners, .. } => {
            reply(play, shape, standing).map_or(0, |reply| ANSWER_LOG_ODDS[usize::from(is_partners)][reply as usize])
        }
        &ActKind::Led { combo, .. } => LEAD_LOG_ODDS[usize::from(!leads_lowest(shape.hand, combo))],
        ActKind::Called { .. } | ActKind::Raised { .. } => 0,
    }
}

/// True if the body of a lead is the group of the lowest card, as a naive player cuts the hand.
fn leads_lowest(hand: Hand, combo: Combo) -> bool {
    let body = combo.body();
    body.lowest() == hand.lowest() && naive::lead(&Ruleset::CLASSIC, hand).is_some_and(|lead| lead.body() == body)
}

/// Returns the reply to `standing`. `None` if the seat could not answer in kind, or if `standing` is a bomb (most players keep bombs) or
/// another combo of fours.
#[inline]
fn reply(play: Option<Combo>, shape: &HandShape, standing: Combo) -> Option<Reply> {
    // Fours with kickers are left out, because the kickers are not checked.
    if standing.is_bomb() || standing.kind().shape().body == 4 {
        return None;
    }
    let could = || !matches!(shape.cheapest_answer(standing), CheapestAnswer::Bomb | CheapestAnswer::None);
    match play {
        Some(combo) if combo.kind() == standing.kind() => {
            Some(if is_lowest_answer(shape, combo, standing) { Reply::Lowest } else { Reply::Otherwise })
        }
        Some(_) => could().then_some(Reply::Otherwise),
        None => could().then_some(Reply::HeldBack),
    }
}

/// True if the hand holds no lower body that also beats `standing`.
fn is_lowest_answer(shape: &HandShape, combo: Combo, standing: Combo) -> bool {
    let enough = shape.at_least[usize::from(combo.kind().shape().body) - 1];
    if combo.run() == 1 {
        return enough.and(Ranks::printed_above(standing.key())).and(ranks_below(combo.key())).is_empty();
    }
    // Lower runs start below where this one does.
    let start = ranks_below(combo.key()).down(u32::from(combo.run()) - 1);
    run_starts_above(enough.and(Ranks::RUN), standing).and(start).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::seen;
    use super::*;
    use crate::opponents::opponent_model::tests::play_hand;
    use rules::{Action, View};

    #[test]
    fn naive_plays_are_recognised_as_the_lowest() {
        let mut read = 0;
        for number in 0..300 {
            let (_, views, hands) = play_hand(number, |view: &View| {
                let bombs_freely = (number + view.log().len() as u64).is_multiple_of(2);
                let (me, standing) = (view.seat().unwrap(), view.course().standing());
                Action::Play(naive::play(view.rules(), me, view.hand(), standing, bombs_freely))
            });
            let mut acts = Vec::new();
            // Each seat looks at the one after it.
            for view in views {
                let me = view.seat().unwrap();
                seen::read_acts(&view, 0, [me.next(), me.previous()], &mut acts);
                for act in acts.iter().filter(|act| act.who == 0) {
                    let hand = hands[me.next().index()].plus(act.since).unwrap();
                    match act.kind {
                        ActKind::Faced { standing, play, .. } => {
                            let reply = reply(play, &HandShape::of(hand), standing);
                            assert!(matches!(reply, None | Some(Reply::Lowest)), "{hand}: {act:?} is {reply:?}");
                            read += usize::from(reply.is_some());
                        }
                        ActKind::Led { combo, .. } => assert!(leads_lowest(hand, combo), "{hand} led {combo}"),
                        ActKind::Called { .. } | ActKind::Raised { .. } => {}
                    }
                }
            }
        }
        assert!(read > 1_000, "{read}");
    }
}
