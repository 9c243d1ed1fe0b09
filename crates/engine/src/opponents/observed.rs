//! The plays of the other seats in a hand. Each play keeps the turn as its seat saw it, so that a model can be asked what it would play there.

use rules::{Hand, Played, Ruleset, Seat, View};

use super::belief::World;
use crate::game_state::GameState;
use crate::net::Past;

/// The plays of the other seats, oldest first; none where the view does not tell the whole hand.
pub struct ObservedPlays {
    pub(super) rules: Ruleset,
    pub(super) plays: Vec<ObservedPlay>,
}

/// A play of another seat.
pub(super) struct ObservedPlay {
    pub(super) row: Played,
    /// The public record before it.
    pub(super) past: Past,
    /// The cards that each seat has played at that turn and since: with the cards it holds now, its hand at that turn.
    pub(super) since: [Hand; 3],
}

impl Default for ObservedPlays {
    fn default() -> ObservedPlays {
        ObservedPlays { rules: Ruleset::CLASSIC, plays: Vec::new() }
    }
}

impl ObservedPlays {
    /// Replaces the plays by those of another view.
    pub fn read(&mut self, view: &View) {
        self.plays.clear();
        self.rules = *view.rules();
        // Only then the past of each play is the one that its seat saw.
        let Some(bottom) = view.board().bottom().filter(|_| view.is_complete()) else { return };
        let mut past = Past::start(bottom);
        for row in view.plays() {
            if Some(row.seat) != view.seat() {
                let since = Seat::ALL.map(|seat| past.played(seat));
                self.plays.push(ObservedPlay { row, past, since });
            }
            past.see(row.seat, row.standing, row.play);
        }
        // So far `since` holds what was played before. Everything else was played at that turn or later.
        for (seat, since) in self.plays.iter_mut().flat_map(|play| Seat::ALL.into_iter().zip(&mut play.since)) {
            *since = past.played(seat).minus(*since).expect("cards played before are part of all played cards");
        }
    }

    /// Forgets all plays.
    pub(super) fn clear(&mut self) {
        self.plays.clear();
    }

    /// True if no play was observed.
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }
}

impl ObservedPlay {
    /// Returns the turn as it was, if the cards lie as in `world`.
    pub(super) fn turn(&self, world: &World) -> GameState {
        let held = |seat: Seat| world.hand(seat).plus(self.since[seat.index()]).expect("a seat plays what it held");
        GameState::new(Seat::ALL.map(held), self.row.seat, self.row.standing)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Persona, Scratch, decide};
    use rules::{Action, Chair, Combo, Deal, Seed, Table};

    /// A turn of the play: the seat, the full state, and what was done.
    pub(crate) type PlayedTurn = (Seat, GameState, Option<Combo>);

    /// Plays a whole hand of a persona with itself: every turn, and what each seat had seen before the last.
    pub(crate) fn hand_of(
        persona: &Persona,
        number: u64,
        scratch: &mut Scratch,
    ) -> (Vec<PlayedTurn>, [View; 3], [Hand; 3]) {
        let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
        let (mut turns, mut last) = (Vec::new(), None);
        while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
            let hands = Seat::ALL.map(|seat| table.hand_of(seat).unwrap());
            let me = view.seat().unwrap();
            let action = decide(&view, persona, Seed(number), scratch).unwrap().action;
            let Action::Play(play) = action else { panic!("{action:?}, without an auction") };
            last = Some((Chair::ALL.map(|chair| table.view(chair)), hands, turns.len()));
            turns.push((me, GameState::new(hands, me, view.course().standing()), play));
            table.act(action).unwrap();
        }
        let (views, hands, seen) = last.expect("a hand has turns");
        turns.truncate(seen);
        (turns, views, hands)
    }

    #[test]
    fn every_play_is_observed_as_it_was() {
        let persona = Persona::named("casual").unwrap();
        let (mut scratch, mut observed) = (Scratch::new(), ObservedPlays::default());
        for number in 0..40 {
            let (turns, views, hands) = hand_of(&persona, number, &mut scratch);
            for view in views {
                observed.read(&view);
                assert!(!observed.is_empty());
                let truth = World::new(&view, hands).unwrap();
                let mut past = Past::start(view.board().bottom().unwrap());
                let mut plays = observed.plays.iter();
                for (seat, then, play) in &turns {
                    if Some(*seat) != view.seat() {
                        let observed = plays.next().expect("each turn of another seat is observed");
                        let row = observed.row;
                        assert_eq!((row.seat, row.standing, row.play), (*seat, then.standing(), *play));
                        assert_eq!(observed.past, past, "{view}");
                        let turn = observed.turn(&truth);
                        assert!(Seat::ALL.into_iter().all(|seat| turn.hand(seat) == then.hand(seat)), "{view}");
                    }
                    past.see(*seat, then.standing(), *play);
                }
                assert!(plays.next().is_none(), "{view}");
            }
        }
    }
}
