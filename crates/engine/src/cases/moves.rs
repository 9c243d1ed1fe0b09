//! The moves that a leaf may name. At a turn, each means at most one legal play or pass.

use std::cmp::Reverse;

use rules::{Combo, Trick};

use super::context::{CaseContext, sort, sort_of};
use crate::rule_player::guard;
use crate::rule_player::leads;

/// A move that a leaf may name.
pub struct Move {
    /// The name in files.
    pub name: &'static str,
    /// The play or pass, in words.
    pub about: &'static str,
    /// True if the move is a lead; false if it is an answer or a pass.
    pub leads: bool,
    of: fn(&CaseContext) -> Option<Option<Combo>>,
}

impl Move {
    /// Returns the play, unless there is none, it breaks a guard, or the strategies play it anyway.
    pub(crate) fn play(&self, context: &CaseContext) -> Option<Option<Combo>> {
        if self.leads != (context.now.trick == Trick::Lead) {
            return None;
        }
        (self.of)(context).filter(|&play| play != context.usual && guard::first_broken(context.now, play).is_none())
    }
}

const fn follow(name: &'static str, about: &'static str, of: fn(&CaseContext) -> Option<Option<Combo>>) -> Move {
    Move { name, about, leads: false, of }
}

const fn lead(name: &'static str, about: &'static str, of: fn(&CaseContext) -> Option<Option<Combo>>) -> Move {
    Move { name, about, leads: true, of }
}

/// Every move. Files name them.
#[rustfmt::skip]
pub const MOVES: &[Move] = &[
    follow("pass", "Lets it stand.", |_| Some(None)),
    follow("spare", "The answer that the strategies value most, bombs aside.", |s| weighed_answers(s).next().map(Some)),
    follow("other", "The answer that they value next, bombs aside.", |s| weighed_answers(s).nth(1).map(Some)),
    follow("low", "The lowest answer in kind.", |s| answers_in_kind(s).min_by_key(|&play| (s.key(Some(play)), Reverse(weighed_value(s, play)))).map(Some)),
    follow("top", "The highest answer in kind.", |s| answers_in_kind(s).max_by_key(|&play| (s.key(Some(play)), weighed_value(s, play))).map(Some)),
    follow("bomb", "The lowest bomb.", |s| bombs(s).min_by_key(|&play| s.key(Some(play))).map(Some)),
    lead("second", "The second choice of the strategies.", |s| s.second_choice().map(|second| second.play)),
    lead("single", "The single that the hand misses least.", |s| best_of_sort(s, sort::SINGLE)),
    lead("high-single", "The highest single below the ace.", |s| highest_of_sort(s, sort::SINGLE, 13)),
    lead("top-single", "The highest single.", |s| highest_of_sort(s, sort::SINGLE, 17)),
    lead("low-single", "The lowest single.", |s| lowest_of_sort(s, sort::SINGLE)),
    lead("pair", "The pair that the hand misses least.", |s| best_of_sort(s, sort::PAIR)),
    lead("top-pair", "The highest pair.", |s| highest_of_sort(s, sort::PAIR, 17)),
    lead("triple", "The triple, with or without a kicker, that the hand misses least.", |s| best_of_sort(s, sort::TRIPLE)),
    lead("run", "The straight, pair chain or airplane that the hand misses least.", |s| best_of_sort(s, sort::CHAIN)),
];

/// Returns the weighed plays without bombs and passes, the best first.
fn weighed_answers<'a>(context: &'a CaseContext) -> impl Iterator<Item = Combo> + use<'a> {
    context.weighed.iter().filter_map(|candidate| candidate.play).filter(|play| !play.is_bomb())
}

fn answers_in_kind<'a>(context: &'a CaseContext) -> impl Iterator<Item = Combo> + use<'a> {
    context.now.plays.iter().copied().filter(|play| !play.is_bomb())
}

fn bombs<'a>(context: &'a CaseContext) -> impl Iterator<Item = Combo> + use<'a> {
    context.now.plays.iter().copied().filter(|play| play.is_bomb())
}

/// Returns the value of a play, which decides between answers with equal keys; the lowest number if the play is not among the weighed ones.
fn weighed_value(context: &CaseContext, play: Combo) -> i32 {
    context.value(Some(play)).unwrap_or(i32::MIN)
}

fn leads_of_sort<'a>(context: &'a CaseContext, sort: i32) -> impl Iterator<Item = Combo> + use<'a> {
    context.split_combos().filter(move |&part| sort_of(Some(part)) == sort)
}

fn best_of_sort(context: &CaseContext, sort: i32) -> Option<Option<Combo>> {
    leads_of_sort(context, sort)
        .map(|part| (Reverse(leads::value(context.now, part)), part))
        .min_by_key(|&(value, _)| value)
        .map(|(_, part)| Some(part))
}

fn highest_of_sort(context: &CaseContext, sort: i32, key_max: i32) -> Option<Option<Combo>> {
    leads_of_sort(context, sort)
        .filter(|&part| context.key(Some(part)) <= key_max)
        .max_by_key(|&part| context.key(Some(part)))
        .map(Some)
}

fn lowest_of_sort(context: &CaseContext, sort: i32) -> Option<Option<Combo>> {
    leads_of_sort(context, sort).min_by_key(|&part| context.key(Some(part))).map(Some)
}
