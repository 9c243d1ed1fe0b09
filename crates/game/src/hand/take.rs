//! The events that a hand takes or refuses.

use std::sync::{Arc, OnceLock};

use rules::{Chair, Combo, Event, Hand, OpenedHand, Rank, Ruleset, Stage, Trick, View};
use wire::v1;

use super::present::{UntrackedHand, untrack};
use super::{Facts, Game, ReplayCache, RulesChair, Start, ToBeat, TrackedHand};
use crate::cards::{CardForm, Cards, ReadingHint, add_to_deck, reading_hint};
use crate::event::{Act, LogEntry, Rule, RuleViolation, TableWhat, What, impossible_event, no_action, violation_of};
use crate::event::{read_seat, read_settled, read_take_over, required_cards};
use crate::names::{self, require};
use crate::refusal::{AtField, Reason, Refusal};

/// The number of log entries at which a hand takes no more, except emotes and the settlement. A hand by the rules has fewer
/// plays, passes and announcements.
pub const STEPS_MAX: usize = 240;
/// The most emotes that are recorded of one hand.
const EMOTES_MAX: usize = 48;

/// What a hand makes of an event of the table. `violation` is the rule that it breaks, if it breaks one.
pub(super) struct Taken {
    pub(super) chair: Option<Chair>,
    pub(super) cards: Cards,
    pub(super) rules: Option<Event>,
    pub(super) violation: Option<RuleViolation>,
}

impl Game {
    /// Takes an event of a room. Returns the rule that it breaks, if it breaks one; with `strict` such an event is refused. After the last
    /// event [`Game::check_deck`] is due.
    pub fn take(
        &mut self,
        rules: &Ruleset,
        form: &CardForm,
        strict: bool,
        told: What,
    ) -> Result<Option<RuleViolation>, Refusal> {
        match told {
            What::Table(event) => self.take_event(rules, form, strict, event),
            What::Settled(settled) => refuse_if_strict(strict, self.settle(rules, form, settled)?),
            What::SeatChanged(change) => self.change_seat(rules, form, change).map(|()| None),
            What::Said(said) => {
                self.record_emote(said);
                Ok(None)
            }
            What::Dealt(_) => Err(Refusal::missing_one_of("table, settled, seat_changed or said").at("dealt")),
        }
    }

    /// Takes an event of the table, as [`Game::take`] does.
    pub(crate) fn take_event(
        &mut self,
        rules: &Ruleset,
        form: &CardForm,
        strict: bool,
        mut event: v1::Event,
    ) -> Result<Option<RuleViolation>, Refusal> {
        self.check_steps()?;
        // One replay serves all that follows. A landlord without an auction changes the beginning: a replay before that is wasted.
        if self.untracked.is_none() && !matches!(event.what, Some(TableWhat::LandlordFound(_))) {
            self.tracked_hand(rules).expect("checked when it was recorded");
        }
        let chair = names::chair(event.chair).at("chair")?;
        let missing = || Refusal::missing_one_of("action, landlord_found or wild_shown");
        let taken = match event.what.as_ref().ok_or_else(missing)? {
            TableWhat::WildShown(rank) => self.take_wild(rules, names::shown_rank(rank)?)?,
            TableWhat::LandlordFound(bottom) => {
                self.take_landlord(rules, chair, form.cards(bottom).within("landlord_found")?)?
            }
            TableWhat::Action(action) => self.take_action(rules, form, chair, action)?,
        };
        let Taken { chair, cards, rules: seen, violation } = taken;
        event.chair = chair.map_or(0, |chair| names::to_chair(chair) as i32);
        self.record(LogEntry { told: What::Table(event), cards, rules: seen });
        if matches!(seen, Some(Event::PassedOn(..))) && self.has_passed_on() {
            self.move_gifts(rules)?;
            self.cache = ReplayCache::default();
        }
        self.check_views(rules)?;
        refuse_if_strict(strict, violation)
    }

    fn take_action(
        &mut self,
        rules: &Ruleset,
        form: &CardForm,
        chair: Option<Chair>,
        action: &v1::Action,
    ) -> Result<Taken, Refusal> {
        match action.what.as_ref().ok_or_else(no_action).within("action")? {
            Act::PassOn(gift) => self.take_gift(rules, chair, form.cards(gift).within("action.pass_on")?),
            Act::Call(call) => {
                let call = require(names::call(*call), "action.call")?;
                let event = |hand: &Game, chair| Some(Event::Call(hand.rules_chair(chair).0, call));
                self.take_announcement(rules, chair, Cards::NONE, event)
            }
            Act::Doubling(raise) => {
                let raise = require(names::raise(*raise), "action.doubling")?;
                let event = |hand: &Game, chair: Chair| Some(Event::Raise(chair.seat(hand.landlord()?), raise));
                self.take_announcement(rules, chair, Cards::NONE, event)
            }
            Act::Show(show) => {
                let told = show.open.then(|| required_cards(form, &show.hand, "action.show.hand")).transpose()?;
                if told.as_ref().is_some_and(Cards::is_empty) {
                    return Err(Refusal::missing("action.show.hand"));
                }
                let factor = names::open_factor(show.factor).within("action")?;
                let open = told.as_ref().map(|cards| OpenedHand { hand: cards.hand(), factor });
                let event = |hand: &Game, chair| Some(hand.show(chair, open));
                self.take_announcement(rules, chair, told.unwrap_or_default(), event)
            }
            Act::Passed(true) => self.take_play(rules, chair, Cards::NONE, None),
            Act::Passed(false) => Err(no_action().within("action")),
            Act::Play(combo) => {
                let cards = required_cards(form, &combo.cards, "action.play.cards")?;
                if cards.is_empty() {
                    let message = "no card is given; a pass is an action of its own";
                    return Err(Refusal::new(Reason::NO_COMBO, message).at("action.play.cards"));
                }
                self.take_play(rules, chair, cards, Some(&reading_hint(combo).within("action.play")?))
            }
        }
    }

    fn record(&mut self, entry: LogEntry) {
        self.log.push(Arc::new(entry));
    }

    fn check_steps(&self) -> Result<(), Refusal> {
        if self.log.len() < STEPS_MAX {
            return Ok(());
        }
        Err(Refusal::new(Reason::ROOM_TOO_LARGE, format!("a hand has at most {STEPS_MAX} events")))
    }

    fn take_wild(&mut self, rules: &Ruleset, rank: Rank) -> Result<Taken, Refusal> {
        let event = Some(Event::Wild(rank));
        let violation = match &self.untracked {
            // An untracked hand needs the rank too: no seat can play on without it.
            Some(_) => self.rules_in_play(rules).with_wild(rank).err().map(|error| out_of_stage(error.to_string())),
            None => self.apply_event(rules, event)?,
        };
        Ok(Taken { chair: None, cards: Cards::NONE, rules: event.filter(|_| violation.is_none()), violation })
    }

    /// Takes a call, a doubling or an open hand. `event` makes the event of its chair; `None` if there is no landlord yet.
    fn take_announcement(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        cards: Cards,
        event: impl FnOnce(&Game, Chair) -> Option<Event>,
    ) -> Result<Taken, Refusal> {
        let chair = chair.unwrap_or_else(|| self.next_to_act(&self.facts(rules)));
        let event = event(self, chair);
        let violation = self.apply_event(rules, event)?;
        Ok(Taken { chair: Some(chair), cards, rules: event.filter(|_| violation.is_none()), violation })
    }

    /// Returns the chair that acts next: the one on turn, else the one after the last to act, else the first speaker.
    pub(super) fn next_to_act(&self, facts: &Facts) -> Chair {
        let last = self.log.iter().rev().find_map(|entry| entry.chair());
        facts.turn.or(last.map(Chair::next)).unwrap_or(self.first)
    }

    fn take_landlord(&mut self, rules: &Ruleset, chair: Option<Chair>, bottom: Cards) -> Result<Taken, Refusal> {
        // The auction names the landlord. Without an auction, or if it chose no chair, the event must.
        let chair = chair.or_else(|| self.facts(rules).landlord).ok_or_else(|| Refusal::missing("chair"))?;
        let is_of_auction = |act: &Act| matches!(act, Act::PassOn(_) | Act::Call(_) | Act::Doubling(_));
        let has_begun = self.log.iter().any(|entry| entry.action().is_some_and(is_of_auction));
        let mut violation = None;
        let mut skipped = false;
        if self.start == Start::Auction && self.untracked.is_none() && !has_begun {
            // A table without an auction: the landlord leads, and its chair is the first of the hand.
            (self.first, self.start, self.cache) = (chair, Start::Seated, ReplayCache::default());
        } else {
            violation = self.apply_event(rules, Some(Event::Landlord(self.rules_chair(chair).0, bottom.hand())))?;
            skipped = violation.is_some() && !self.seat_against_the_rules(rules, chair, &bottom)?;
        }
        if !skipped {
            self.give_bottom(chair, &bottom)?;
        }
        let event = Event::Landlord(self.rules_chair(chair).0, bottom.hand());
        Ok(Taken { chair: Some(chair), cards: bottom, rules: Some(event).filter(|_| !skipped), violation })
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
    /// untracked hand has no board: an announcement no longer counts there, and a play changes the present. `None` is an event that the
    /// rules do not know yet, for lack of a landlord, or at all.
    fn apply_event(&mut self, rules: &Ruleset, event: Option<Event>) -> Result<Option<RuleViolation>, Refusal> {
        if self.untracked.is_some() {
            return Ok(Some(out_of_stage("the hand goes on without it since an event broke a rule")));
        }
        let Some(event) = event else {
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

    /// Takes a play with the hint of its reading, or a pass without one.
    fn take_play(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        cards: Cards,
        hint: Option<&ReadingHint>,
    ) -> Result<Taken, Refusal> {
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
        let rest = self.cards_after_play(chair, &cards)?;
        let combo = hint.and_then(|hint| read_combo(in_play, facts.standing, &cards, hint));
        let event = Some(Event::Play(seat, combo)).filter(|_| combo.is_some() || hint.is_none());
        let mut violation = self.apply_event(rules, event)?;
        if violation.is_some() {
            let mut now = self.untracked.unwrap_or_else(|| untrack(&self.tracked_board(rules), landlord));
            violation = match hint {
                Some(hint) => now.play(in_play, seat, cards.hand(), combo, hint).map_err(impossible_event)?,
                None => now.pass(seat),
            };
            // The board refuses a play before doublings and open hands are over; the present allows it.
            let early = || out_of_stage(format!("a play does not belong to the stage {}", facts.stage));
            violation = violation.or_else(|| self.untracked.is_none().then(early));
            self.untracked = Some(now);
            self.cache = ReplayCache::default();
        }
        self.held[chair.index()] = rest;
        Ok(Taken { chair: Some(chair), cards, rules: event, violation })
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

    /// Refuses a hand whose known cards do not fit into one deck.
    pub fn check_deck(&self) -> Result<(), Refusal> {
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
            } else if let Some(shown) = &self.remaining[chair.index()] {
                add(&|| format!("the {chair} chair's last cards"), shown).at("holds")?;
            }
        }
        let mut bottom_left = match (self.bottom(), landlord) {
            (Some(bottom), Some(landlord)) if self.held[landlord.index()].is_none() => bottom.hand(),
            _ => Hand::EMPTY,
        };
        for entry in &self.log {
            let cards = &entry.cards;
            if let Some(chair) = entry.chair().filter(|_| entry.is_play()) {
                add(&|| format!("the {chair} chair's play {}", cards.hand()), cards).at("events")?;
                if landlord == Some(chair) && !bottom_left.is_empty() {
                    bottom_left = bottom_left.minus(bottom_left.overlap(cards.hand())).expect("an overlap lies within");
                }
            }
        }
        let shown = landlord.is_some_and(|landlord| self.remaining[landlord.index()].is_some());
        if !shown && deck.0.plus(bottom_left).is_none() {
            return Err(impossible_event(format!("the bottom cards {bottom_left} lie elsewhere already")).at("events"));
        }
        Ok(())
    }

    /// Takes the cards that chairs hold after the last event, and makes their views. `None` if the cards contradict the log or each other,
    /// or lack a card of the bottom as it was shown.
    pub(crate) fn take_cards(&mut self, rules: &Ruleset, holds: &[Option<Cards>; 3]) -> Option<()> {
        self.held.clone_from(holds);
        self.check_deck().ok()?;
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
        let mut missing = bottom.as_slice().to_vec();
        for one in std::iter::once(held).chain(self.plays_of(landlord)).flat_map(|cards| cards.as_slice()) {
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
    fn settle(
        &mut self,
        rules: &Ruleset,
        form: &CardForm,
        told: v1::Settled,
    ) -> Result<Option<RuleViolation>, Refusal> {
        let (winner, remaining) = read_settled(form, &told).within("settled")?;
        let facts = self.facts(rules);
        for (chair, shown) in Chair::ALL.into_iter().zip(&remaining) {
            let Some(shown) = shown else { continue };
            if self.held[chair.index()].as_ref().is_some_and(|held| held.hand() != shown.hand()) {
                return Err(impossible_event(format!("the bot on the {chair} chair does not hold {}", shown.hand())));
            }
            if shown.len() > facts.left[chair.index()] {
                let left = facts.left[chair.index()];
                return Err(impossible_event(format!("the {chair} chair has {left} cards left, not {}", shown.len())));
            }
        }
        self.remaining = remaining;
        self.check_deck().at("settled.remaining")?;
        let violation = match (winner, facts.winner()) {
            (Some(said), Some(went_out)) if said != went_out => {
                Some(RuleViolation::new(Rule::WrongWinner, format!("{went_out} went out, not {said}")))
            }
            (Some(_), None) => Some(RuleViolation::new(Rule::NotOver, "no seat went out")),
            _ => None,
        };
        self.record(LogEntry::of(What::Settled(told)));
        Ok(violation)
    }

    /// Records an emote of a player. Beyond a limit it is not kept.
    pub fn record_emote(&mut self, said: v1::Said) {
        let count = self.log.iter().filter(|entry| matches!(entry.told, What::Said(_))).count();
        if count < EMOTES_MAX {
            self.record(LogEntry::of(What::Said(said)));
        }
    }

    /// Seats another occupant on a chair; a bot brings its cards.
    pub fn change_seat(&mut self, rules: &Ruleset, form: &CardForm, change: v1::SeatChanged) -> Result<(), Refusal> {
        self.check_steps()?;
        let chair = read_seat(&change).within("seat_changed")?;
        let [holds, gave, got] = read_take_over(form, &change).within("seat_changed")?;
        if let Some(holds) = &holds {
            let (told, left) = (holds.len(), self.facts(rules).left[chair.index()]);
            if told != left {
                let message = format!("the {chair} chair has {left} cards, not {told}");
                return Err(Refusal::new(Reason::COUNT_MISMATCH, message).at("seat_changed.holds"));
            }
            self.record_gifts(rules, chair, holds, [&gave, &got])?;
        }
        self.held[chair.index()] = holds;
        self.cache = ReplayCache::default();
        self.record(LogEntry::of(What::SeatChanged(change)));
        let checked = self.check_deck().and_then(|()| self.check_views(rules));
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

    fn text(text: &str) -> v1::Cards {
        v1::Cards { text: text.to_owned(), ..v1::Cards::default() }
    }

    fn play(cards: v1::Cards) -> What {
        let combo = v1::Combo { cards: Some(cards), ..v1::Combo::default() };
        let action = v1::Action { what: Some(Act::Play(combo)) };
        What::Table(v1::Event { chair: 1, what: Some(TableWhat::Action(action)) })
    }

    /// Makes a hand without an auction: the first chair is the landlord.
    fn begun(rules: &Ruleset, form: &CardForm, holds: Vec<v1::ChairCards>) -> Game {
        let bots = [!holds.is_empty(), false, false];
        let mut hand = Game::deal(form, &v1::Dealt { first: 1, holds }, rules, bots).unwrap();
        let found = v1::Event { chair: 1, what: Some(TableWhat::LandlordFound(text("22A"))) };
        hand.take(rules, form, true, What::Table(found)).unwrap();
        hand
    }

    #[test]
    fn a_card_of_the_wrong_suit_is_named_by_its_number() {
        let (form, rules) = (CardForm::of(Some(Codec::RanksFrom0)), Ruleset::CLASSIC);
        let cards = |ids: &[u32]| v1::Cards { ids: ids.to_vec(), text: String::new() };
        // Three of the four threes; the number 3 is the fourth.
        let held: Vec<u32> = (0..18).filter(|&id| id != 3).collect();
        let mut hand = begun(&rules, &form, vec![v1::ChairCards { chair: 1, cards: Some(cards(&held)) }]);
        let refused = hand.take(&rules, &form, true, play(cards(&[0, 3]))).unwrap_err();
        assert_eq!((refused.reason(), refused.field()), (Reason::EVENT_IMPOSSIBLE, "action.play.cards.ids[1]"));
        assert_eq!(hand.take(&rules, &form, true, play(text("AA"))).unwrap_err().field(), "", "no number was sent");
    }

    #[test]
    fn a_plus_in_an_event_says_the_reading() {
        let (form, rules) = (CardForm::of(None), "classic wings-lengthen=yes".parse().unwrap());
        for (told, run) in [("444555666+777", 3), ("444555666777", 4)] {
            let mut hand = begun(&rules, &form, Vec::new());
            hand.take(&rules, &form, true, play(text(told))).unwrap();
            let ToBeat::Combo(_, standing) = hand.facts(&rules).standing else { panic!("{told} stands") };
            assert_eq!(standing.run(), run, "{told}");
        }
    }
}
