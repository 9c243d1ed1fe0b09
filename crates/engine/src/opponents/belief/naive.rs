//! Whether somebody plays by reflex ([`crate::opponents::naive`]), as its acts tell: how likely each is for such a player, against how
//! likely it is for most.

use rules::{Combo, Hand, Ranks, Ruleset};

use super::build::{Answer, Build, below, starts};
use super::seen::{Act, Deed};
use crate::opponents::naive;

/// What somebody did who could have answered in kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    /// Let it stand.
    HeldBack,
    /// Answered in kind with the lowest that beats it.
    Lowest,
    /// Answered otherwise.
    Otherwise,
}

/// What it says for playing by reflex, in 64ths of a doubling, by whose combo stood, an enemy's or a partner's, and the
/// reply. Who plays by reflex is taken to do so 95 times of 100 and to hold back twice; what most do is counted by the
/// test below.
const ANSWERS: [[i32; 3]; 2] = [[-213, 55, -205], [-309, 142, -187]];
/// The same of leading what the lowest card belongs to, which it is taken to do 90 times of 100, and of leading something else.
const LEADS: [i32; 2] = [95, -177];

/// What an act says for playing by reflex, if this is the hand behind it.
#[inline]
pub(super) fn of_act(act: &Act, build: &Build) -> i32 {
    match act.deed {
        Deed::Led { combo, .. } => LEADS[usize::from(!leads_lowest(build.hand, combo))],
        Deed::Passed { standing, whose } | Deed::Answered { standing, whose, .. } => {
            reply(act, build, standing).map_or(0, |reply| ANSWERS[usize::from(whose.is_partners())][reply as usize])
        }
        Deed::Called { .. } | Deed::Raised(_) => 0,
    }
}

/// Whether it is what the lowest card belongs to, kickers aside.
fn leads_lowest(hand: Hand, combo: Combo) -> bool {
    // Most leads that are not are known by the first glance.
    let body = combo.body();
    body.lowest() == hand.lowest() && naive::lead(&Ruleset::CLASSIC, hand).is_some_and(|lead| lead.body() == body)
}

/// `None` where it could not answer in kind, or bombs stand: anybody keeps them.
#[inline]
fn reply(act: &Act, build: &Build, standing: Combo) -> Option<Reply> {
    // Of fours with kickers it is not looked up whether there are enough of these.
    if standing.is_bomb() || standing.kind().shape().body == 4 {
        return None;
    }
    let could = || !matches!(build.answer(standing), Answer::Bomb | Answer::None);
    match act.deed {
        Deed::Answered { combo, .. } if combo.kind() == standing.kind() => {
            Some(if is_lowest(build, combo, standing) { Reply::Lowest } else { Reply::Otherwise })
        }
        Deed::Answered { .. } => could().then_some(Reply::Otherwise),
        _ => could().then_some(Reply::HeldBack),
    }
}

/// Whether the hand holds no lower body that would have done.
fn is_lowest(build: &Build, combo: Combo, standing: Combo) -> bool {
    let enough = build.at_least[usize::from(combo.kind().shape().body) - 1];
    if combo.run() == 1 {
        return enough.and(Ranks::printed_above(standing.key())).and(below(combo.key())).is_empty();
    }
    // Lower runs start below where this one does.
    let start = below(combo.key()).down(u32::from(combo.run()) - 1);
    starts(enough.and(Ranks::RUN), standing).and(start).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::seen;
    use super::*;
    use crate::{Persona, Scratch, decide};
    use rules::{Action, Chair, Deal, Seat, Seed, Table, View};

    /// Hands to their last card but one play: what every seat did, each with the hand that it had then.
    fn each_act(hands: u64, mut play: impl FnMut(&View, u64) -> Action, mut look: impl FnMut(&Act, &Build)) {
        for number in 0..hands {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            let mut last = None;
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                let action = play(&view, number);
                last = Some((
                    Chair::ALL.map(|chair| table.view(chair)),
                    Seat::ALL.map(|seat| table.hand_of(seat).unwrap()),
                ));
                table.act(action).unwrap();
            }
            let (views, hands) = last.unwrap();
            let mut acts = Vec::new();
            // Each seat looks at the one after it.
            for view in views {
                let me = view.seat().unwrap();
                seen::read(&view, [me.next(), me.previous()], &mut acts);
                for act in acts.iter().filter(|act| act.seat == me.next()) {
                    look(act, &Build::of(hands[act.seat.index()].plus(act.since).unwrap()));
                }
            }
        }
    }

    fn reply_of(act: &Act, build: &Build) -> Option<(bool, Reply)> {
        let (Deed::Passed { standing, whose } | Deed::Answered { standing, whose, .. }) = act.deed else { return None };
        reply(act, build, standing).map(|reply| (whose.is_partners(), reply))
    }

    #[test]
    fn acts_weigh_what_most_players_do() {
        let personas = ["rules", "casual", "net"].map(|name| Persona::named(name).unwrap());
        let (mut answers, mut leads, mut scratch) = ([[0u32; 3]; 2], [0u32; 2], Scratch::new());
        let play = |view: &View, number: u64| {
            decide(view, &personas[number as usize % 3], Seed(number), &mut scratch).unwrap().action
        };
        each_act(450, play, |act, build| {
            if let Deed::Led { combo, .. } = act.deed {
                leads[usize::from(!leads_lowest(build.hand, combo))] += 1;
            } else if let Some((partners, reply)) = reply_of(act, build) {
                answers[usize::from(partners)][reply as usize] += 1;
            }
        });
        println!("answers {answers:?}, leads {leads:?}");
        let check = |by_reflex: f64, count: u32, all: &[u32], weight: i32| {
            let most = f64::from(count) / f64::from(all.iter().sum::<u32>());
            let expected = (by_reflex / most).log2() * 64.0;
            assert!((f64::from(weight) - expected).abs() < 16.0, "{weight}, but {expected:.0} by {all:?}");
        };
        for (counts, weights) in answers.iter().zip(ANSWERS) {
            for (place, by_reflex) in [0.02, 0.95, 0.03].into_iter().enumerate() {
                check(by_reflex, counts[place], counts, weights[place]);
            }
        }
        for (place, by_reflex) in [0.9, 0.1].into_iter().enumerate() {
            check(by_reflex, leads[place], &leads, LEADS[place]);
        }
    }

    #[test]
    fn whoever_plays_by_reflex_is_read_so() {
        let play = |view: &View, number: u64| {
            let mood = (number + view.log().len() as u64).is_multiple_of(2);
            let (me, standing) = (view.seat().unwrap(), view.course().standing());
            Action::Play(naive::play(view.rules(), me, view.hand(), standing, mood))
        };
        let mut read = 0;
        each_act(300, play, |act, build| match act.deed {
            Deed::Led { combo, .. } => assert!(leads_lowest(build.hand, combo), "{} led {combo}", build.hand),
            deed => {
                let reply = reply_of(act, build).map(|(_, reply)| reply);
                assert!(matches!(reply, None | Some(Reply::Lowest)), "{}: {deed:?} is {reply:?}", build.hand);
                read += usize::from(reply.is_some());
            }
        });
        assert!(read > 1_000, "{read}");
    }
}
