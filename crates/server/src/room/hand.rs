//! One hand of a room, from the deal to the settlement: its public events, and what each bot holds.
//!
//! Cards passed on are the one secret of the log: each audience, and each bot, is told those that it may know.
//!
//! A hand is tracked by a [`rules::Board`] as long as every event follows the ruleset, so that bots know all of its history. An
//! event that breaks a rule makes the hand untracked: from then on only the present counts ([`Untracked`]). Either way every event
//! has to agree with the deck and with each bot's cards, or it is refused.

mod gifts;
mod take;

use std::fmt;
use std::sync::OnceLock;

use rules::view::BadView;
use rules::{Board, Chair, Combo, Event, Illegal, Ruleset, Seat, Side, Stage, View};

use super::cards::Cards;
use super::event::Announcement::{self, Called, LandlordFound, PassedOn, Raised, Shown, WildShown};
use super::event::{Dealt, Hint, RoomEventKind, Saying, Settled};
use super::untracked::{Standing, Untracked};
use crate::error::{Reason, Refusal};
use take::impossible;

pub use take::STEPS_MAX;

/// A hand being played, or just over.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomHand {
    /// The room's chair that speaks first: the first chair of the rules.
    pub first: Chair,
    /// Without an auction: the bottom, which the landlord on the first chair holds already.
    pub seated: Option<Cards>,
    /// What each bot holds now, by the room's chairs.
    pub held: [Option<Cards>; 3],
    /// The public events, in order.
    pub log: Vec<Entry>,
    /// The present, once the hand is untracked.
    pub untracked: Option<Untracked>,
    /// How it ended.
    pub end: Option<End>,
    /// The deal's place in the room; `None` when the hand was rebuilt.
    pub dealt_at: Option<DealtAt>,
    /// The replayed log, once it was needed.
    pub(in crate::room) live: Live,
}

/// The replayed log, where it was needed. It follows from the rest of the hand: hands are equal with it and without.
#[derive(Clone, Default)]
pub struct Live(OnceLock<Tracked>);

impl PartialEq for Live {
    fn eq(&self, _: &Live) -> bool {
        true
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "replayed" } else { "not replayed" })
    }
}

/// The number of a deal's event, and the room's version after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtAt {
    /// The event's number.
    pub sequence: u64,
    /// The version.
    pub version: u64,
}

/// One recorded step.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The event.
    pub step: Step,
    /// It broke a rule and changed nothing.
    pub skipped: bool,
}

/// The public part of an event of a hand, with what the event left open: who played, and as what.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Something was announced.
    Announced(Announcement),
    /// A play, as the ruleset reads it; `None` where it cannot.
    Played(Seat, Cards, Option<Combo>),
    /// A pass.
    Passed(Seat),
    /// Another occupant sat down.
    SeatChanged(Chair),
    /// A player showed or said something.
    Said(Chair, Saying),
    /// The hand was closed: see [`RoomHand::end`].
    Ended,
}

impl Step {
    /// The event that a backend reports in full; `None` for an end or another occupant, of which the step is only a part.
    pub fn event(&self) -> Option<RoomEventKind> {
        Some(match self {
            Step::Announced(announcement) => RoomEventKind::Announced(announcement.clone()),
            Step::Played(seat, cards, combo) => {
                RoomEventKind::Played(Some(*seat), cards.clone(), combo.map(Hint::of).unwrap_or_default())
            }
            Step::Passed(seat) => RoomEventKind::Passed(Some(*seat)),
            Step::Said(chair, saying) => RoomEventKind::Said(*chair, *saying),
            Step::SeatChanged(_) | Step::Ended => return None,
        })
    }
}

/// How a hand ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// It was paid.
    Settled(Settled),
    /// The cards are dealt again.
    Redealt,
}

/// The public facts of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// How far it has come.
    pub stage: Stage,
    /// The landlord's chair in the room.
    pub landlord: Option<Chair>,
    /// The chair whose turn it is.
    pub turn: Option<Chair>,
    /// What stands.
    pub standing: Standing,
    /// How many have passed on it.
    pub passes: u8,
    /// Cards left by the room's chairs.
    pub left: [u32; 3],
}

impl Facts {
    /// The side of the seat that went out, once one has.
    pub fn winner(&self) -> Option<Side> {
        let out = Chair::ALL.into_iter().find(|chair| self.left[chair.index()] == 0)?;
        self.landlord.map(|landlord| out.seat(landlord).side())
    }
}

/// A tracked hand: the board, and what each bot knows. Both follow from the log.
#[derive(Clone)]
pub(super) struct Tracked {
    pub(super) board: Board,
    pub(super) views: [Option<View>; 3],
}

impl RoomHand {
    /// Cards are dealt. `bots` are the chairs whose cards have to be told, and no others.
    pub fn deal(dealt: &Dealt, rules: &Ruleset, bots: [bool; 3]) -> Result<RoomHand, Refusal> {
        let Dealt { first, hands, bottom } = dealt;
        for chair in Chair::ALL {
            match (bots[chair.index()], &hands[chair.index()]) {
                (true, None) => {
                    return Err(Refusal::missing("dealt.hands").with("chair", chair));
                }
                (false, Some(_)) => {
                    let message = format!("no bot sits on the {chair} chair, its cards must stay hidden");
                    return Err(Refusal::new(Reason::NOT_A_BOT, message).at("dealt.hands"));
                }
                _ => {}
            }
        }
        let hand = RoomHand {
            first: *first,
            seated: bottom.clone(),
            held: hands.clone(),
            log: Vec::new(),
            untracked: None,
            end: None,
            dealt_at: None,
            live: Live::default(),
        };
        hand.tracked(rules).map_err(|error| bad_deal(&error))?;
        hand.check_deck(None).map_err(|message| impossible(message).at("dealt"))?;
        Ok(hand)
    }

    /// The rules' chair of a room's chair: the rules count in the order of speaking.
    pub fn spoken(&self, chair: Chair) -> Chair {
        Chair::ALL[self.first.steps_to(chair)]
    }

    /// The room's chair of a rules' chair.
    pub fn placed(&self, chair: Chair) -> Chair {
        Chair::ALL[(self.first.index() + chair.index()) % 3]
    }

    /// The board and what every bot knows. The log is replayed once; afterwards [`RoomHand::take`] keeps the result in step. A deal,
    /// or a bot that has just sat down, can contradict the log; nothing else can.
    pub(super) fn tracked(&self, rules: &Ruleset) -> Result<&Tracked, BadHand> {
        if let Some(tracked) = self.live.0.get() {
            return Ok(tracked);
        }
        let tracked = self.replay(rules, &Chair::ALL)?;
        Ok(self.live.0.get_or_init(|| tracked))
    }

    /// Replays the log for some chairs: what another bot holds is not read.
    fn replay(&self, rules: &Ruleset, chairs: &[Chair]) -> Result<Tracked, BadHand> {
        let mut board = match &self.seated {
            Some(bottom) => Board::seated(*rules, Chair::First, Some(bottom.hand())),
            None => Board::open(*rules),
        };
        let mut views = [None, None, None];
        for &chair in chairs {
            if let Some(start) = self.start_hand(rules, chair)? {
                let spoken = self.spoken(chair);
                let view = match &self.seated {
                    Some(bottom) => View::seated(*rules, spoken.seat(Chair::First), start, bottom.hand()),
                    None => View::dealt(*rules, spoken, start),
                };
                views[chair.index()] = Some(view.map_err(|error| BadHand::View(chair, error))?);
            }
        }
        for event in self.events() {
            board.apply(event).expect("the log was legal when it was recorded");
            for (view, chair) in views.iter_mut().zip(Chair::ALL) {
                if let Some(view) = view {
                    view.apply(event).map_err(|error| BadHand::Log(chair, error))?;
                }
            }
        }
        Ok(Tracked { board, views })
    }

    /// What a bot was dealt: what it holds, with what it played and passed on, less the bottom that it took and what came to it.
    fn start_hand(&self, rules: &Ruleset, chair: Chair) -> Result<Option<rules::Hand>, BadHand> {
        let Some(held) = &self.held[chair.index()] else { return Ok(None) };
        let landlord = self.landlord_by_log();
        let mut start = held.hand();
        for entry in &self.log {
            match &entry.step {
                Step::Played(seat, cards, _) if landlord.map(|landlord| seat.chair(landlord)) == Some(chair) => {
                    start = start.plus(cards.hand()).ok_or(BadHand::NotOneDeck(chair))?;
                }
                _ => {}
            }
        }
        for entry in &self.log {
            match &entry.step {
                Step::Announced(LandlordFound(landlord, bottom)) if *landlord == chair && !entry.skipped => {
                    start = start.minus(bottom.hand()).ok_or(BadHand::NotOneDeck(chair))?;
                }
                _ => {}
            }
        }
        let [gave, got] = self.moved(rules, chair);
        if let Some(gave) = gave {
            start = start.plus(gave.hand()).ok_or(BadHand::NotOneDeck(chair))?;
        }
        if let Some(got) = got {
            start = start.minus(got.hand()).ok_or(BadHand::NotOneDeck(chair))?;
        }
        Ok(Some(start))
    }

    fn landlord_by_log(&self) -> Option<Chair> {
        let found = self.log.iter().find_map(|entry| match entry.step {
            Step::Announced(LandlordFound(chair, _)) if !entry.skipped => Some(chair),
            _ => None,
        });
        found.or_else(|| self.seated.as_ref().map(|_| self.first))
    }

    /// The events that the rules accept. Chairs pass cards on unseen by one another: no gift is among them before all have given.
    pub(super) fn events(&self) -> impl Iterator<Item = Event> + Clone {
        let has_moved = self.has_passed_on();
        let is_known = move |step: &Step| has_moved || !matches!(step, Step::Announced(PassedOn(..)));
        let steps = self.log.iter().filter(|entry| !entry.skipped).map(|entry| &entry.step);
        steps.filter(move |step| is_known(step)).filter_map(|step| self.rules_event(step))
    }

    /// A step as the rules see it.
    fn rules_event(&self, step: &Step) -> Option<Event> {
        Some(match step {
            Step::Announced(announcement) => match announcement {
                PassedOn(chair, cards) => Event::PassedOn(self.spoken(*chair), cards.as_ref().map(Cards::hand)),
                Called(chair, call) => Event::Call(self.spoken(*chair), *call),
                LandlordFound(chair, bottom) => Event::Landlord(self.spoken(*chair), bottom.hand()),
                Raised(seat, raise) => Event::Raise(*seat, *raise),
                Shown(hand) => Event::Show(hand.as_ref().map(Cards::hand)),
                WildShown(rank) => Event::Wild(*rank),
            },
            Step::Played(seat, _, combo) => Event::Play(*seat, Some((*combo)?)),
            Step::Passed(seat) => Event::Play(*seat, None),
            Step::SeatChanged(_) | Step::Said(..) | Step::Ended => return None,
        })
    }

    /// The ruleset in play: with the wild ranks that are shown.
    pub fn rules(&self, rules: &Ruleset) -> Ruleset {
        if rules.wild_ranks() == 0 {
            return *rules;
        }
        let shown = self.log.iter().filter(|entry| !entry.skipped).filter_map(|entry| match entry.step {
            Step::Announced(WildShown(rank)) => Some(rank),
            _ => None,
        });
        shown.fold(*rules, |rules, rank| rules.showing(rank).expect("checked when it was recorded"))
    }

    /// The public facts.
    pub fn facts(&self, rules: &Ruleset) -> Facts {
        match &self.untracked {
            Some(now) => untracked_facts(&self.rules(rules), now),
            None => self.board_facts(&self.tracked_board(rules)),
        }
    }

    /// The public facts, and what the bot on `chair` knows besides. One pass over the log gives both.
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
        let landlord = board.landlord().map(|chair| self.placed(chair));
        let left = Chair::ALL.map(|chair| match landlord {
            Some(landlord) if board.bottom().is_some() => board.course().left(chair.seat(landlord)),
            _ => 17,
        });
        let turn = match board.stage() {
            Stage::PassOn => Chair::ALL.get(self.gifts().count()).copied(),
            _ => board.turn(),
        };
        Facts {
            stage: board.stage(),
            landlord,
            turn: turn.map(|chair| self.placed(chair)),
            standing: board.course().standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
            passes: board.course().passes(),
            left,
        }
    }

    /// The board of a tracked hand.
    pub fn tracked_board(&self, rules: &Ruleset) -> Board {
        let replay = || self.replay(rules, &[]).expect("without bots nothing can contradict the log").board;
        self.live.0.get().map_or_else(replay, |tracked| tracked.board)
    }

    /// What the bot on `chair` knows; `None` when no bot sits there or the play is over.
    pub fn view(&self, rules: &Ruleset, chair: Chair) -> Option<View> {
        self.look(rules, chair).1
    }

    /// The bottom, once shown.
    pub fn bottom(&self) -> Option<&Cards> {
        let found = self.log.iter().find_map(|entry| match &entry.step {
            Step::Announced(LandlordFound(_, bottom)) if !entry.skipped => Some(bottom),
            _ => None,
        });
        found.or(self.seated.as_ref())
    }
}

/// The public facts of an untracked hand.
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

/// The present of a board.
pub(super) fn untrack(board: &Board, landlord: Chair) -> Untracked {
    let course = board.course();
    Untracked {
        landlord,
        turn: course.turn(),
        standing: course.standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        played: Seat::ALL.map(|seat| course.played(seat)),
        bottom: board.bottom(),
    }
}

/// A hand that cannot be true for one of its bots.
#[derive(Debug, thiserror::Error)]
pub enum BadHand {
    /// Its cards and what was seen of them are no deck.
    #[error("what the {0} chair holds and has played is no part of one deck")]
    NotOneDeck(Chair),
    /// Its cards cannot have been dealt.
    #[error("the {0} chair: {1}")]
    View(Chair, BadView),
    /// Its cards contradict what happened.
    #[error("the {0} chair: {1}")]
    Log(Chair, Illegal),
}

fn bad_deal(error: &BadHand) -> Refusal {
    let reason = match error {
        BadHand::View(_, BadView::HandSize { .. }) => Reason::HAND_SIZE,
        BadHand::View(_, BadView::BottomSize { .. }) => Reason::BOTTOM_SIZE,
        BadHand::View(_, BadView::BottomNotHeld { .. }) => Reason::BOTTOM_NOT_HELD,
        _ => Reason::EVENT_IMPOSSIBLE,
    };
    Refusal::new(reason, error.to_string()).at("dealt")
}
