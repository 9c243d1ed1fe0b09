//! Positions to ask about: turns of hands in which all players play at random. They are varied, because a server that is asked
//! the same question again and again looks faster than it is, and seeded, so that two runs ask the same.

use rules::{Action, Deal, Event, Plays, Ruleset, Seed, Table, Trick, View};
use wire::v1;

use crate::to_wire;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rpc {
    /// A call in the auction.
    Bid,
    /// A lead.
    Play,
    /// An answer to a standing combo.
    Follow,
}

/// A request, but for its options.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) rpc: Rpc,
    pub(crate) view: v1::View,
}

/// Random players bomb at one chance of this many; otherwise they would bomb whenever they can.
const BOMB_ONCE_IN: u32 = 6;

/// `count` questions of a sort.
pub(crate) fn questions(rpc: Rpc, count: usize, seed: Seed) -> Vec<Question> {
    let told = if rpc == Rpc::Bid { dealt } else { seated };
    positions(rpc, count, seed).iter().map(|seen| Question { rpc, view: told(seen) }).collect()
}

/// The views of the seats that are asked. A seat without a choice is not asked.
pub(crate) fn positions(rpc: Rpc, count: usize, seed: Seed) -> Vec<View> {
    let mut positions = Vec::with_capacity(count);
    let mut rng = seed.rng();
    let mut plays = Plays::new();
    while positions.len() < count {
        let deal = Deal::shuffled(&mut rng);
        if rpc == Rpc::Bid {
            positions.push(Table::new(Ruleset::CLASSIC, deal, rules::Chair::First).view(rules::Chair::First));
            continue;
        }
        let mut table = Table::seated(Ruleset::CLASSIC, deal);
        // One turn of each hand, so that the questions are as different as hands are.
        let wanted = rng.below(40);
        let mut turn = 0;
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let options = plays.fill(view.rules(), view.hand(), view.trick());
            let leads = view.trick() == Trick::Lead;
            let asks =
                if leads { rpc == Rpc::Play && options.len() > 1 } else { rpc == Rpc::Follow && !options.is_empty() };
            if asks && turn >= wanted {
                positions.push(view);
                break;
            }
            turn += 1;
            let play =
                rng.pick(options).copied().filter(|combo| !combo.is_bomb() || leads || rng.below(BOMB_ONCE_IN) == 0);
            table.act(Action::Play(play.filter(|_| leads || rng.below(3) > 0))).expect("it is one of the legal plays");
        }
    }
    positions
}

/// The first word of an auction.
fn dealt(view: &View) -> v1::View {
    v1::View {
        ruleset: view.rules().to_string(),
        chair: v1::Chair::First.into(),
        hand: Some(to_wire::cards(view.hand())),
        events_complete: true,
        ..Default::default()
    }
}

/// A turn of a hand without an auction, told from its first lead.
pub(crate) fn seated(view: &View) -> v1::View {
    v1::View {
        ruleset: view.rules().to_string(),
        seat: to_wire::seat(view.seat().expect("the landlord is known")).into(),
        hand: Some(to_wire::cards(view.hand())),
        bottom: view.board().bottom().map(to_wire::cards),
        events: view.log().iter().filter(|event| matches!(event, Event::Play(..))).map(to_wire::event).collect(),
        events_complete: true,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use prost::Message;
    use rules::{Combo, Hand, Seat};

    use super::*;

    #[test]
    fn questions_are_varied_and_the_same_seed_asks_the_same() {
        for rpc in [Rpc::Bid, Rpc::Play, Rpc::Follow] {
            let asked = |seed| {
                questions(rpc, 300, Seed(seed))
                    .into_iter()
                    .map(|question| question.view.encode_to_vec())
                    .collect::<Vec<_>>()
            };
            let first = asked(1);
            assert_eq!(first.len(), 300);
            assert_eq!(first, asked(1));
            assert_ne!(first, asked(2));
            assert!(first.iter().collect::<HashSet<_>>().len() > 290, "{rpc:?} repeats itself");
        }
    }

    /// Replays what is sent, from the text alone.
    #[test]
    fn every_question_of_play_is_a_legal_position_with_something_to_choose() {
        let mut lengths = HashSet::new();
        for rpc in [Rpc::Play, Rpc::Follow] {
            let asked = questions(rpc, 200, Seed(3)).into_iter().zip(positions(rpc, 200, Seed(3)));
            for (question, seen) in asked {
                let sent = question.view;
                let rules: Ruleset = sent.ruleset.parse().unwrap();
                let seat = Seat::ALL[sent.seat as usize - 1];
                let text = |cards: &Option<v1::Cards>| cards.as_ref().unwrap().text.parse::<Hand>().unwrap();
                let mut start = text(&sent.hand);
                let combos: Vec<(Seat, Option<v1::Combo>)> = sent
                    .events
                    .iter()
                    .map(|event| match event.what.as_ref().unwrap() {
                        v1::event::What::Played(played) => {
                            let combo = match played.what.as_ref().unwrap() {
                                v1::played::What::Combo(combo) => Some(combo.clone()),
                                v1::played::What::Passed(_) => None,
                            };
                            (Seat::ALL[played.seat as usize - 1], combo)
                        }
                        other => panic!("{other:?}"),
                    })
                    .collect();
                for (_, combo) in combos.iter().filter(|(who, _)| *who == seat) {
                    start = combo.iter().fold(start, |hand, combo| hand.plus(text(&combo.cards)).unwrap());
                }
                let mut view = View::seated(rules, seat, start, text(&sent.bottom)).unwrap();
                for (who, combo) in &combos {
                    let play = combo.as_ref().map(|combo| {
                        let readings = rules.readings(text(&combo.cards));
                        let same = |reading: &&Combo| {
                            reading.kind().name() == combo.kind && u32::from(reading.run()) == combo.length
                        };
                        *readings.as_slice().iter().find(same).unwrap()
                    });
                    view.apply(Event::Play(*who, play)).unwrap();
                }
                assert!(view.is_my_turn());
                assert_eq!((view.hand(), view.course(), view.log()), (seen.hand(), seen.course(), seen.log()));
                assert_eq!(view.trick() == Trick::Lead, rpc == Rpc::Play);
                assert!(!rules.plays(view.hand(), view.trick()).is_empty());
                lengths.insert(combos.len());
            }
        }
        assert!(lengths.len() > 20, "beginnings and ends: {lengths:?}");
    }
}
