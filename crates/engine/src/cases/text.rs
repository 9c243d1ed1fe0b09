//! Trees as text: a head that says where the tree comes from, then a node a line, two spaces deeper than its question.
//! Each question is followed by its part for answers up to its bound, then by the part for answers above.

use std::fmt;
use std::str::FromStr;

use super::facts::FACTS;
use super::moves::MOVES;
use super::tree::{Advice, Cases, DEPTH_MAX, Metadata, NODES_MAX, Node};

/// The version of the format.
const VERSION: u32 = 1;

/// Why a text is no tree of cases.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadCases {
    /// The line to blame, from 1; 0 for a tree that was never a text.
    pub line: usize,
    /// The fault of it.
    pub fault: Fault,
}

/// The fault of a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The head lacks a key.
    #[error("{found:?} stands where {wanted:?} and its value are due")]
    Head {
        /// The key.
        wanted: &'static str,
        /// The text that was found.
        found: String,
    },
    /// A value of the head cannot be read.
    #[error("{found:?} is no {wanted}")]
    Value {
        /// The key.
        wanted: &'static str,
        /// The text that was found.
        found: String,
    },
    /// A later build's format.
    #[error("version {found} of the format; this build reads version {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// A line is neither a question nor a leaf.
    #[error(
        "{found:?} is neither a question (`FACT <= NUMBER`) nor a leaf (`silent`, or `MOVE cases N better N gain N`)"
    )]
    Node {
        /// The text that was found.
        found: String,
    },
    /// No fact has that name.
    #[error("there is no fact {name:?}; `lab grow-cases --list` shows them all")]
    NoFact {
        /// The name.
        name: String,
    },
    /// No move has that name.
    #[error("there is no move {name:?}; `lab grow-cases --list` shows them all")]
    NoMove {
        /// The name.
        name: String,
    },
    /// All answers go one way.
    #[error("{fact} <= {at_most} asks nothing: the bound may be {least} to {most}")]
    NoQuestion {
        /// The fact.
        fact: &'static str,
        /// The bound.
        at_most: i16,
        /// The least that it may be.
        least: i16,
        /// The most that it may be.
        most: i16,
    },
    /// A leaf speaks without the support or the purity that the head promises.
    #[error("{cases} cases, {better}% better: the head promises {support} cases and {purity}% to 100%")]
    Weak {
        /// The leaf's cases.
        cases: u32,
        /// The fewest there may be.
        support: u32,
        /// In how many of 100 it was better.
        better: u32,
        /// The least that may be.
        purity: u32,
    },
    /// A line is not where it belongs.
    #[error("{found} spaces before it; {wanted} are due here")]
    Depth {
        /// The depth that was found.
        found: usize,
        /// The depth that was due.
        wanted: usize,
    },
    /// The text ends within the tree.
    #[error("the tree ends here, and a part of it is missing")]
    Short,
    /// The text goes on behind the tree.
    #[error("{found:?} follows, and the tree is complete")]
    Rest {
        /// The part that follows.
        found: String,
    },
    /// The tree has more nodes, or is deeper, than is allowed.
    #[error("a tree has at most {NODES_MAX} nodes, and {DEPTH_MAX} of them one below the other")]
    TooLarge,
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Metadata { ruleset, command, support, purity } = &self.metadata;
        writeln!(f, "cases {VERSION}\nruleset {ruleset}\ncommand {command}\nsupport {support}\npurity {purity}\n")?;
        self.write(f, 0, 0).map(|_| ())
    }
}

impl Cases {
    /// Writes the part of the tree that begins at a node; answers where the next part begins.
    fn write(&self, f: &mut fmt::Formatter<'_>, place: usize, depth: usize) -> Result<usize, fmt::Error> {
        write!(f, "{:1$}", "", 2 * depth)?;
        match &self.nodes[place] {
            Node::Ask { fact, at_most, .. } => {
                writeln!(f, "{} <= {at_most}", FACTS[usize::from(*fact)].name)?;
                let above = self.write(f, place + 1, depth + 1)?;
                return self.write(f, above, depth + 1);
            }
            Node::Leaf(None) => writeln!(f, "silent")?,
            Node::Leaf(Some(Advice { class, cases, better, gain })) => {
                writeln!(f, "{} cases {cases} better {better} gain {gain}", MOVES[*class].name)?;
            }
        }
        Ok(place + 1)
    }
}

impl FromStr for Cases {
    type Err = BadCases;

    fn from_str(text: &str) -> Result<Cases, BadCases> {
        let mut lines =
            Lines { lines: text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect(), next: 0 };
        let version = lines.head("cases")?;
        if version.1 != VERSION {
            return Err(BadCases { line: version.0, fault: Fault::Version { found: version.1 } });
        }
        let metadata = Metadata {
            ruleset: lines.head("ruleset")?.1,
            command: lines.head("command")?.1,
            support: lines.head("support")?.1,
            purity: lines.head("purity")?.1,
        };
        let mut cases = Cases { metadata, nodes: Vec::new() };
        lines.read_node(&mut cases, 0)?;
        match lines.take() {
            None => Ok(cases),
            Some((line, found)) => Err(BadCases { line, fault: Fault::Rest { found: found.trim().to_owned() } }),
        }
    }
}

/// The lines of a file that are left.
struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Lines<'a> {
    /// Returns the next line with something in it.
    fn take(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.lines[self.next..];
        let skipped = rest.iter().position(|(_, line)| !line.trim().is_empty())?;
        self.next += skipped + 1;
        Some(rest[skipped])
    }

    fn due(&mut self) -> Result<(usize, &'a str), BadCases> {
        let end = self.lines.len();
        self.take().ok_or(BadCases { line: end, fault: Fault::Short })
    }

    /// `KEY VALUE`, and the number of its line.
    fn head<T: FromStr>(&mut self, wanted: &'static str) -> Result<(usize, T), BadCases> {
        let (line, text) = self.due()?;
        let (key, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let fault = |fault| BadCases { line, fault };
        if key != wanted {
            return Err(fault(Fault::Head { wanted, found: text.trim().to_owned() }));
        }
        let value = value.trim();
        value.parse().map(|value| (line, value)).map_err(|_| fault(Fault::Value { wanted, found: value.to_owned() }))
    }

    /// Returns a node and, of a question, both its parts.
    fn read_node(&mut self, cases: &mut Cases, depth: usize) -> Result<(), BadCases> {
        let (line, text) = self.due()?;
        let fault = |fault| BadCases { line, fault };
        let found = text.len() - text.trim_start_matches(' ').len();
        if found != 2 * depth {
            return Err(fault(Fault::Depth { found, wanted: 2 * depth }));
        }
        let unread = || fault(Fault::Node { found: text.trim().to_owned() });
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["silent"] => cases.leaf_node(None, depth).map_err(fault),
            [name, "cases", behind, "better", better, "gain", gain] => {
                let class = MOVES.iter().position(|row| row.name == name);
                let class = class.ok_or_else(|| fault(Fault::NoMove { name: name.to_owned() }))?;
                let number = |text: &str| text.parse::<u32>().map_err(|_| unread());
                let gain = gain.parse().map_err(|_| unread())?;
                let advice = Advice { class, cases: number(behind)?, better: number(better)?, gain };
                cases.leaf_node(Some(advice), depth).map_err(fault)
            }
            [name, "<=", at_most] => {
                let fact = FACTS.iter().position(|row| row.name == name);
                let fact = fact.ok_or_else(|| fault(Fault::NoFact { name: name.to_owned() }))?;
                let at_most = at_most.parse().map_err(|_| unread())?;
                let place = cases.question(fact, at_most, depth).map_err(fault)?;
                self.read_node(cases, depth + 1)?;
                cases.part(place);
                self.read_node(cases, depth + 1)
            }
            _ => Err(unread()),
        }
    }
}
