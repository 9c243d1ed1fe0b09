//! The searches that can be named as players of a match before they are personas: they play cards and say nothing clever.

use engine::endgame::Limits;
use engine::search::minimax::{Published, Scratch, published};
use rules::{Combo, Seed, View};

use crate::player::{PlayerError, changed};

/// `minimax-published`, or `minimax-published:samples=10,depth=3`.
pub(crate) fn read(text: &str) -> Result<Published, PlayerError> {
    let (_, changes) = text.split_once(':').unwrap_or((text, ""));
    changed::<i64>(changes).try_fold(Published::DEFAULT, |numbers, pair| match pair? {
        ("samples", samples @ 1..=1000) => Ok(Published { samples: samples as u32, ..numbers }),
        ("depth", depth @ 1..=8) => Ok(Published { depth: depth as u32, ..numbers }),
        (key, value) => Err(PlayerError::SearchNumber {
            name: "minimax-published",
            key: key.to_owned(),
            value,
            known: "samples from 1 to 1000 and depth from 1 to 8",
        }),
    })
}

/// What the published player lays, `None` being a pass.
pub(crate) fn play_published(view: &View, seed: Seed, numbers: &Published, scratch: &mut Scratch) -> Option<Combo> {
    let vote = published(view, seed, numbers, Limits::NONE, &mut || false, scratch);
    vote.expect("nothing stops it").play()
}
