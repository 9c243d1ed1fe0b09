//! A hand as a caller tells it: what chairs hold now, and what happened, or only the present. Its events go through the code that a room
//! uses.

use std::sync::{Arc, OnceLock};

use rules::view::BadView;
use rules::{Chair, Ruleset, View};

use super::deck::dealt_cards;
use super::{Game, LogEntry, ReplayCache, Start, TrackedHand, UntrackedHand, bad_deal, untrack};
use crate::cards::Cards;
use crate::event::Announcement::{LandlordFound, PassedOn, Shown};
use crate::event::RuleViolation;
use crate::event::TableEvent;
use crate::read::Hand;
use crate::refusal::Refusal;

/// A told hand, and the rules that its events broke.
pub struct ReplayedHand {
    /// The hand.
    pub hand: Game,
    /// The rules that were broken, in the order of the events.
    pub broken: Vec<RuleViolation>,
}

impl Hand {
    /// Returns the hand before its first event, with the dealt cards of the chairs whose cards are known.
    pub fn start(&self) -> Result<Game, Refusal> {
        let rules = &self.rules;
        let events = events_with_chairs(rules, self.first, &self.events);
        let mut held = [None, None, None];
        for chair in Chair::ALL {
            let Some(now) = &self.holds[chair.index()] else { continue };
            let start = dealt_cards(now.hand(), chair, rules.pass_on(), events.iter().copied());
            let start = start.map_err(|error| bad_deal(&error).at("holds"))?;
            let exact = dealt_with_suits(now, chair, rules, &events).filter(|cards| cards.hand() == start);
            held[chair.index()] = Some(exact.unwrap_or_else(|| Cards::of(start)));
        }
        let mut hand = Game::begin(self.first, held);
        hand.tracked_hand(rules).map_err(|error| bad_deal(&error).at("holds"))?;
        hand.log.reserve(self.events.len());
        Ok(hand)
    }

    /// Returns the hand after the last event.
    ///
    /// The chairs' cards are checked once, after the last event, if one check is enough. Otherwise each event is checked with the cards
    /// held at that time, which also names the event at fault.
    pub(crate) fn replay_events(&self) -> Result<ReplayedHand, Refusal> {
        if let Some(hand) = self.replay_checked_at_end() {
            return Ok(ReplayedHand { hand, broken: Vec::new() });
        }
        let mut hand = self.start()?;
        let mut broken = Vec::new();
        for index in 0..self.events.len() {
            broken.extend(self.step(&mut hand, index)?);
        }
        // The cards as they are told: the events may have left suits open.
        hand.held.clone_from(&self.holds);
        hand.check_deck(None)?;
        Ok(ReplayedHand { hand, broken })
    }

    /// Replays the public events without cards, then adds the cards that chairs hold at the end. `None` if an event is refused, or if a
    /// check at the end fails or is not enough: for gifts, open hands, and a bottom in other suits.
    fn replay_checked_at_end(&self) -> Option<Game> {
        let mut hand = Game::begin(self.first, [None, None, None]);
        hand.log.reserve(self.events.len());
        for event in &self.events {
            if matches!(event, TableEvent::Announced(_, PassedOn(_) | Shown(_))) {
                return None;
            }
            hand.take_unchecked(&self.rules, true, event).ok()?;
        }
        hand.held.clone_from(&self.holds);
        hand.check_deck(None).ok()?;
        hand.landlord_has_bottom().then_some(())?;
        hand.cache_views(&self.rules)?;
        Some(hand)
    }

    /// Lets `hand` take the event at `index`.
    pub fn step(&self, hand: &mut Game, index: usize) -> Result<Option<RuleViolation>, Refusal> {
        let place = || format!("events[{index}]");
        let violation = hand.take_unchecked(&self.rules, self.strict, &self.events[index]);
        let violation = violation.map_err(|refusal| refusal.within(&place()))?;
        Ok(violation.map(|violation| RuleViolation { place: place(), ..violation }))
    }
}

impl Game {
    /// True unless the known cards of a landlord, held or played, lack a card of the bottom as it was shown.
    fn landlord_has_bottom(&self) -> bool {
        let (Some(bottom), Some(landlord)) = (self.bottom(), self.landlord()) else { return true };
        let Some(held) = &self.held[landlord.index()] else { return true };
        let played = self.log.iter().filter_map(|entry| match entry.event()? {
            TableEvent::Played(chair, cards, _) if *chair == Some(landlord) => Some(cards),
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

    /// Makes the view of each chair whose cards are known. `None` if the cards contradict the board.
    fn cache_views(&mut self, rules: &Ruleset) -> Option<()> {
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

    /// Makes a hand whose beginning is not told. `rules` have their wild ranks shown. Refuses a present of which a chair has no view.
    pub fn resume(rules: &Ruleset, now: UntrackedHand, holds: &[Option<Cards>; 3]) -> Result<Game, BadView> {
        let shown = rules.wilds().in_order().map(TableEvent::WildShown);
        let shown = shown.map(|event| LogEntry::Table { event, skipped: false });
        let mut hand = Game { start: Start::Unknown, log: shown.collect(), ..Game::begin(now.landlord, holds.clone()) };
        let mut known = now;
        for chair in Chair::ALL {
            let Some(held) = &holds[chair.index()] else { continue };
            let view = now.view(rules, chair, held.hand())?;
            // The view counts the standing combo as played, even if `now` does not.
            known = UntrackedHand { standing: now.standing, ..untrack(view.board(), now.landlord) };
        }
        hand.untracked = Some(known);
        Ok(hand)
    }
}

/// Returns the cards that `chair` was dealt, with the suits that were told; `None` if they do not add up.
fn dealt_with_suits(now: &Cards, chair: Chair, rules: &Ruleset, events: &[(Chair, &TableEvent)]) -> Option<Cards> {
    let is_gift = |event: &TableEvent| matches!(event, TableEvent::Announced(_, PassedOn(_)));
    let have_moved = events.iter().filter(|(_, event)| is_gift(event)).count() == Chair::ALL.len();
    let mut gone = events.iter().filter_map(|&(who, event)| match event {
        TableEvent::Played(_, cards, _) if who == chair => Some(cards),
        TableEvent::Announced(_, PassedOn(cards)) if have_moved && who == chair => cards.as_ref(),
        _ => None,
    });
    let mut taken = events.iter().filter_map(|&(who, event)| match event {
        TableEvent::Announced(_, LandlordFound(bottom)) if who == chair => Some(bottom),
        TableEvent::Announced(_, PassedOn(cards)) if have_moved && rules.pass_on().receiver(who) == Some(chair) => {
            cards.as_ref()
        }
        _ => None,
    });
    let all = gone.try_fold(now.clone(), |all, cards| all.plus(cards))?;
    taken.try_fold(all, |all, cards| all.minus(cards))
}

/// Returns each gift, play and pass, and the event that shows the bottom, with its chair. An event may name no chair: then gifts go round
/// from the first speaker, the bottom goes to the landlord of the auction, and plays go round from there.
fn events_with_chairs<'e>(rules: &Ruleset, first: Chair, events: &'e [TableEvent]) -> Vec<(Chair, &'e TableEvent)> {
    let (mut giver, mut turn) = (first, None);
    let mut with_chairs = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        let who = match event {
            TableEvent::Announced(chair, PassedOn(_)) => {
                let who = chair.unwrap_or(giver);
                giver = who.next();
                Some(who)
            }
            TableEvent::Announced(chair, LandlordFound(_)) if turn.is_none() => {
                turn = chair.or_else(|| landlord_of_auction(rules, first, &events[..index]));
                turn
            }
            TableEvent::Played(chair, ..) | TableEvent::Passed(chair) => {
                let who = chair.or(turn);
                turn = who.map(Chair::next);
                who
            }
            _ => None,
        };
        with_chairs.extend(who.map(|who| (who, event)));
    }
    with_chairs
}

/// Returns the landlord that the calls of an auction choose, without a look at cards.
fn landlord_of_auction(rules: &Ruleset, first: Chair, events: &[TableEvent]) -> Option<Chair> {
    let mut hand = Game::begin(first, [None, None, None]);
    for event in events {
        let event = match event {
            TableEvent::Announced(chair, PassedOn(_)) => TableEvent::Announced(*chair, PassedOn(None)),
            other => other.clone(),
        };
        hand.take_unchecked(rules, false, &event).ok()?;
    }
    hand.facts(rules).landlord
}

#[cfg(test)]
mod tests {
    use rules::Board;

    use super::*;
    use crate::cards::ReadingHint;
    use crate::event::Rule;

    #[test]
    fn a_hand_told_by_its_present_takes_no_second_landlord() {
        let rules = Ruleset::CLASSIC;
        let board = Board::at_lead(rules, Chair::First, None);
        let now = UntrackedHand { left: [5, 6, 7], ..untrack(&board, Chair::First) };
        let mut hand = Game::resume(&rules, now, &[None, None, None]).unwrap();
        let play = TableEvent::Played(Some(Chair::First), Cards::of("9".parse().unwrap()), ReadingHint::default());
        assert_eq!(hand.take(&rules, true, &play).unwrap(), None);
        let before = hand.facts(&rules);
        let bottom = LandlordFound(Cards::of("22A".parse().unwrap()));
        let found = TableEvent::Announced(Some(Chair::Second), bottom);
        assert_eq!(hand.take(&rules, false, &found).unwrap().unwrap().rule, Rule::OutOfStage);
        assert_eq!(hand.facts(&rules), before);
    }
}
