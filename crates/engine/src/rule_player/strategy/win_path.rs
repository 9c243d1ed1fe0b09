//! Win paths: orders of play that win unless something unlikely happens.

use std::ops::ControlFlow;

use rules::{Combo, Hand, Trick};

use crate::hand::split::{self, Partition};
use crate::rule_player::ballot::{Ballot, Verdict};
use crate::turn::Turn;

/// The most nodes of a search through the partitions of a hand.
const NODES_MAX: u32 = 200;
/// The most open (not safe) combos of the better split at which other partitions are searched.
const OPEN_COMBOS_MAX: usize = 3;

/// Leads the first combo of a winning order. At most one combo of the order is not safe. Or two are not: then a safe combo beats one of
/// them, and no enemy has exactly as many cards left as the beaten one has.
pub(super) fn lead(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let mut open_min = usize::MAX;
    for parts in now.splits() {
        open_min = open_min.min(parts.iter().filter(|&&part| !is_safe(now, part)).count());
        if parts.len() > now.persona.params().path_turns as usize {
            continue;
        }
        if let Some(path) = leading_path(now, parts) {
            ballot.put(Some(path[0]), 0);
            return Verdict::Win(path);
        }
    }
    // Another partition can close one or two open combos, hardly more. The published path asks only the two splits.
    if open_min > OPEN_COMBOS_MAX || now.persona.is_published() {
        return Verdict::Skip;
    }
    let path = find_among_partitions(now, now.hand, |parts| leading_path(now, parts));
    path.map_or(Verdict::Skip, |path| {
        ballot.put(Some(path[0]), 0);
        Verdict::Win(path)
    })
}

/// Looks through the partitions of few turns for one that `path` accepts.
fn find_among_partitions(now: &Turn, hand: Hand, path: impl Fn(&Partition) -> Option<Partition>) -> Option<Partition> {
    let mut found = None;
    let mut memo = now.buffers.memo.borrow_mut();
    let turns = memo.turns(hand);
    if i32::from(turns) > now.persona.params().path_turns {
        return None;
    }
    split::each_partition(hand, &mut memo, turns + 1, NODES_MAX, |parts| {
        found = path(parts);
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

pub(super) fn follow(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let mut found: Option<(i32, Partition)> = None;
    for &answer in now.plays {
        if let Some(path) = answering_path(now, answer) {
            let value = answer_value(now, answer, &path);
            ballot.put(Some(answer), value);
            if found.as_ref().is_none_or(|best| best.0 < value) {
                found = Some((value, path));
            }
        }
    }
    found.map_or(Verdict::Skip, |(_, path)| Verdict::Win(path))
}

/// Returns the value of an answer. Proven wins have the highest values, first the path with most doublings, then the shortest. Of other
/// answers the one that is covered least often has the highest value; bombs come last.
fn answer_value(now: &Turn, answer: Combo, path: &Partition) -> i32 {
    if now.is_proven_win(answer) {
        let doublers = path.iter().filter(|part| now.rules().has_factor(part.kind())).count() as i32;
        return 1000 + 50 * doublers - path.len() as i32;
    }
    -now.odds_covered(answer) - if answer.is_bomb() { 1000 } else { 0 }
}

fn is_safe(now: &Turn, combo: Combo) -> bool {
    now.is_covered_at_most(combo, now.seat_params.path_odds)
}

/// True if an enemy holds exactly as many cards as `combo`: if it covers the combo, nothing takes the lead back.
fn loses_at_once(now: &Turn, combo: Combo) -> bool {
    now.enemies().any(|enemy| now.left(enemy) == combo.len())
}

fn leading_path(now: &Turn, parts: &Partition) -> Option<Partition> {
    let (mut safe, mut open) = (Partition::new(), Partition::new());
    for &part in parts.iter() {
        if is_safe(now, part) {
            safe.push(part);
        } else if open.len() == 2 {
            return None;
        } else {
            open.push(part);
        }
    }
    let mut path = Partition::new();
    let (mut last, mut spent) = (open.first().copied(), None);
    if let [one, two] = open[..] {
        let cover = |small: Combo| safe.iter().position(|&big| now.rules().beats(big, small));
        let (first, then) = if cover(one).is_some() { (one, two) } else { (two, one) };
        let place = cover(first).filter(|_| !loses_at_once(now, first))?;
        path.push(first);
        path.push(safe[place]);
        (last, spent) = (Some(then), Some(place));
    }
    // Bombs win nearly any trick: they go as late as they can.
    let rest = || (0..safe.len()).filter(|&place| Some(place) != spent).map(|place| safe[place]);
    path.extend(rest().filter(|part| !part.is_bomb()));
    path.extend(rest().filter(|part| part.is_bomb()));
    path.extend(last);
    Some(path)
}

fn answering_path(now: &Turn, answer: Combo) -> Option<Partition> {
    debug_assert!(matches!(now.trick, Trick::Follow(_)));
    let rest = now.after(answer);
    let safe = is_safe(now, answer);
    // To split the rest takes long, so the listed answers are asked first whether one of them can take the lead back: what beats an answer
    // is an answer too. That does not hold with a pass card, because it may beat the answer, or be beaten, by cards that do not beat what
    // stands.
    let takes_back = |back: Combo| now.rules().beats(back, answer) && is_safe(now, back);
    let is_back = |&back: &Combo| rest.contains(back.cards()) && takes_back(back);
    let can_take_back = || now.rules().pass_card() || now.plays.iter().any(is_back);
    if !safe && (loses_at_once(now, answer) || !can_take_back()) {
        return None;
    }
    for parts in &now.judge.splits(rest) {
        if parts.len() > now.persona.params().path_turns as usize {
            continue;
        }
        let tail = if safe {
            leading_path(now, parts)
        } else {
            // If an enemy covers the answer, one safe combo must take the lead back, and the rest must go out.
            (0..parts.len()).filter(|&place| takes_back(parts[place])).find_map(|place| {
                // Places are compared, not combos: the hand may hold an equal combo.
                let mut others = Partition::new();
                others.extend((0..parts.len()).filter(|&other| other != place).map(|other| parts[other]));
                let order = leading_path(now, &others)?;
                let mut path = Partition::new();
                path.push(parts[place]);
                path.extend(order.iter().copied());
                Some(path)
            })
        };
        if let Some(tail) = tail {
            let mut path = Partition::new();
            path.push(answer);
            path.extend(tail.iter().copied());
            return Some(path);
        }
    }
    None
}
