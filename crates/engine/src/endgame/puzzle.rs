//! Puzzles 残局: deals in which the landlord leads and wins, and in which some tempting first play loses. They are graded by their difficulty for
//! a person and have three hints each. A seed gives the same puzzle again under the same ruleset and grade.

mod find;
mod theme;

pub use theme::Theme;

use std::fmt;

use rules::{Combo, Kind, Ruleset, Seat};

use crate::endgame::game::Endgame;
use crate::explain::{say, wild_card_fact};
use crate::words::Lang;

/// The difficulty of a puzzle, by its [`Features::points`]. The variants describe a typical puzzle of each grade.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Looking one trick ahead is enough.
    Beginner,
    /// Tempting plays to resist, and more than one trick to look ahead.
    Easy,
    /// As `Easy`, but from this grade on a single first play wins.
    Medium,
    /// A play against habit, or a long solution.
    Hard,
    /// A play against habit, and a long solution.
    Master,
}

impl Grade {
    /// Every grade, the easiest first.
    pub const ALL: [Grade; 5] = [Grade::Beginner, Grade::Easy, Grade::Medium, Grade::Hard, Grade::Master];

    /// Returns the name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Beginner => "beginner",
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Master => "master",
        }
    }

    /// Returns the grade of that name.
    pub fn from_name(name: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.name() == name)
    }

    /// The fewest points of each grade but the easiest.
    const POINTS_MIN: [(u32, Grade); 4] =
        [(22, Grade::Master), (17, Grade::Hard), (12, Grade::Medium), (8, Grade::Easy)];

    fn of(points: u32) -> Grade {
        let reached = Grade::POINTS_MIN.into_iter().find(|&(points_min, _)| points >= points_min);
        reached.map_or(Grade::Beginner, |(_, grade)| grade)
    }

    /// Returns the most first plays that may win: the harder puzzles have one.
    const fn winning_max(self) -> usize {
        match self {
            Grade::Beginner | Grade::Easy => 2,
            Grade::Medium | Grade::Hard | Grade::Master => 1,
        }
    }

    /// Returns the fewest plies of a solution: a beginner sees a play, an answer and the way out.
    const fn plies_min(self) -> u32 {
        match self {
            Grade::Beginner => 3,
            Grade::Easy | Grade::Medium | Grade::Hard | Grade::Master => 5,
        }
    }

    /// Returns the least and the most cards of a hand in the deals for puzzles of this grade.
    const fn hand_sizes(self) -> (u32, u32) {
        match self {
            Grade::Beginner => (5, 7),
            Grade::Easy => (6, 8),
            Grade::Medium => (7, 10),
            Grade::Hard => (9, 11),
            Grade::Master => (10, 12),
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The features of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The number of legal first plays.
    pub first_plays: u32,
    /// The number of legal first plays; with wild ranks, plays that differ only in the cards spent count once.
    pub choices: u32,
    /// The number of first plays that win.
    pub winning: u32,
    /// The number of first plays that leave the fewest turns, but lose. They are counted as in `choices`.
    pub tempting: u32,
    /// The number of plies of the solution against the longest defence, passes included.
    pub plies: u32,
    /// The number of times in the solution at which the landlord has a choice and a single play wins.
    pub only_plays: u32,
    /// True if another first play leaves fewer turns than the right one, for example because the right one splits a group.
    pub is_split: bool,
    /// True if there are lower first plays of the same kind and length, and all of them lose.
    pub is_high: bool,
    /// True if in the solution the landlord passes when every answer that he has would lose.
    pub passes: bool,
}

impl Features {
    fn broken_habits(&self) -> u32 {
        [self.is_split, self.is_high, self.passes].into_iter().filter(|&yes| yes).count() as u32
    }

    /// Returns the points that decide the grade.
    pub fn points(&self) -> u32 {
        let odds = (self.choices / self.winning.max(1)).max(1).ilog2();
        self.plies / 3 + self.only_plays.min(6) + 2 * self.tempting.min(3) + 2 * odds.min(4) + 2 * self.broken_habits()
    }
}

/// A hint. The variants go from the vaguest to the clearest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The subject of the puzzle.
    Theme(Theme),
    /// The kind of combo to lead, and the number of ranks of its body.
    Lead(Kind, u8),
    /// The first play, and the landlord's next one after an answer.
    Play {
        /// The first play.
        first: Combo,
        /// The other side's answer in the longest defence; `None` is a pass.
        answer: Option<Combo>,
        /// The landlord's next play; `None` is a pass.
        then: Option<Combo>,
    },
}

impl Hint {
    /// Returns the hint as a sentence. `rules` are those of the puzzle: they say what wild cards stand for.
    pub fn sentence(&self, lang: Lang, rules: &Ruleset) -> String {
        let cards = |combo: &Combo| match wild_card_fact(rules, *combo).map(|fact| fact.clause(lang)) {
            None => say::cards(lang, &combo.to_string()),
            Some(reading) if lang == Lang::Zh => format!("{}（{reading}）", say::cards(lang, &combo.to_string())),
            Some(reading) => format!("{} ({reading})", say::cards(lang, &combo.to_string())),
        };
        match (self, lang) {
            (Hint::Theme(theme), _) => theme.sentence(lang).to_owned(),
            (Hint::Lead(kind, run), _) => match lang {
                Lang::En => format!("Lead {}.", shape_in_words(*kind, *run)),
                Lang::Zh if *run == 1 => format!("先出{}。", kind.shape().zh),
                Lang::Zh if *kind == Kind::Straight => format!("先出 {run} 张{}。", kind.shape().zh),
                Lang::Zh => format!("先出 {run} 连{}。", kind.shape().zh),
            },
            (Hint::Play { first, answer, then }, _) => {
                let (first, answer, then) = (cards(first), answer.as_ref().map(cards), then.as_ref().map(cards));
                play_sentence(lang, &first, answer.as_deref(), then.as_deref())
            }
        }
    }
}

fn play_sentence(lang: Lang, first: &str, answer: Option<&str>, then: Option<&str>) -> String {
    match (lang, answer, then) {
        (Lang::En, None, Some(then)) => format!("Lead {first}; if all pass, lead {then}."),
        (Lang::En, Some(answer), Some(then)) => format!("Lead {first}; answer {answer} with {then}."),
        (Lang::En, Some(answer), None) => format!("Lead {first}; let {answer} pass."),
        (Lang::En, None, None) => format!("Lead {first}."),
        (Lang::Zh, None, Some(then)) => format!("先出 {first}；没人要，再出 {then}。"),
        (Lang::Zh, Some(answer), Some(then)) => format!("先出 {first}；对方出 {answer}，用 {then} 管上。"),
        (Lang::Zh, Some(answer), None) => format!("先出 {first}；对方出 {answer}，不要管。"),
        (Lang::Zh, None, None) => format!("先出 {first}。"),
    }
}

/// Returns a kind and its length in words: "a single", "an airplane of 2 ranks".
fn shape_in_words(kind: Kind, run: u8) -> String {
    let article = if kind.name().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match run {
        1 => format!("{article} {kind}"),
        _ => format!("{article} {kind} of {run} ranks"),
    }
}

/// A deal, its solution, and the difficulty. The landlord cannot go out at once, so he plays at least twice in the
/// solution, and at least one tempting first play loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The deal, in which the landlord leads and wins.
    pub game: Endgame,
    /// The difficulty.
    pub grade: Grade,
    /// Its features: their points decide the grade.
    pub features: Features,
    /// The first plays that win.
    pub winning: Vec<Combo>,
    /// The soonest win against the longest defence.
    pub solution: Vec<(Seat, Option<Combo>)>,
    /// Three hints, the vaguest first.
    pub hints: [Hint; 3],
}
