//! The tree: questions and leaves in one list of nodes, walked without allocating.

use rules::Ruleset;

use super::context::CaseContext;
use super::facts::FACTS;
use super::moves::{MOVES, Move};
use crate::profile::{Family, Profile};

/// The most nodes of a tree.
pub const NODES_MAX: usize = 4095;
/// The greatest depth of a leaf.
pub const DEPTH_MAX: usize = 24;

/// A fault in a tree of cases.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadCases {
    /// The line at fault, from 1; 0 if there is no line.
    pub line: usize,
    /// The fault.
    pub fault: String,
}

/// A tree of cases, grown under one ruleset. Every bound splits the range of its fact, and every leaf with advice has the support and the
/// purity that the metadata asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Cases {
    pub(super) metadata: Metadata,
    family: Family,
    /// Each question is followed by its part for answers up to its bound.
    pub(super) nodes: Vec<Node>,
}

/// The origin of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// The ruleset under which it was grown.
    pub ruleset: Ruleset,
    /// The command that grew it.
    pub command: String,
    /// The fewest cases that a leaf with advice may have.
    pub support: u32,
    /// The least share, of 100, of a leaf's cases in which its move was the better play; cases without a difference do not count.
    pub purity: u32,
}

/// A tree as it is grown.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// A question.
    Ask {
        /// The index of the fact in [`FACTS`].
        fact: usize,
        /// The largest answer that goes the first way.
        at_most: i16,
        /// The part for answers up to `at_most`, and the part for higher answers.
        ways: Box<[Tree; 2]>,
    },
    /// The advice, if there is any.
    Leaf(Option<Advice>),
}

/// A leaf's advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The index of the move in [`MOVES`].
    pub class: usize,
    /// The number of cases behind the advice.
    pub cases: u32,
    /// The number of cases of 100 in which the move was better than the strategies' play; cases without a difference do not count.
    pub better: u32,
    /// The wins in 10,000 by which the move was better, on average.
    pub gain: i32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Node {
    Ask { fact: u8, at_most: i16, above: u16 },
    Leaf(Option<Advice>),
}

impl Cases {
    /// Makes the cases of a grown tree. Refuses a tree that breaks a limit, a bound that does not split the range of its fact, and advice
    /// below the support or the purity of `metadata`.
    pub fn new(metadata: Metadata, tree: &Tree) -> Result<Cases, BadCases> {
        let mut cases = Cases::empty(metadata);
        cases.add_subtree(tree, 0).map_err(|fault| BadCases { line: 0, fault })?;
        Ok(cases)
    }

    pub(super) fn empty(metadata: Metadata) -> Cases {
        Cases { family: Profile::of(&metadata.ruleset).family(), metadata, nodes: Vec::new() }
    }

    /// Returns the tree that came with this build for a ruleset, if there is one.
    pub fn shipped(rules: &Ruleset) -> Option<Cases> {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == rules.name())?;
        Some(text.parse().expect("the tests read every shipped tree"))
    }

    /// Returns the tree for a ruleset: that of its name, otherwise one of the family whose cases fit.
    pub(crate) fn of<'a>(trees: &'a [Cases], rules: &Ruleset, profile: Profile) -> Option<&'a Cases> {
        let own = trees.iter().find(|cases| cases.metadata.ruleset.name() == rules.name());
        own.or_else(|| {
            let wanted = profile.cases_source()?.family;
            trees.iter().find(|cases| cases.family == wanted)
        })
    }

    /// Returns its origin.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the number of nodes, and the number of leaves that give advice.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.advice().count())
    }

    /// Returns the advice of its leaves.
    pub fn advice(&self) -> impl Iterator<Item = &Advice> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Leaf(advice) => advice.as_ref(),
            Node::Ask { .. } => None,
        })
    }

    /// Returns the advice for a turn of which all facts are known.
    pub fn advice_for(&self, facts: &[i16]) -> Option<&Advice> {
        self.walk(|fact| facts[fact])
    }

    pub(crate) fn ask(&self, context: &CaseContext) -> Option<&'static Move> {
        self.walk(|fact| FACTS[fact].ask(context)).map(|advice| &MOVES[advice.class])
    }

    #[inline]
    fn walk(&self, answer: impl Fn(usize) -> i16) -> Option<&Advice> {
        let mut place = 0;
        loop {
            match &self.nodes[place] {
                Node::Ask { fact, at_most, above } => {
                    place = if answer(usize::from(*fact)) <= *at_most { place + 1 } else { usize::from(*above) };
                }
                Node::Leaf(advice) => return advice.as_ref(),
            }
        }
    }

    fn add_subtree(&mut self, tree: &Tree, depth: usize) -> Result<(), String> {
        match tree {
            Tree::Leaf(advice) => self.add_leaf(*advice, depth),
            Tree::Ask { fact, at_most, ways } => {
                let place = self.add_question(*fact, *at_most, depth)?;
                self.add_subtree(&ways[0], depth + 1)?;
                self.end_first_part(place);
                self.add_subtree(&ways[1], depth + 1)
            }
        }
    }

    /// Adds a question; its two parts follow.
    pub(super) fn add_question(&mut self, fact: usize, at_most: i16, depth: usize) -> Result<usize, String> {
        let row = &FACTS[fact];
        let (least, most) = row.range;
        if !(least..most).contains(&at_most) {
            let most = most - 1;
            return Err(format!("{} <= {at_most} asks nothing: the bound may be {least} to {most}", row.name));
        }
        self.add(Node::Ask { fact: fact as u8, at_most, above: 0 }, depth)
    }

    /// Ends the first part of a question. The nodes that follow are for answers above its bound.
    pub(super) fn end_first_part(&mut self, place: usize) {
        let here = self.nodes.len() as u16;
        if let Node::Ask { above, .. } = &mut self.nodes[place] {
            *above = here;
        }
    }

    pub(super) fn add_leaf(&mut self, advice: Option<Advice>, depth: usize) -> Result<(), String> {
        let Metadata { support, purity, .. } = self.metadata;
        if let Some(Advice { cases, better, .. }) = advice
            && (cases < support || better < purity || better > 100)
        {
            let promise = format!("the head promises {support} cases and {purity}% to 100%");
            return Err(format!("{cases} cases, {better}% better: {promise}"));
        }
        self.add(Node::Leaf(advice), depth).map(|_| ())
    }

    fn add(&mut self, node: Node, depth: usize) -> Result<usize, String> {
        if self.nodes.len() == NODES_MAX || depth > DEPTH_MAX {
            return Err(format!("a tree has at most {NODES_MAX} nodes, and {DEPTH_MAX} questions one below the other"));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }
}

const SHIPPED: &[(&str, &str)] = &[
    ("classic", include_str!("../../data/plain/cases.txt")),
    ("journey", include_str!("../../data/journey/cases.txt")),
];
