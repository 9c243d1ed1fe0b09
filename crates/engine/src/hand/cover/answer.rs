//! Progress of a hand towards an answer, when its cards are counted rank by rank.

use rules::shape::Wing;
use rules::{Combo, Hand, Kind, Rank, Ruleset};

use super::needs::{Bombs, Needs};

/// The cards that one enemy's hand needs for an answer: a run of ranks of which it holds enough, and cards for the wings. The state,
/// a small number, says how far the counting has come; it begins at 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerPattern {
    /// The number of copies of each rank of the body.
    copies: u8,
    /// The number of ranks of the body.
    run: u8,
    /// The lowest and highest rank that a higher body may have, as positions; none when the second is lower.
    window: (u8, u8),
    wings: WingsNeeded,
    /// The copies of each rank that are an answer by themselves: bombs, the rocket, and others that a ruleset allows.
    alone: CopiesByPosition,
}

/// Copies by position, both jokers at [`JOKER_AT`]; a hand never has more than four.
pub(super) type CopiesByPosition = [u8; JOKER_AT as usize + 1];

const NEVER_ENOUGH: u8 = 5;

/// Returns the copies that the rocket needs, and four of each rank if bombs count.
const fn bomb_copies(bombs: bool) -> CopiesByPosition {
    let mut alone = [if bombs { 4 } else { NEVER_ENOUGH }; JOKER_AT as usize + 1];
    alone[JOKER_AT as usize] = 2;
    alone
}

/// Returns the groups that answer a combo by themselves, for rules that are not plain. Groups of
/// equal cards are all here, runs are not.
pub(super) fn lone_answers(combo: Combo, rules: &Ruleset, bombs: Bombs) -> CopiesByPosition {
    let (mut alone, needs) = (bomb_copies(false), Needs::to_cover(combo, rules, bombs));
    for (place, rank) in (0..JOKER_AT).filter_map(|index| Some((usize::from(index), Rank::from_index(index.into())?))) {
        alone[place] = needs.fewest_copies(rank).unwrap_or(NEVER_ENOUGH);
    }
    // One joker is enough on a single: if the single is the small joker, only the big joker can be unseen.
    if combo.kind() == Kind::Single && combo.key() != Rank::BIG_JOKER {
        alone[usize::from(JOKER_AT)] = 1;
    }
    alone
}

/// The wings that must go with the body. Their count includes the ranks of the body. Each body adds the same number, so one comparison
/// shows if there are enough wings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WingsNeeded {
    /// None, or cards that every hand of this size has.
    Nothing,
    /// At most `copies` cards of each rank may be wings; all but `spare` cards of the hand are needed.
    Singles { copies: u8, spare: u8 },
    /// This many pairs, those of the body included.
    Pairs { wanted: u8, quad_as_pairs: bool },
}

/// The place at which both jokers are counted, after the 2: the rocket is made of them.
pub(super) const JOKER_AT: u8 = 13;

/// The effect of a rank's cards on a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Effect {
    None,
    /// The run breaks here in every deal.
    Break,
    Any,
}

impl AnswerPattern {
    /// Returns the pattern of bombs, if they count, and of the rocket: no rank can be part of the body.
    pub(super) const fn bombs_only(bombs: bool) -> AnswerPattern {
        AnswerPattern::lone_answers_only(bomb_copies(bombs))
    }

    const fn lone_answers_only(alone: CopiesByPosition) -> AnswerPattern {
        AnswerPattern { copies: 4, run: 1, window: (1, 0), wings: WingsNeeded::Nothing, alone }
    }

    pub(super) fn to_beat(combo: Combo, rules: &Ruleset, bombs: Bombs, count: u8) -> AnswerPattern {
        let shape = combo.kind().shape();
        let (run, key) = (combo.run(), combo.key().index() as u8);
        let in_kind = rules.is_plain();
        let alone = if in_kind {
            bomb_copies(bombs == Bombs::Counted && combo.kind() != Kind::Bomb)
        } else {
            lone_answers(combo, rules, bombs)
        };
        if !in_kind && (run == 1 || rules.may_not_answer(combo.kind())) {
            return AnswerPattern::lone_answers_only(alone);
        }
        let highest = if run > 1 { Rank::ACE } else { Rank::TWO };
        let window = (key + 2 - run, highest.index() as u8);
        if u32::from(count) < combo.len() || window.0 + run > window.1 + 1 {
            return AnswerPattern::lone_answers_only(alone);
        }
        let wings = match shape.wing {
            Wing::None => WingsNeeded::Nothing,
            Wing::Single => single_wings_needed(run, shape.body, shape.wings(run), rules, count),
            Wing::Pair => {
                let quad_as_pairs = run > 1 && rules.wings_quad_as_pairs();
                let of_body = if quad_as_pairs && shape.body == 4 { 2 } else { 1 };
                WingsNeeded::Pairs { wanted: shape.wings(run) + run * of_body, quad_as_pairs }
            }
        };
        AnswerPattern { copies: shape.body, run, window, wings, alone }
    }

    pub(super) fn state_count(&self) -> usize {
        let run = usize::from(self.run);
        match self.wings {
            WingsNeeded::Nothing => run,
            WingsNeeded::Singles { spare, .. } => (run + 1) * (usize::from(spare) + 1) + 1,
            WingsNeeded::Pairs { wanted, .. } => (run + 1) * (usize::from(wanted) + 1),
        }
    }

    /// True if a hand in this state has an answer that only the count of all ranks shows.
    pub(super) fn is_met_at_end(&self, state: usize) -> bool {
        match self.wings {
            WingsNeeded::Singles { spare, .. } => {
                let width = usize::from(spare) + 1;
                state / width == usize::from(self.run) && state + 1 < self.state_count()
            }
            _ => false,
        }
    }

    /// Returns the state after the hand turned out to hold `held` of the rank at `index`; `None` if an answer is certain. A run that can no
    /// longer be completed is forgotten: fewer states, the same count.
    #[inline]
    pub(super) fn step(&self, state: usize, index: u8, held: u8) -> Option<usize> {
        if held >= self.alone[usize::from(index)] {
            return None;
        }
        let full = usize::from(self.run);
        match self.wings {
            WingsNeeded::Nothing => {
                let run = self.run_after(state, index, held);
                (run < full).then_some(run)
            }
            WingsNeeded::Singles { copies, spare } => {
                let width = usize::from(spare) + 1;
                let hopeless = self.state_count() - 1;
                let (run, lost) = (state / width, state % width);
                let lost = lost + usize::from(held.saturating_sub(copies));
                if state == hopeless || lost >= width {
                    return Some(hopeless);
                }
                Some(self.run_after(run, index, held) * width + lost)
            }
            WingsNeeded::Pairs { wanted, quad_as_pairs } => {
                let width = usize::from(wanted) + 1;
                let (run, pairs) = (state / width, state % width);
                let more = if held == 4 && quad_as_pairs { 2 } else { usize::from(held >= 2) };
                let (run, pairs) = (self.run_after(run, index, held), (pairs + more).min(usize::from(wanted)));
                (run < full || pairs < usize::from(wanted)).then_some(run * width + pairs)
            }
        }
    }

    /// Returns the length of the run after the rank at `index`. A complete run stays complete; one that can no longer be completed counts 0.
    #[inline]
    fn run_after(&self, run: usize, index: u8, held: u8) -> usize {
        let full = usize::from(self.run);
        if run == full || index < self.window.0 || index > self.window.1 {
            return run;
        }
        let run = if held < self.copies { 0 } else { run + 1 };
        let ranks_left = usize::from(self.window.1 - index);
        if run + ranks_left < full { 0 } else { run }
    }

    /// Returns the effect of the rank at `index` when the hand can hold at most `most` of it.
    pub(super) fn effect(&self, index: u8, most: u8) -> Effect {
        let alone = most >= self.alone[usize::from(index)];
        let counts = match self.wings {
            WingsNeeded::Nothing => false,
            WingsNeeded::Singles { copies, .. } => most > copies,
            WingsNeeded::Pairs { .. } => most >= 2 && index != JOKER_AT,
        };
        let body = self.window.0 <= index && index <= self.window.1;
        match () {
            () if alone || counts || (body && most >= self.copies) => Effect::Any,
            () if body && self.run > 1 => Effect::Break,
            () => Effect::None,
        }
    }
}

/// Returns the limit on single wings. A fourth card of a body's rank may not be a wing, so no rank counts more cards than the body has.
fn single_wings_needed(run: u8, body: u8, wings: u8, rules: &Ruleset, count: u8) -> WingsNeeded {
    let copies = match (run > 1, body) {
        (true, body) => rules.wing_copies_max().min(body),
        (false, 4) if rules.four_pair_as_singles() => 2,
        (false, 4) => 1,
        (false, _) => 3,
    };
    let spare = count.saturating_sub(wings + run * copies);
    // The limit costs a hand most if it holds all four cards of each of its ranks.
    let lost_most = u32::from(count) * u32::from(4 - copies) / 4;
    if u32::from(spare) >= lost_most { WingsNeeded::Nothing } else { WingsNeeded::Singles { copies, spare } }
}

/// Counts the copies of a rank by position, or of both jokers at [`JOKER_AT`].
pub(super) fn copies_at(hand: Hand, index: u8) -> u8 {
    let at = |index: u8| Rank::from_index(usize::from(index)).map_or(0, |rank| hand.count(rank));
    if index == JOKER_AT { at(JOKER_AT) + at(JOKER_AT + 1) } else { at(index) }
}
