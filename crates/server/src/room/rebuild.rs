//! A hand rebuilt from what each bot is said to know: for a backend that lost events after a fault.

use rules::{Chair, Event, Ruleset, View};

use super::cards::Cards;
use super::event::Announcement;
use super::hand::{Entry, Live, RoomHand, Step, untrack};
use crate::error::{Reason, Refusal};

/// What one bot is said to know.
#[derive(Clone, PartialEq, Debug)]
pub struct BotView {
    /// Its chair in the room.
    pub chair: Chair,
    /// What it knows.
    pub view: View,
    /// Its cards as they were sent.
    pub cards: Cards,
}

/// The hand in which every bot knows that. `bots` are the chairs that have to be told, and no others.
pub fn rebuild(rules: &Ruleset, bots: [bool; 3], told: &[BotView]) -> Result<RoomHand, Refusal> {
    for chair in Chair::ALL {
        let count = told.iter().filter(|one| one.chair == chair).count();
        match (bots[chair.index()], count) {
            (true, 1) | (false, 0) => {}
            (true, 0) => return Err(Refusal::missing("views").with("chair", chair)),
            (false, _) => {
                let message = format!("no bot sits on the {chair} chair, its cards must stay hidden");
                return Err(Refusal::new(Reason::NOT_A_BOT, message).at("views"));
            }
            _ => {
                return Err(
                    Refusal::new(Reason::FIELD_CONFLICT, format!("the {chair} chair is told twice")).at("views")
                );
            }
        }
    }
    let Some(one) = told.first() else {
        return Err(Refusal::new(Reason::NOT_A_BOT, "no bot sits in the room: there is nothing to tell").at("views"));
    };
    // The chair that speaks first is as many chairs back as the one who looks is from the first.
    let first_of = |one: &BotView| Chair::ALL[(one.chair.index() + 3 - one.view.chair().index()) % 3];
    let first = first_of(one);
    let odd = told.iter().find(|other| {
        other.view.board() != one.view.board()
            || first_of(other) != first
            || other.view.is_complete() != one.view.is_complete()
    });
    if let Some(odd) = odd {
        let message = format!("the {} and the {} chair saw different tables", one.chair, odd.chair);
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("views"));
    }
    let mut hand = RoomHand {
        first,
        seated: None,
        held: [None, None, None],
        log: Vec::new(),
        untracked: None,
        end: None,
        dealt_at: None,
        live: Live::default(),
    };
    for one in told {
        hand.held[one.chair.index()] = Some(one.cards.clone());
    }
    let board = one.view.board();
    if one.view.is_complete() {
        // A hand without an auction has its landlord from the deal on.
        let auctioned = board.landlord().is_none() || board.bidding().said(Chair::First).is_some();
        hand.seated = (!auctioned).then(|| Cards::of(board.bottom().unwrap_or_default()));
        let log = one.view.log().iter().map(|&event| seen_by_all(told, event)).collect::<Result<Vec<_>, _>>()?;
        hand.log = log.into_iter().map(|event| Entry { step: step(&hand, event), skipped: false }).collect();
    } else {
        let landlord = board.landlord().expect("the present alone has a landlord");
        let shown = board.rules().wilds().in_order().map(Event::Wild);
        hand.log = shown.map(|event| Entry { step: step(&hand, event), skipped: false }).collect();
        hand.untracked = Some(untrack(board, hand.placed(landlord)));
    }
    hand.check(rules).map_err(|refusal| refusal.at("views"))?;
    Ok(hand)
}

/// The event with all that any of the bots saw of it: of cards passed on each sees a part.
fn seen_by_all(told: &[BotView], event: Event) -> Result<Event, Refusal> {
    let Event::PassedOn(giver, _) = event else { return Ok(event) };
    let mut cards = None;
    for one in told {
        let seen = one.view.log().iter().find_map(|event| match *event {
            Event::PassedOn(chair, seen) if chair == giver => seen,
            _ => None,
        });
        if let Some((seen, other)) = seen.zip(cards).filter(|(seen, other)| seen != other) {
            let message = format!("{giver} passed on {seen} in one view and {other} in another");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("views"));
        }
        cards = cards.or(seen);
    }
    Ok(Event::PassedOn(giver, cards))
}

fn step(hand: &RoomHand, event: Event) -> Step {
    match event {
        Event::Wild(rank) => Step::Announced(Announcement::WildShown(rank)),
        Event::PassedOn(chair, cards) => {
            Step::Announced(Announcement::PassedOn(hand.placed(chair), cards.map(Cards::of)))
        }
        Event::Call(chair, call) => Step::Announced(Announcement::Called(hand.placed(chair), call)),
        Event::Landlord(chair, bottom) => {
            Step::Announced(Announcement::LandlordFound(hand.placed(chair), Cards::of(bottom)))
        }
        Event::Raise(seat, raise) => Step::Announced(Announcement::Raised(seat, raise)),
        Event::Show(shown) => Step::Announced(Announcement::Shown(shown.map(Cards::of))),
        Event::Play(seat, Some(combo)) => Step::Played(seat, Cards::of(combo.cards()), Some(combo)),
        Event::Play(seat, None) => Step::Passed(seat),
    }
}
