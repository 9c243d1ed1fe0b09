//! A recorded game as one line.

use std::fmt;
use std::str::FromStr;

use super::{
    CHAIR_NAMES, CallWord, PositionError, ShowWord, Steps, Words, bad_word, read_hand, read_play, read_raise,
    write_gifts, write_list, write_rules,
};
use crate::board::Illegal;
use crate::seat::Chair;
use crate::table::{Action, Deal, Table};
use crate::view::BadView;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = Chair::ALL.map(|chair| self.deal().hand(chair));
        let rules = self.board().rules();
        f.write_str("rules=")?;
        // A game line has every wild rank, also those that are not shown yet.
        write_rules(&rules.without_wilds(), f)?;
        for (index, rank) in self.deal().wilds().enumerate() {
            write!(f, "{}{rank}", if index == 0 { " wilds=" } else { "," })?;
        }
        write!(f, " deal={first}/{second}/{third}/{}", self.deal().bottom())?;
        write_gifts(f, Chair::ALL.into_iter().map_while(|chair| self.gift(chair)).map(Some))?;
        let steps = Steps::of(self.log(), rules, !self.has_auction());
        if self.has_auction() {
            write_list(f, " calls=", &steps.calls)?;
        }
        if self.appointee() != Chair::First {
            write!(f, " appointee={}", self.appointee())?;
        }
        steps.write(f)
    }
}

/// A function that reads a word of the line and acts at the table. The outer error refuses the word, the inner error the action.
type Step<'a> = &'a dyn Fn(&mut Table) -> Result<Result<(), Illegal>, PositionError>;

fn act(table: &mut Table, action: Action) -> Result<(), Illegal> {
    table.act(action).map(drop)
}

/// A recorded game.
///
/// ```
/// use rules::{Seat, Table};
/// let line = "rules=classic deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD calls=no,no,3 plays=X,-,-,9";
/// let game: Table = line.parse()?;
/// assert_eq!(game.hand_of(Seat::Down).expect("the auction has a winner").to_string(), "33334444555566667");
/// assert_eq!(game.to_string(), line);
/// # Ok::<(), rules::PositionError>(())
/// ```
impl FromStr for Table {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Table, PositionError> {
        let words = Words::read(line, "a game", "rules wilds deal passed calls appointee raises show plays")?;
        let rules = words.rules()?;
        let hands = words.hands("deal", "three hands and the bottom with / between them")?;
        let [first, second, third, bottom] = hands.ok_or(PositionError::Missing { key: "deal" })?;
        let (wilds, expected) = (words.wilds()?, rules.wild_ranks());
        let deal = Deal::new([first, second, third], bottom)?.with_wilds(&rules, &wilds)?;
        if wilds.len() < usize::from(expected) {
            let found = wilds.len() as u32;
            return Err(BadView::WildsMissing { ruleset: rules.name(), found, expected }.into());
        }
        let appointee = match words.get("appointee") {
            None => Chair::First,
            Some(name) => Chair::from_name(name).ok_or_else(|| bad_word("appointee", name, CHAIR_NAMES))?,
        };
        let mut table = match words.get("calls") {
            Some(_) => Table::new(rules, deal, appointee),
            None => Table::at_lead(rules, deal),
        };
        let mut step = |key, number, word: &str, step: Step<'_>| {
            step(&mut table)?.map_err(|error| PositionError::Illegal { key, number, word: word.to_owned(), error })
        };
        for (index, word) in words.get("passed").into_iter().flat_map(|text| text.split('/')).enumerate() {
            step("passed", index + 1, word, &|table| Ok(act(table, Action::PassOn(read_hand("passed", word)?))))?;
        }
        for (index, word) in words.list("calls").into_iter().enumerate() {
            step("calls", index + 1, word, &|table| match CallWord::read(word)? {
                CallWord::Call(call) => Ok(act(table, Action::Call(call))),
                CallWord::Open(chair, shown) if shown.hand == table.hand(chair) => {
                    Ok(table.show(chair, shown.factor).map(drop))
                }
                CallWord::Open(..) => Err(bad_word("calls", word, "the whole hand of that chair")),
            })?;
        }
        for (index, word) in words.list("raises").into_iter().enumerate() {
            step("raises", index + 1, word, &|table| Ok(act(table, Action::Raise(read_raise(word)?))))?;
        }
        for (index, word) in words.list("show").into_iter().enumerate() {
            step("show", index + 1, word, &|table| {
                let ShowWord { chair, shown } = ShowWord::read(word, table.board().landlord().unwrap_or(Chair::First))?;
                match shown {
                    None => Ok(act(table, Action::Show(false))),
                    Some(shown) if shown.hand == table.hand(chair) => Ok(table.show(chair, shown.factor).map(drop)),
                    Some(_) => Err(bad_word("show", word, "no, or the whole hand")),
                }
            })?;
        }
        for (index, word) in words.list("plays").into_iter().enumerate() {
            step("plays", index + 1, word, &|table| {
                let play = read_play(word, table.board().rules(), table.board().course().trick(), index + 1)?;
                Ok(act(table, Action::Play(play)))
            })?;
        }
        Ok(table)
    }
}
