//! Cards passed on in a room: each gift is an event, told in the order of speaking, and hidden until the last chair has given. Then the
//! cards move.
//!
//! A gift that breaks a rule is refused, even if the room only warns of other events: at the table the cards have moved, and a room that
//! skipped the gift would give bots wrong hands.

use rules::{Chair, Illegal, PassOn, Ruleset, Stage};

use super::{Entry, Game, Live};
use crate::cards::Cards;
use crate::event::Announcement::PassedOn;
use crate::event::{TableEvent, TakenOver};
use crate::refusal::{AtField, Reason, Refusal};
use crate::violation::impossible;

impl Game {
    /// Returns the gifts so far: the giver, and the cards if the room is told them.
    pub fn gifts(&self) -> impl Iterator<Item = (Chair, Option<&Cards>)> {
        self.log.iter().filter_map(|entry| match entry.event()? {
            TableEvent::Announced(chair, PassedOn(cards)) => Some(((*chair)?, cards.as_ref())),
            _ => None,
        })
    }

    /// True if all chairs have given: then the cards have moved, and their receivers see them.
    pub fn has_passed_on(&self) -> bool {
        self.gifts().count() == Chair::ALL.len()
    }

    /// True if the bot on `viewer` sees the cards that `giver` passes on.
    pub fn sees_gift(&self, rules: &Ruleset, viewer: Chair, giver: Chair) -> bool {
        viewer == giver || (self.has_passed_on() && rules.pass_on().receiver(giver) == Some(viewer))
    }

    /// Returns the cards that `chair` gave and got, once the cards have moved; `None` for cards that the room is not told.
    pub(super) fn moved(&self, rules: &Ruleset, chair: Chair) -> [Option<&Cards>; 2] {
        if !self.has_passed_on() {
            return [None, None];
        }
        let of = |giver: Option<Chair>| self.gifts().find(|gift| Some(gift.0) == giver).and_then(|gift| gift.1);
        [of(Some(chair)), of(rules.pass_on().giver(chair))]
    }

    pub(super) fn take_gift(
        &mut self,
        rules: &Ruleset,
        chair: Option<Chair>,
        cards: Option<&Cards>,
    ) -> Result<(), Refusal> {
        let facts = self.facts(rules);
        let chair = chair.unwrap_or_else(|| self.next_to_act(&facts));
        if facts.stage != Stage::PassOn {
            let error = Illegal::WrongStage { what: "passing cards on", stage: facts.stage };
            return Err(impossible(error.to_string()));
        }
        if let Some(turn) = facts.turn.filter(|&turn| turn != chair) {
            let error = Illegal::NotYourGift { chair, turn };
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, error.to_string())
                .in_room()
                .at("chair")
                .with("turn", turn.name()));
        }
        self.check_gift(rules, chair, cards)?;
        self.record(TableEvent::Announced(Some(chair), PassedOn(cards.cloned())), false);
        if !self.has_passed_on() {
            return Ok(());
        }
        self.move_gifts(rules)?;
        self.live = Live::default();
        self.check_views(rules)
    }

    /// Refuses cards that are missing though a bot gives or gets them, cards that are told though no bot does, and cards that `chair`
    /// cannot have.
    fn check_gift(&self, rules: &Ruleset, chair: Chair, cards: Option<&Cards>) -> Result<(), Refusal> {
        const FIELD: &str = "action.pass_on";
        let receiver = rules.pass_on().receiver(chair).expect("the stage comes where cards are passed on");
        let is_seen = [chair, receiver].iter().any(|chair| self.held[chair.index()].is_some());
        let cards = match cards {
            Some(cards) if is_seen => cards,
            None if !is_seen => return Ok(()),
            None => return Err(Refusal::missing(FIELD)),
            Some(_) => {
                let message = "no bot gives or gets these cards, they must stay hidden";
                return Err(Refusal::new(Reason::NOT_A_BOT, message).at(FIELD));
            }
        };
        check_size(chair, cards).at(FIELD)?;
        for other in Chair::ALL {
            let Some(held) = &self.held[other.index()] else { continue };
            let is_possible = if other == chair { held.minus(cards).is_some() } else { held.plus(cards).is_some() };
            if !is_possible {
                let error = match other == chair {
                    true => Illegal::NotDealt { chair, cards: cards.hand(), dealt: held.hand() },
                    false => Illegal::GiftElsewhere { chair, cards: cards.hand(), held: held.hand() },
                };
                return Err(impossible(error.to_string()).at(FIELD));
            }
        }
        Ok(())
    }

    /// Moves the cards once all have given: each bot loses its gift and holds the one that it got.
    fn move_gifts(&mut self, rules: &Ruleset) -> Result<(), Refusal> {
        for chair in Chair::ALL {
            let Some(held) = &self.held[chair.index()] else { continue };
            let [gave, got] = self.moved(rules, chair).map(|cards| cards.expect("told where a bot gives or gets"));
            let left = held.minus(gave).expect("checked when it was told");
            let error = Illegal::GiftElsewhere { chair, cards: got.hand(), held: left.hand() };
            let holds = left.plus(got).ok_or_else(|| impossible(error.to_string()))?;
            self.held[chair.index()] = Some(holds);
        }
        Ok(())
    }

    /// Records the gifts that a bot tells when it sits down. Refuses cards that are missing though the room needs them, and cards that
    /// contradict the room.
    pub(super) fn learn_gifts(&mut self, rules: &Ruleset, chair: Chair, taken: &TakenOver) -> Result<(), Refusal> {
        if self.untracked.is_some() {
            return Ok(());
        }
        let givers = [(Some(chair), &taken.gave, "gave"), (rules.pass_on().giver(chair), &taken.got, "got")];
        for (giver, told, field) in givers {
            let at = |refusal: Refusal| refusal.at(format!("seat_changed.{field}"));
            let gift = self.log.iter_mut().find_map(|entry| match entry {
                Entry::Table { event: TableEvent::Announced(chair, PassedOn(cards)), .. } if *chair == giver => {
                    Some((giver?, cards))
                }
                _ => None,
            });
            match (gift, told) {
                (None, None) => {}
                (None, Some(_)) => {
                    let message = "is told, but no cards were passed on there";
                    return Err(at(Refusal::new(Reason::FIELD_CONFLICT, message)));
                }
                (Some((_, Some(_))), None) => {}
                (Some((_, Some(known))), Some(told)) if known.hand() == told.hand() => {}
                (Some((_, Some(known))), Some(told)) => {
                    let message = format!("{}, but the room was told {}", told.hand(), known.hand());
                    return Err(at(Refusal::new(Reason::FIELD_CONFLICT, message)));
                }
                (Some((_, None)), None) => {
                    let message = "is needed: the room was not told these cards";
                    return Err(at(Refusal::new(Reason::FIELD_MISSING, message)));
                }
                (Some((giver, cards)), Some(told)) => {
                    check_size(giver, told).map_err(at)?;
                    *cards = Some(told.clone());
                }
            }
        }
        // A card that has not moved yet is still in the hand.
        let own = self.gifts().find(|gift| gift.0 == chair && !self.has_passed_on()).and_then(|gift| gift.1);
        match own.filter(|gave| taken.holds.minus(gave).is_none()) {
            None => Ok(()),
            Some(gave) => {
                let error = Illegal::NotDealt { chair, cards: gave.hand(), dealt: taken.holds.hand() };
                Err(impossible(error.to_string()).at("seat_changed.holds"))
            }
        }
    }
}

fn check_size(chair: Chair, cards: &Cards) -> Result<(), Refusal> {
    if cards.len() == PassOn::CARDS {
        return Ok(());
    }
    let error = Illegal::PassSize { chair, cards: cards.hand() };
    Err(Refusal::new(Reason::COUNT_MISMATCH, error.to_string()))
}
