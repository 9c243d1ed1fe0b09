//! What a seat knows, borrowed: texts and numbers stay where they lie, in the frame in which the request came or in the
//! generated messages. All readers of positions read these, so that there is one way from a message to a position.
//!
//! A history has up to a hundred plays, and each is a message with three texts. The generated reader makes a string of every
//! one, to be looked at once; that took a third of all that a Follow costs beside the decision and the transport.
//!
//! [`Asked::read`] knows the form in which histories come from every client that encodes as protobuf recommends. Whatever
//! else is allowed (a field told twice, a field that we do not know), rare (the present alone, habits) or wrong is the
//! generated reader's: it is asked then, and its word on what is wrong is the only one.

mod reader;

use std::borrow::Cow;

use crate::v1;

/// Numbers of cards.
#[derive(Clone, Copy, Debug)]
pub enum Ids<'a> {
    /// As numbers.
    Read(&'a [u32]),
    /// As they travel: each takes one to five bytes, and all are known to be complete.
    Packed(&'a [u8]),
}

impl<'a> Ids<'a> {
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        match self {
            Ids::Read(numbers) => numbers.is_empty(),
            Ids::Packed(bytes) => bytes.is_empty(),
        }
    }

    /// The numbers.
    pub fn numbers(self) -> Cow<'a, [u32]> {
        match self {
            Ids::Read(numbers) => Cow::Borrowed(numbers),
            Ids::Packed(bytes) => Cow::Owned(reader::numbers(bytes)),
        }
    }
}

impl PartialEq for Ids<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

/// `Cards`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub struct Cards<'a> {
    pub ids: Ids<'a>,
    pub text: &'a str,
}

/// `Combo`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub struct Combo<'a> {
    pub cards: Option<Cards<'a>>,
    pub kind: &'a str,
    pub key: &'a str,
    pub length: u32,
}

/// `Played.what`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub enum What<'a> {
    Combo(Combo<'a>),
    Passed,
}

/// `Event.what`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub enum Event<'a> {
    Called(v1::Called),
    LandlordFound { chair: i32, bottom: Option<Cards<'a>> },
    Raised(v1::Raised),
    Shown { open: bool, hand: Option<Cards<'a>> },
    Played { seat: i32, what: Option<What<'a>> },
}

/// `View`. An event that says nothing is `None`.
#[derive(Clone, PartialEq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub struct View<'a> {
    pub ruleset: &'a str,
    pub card_codec: i32,
    pub chair: i32,
    pub seat: i32,
    pub hand: Option<Cards<'a>>,
    pub bottom: Option<Cards<'a>>,
    pub events: Vec<Option<Event<'a>>>,
    pub events_complete: bool,
    pub cards_left: Option<&'a v1::SeatCounts>,
    pub standing: Option<&'a v1::Standing>,
    pub played: Option<&'a v1::SeatCards>,
    pub habits: &'a [v1::Habits],
}

/// A `PlayRequest` or `FollowRequest` that carries a view.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of the proto, which is the manual")]
pub struct Asked<'a> {
    pub view: View<'a>,
    pub options: v1::DecisionOptions,
    pub legal_plays: Option<v1::LegalPlays>,
}

impl<'a> Asked<'a> {
    /// Reads a frame; `None` where the generated reader has to.
    pub fn read(frame: &'a [u8]) -> Option<Asked<'a>> {
        reader::asked(frame).ok()
    }
}

impl<'a> From<&'a v1::Cards> for Cards<'a> {
    fn from(cards: &'a v1::Cards) -> Cards<'a> {
        Cards { ids: Ids::Read(&cards.ids), text: &cards.text }
    }
}

impl<'a> From<&'a v1::Combo> for Combo<'a> {
    fn from(combo: &'a v1::Combo) -> Combo<'a> {
        let v1::Combo { cards, kind, key, length } = combo;
        Combo { cards: cards.as_ref().map(Cards::from), kind, key, length: *length }
    }
}

impl<'a> From<&'a v1::event::What> for Event<'a> {
    fn from(event: &'a v1::event::What) -> Event<'a> {
        use v1::event::What as Sent;
        match event {
            Sent::Called(called) => Event::Called(*called),
            Sent::LandlordFound(v1::LandlordFound { chair, bottom }) => {
                Event::LandlordFound { chair: *chair, bottom: bottom.as_ref().map(Cards::from) }
            }
            Sent::Raised(raised) => Event::Raised(*raised),
            Sent::Shown(v1::Shown { open, hand }) => Event::Shown { open: *open, hand: hand.as_ref().map(Cards::from) },
            Sent::Played(v1::Played { seat, what }) => Event::Played {
                seat: *seat,
                what: what.as_ref().map(|what| match what {
                    v1::played::What::Combo(combo) => What::Combo(combo.into()),
                    v1::played::What::Passed(_) => What::Passed,
                }),
            },
        }
    }
}

impl<'a> From<&'a v1::View> for View<'a> {
    fn from(view: &'a v1::View) -> View<'a> {
        View {
            ruleset: &view.ruleset,
            card_codec: view.card_codec,
            chair: view.chair,
            seat: view.seat,
            hand: view.hand.as_ref().map(Cards::from),
            bottom: view.bottom.as_ref().map(Cards::from),
            events: view.events.iter().map(|event| event.what.as_ref().map(Event::from)).collect(),
            events_complete: view.events_complete,
            cards_left: view.cards_left.as_ref(),
            standing: view.standing.as_ref(),
            played: view.played.as_ref(),
            habits: &view.habits,
        }
    }
}
