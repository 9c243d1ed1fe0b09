//! The strategies: two ordered lists of rows, for leading and for following.

mod nearly_out;
mod normal;
mod win_path;

use rules::{Seat, Trick};

use super::ballot::{Ballot, Verdict};
use super::leads;
use crate::decision::Trace;
use crate::turn::Turn;

/// The seats that ask a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Every seat.
    Everyone,
    /// The landlord alone.
    Landlord,
    /// The peasant who plays after the landlord, and before the other peasant.
    Down,
    /// The peasant who plays before the landlord.
    Up,
    /// The two seats after which an enemy plays.
    LandlordAndUp,
}

impl Scope {
    fn covers(self, seat: Seat) -> bool {
        match self {
            Scope::Everyone => true,
            Scope::Landlord => seat == Seat::Landlord,
            Scope::Down => seat == Seat::Down,
            Scope::Up => seat == Seat::Up,
            Scope::LandlordAndUp => seat != Seat::Down,
        }
    }
}

/// One row: a way to play that a person would recognise.
pub struct Strategy {
    /// The name in traces.
    pub name: &'static str,
    /// The seats that ask it.
    pub scope: Scope,
    /// The function that decides, and puts the plays that it weighed on the ballot.
    pub propose: fn(&Turn, &mut Ballot) -> Verdict,
}

const fn strategy(name: &'static str, scope: Scope, propose: fn(&Turn, &mut Ballot) -> Verdict) -> Strategy {
    Strategy { name, scope, propose }
}

fn go_out(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let Some(&play) = now.plays.iter().find(|play| play.cards() == now.hand) else { return Verdict::Skip };
    ballot.put(Some(play), 0);
    Verdict::GoOut
}

const WIN_PATH: Strategy = strategy("win-path", Scope::Everyone, win_path::lead);
const ANSWER_AND_WIN: Strategy = strategy("answer-and-win", Scope::Everyone, win_path::follow);

/// Returns the row that finds a winning order for this trick.
pub(crate) const fn win_path_row(trick: Trick) -> &'static Strategy {
    match trick {
        Trick::Lead => &WIN_PATH,
        Trick::Follow(_) => &ANSWER_AND_WIN,
    }
}

/// The strategies for leading.
pub const LEAD_ROWS: &[Strategy] = &[
    strategy("one-combo", Scope::Everyone, go_out),
    // Before all rows that keep cards back: a winning order is played at once.
    WIN_PATH,
    strategy("all-big", Scope::Everyone, leads::lead_if_all_big),
    // Before later rows lead a pair: an enemy could go out on it.
    strategy("force-single", Scope::Everyone, leads::force_single),
    strategy("feed-partner", Scope::Down, nearly_out::feed_partner),
    // Before the rows that lead long combos for their own sake: combos on which an enemy could go out are kept.
    strategy("enemy-one-upstream", Scope::LandlordAndUp, nearly_out::lead_to_enemy),
    strategy("enemy-one-downstream", Scope::Down, nearly_out::lead_to_partner),
    strategy("enemy-two", Scope::Landlord, nearly_out::avoid_pairs),
    strategy("small-and-long", Scope::Everyone, leads::lead_small_and_long),
    strategy("few-cards", Scope::Everyone, leads::lead_if_few_cards),
    strategy("small-first", Scope::Everyone, leads::lead_any),
];

/// The strategies for following.
pub const FOLLOW_ROWS: &[Strategy] = &[
    strategy("one-combo", Scope::Everyone, go_out),
    ANSWER_AND_WIN,
    strategy("enemy-one-upstream", Scope::Up, nearly_out::follow_upstream),
    strategy("feed-partner", Scope::Down, nearly_out::win_lead_to_feed),
    strategy("enemy-one", Scope::Landlord, nearly_out::follow_as_landlord),
    strategy("normal", Scope::Everyone, normal::propose),
];

/// The published order, by names: `small-and-long` comes before the rows about an enemy with one card, and `enemy-two` is left out.
/// `force-single` comes before `win-path` and `all-big`, which count a small risk as none and would often lead a pair in its place.
const PUBLISHED_LEAD_NAMES: [&str; 10] = [
    "one-combo",
    "force-single",
    "win-path",
    "all-big",
    "feed-partner",
    "small-and-long",
    "few-cards",
    "enemy-one-upstream",
    "enemy-one-downstream",
    "small-first",
];

/// Returns the strategies for `trick` in the order in which they are asked; those after `trace.row` were not asked. Empty before there is a
/// seat.
pub fn strategies_in_order(trace: &Trace, trick: Trick) -> impl Iterator<Item = &'static Strategy> {
    let is_published = trace.is_published;
    trace.seat.into_iter().flat_map(move |seat| rows(trick, seat, is_published))
}

/// Returns the strategies that were asked about `trick` and did not choose, in the order in which they were asked.
pub fn skipped_strategies(trace: &Trace, trick: Trick) -> impl Iterator<Item = &'static Strategy> {
    strategies_in_order(trace, trick).take(trace.rows_skipped)
}

/// Returns the strategies that `seat` asks about `trick`, in our order or the published one.
pub fn rows(trick: Trick, seat: Seat, is_published: bool) -> impl Iterator<Item = &'static Strategy> {
    let named = |name: &&str| LEAD_ROWS.iter().find(|row| row.name == *name).expect("a row of that name");
    let (tuned, published): (&[Strategy], &[&str]) = match (trick, is_published) {
        (Trick::Follow(_), _) => (FOLLOW_ROWS, &[]),
        (Trick::Lead, false) => (LEAD_ROWS, &[]),
        (Trick::Lead, true) => (&[], &PUBLISHED_LEAD_NAMES),
    };
    tuned.iter().chain(published.iter().map(named)).filter(move |row| row.scope.covers(seat))
}
