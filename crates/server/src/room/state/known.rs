//! The room's knowledge of those at its table: what hands show of them, what is learned of them from beyond the room, the hands whose choices
//! may be graded, and the strength of bots that follow the levels of players.

use std::borrow::Cow;
use std::sync::Arc;

use engine::Habits;
use game::cards::Cards;
use game::hand::Game;
use rules::{Chair, Combo, Event, Row, Ruleset, Seat, Settlement, View};

use super::RoomState;
use crate::room::habits;
use crate::room::occupant::{Bot, Occupant, Whom};
use crate::roster::Companion;

/// The most players whose habits a room remembers; the least recently seen one goes first.
pub const PLAYERS_MAX: usize = 8;

/// The most by which a bot's strength moves from one hand to the next: a table does not notice that it changed.
const STEP_MAX: u32 = 10;
/// The highest strength.
const STRENGTH_MAX: i32 = 100;

/// Data about the table's occupants from outside the room, for a deal or a takeover of a seat.
#[derive(Clone, Default)]
pub struct Met {
    /// The habits of players from earlier hands, by their opaque names.
    pub habits: Vec<(String, Habits)>,
    /// The new companions of bots whose strength follows the players, by chair.
    pub companions: [Option<Arc<Companion>>; 3],
}

/// The record of a hand for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The number of the hand in its room.
    pub hand_number: u32,
    /// The player's opaque name.
    pub player: String,
    /// Only the counts of this hand.
    pub habits: Habits,
    /// The player's part of the payment; `None` if the hand paid nothing.
    pub earned: Option<Row>,
    /// The boards on which the hand counts: the names of board and ruleset, with a slash between.
    pub boards: Vec<String>,
}

/// Names a board of a ruleset: both names, with a slash between. A ruleset with overrides shares the board of its base.
pub fn board_of(board: &str, rules: &Ruleset) -> String {
    format!("{board}/{}", rules.name())
}

/// The result of a bot in a hand that was paid.
#[derive(Clone, PartialEq, Debug)]
pub struct BotResult {
    /// The bot.
    pub bot: Bot,
    /// Its part of what the hand paid.
    pub earned: Row,
}

/// A settled hand that followed the ruleset.
#[derive(Clone, PartialEq, Debug)]
pub struct SettledHand {
    /// Its number in the room.
    pub hand_number: u32,
    /// The room's rules.
    pub rules: Ruleset,
    /// The hand.
    pub hand: Game,
    /// The players who sat through it, by chair.
    pub players: [Option<String>; 3],
}

impl SettledHand {
    /// Returns the choices of a chair, turn by turn: its knowledge and its play. `None` where its cards are not all known.
    pub fn choices(&self, chair: Chair) -> Option<Vec<(View, Option<Combo>)>> {
        let settled = self.hand.settled.as_ref()?;
        let left = self.hand.facts(&self.rules).left[chair.index()];
        let remaining = settled.remaining[chair.index()].clone().unwrap_or(Cards::NONE);
        if remaining.len() != left {
            return None;
        }
        let mut view = self.hand.first_view(&self.rules, chair, Some(&remaining)).ok()??;
        let mut turns = Vec::new();
        for event in self.hand.events() {
            if let Event::Play(seat, play) = event
                && view.seat() == Some(seat)
            {
                turns.push((view.clone(), play));
            }
            view.apply(event).ok()?;
        }
        Some(turns)
    }
}

/// Records and results of the hands that ended with some events.
#[derive(Default)]
pub(super) struct Ended {
    pub(super) shown: Vec<Shown>,
    pub(super) results: Vec<BotResult>,
}

impl RoomState {
    /// Returns the hand as one to be graded, if it is settled and tracked to its end, and a player sat through it.
    pub(super) fn settled_hand(&self) -> Option<SettledHand> {
        let hand = self.hand.as_ref().filter(|hand| hand.untracked.is_none() && hand.settled.is_some())?;
        let players = Chair::ALL.map(|chair| match &self.chairs[chair.index()] {
            Occupant::Player(player) if hand.stayed(chair) => Some(player.clone()),
            _ => None,
        });
        let is_any = players.iter().any(Option::is_some);
        is_any.then(|| SettledHand { hand_number: self.hand_number, rules: self.rules, hand: hand.clone(), players })
    }

    /// Returns the pay of the hand that is over, and the seat of each chair: the amounts that the backend reports; without them the
    /// settlement by the ruleset, if no event broke a rule.
    fn paid(&self) -> Option<(Settlement, [Seat; 3])> {
        let hand = self.hand.as_ref()?;
        let seats = Chair::ALL.map(|chair| Some(chair.seat(hand.facts(&self.rules).landlord?)));
        let [Some(first), Some(second), Some(third)] = seats else { return None };
        let seats = [first, second, third];
        let by_rules = || hand.untracked.is_none().then(|| hand.tracked_board(&self.rules).settlement(1)).flatten();
        let reported = hand.settled.as_ref().and_then(|settled| {
            let amounts: [i64; 3] = settled.amounts.as_slice().try_into().ok()?;
            let mut points = [0; 3];
            seats.iter().zip(amounts).for_each(|(seat, amount)| points[seat.index()] = amount);
            Some(Settlement { winner: settled.winner?, base: 1, factor: 1, spring: false, points })
        });
        Some((reported.or_else(by_rules)?, seats))
    }

    /// Counts a hand that is over: its pay and its habits.
    pub(super) fn count_hand(&mut self, ended: &mut Ended) {
        let paid = self.paid();
        let earned = paid.as_ref().map(|(paid, seats)| seats.map(|seat| Row::of(paid, seat)));
        if let (Some(earned), Some(hand)) = (&earned, &self.hand) {
            let bots = Chair::ALL.into_iter().filter(|&chair| hand.stayed(chair));
            let result = |chair: Chair| {
                let bot = self.chairs[chair.index()].bot()?;
                Some(BotResult { bot: bot.clone(), earned: earned[chair.index()] })
            };
            ended.results.extend(bots.filter_map(result));
        }
        self.count_habits(&mut ended.shown, earned);
    }

    /// Counts the habits that the ended hand showed of its players; `earned` has their pay by chair. An occupant who sat down during the
    /// hand is not counted.
    pub(super) fn count_habits(&mut self, shown: &mut Vec<Shown>, earned: Option<[Row; 3]>) {
        let Some(hand) = &self.hand else { return };
        let [seen, made] = habits::of_hand(hand, &self.rules);
        let mut sat: Vec<(String, Habits)> = Vec::new();
        for chair in Chair::ALL.into_iter().filter(|&chair| hand.stayed(chair)) {
            let Some(name) = self.chairs[chair.index()].remembered_as(self.request_id) else { continue };
            // For a bot its guesses count. Two bots may have one persona.
            let is_bot = self.chairs[chair.index()].bot().is_some();
            let count = if is_bot { made[chair.index()] } else { seen[chair.index()] };
            match sat.iter_mut().find(|(known, _)| *known == name) {
                Some((_, habits)) => *habits = habits.plus(count),
                None if is_bot && count == Habits::default() => {}
                None => sat.push((name.into_owned(), count)),
            }
        }
        let boards = hand.settled.iter().flat_map(|settled| &settled.boards);
        let boards: Vec<String> = boards.map(|board| board_of(board, &self.rules)).collect();
        for (player, habits) in &sat {
            let chair = self.chairs.iter().position(|occupant| *occupant == Occupant::Player(player.clone()));
            let earned = earned.zip(chair).map(|(rows, chair)| rows[chair]);
            let boards = if earned.is_some() { boards.clone() } else { Vec::new() };
            shown.push(Shown {
                hand_number: self.hand_number,
                player: player.clone(),
                habits: *habits,
                earned,
                boards,
            });
        }
        for (player, count) in sat {
            let place = self.habits.iter().position(|(name, _)| *name == player);
            let before = place.map(|place| self.habits.remove(place).1).unwrap_or_default();
            self.habits.push((player, before.plus(count)));
            if self.habits.len() > PLAYERS_MAX {
                self.habits.remove(0);
            }
        }
    }

    /// Replaces the room's knowledge of players by the data from outside. This happens when a hand is dealt, so that a bot's knowledge
    /// stays the same for the whole hand.
    pub fn learn(&mut self, met: &Met) {
        for (occupant, companion) in self.chairs.iter_mut().zip(&met.companions) {
            if let (Occupant::Bot(bot), Some(companion)) = (occupant, companion) {
                bot.companion = Arc::clone(companion);
            }
        }
        for (player, habits) in &met.habits {
            self.habits.retain(|(name, _)| name != player);
            if *habits != Habits::default() {
                self.habits.push((player.clone(), *habits));
            }
        }
        let over = self.habits.len().saturating_sub(PLAYERS_MAX);
        self.habits.drain(..over);
    }

    /// Returns the keys of the occupants' counts.
    pub fn remembered(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.chairs.iter().filter_map(|occupant| occupant.remembered_as(self.request_id))
    }

    /// Returns what the bot on `viewer` knows about `chair`: a player's habits, or the outcomes of its own guesses. It knows nothing about
    /// another bot.
    pub fn habits_of(&self, viewer: Chair, chair: Chair) -> Option<Habits> {
        let occupant = &self.chairs[chair.index()];
        let name = occupant.remembered_as(self.request_id).filter(|_| viewer == chair || occupant.bot().is_none())?;
        self.habits.iter().find(|(known, _)| *known == name).map(|(_, habits)| *habits)
    }

    /// Returns the players whose levels bots follow, by their opaque names.
    pub fn followed(&self) -> impl Iterator<Item = &str> {
        Chair::ALL.into_iter().flat_map(|chair| self.followed_by(chair))
    }

    fn followed_by(&self, chair: Chair) -> Vec<&str> {
        let matching = self.chairs[chair.index()].bot().and_then(|bot| bot.matching.as_ref());
        match matching.map(|matching| &matching.whom) {
            None => Vec::new(),
            Some(Whom::Predecessor(player)) => vec![player.as_str()],
            Some(Whom::Chairs(chairs)) => {
                let followed = |chair: &Chair| chairs.is_empty() || chairs.contains(chair);
                let named = |chair: Chair| match &self.chairs[chair.index()] {
                    Occupant::Player(player) => Some(player.as_str()),
                    _ => None,
                };
                Chair::ALL.into_iter().filter(followed).filter_map(named).collect()
            }
        }
    }

    /// Returns the strength that a bot takes now, when a hand is dealt or a bot takes a seat over: it stays for that hand. `None` if it stays as it is. `level` is a player's, if it is known.
    pub fn matched(&self, chair: Chair, level: impl Fn(&str) -> Option<u32>) -> Option<u32> {
        let bot = self.chairs[chair.index()].bot()?;
        let matching = bot.matching.as_ref()?;
        let levels: Vec<u32> = self.followed_by(chair).into_iter().filter_map(level).collect();
        let mean = levels.iter().sum::<u32>().checked_div(levels.len() as u32)?;
        let wanted = (mean as i32 + matching.offset).clamp(0, STRENGTH_MAX) as u32;
        let is_takeover = matches!(matching.whom, Whom::Predecessor(_));
        // A bot that has just sat down has no strength yet that the table could compare with.
        Some(match bot.companion.strength.filter(|_| self.hand_number > 1 && !is_takeover) {
            Some(now) => wanted.clamp(now.saturating_sub(STEP_MAX), now + STEP_MAX),
            None => wanted,
        })
    }
}
