//! The deck of a hand. All known cards must fit into one deck. The dealt cards follow from the cards that are held now and the events.
//!
//! Cards are passed on in the order of speaking: each gift is an event. The cards move when the last chair has given. A gift that breaks a
//! rule is refused, even if the room only warns of other events: at the table the cards have moved, and a room that skipped the gift
//! would give bots wrong hands.

use rules::{Chair, Hand, Illegal, PassOn, Ruleset, Stage};

use super::{BadHand, Game, LogEntry, ReplayCache};
use crate::cards::{Cards, DeckTally};
use crate::event::Announcement::{LandlordFound, PassedOn};
use crate::event::impossible_event;
use crate::event::{TableEvent, TakeOver};
use crate::refusal::{AtField, Reason, Refusal};

const GIFT_FIELD: &str = "action.pass_on";
pub(super) const DEALT_CARDS: u32 = 17;

impl Game {
    /// Refuses a hand whose known cards do not fit into one deck. A settlement shows the cards in `remaining`.
    pub fn check_deck(&self, remaining: Option<&[Option<Cards>; 3]>) -> Result<(), Refusal> {
        let mut deck = DeckTally::default();
        let landlord = self.landlord();
        let mut add = |owner: &dyn Fn() -> String, cards: &Cards| {
            let refused = |rank| format!("{} has {rank}, which lies elsewhere too", owner());
            deck.add(cards).map_err(|rank| impossible_event(refused(rank)))
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
        for event in self.log.iter().filter_map(LogEntry::event) {
            if let TableEvent::Played(Some(chair), cards, _) = event {
                add(&|| format!("the {chair} chair's play {}", cards.hand()), cards).at("events")?;
                if landlord == Some(*chair) && !bottom_left.is_empty() {
                    bottom_left = bottom_left.minus(bottom_left.overlap(cards.hand())).expect("an overlap lies within");
                }
            }
        }
        let shown = landlord.is_some_and(|landlord| remaining.is_some_and(|shown| shown[landlord.index()].is_some()));
        if !shown && deck.hand().plus(bottom_left).is_none() {
            return Err(impossible_event(format!("the bottom cards {bottom_left} lie elsewhere already")).at("events"));
        }
        Ok(())
    }
}

/// Returns the cards that `chair` was dealt: those that it holds now, plus what it played and gave, minus the bottom that it took and the
/// gift that it got. `events` has each event that moves cards, with its chair.
pub(crate) fn dealt_cards<'e>(
    now: Hand,
    chair: Chair,
    pass_on: PassOn,
    events: impl Iterator<Item = (Chair, &'e TableEvent)>,
) -> Result<Hand, BadHand> {
    let sum = |hand: Hand, more: Hand| hand.plus(more).ok_or(BadHand::NotOneDeck(chair));
    let (mut start, mut taken) = (now, Hand::EMPTY);
    let (mut gifts, mut gave, mut got) = (0, Hand::EMPTY, Hand::EMPTY);
    for (who, event) in events {
        match event {
            TableEvent::Played(_, cards, _) if who == chair => start = sum(start, cards.hand())?,
            TableEvent::Announced(_, LandlordFound(bottom)) if who == chair => taken = sum(taken, bottom.hand())?,
            TableEvent::Announced(_, PassedOn(cards)) => {
                gifts += 1;
                match cards {
                    Some(cards) if who == chair => gave = cards.hand(),
                    Some(cards) if pass_on.receiver(who) == Some(chair) => got = cards.hand(),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let start = start.minus(taken).ok_or(BadHand::BottomNotHeld(chair, taken))?;
    if gifts < Chair::ALL.len() {
        return Ok(start);
    }
    // Gifts move when all chairs have given.
    sum(start, gave)?.minus(got).ok_or(BadHand::NotOneDeck(chair))
}

impl Game {
    /// Returns the gifts so far: the giver, and the cards if they are told.
    pub fn gifts(&self) -> impl Iterator<Item = (Chair, Option<&Cards>)> {
        self.log.iter().filter_map(|entry| match entry.event()? {
            TableEvent::Announced(chair, PassedOn(cards)) => Some(((*chair)?, cards.as_ref())),
            _ => None,
        })
    }

    /// True if all chairs have given: then the receivers see their cards.
    pub fn has_passed_on(&self) -> bool {
        self.gifts().count() == Chair::ALL.len()
    }

    /// True if the bot on `viewer` sees the cards that `giver` passes on.
    pub fn sees_gift(&self, rules: &Ruleset, viewer: Chair, giver: Chair) -> bool {
        viewer == giver || (self.has_passed_on() && rules.pass_on().receiver(giver) == Some(viewer))
    }

    /// Returns the cards that `giver` passes on, if they are told.
    fn gift_of(&self, giver: Chair) -> Option<&Cards> {
        self.gifts().find(|gift| gift.0 == giver).and_then(|gift| gift.1)
    }

    /// Takes a gift. One that is `known` was checked when it was recorded; a bot that sat down later may have told its cards.
    pub(super) fn take_gift(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        cards: Option<&Cards>,
        known: bool,
    ) -> Result<(), Refusal> {
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
        if !known {
            self.check_gift(rules, chair, cards)?;
        }
        self.record(TableEvent::Announced(Some(chair), PassedOn(cards.cloned())), false);
        if !self.has_passed_on() {
            return Ok(());
        }
        self.move_gifts(rules)?;
        self.cache = ReplayCache::default();
        self.check_views(rules)
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

    fn move_gifts(&mut self, rules: &Ruleset) -> Result<(), Refusal> {
        for chair in Chair::ALL {
            let Some(held) = &self.held[chair.index()] else { continue };
            let got = rules.pass_on().giver(chair).and_then(|giver| self.gift_of(giver));
            let (gave, got) = self.gift_of(chair).zip(got).ok_or_else(|| Refusal::missing(GIFT_FIELD))?;
            let left = held.minus(gave).ok_or_else(|| not_held_refusal(chair, held, gave))?;
            let error = Illegal::GiftElsewhere { chair, cards: got.hand(), held: left.hand() };
            let holds = left.plus(got).ok_or_else(|| impossible_event(error.to_string()))?;
            self.held[chair.index()] = Some(holds);
        }
        Ok(())
    }

    /// Records the gifts that a bot tells when it sits down. Refuses cards that are missing though the room needs them, and cards that
    /// contradict the room. An untracked hand needs no gifts.
    pub(super) fn record_gifts(&mut self, rules: &Ruleset, chair: Chair, taken: &TakeOver) -> Result<(), Refusal> {
        if self.untracked.is_some() {
            return Ok(());
        }
        let givers = [(Some(chair), &taken.gave, "gave"), (rules.pass_on().giver(chair), &taken.got, "got")];
        for (giver, told, field) in givers {
            let gift = self.log.iter_mut().find_map(|entry| match entry {
                LogEntry::Table { event: TableEvent::Announced(chair, PassedOn(cards)), .. } if *chair == giver => {
                    Some((giver?, cards))
                }
                _ => None,
            });
            let recorded = match (gift, told) {
                (None, None) | (Some((_, Some(_))), None) => Ok(()),
                (None, Some(_)) => {
                    Err(Refusal::new(Reason::FIELD_CONFLICT, "is told, but no cards were passed on there"))
                }
                (Some((_, Some(known))), Some(told)) if known.hand() == told.hand() => Ok(()),
                (Some((_, Some(known))), Some(told)) => {
                    let message = format!("{}, but the room was told {}", told.hand(), known.hand());
                    Err(Refusal::new(Reason::FIELD_CONFLICT, message))
                }
                (Some((_, None)), None) => {
                    Err(Refusal::new(Reason::FIELD_MISSING, "is needed: the room was not told these cards"))
                }
                (Some((giver, cards)), Some(told)) => {
                    check_gift_size(giver, told).map(|()| *cards = Some(told.clone()))
                }
            };
            recorded.at(&format!("seat_changed.{field}"))?;
        }
        // A card that has not moved yet is still in the hand.
        let own = self.gift_of(chair).filter(|_| !self.has_passed_on());
        match own.filter(|gave| taken.holds.minus(gave).is_none()) {
            None => Ok(()),
            Some(gave) => {
                let error = Illegal::NotDealt { chair, cards: gave.hand(), dealt: taken.holds.hand() };
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
