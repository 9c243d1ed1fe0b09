//! `lab conform`: a backend's own hands against our rules. Whatever the backend accepted must be legal, whatever it
//! refused must not be; each disagreement is listed with its line, its play and the point of the ruleset that would
//! settle it.

mod log;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::ValueEnum;
use rules::card::Codec;
use rules::ruleset::POINTS;
use rules::{Action, Hand, Ruleset, Seat, Table, Trick};
use serde_json::{Value, json};

use crate::commands::Disagreement;
use crate::match_runner::recorded_hands;
use crate::report::origin;
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};

use log::{Attempt, Log};

/// Compare a backend's hand logs with a ruleset.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Hands, one a line: position text or JSON, see docs/develop/lab.md; - reads standard input
    file: PathBuf,
    /// The ruleset that the backend should play by
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Numbering of cards in JSON
    #[arg(long, value_enum, default_value_t = Numbering::Douzero)]
    codec: Numbering,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The codecs of `docs/use/rules.md` by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
enum Numbering {
    RankText,
    #[value(name = "RANKS_FROM_0")]
    RanksFrom0,
    #[value(name = "SUITS_ACE_FROM_0")]
    SuitsAceFrom0,
    #[value(name = "SUITS_KING_FROM_1")]
    SuitsKingFrom1,
    #[value(name = "SUITS_ACE_FROM_1")]
    SuitsAceFrom1,
    Douzero,
    #[value(name = "COUNTS_15")]
    Counts15,
}

impl Numbering {
    fn codec(self) -> Codec {
        Codec::ALL.into_iter().nth(self as usize).expect("a numbering for each codec")
    }
}

/// One thing that the backend and the ruleset see differently.
struct Difference {
    line: usize,
    /// The number of the play among all of the hand, refused ones too, from 1.
    play: usize,
    seat: Seat,
    cards: String,
    facing: String,
    /// True if the backend accepted it.
    accepted: bool,
    /// The verdict of our rules.
    rule: String,
    /// Points that would make the two agree, as overrides.
    points: Vec<String>,
}

#[derive(Default)]
struct Findings {
    hands: u64,
    plays: u64,
    refused: u64,
    cut: u64,
    differences: Vec<Difference>,
    damaged: Vec<(usize, String)>,
    /// True if lines were left out because of Ctrl-C.
    partial: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let lines = recorded_hands::lines(&args.file)?;
    let mut progress = Progress::new(lines.len() as u64, "lines", Instant::now());
    let stop = stop_on_ctrl_c()?;
    let mut findings = Findings::default();
    for (number, text) in lines {
        if stop.load(Ordering::Relaxed) {
            findings.partial = true;
            break;
        }
        progress.show(number as u64, || format!("{} disagreements", findings.differences.len()));
        let log = match &text {
            Ok(text) if text.trim().is_empty() || text.trim_start().starts_with('#') => continue,
            Ok(text) => Log::read(text.trim(), &args.ruleset, &args.codec.codec()),
            Err(fault) => Err(fault.clone()),
        };
        match log {
            Ok(log) => findings.check(number, log, &args.ruleset),
            Err(fault) => findings.damaged.push((number, fault)),
        }
    }
    progress.clear();
    match args.json {
        true => writeln!(out, "{}", findings.json(args))?,
        false => findings.write(args, out)?,
    }
    out.flush()?;
    if findings.partial {
        return Err(Interrupted.into());
    }
    if findings.differences.is_empty() && findings.damaged.is_empty() { Ok(()) } else { Err(Disagreement.into()) }
}

impl Findings {
    /// Goes through one hand until it is over or our rules cannot follow any longer.
    fn check(&mut self, line: usize, log: Log, rules: &Ruleset) {
        self.hands += 1;
        let Log { mut table, attempts } = log;
        for (index, Attempt { cards, accepted }) in attempts.into_iter().enumerate() {
            self.plays += u64::from(accepted);
            self.refused += u64::from(!accepted);
            let (seat, trick) = (table.board().course().turn(), table.board().course().trick());
            let verdict = judge(&table, cards);
            let legal = verdict.is_ok();
            if legal != accepted {
                let hand = table.hand_of(seat).unwrap_or_default();
                let facing = match trick {
                    Trick::Lead => String::from("leading"),
                    Trick::Follow(standing) => format!("facing {standing}"),
                };
                let rule = verdict.as_ref().map_or_else(Clone::clone, |_| String::from("legal here"));
                let points = settling_points(rules, hand, cards, trick, accepted);
                let cards = if cards.is_empty() { String::from("pass") } else { cards.to_string() };
                let play = index + 1;
                self.differences.push(Difference { line, play, seat, cards, facing, accepted, rule, points });
            }
            if accepted {
                let Ok(action) = verdict else {
                    // The state of the backend's table is unknown here.
                    self.cut += 1;
                    return;
                };
                table.act(action).expect("it was judged on a copy");
            }
        }
    }

    fn write(&self, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
        for difference in &self.differences {
            let Difference { line, play, seat, cards, facing, accepted, rule, points } = difference;
            let did = if *accepted { "accepted" } else { "refused" };
            writeln!(out, "line {line}, play {play}: {seat} {facing}: {cards} was {did}; {rule}")?;
            if !points.is_empty() {
                writeln!(out, "  it would agree with {}", points.join(" or "))?;
            }
        }
        for (line, fault) in &self.damaged {
            writeln!(out, "line {line}: cannot be read: {fault}")?;
        }
        if !(self.differences.is_empty() && self.damaged.is_empty()) {
            writeln!(out)?;
        }
        let Findings { hands, plays, refused, cut, differences, damaged, partial } = self;
        let end = if *partial { ", interrupted" } else { "" };
        writeln!(
            out,
            "ruleset {}: {hands} hands, {plays} plays and {refused} refusals, {} disagreements ({cut} hands not followed to \
             their end), {} damaged lines{end}",
            args.ruleset,
            differences.len(),
            damaged.len()
        )?;
        for (point, count) in self.points() {
            writeln!(out, "{point} would settle {count} of them")?;
        }
        Ok(())
    }

    /// Number of differences that each point would settle, the most first.
    fn points(&self) -> Vec<(String, usize)> {
        let mut points: Vec<(String, usize)> = Vec::new();
        for point in self.differences.iter().flat_map(|difference| &difference.points) {
            match points.iter_mut().find(|(other, _)| other == point) {
                Some((_, count)) => *count += 1,
                None => points.push((point.clone(), 1)),
            }
        }
        points.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        points
    }

    fn json(&self, args: &Args) -> Value {
        let differences = self.differences.iter().map(|difference| {
            json!({ "line": difference.line, "play": difference.play, "seat": difference.seat.name(),
                    "cards": difference.cards, "facing": difference.facing, "accepted": difference.accepted,
                    "rule": difference.rule, "points": difference.points })
        });
        let damaged = self.damaged.iter().map(|(line, fault)| json!({ "line": line, "fault": fault }));
        json!({ "version": origin::version(), "ruleset": args.ruleset.to_string(), "partial": self.partial, "hands": self.hands,
                "plays": self.plays, "refused": self.refused, "cut": self.cut,
                "disagreements": differences.collect::<Vec<_>>(), "damaged": damaged.collect::<Vec<_>>() })
    }
}

/// The play of these cards, none for a pass, or the reason why it cannot be done.
fn judge(table: &Table, cards: Hand) -> Result<Action, String> {
    let rules = *table.board().rules();
    let play = match (cards.is_empty(), table.board().course().trick()) {
        (true, _) => None,
        (false, trick) => {
            let answer = match trick {
                Trick::Follow(standing) => rules.read_answer(cards, standing),
                Trick::Lead => None,
            };
            let combo = answer.or_else(|| rules.read(cards));
            Some(combo.ok_or_else(|| format!("{cards} is no combo"))?)
        }
    };
    let action = Action::Play(play);
    // On a copy: what is refused leaves the table as it was, what is allowed is the caller's to do.
    table.clone().act(action).map(|_| action).map_err(|error| error.to_string())
}

/// Single changes of the ruleset under which the play would be (`wanted`) or would not be legal.
fn settling_points(rules: &Ruleset, hand: Hand, cards: Hand, trick: Trick, wanted: bool) -> Vec<String> {
    let legal = |rules: &Ruleset| rules.plays(hand, trick).iter().any(|play| play.cards() == cards);
    if cards.is_empty() || legal(rules) == wanted {
        return Vec::new();
    }
    let mut points = Vec::new();
    for point in POINTS {
        let others = point.values.iter().filter(|value| **value != point.value(rules));
        for value in others {
            // Some values are refused beside others of the ruleset. Wild ranks stay as they are shown.
            let changed =
                rules.with(point.name, value).ok().filter(|changed| changed.wild_ranks() == rules.wild_ranks());
            let shown = changed
                .and_then(|changed| rules.wilds().in_order().try_fold(changed, |rules, rank| rules.showing(rank)).ok());
            if shown.is_some_and(|changed| legal(&changed) == wanted) {
                points.push(format!("{}={value}", point.name));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use rules::Rank;

    use super::*;

    #[test]
    fn numberings_are_the_codecs() {
        for (numbering, codec) in Numbering::value_variants().iter().zip(Codec::ALL) {
            assert_eq!(numbering.codec(), codec);
            assert_eq!(numbering.to_possible_value().unwrap().get_name(), codec.name());
        }
    }

    #[test]
    fn the_point_that_settles_a_play_is_found() {
        let points = |rules: Ruleset, hand: &str, cards: &str, wanted| {
            settling_points(&rules, hand.parse().unwrap(), cards.parse().unwrap(), Trick::Lead, wanted)
        };
        assert_eq!(points(Ruleset::CLASSIC, "333344445", "33334444", true), ["shuttle=yes", "chain-bomb=hard"]);
        assert_eq!(points(Ruleset::SHUTTLE, "333344445", "33334444", false), ["shuttle=no"]);
        // No value that is refused beside others of the ruleset is tried.
        let laizi = Ruleset::LAIZI.showing(Rank::from_letter('7').unwrap()).unwrap();
        assert_eq!(points(laizi, "333344475", "33334447", true), ["shuttle=yes"]);
        assert_eq!(points(Ruleset::JOURNEY, "33344456", "33344456", true), ["kickers=any"]);
        assert_eq!(points(Ruleset::CLASSIC, "3334", "334", true), Vec::<String>::new(), "nowhere a combo");
    }
}
