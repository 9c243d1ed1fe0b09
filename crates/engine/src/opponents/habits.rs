//! Habits: what earlier hands showed of a player, as counts of what all seats saw. [`crate::opponents::belief`] compares them
//! with what most players do. The caller keeps them by player; the engine keeps nothing.

use std::fmt;
use std::str::FromStr;

use rules::{Call, Chair, Combo, Event, Hand, Kind, Ruleset, Seat, Trick};

/// A seat with more cards than this is far from going out.
const MANY_CARDS: u32 = 10;

/// Counts of one player, over all hands in which it was seen. Of each pair the second is a part of the first; where the
/// first is 0, nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Habits {
    /// Hands in which it spoke in the auction.
    pub auctions: u32,
    /// Those in which it wanted the landlord's seat.
    pub wanted: u32,
    /// Turns at which a combo of the other side stood.
    pub answerable: u32,
    /// Those at which it played.
    pub answered: u32,
    /// Hands in which the table came to see that it held a bomb.
    pub bombs: u32,
    /// Those in which it played one while a seat still held many cards.
    pub bombs_early: u32,
    /// Those in which it never played one as such: it kept them or took them apart.
    pub bombs_kept: u32,
    /// Answers beside which it held another one in kind, as its later cards told.
    pub choices: u32,
    /// Those that were the highest which it is known to have held.
    pub highest: u32,
    /// Leads while it held two cards of a rank or more, as its later cards told.
    pub leads: u32,
    /// Those that were single cards.
    pub leads_single: u32,
    /// Guesses that can be checked: it passed on a single, pair or triple of the other side, and all its cards came to be known.
    /// The guess is that it holds nothing higher of that size.
    pub guesses: u32,
    /// Those that came out.
    pub guesses_right: u32,
}

/// The number of counts.
pub const COUNTS: usize = 13;
/// The number of counts in replay lines of earlier releases: the first ones.
const COUNTS_BEFORE: usize = 9;

/// Counts of which a part is more than the whole, or a text that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadHabits {
    /// More often than it could.
    #[error("{part} is {found}, of {most} {whole}")]
    Part {
        /// Which count.
        part: &'static str,
        /// What it says.
        found: u32,
        /// Which count it is a part of.
        whole: &'static str,
        /// What that says.
        most: u32,
    },
    /// Not so many numbers.
    #[error("habits are {COUNTS} counts between slashes, {text:?} is not")]
    Text {
        /// The text.
        text: String,
    },
}

impl Habits {
    /// All counts, in the order of the fields.
    pub const fn counts(&self) -> [u32; COUNTS] {
        [
            self.auctions,
            self.wanted,
            self.answerable,
            self.answered,
            self.bombs,
            self.bombs_early,
            self.bombs_kept,
            self.choices,
            self.highest,
            self.leads,
            self.leads_single,
            self.guesses,
            self.guesses_right,
        ]
    }

    /// The habits with these counts.
    pub const fn of_counts(counts: [u32; COUNTS]) -> Habits {
        let [auctions, wanted, answerable, answered, bombs, bombs_early, bombs_kept, choices, highest, ..] = counts;
        let [.., leads, leads_single, guesses, guesses_right] = counts;
        Habits {
            auctions,
            wanted,
            answerable,
            answered,
            bombs,
            bombs_early,
            bombs_kept,
            choices,
            highest,
            leads,
            leads_single,
            guesses,
            guesses_right,
        }
    }

    /// These and `more`.
    #[must_use]
    pub fn plus(self, more: Habits) -> Habits {
        let mut counts = self.counts();
        counts.iter_mut().zip(more.counts()).for_each(|(count, more)| *count = count.saturating_add(more));
        Habits::of_counts(counts)
    }

    /// Half of each count, so that what came long ago counts less than what came last.
    #[must_use]
    pub fn halved(self) -> Habits {
        Habits::of_counts(self.counts().map(|count| count / 2))
    }

    /// Refuses counts that contradict each other.
    pub fn check(&self) -> Result<(), BadHabits> {
        for (part, found, whole, most) in [
            ("wanted", self.wanted, "auctions", self.auctions),
            ("answered", self.answered, "answerable", self.answerable),
            ("bombs_early", self.bombs_early, "bombs", self.bombs),
            ("bombs_kept", self.bombs_kept, "bombs", self.bombs),
            ("highest", self.highest, "choices", self.choices),
            ("leads_single", self.leads_single, "leads", self.leads),
            ("guesses_right", self.guesses_right, "guesses", self.guesses),
        ] {
            if found > most {
                return Err(BadHabits::Part { part, found, whole, most });
            }
        }
        Ok(())
    }
}

/// The counts between slashes, as replay lines carry them.
impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, count) in self.counts().iter().enumerate() {
            write!(f, "{}{count}", if place > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Habits {
    type Err = BadHabits;

    fn from_str(text: &str) -> Result<Habits, BadHabits> {
        let bad = || BadHabits::Text { text: text.to_owned() };
        let counts: Option<Vec<u32>> = text.split('/').map(|count| count.parse().ok()).collect();
        let mut counts = counts.ok_or_else(bad)?;
        if counts.len() == COUNTS_BEFORE {
            counts.resize(COUNTS, 0);
        }
        let counts = counts.try_into().map_err(|_| bad())?;
        let habits = Habits::of_counts(counts);
        habits.check().map(|()| habits)
    }
}

/// What a hand showed of each chair. `landlord` is who led from the start, in a hand without an auction; `log` all that
/// happened, as far as it has come; `shown` what the chairs laid open at its end, empty where they did not.
pub fn of_hand(
    rules: &Ruleset,
    landlord: Option<Chair>,
    log: impl Iterator<Item = Event> + Clone,
    shown: [Hand; 3],
) -> [Habits; 3] {
    let mut counts = [Habits::default(); 3];
    for event in log.clone() {
        if let Event::Call(chair, call) = event {
            let count = &mut counts[chair.index()];
            count.auctions = 1;
            count.wanted |= u32::from(call != Call::Pass);
        }
    }
    let told = log.clone().find_map(|event| match event {
        Event::Landlord(chair, _) => Some(chair),
        _ => None,
    });
    if let Some(landlord) = landlord.or(told) {
        let mut tracker = PlayTracker::new(landlord, log.clone(), shown);
        log.for_each(|event| tracker.see(rules, event, &mut counts));
        tracker.count_bombs(&mut counts);
    }
    counts
}

/// The play so far, and the cards that the whole hand shows of each seat.
struct PlayTracker {
    landlord: Chair,
    /// By seat: all that the table came to see of its cards, less what it has played so far.
    rest: [Hand; 3],
    left: [u32; 3],
    standing: Option<(Seat, Combo)>,
    /// By seat: whether a bomb was seen to be held, and whether one was played.
    held: [bool; 3],
    bombed: [bool; 3],
}

impl PlayTracker {
    fn new(landlord: Chair, log: impl Iterator<Item = Event>, shown: [Hand; 3]) -> PlayTracker {
        let mut rest = Seat::ALL.map(|seat| shown[seat.chair(landlord).index()]);
        for event in log {
            if let Event::Play(seat, Some(combo)) = event {
                let rest = &mut rest[seat.index()];
                // What was shown may contradict what was played, where the caller did not check.
                *rest = rest.plus(combo.cards()).unwrap_or(*rest);
            }
        }
        let held = rest.map(|hand| !hand.at_least(4).is_empty() || hand.contains(Hand::ROCKET));
        PlayTracker { landlord, rest, left: [20, 17, 17], standing: None, held, bombed: [false; 3] }
    }

    fn see(&mut self, rules: &Ruleset, event: Event, counts: &mut [Habits; 3]) {
        let Event::Play(seat, play) = event else { return };
        let count = &mut counts[seat.chair(self.landlord).index()];
        if self.standing.is_some_and(|(owner, _)| owner.side() != seat.side()) {
            count.answerable += 1;
            count.answered += u32::from(play.is_some());
        }
        if let (None, Some((owner, standing))) = (play, self.standing)
            && owner.side() != seat.side()
        {
            let (made, right) = guess(rules, self.rest[seat.index()], self.left[seat.index()], standing);
            count.guesses += u32::from(made);
            count.guesses_right += u32::from(right);
        }
        let Some(combo) = play else {
            // The second pass gives the lead back.
            self.standing = self.standing.filter(|(owner, _)| *owner != seat.next());
            return;
        };
        let rest = &mut self.rest[seat.index()];
        if let Some((_, standing)) = self.standing {
            let (chosen, highest) = choice(rules, *rest, standing, combo);
            count.choices += u32::from(chosen);
            count.highest += u32::from(highest);
        } else if !rest.at_least(2).is_empty() {
            count.leads += 1;
            count.leads_single += u32::from(combo.kind() == Kind::Single);
        }
        if combo.is_bomb() {
            self.bombed[seat.index()] = true;
            count.bombs_early |= u32::from(self.left.iter().any(|&left| left > MANY_CARDS));
        }
        *rest = rest.minus(combo.cards()).unwrap_or(*rest);
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(combo.len());
        self.standing = Some((seat, combo));
    }

    fn count_bombs(&self, counts: &mut [Habits; 3]) {
        for seat in Seat::ALL {
            let count = &mut counts[seat.chair(self.landlord).index()];
            let bombed = self.bombed[seat.index()];
            count.bombs = u32::from(bombed || self.held[seat.index()]);
            count.bombs_kept = u32::from(!bombed && self.held[seat.index()]);
        }
    }
}

/// Whether other answers in kind lay beside `combo` in what is known of the hand, and whether none of them was higher.
fn choice(rules: &Ruleset, known: Hand, standing: Combo, combo: Combo) -> (bool, bool) {
    if combo.kind() != standing.kind() || combo.is_bomb() {
        return (false, false);
    }
    let (mut higher, mut lower) = (false, false);
    rules.each_play(known, Trick::Follow(standing), |other| {
        if other.kind() == combo.kind() {
            higher |= rules.beats(other, combo);
            lower |= rules.beats(combo, other);
        }
    });
    (higher || lower, lower && !higher)
}

/// Whether a pass on `standing` is a guess that can be checked, and whether it came out: a hand of `left` cards, of which these
/// are known, held nothing higher of that size.
fn guess(rules: &Ruleset, known: Hand, left: u32, standing: Combo) -> (bool, bool) {
    if !matches!(standing.kind(), Kind::Single | Kind::Pair | Kind::Triple) || known.len() != left {
        return (false, false);
    }
    let mut higher = false;
    rules.each_play(known, Trick::Follow(standing), |other| higher |= other.kind() == standing.kind());
    (true, !higher)
}

#[cfg(test)]
mod tests {
    use rules::Table;

    use super::*;

    /// What a game showed of its chairs, as text; all cards left are laid open, or none.
    fn seen(game: &str, opens: bool) -> [String; 3] {
        let table: Table = game.parse().unwrap();
        let landlord = (!table.is_auctioned()).then_some(Chair::First);
        let shown = Chair::ALL.map(|chair| if opens { table.hand(chair) } else { Hand::EMPTY });
        of_hand(table.board().rules(), landlord, table.log().iter().copied(), shown).map(|habits| habits.to_string())
    }

    /// The counts up to answers, or those of leads and guesses.
    fn part(seen: [String; 3], is_late: bool) -> [String; 3] {
        seen.map(|seen| {
            let counts: Vec<&str> = seen.split('/').collect();
            counts[if is_late { 9..COUNTS } else { 0..9 }].join("/")
        })
    }

    const DEAL: &str = "deal=33334555678899TTJ/4446667779TJQKAA2/589JQQQKKKAA222XD/8JT";

    #[test]
    fn calls_are_counted_before_there_is_a_landlord() {
        let called = ["1/0/0/0/0/0/0/0/0", "1/1/0/0/0/0/0/0/0", "1/0/0/0/0/0/0/0/0"];
        assert_eq!(part(seen(&format!("{DEAL} calls=0,1,0"), false), false), called);
    }

    #[test]
    fn answers_are_high_or_low_by_the_cards_that_came_later() {
        // Down answers 4 with K and later plays J: of the two K was the highest. Beside J, and up's A, nothing was seen.
        let game = format!("{DEAL} plays=4,K,A,-,-,5,-,J");
        assert_eq!(part(seen(&game, false), false), ["0/0/2/0/0/0/0/0/0", "0/0/1/1/0/0/0/1/1", "0/0/0/0/0/0/0/0/0"]);
        // With all cards on the table it had aces and a 2 both times.
        assert_eq!(part(seen(&game, true), false)[1], "0/0/1/1/0/0/0/2/0");
    }

    #[test]
    fn bombs_are_played_kept_or_never_seen() {
        let early = format!("{DEAL} plays=4,A,-,3333");
        assert_eq!(part(seen(&early, false), false)[0], "0/0/1/1/1/1/0/0/0");
        let none = format!("{DEAL} plays=4");
        assert_eq!(part(seen(&none, false), false)[0], "0/0/0/0/0/0/0/0/0");
        assert_eq!(seen(&none, true).map(|habits| habits[8..13].to_owned()), ["1/0/1", "0/0/0", "1/0/1"]);
        // A four that was taken apart was seen all the same.
        let apart = format!("{DEAL} plays=333,-,-,3");
        assert_eq!(part(seen(&apart, false), false)[0], "0/0/0/0/1/0/1/0/0");
    }

    #[test]
    fn leads_count_where_there_was_a_choice_and_guesses_where_all_is_known() {
        let game = format!("{DEAL} plays=4,K,A,-,-,5,-,J");
        // No pair was seen beside the cards that were led.
        assert_eq!(part(seen(&game, false), true), ["0/0/0/0", "0/0/0/0", "0/0/0/0"]);
        // Opened at the end: two single leads beside pairs. The landlord held nothing above the ace, but much above the 5.
        assert_eq!(part(seen(&game, true), true), ["1/1/2/1", "0/0/0/0", "1/1/0/0"]);
        let pair = format!("{DEAL} plays=TT,-,-");
        assert_eq!(part(seen(&pair, true), true), ["1/0/0/0", "0/0/1/0", "0/0/1/0"]);
    }

    #[test]
    fn counts_are_read_as_they_are_written() {
        let habits = Habits::of_counts([9, 8, 7, 6, 5, 4, 3, 2, 1, 4, 3, 2, 1]);
        assert_eq!(habits.to_string().parse(), Ok(habits));
        let before = Habits { leads: 0, leads_single: 0, guesses: 0, guesses_right: 0, ..habits };
        assert_eq!("9/8/7/6/5/4/3/2/1".parse(), Ok(before), "as a release without them wrote it");
        assert_eq!(habits.halved().check(), Ok(()));
        let refused = |text: &str| text.parse::<Habits>().unwrap_err().to_string();
        assert_eq!(refused("1/2/0/0/0/0/0/0/0"), "wanted is 2, of 1 auctions");
        assert_eq!(refused("0/0/0/0/0/0/0/3/4"), "highest is 4, of 3 choices");
        assert_eq!(refused("0/0/0/0/0/0/0/0/0/1/2/0/0"), "leads_single is 2, of 1 leads");
        for text in ["", "1/2", "1/1/1/1/1/1/1/1/x", "1/1/1/1/1/1/1/1/1/1"] {
            assert_eq!(refused(text), format!("habits are 13 counts between slashes, {text:?} is not"));
        }
        let most = Habits::of_counts([u32::MAX; COUNTS]);
        assert_eq!(most.plus(habits), most);
    }
}
