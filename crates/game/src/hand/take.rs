//! The events that a hand takes or refuses.

use std::sync::{Arc, OnceLock};

use rules::{Chair, Combo, Hand, Rank, Ruleset, Stage, Trick, View};

use super::present::{UntrackedHand, untrack};
use super::{Facts, Game, LogEntry, ReplayCache, RulesChair, Start, ToBeat, TrackedHand};
use crate::cards::{Cards, ReadingHint, add_to_deck};
use crate::event::HandEvent::{self, Called, LandlordFound, PassedOn, Played, Raised, Shown};
use crate::event::{Emote, HandEnd, TakeOver};
use crate::event::{Rule, RuleViolation, impossible_event, violation_of};
use crate::refusal::{AtField, Reason, Refusal};

/// The number of log entries at which a hand takes no more, except emotes and the settlement. A hand by the rules has fewer
/// plays, passes and announcements.
pub const STEPS_MAX: usize = 240;
/// The most emotes that are recorded of one hand.
const EMOTES_MAX: usize = 48;

impl Game {
    /// Takes an event. Returns the rule that it breaks, if it breaks one; with `strict` such an event is refused.
    pub fn take(&mut self, rules: &Ruleset, strict: bool, next: &HandEvent) -> Result<Option<RuleViolation>, Refusal> {
        let violation = self.take_unchecked(rules, strict, next)?;
        self.check_deck(None).at("")?;
        Ok(violation)
    }

    /// Takes an event without checking the deck: for many events one check at the end is enough.
    pub(crate) fn take_unchecked(
        &mut self,
        rules: &Ruleset,
        strict: bool,
        event: &HandEvent,
    ) -> Result<Option<RuleViolation>, Refusal> {
        if event.is_of_table() {
            self.check_steps()?;
            // One replay serves all that follows. A landlord without an auction changes the beginning: a replay before that is
            // wasted.
            if self.untracked.is_none() && !matches!(event, LandlordFound(..)) {
                self.tracked_hand(rules).expect("checked when it was recorded");
            }
        }
        let violation = match event {
            Played(chair, cards, hint) => self.take_play(rules, *chair, Some((cards, hint)))?,
            HandEvent::Passed(chair) => self.take_play(rules, *chair, None)?,
            HandEvent::WildShown(rank) => self.take_wild(rules, *rank)?,
            PassedOn(chair, cards) => self.take_gift(rules, *chair, cards.as_ref(), false).map(|()| None)?,
            LandlordFound(chair, bottom) => self.take_landlord(rules, *chair, bottom)?,
            Called(..) | Raised(..) | Shown(..) => self.take_announcement(rules, event.clone())?,
            HandEvent::SeatChanged(chair, taken) => self.change_seat(rules, *chair, taken.as_ref()).map(|()| None)?,
            HandEvent::Said(chair, emote) => {
                self.record_emote(*chair, *emote);
                None
            }
            HandEvent::Settled(settled) => self.settle(rules, settled)?,
            HandEvent::Dealt(_) => {
                return Err(Refusal::missing_one_of("table, settled, seat_changed or said").at("dealt"));
            }
        };
        refuse_if_strict(strict, violation)
    }

    pub(super) fn record(&mut self, event: HandEvent, skipped: bool) {
        self.log.push(LogEntry { event, skipped });
    }

    fn check_steps(&self) -> Result<(), Refusal> {
        if self.log.len() < STEPS_MAX {
            return Ok(());
        }
        Err(Refusal::new(Reason::ROOM_TOO_LARGE, format!("a hand has at most {STEPS_MAX} events")))
    }

    fn take_wild(&mut self, rules: &Ruleset, rank: Rank) -> Result<Option<RuleViolation>, Refusal> {
        let event = HandEvent::WildShown(rank);
        let violation = match &self.untracked {
            // An untracked hand needs the rank too: no seat can play on without it.
            Some(_) => self.rules_in_play(rules).with_wild(rank).err().map(|error| out_of_stage(error.to_string())),
            None => self.apply_event(rules, &event)?,
        };
        self.record(event, violation.is_some());
        self.check_views(rules)?;
        Ok(violation)
    }

    fn take_announcement(&mut self, rules: &Ruleset, mut event: HandEvent) -> Result<Option<RuleViolation>, Refusal> {
        if let Called(chair, _) | Raised(chair, _) | Shown(chair, _) = &mut event {
            chair.get_or_insert_with(|| self.next_to_act(&self.facts(rules)));
        }
        let violation = self.apply_event(rules, &event)?;
        self.record(event, violation.is_some());
        Ok(violation)
    }

    /// Returns the chair that acts next: the one on turn, else the one after the last to act, else the first speaker.
    pub(super) fn next_to_act(&self, facts: &Facts) -> Chair {
        let last = self.log.iter().rev().find_map(|entry| entry.event.chair());
        facts.turn.or(last.map(Chair::next)).unwrap_or(self.first)
    }

    fn take_landlord(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        bottom: &Cards,
    ) -> Result<Option<RuleViolation>, Refusal> {
        // The auction names the landlord. Without an auction, or if it chose no chair, the event must.
        let chair = chair.or_else(|| self.facts(rules).landlord).ok_or_else(|| Refusal::missing("chair"))?;
        let event = LandlordFound(Some(chair), bottom.clone());
        let implies_auction =
            |entry: &LogEntry| matches!(entry.event, PassedOn(..) | Called(..) | LandlordFound(..) | Raised(..));
        let has_begun = self.log.iter().any(implies_auction);
        if self.start == Start::Auction && self.untracked.is_none() && !has_begun {
            return self.seat_without_auction(rules, chair, bottom, event).map(|()| None);
        }
        let violation = self.apply_event(rules, &event)?;
        let skipped = violation.is_some() && !self.seat_against_the_rules(rules, chair, bottom)?;
        if !skipped {
            self.give_bottom(chair, bottom)?;
        }
        self.record(event, skipped);
        self.check_views(rules)?;
        Ok(violation)
    }

    /// Seats the landlord of a table without an auction: it leads, and its chair is the first of the hand.
    fn seat_without_auction(
        &mut self,
        rules: &Ruleset,
        chair: Chair,
        bottom: &Cards,
        event: HandEvent,
    ) -> Result<(), Refusal> {
        (self.first, self.start, self.cache) = (chair, Start::Seated, ReplayCache::default());
        self.give_bottom(chair, bottom)?;
        self.record(event, false);
        // Hands that lie open already may contradict the bottom.
        self.check_views(rules)
    }

    /// Seats a landlord that the auction did not choose: the hand becomes untracked. Returns `false` if it has a landlord already.
    fn seat_against_the_rules(&mut self, rules: &Ruleset, chair: Chair, bottom: &Cards) -> Result<bool, Refusal> {
        if self.untracked.is_some() || self.bottom().is_some() {
            return Ok(false);
        }
        let seated = UntrackedHand::new(&self.tracked_board(rules), chair, |chair| self.rules_chair(chair).0, bottom)?;
        self.cache = ReplayCache::default();
        self.untracked = Some(seated);
        Ok(true)
    }

    fn give_bottom(&mut self, chair: Chair, bottom: &Cards) -> Result<(), Refusal> {
        let Some(held) = &mut self.held[chair.index()] else { return Ok(()) };
        let (own, taken) = (held.hand(), bottom.hand());
        let message = || format!("the bottom {taken} and the landlord's hand {own} are no part of one deck");
        *held = held.plus(bottom).ok_or_else(|| impossible_event(message()))?;
        Ok(())
    }

    /// Applies the event to the board and the views. An event that breaks a rule leaves no trace: the log is replayed without it. An
    /// untracked hand has no board: an announcement no longer counts there, and a play changes the present.
    fn apply_event(&mut self, rules: &Ruleset, event: &HandEvent) -> Result<Option<RuleViolation>, Refusal> {
        if self.untracked.is_some() {
            return Ok(Some(out_of_stage("the hand goes on without it since an event broke a rule")));
        }
        let Some(event) = self.rules_event(event) else {
            return Ok(Some(out_of_stage("there is no landlord yet")));
        };
        self.tracked_hand(rules).expect("checked when it was recorded");
        let live = self.cache.0.get_mut().expect("it was just replayed");
        let TrackedHand { board, views } = Arc::make_mut(live);
        let applied =
            views.iter_mut().flatten().try_for_each(|view| view.apply(event)).and_then(|()| board.apply(event));
        if let Err(error) = applied {
            self.cache = ReplayCache::default();
            return violation_of(error, |chair| self.table_chair(RulesChair(chair))).map(Some);
        }
        Ok(None)
    }

    /// Takes a play with its cards and their hint, or a pass.
    fn take_play(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        play: Option<(&Cards, &ReadingHint)>,
    ) -> Result<Option<RuleViolation>, Refusal> {
        let facts = self.facts(rules);
        let in_play = &self.rules_in_play(rules);
        let missing = match facts.stage {
            Stage::Over => {
                return Err(Refusal::new(Reason::HAND_CLOSED, "a seat went out: only the settlement may follow"));
            }
            Stage::Wild => Some("no wild rank was shown"),
            Stage::PassOn => Some("not all chairs have passed cards on"),
            Stage::Auction | Stage::Bottom | Stage::Redeal => Some("no bottom was shown"),
            Stage::Doubling | Stage::Showing | Stage::Play => None,
        };
        if let Some(missing) = missing {
            return Err(impossible_event(format!("no seat can play at the stage {}: {missing}", facts.stage)));
        }
        let landlord = facts.landlord.expect("the bottom was shown");
        let chair = chair.unwrap_or_else(|| match facts.stage {
            // The landlord leads, even if doublings or open hands are still to come.
            Stage::Doubling | Stage::Showing => landlord,
            _ => self.next_to_act(&facts),
        });
        let seat = chair.seat(landlord);
        let (event, rest) = match play {
            None => (HandEvent::Passed(Some(chair)), self.held[chair.index()].clone()),
            Some((cards, hint)) => {
                let rest = self.cards_after_play(chair, cards)?;
                let combo = read_combo(in_play, facts.standing, cards, hint);
                (Played(Some(chair), cards.clone(), hint.with_reading(combo)), rest)
            }
        };
        if self.apply_event(rules, &event)?.is_none() {
            self.held[chair.index()] = rest;
            self.record(event, false);
            return Ok(None);
        }
        let mut now = self.untracked.unwrap_or_else(|| untrack(&self.tracked_board(rules), landlord));
        let violation = match &event {
            Played(_, cards, hint) => now.play(in_play, seat, cards.hand(), hint).map_err(impossible_event)?,
            _ => now.pass(seat),
        };
        // The board refuses a play before doublings and open hands are over; the present allows it.
        let early = || out_of_stage(format!("a play does not belong to the stage {}", facts.stage));
        let violation = violation.or_else(|| self.untracked.is_none().then(early));
        self.untracked = Some(now);
        self.cache = ReplayCache::default();
        self.held[chair.index()] = rest;
        self.record(event, false);
        self.check_views(rules)?;
        Ok(violation)
    }

    /// Returns the cards that `chair` has left after a play, if its cards are known. Refuses cards that known hands make impossible.
    fn cards_after_play(&self, chair: Chair, cards: &Cards) -> Result<Option<Cards>, Refusal> {
        let mut rest = None;
        for other in Chair::ALL {
            let Some(held) = &self.held[other.index()] else { continue };
            if other == chair {
                rest = Some(held.minus(cards).ok_or_else(|| not_held_refusal(chair, held, cards))?);
            } else if let Some(rank) = held.clashing_rank(cards) {
                let cards = cards.hand();
                let message = format!("the {chair} chair cannot play {cards}: the {other} chair holds {rank}");
                return Err(impossible_event(message));
            }
        }
        Ok(rest)
    }

    /// Refuses a hand whose known cards do not fit into one deck. A settlement shows the cards in `remaining`.
    pub fn check_deck(&self, remaining: Option<&[Option<Cards>; 3]>) -> Result<(), Refusal> {
        let mut deck = (Hand::EMPTY, 0);
        let landlord = self.landlord();
        let mut add = |owner: &dyn Fn() -> String, cards: &Cards| -> Result<(), Refusal> {
            let refused = |rank| format!("{} has {rank}, which lies elsewhere too", owner());
            deck = add_to_deck(deck, cards).map_err(|rank| impossible_event(refused(rank)))?;
            Ok(())
        };
        for (chair, held) in Chair::ALL.into_iter().zip(&self.held) {
            if let Some(held) = held {
                add(&|| format!("the {chair} chair's hand"), held).at("holds")?;
            } else if let Some(shown) = remaining.and_then(|remaining| remaining[chair.index()].as_ref()) {
                add(&|| format!("the {chair} chair's last cards"), shown).at("holds")?;
            }
        }
        let mut bottom_left = match (self.bottom(), landlord) {
            (Some(bottom), Some(landlord)) if self.held[landlord.index()].is_none() => bottom.hand(),
            _ => Hand::EMPTY,
        };
        for entry in &self.log {
            if let Played(Some(chair), cards, _) = &entry.event {
                add(&|| format!("the {chair} chair's play {}", cards.hand()), cards).at("events")?;
                if landlord == Some(*chair) && !bottom_left.is_empty() {
                    bottom_left = bottom_left.minus(bottom_left.overlap(cards.hand())).expect("an overlap lies within");
                }
            }
        }
        let shown = landlord.is_some_and(|landlord| remaining.is_some_and(|shown| shown[landlord.index()].is_some()));
        if !shown && deck.0.plus(bottom_left).is_none() {
            return Err(impossible_event(format!("the bottom cards {bottom_left} lie elsewhere already")).at("events"));
        }
        Ok(())
    }

    /// Takes the cards that chairs hold after the last event, and makes their views. `None` if the cards contradict the log or each other,
    /// or lack a card of the bottom as it was shown.
    pub(crate) fn take_cards(&mut self, rules: &Ruleset, holds: &[Option<Cards>; 3]) -> Option<()> {
        self.held.clone_from(holds);
        self.check_deck(None).ok()?;
        self.landlord_has_bottom().then_some(())?;
        let board = self.tracked_hand(rules).ok()?.board;
        let mut views = [None, None, None];
        for chair in Chair::ALL {
            let Some(held) = &self.held[chair.index()] else { continue };
            let view = View::from_log(self.rules_chair(chair).0, held.hand(), board, self.events().collect());
            views[chair.index()] = Some(view.ok()?);
        }
        self.cache = ReplayCache(OnceLock::from(Arc::new(TrackedHand { board, views })));
        Some(())
    }

    /// True unless the known cards of a landlord, held or played, lack a card of the bottom as it was shown.
    fn landlord_has_bottom(&self) -> bool {
        let (Some(bottom), Some(landlord)) = (self.bottom(), self.landlord()) else { return true };
        let Some(held) = &self.held[landlord.index()] else { return true };
        let played = self.log.iter().filter_map(|entry| match &entry.event {
            Played(chair, cards, _) if *chair == Some(landlord) => Some(cards),
            _ => None,
        });
        let mut missing = bottom.as_slice().to_vec();
        for one in std::iter::once(held).chain(played).flat_map(|cards| cards.as_slice()) {
            if let Some(place) = missing.iter().position(|card| card == one) {
                missing.swap_remove(place);
            }
        }
        missing.is_empty()
    }

    /// Refuses a hand that the view of a chair shows to be impossible.
    pub(super) fn check_views(&self, rules: &Ruleset) -> Result<(), Refusal> {
        match &self.untracked {
            None => self.tracked_hand(rules).map(|_| ()).map_err(|error| impossible_event(error.to_string())),
            Some(now) if now.is_over() || self.rules_in_play(rules).awaits_wild() => Ok(()),
            Some(now) => Chair::ALL.into_iter().zip(&self.held).try_for_each(|(chair, held)| {
                let Some(held) = held else { return Ok(()) };
                let view = now.view(&self.rules_in_play(rules), chair, held.hand());
                view.map(drop).map_err(|error| impossible_event(error.to_string()))
            }),
        }
    }

    /// Settles the hand, even one that takes no more events. Returns the rule that the settlement breaks, if it breaks one.
    fn settle(&mut self, rules: &Ruleset, settled: &HandEnd) -> Result<Option<RuleViolation>, Refusal> {
        let facts = self.facts(rules);
        for (chair, shown) in Chair::ALL.into_iter().zip(&settled.remaining) {
            let Some(shown) = shown else { continue };
            if self.held[chair.index()].as_ref().is_some_and(|held| held.hand() != shown.hand()) {
                return Err(impossible_event(format!("the bot on the {chair} chair does not hold {}", shown.hand())));
            }
            if shown.len() > facts.left[chair.index()] {
                let left = facts.left[chair.index()];
                return Err(impossible_event(format!("the {chair} chair has {left} cards left, not {}", shown.len())));
            }
        }
        self.check_deck(Some(&settled.remaining)).at("settled.remaining")?;
        let violation = match (settled.winner, facts.winner()) {
            (Some(said), Some(went_out)) if said != went_out => {
                Some(RuleViolation::new(Rule::WrongWinner, format!("{went_out} went out, not {said}")))
            }
            (Some(_), None) => Some(RuleViolation::new(Rule::NotOver, "no seat went out")),
            _ => None,
        };
        self.record(HandEvent::Settled(settled.clone()), false);
        Ok(violation)
    }

    /// Records an emote of a player. Beyond a limit it is not kept.
    pub fn record_emote(&mut self, chair: Chair, emote: Emote) {
        let said = self.log.iter().filter(|entry| matches!(entry.event, HandEvent::Said(..))).count();
        if said < EMOTES_MAX {
            self.record(HandEvent::Said(chair, emote), false);
        }
    }

    /// Seats another occupant on `chair`; a bot brings its cards.
    pub fn change_seat(&mut self, rules: &Ruleset, chair: Chair, taken: Option<&TakeOver>) -> Result<(), Refusal> {
        self.check_steps()?;
        if let Some(taken) = taken {
            let (told, left) = (taken.holds.len(), self.facts(rules).left[chair.index()]);
            if told != left {
                let message = format!("the {chair} chair has {left} cards, not {told}");
                return Err(Refusal::new(Reason::COUNT_MISMATCH, message).at("seat_changed.holds"));
            }
            self.record_gifts(rules, chair, taken)?;
        }
        self.held[chair.index()] = taken.map(|taken| taken.holds.clone());
        self.cache = ReplayCache::default();
        self.record(HandEvent::SeatChanged(chair, taken.cloned()), false);
        let checked = self.check_deck(None).and_then(|()| self.check_views(rules));
        checked.at("seat_changed.holds")
    }
}

fn read_combo(rules: &Ruleset, standing: ToBeat, cards: &Cards, hint: &ReadingHint) -> Option<Combo> {
    let trick = match standing {
        ToBeat::Combo(_, combo) => Trick::Follow(combo),
        ToBeat::Nothing | ToBeat::Unrecognised(..) => Trick::Lead,
    };
    hint.read(rules, cards.hand(), trick)
}

/// Makes the refusal of cards that the chair does not hold. If only a suit is wrong, the field names the number that was sent.
pub(super) fn not_held_refusal(chair: Chair, held: &Cards, sent: &Cards) -> Refusal {
    let wrong = (0..).zip(sent.as_slice()).find_map(|(place, told)| {
        let card = told.card().filter(|card| card.suit().is_some())?;
        (!held.as_slice().contains(told)).then_some((place, card))
    });
    let own = held.hand();
    match wrong.filter(|_| own.contains(sent.hand())) {
        Some((place, card)) => impossible_event(format!("the {chair} chair does not hold {card}, its hand is {own}"))
            .at(format!("action.play.cards.ids[{place}]")),
        None => impossible_event(format!("the {chair} chair does not hold exactly {}, its hand is {own}", sent.hand())),
    }
}

fn refuse_if_strict(strict: bool, violation: Option<RuleViolation>) -> Result<Option<RuleViolation>, Refusal> {
    match violation {
        Some(RuleViolation { rule, message, .. }) if strict => {
            Err(Refusal::new(Reason::STRICT_EVENT, message).with("rule", rule.name()))
        }
        violation => Ok(violation),
    }
}

fn out_of_stage(message: impl Into<String>) -> RuleViolation {
    RuleViolation::new(Rule::OutOfStage, message)
}

#[cfg(test)]
mod tests {
    use rules::card::Codec;

    use super::*;

    #[test]
    fn a_card_of_the_wrong_suit_is_named_by_its_number() {
        let (codec, rules) = (Codec::RanksFrom0, Ruleset::CLASSIC);
        let cards = |ids: &[u32]| Cards::from_ids(&codec, ids, codec.decode(ids).unwrap());
        // Three of the four threes; the number 3 is the fourth.
        let held: Vec<u32> = (0..18).filter(|&id| id != 3).collect();
        let mut hand =
            Game::deal(Chair::First, &[Some(cards(&held)), None, None], &rules, [true, false, false]).unwrap();
        let found = LandlordFound(Some(Chair::First), Cards::of("22A".parse().unwrap()));
        hand.take(&rules, true, &found).unwrap();
        let pair = Played(Some(Chair::First), cards(&[0, 3]), ReadingHint::default());
        let refused = hand.take(&rules, true, &pair).unwrap_err();
        assert_eq!((refused.reason(), refused.field()), (Reason::EVENT_IMPOSSIBLE, "action.play.cards.ids[1]"));
        let pair = Played(Some(Chair::First), Cards::of("AA".parse().unwrap()), ReadingHint::default());
        assert_eq!(hand.take(&rules, true, &pair).unwrap_err().field(), "", "no number was sent");
    }

    #[test]
    fn a_plus_in_an_event_says_the_reading() {
        let rules: Ruleset = "classic wings-lengthen=yes".parse().unwrap();
        let mut hand = Game::deal(Chair::First, &[None, None, None], &rules, [false; 3]).unwrap();
        let found = LandlordFound(Some(Chair::First), Cards::of("22A".parse().unwrap()));
        hand.take(&rules, true, &found).unwrap();
        for (text, run) in [("444555666+777", 3), ("444555666777", 4)] {
            let cards = wire::v1::Cards { text: text.to_owned(), ..Default::default() };
            let sent = wire::v1::Combo { cards: Some(cards), ..Default::default() };
            let hint = crate::cards::reading_hint(&sent).unwrap();
            let play = Played(None, Cards::of("444555666777".parse().unwrap()), hint);
            let mut hand = hand.clone();
            hand.take(&rules, true, &play).unwrap();
            let ToBeat::Combo(_, standing) = hand.facts(&rules).standing else { panic!("{text} stands") };
            assert_eq!(standing.run(), run, "{text}");
        }
    }
}
