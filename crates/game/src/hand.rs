//! One hand: its events, and the cards that chairs hold. A room stores it; a call without a room builds it from its request and forgets it.
//!
//! The log has the events as they were told, with their secrets: cards passed on, the cards of a bot that sits down later, and those that a
//! caller tells of a closed hand. [`LogEntry::to_message`] leaves the last ones out; the others are hidden where an answer is written.
//!
//! A hand told from the deal is tracked by a [`rules::Board`], so that bots know all of its history. If broken rules are not refused, a call,
//! a doubling or an open hand that breaks one is skipped. A play or a pass that breaks one makes the hand untracked, and so can a landlord:
//! from then on only the present counts ([`UntrackedHand`]). A play that contradicts the deck or a bot's cards is refused.

mod take;
mod gifts;
mod present;
mod kept;

use std::sync::{Arc, OnceLock};

use rules::view::BadView;
use rules::{Board, Chair, Combo, Event, Hand, Illegal, OpenedHand, Ruleset, Seat, Side, Stage, View};
use wire::v1;

use super::cards::{CardForm, Cards, to_combo};
use super::event::{LogEntry, What, read_chair_cards, read_seat};
use crate::names;
use crate::refusal::{AtField, Reason, Refusal};
use kept::Beginning;
pub use present::{SentPresent, UntrackedHand};
pub use take::STEPS_MAX;

const DEALT_CARDS: u32 = 17;

/// A hand being played, or just over.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The chair that speaks first; the rules know it as `Chair::First`. Without an auction, or if the beginning is not known, it is the
    /// landlord's chair.
    pub first: Chair,
    /// Its beginning.
    pub start: Start,
    /// The cards that each chair holds now, if they are known.
    pub held: [Option<Cards>; 3],
    /// The cards that each chair had left, if the settlement shows them.
    pub remaining: [Option<Cards>; 3],
    /// The events since the deal, in order. Copies of a room share them.
    pub log: Vec<Arc<LogEntry>>,
    /// The present, once the hand is untracked.
    pub untracked: Option<UntrackedHand>,
    /// The number of the deal's event in the room; `None` if the room did not see the deal.
    pub dealt_at: Option<u64>,
    /// The hand as it was told when it began, for a room that stores it.
    beginning: Option<Arc<Beginning>>,
    /// The replayed log, once it was needed.
    pub cache: ReplayCache,
}

/// A chair as the rules count chairs: in the order of speaking, not by place at the table.
#[derive(Clone, Copy)]
struct RulesChair(Chair);

/// The beginning of a hand, as far as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Told from the deal on: it has an auction, or no landlord yet.
    Auction,
    /// Told from the deal on, without an auction.
    Seated,
    /// Not told. The hand is untracked from the start, and its log has only wild ranks and later events.
    Unknown,
}

/// The replayed log, once it was needed. It follows from the rest of the hand, so equality ignores it.
#[derive(Clone, Default, Debug)]
pub struct ReplayCache(OnceLock<Arc<TrackedHand>>);

impl PartialEq for ReplayCache {
    fn eq(&self, _: &ReplayCache) -> bool {
        true
    }
}

/// The public facts of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Its stage.
    pub stage: Stage,
    /// The landlord's chair at the table.
    pub landlord: Option<Chair>,
    /// The chair whose turn it is.
    pub turn: Option<Chair>,
    /// The standing combo.
    pub standing: ToBeat,
    /// The number of cards that each chair of the table has left.
    pub left: [u32; 3],
}

impl Facts {
    /// Returns the side of the seat that went out, once one has.
    pub fn winner(&self) -> Option<Side> {
        let out = Chair::ALL.into_iter().find(|chair| self.left[chair.index()] == 0)?;
        self.landlord.map(|landlord| out.seat(landlord).side())
    }
}

/// The standing combo, as far as the ruleset can read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToBeat {
    /// No combo stands.
    Nothing,
    /// This combo.
    Combo(Seat, Combo),
    /// Cards that were not read as a combo: what beats them is not defined.
    Unrecognised(Seat, Hand),
}

impl ToBeat {
    /// Writes the combo that has to be beaten. `write` writes its cards.
    pub fn to_combo_to_beat(
        &self,
        rules: &Ruleset,
        landlord: Chair,
        write: impl FnOnce(Hand) -> v1::Cards,
    ) -> Option<v1::ComboToBeat> {
        let (owner, combo) = match *self {
            ToBeat::Nothing => return None,
            ToBeat::Combo(owner, combo) => (owner, to_combo(rules, combo, write(combo.cards()))),
            ToBeat::Unrecognised(owner, cards) => {
                (owner, v1::Combo { cards: Some(write(cards)), ..Default::default() })
            }
        };
        Some(v1::ComboToBeat { chair: names::to_chair(owner.chair(landlord)) as i32, combo: Some(combo) })
    }
}

/// A tracked hand: the board, and the views that were made. Both follow from the rest of the hand.
#[derive(Clone, Debug)]
pub(super) struct TrackedHand {
    pub(super) board: Board,
    pub(super) views: [Option<View>; 3],
}

impl Game {
    /// Begins a hand with dealt cards. `bots` marks the chairs with a bot: their cards are required, all others are refused.
    pub fn deal(form: &CardForm, dealt: &v1::Dealt, rules: &Ruleset, bots: [bool; 3]) -> Result<Game, Refusal> {
        let first = names::chair(dealt.first).at("dealt.first")?.unwrap_or(Chair::First);
        let holds = read_chair_cards(form, &dealt.holds, "dealt.holds")?;
        check_bots(bots, &holds).at("dealt.holds")?;
        let hand = Game::begin(first, holds);
        hand.tracked_hand(rules).map_err(|error| bad_deal(&error).at("dealt.holds"))?;
        hand.check_deck().at("dealt.holds")?;
        Ok(hand.for_room(&v1::Hand { first: dealt.first, holds: dealt.holds.clone(), ..v1::Hand::default() }))
    }

    pub(crate) fn begin(first: Chair, held: [Option<Cards>; 3]) -> Game {
        Game {
            first,
            start: Start::Auction,
            held,
            remaining: [None, None, None],
            log: Vec::new(),
            untracked: None,
            dealt_at: None,
            beginning: None,
            cache: ReplayCache::default(),
        }
    }

    /// Returns its end, paid or broken off; `None` while it is played.
    pub fn settled(&self) -> Option<&v1::Settled> {
        self.log.iter().rev().find_map(|entry| match &entry.told {
            What::Settled(settled) => Some(settled),
            _ => None,
        })
    }

    /// Returns the place of a chair in the order of speaking, from 0.
    pub fn speaking_place(&self, chair: Chair) -> usize {
        self.first.steps_to(chair)
    }

    /// Returns the chair that speaks last.
    pub fn last_to_speak(&self) -> Chair {
        self.first.next().next()
    }

    fn rules_chair(&self, chair: Chair) -> RulesChair {
        RulesChair(Chair::ALL[self.speaking_place(chair)])
    }

    fn table_chair(&self, RulesChair(chair): RulesChair) -> Chair {
        Chair::ALL[(self.first.index() + chair.index()) % 3]
    }

    /// Returns the board, and the view of each chair whose cards are known. The log is replayed if the cache is empty.
    pub(super) fn tracked_hand(&self, rules: &Ruleset) -> Result<&TrackedHand, BadHand> {
        if let Some(tracked) = self.cache.0.get() {
            return Ok(tracked);
        }
        let tracked = self.replay(rules, &Chair::ALL)?;
        Ok(self.cache.0.get_or_init(|| Arc::new(tracked)))
    }

    fn replay(&self, rules: &Ruleset, chairs: &[Chair]) -> Result<TrackedHand, BadHand> {
        let bottom = self.bottom().filter(|_| self.start == Start::Seated).map(Cards::hand);
        let mut board = match bottom {
            Some(bottom) => Board::at_lead(*rules, Chair::First, Some(bottom)),
            None => Board::start(*rules),
        };
        let mut views = [None, None, None];
        for &chair in chairs {
            let held = self.held[chair.index()].as_ref();
            views[chair.index()] = held.map(|held| self.first_view(rules, chair, held)).transpose()?;
        }
        for event in self.events() {
            board.apply(event).map_err(|error| BadHand::Log(self.first, error))?;
            for (view, chair) in views.iter_mut().zip(Chair::ALL) {
                if let Some(view) = view {
                    view.apply(event).map_err(|error| BadHand::Log(chair, error))?;
                }
            }
        }
        Ok(TrackedHand { board, views })
    }

    /// Returns the view with which a chair begins, computed from the cards that it holds now.
    pub fn first_view(&self, rules: &Ruleset, chair: Chair, held: &Cards) -> Result<View, BadHand> {
        let start = self.dealt_hand(rules, chair, held)?;
        let RulesChair(spoken) = self.rules_chair(chair);
        let view = match self.bottom().filter(|_| self.start == Start::Seated) {
            Some(bottom) => View::at_lead(*rules, spoken.seat(Chair::First), start, bottom.hand()),
            None => View::dealt(*rules, spoken, start),
        };
        view.map_err(|error| BadHand::View(chair, error))
    }

    /// True if the log has no change of the occupant of `chair`.
    pub fn has_same_occupant(&self, chair: Chair) -> bool {
        let changes =
            |entry: &LogEntry| matches!(&entry.told, What::SeatChanged(change) if read_seat(change) == Ok(chair));
        !self.log.iter().any(|entry| changes(entry))
    }

    /// Returns the first cards of a chair's view, computed from the cards that it holds now: those that it was dealt. A landlord without an
    /// auction also has the bottom.
    pub fn dealt_hand(&self, rules: &Ruleset, chair: Chair, held: &Cards) -> Result<Hand, BadHand> {
        let dealt = self.dealt_ranks(rules, chair, held.hand())?;
        match self.bottom() {
            Some(bottom) if self.start == Start::Seated && chair == self.first => {
                dealt.plus(bottom.hand()).ok_or(BadHand::NotOneDeck(chair))
            }
            _ => Ok(dealt),
        }
    }

    /// Returns the cards that `chair` was dealt: those that it holds `now`, plus what it played and gave, minus the bottom that it took and
    /// the gift that it got.
    fn dealt_ranks(&self, rules: &Ruleset, chair: Chair, now: Hand) -> Result<Hand, BadHand> {
        let sum = |hand: Hand, more: &Cards| hand.plus(more.hand()).ok_or(BadHand::NotOneDeck(chair));
        let mut start = self.plays_of(chair).try_fold(now, sum)?;
        if let Some((_, bottom)) = self.find_landlord().filter(|(landlord, _)| *landlord == chair) {
            start = start.minus(bottom.hand()).ok_or(BadHand::BottomNotHeld(chair, bottom.hand()))?;
        }
        let (gave, got) = self.moved_gifts(rules, chair);
        let start = gave.into_iter().try_fold(start, sum)?;
        got.map_or(Some(start), |got| start.minus(got.hand())).ok_or(BadHand::NotOneDeck(chair))
    }

    /// Returns the cards that `chair` was dealt, with the suits that were told; `None` if they do not add up.
    fn dealt_cards(&self, rules: &Ruleset, chair: Chair, now: &Cards) -> Option<Cards> {
        let (gave, got) = self.moved_gifts(rules, chair);
        let bottom = self.find_landlord().filter(|(landlord, _)| *landlord == chair).map(|(_, bottom)| bottom);
        let all = self.plays_of(chair).chain(gave).try_fold(now.clone(), |all, cards| all.plus(cards))?;
        bottom.into_iter().chain(got).try_fold(all, |all, cards| all.minus(cards))
    }

    /// Returns the hand before its first event, with the dealt cards of the chairs that hold the cards `now` after its last event.
    pub(crate) fn rewound(&self, rules: &Ruleset, first: Chair, now: &[Option<Cards>; 3]) -> Result<Game, Refusal> {
        let mut held = [None, None, None];
        for chair in Chair::ALL {
            let Some(now) = &now[chair.index()] else { continue };
            let start = self.dealt_ranks(rules, chair, now.hand()).map_err(|error| bad_deal(&error).at("holds"))?;
            let exact = self.dealt_cards(rules, chair, now).filter(|cards| cards.hand() == start);
            held[chair.index()] = Some(exact.unwrap_or_else(|| Cards::of(start)));
        }
        let hand = Game::begin(first, held);
        hand.tracked_hand(rules).map_err(|error| bad_deal(&error).at("holds"))?;
        Ok(hand)
    }

    /// Returns the plays of a chair.
    fn plays_of(&self, chair: Chair) -> impl Iterator<Item = &Cards> {
        let own = self.log.iter().filter(move |entry| entry.is_play() && entry.chair() == Some(chair));
        own.map(|entry| &entry.cards)
    }

    /// Returns events of the log as the rules see them, without skipped ones. In an untracked hand some of them may break the ruleset. No
    /// gift is among them before all chairs have given: until then no chair sees another's gift.
    pub fn events(&self) -> impl Iterator<Item = Event> + Clone {
        let (has_moved, is_seated) = (self.has_passed_on(), self.start == Start::Seated);
        self.log.iter().filter_map(move |entry| match entry.rules? {
            Event::PassedOn(..) if !has_moved => None,
            // A board without an auction begins with the landlord.
            Event::Landlord(..) if is_seated => None,
            // A landlord without an auction may have come since: it changes the order of the chairs.
            Event::Show(_, open) => Some(self.show(entry.chair()?, open)),
            event => Some(event),
        })
    }

    /// Returns the gifts so far: the giver, and the cards if they are told.
    pub fn gifts(&self) -> impl Iterator<Item = (Chair, Option<&Cards>)> {
        let gifts = self.log.iter().filter(|entry| entry.is_gift());
        gifts.filter_map(|gift| Some((gift.chair()?, Some(&gift.cards).filter(|cards| !cards.is_empty()))))
    }

    /// True if all chairs have given: then the receivers see their cards.
    pub fn has_passed_on(&self) -> bool {
        self.gifts().count() == Chair::ALL.len()
    }

    /// Makes the event of an open hand, or of none. A landlord without an auction may have shown its hand before it took the bottom. The
    /// bottom is added then, because the board begins with it.
    fn show(&self, chair: Chair, open: Option<OpenedHand>) -> Event {
        let is_before = |hand: Hand| self.start == Start::Seated && chair == self.first && hand.len() == DEALT_CARDS;
        let whole = |hand: Hand| hand.plus(self.bottom().filter(|_| is_before(hand))?.hand());
        let open = open.map(|open| OpenedHand { hand: whole(open.hand).unwrap_or(open.hand), ..open });
        Event::Show(self.rules_chair(chair).0, open)
    }

    /// Returns the landlord's chair. The winner of an auction counts once the bottom is shown.
    fn landlord(&self) -> Option<Chair> {
        match (&self.untracked, self.start) {
            (Some(now), _) => Some(now.landlord),
            (None, Start::Seated) => Some(self.first),
            (None, _) => self.find_landlord().map(|(chair, _)| chair),
        }
    }

    /// Returns the ruleset with the wild ranks that are shown.
    pub fn rules_in_play(&self, rules: &Ruleset) -> Ruleset {
        if !rules.has_wild_ranks() {
            return *rules;
        }
        let shown = self.log.iter().filter_map(|entry| match entry.rules {
            Some(Event::Wild(rank)) => Some(rank),
            _ => None,
        });
        shown.fold(*rules, |rules, rank| rules.with_wild(rank).expect("checked when it was recorded"))
    }

    /// Returns the board of a tracked hand.
    pub fn tracked_board(&self, rules: &Ruleset) -> Board {
        let replay = || self.replay(rules, &[]).expect("without bots nothing can contradict the log").board;
        self.cache.0.get().map_or_else(replay, |tracked| tracked.board)
    }

    /// Returns the public facts.
    pub fn facts(&self, rules: &Ruleset) -> Facts {
        match &self.untracked {
            Some(now) => now.facts(&self.rules_in_play(rules)),
            None => self.board_facts(&self.tracked_board(rules)),
        }
    }

    /// Returns the public facts, and what [`Game::view`] returns. At most one replay of the log gives both.
    pub fn facts_and_view(&self, rules: &Ruleset, chair: Chair) -> (Facts, Option<View>) {
        let Some(held) = self.held[chair.index()].as_ref() else { return (self.facts(rules), None) };
        if let Some(now) = &self.untracked {
            let rules = &self.rules_in_play(rules);
            return (now.facts(rules), now.view(rules, chair, held.hand()).ok());
        }
        if let Some(TrackedHand { board, views }) = self.cache.0.get().map(|live| &**live) {
            return (self.board_facts(board), views[chair.index()].clone());
        }
        // A room that is only read needs the view of one chair.
        let mut tracked = self.replay(rules, &[chair]).expect("checked when it was recorded");
        (self.board_facts(&tracked.board), tracked.views[chair.index()].take())
    }

    fn board_facts(&self, board: &Board) -> Facts {
        let landlord = board.landlord().map(|chair| self.table_chair(RulesChair(chair)));
        let left = Chair::ALL.map(|chair| match landlord {
            Some(landlord) if board.bottom().is_some() => board.course().left(chair.seat(landlord)),
            _ => DEALT_CARDS,
        });
        let turn = match board.stage() {
            Stage::PassOn => Chair::ALL.get(self.gifts().count()).copied(),
            _ => board.turn(),
        };
        Facts {
            stage: board.stage(),
            landlord,
            turn: turn.map(|chair| self.table_chair(RulesChair(chair))),
            standing: board.course().standing().map_or(ToBeat::Nothing, |(seat, combo)| ToBeat::Combo(seat, combo)),
            left,
        }
    }

    /// Returns what `chair` knows. `None` if its cards are not known, or if an untracked hand allows no view: for example, it is over.
    pub fn view(&self, rules: &Ruleset, chair: Chair) -> Option<View> {
        self.facts_and_view(rules, chair).1
    }

    /// Returns the cards of the last play as they were told, if it has these ranks; otherwise only the ranks.
    pub fn last_played(&self, ranks: Hand) -> Cards {
        let told = self.log.iter().rfind(|entry| entry.is_play()).map(|entry| &entry.cards);
        told.filter(|cards| cards.hand() == ranks).cloned().unwrap_or_else(|| Cards::of(ranks))
    }

    /// Returns the bottom, once the log shows it.
    pub fn bottom(&self) -> Option<&Cards> {
        self.find_landlord().map(|(_, bottom)| bottom)
    }

    fn find_landlord(&self) -> Option<(Chair, &Cards)> {
        let found = self.log.iter().find(|entry| matches!(entry.rules, Some(Event::Landlord(..))))?;
        Some((found.chair()?, &found.cards))
    }
}

/// Refuses cards of a chair without a bot, and a bot without cards.
pub fn check_bots(bots: [bool; 3], holds: &[Option<Cards>; 3]) -> Result<(), Refusal> {
    for chair in Chair::ALL {
        match (bots[chair.index()], &holds[chair.index()]) {
            (true, None) => return Err(Refusal::lacks_chair("", chair)),
            (false, Some(_)) => {
                let message = format!("no bot sits on the {chair} chair, its cards must stay hidden");
                return Err(Refusal::new(Reason::NOT_A_BOT, message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The fault of a hand that cannot be true.
#[derive(Debug, thiserror::Error)]
pub enum BadHand {
    /// The known cards of the chair exceed one deck, or lack the gift that it got.
    #[error("what the {0} chair holds and has played is no part of one deck")]
    NotOneDeck(Chair),
    /// The landlord neither holds nor played a part of the bottom.
    #[error("the landlord took the bottom {1}, but what the {0} chair holds and has played lacks some of it")]
    BottomNotHeld(Chair, Hand),
    /// No deal gives the chair these cards and bottom.
    #[error("the {0} chair: {1}")]
    View(Chair, BadView),
    /// The log contradicts the ruleset or known cards.
    #[error("the {0} chair: {1}")]
    Log(Chair, Illegal),
}

pub(crate) fn bad_deal(error: &BadHand) -> Refusal {
    let reason = match error {
        BadHand::BottomNotHeld(..)
        | BadHand::View(_, BadView::HandSize { .. } | BadView::BottomSize { .. } | BadView::BottomNotHeld { .. }) => {
            Reason::COUNT_MISMATCH
        }
        _ => Reason::EVENT_IMPOSSIBLE,
    };
    Refusal::new(reason, error.to_string())
}
