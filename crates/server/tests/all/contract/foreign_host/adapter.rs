//! All that a host writes to seat our bots: the translation of its words to our messages, and back.

use wire::v1::room_event::What;
use wire::v1::*;

use super::{CHAIRS, Host, Word, own_number};
use crate::contract::harness::{Client, acts, held, ids};
use crate::contract::rooms::{numbered, recording};

pub(super) struct Adapter {
    pub(super) client: Client,
    pub(super) room: String,
    pub(super) sequence: u32,
}

fn combo(cards: &[u32]) -> Combo {
    Combo { cards: ids(cards), ..Combo::default() }
}

fn to_what((who, word): (usize, Word)) -> What {
    let chair = CHAIRS[who];
    let event = |what| What::Table(Event { chair: chair as i32, what });
    match word {
        Word::Dealt(hands) => {
            let holds = hands.iter().map(|(bot, cards)| held(CHAIRS[*bot], ids(cards))).collect();
            What::Dealt(Dealt { first: chair as i32, holds })
        }
        Word::Bid(points) => What::Table(acts(chair, action::What::Call(points as i32 + 1))),
        Word::Landlord(bottom) => event(ids(&bottom).map(event::What::LandlordFound)),
        Word::Pass => What::Table(acts(chair, action::What::Passed(true))),
        Word::Play(cards) => What::Table(acts(chair, action::What::Play(combo(&cards)))),
        Word::Paid(winner, amounts) => {
            What::Settled(Settled { winner: winner as i32, amounts: amounts.to_vec(), ..Settled::default() })
        }
    }
}

impl Adapter {
    pub(super) async fn open(&mut self, bots: [usize; 2], strict: bool) {
        let seat = |bot| BotSeat { chair: CHAIRS[bot] as i32, persona: "rules".into(), ..BotSeat::default() };
        let request = OpenRoomRequest {
            request_id: self.room.clone(),
            room_id: self.room.clone(),
            ruleset: String::from("classic auction=first-score"),
            bots: bots.map(seat).to_vec(),
            card_codec: CardCodec::Own as i32,
            card_numbers: (0..54).map(own_number).collect(),
            strict,
            ..OpenRoomRequest::default()
        };
        self.client.open_room(request).await.unwrap();
    }

    /// Sends the events, and returns the action of the bot on turn. When it plays cards, the host sends its legal plays.
    pub(super) async fn tell(&mut self, host: &Host, words: Vec<(usize, Word)>) -> Option<Word> {
        let events = (self.sequence + 1..).zip(words).map(|(at, word)| numbered(at, host.number, to_what(word)));
        let legal = host.listed().map(|(plays, may_pass)| (plays.iter().map(|play| combo(play)).collect(), may_pass));
        let legal_plays = legal.map(|(plays, may_pass)| LegalPlays { plays, may_pass });
        let request = RecordEventsRequest { legal_plays, decide: true, ..recording(&self.room, events.collect()) };
        let answer = self.client.record_events(request).await.unwrap().into_inner();
        self.sequence = answer.sequence;
        let turn_decision::Result::Decision(decision) = answer.next?.result.unwrap() else { panic!("no decision") };
        Some(match decision.action.unwrap().what.unwrap() {
            action::What::Call(call) => Word::Bid(call as u32 - 1),
            action::What::Play(combo) => Word::Play(combo.cards.unwrap().ids),
            _ => Word::Pass,
        })
    }
}
