//! Personas are rows of data: who a companion is, and the numbers by which it plays.

mod numbers;

pub use numbers::{Field, Manner, Nature};

use rules::{Event, Hand, Rank, Ranks, Seat, View};

use crate::situation::face_value;

/// A companion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Persona {
    name: String,
    manners: [Manner; 3],
    nature: Nature,
}

impl Persona {
    /// The built-in persona of that name.
    pub fn named(name: &str) -> Option<Persona> {
        let nature = match name {
            "rules" => Nature::DEFAULT,
            "casual" => Nature { noise: 8, memory_rounds: 6, memory_from: 14, ..Nature::DEFAULT },
            "beginner" => Nature { noise: 30, memory_rounds: 2, memory_from: 18, path_turns: 2, ..Nature::DEFAULT },
            _ => return None,
        };
        Some(Persona { name: name.to_owned(), manners: [Manner::DEFAULT; 3], nature })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its numbers for a seat.
    pub fn manner(&self, seat: Seat) -> &Manner {
        &self.manners[seat.index()]
    }

    /// Its numbers apart from seats.
    pub fn nature(&self) -> &Nature {
        &self.nature
    }

    /// The same with one number changed; `None` for an unknown field.
    pub fn set(&mut self, key: &str, value: i32) -> Option<()> {
        if let Some((seat, field)) = key.split_once('.') {
            let seat = Seat::from_name(seat)?;
            let field = Manner::FIELDS.iter().find(|row| row.name == field)?;
            *(field.place)(&mut self.manners[seat.index()]) = value;
        } else {
            let field = Nature::FIELDS.iter().find(|row| row.name == key)?;
            *(field.place)(&mut self.nature) = value;
        }
        Some(())
    }

    /// One of its numbers, by key.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn get(&self, key: &str) -> i32 {
        let mut copy = self.clone();
        if let Some((seat, field)) = key.split_once('.') {
            let seat = Seat::from_name(seat).expect("a seat");
            let field = Manner::FIELDS.iter().find(|row| row.name == field).expect("a field");
            *(field.place)(&mut copy.manners[seat.index()])
        } else {
            *(Nature::FIELDS.iter().find(|row| row.name == key).expect("a field").place)(&mut copy.nature)
        }
    }

    /// The cards that may lie with the others, as far as this persona remembers what was played.
    pub(crate) fn remembered_unseen(&self, view: &View, me: Seat) -> Hand {
        let unseen = view.unseen();
        let rounds = self.nature.memory_rounds as usize;
        if rounds >= 99 || !view.is_complete() {
            return unseen;
        }
        let mut left = rounds;
        let mut forgotten = Hand::EMPTY;
        let mut passes = 0;
        for event in view.log().iter().rev() {
            let Event::Play(seat, play) = *event else { continue };
            let Some(combo) = play else {
                passes += 1;
                left = left.saturating_sub(usize::from(passes % 2 == 0));
                continue;
            };
            passes = 0;
            if left == 0 && seat != me {
                forgotten = forgotten.plus(combo.cards()).expect("cards are played once");
            }
        }
        let always = Rank::all().filter(|&rank| face_value(rank) >= self.nature.memory_from);
        let always = always.fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)));
        unseen.plus(forgotten.without(always)).expect("forgotten cards were seen")
    }
}
