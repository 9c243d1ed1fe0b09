//! Growth of a tree. A question divides the cases into two parts. A leaf gives advice only if its move also gained in held-out hands.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::cases::{Advice, DEPTH_MAX, FACTS, MOVES, Tree};
use engine::net::CHANCE_ONE;

use super::record::{CaseTable, NO_MOVE};

#[derive(Clone, Copy, Debug)]
pub(super) struct AdviceTerms {
    /// The fewest held-out cases behind the advice.
    pub(super) support: u32,
    /// The least share of these cases, in percent, in which the move is the better one; equal results do not count.
    pub(super) purity: u32,
    /// The number of standard errors, in hundredths, by which the gain must be above zero.
    pub(super) z_min: u32,
}

pub(super) struct Grower<'a> {
    pub(super) records: &'a [CaseTable; 2],
    pub(super) terms: AdviceTerms,
    pub(super) stop: &'a AtomicBool,
}

struct GrownTree {
    tree: Tree,
    gain: i64,
}

/// The most answers that a fact may have.
const ANSWERS_MAX: usize = 64;

/// The total gain of each move, by answer.
type GainSums = [[i64; MOVES_MAX]; ANSWERS_MAX];
const MOVES_MAX: usize = 16;
const _: () = assert!(MOVES.len() <= MOVES_MAX);

impl Grower<'_> {
    /// Returns the tree, and the total gain of its leaves in the held-out cases.
    pub(super) fn grow(&self) -> (Tree, i64) {
        let [mut growing, mut held] =
            [0, 1].map(|part: usize| (0..self.records[part].len() as u32).collect::<Vec<_>>());
        let GrownTree { tree, gain } = self.grow_part(&mut growing, &mut held, 0);
        (tree, gain)
    }

    fn grow_part(&self, growing: &mut [u32], held: &mut [u32], depth: usize) -> GrownTree {
        let leaf = self.make_leaf(growing, held);
        let enough = 2 * self.terms.support as usize;
        if growing.len() < enough
            || held.len() < self.terms.support as usize
            || depth == DEPTH_MAX
            || self.stop.load(Ordering::Relaxed)
        {
            return leaf;
        }
        let Some((fact, at_most)) = self.best_question(growing) else { return leaf };
        let [below, above] = divide_cases(&self.records[0], growing, fact, at_most);
        let [held_below, held_above] = divide_cases(&self.records[1], held, fact, at_most);
        let below = self.grow_part(below, held_below, depth + 1);
        let above = self.grow_part(above, held_above, depth + 1);
        if below.gain + above.gain <= leaf.gain {
            return leaf;
        }
        GrownTree {
            tree: Tree::Ask { fact, at_most, ways: Box::new([below.tree, above.tree]) },
            gain: below.gain + above.gain,
        }
    }

    /// Returns the advice of these cases without further questions: the move that gained most, if the held-out ones confirm it.
    fn make_leaf(&self, growing: &[u32], held: &[u32]) -> GrownTree {
        let silent = GrownTree { tree: Tree::Leaf(None), gain: 0 };
        let sums = total_gains(&self.records[0], growing);
        let (class, _) = (0..MOVES.len())
            .map(|class| (class, sums[class]))
            .max_by_key(|&(class, sum)| (sum, Reverse(class)))
            .expect("there are moves");
        let gains = held.iter().map(|&case| self.records[1].gains(case as usize)[class]).filter(|&it| it != NO_MOVE);
        let (mut cases, mut better, mut worse, mut sum, mut squares) = (0u32, 0u32, 0u32, 0i64, 0i64);
        for gain in gains.map(i64::from) {
            cases += 1;
            better += u32::from(gain > 0);
            worse += u32::from(gain < 0);
            sum += gain;
            squares += gain * gain;
        }
        // Equal results do not count: hands that are played out often end the same for all moves.
        let better = better * 100 / (better + worse).max(1);
        if cases < self.terms.support || better < self.terms.purity || !self.is_significant(cases, sum, squares) {
            return silent;
        }
        let gain = (sum * 10_000 / i64::from(cases) / i64::from(CHANCE_ONE)) as i32;
        let advice = Advice { class, cases, better, gain };
        GrownTree { tree: Tree::Leaf(Some(advice)), gain: sum }
    }

    /// True if the sum is as far above zero as the terms require. It uses integers, which give the same result on every
    /// machine.
    fn is_significant(&self, cases: u32, sum: i64, squares: i64) -> bool {
        let (n, sum) = (i128::from(cases), i128::from(sum));
        let z_min = i128::from(self.terms.z_min);
        // The mean's variance times n³: n·Σg² − (Σg)².
        let variance = n * i128::from(squares) - sum * sum;
        sum > 0 && sum * sum * n * 10_000 > z_min * z_min * variance
    }

    /// Returns the best question, of equal ones the first; `None` if there is none.
    fn best_question(&self, growing: &[u32]) -> Option<(usize, i16)> {
        let record = &self.records[0];
        let mut counts = vec![[0i64; ANSWERS_MAX]; FACTS.len()];
        let mut sums: Vec<GainSums> = vec![[[0; MOVES_MAX]; ANSWERS_MAX]; FACTS.len()];
        for &case in growing {
            let gains = record.gains(case as usize);
            let mut row = [0i64; MOVES_MAX];
            row.iter_mut().zip(gains).for_each(|(row, &gain)| *row = if gain == NO_MOVE { 0 } else { i64::from(gain) });
            for (fact, &answer) in record.facts(case as usize).iter().enumerate() {
                let place = answer_index(fact, answer);
                counts[fact][place] += 1;
                sums[fact][place].iter_mut().zip(&row).for_each(|(sum, gain)| *sum += gain);
            }
        }
        let mut best: Option<(i128, usize, i16)> = None;
        for fact in 0..FACTS.len() {
            let (least, most) = FACTS[fact].range;
            let all = sums[fact].iter().fold([0i64; MOVES_MAX], plus);
            let cases: i64 = counts[fact].iter().sum();
            let (mut below, mut cases_below) = ([0i64; MOVES_MAX], 0);
            for at_most in least..most {
                let place = answer_index(fact, at_most as i8);
                below = plus(below, &sums[fact][place]);
                cases_below += counts[fact][place];
                let cases_above = cases - cases_below;
                if cases_below.min(cases_above) < i64::from(self.terms.support) {
                    continue;
                }
                let above = std::array::from_fn(|class| all[class] - below[class]);
                let gain = best_gain(&below) + best_gain(&above) - best_gain(&all);
                let spread = spread(&below, cases_below) + spread(&above, cases_above) - spread(&all, cases);
                let score = spread + i128::from(CHANCE_ONE) * i128::from(gain);
                if score > 0 && best.is_none_or(|best| score > best.0) {
                    best = Some((score, fact, at_most));
                }
            }
        }
        best.map(|(_, fact, at_most)| (fact, at_most))
    }
}

fn best_gain(sums: &[i64; MOVES_MAX]) -> i64 {
    sums.iter().copied().max().unwrap_or(0).max(0)
}

/// Measures how far the gains of the moves lie from zero. It ranks questions that do not change the advice yet.
fn spread(sums: &[i64; MOVES_MAX], cases: i64) -> i128 {
    sums.iter().map(|&sum| i128::from(sum) * i128::from(sum) / i128::from(cases.max(1))).sum()
}

fn plus(sums: [i64; MOVES_MAX], more: &[i64; MOVES_MAX]) -> [i64; MOVES_MAX] {
    std::array::from_fn(|class| sums[class] + more[class])
}

fn answer_index(fact: usize, answer: i8) -> usize {
    (i16::from(answer) - FACTS[fact].range.0) as usize
}

fn total_gains(record: &CaseTable, cases: &[u32]) -> [i64; MOVES_MAX] {
    let mut sums = [0; MOVES_MAX];
    for &case in cases {
        let gains = record.gains(case as usize).iter().map(|&gain| if gain == NO_MOVE { 0 } else { i64::from(gain) });
        sums.iter_mut().zip(gains).for_each(|(sum, gain)| *sum += gain);
    }
    sums
}

fn divide_cases<'a>(record: &CaseTable, cases: &'a mut [u32], fact: usize, at_most: i16) -> [&'a mut [u32]; 2] {
    let mut kept = 0;
    for place in 0..cases.len() {
        if i16::from(record.facts(cases[place] as usize)[fact]) <= at_most {
            cases.swap(kept, place);
            kept += 1;
        }
    }
    let (below, above) = cases.split_at_mut(kept);
    [below, above]
}

#[cfg(test)]
mod tests {
    use rules::{Rng, Seed};

    use super::*;

    fn fact_index(name: &str) -> usize {
        FACTS.iter().position(|fact| fact.name == name).expect("a fact")
    }

    fn class_index(name: &str) -> usize {
        MOVES.iter().position(|row| row.name == name).expect("a move")
    }

    fn random_facts(rng: &mut Rng) -> Vec<i16> {
        FACTS.iter().map(|fact| fact.range.0 + rng.below((fact.range.1 - fact.range.0) as u32 + 1) as i16).collect()
    }

    /// True if the hidden rule demands a pass: for Up with at most five cards.
    fn should_pass(facts: &[i16]) -> bool {
        facts[fact_index("seat")] == 2 && facts[fact_index("my-cards")] <= 5
    }

    /// Makes cases in which a pass gains if `gains` is true and otherwise loses on average, with much noise. No other move
    /// gains.
    fn random_cases(seed: u64, gains: impl Fn(&[i16]) -> bool) -> CaseTable {
        let mut rng = Seed(seed).rng();
        let mut record = CaseTable::default();
        for _ in 0..6_000 {
            let facts = random_facts(&mut rng);
            let mean = if gains(&facts) { 900 } else { -400 };
            let mut row = [NO_MOVE; MOVES.len()];
            row[class_index("pass")] = mean + rng.below(1_601) as i16 - 800;
            row[class_index("spare")] = -(rng.below(500) as i16);
            record.add(&facts, &row);
        }
        record
    }

    fn grow_tree(records: &[CaseTable; 2]) -> (Tree, i64) {
        let terms = AdviceTerms { support: 50, purity: 55, z_min: 250 };
        Grower { records, terms, stop: &AtomicBool::new(false) }.grow()
    }

    fn advice_of<'a>(tree: &'a Tree, facts: &[i16]) -> Option<&'a Advice> {
        match tree {
            Tree::Leaf(advice) => advice.as_ref(),
            Tree::Ask { fact, at_most, ways } => advice_of(&ways[usize::from(facts[*fact] > *at_most)], facts),
        }
    }

    #[test]
    fn a_known_rule_is_found() {
        let (tree, gain) = grow_tree(&[random_cases(1, should_pass), random_cases(2, should_pass)]);
        let mut rng = Seed(3).rng();
        for _ in 0..2_000 {
            let facts = random_facts(&mut rng);
            let found = advice_of(&tree, &facts);
            assert_eq!(found.is_some(), should_pass(&facts), "{facts:?}: {tree:?}");
            if let Some(advice) = found {
                assert_eq!(advice.class, class_index("pass"));
                // 900 of 16,384 are 549 of 10,000, and 900 is more than the noise.
                assert!((500..600).contains(&advice.gain) && advice.better == 100, "{advice:?}");
            }
        }
        assert!(gain > 0);
    }

    #[test]
    fn unconfirmed_advice_is_dropped() {
        let (tree, gain) = grow_tree(&[random_cases(1, should_pass), random_cases(2, |_| false)]);
        assert_eq!((tree, gain), (Tree::Leaf(None), 0));
    }

    #[test]
    fn few_cases_give_no_advice() {
        let mut few = [CaseTable::default(), CaseTable::default()];
        let mut row = [NO_MOVE; MOVES.len()];
        row[class_index("pass")] = 5_000;
        for record in &mut few {
            (0..49).for_each(|_| record.add(&random_facts(&mut Seed(4).rng()), &row));
        }
        assert_eq!(grow_tree(&few).0, Tree::Leaf(None));
        // The fiftieth held-out case reaches the support.
        few[1].add(&random_facts(&mut Seed(4).rng()), &row);
        assert!(matches!(grow_tree(&few).0, Tree::Leaf(Some(Advice { cases: 50, better: 100, .. }))));
    }
}
