//! Counts the habits that one hand showed, event by event.

use rules::plays::plays_of_hand;
use rules::{Call, Chair, Combo, Event, Hand, Kind, LogPlay, Ruleset, Seat, Trick};

use super::Habits;

/// The number of cards above which a seat is far from going out.
const MANY_CARDS: u8 = 10;

/// Returns the habits that each chair showed in a hand. `landlord` is needed for a hand without an auction; `log` has all events so far;
/// `shown` has the cards that the chairs laid open at the end, if any.
pub fn habits_of_hand(
    rules: &Ruleset,
    landlord: Option<Chair>,
    log: impl Iterator<Item = Event> + Clone,
    shown: [Hand; 3],
) -> [Habits; 3] {
    let mut counts = track_plays(rules, landlord, log.clone(), shown).map(|tracker| tracker.counts).unwrap_or_default();
    for event in log {
        if let Event::Call(chair, call) = event {
            let count = &mut counts[chair.index()];
            count.auctions = 1;
            count.wanted |= u32::from(call != Call::Pass);
        }
    }
    counts
}

/// Counts the guesses that each chair could make about the two others in a hand, and those that came true. All other counts are 0.
pub fn guesses_of_hand(
    rules: &Ruleset,
    landlord: Option<Chair>,
    log: impl Iterator<Item = Event> + Clone,
    shown: [Hand; 3],
) -> [Habits; 3] {
    track_plays(rules, landlord, log, shown).map(|tracker| tracker.guesses_made).unwrap_or_default()
}

/// Follows the play of a hand; `None` before there is a landlord.
fn track_plays(
    rules: &Ruleset,
    landlord: Option<Chair>,
    log: impl Iterator<Item = Event> + Clone,
    shown: [Hand; 3],
) -> Option<PlayTracker> {
    let found = log.clone().find_map(|event| match event {
        Event::Landlord(chair, _) => Some(chair),
        _ => None,
    });
    let mut tracker = PlayTracker::new(landlord.or(found)?, log.clone(), shown);
    plays_of_hand(log).for_each(|row| tracker.add(rules, &row));
    tracker.count_bombs();
    Some(tracker)
}

/// The play so far, and the cards that the whole hand shows of each seat.
struct PlayTracker {
    landlord: Chair,
    /// The cards of each seat that the table came to see, less those that the seat has played so far.
    rest: [Hand; 3],
    held: [bool; 3],
    bombed: [bool; 3],
    gone: Hand,
    counts: [Habits; 3],
    /// The counts of the guesses that each chair could make about the others.
    guesses_made: [Habits; 3],
}

impl PlayTracker {
    fn new(landlord: Chair, log: impl Iterator<Item = Event>, shown: [Hand; 3]) -> PlayTracker {
        let mut rest = Seat::ALL.map(|seat| shown[seat.chair(landlord).index()]);
        for event in log {
            if let Event::Play(seat, Some(combo)) = event {
                let rest = &mut rest[seat.index()];
                // The shown cards may contradict the play if the caller did not check.
                *rest = rest.plus(combo.cards()).unwrap_or(*rest);
            }
        }
        let held = rest.map(|hand| !hand.at_least(4).is_empty() || hand.contains(Hand::ROCKET));
        PlayTracker {
            landlord,
            rest,
            held,
            bombed: [false; 3],
            gone: Hand::EMPTY,
            counts: [Habits::default(); 3],
            guesses_made: [Habits::default(); 3],
        }
    }

    fn add(&mut self, rules: &Ruleset, row: &LogPlay) {
        let seat = row.seat;
        if let Some((_, standing)) = row.standing.filter(|(owner, _)| owner.side() != seat.side()) {
            let count = self.counts_of(seat);
            count.answerable += 1;
            count.answered += u32::from(row.play.is_some());
            if row.play.is_none() {
                self.count_pass_guess(rules, row, standing);
            }
        }
        if let Some(combo) = row.play {
            self.count_play(rules, row, combo);
        }
    }

    fn counts_of(&mut self, seat: Seat) -> &mut Habits {
        &mut self.counts[seat.chair(self.landlord).index()]
    }

    fn count_pass_guess(&mut self, rules: &Ruleset, row: &LogPlay, standing: Combo) {
        let seat = row.seat;
        let (made, right) = judge_guess(rules, self.rest[seat.index()], row.left[seat.index()].into(), standing);
        let guesses = Habits { guesses: made.into(), guesses_right: right.into(), ..Habits::default() };
        *self.counts_of(seat) = self.counts_of(seat).plus(guesses);
        for other in [seat.next(), seat.previous()] {
            let made = &mut self.guesses_made[other.chair(self.landlord).index()];
            *made = made.plus(guesses);
        }
    }

    fn count_play(&mut self, rules: &Ruleset, row: &LogPlay, combo: Combo) {
        self.count_three_guess(rules, row, combo);
        let seat = row.seat;
        let rest = self.rest[seat.index()];
        let is_early = row.left.iter().any(|&left| left > MANY_CARDS);
        let count = self.counts_of(seat);
        if let Some((_, standing)) = row.standing {
            let (chosen, highest) = judge_choice(rules, rest, standing, combo);
            count.choices += u32::from(chosen);
            count.highest += u32::from(highest);
        } else if !rest.at_least(2).is_empty() {
            count.leads += 1;
            count.leads_single += u32::from(combo.kind() == Kind::Single);
        }
        if combo.is_bomb() {
            count.bombs_early |= u32::from(is_early);
            self.bombed[seat.index()] = true;
        }
        self.rest[seat.index()] = rest.minus(combo.cards()).unwrap_or(rest);
        self.gone = self.gone.plus(combo.cards()).unwrap_or(self.gone);
    }

    /// Counts the guess after three of a rank were played at once, if all cards of the player came to be known. A seat without that rank
    /// guesses that the third seat has the fourth.
    fn count_three_guess(&mut self, rules: &Ruleset, row: &LogPlay, combo: Combo) {
        let seat = row.seat;
        let (rest, rank) = (self.rest[seat.index()], combo.key());
        // With wild ranks three may be two and a wild card.
        if rules.has_wild_ranks()
            || !is_triple(combo)
            || self.gone.count(rank) > 0
            || rest.len() != u32::from(row.left[seat.index()])
        {
            return;
        }
        let kept = rest.count(rank) > 3;
        // If the player kept the fourth card, both others guessed. Otherwise only the seat without it guessed. This seat is known if the
        // other one showed the card.
        let others = [seat.next(), seat.previous()];
        let holds = |other: &Seat| self.rest[other.index()].count(rank) > 0;
        let guessed = others.map(|other| kept || others.iter().any(|third| *third != other && holds(third)));
        let right = u32::from(!kept);
        let of = |guesses: u32| Habits { fourths: guesses, fourths_right: guesses * right, ..Habits::default() };
        *self.counts_of(seat) = self.counts_of(seat).plus(of(if kept { 2 } else { 1 }));
        for (other, _) in others.into_iter().zip(guessed).filter(|(_, guessed)| *guessed) {
            let made = &mut self.guesses_made[other.chair(self.landlord).index()];
            *made = made.plus(of(1));
        }
    }

    fn count_bombs(&mut self) {
        for seat in Seat::ALL {
            let (bombed, held) = (self.bombed[seat.index()], self.held[seat.index()]);
            let count = self.counts_of(seat);
            count.bombs = u32::from(bombed || held);
            count.bombs_kept = u32::from(!bombed && held);
        }
    }
}

/// True if a combo is three of a rank with at most one kicker.
pub(crate) const fn is_triple(combo: Combo) -> bool {
    matches!(combo.kind(), Kind::Triple | Kind::TripleSingle | Kind::TriplePair)
}

/// Returns two flags about answers in kind, bombs aside: the known hand had a higher or a lower one; it had a lower one and no higher one.
fn judge_choice(rules: &Ruleset, known: Hand, standing: Combo, combo: Combo) -> (bool, bool) {
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

/// Returns two flags: a pass on `standing` gives a guess that can be checked, and the guess came true. The guess is that the hand of `left`
/// cards held nothing higher of that kind.
fn judge_guess(rules: &Ruleset, known: Hand, left: u32, standing: Combo) -> (bool, bool) {
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

    use super::super::COUNTS;
    use super::*;

    fn habits(game: &str, opens: bool) -> [String; 3] {
        let table: Table = game.parse().unwrap();
        let landlord = (!table.has_auction()).then_some(Chair::First);
        let shown = Chair::ALL.map(|chair| if opens { table.hand(chair) } else { Hand::EMPTY });
        habits_of_hand(table.board().rules(), landlord, table.log().iter().copied(), shown).map(|each| each.to_string())
    }

    /// Returns the counts up to answers, or those of leads and guesses.
    fn slice(seen: [String; 3], is_late: bool) -> [String; 3] {
        seen.map(|seen| {
            let counts: Vec<&str> = seen.split('/').collect();
            counts[if is_late { 9..13 } else { 0..9 }].join("/")
        })
    }

    const DEAL: &str = "deal=33334555678899TTJ/4446667779TJQKAA2/589JQQQKKKAA222XD/8JT";

    #[test]
    fn calls_are_counted_before_there_is_a_landlord() {
        let called = ["1/0/0/0/0/0/0/0/0", "1/1/0/0/0/0/0/0/0", "1/0/0/0/0/0/0/0/0"];
        assert_eq!(slice(habits(&format!("{DEAL} calls=0,1,0"), false), false), called);
    }

    #[test]
    fn answers_are_high_or_low_by_the_cards_that_came_later() {
        // Down answers 4 with K and later plays J: K was the higher of the two. For J, and for up's A, no other answer was seen.
        let game = format!("{DEAL} plays=4,K,A,-,-,5,-,J");
        assert_eq!(slice(habits(&game, false), false), ["0/0/2/0/0/0/0/0/0", "0/0/1/1/0/0/0/1/1", "0/0/0/0/0/0/0/0/0"]);
        // With all cards on the table it had aces and a 2 both times.
        assert_eq!(slice(habits(&game, true), false)[1], "0/0/1/1/0/0/0/2/0");
    }

    #[test]
    fn bombs_count_as_early_kept_or_unseen() {
        let early = format!("{DEAL} plays=4,A,-,3333");
        assert_eq!(slice(habits(&early, false), false)[0], "0/0/1/1/1/1/0/0/0");
        let none = format!("{DEAL} plays=4");
        assert_eq!(slice(habits(&none, false), false)[0], "0/0/0/0/0/0/0/0/0");
        assert_eq!(habits(&none, true).map(|habits| habits[8..13].to_owned()), ["1/0/1", "0/0/0", "1/0/1"]);
        // A four that was split was still seen.
        let apart = format!("{DEAL} plays=333,-,-,3");
        assert_eq!(slice(habits(&apart, false), false)[0], "0/0/0/0/1/0/1/0/0");
    }

    #[test]
    fn leads_count_where_there_was_a_choice_and_guesses_where_all_is_known() {
        let game = format!("{DEAL} plays=4,K,A,-,-,5,-,J");
        // No pair was seen beside the cards that were led.
        assert_eq!(slice(habits(&game, false), true), ["0/0/0/0", "0/0/0/0", "0/0/0/0"]);
        // Opened at the end: two single leads beside pairs. The landlord held nothing above the ace, but much above the 5.
        assert_eq!(slice(habits(&game, true), true), ["1/1/2/1", "0/0/0/0", "1/1/0/0"]);
        let pair = format!("{DEAL} plays=TT,-,-");
        assert_eq!(slice(habits(&pair, true), true), ["1/0/0/0", "0/0/1/0", "0/0/1/0"]);
    }

    #[test]
    fn a_fourth_is_guessed_where_the_guesser_holds_none() {
        let of = |game: &str| {
            let table: Table = game.parse().unwrap();
            let shown = Chair::ALL.map(|chair| table.hand(chair));
            let log = table.log().iter().copied();
            let guesses = |habits: Habits| (habits.fourths, habits.fourths_right);
            let seen = habits_of_hand(table.board().rules(), Some(Chair::First), log.clone(), shown).map(guesses);
            (seen, guesses_of_hand(table.board().rules(), Some(Chair::First), log, shown).map(guesses))
        };
        // 777 with a 6, and the fourth 7 is the landlord's: up, which holds none, guesses right.
        assert_eq!(of(&format!("{DEAL} plays=4,K,-,-,6777")), ([(0, 0), (1, 1), (0, 0)], [(0, 0), (0, 0), (1, 1)]));
        // The landlord keeps the fourth 3: both others guess wrong.
        assert_eq!(of(&format!("{DEAL} plays=3334")), ([(2, 0), (0, 0), (0, 0)], [(0, 0), (1, 0), (1, 0)]));
        // The fourth 7 is gone already: there is nothing to guess.
        assert_eq!(of(&format!("{DEAL} plays=7,K,-,-,6777")), ([(0, 0); 3], [(0, 0); 3]));
        assert_eq!(COUNTS, Habits::default().counts().len());
    }
}
