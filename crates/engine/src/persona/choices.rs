//! The choices of a persona. Files write some of them as numbers.

use crate::net::Objective;

/// A persona's way to cut its hand 拆牌.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Splitter {
    /// Kind by kind, as a person does.
    Rule,
    /// Into the fewest turns, then the most weight.
    Turns,
    /// Into the fewest turns, then the largest mean weight by the weight matrix.
    Matrix,
}

/// A persona's judgement of the rest of its hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Evaluator {
    /// By points and turns.
    Points,
    /// By turns and the weight of the combos.
    Turns,
    /// By turns and the weight matrix.
    Matrix,
}

impl Splitter {
    /// Returns the variant of that name.
    pub fn from_name(name: &str) -> Option<Splitter> {
        Splitter::ALL.into_iter().find(|each| each.name() == name)
    }

    /// Every splitter.
    pub const ALL: [Splitter; 3] = [Splitter::Rule, Splitter::Turns, Splitter::Matrix];

    /// Returns the name in persona files.
    pub const fn name(self) -> &'static str {
        match self {
            Splitter::Rule => "rule",
            Splitter::Turns => "turns",
            Splitter::Matrix => "matrix",
        }
    }
}

impl Evaluator {
    /// Returns the variant of that name.
    pub fn from_name(name: &str) -> Option<Evaluator> {
        Evaluator::ALL.into_iter().find(|each| each.name() == name)
    }

    /// Every evaluator.
    pub const ALL: [Evaluator; 3] = [Evaluator::Points, Evaluator::Turns, Evaluator::Matrix];

    /// Returns the name in persona files.
    pub const fn name(self) -> &'static str {
        match self {
            Evaluator::Points => "points",
            Evaluator::Turns => "turns",
            Evaluator::Matrix => "matrix",
        }
    }
}

/// The cards that a leaf counts. The text of the publication counts both sides' cards, its pseudocode only those of the player who thinks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafCards {
    /// Only the cards of the player who thinks.
    Own,
    /// The cards of the player who thinks, against those of the enemy with the fewest cards.
    Both,
}

impl LeafCards {
    /// Every choice.
    pub const ALL: [LeafCards; 2] = [LeafCards::Own, LeafCards::Both];
}

/// A part of a persona that can be written as a number.
pub(super) trait Number: Copy {
    /// True if the numbers stand for choices, with nothing between two of them.
    const IS_CHOICE: bool;

    fn number(self) -> i32;

    /// Returns the part for a number within its range.
    fn from_number(number: i32) -> Self;
}

impl Number for i32 {
    const IS_CHOICE: bool = false;

    fn number(self) -> i32 {
        self
    }

    fn from_number(number: i32) -> i32 {
        number
    }
}

impl Number for bool {
    const IS_CHOICE: bool = true;

    fn number(self) -> i32 {
        i32::from(self)
    }

    fn from_number(number: i32) -> bool {
        number == 1
    }
}

macro_rules! choices {
    ($($choice:ident),+) => {$(
        impl Number for $choice {
            const IS_CHOICE: bool = true;

            fn number(self) -> i32 {
                self as i32
            }

            fn from_number(number: i32) -> $choice {
                $choice::ALL[number as usize]
            }
        }
    )+};
}

choices!(Objective, LeafCards);
