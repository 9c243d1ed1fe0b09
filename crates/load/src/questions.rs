//! Follows to ask for, and the actions that bots answer. The questions are varied, because a server that is asked the same question again
//! and again looks faster than it is, and seeded, so that two runs ask the same.

use rules::card::Codec;
use rules::{Action, Chair, Deal, Hand, Plays, Rng, Ruleset, Table};
use wire::v1::decide_request::Position;
use wire::v1::room_event;
use wire::{v1, write};

/// The form of cards in the messages of this program: text.
pub(crate) const CODEC: Codec = Codec::RankText;

const PERSONA: &str = "rules";

/// One Follow, as it can be asked in a room that knows the hand so far, and without a room.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) room: String,
    pub(crate) events: Vec<v1::RoomEvent>,
    pub(crate) hand: v1::Hand,
}

/// The chair of a question's bot.
pub(crate) const BOT: Chair = Chair::Second;

/// Draws turns in which the second chair may answer the landlord's lead, in rooms named after `name`.
pub(crate) fn draw_questions(count: usize, name: &str, rng: &mut Rng) -> Vec<Question> {
    let mut plays = Plays::new();
    let mut questions = Vec::with_capacity(count);
    while questions.len() < count {
        let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(rng));
        let view = table.view(Chair::First);
        let leads = plays.fill(view.rules(), view.hand(), view.trick());
        let Some(lead) = rng.pick(leads).copied().filter(|lead| !lead.is_bomb()) else { continue };
        table.act(Action::Play(Some(lead))).expect("it is one of the legal plays");
        let view = table.view(BOT);
        if plays.fill(view.rules(), view.hand(), view.trick()).is_empty() {
            continue;
        }
        let room = format!("{name}-{}", questions.len());
        let hand = write::hand(&CODEC, &view);
        let dealt = v1::Dealt { first: v1::Chair::First.into(), holds: hand.holds.clone() };
        let told = hand.events.iter().cloned().map(room_event::What::Table);
        let happened = [room_event::What::Dealt(dealt)].into_iter().chain(told);
        let numbered = |(sequence, event)| v1::RoomEvent { sequence, hand_number: 1, what: Some(event) };
        questions.push(Question { room, events: (1..).zip(happened).map(numbered).collect(), hand });
    }
    questions
}

/// Makes the request that opens a room with bots.
pub(crate) fn open_request(room: &str, bots: &[Chair]) -> v1::OpenRoomRequest {
    let bot = |&chair: &Chair| v1::BotSeat {
        chair: write::chair_number(chair),
        persona: String::from(PERSONA),
        seed: Some(chair as u64),
        disclosed: true,
        ..Default::default()
    };
    v1::OpenRoomRequest {
        request_id: room.to_owned(),
        room_id: room.to_owned(),
        ruleset: Ruleset::CLASSIC.to_string(),
        bots: bots.iter().map(bot).collect(),
        strict: true,
        ..Default::default()
    }
}

/// Makes the request for a decision in a room.
pub(crate) fn room_request(room: &str, chair: Chair, room_version: Option<u32>) -> v1::DecideRequest {
    let position = Some(Position::RoomId(room.to_owned()));
    v1::DecideRequest { chair: write::chair_number(chair), room_version, position, ..Default::default() }
}

/// Makes the request for a decision without a room.
pub(crate) fn stateless_request(hand: &v1::Hand, chair: Chair, hand_seed: Option<u64>) -> v1::DecideRequest {
    let options = Some(v1::DecisionOptions { persona: String::from(PERSONA), hand_seed, ..Default::default() });
    let position = Some(Position::Hand(hand.clone()));
    v1::DecideRequest { chair: write::chair_number(chair), position, options, ..Default::default() }
}

/// Reads the action of a bot in the classic ruleset; `None` if it cannot be read.
pub(crate) fn read_action(answer: &v1::Action, rules: &Ruleset) -> Option<Action> {
    use v1::action::What;
    match answer.what.as_ref()? {
        What::Call(number) => Option::from(v1::Call::try_from(*number).ok()?).map(Action::Call),
        What::Passed(_) => Some(Action::Play(None)),
        What::Play(play) => {
            let hand: Hand = play.cards.as_ref()?.text.parse().ok()?;
            let readings = rules.readings(hand);
            let meant = readings.as_slice().iter().find(|reading| write::combo(&CODEC, **reading) == *play);
            meant.map(|combo| Action::Play(Some(*combo)))
        }
        What::Doubling(_) | What::Show(_) | What::PassOn(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::Seed;

    use super::*;

    #[test]
    fn turns_are_varied_and_the_same_seed_asks_the_same() {
        let draw = || draw_questions(50, "room", &mut Seed(1).rng());
        let held = |question: &Question| question.hand.holds[0].cards.clone().expect("the bot's cards").text;
        let found = draw();
        assert!(found.iter().map(held).collect::<HashSet<_>>().len() > 48, "they repeat themselves");
        assert!(found.iter().all(|question| question.events.len() == 3 && question.hand.events.len() == 2));
        assert!(found.iter().map(held).eq(draw().iter().map(held)));
        assert_eq!((&*found[0].room, &*found[49].room), ("room-0", "room-49"));
    }
}
