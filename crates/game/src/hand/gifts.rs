//! Cards that are passed on.
//!
//! They are passed on in the order of speaking: each gift is an event. The cards move when the last chair has given. A gift that breaks a
//! rule is refused, even if the room only warns of other events: at the table the cards have moved, and a room that skipped the gift
//! would give bots wrong hands.

use std::sync::Arc;

use rules::{Chair, Event, Illegal, PassOn, Ruleset, Stage};

use super::take::{Taken, not_held_refusal};
use super::{Game, LogEntry};
use crate::cards::Cards;
use crate::event::impossible_event;
use crate::refusal::{AtField, Reason, Refusal};

const GIFT_FIELD: &str = "action.pass_on";

impl Game {
    /// True if the bot on `viewer` sees the cards that `giver` passes on.
    pub fn sees_gift(&self, rules: &Ruleset, viewer: Chair, giver: Chair) -> bool {
        viewer == giver || (self.has_passed_on() && rules.pass_on().receiver(giver) == Some(viewer))
    }

    /// Returns the cards that `giver` passes on, if they are told.
    fn gift_of(&self, giver: Chair) -> Option<&Cards> {
        self.gifts().find(|gift| gift.0 == giver).and_then(|gift| gift.1)
    }

    /// Returns the cards that `chair` has given, and those that it got, as far as they are told; none before all chairs have given.
    pub(super) fn moved_gifts(&self, rules: &Ruleset, chair: Chair) -> (Option<&Cards>, Option<&Cards>) {
        if !self.has_passed_on() {
            return (None, None);
        }
        (self.gift_of(chair), rules.pass_on().giver(chair).and_then(|giver| self.gift_of(giver)))
    }

    pub(super) fn take_gift(&self, rules: &Ruleset, chair: Option<Chair>, cards: Cards) -> Result<Taken, Refusal> {
        let facts = self.facts(rules);
        let chair = chair.unwrap_or_else(|| self.next_to_act(&facts));
        if facts.stage != Stage::PassOn {
            let error = Illegal::WrongStage { what: "passing cards on", stage: facts.stage };
            return Err(impossible_event(error.to_string()));
        }
        if let Some(turn) = facts.turn.filter(|&turn| turn != chair) {
            let error = Illegal::NotYourGift { chair, turn };
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, error.to_string()).at("chair").with("turn", turn.name()));
        }
        let told = Some(&cards).filter(|cards| !cards.is_empty());
        // A told hand is first played without cards: only the second time its gifts are checked.
        let has_cards = self.beginning.is_some() || self.held.iter().any(Option::is_some);
        if has_cards {
            self.check_gift(rules, chair, told)?;
        }
        let seen = told.filter(|_| has_cards).map(Cards::hand);
        let event = Event::PassedOn(self.rules_chair(chair).0, seen);
        Ok(Taken { chair: Some(chair), cards, rules: Some(event), violation: None })
    }

    /// Refuses cards that are missing though a bot gives or gets them, cards that are told though no bot does, and cards that `chair`
    /// cannot give.
    fn check_gift(&self, rules: &Ruleset, chair: Chair, cards: Option<&Cards>) -> Result<(), Refusal> {
        let receiver = rules.pass_on().receiver(chair).expect("the stage comes where cards are passed on");
        let is_seen = [chair, receiver].iter().any(|chair| self.held[chair.index()].is_some());
        let cards = match cards {
            Some(cards) if is_seen => cards,
            None if !is_seen => return Ok(()),
            None => return Err(Refusal::missing(GIFT_FIELD)),
            Some(_) => {
                let message = "no bot gives or gets these cards, they must stay hidden";
                return Err(Refusal::new(Reason::NOT_A_BOT, message).at(GIFT_FIELD));
            }
        };
        check_gift_size(chair, cards).at(GIFT_FIELD)?;
        for other in Chair::ALL {
            let Some(held) = &self.held[other.index()] else { continue };
            let (after, error) = if other == chair {
                (held.minus(cards), Illegal::NotDealt { chair, cards: cards.hand(), dealt: held.hand() })
            } else {
                (held.plus(cards), Illegal::GiftElsewhere { chair, cards: cards.hand(), held: held.hand() })
            };
            after.ok_or_else(|| impossible_event(error.to_string()).at(GIFT_FIELD))?;
        }
        Ok(())
    }

    pub(super) fn move_gifts(&mut self, rules: &Ruleset) -> Result<(), Refusal> {
        for chair in Chair::ALL {
            let Some(held) = &self.held[chair.index()] else { continue };
            let (gave, got) = self.moved_gifts(rules, chair);
            let (gave, got) = gave.zip(got).ok_or_else(|| Refusal::missing(GIFT_FIELD))?;
            let left = held.minus(gave).ok_or_else(|| not_held_refusal(chair, held, gave))?;
            let error = Illegal::GiftElsewhere { chair, cards: got.hand(), held: left.hand() };
            let holds = left.plus(got).ok_or_else(|| impossible_event(error.to_string()))?;
            self.held[chair.index()] = Some(holds);
        }
        Ok(())
    }

    /// Records the gifts that a bot tells when it sits down. Refuses cards that are missing though the room needs them, and cards that
    /// contradict the room. An untracked hand needs no gifts.
    pub(super) fn record_gifts(
        &mut self,
        rules: &Ruleset,
        chair: Chair,
        holds: &Cards,
        [gave, got]: [&Option<Cards>; 2],
    ) -> Result<(), Refusal> {
        if self.untracked.is_some() {
            return Ok(());
        }
        let givers = [(Some(chair), gave, "gave"), (rules.pass_on().giver(chair), got, "got")];
        for (giver, told, field) in givers {
            let is_its_gift = |entry: &LogEntry| entry.is_gift() && entry.chair() == giver;
            let gift = self.log.iter_mut().find(|entry| is_its_gift(entry));
            let known = gift.as_ref().map(|gift| gift.cards.hand()).filter(|known| !known.is_empty());
            let recorded = match (gift.zip(giver), known, told) {
                (None, _, None) | (Some(_), Some(_), None) => Ok(()),
                (None, _, Some(_)) => {
                    Err(Refusal::new(Reason::FIELD_CONFLICT, "is told, but no cards were passed on there"))
                }
                (_, Some(known), Some(told)) if known == told.hand() => Ok(()),
                (_, Some(known), Some(told)) => {
                    let message = format!("{}, but the room was told {known}", told.hand());
                    Err(Refusal::new(Reason::FIELD_CONFLICT, message))
                }
                (Some(_), None, None) => {
                    Err(Refusal::new(Reason::FIELD_MISSING, "is needed: the room was not told these cards"))
                }
                (Some((gift, giver)), None, Some(told)) => check_gift_size(giver, told).map(|()| {
                    let gift = Arc::make_mut(gift);
                    gift.cards.clone_from(told);
                    if let Some(Event::PassedOn(_, cards)) = &mut gift.rules {
                        *cards = Some(told.hand());
                    }
                }),
            };
            recorded.at(&format!("seat_changed.{field}"))?;
        }
        // A card that has not moved yet is still in the hand.
        let own = self.gift_of(chair).filter(|_| !self.has_passed_on());
        match own.filter(|gave| holds.minus(gave).is_none()) {
            None => Ok(()),
            Some(gave) => {
                let error = Illegal::NotDealt { chair, cards: gave.hand(), dealt: holds.hand() };
                Err(impossible_event(error.to_string()).at("seat_changed.holds"))
            }
        }
    }
}

fn check_gift_size(chair: Chair, cards: &Cards) -> Result<(), Refusal> {
    if cards.len() == PassOn::CARDS {
        return Ok(());
    }
    let error = Illegal::PassSize { chair, cards: cards.hand() };
    Err(Refusal::new(Reason::COUNT_MISMATCH, error.to_string()))
}
