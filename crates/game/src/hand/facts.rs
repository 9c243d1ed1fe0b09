//! The public facts of a hand, by its board or, once it is untracked, by its present.

use rules::{Board, Chair, Ruleset, Seat, Side, Stage, View};

use super::{DEALT, Game, Spoken, Tracked};
use crate::untracked::{Standing, Untracked};

/// The public facts of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Its stage.
    pub stage: Stage,
    /// The landlord's chair in the room.
    pub landlord: Option<Chair>,
    /// The chair whose turn it is.
    pub turn: Option<Chair>,
    /// The standing combo.
    pub standing: Standing,
    /// Number of passes on it.
    pub passes: u8,
    /// Cards left by the room's chairs.
    pub left: [u32; 3],
}

impl Facts {
    /// Returns the side of the seat that went out, once one has.
    pub fn winner(&self) -> Option<Side> {
        let out = Chair::ALL.into_iter().find(|chair| self.left[chair.index()] == 0)?;
        self.landlord.map(|landlord| out.seat(landlord).side())
    }
}

impl Game {
    /// Returns the public facts.
    pub fn facts(&self, rules: &Ruleset) -> Facts {
        match (&self.untracked, self.live.0.get()) {
            (Some(now), _) => untracked_facts(&self.rules(rules), now),
            (None, Some(tracked)) => self.board_facts(&tracked.board),
            (None, None) => self.board_facts(&self.tracked_board(rules)),
        }
    }

    /// Returns the public facts, and what the bot on `chair` knows besides. One pass over the log gives both.
    pub fn look(&self, rules: &Ruleset, chair: Chair) -> (Facts, Option<View>) {
        let Some(held) = self.held[chair.index()].as_ref() else { return (self.facts(rules), None) };
        if let Some(now) = &self.untracked {
            let rules = &self.rules(rules);
            return (untracked_facts(rules, now), now.view(rules, chair, held.hand()).ok());
        }
        if let Some(Tracked { board, views }) = self.live.0.get() {
            return (self.board_facts(board), views[chair.index()].clone());
        }
        // A room that is only read needs the view of one chair.
        let mut tracked = self.replay(rules, &[chair]).expect("checked when it was recorded");
        (self.board_facts(&tracked.board), tracked.views[chair.index()].take())
    }

    fn board_facts(&self, board: &Board) -> Facts {
        let landlord = board.landlord().map(|chair| self.placed(Spoken(chair)));
        let left = Chair::ALL.map(|chair| match landlord {
            Some(landlord) if board.bottom().is_some() => board.course().left(chair.seat(landlord)),
            _ => DEALT,
        });
        let turn = match board.stage() {
            Stage::PassOn => Chair::ALL.get(self.gifts().count()).copied(),
            _ => board.turn(),
        };
        Facts {
            stage: board.stage(),
            landlord,
            turn: turn.map(|chair| self.placed(Spoken(chair))),
            standing: board.course().standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
            passes: board.course().passes(),
            left,
        }
    }
}

/// Returns the public facts of an untracked hand.
fn untracked_facts(rules: &Ruleset, now: &Untracked) -> Facts {
    let stage = match now.winner() {
        Some(_) => Stage::Over,
        None if rules.awaits_wild() => Stage::Wild,
        None => Stage::Play,
    };
    let owner = match now.standing {
        Standing::Nothing => None,
        Standing::Combo(owner, _) | Standing::Unrecognised(owner, _) => Some(owner),
    };
    Facts {
        stage,
        landlord: Some(now.landlord),
        turn: (stage == Stage::Play).then(|| now.turn.chair(now.landlord)),
        standing: now.standing,
        passes: owner.map_or(0, |owner| owner.steps_to(now.turn) as u8 - 1),
        left: Chair::ALL.map(|chair| u32::from(now.left[chair.seat(now.landlord).index()])),
    }
}

/// Returns the present of a board.
pub(crate) fn untrack(board: &Board, landlord: Chair) -> Untracked {
    let course = board.course();
    Untracked {
        landlord,
        turn: course.turn(),
        standing: course.standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        played: Seat::ALL.map(|seat| course.played(seat)),
        bottom: board.bottom(),
        open: Seat::ALL.map(|seat| {
            board.landlord().and_then(|landlord| board.open_hand(seat.chair(landlord))).unwrap_or_default()
        }),
    }
}
