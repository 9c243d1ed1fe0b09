//! A hand as other programs report it, in DouZero's fields. A report may be partial or contradict itself. Then the hand, the counts of the
//! other seats and the standing combo come first: of the rest only parts that agree with them are kept.

use crate::board::Event;
use crate::combo::Combo;
use crate::hand::Hand;
use crate::notation::TextError;
use crate::ruleset::Ruleset;
use crate::seat::Seat;
use crate::view::{BadView, Present, View};

/// Returns the seat's name in DouZero's fields.
pub const fn role(seat: Seat) -> &'static str {
    match seat {
        Seat::Landlord => "landlord",
        Seat::Down => "landlord_down",
        Seat::Up => "landlord_up",
    }
}

/// Returns the seat with this name.
pub fn seat_of_role(name: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|&seat| role(seat) == name)
}

/// An upper limit for the plays of a history: 54 single cards, each with two passes after it.
pub const PLAYS_MAX: usize = 162;

/// The fields of a report; not yet checked against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalHistory {
    /// The rules, with all wild ranks shown.
    pub rules: Ruleset,
    /// The seat on turn, from which the hand is seen.
    pub seat: Seat,
    /// The cards that this seat holds now.
    pub hand: Hand,
    /// The bottom cards, if the report has them.
    pub bottom: Option<Hand>,
    /// The plays in order; a pass has no cards. The last play is of the seat before `seat`. Plays at the beginning may be missing.
    pub plays: Vec<ReportedPlay>,
    /// The cards that each seat played, in the order of [`Seat::ALL`], if the report has a field for them.
    pub played: Option<[Hand; 3]>,
    /// The number of cards that each seat has left, in the order of [`Seat::ALL`], if the report has it.
    pub left: Option<[u8; 3]>,
    /// The source of the standing combo.
    pub standing: StandingSource,
}

/// A play of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedPlay {
    /// The cards of the play, none for a pass. They are read as by [`View::read_cards`].
    Cards(Hand),
    /// The cards and their reading: the ranks that wild cards stand for.
    Combo(Combo),
}

impl ReportedPlay {
    /// Returns the cards; none for a pass.
    pub const fn cards(self) -> Hand {
        match self {
            ReportedPlay::Cards(cards) => cards,
            ReportedPlay::Combo(combo) => combo.cards(),
        }
    }
}

impl From<Hand> for ReportedPlay {
    fn from(cards: Hand) -> ReportedPlay {
        ReportedPlay::Cards(cards)
    }
}

/// The source of the standing combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandingSource {
    /// The end of the plays.
    ByPlays,
    /// The report says that the seat leads.
    Lead,
    /// The report has the standing play and perhaps its owner. A missing owner is taken from the plays if they end with the same
    /// standing cards; otherwise it is the seat before the viewing seat.
    Play(ReportedPlay, Option<Seat>),
}

/// The reason why a report describes no hand.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadExternalHistory {
    /// The counts are missing, and the plays do not give them.
    #[error("num_cards_left is missing, and card_play_action_seq does not tell the hand from its first lead")]
    NoCounts,
    /// The standing cards are no combo.
    #[error("card_play_action_seq, last_move: the standing {0}")]
    Standing(TextError),
    /// The hand, the counts and the standing combo make no view.
    #[error(transparent)]
    View(#[from] BadView),
}

impl View {
    /// Reads `cards` as an answer to the standing combo; if they do not beat it, as a lead.
    pub fn read_cards(&self, cards: Hand) -> Result<Combo, TextError> {
        read_cards(self.rules(), self.course().standing().map(|(_, combo)| combo), cards)
    }
}

fn read_play(rules: &Ruleset, standing: Option<Combo>, play: ReportedPlay) -> Result<Combo, TextError> {
    match play {
        ReportedPlay::Cards(cards) => read_cards(rules, standing, cards),
        ReportedPlay::Combo(combo) => Ok(combo),
    }
}

fn read_cards(rules: &Ruleset, standing: Option<Combo>, cards: Hand) -> Result<Combo, TextError> {
    let answer = standing.and_then(|standing| rules.read_answer(cards, standing));
    answer.or_else(|| rules.read(cards)).ok_or(TextError::NoCombo { cards, ruleset: rules.name() })
}

impl ExternalHistory {
    /// Returns the view of the seat, made from the report.
    pub fn view(&self) -> Result<View, BadExternalHistory> {
        if let Some(view) = self.complete_view()? {
            return Ok(view);
        }
        let left = self.left.or_else(|| self.left_from_plays()).ok_or(BadExternalHistory::NoCounts)?;
        // The seat's own count is the size of its hand.
        let left = Seat::ALL.map(|seat| if seat == self.seat { self.hand.len() as u8 } else { left[seat.index()] });
        let standing = self.standing()?;
        let present = |(bottom, played)| {
            let ExternalHistory { rules, seat, hand, .. } = *self;
            View::from_present(&Present {
                rules,
                seat,
                hand,
                turn: seat,
                left,
                standing,
                bottom,
                played,
                open: [Hand::EMPTY; 3],
            })
        };
        let histories = [self.played, self.played_from_plays()].into_iter().flatten();
        let unplayed = [Hand::EMPTY; 3];
        // The first attempt without a contradiction counts: with all parts, without the bottom, without played cards, without both.
        let with_bottom = histories.clone().map(|played| (self.bottom, played));
        let attempts = with_bottom.chain(histories.map(|played| (None, played))).chain([(self.bottom, unplayed)]);
        let view = attempts.into_iter().find_map(|attempt| present(attempt).ok());
        view.map_or_else(|| Ok(present((None, unplayed))?), Ok)
    }

    /// Returns a view of the hand from its first lead; `None` if the report is not complete and consistent.
    fn complete_view(&self) -> Result<Option<View>, BadExternalHistory> {
        let Some(view) = self.replayed_view() else { return Ok(None) };
        let counted = Seat::ALL.map(|seat| view.course().left(seat) as u8);
        let cards = |standing: Option<(Seat, Combo)>| standing.map(|(seat, combo)| (seat, combo.cards()));
        let (reported, replayed) = (self.standing()?, view.course().standing());
        let stands = match self.standing {
            StandingSource::Play(ReportedPlay::Combo(_), _) => reported == replayed,
            _ => cards(reported) == cards(replayed),
        };
        let agrees = view.is_my_turn() && self.left.is_none_or(|left| left == counted) && stands;
        Ok(agrees.then_some(view))
    }

    fn replayed_view(&self) -> Option<View> {
        let seats = || (0..).map(|index: usize| Seat::ALL[index % 3]);
        let mine = seats().zip(&self.plays).filter(|(seat, _)| *seat == self.seat).map(|(_, play)| play.cards());
        let start = mine.into_iter().try_fold(self.hand, Hand::plus)?;
        let mut view = View::at_lead(self.rules.without_wilds(), self.seat, start, self.bottom?).ok()?;
        for rank in self.rules.wilds().in_order() {
            view.apply(Event::Wild(rank)).ok()?;
        }
        for (seat, &reported) in seats().zip(&self.plays) {
            let standing = view.course().standing().map(|(_, combo)| combo);
            let is_pass = reported.cards().is_empty();
            let play = if is_pass { None } else { Some(read_play(view.rules(), standing, reported).ok()?) };
            view.apply(Event::Play(seat, play)).ok()?;
        }
        Some(view)
    }

    fn plays_backwards(&self) -> impl Iterator<Item = (Seat, Hand)> + '_ {
        let mut seat = self.seat;
        self.plays.iter().rev().map(move |play| {
            seat = seat.previous();
            (seat, play.cards())
        })
    }

    fn played_from_plays(&self) -> Option<[Hand; 3]> {
        let mut played = [Hand::EMPTY; 3];
        for (seat, play) in self.plays_backwards() {
            played[seat.index()] = played[seat.index()].plus(play)?;
        }
        Some(played)
    }

    /// Treats the plays as complete if it is this seat's turn after them.
    fn left_from_plays(&self) -> Option<[u8; 3]> {
        let played = self.played_from_plays().filter(|_| Seat::ALL[self.plays.len() % 3] == self.seat)?;
        let [landlord, down, up] = played.map(|cards| cards.len() as u8);
        Some([20u8.checked_sub(landlord)?, 17u8.checked_sub(down)?, 17u8.checked_sub(up)?])
    }

    fn standing(&self) -> Result<Option<(Seat, Combo)>, BadExternalHistory> {
        let by_plays = || self.standing_from_plays();
        match self.standing {
            StandingSource::ByPlays => by_plays(),
            StandingSource::Lead => Ok(None),
            StandingSource::Play(play, owner) => {
                let same = by_plays().ok().flatten().filter(|(_, combo)| combo.cards() == play.cards());
                let owner = owner.or(same.map(|(seat, _)| seat)).unwrap_or(self.seat.previous());
                // A seat that faces its own combo leads.
                if owner == self.seat {
                    return Ok(None);
                }
                let combo = match (play, same) {
                    // The plays show the reading under which the cards were played.
                    (ReportedPlay::Cards(_), Some((seat, combo))) if seat == owner => combo,
                    _ => read_play(&self.rules, None, play).map_err(BadExternalHistory::Standing)?,
                };
                Ok(Some((owner, combo)))
            }
        }
    }

    fn standing_from_plays(&self) -> Result<Option<(Seat, Combo)>, BadExternalHistory> {
        let mut standing: Option<Result<Combo, TextError>> = None;
        let mut passes = 0;
        for &reported in &self.plays {
            if reported.cards().is_empty() {
                passes += 1;
                if passes == 2 {
                    standing = None;
                }
                continue;
            }
            passes = 0;
            standing = Some(read_play(&self.rules, standing.and_then(Result::ok), reported));
        }
        let Some(combo) = standing.transpose().map_err(BadExternalHistory::Standing)? else { return Ok(None) };
        let owner = self.plays_backwards().find(|(_, play)| !play.is_empty()).map(|(seat, _)| seat);
        Ok(owner.map(|owner| (owner, combo)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combo::Trick;
    use crate::movegen::Plays;
    use crate::seed::{Rng, Seed};
    use crate::table::{Action, Deal, Table};

    fn each_turn(rulesets: &[Ruleset], hands: u64, mut check: impl FnMut(&mut Rng, &View, ExternalHistory)) {
        let (mut rng, mut plays) = (Seed(21).rng(), Plays::new());
        for rules in rulesets.iter().flat_map(|rules| (0..hands).map(move |_| *rules)) {
            let mut table = Table::at_lead(rules, Deal::shuffled(&mut rng));
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                check(&mut rng, &view, report(&view));
                let options = plays.fill_frugal(view.rules(), view.hand(), view.trick());
                let play = rng.pick(options).copied().filter(|_| view.trick() == Trick::Lead || rng.below(3) > 0);
                table.act(Action::Play(play)).expect("it is one of the legal plays");
            }
        }
    }

    fn standing_cards(view: &View) -> StandingSource {
        let standing = view.course().standing();
        standing.map_or(StandingSource::Lead, |(seat, combo)| StandingSource::Play(combo.cards().into(), Some(seat)))
    }

    fn report(view: &View) -> ExternalHistory {
        let plays = view.log().iter().filter_map(|event| match *event {
            Event::Play(_, play) => Some(ReportedPlay::Cards(play.map_or(Hand::EMPTY, Combo::cards))),
            _ => None,
        });
        ExternalHistory {
            rules: *view.rules(),
            seat: view.seat().expect("the landlord is known"),
            hand: view.hand(),
            bottom: view.board().bottom(),
            plays: plays.collect(),
            played: None,
            left: Some(Seat::ALL.map(|seat| view.course().left(seat) as u8)),
            standing: StandingSource::ByPlays,
        }
    }

    fn plays_with_readings(view: &View) -> Vec<ReportedPlay> {
        let plays = view.log().iter().filter_map(|event| match *event {
            Event::Play(_, play) => Some(play.map_or(ReportedPlay::Cards(Hand::EMPTY), ReportedPlay::Combo)),
            _ => None,
        });
        plays.collect()
    }

    #[test]
    fn histories_with_wild_ranks_keep_the_standing_reading() {
        let (mut reread, mut complete) = (0, 0);
        each_turn(&Ruleset::WILD.map(|rules| *rules), 12, |_, view, mut history| {
            let standing = view.course().standing();
            // A history with the reading of each play is complete.
            let mut in_full = history.clone();
            in_full.plays = plays_with_readings(view);
            assert_eq!(in_full.view().as_ref(), Ok(view));
            if standing.is_some() {
                in_full.standing = standing_cards(view);
                assert_eq!(in_full.view().as_ref(), Ok(view));
            }
            history.standing = standing.map_or(StandingSource::Lead, |(seat, combo)| {
                StandingSource::Play(ReportedPlay::Combo(combo), Some(seat))
            });
            let read = history.view().expect("a true history");
            assert_eq!((read.hand(), read.trick(), read.rules()), (view.hand(), view.trick(), view.rules()));
            assert_eq!(read.unseen(), view.unseen(), "what was played is told by the cards");
            complete += usize::from(read == *view);
            if let Some((_, combo)) = standing {
                reread += usize::from(read_cards(view.rules(), None, combo.cards()) != Ok(combo));
            }
        });
        assert!(complete > 500 && reread > 5, "{complete} views complete, {reread} with another reading");
    }

    fn check_present(history: &ExternalHistory, view: &View) {
        let read = history.view().unwrap_or_else(|error| panic!("{error}: {history:?}"));
        let cards = |view: &View| view.course().standing().map(|(seat, combo)| (seat, combo.cards()));
        assert_eq!((read.seat(), read.hand(), cards(&read)), (view.seat(), view.hand(), cards(view)), "{history:?}");
        assert!(read.is_my_turn());
        assert_eq!(Seat::ALL.map(|seat| read.course().left(seat)), Seat::ALL.map(|seat| view.course().left(seat)));
    }

    #[test]
    fn a_complete_history_gives_the_same_view() {
        each_turn(&[Ruleset::DOUZERO], 100, |_, view, mut history| {
            assert_eq!(&history.view().expect("a true history"), view);
            history.standing = standing_cards(view);
            history.left = None;
            assert_eq!(&history.view().expect("a true history"), view);
        });
    }

    #[test]
    fn a_history_needs_no_plays_beside_the_standing_combo() {
        each_turn(&[Ruleset::DOUZERO], 100, |_, view, mut history| {
            history.plays.clear();
            history.standing = standing_cards(view);
            check_present(&history, view);
            history.played = Some(Seat::ALL.map(|seat| view.course().played(seat)));
            check_present(&history, view);
            let read = history.view().expect("a true history");
            assert_eq!(read.unseen(), view.unseen(), "what was played is believed when it agrees");
        });
    }

    #[test]
    fn contradicting_parts_of_a_history_are_left_out() {
        let mut spoiled = 0;
        each_turn(&[Ruleset::DOUZERO], 100, |rng, view, mut history| {
            history.standing = standing_cards(view);
            // Random plays and a random bottom; the seat's own cards as played.
            for _ in 0..=rng.below(3) {
                let place = rng.below(history.plays.len() as u32 + 1) as usize;
                history.plays.insert(place, rng.draw(Hand::DECK, 4).into());
            }
            history.played = Some([view.hand(); 3]);
            history.bottom = Some(rng.draw(Hand::DECK, 3));
            check_present(&history, view);
            spoiled += 1;
        });
        assert!(spoiled > 1000, "{spoiled} stories were spoiled");
    }

    #[test]
    fn the_owner_of_the_standing_combo_may_be_missing() {
        let history = |plays: &[&str], standing| ExternalHistory {
            rules: Ruleset::DOUZERO,
            seat: Seat::Up,
            hand: "55D".parse().unwrap(),
            bottom: None,
            plays: plays.iter().map(|play| play.parse::<Hand>().unwrap().into()).collect(),
            played: None,
            left: Some([6, 7, 3]),
            standing,
        };
        let fours: ReportedPlay = "44".parse::<Hand>().unwrap().into();
        let standing = |history: ExternalHistory| {
            history.view().unwrap().course().standing().map(|(seat, combo)| (seat, combo.to_string()))
        };
        let by = |seat| Some((seat, "44".to_owned()));
        assert_eq!(standing(history(&["44", ""], StandingSource::Play(fours, None))), by(Seat::Landlord));
        assert_eq!(standing(history(&[], StandingSource::Play(fours, None))), by(Seat::Down));
        assert_eq!(standing(history(&["44", ""], StandingSource::Play(fours, Some(Seat::Down)))), by(Seat::Down));
        assert_eq!(standing(history(&["44", ""], StandingSource::Play(fours, Some(Seat::Up)))), None);
        assert_eq!(standing(history(&["44", ""], StandingSource::Lead)), None);
        let error = |history: ExternalHistory| history.view().unwrap_err().to_string();
        assert_eq!(
            error(history(&[], StandingSource::Play("34".parse::<Hand>().unwrap().into(), None))),
            "card_play_action_seq, last_move: the standing 34 is no combo in ruleset douzero"
        );
        let unknown = ExternalHistory { left: None, ..history(&[], StandingSource::Lead) };
        assert_eq!(
            error(unknown),
            "num_cards_left is missing, and card_play_action_seq does not tell the hand from its first lead"
        );
        let doubled = history(&[], StandingSource::Play("5555".parse::<Hand>().unwrap().into(), None));
        assert_eq!(error(doubled), "5 was seen more often than the deck has it (4)");
    }
}
