//! Positions to ask about: turns of hands in which all players play at random. They are varied, because a server that is asked
//! the same question again and again looks faster than it is, and seeded, so that two runs ask the same.

use rules::{Action, Combo, Deal, Plays, Rng, Ruleset, Seed, Table, Trick, View};
use wire::{told, v1};

use crate::bot_action::TEXT;

/// A Follow, but for its options.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) chair: v1::Chair,
    pub(crate) hand: v1::Hand,
}

impl Question {
    /// Makes the question of the seat that looks.
    pub(crate) fn of(seen: &View) -> Question {
        Question { chair: seen.chair().into(), hand: told::hand(&TEXT, seen) }
    }
}

/// The number of chances of which random players take one to bomb; otherwise they would bomb whenever they can.
const BOMB_ONCE_IN: u32 = 6;

/// Draws `count` questions; the same seed draws the same ones.
pub(crate) fn questions(count: usize, seed: Seed) -> Vec<Question> {
    positions(count, seed).iter().map(Question::of).collect()
}

/// Draws the views of the seats that are asked. A seat without a choice is not asked.
fn positions(count: usize, seed: Seed) -> Vec<View> {
    let mut positions = Vec::with_capacity(count);
    let mut rng = seed.rng();
    let mut plays = Plays::new();
    while positions.len() < count {
        let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut rng));
        // One turn of each hand, so that the questions are as different as hands are.
        let wanted = rng.below(40);
        let mut turn = 0;
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let options = plays.fill(view.rules(), view.hand(), view.trick());
            let leads = view.trick() == Trick::Lead;
            if !leads && !options.is_empty() && turn >= wanted {
                positions.push(view);
                break;
            }
            turn += 1;
            let play = random_play(options, leads, &mut rng);
            table.act(Action::Play(play)).expect("it is one of the legal plays");
        }
    }
    positions
}

/// Draws one of the legal plays, or a pass if that is allowed.
fn random_play(options: &[Combo], leads: bool, rng: &mut Rng) -> Option<Combo> {
    let play = rng.pick(options).copied().filter(|combo| !combo.is_bomb() || leads || rng.below(BOMB_ONCE_IN) == 0);
    play.filter(|_| leads || rng.below(3) > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use prost::Message;
    use rules::{Chair, Event, Hand};

    use super::*;

    #[test]
    fn questions_are_varied_and_the_same_seed_asks_the_same() {
        let asked = |seed| -> Vec<Vec<u8>> {
            questions(300, Seed(seed)).into_iter().map(|question| question.hand.encode_to_vec()).collect()
        };
        let first = asked(1);
        assert_eq!(first.len(), 300);
        assert_eq!(first, asked(1));
        assert!(first.iter().collect::<HashSet<_>>().len() > 290, "they repeat themselves");
    }

    /// Replays what is sent, from the text alone.
    #[test]
    fn every_question_is_a_legal_position_with_something_to_choose() {
        let mut lengths = HashSet::new();
        for (question, seen) in questions(200, Seed(3)).into_iter().zip(positions(200, Seed(3))) {
            let (sent, chair) = (question.hand, Chair::ALL[question.chair as usize - 1]);
            let rules: Ruleset = sent.ruleset.parse().unwrap();
            let text = |cards: &v1::Cards| cards.text.parse::<Hand>().unwrap();
            let mut start = text(sent.holds[0].cards.as_ref().unwrap());
            let (found, played) = sent.events.split_first().unwrap();
            let Some(v1::event::What::LandlordFound(bottom)) = &found.what else { panic!("{found:?}") };
            let combos: Vec<(Chair, Option<v1::Combo>)> = played
                .iter()
                .map(|event| {
                    let Some(v1::event::What::Action(action)) = &event.what else { panic!("{event:?}") };
                    let combo = match action.what.as_ref().unwrap() {
                        v1::action::What::Play(combo) => Some(combo.clone()),
                        v1::action::What::Passed(_) => None,
                        other => panic!("{other:?}"),
                    };
                    (Chair::ALL[event.chair as usize - 1], combo)
                })
                .collect();
            for (_, combo) in combos.iter().filter(|(who, _)| *who == chair) {
                start = combo.iter().fold(start, |hand, combo| hand.plus(text(combo.cards.as_ref().unwrap())).unwrap());
            }
            let mut view = View::seated(rules, chair.seat(Chair::First), start, text(bottom)).unwrap();
            for (who, combo) in &combos {
                let play = combo.as_ref().map(|combo| {
                    let readings = rules.readings(text(combo.cards.as_ref().unwrap()));
                    let same = |reading: &&Combo| {
                        reading.kind().name() == combo.kind && u32::from(reading.run()) == combo.length
                    };
                    *readings.as_slice().iter().find(same).unwrap()
                });
                view.apply(Event::Play(who.seat(Chair::First), play)).unwrap();
            }
            assert!(view.is_my_turn());
            assert_eq!((view.hand(), view.course(), view.log()), (seen.hand(), seen.course(), seen.log()));
            assert_ne!(view.trick(), Trick::Lead);
            assert!(!rules.plays(view.hand(), view.trick()).is_empty());
            lengths.insert(combos.len());
        }
        assert!(lengths.len() > 20, "beginnings and ends: {lengths:?}");
    }
}
