//! Whether somebody plays by reflex ([`crate::reflex`]), as its acts tell: how likely each is for such a player, against how
//! likely it is for most.

use rules::{Combo, Ranks, Ruleset};

use super::build::{Answer, Build, below, starts};
use super::evidence::{ONE, logarithm, power};
use super::seen::{Act, Deed, Whose};
use crate::reflex;

/// What an act is to somebody who plays by reflex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// It let something stand though it could have answered in kind.
    HeldBack,
    /// It answered in kind with the lowest that beats it.
    Lowest,
    /// It answered otherwise though it could have so.
    Otherwise,
}

/// What it says for playing by reflex, in 64ths of a doubling, by whose combo stood, an enemy's or a partner's, and the manner of
/// the answer. Who plays by reflex does so 95 times of 100, and holds back twice; most do as the test below counts.
const ANSWERS: [[i32; 3]; 2] = [[-237, 63, -200], [-324, 170, -165]];
/// The same of leading what the lowest card belongs to, which it does 90 times of 100, and of leading something else.
const LEADS: [i32; 2] = [93, -176];

/// What an act says for playing by reflex, if this is the hand behind it.
#[inline]
pub(super) fn of_act(act: &Act, build: &Build) -> i32 {
    match act.deed {
        Deed::Led { combo, .. } => LEADS[usize::from(!leads_lowest(build, combo))],
        Deed::Passed { standing, whose } | Deed::Answered { standing, whose, .. } => manner(act, build, standing)
            .map_or(0, |manner| ANSWERS[usize::from(is_partners(act, whose))][manner as usize]),
        Deed::Called { .. } | Deed::Raised(_) => 0,
    }
}

fn leads_lowest(build: &Build, combo: Combo) -> bool {
    reflex::lead(&Ruleset::CLASSIC, build.hand).is_some_and(|lead| lead.body_ranks() == combo.body_ranks())
}

/// `None` where there was no answer in kind: a bomb says nothing.
#[inline]
fn manner(act: &Act, build: &Build, standing: Combo) -> Option<Manner> {
    let Deed::Answered { combo, .. } = act.deed else {
        return answers_in_kind(build, standing).then_some(Manner::HeldBack);
    };
    if combo.kind() == standing.kind() && is_lowest(build, combo, standing) {
        return Some(Manner::Lowest);
    }
    (combo.kind() == standing.kind() || answers_in_kind(build, standing)).then_some(Manner::Otherwise)
}

fn is_partners(act: &Act, whose: Whose) -> bool {
    whose.owner(act.seat).side() == act.seat.side()
}

/// Bombs aside: they are kept by anybody.
fn answers_in_kind(build: &Build, standing: Combo) -> bool {
    !standing.is_bomb() && !matches!(build.answer(standing), Answer::Bomb | Answer::None)
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

/// How much likelier a world is, in 64ths of a doubling, for what its cards say for somebody's playing by reflex, `odds`,
/// when so many of 1,000 do.
#[inline]
pub(super) fn mixed(reflex: i32, odds: i32) -> i32 {
    let (others, reflex) = shares(reflex);
    let part = |share: u32, odds: i32| (u64::from(share) * u64::from(power(odds)) / u64::from(ONE)) as u32;
    if odds <= 0 { logarithm(others + part(reflex, odds)) } else { odds + logarithm(reflex + part(others, -odds)) }
}

/// The chance that it plays by reflex, of 2²⁰.
#[inline]
pub(super) fn chance(reflex: i32, odds: i32) -> u32 {
    let (others, reflex) = shares(reflex);
    let weigh = |share: u32, odds: i32| u64::from(share) * u64::from(power(odds.min(0)));
    let (for_it, against) = (weigh(reflex, odds), weigh(others, -odds));
    (for_it * u64::from(ONE) / (for_it + against)) as u32
}

/// So many of 1,000 and the rest, the rest first.
const fn shares(reflex: i32) -> (u32, u32) {
    let reflex = ONE / 1000 * reflex as u32;
    (ONE - reflex, reflex)
}

#[cfg(test)]
mod tests {
    use super::super::seen;
    use super::*;
    use crate::{Persona, Scratch, decide};
    use rules::{Chair, Deal, Seat, Seed, Table, View};

    /// How often players of these personas hold back, answer with the lowest, and answer otherwise, by whose combo stands;
    /// how often they lead from below, and otherwise.
    fn habits(names: [&str; 3], hands: u64) -> ([[u32; 3]; 2], [u32; 2]) {
        let (mut answers, mut leads, mut scratch) = ([[0; 3]; 2], [0; 2], Scratch::new());
        for number in 0..hands {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            let persona = Persona::named(names[number as usize % 3]).unwrap();
            let mut last: Option<(View, [rules::Hand; 3])> = None;
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                let action = decide(&view, &persona, Seed(number), &mut scratch).unwrap().action;
                last = Some((view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())));
                table.act(action).unwrap();
            }
            let (view, hands) = last.unwrap();
            let me = view.seat().unwrap();
            let mut acts = Vec::new();
            seen::read(&view, [me.next(), me.previous()], &mut acts);
            for act in &acts {
                let build = Build::of(hands[act.seat.index()].plus(act.since).unwrap());
                match act.deed {
                    Deed::Led { combo, .. } => leads[usize::from(!leads_lowest(&build, combo))] += 1,
                    Deed::Passed { standing, whose } | Deed::Answered { standing, whose, .. } => {
                        if let Some(manner) = manner(act, &build, standing) {
                            answers[usize::from(is_partners(act, whose))][manner as usize] += 1;
                        }
                    }
                    Deed::Called { .. } | Deed::Raised(_) => {}
                }
            }
        }
        (answers, leads)
    }

    #[test]
    fn acts_weigh_what_most_players_do() {
        let (answers, leads) = habits(["rules", "casual", "net"], 300);
        println!("answers {answers:?}, leads {leads:?}");
        let check = |by_reflex: f64, count: u32, all: &[u32], weight: i32| {
            let most = f64::from(count) / f64::from(all.iter().sum::<u32>());
            let expected = (by_reflex / most).log2() * 64.0;
            assert!((f64::from(weight) - expected).abs() < 24.0, "{weight}, but {expected:.0} by {all:?}");
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
    fn odds_are_mixed_as_chances_are() {
        for reflex in [1, 100, 500, 900] {
            for odds in [-3000, -400, -64, -1, 0, 1, 64, 400, 3000] {
                let share = f64::from(reflex) / 1000.0;
                let ratio = (f64::from(odds) / 64.0).exp2();
                let sum = (1.0 - share) + share * ratio;
                assert!((f64::from(mixed(reflex, odds)) - sum.log2() * 64.0).abs() <= 2.5, "{reflex} {odds}");
                let found = f64::from(chance(reflex, odds)) / f64::from(ONE);
                assert!((found - share * ratio / sum).abs() < 0.001, "{reflex} {odds}: {found}");
            }
        }
    }
}
