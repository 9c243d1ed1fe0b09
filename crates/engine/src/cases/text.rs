//! Trees as text: a head with the origin of the tree, then one node per line, two spaces deeper than its question.
//! Each question is followed by its part for answers up to its bound, then by the part for answers above.

use std::fmt;
use std::str::FromStr;

use super::facts::FACTS;
use super::moves::MOVES;
use super::tree::{Advice, BadCases, Cases, Metadata, Node};

const VERSION: u32 = 1;

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Metadata { ruleset, command, support, purity } = &self.metadata;
        writeln!(f, "cases {VERSION}\nruleset {ruleset}\ncommand {command}\nsupport {support}\npurity {purity}\n")?;
        self.write(f, 0, 0).map(|_| ())
    }
}

impl Cases {
    /// Writes the part of the tree that begins at a node; returns where the next part begins.
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
        let (line, found) = lines.read_header::<u32>("cases")?;
        if found != VERSION {
            let fault = format!("version {found} of the format; this build reads version {VERSION}");
            return Err(BadCases { line, fault });
        }
        let metadata = Metadata {
            ruleset: lines.read_header("ruleset")?.1,
            command: lines.read_header("command")?.1,
            support: lines.read_header("support")?.1,
            purity: lines.read_header("purity")?.1,
        };
        let mut cases = Cases::empty(metadata);
        lines.read_node(&mut cases, 0)?;
        match lines.next_non_blank() {
            None => Ok(cases),
            Some((line, found)) => {
                Err(BadCases { line, fault: format!("{:?} follows, and the tree is complete", found.trim()) })
            }
        }
    }
}

struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Lines<'a> {
    fn next_non_blank(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.lines[self.next..];
        let skipped = rest.iter().position(|(_, line)| !line.trim().is_empty())?;
        self.next += skipped + 1;
        Some(rest[skipped])
    }

    fn next_line(&mut self) -> Result<(usize, &'a str), BadCases> {
        let end = self.lines.len();
        self.next_non_blank().ok_or_else(|| BadCases {
            line: end,
            fault: String::from("the tree ends here, and a part of it is missing"),
        })
    }

    /// Reads a line `KEY VALUE`. Returns the number of the line and the value.
    fn read_header<T: FromStr>(&mut self, wanted: &'static str) -> Result<(usize, T), BadCases> {
        let (line, text) = self.next_line()?;
        let (key, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let fault = |fault| BadCases { line, fault };
        if key != wanted {
            return Err(fault(format!("{:?} stands where {wanted:?} and its value are due", text.trim())));
        }
        let value = value.trim();
        value.parse().map(|value| (line, value)).map_err(|_| fault(format!("{value:?} is no {wanted}")))
    }

    fn read_node(&mut self, cases: &mut Cases, depth: usize) -> Result<(), BadCases> {
        let (line, text) = self.next_line()?;
        let fault = |fault| BadCases { line, fault };
        let found = text.len() - text.trim_start_matches(' ').len();
        if found != 2 * depth {
            return Err(fault(format!("{found} spaces before it; {} are due here", 2 * depth)));
        }
        let wanted = "a question (`FACT <= NUMBER`) nor a leaf (`silent`, or `MOVE cases N better N gain N`)";
        let unread = || fault(format!("{:?} is neither {wanted}", text.trim()));
        let unknown =
            |what, name| fault(format!("there is no {what} {name:?}; `lab grow-cases --list` shows them all"));
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["silent"] => cases.add_leaf(None, depth).map_err(fault),
            [name, "cases", behind, "better", better, "gain", gain] => {
                let class = MOVES.iter().position(|row| row.name == name);
                let class = class.ok_or_else(|| unknown("move", name))?;
                let number = |text: &str| text.parse::<u32>().map_err(|_| unread());
                let gain = gain.parse().map_err(|_| unread())?;
                let advice = Advice { class, cases: number(behind)?, better: number(better)?, gain };
                cases.add_leaf(Some(advice), depth).map_err(fault)
            }
            [name, "<=", at_most] => {
                let fact = FACTS.iter().position(|row| row.name == name);
                let fact = fact.ok_or_else(|| unknown("fact", name))?;
                let at_most = at_most.parse().map_err(|_| unread())?;
                let place = cases.add_question(fact, at_most, depth).map_err(fault)?;
                self.read_node(cases, depth + 1)?;
                cases.end_first_part(place);
                self.read_node(cases, depth + 1)
            }
            _ => Err(unread()),
        }
    }
}
