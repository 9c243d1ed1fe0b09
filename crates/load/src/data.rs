//! Recorded positions as data for other load testers: `thirdseat-load data` writes what deploy/ghz asks, in proto's JSON. The
//! same positions as everywhere here, so that two testers ask the same.

use std::fs;
use std::path::Path;

use anyhow::Context;
use rules::{Chair, Deal, Event, Hand, Plays, Rng, Ruleset, Seat, Seed, Table, Trick};
use serde::Serialize;
use serde_json::{Value, json};
use wire::v1;
use wire::v1::room_event::What;

use crate::positions::{Question, Rpc, questions};
use crate::to_wire;

/// Positions in a file.
const COUNT: usize = 100;
/// Cards that all hands of an endgame have together, at most.
const ENDGAME_CARDS_MAX: usize = 20;

/// Writes a file for every RPC that is asked about positions.
pub(crate) fn write(folder: &Path, seed: u64) -> anyhow::Result<Vec<String>> {
    let asked = |rpc| questions(rpc, COUNT, Seed(seed));
    let (bids, plays, follows) = (asked(Rpc::Bid), asked(Rpc::Play), asked(Rpc::Follow));
    let decisions = |questions: &[Question]| questions.iter().map(decision).collect::<Vec<_>>();
    let many = [&bids[..20], &plays[..40], &follows[..40]].concat();
    let numbered = many.iter().enumerate();
    let many = numbered.map(|(number, question)| {
        let mut asked = decision(question);
        asked["id"] = json!(format!("q{number}"));
        asked
    });
    let mut rng = Seed(seed).rng();
    let files = [
        ("bid", decisions(&bids)),
        ("play", decisions(&plays)),
        ("follow", decisions(&follows)),
        ("decide_many", many.collect()),
        ("review_play", plays.iter().map(review).collect()),
        ("list_legal_plays", follows.iter().map(legal).collect()),
        ("classify_play", follows.iter().flat_map(|question| classify(&question.hand)).take(COUNT).collect()),
        ("solve_endgame", (0..COUNT).map(|_| endgame(&mut rng)).collect()),
        ("record_events", (0..COUNT).map(|_| opening_events(&mut rng)).collect()),
    ];
    let mut written = Vec::new();
    for (name, rows) in files {
        anyhow::ensure!(!rows.is_empty(), "{name} has nothing to ask");
        let path = folder.join(format!("{name}.json"));
        // A row a line, so that a change shows which.
        let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
        let text = format!("[\n{}\n]\n", rows.join(",\n"));
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        written.push(format!("{}: {}", path.display(), rows.len()));
    }
    Ok(written)
}

/// A message as proto's JSON.
fn json(message: impl Serialize) -> Value {
    serde_json::to_value(message).expect("messages have no maps")
}

fn decision(question: &Question) -> Value {
    let options = v1::DecisionOptions { persona: String::from("rules"), hand_seed: Some(1), ..Default::default() };
    let position = Some(v1::decide_request::Position::Hand(question.hand.clone()));
    json(v1::DecideRequest { chair: question.chair.into(), position, options: Some(options), ..Default::default() })
}

/// The bot's opinion of leading the lowest card.
fn review(question: &Question) -> Value {
    let held = question.hand.holds[0].cards.as_ref();
    let hand: Hand = held.map_or(Hand::EMPTY, |hand| hand.text.parse().expect("it is ours"));
    let lowest = hand.lowest().expect("the leader holds cards").letter();
    let mut asked = decision(question);
    asked["action"] = json!({"play": {"cards": {"text": lowest.to_string()}}});
    asked
}

/// The last combo of a hand that no two passes have followed: what stands.
fn standing(hand: &v1::Hand) -> Option<&v1::Combo> {
    hand.events.iter().rev().find_map(|event| match &event.what {
        Some(v1::event::What::Action(v1::Action { what: Some(v1::action::What::Play(combo)) })) => Some(combo),
        _ => None,
    })
}

fn legal(question: &Question) -> Value {
    let (chair, hand) = (question.chair.into(), Some(question.hand.clone()));
    json(v1::ListLegalPlaysRequest { chair, hand, ..Default::default() })
}

fn classify(hand: &v1::Hand) -> Option<Value> {
    let (ruleset, cards) = (hand.ruleset.clone(), standing(hand)?.cards.clone());
    Some(json(v1::ClassifyPlayRequest { ruleset, cards, ..Default::default() }))
}

/// Three open hands near the end, and a seat that leads.
fn endgame(rng: &mut Rng) -> Value {
    let mut plays = Plays::new();
    loop {
        let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(rng));
        while let Some(chair) = table.board().turn() {
            let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("the landlord is known"));
            let seen = table.view(chair);
            let leads = seen.trick() == Trick::Lead;
            if leads && hands.iter().map(|hand| hand.len() as usize).sum::<usize>() <= ENDGAME_CARDS_MAX {
                let name = |chair| to_wire::chair(chair).as_str_name();
                let held = |(chair, hand): (Chair, rules::Hand)| json!({"chair": name(chair), "cards": {"text": hand.to_string()}});
                let holds: Vec<Value> = Chair::ALL.into_iter().zip(hands).map(held).collect();
                return json!({"hand": {"ruleset": "classic", "holds": holds, "present": {"turn": name(chair)}}});
            }
            let play = rng.pick(plays.fill(seen.rules(), seen.hand(), seen.trick())).copied();
            let play = play.filter(|_| leads || rng.below(3) > 0);
            table.act(rules::Action::Play(play)).expect("it is one of the legal plays");
        }
    }
}

/// The deal and the first two turns of a hand in a room whose bot is the peasant before the landlord: it is asked next. Rooms have
/// the numbers of the tester's questions.
fn opening_events(rng: &mut Rng) -> Value {
    let deal = Deal::shuffled(rng);
    let table = Table::seated(Ruleset::CLASSIC, deal);
    let landlord = table.view(table.board().turn().expect("the hand is not over"));
    let mut plays = Plays::new();
    let lead =
        rng.pick(plays.fill(landlord.rules(), landlord.hand(), landlord.trick())).expect("the leader has a play");
    let bot = table.hand_of(Seat::Up).expect("there is a landlord");
    let dealt = v1::Dealt { first: v1::Chair::First.into(), holds: vec![to_wire::chair_cards(Chair::Third, bot)] };
    let play = |seat, play| What::Table(to_wire::event(&Event::Play(seat, play), Some(Chair::First)));
    let found = What::Table(to_wire::found(Chair::First, deal.bottom()));
    let happened = [What::Dealt(dealt), found, play(Seat::Landlord, Some(*lead)), play(Seat::Down, None)];
    let events = (1..).zip(happened);
    let events = events.map(|(sequence, what)| v1::RoomEvent { sequence, hand_number: 1, what: Some(what) });
    let room_id = String::from("ghz-{{.RequestNumber}}");
    json(v1::RecordEventsRequest { room_id, events: events.collect(), ..Default::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files in the repository are those that this program writes.
    #[test]
    fn the_recorded_data_is_what_is_written() {
        let folder = std::env::temp_dir().join(format!("thirdseat-data-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        write(&folder, 1).unwrap();
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/ghz/data");
        for entry in fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name();
            let (new, old) = (fs::read_to_string(folder.join(&name)).unwrap(), fs::read_to_string(kept.join(&name)));
            assert_eq!(
                old.unwrap_or_default(),
                new,
                "{name:?}: write it again with `thirdseat-load data --out deploy/ghz/data`"
            );
            let rows: Value = serde_json::from_str(&new).unwrap();
            assert_eq!(rows.as_array().unwrap().len(), COUNT, "{name:?}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
