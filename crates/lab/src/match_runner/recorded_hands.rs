//! Files of recorded hands, one a line, as `lab match --record` writes them. A damaged line is reported by its number,
//! and the other lines are used.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use rules::{Chair, Table};

use crate::match_runner::game::Team;

pub(crate) struct RecordedHand {
    /// The number of its line, from 1.
    pub(crate) line: usize,
    pub(crate) table: Table,
    /// The player of the match in each chair, if the file names the players.
    pub(crate) teams: Option<[Team; 3]>,
}

pub(crate) struct RecordedHands {
    pub(crate) hands: Vec<RecordedHand>,
    /// The damaged lines, by number, and their faults.
    pub(crate) damaged: Vec<String>,
    /// The names of the two players, from the first remark that has them.
    pub(crate) names: Option<[String; 2]>,
}

/// The longest line that is read as a hand.
const LINE_BYTES_MAX: usize = 1 << 16;

/// Reads the lines of a file, or of standard input for `-`, with their numbers; a line that is too long or no text becomes an error.
fn read_file_lines(path: &Path) -> anyhow::Result<Vec<(usize, Result<String, String>)>> {
    let place = || path.display().to_string();
    let input: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(path).with_context(place)?)),
    };
    let mut lines = Vec::new();
    for (index, line) in input.split(b'\n').enumerate() {
        let line = line.with_context(place)?;
        let text = match String::from_utf8(line) {
            Ok(text) if text.len() > LINE_BYTES_MAX => Err(format!("it has more than {LINE_BYTES_MAX} bytes")),
            Ok(text) => Ok(text),
            Err(_) => Err(String::from("it is no text")),
        };
        lines.push((index + 1, text));
    }
    Ok(lines)
}

impl RecordedHands {
    pub(crate) fn read(path: &Path) -> anyhow::Result<RecordedHands> {
        let mut all = RecordedHands { hands: Vec::new(), damaged: Vec::new(), names: None };
        let mut number = 0;
        for (line, text) in read_file_lines(path)? {
            let text = match &text {
                Ok(text) => text.trim(),
                Err(fault) => {
                    all.damaged.push(format!("line {line}: {fault}"));
                    number += 1;
                    continue;
                }
            };
            if let Some(remark) = text.strip_prefix('#') {
                all.names = all.names.or_else(|| read_names(remark));
                continue;
            }
            if text.is_empty() {
                continue;
            }
            match text.parse::<Table>() {
                Ok(table) => {
                    let teams = all.names.is_some().then(|| teams_by_chair(number, &table));
                    all.hands.push(RecordedHand { line, table, teams });
                }
                Err(error) => all.damaged.push(format!("line {line}: {error}")),
            }
            // A damaged hand counts too, so that later hands keep their places.
            number += 1;
        }
        Ok(all)
    }
}

/// Reads the two names, which may hold spaces and commas, of `lab 0.1.0 match seed=9 A=rules B=casual; …`.
fn read_names(remark: &str) -> Option<[String; 2]> {
    let (_, rest) = remark.split_once(" A=")?;
    let (players, _) = rest.rsplit_once("; ")?;
    let (a, b) = players.split_once(" B=")?;
    Some([a.to_owned(), b.to_owned()])
}

/// Returns the team of each chair. In the first of each two hands A sits alone; see [`crate::match_runner::game::Setup::game`].
fn teams_by_chair(number: usize, table: &Table) -> [Team; 3] {
    let lone = if table.has_auction() { Chair::ALL[number / 2 % 3] } else { Chair::First };
    let alone = Team::ALL[number % 2];
    Chair::ALL.map(|chair| if chair == lone { alone } else { alone.other() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::game::Setup;
    use rules::{Ruleset, Seed};

    #[test]
    fn names_are_read_as_the_record_writes_them() {
        let names = |remark| read_names(remark).map(|[a, b]| format!("{a}|{b}"));
        let remark =
            " lab 0.1.0 match seed=9 A=casual:noise=4 B=cmd:\"bot; x\"; of each two hands the first has A alone";
        assert_eq!(names(remark).as_deref(), Some("casual:noise=4|cmd:\"bot; x\""));
        assert_eq!(names(" just a remark"), None);
    }

    #[test]
    fn recorded_teams_sit_as_in_the_match() {
        for auction in [false, true] {
            let setup = Setup { rules: Ruleset::CLASSIC, auction, seed: Seed(3) };
            for number in 0..6 {
                for (half, lone) in Team::ALL.into_iter().enumerate() {
                    let game = setup.game(number, lone);
                    let expected = Chair::ALL.map(|chair| game.team(chair));
                    assert_eq!(teams_by_chair(2 * number as usize + half, game.table()), expected, "{number} {lone:?}");
                }
            }
        }
    }
}
