//! Personas are rows of data: who a companion is, and the numbers by which it plays.

mod choices;
mod file;
mod params;
mod rows;
mod strength;

pub use choices::{Evaluator, LeafCards, Splitter};
pub(crate) use file::read_with_cases;
pub use file::{FileError, RESERVED_NAMES, read_personas};
pub use params::{Field, PersonaParams, SeatParams};
pub(crate) use params::{SCORE_OF_POINT, TUNED_SEATS, WINS_OF_POINT, taste};
pub use rows::{Skill, Temperament};

/// The most nodes of a solve that counts as quick.
pub(crate) const QUICK_NODES_MAX: i32 = 2000;

pub(crate) fn clamp_seat_params(numbers: &mut SeatParams) {
    params::clamp_fields(numbers, SeatParams::FIELDS);
}

use std::fmt;
use std::sync::Arc;

use rules::{Hand, Seat};

use crate::hand::eval::Matrix;
use crate::net::Objective;
use crate::profile::Profile;

/// A companion. Its numbers are within the ranges of their fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Persona {
    name: String,
    title: String,
    skill: Skill,
    temperament: Temperament,
    /// The name of its temperament, if its file gives one.
    own_temperament: Option<Arc<str>>,
    /// The `strength` or the `level` that was set last.
    own_level: Option<i32>,
    splitter: Splitter,
    evaluator: Evaluator,
    matrix: Matrix,
    seat_params: [SeatParams; 3],
    params: PersonaParams,
    /// The text of its own tree of cases, if it has one.
    cases: Option<Arc<str>>,
}

/// The reason why a number cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNumber {
    /// No field has that name.
    #[error("a persona has no number {key:?}; see the list in docs/generated/personas.md")]
    Unknown {
        /// The requested name.
        key: String,
    },
    /// The field cannot have that value.
    #[error("{key} cannot be {value}: it may be {min} to {max}")]
    OutOfRange {
        /// The field.
        key: String,
        /// The requested value.
        value: i32,
        /// The least it may be.
        min: i32,
        /// The most it may be.
        max: i32,
    },
}

impl Persona {
    /// Returns the built-in persona of that name: a skill such as `casual` or `rules`, or a companion's skill with a temperament, such as
    /// `casual-hasty`.
    pub fn named(name: &str) -> Option<Persona> {
        rows::persona(name)
    }

    /// Returns every built-in persona.
    pub fn all() -> Vec<Persona> {
        rows::persona_names().map(|name| rows::persona(&name).expect("a listed name has a row")).collect()
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its name for players.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns its skill.
    pub fn skill(&self) -> Skill {
        self.skill
    }

    /// Returns its temperament; if its file names a temperament of its own, the built-in one on which the persona builds.
    pub fn temperament(&self) -> Temperament {
        self.temperament
    }

    /// Returns the name of its temperament.
    pub fn temperament_name(&self) -> &str {
        self.own_temperament.as_deref().unwrap_or(self.temperament.name())
    }

    /// Returns its strength beside other companions, from 0 to 100: that of its skill, unless a `strength` or a `level` was set.
    pub fn level(&self) -> u32 {
        self.own_level.unwrap_or_else(|| strength::strength_of(self.skill)) as u32
    }

    /// True if it counts as quick: it does not search, and solves at most small endings.
    pub fn is_quick(&self) -> bool {
        let solves_little = self.params.solve_worlds == 0 || self.params.solve_nodes <= QUICK_NODES_MAX;
        solves_little && self.params.search_worlds == 0
    }

    /// True if its design decides as it was published: the strategies, or minimax.
    pub fn is_published(&self) -> bool {
        self.params.published
    }

    /// Returns its splitter.
    pub fn splitter(&self) -> Splitter {
        self.splitter
    }

    /// Returns its evaluator.
    pub fn evaluator(&self) -> Evaluator {
        self.evaluator
    }

    /// Returns the numbers of its matrix evaluator.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Returns its numbers for a seat.
    pub fn seat_params(&self, seat: Seat) -> &SeatParams {
        &self.seat_params[seat.index()]
    }

    pub(crate) fn cases(&self) -> Option<&Arc<str>> {
        self.cases.as_ref()
    }

    /// Returns its numbers that do not depend on the seat.
    pub fn params(&self) -> &PersonaParams {
        &self.params
    }

    /// Returns the same persona with one number changed: `noise`, a seat's `landlord.turn-cost`, `turn-cost` for all seats, or a number of
    /// the weight matrix, `matrix.straight.2` (see [`Matrix::number_mut`]). `strength`, from 0 to 100, sets the numbers that make a player
    /// strong at once; `level` says how strong it is and changes nothing else.
    ///
    /// ```
    /// use engine::Persona;
    /// let calm = Persona::named("casual").expect("a built-in row").with("noise", 4)?;
    /// let error = calm.with("up.near-at", 90).unwrap_err();
    /// assert_eq!(error.to_string(), "up.near-at cannot be 90: it may be 1 to 20");
    /// # Ok::<(), engine::persona::BadNumber>(())
    /// ```
    pub fn with(mut self, key: &str, value: i32) -> Result<Persona, BadNumber> {
        let unknown = || BadNumber::Unknown { key: key.to_owned() };
        let check = |min: i32, max: i32| {
            let error = BadNumber::OutOfRange { key: key.to_owned(), value, min, max };
            if (min..=max).contains(&value) { Ok(()) } else { Err(error) }
        };
        if key == "strength" {
            check(0, strength::STRENGTH_MAX)?;
            (self.skill, self.params) = strength::skill_and_params(value, &self.params);
            self.own_level = Some(value);
            return Ok(self);
        }
        if key == "level" {
            check(0, strength::STRENGTH_MAX)?;
            return Ok(Persona { own_level: Some(value), ..self });
        }
        if let Some(key) = key.strip_prefix("matrix.") {
            let place = self.matrix.number_mut(key).ok_or_else(unknown)?;
            check(0, if key == "by-value" { 1 } else { Matrix::NUMBER_MAX })?;
            *place = value;
            return Ok(self);
        }
        let (seat, name) = match key.split_once('.') {
            Some((seat, name)) => (Some(Seat::from_name(seat).ok_or_else(unknown)?), name),
            None => (None, key),
        };
        if let Some(field) = SeatParams::FIELDS.iter().find(|field| field.name == name) {
            check(field.min, field.max)?;
            for each in Seat::ALL.into_iter().filter(|&each| seat.is_none_or(|seat| seat == each)) {
                (field.set)(&mut self.seat_params[each.index()], value);
            }
            return Ok(self);
        }
        let field =
            PersonaParams::FIELDS.iter().find(|field| seat.is_none() && field.name == name).ok_or_else(unknown)?;
        check(field.min, field.max)?;
        (field.set)(&mut self.params, value);
        Ok(self)
    }

    /// Returns the same persona under another name and title.
    pub fn with_name(self, name: &str, title: &str) -> Result<Persona, String> {
        file::check_name(name)?;
        Ok(Persona { name: name.to_owned(), title: title.to_owned(), ..self })
    }

    /// Returns its objective for decisions by the nets.
    pub fn objective(&self) -> Objective {
        self.params.objective
    }

    /// Returns the objective under a ruleset of this profile: its own if [`Profile::settles_stakes`], otherwise wins.
    pub(crate) fn objective_in(&self, profile: Profile) -> Objective {
        if profile.settles_stakes() { self.objective() } else { Objective::Wins }
    }

    /// Returns the same persona with another objective.
    pub fn with_objective(mut self, objective: Objective) -> Persona {
        self.params.objective = objective;
        self
    }

    /// Computes a digest of its name, numbers, splitter, evaluator and tree of cases.
    pub fn digest(&self) -> u64 {
        let of_seat =
            |params: &SeatParams| SeatParams::FIELDS.iter().map(|field| (field.get)(params)).collect::<Vec<_>>();
        let mut numbers: Vec<i32> = self.seat_params.iter().flat_map(of_seat).collect();
        numbers.extend(PersonaParams::FIELDS.iter().map(|field| (field.get)(&self.params)));
        numbers.extend(self.matrix.numbers());
        // FNV-1a: stable between builds, unlike the standard hashers.
        let words =
            [&self.name, self.splitter.name(), self.evaluator.name(), self.cases.as_deref().unwrap_or_default()];
        let bytes = words.into_iter().flat_map(str::bytes).chain(numbers.into_iter().flat_map(i32::to_le_bytes));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// The memory of the play so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayMemory {
    /// The cards that the others may hold.
    pub(crate) unseen: Hand,
    /// The first event that is remembered.
    pub(crate) from: usize,
}

impl fmt::Display for Persona {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
