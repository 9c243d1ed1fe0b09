//! DouZero's published networks as a player in this process, the reference of `docs/measured.md`. Many hands are valued
//! together, to save time.
//!
//! The checkpoints are not part of this repository: `tools/douzero` converts the published ones. [`features`] lists the inputs, [`network`]
//! reads and computes.

mod features;
mod network;

use std::path::Path;
use std::sync::Arc;

use rules::{Combo, Plays, Trick, View};

use features::Situation;
use network::Network;

#[derive(Clone, Debug)]
pub(crate) struct Douzero(Arc<[Network; 3]>);

/// Two players are equal if they share the same networks: millions of weights are not compared.
impl PartialEq for Douzero {
    fn eq(&self, other: &Douzero) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

pub(super) struct Turn {
    seat: usize,
    situation: Situation,
    plays: Vec<Option<Combo>>,
}

impl Turn {
    pub(super) fn of(view: &View, plays: &mut Plays) -> Turn {
        let pass = (view.trick() != Trick::Lead).then_some(None);
        let plays = plays.fill(view.rules(), view.hand(), view.trick()).iter().copied().map(Some).chain(pass).collect();
        let seat = view.seat().expect("cards are played");
        Turn { seat: seat.index(), situation: Situation::of(view, seat), plays }
    }
}

impl Douzero {
    /// Reads the networks of a folder: `landlord.f32`, `landlord_down.f32` and `landlord_up.f32`.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Douzero> {
        let [landlord, down, up] = rules::Seat::ALL.map(|seat| network::read(folder, seat));
        Ok(Douzero(Arc::new([landlord?, down?, up?])))
    }

    pub(crate) fn play(&self, view: &View, plays: &mut Plays) -> Option<Combo> {
        self.plays(&[Turn::of(view, plays)])[0]
    }

    pub(super) fn plays(&self, turns: &[Turn]) -> Vec<Option<Combo>> {
        let mut chosen: Vec<_> = turns.iter().map(|turn| turn.plays[0]).collect();
        for (seat, network) in self.0.iter().enumerate() {
            let is_asked = |turn: &Turn| turn.seat == seat && turn.plays.len() > 1;
            let mine: Vec<usize> = (0..turns.len()).filter(|&turn| is_asked(&turns[turn])).collect();
            let situations: Vec<&Situation> = mine.iter().map(|&turn| &turns[turn].situation).collect();
            let lists: Vec<&[Option<Combo>]> = mine.iter().map(|&turn| turns[turn].plays.as_slice()).collect();
            let mut values = network.values(&situations, &lists).into_iter();
            for (&turn, plays) in mine.iter().zip(&lists) {
                let values = values.by_ref().take(plays.len());
                // Of equal values the first one is chosen.
                let best = values.zip(plays.iter()).reduce(|best, next| if next.0 > best.0 { next } else { best });
                chosen[turn] = *best.expect("there is a choice").1;
            }
        }
        chosen
    }
}
