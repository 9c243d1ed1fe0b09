//! The parts of a fact: the cards, numbers and players that it is about, each written as one token on the wire.

use std::fmt;

use rules::{Combo, Hand, Kind, Ranks};

pub(crate) const PARTS_MAX: usize = 3;

pub(super) type Parts = [Part; PARTS_MAX];

/// Other players, as the seat that acts names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The landlord, to a peasant.
    Landlord,
    /// A peasant, to the landlord.
    Peasant,
    /// Both peasants, to the landlord.
    Peasants,
    /// The other peasant, to a peasant.
    Partner,
}

impl Who {
    /// Returns the name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Who::Landlord => "landlord",
            Who::Peasant => "peasant",
            Who::Peasants => "peasants",
            Who::Partner => "partner",
        }
    }
}

/// A part of a fact: one string of `Fact.parts`. `None` is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Nothing.
    None,
    /// Cards.
    Cards(Hand),
    /// Ranks, once each.
    Ranks(Ranks),
    /// A pass.
    Pass,
    /// A kind of combo.
    Kind(Kind),
    /// A number.
    Number(u32),
    /// A player, or both peasants.
    Who(Who),
    /// A list of combos.
    Combos(Combos),
}

/// The most combos that a part names.
pub(crate) const COMBOS_MAX: usize = 5;

/// Some combos, on the wire with a space between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combos([Option<Combo>; COMBOS_MAX]);

impl Combos {
    /// Makes the list. `None` for more combos than a text can name, or for none.
    pub(super) fn of(combos: impl IntoIterator<Item = Combo>) -> Option<Combos> {
        let (mut combos, mut named) = (combos.into_iter(), [None; COMBOS_MAX]);
        for place in &mut named {
            *place = combos.next();
        }
        (named[0].is_some() && combos.next().is_none()).then_some(Combos(named))
    }

    /// Lists the combos.
    pub fn iter(&self) -> impl Iterator<Item = Combo> + use<> {
        self.0.into_iter().flatten()
    }
}

impl Part {
    pub(super) fn play(play: Option<Combo>) -> Part {
        play.map_or(Part::Pass, |play| Part::Cards(play.cards()))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::None => Ok(()),
            Part::Cards(cards) => cards.fmt(f),
            Part::Ranks(ranks) => ranks.into_iter().try_for_each(|rank| rank.fmt(f)),
            Part::Pass => f.write_str("-"),
            Part::Kind(kind) => kind.fmt(f),
            Part::Number(number) => number.fmt(f),
            Part::Who(who) => f.write_str(who.name()),
            Part::Combos(combos) => combos.iter().enumerate().try_for_each(|(index, combo)| {
                f.write_str(if index > 0 { " " } else { "" })?;
                combo.cards().fmt(f)
            }),
        }
    }
}
