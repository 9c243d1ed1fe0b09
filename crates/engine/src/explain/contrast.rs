//! A play that was made beside a better one: what speaks against the first and not against the second, and what speaks for the second.

use rules::Combo;

use super::choose::{self, find, lacks};
use super::concept::{CONCEPTS, Concept, Group, Tone};
use super::ends;
use super::fact::{Fact, Reason};
use super::scene::{Look, Scene};

/// The faults of a play, and the merits of a better one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contrast {
    /// The facts against the play that was made; none where nothing speaks against it.
    pub made: Reason,
    /// The facts for the better one against it.
    pub better: Reason,
}

impl Contrast {
    /// Nothing to say of either.
    pub const NONE: Contrast = Contrast { made: Reason::NONE, better: Reason::NONE };
}

/// Concepts that say the same of the better play as the first says against the one that was made: said after it they would add nothing.
const MIRRORS: &[(&str, &[&str])] = &[
    ("misses-win", &["wins-for-sure"]),
    ("misses-one-combo", &["leaves-one-combo"]),
    ("covers-partner", &["partner-holds-trick"]),
    ("bombs-partner", &["partner-holds-trick", "keeps-bomb", "keeps-rocket"]),
    ("feeds-single", &["no-single-to-one"]),
    ("feeds-pair", &["no-pair-to-two"]),
    ("lets-enemy-near", &["stops-enemy"]),
    ("splits-rocket", &["keeps-rocket"]),
    ("spends-wild", &["keeps-wild"]),
    ("splits-bomb", &["keeps-bomb"]),
    ("splits-straight", &["keeps-straight", "fewer-turns"]),
    ("splits-triple", &["keeps-triple"]),
    ("splits-pair", &["keeps-pair"]),
    ("big-goes", &["keeps-big", "saves-higher"]),
    ("spends-bomb", &["keeps-bomb", "keeps-rocket"]),
    ("higher-than-needed", &["lowest-answer", "saves-higher"]),
    ("passes-near-the-end", &["fewer-turns"]),
    ("passes-cheap-answer", &["fewer-turns"]),
    ("gives-up-lead", &["cannot-be-beaten", "top-of-its-kind"]),
    ("more-turns", &["fewer-turns"]),
    ("lays-down-less", &["lays-down"]),
    ("leaves-partner-alone", &["raises-partner"]),
    ("easily-beaten", &["few-above"]),
    ("smallest-stays", &["smallest-first"]),
    ("high-first", &["saves-higher"]),
    ("begins-high", &["saves-higher", "smallest-first"]),
    ("high-rides", &["low-rides"]),
    ("not-partners-kind", &["partners-kind"]),
];

/// The facts against a legal play, beside a better one.
pub(super) fn plays(scene: &Scene, made: Option<Combo>, better: Option<Combo>) -> Contrast {
    let [look, other] = [made, better].map(|play| scene.look(play));
    // Against a play that wins nothing speaks.
    let leading = if ends::win(scene, &look).is_some() { None } else { against(scene, &look, &other) };
    let mirrors = leading.and_then(|fact| MIRRORS.iter().find(|(name, _)| *name == fact.code()));
    let without = mirrors.map_or(&[][..], |(_, names)| *names);
    Contrast { made: Reason::of(leading, None), better: choose::beside(scene, better, made, leading.as_ref(), without) }
}

/// Up to this importance a fault is slight: it does not outweigh a turn that the play saves.
const SLIGHT: i32 = 30;

/// The weightiest fact against a play that the better one does not share.
fn against(scene: &Scene, look: &Look, better: &Look) -> Option<Fact> {
    let saves = look.play.is_some() && better.play.is_some() && scene.turns_after(look) < scene.turns_after(better);
    // An enemy who is nearly out is stopped at any cost: then it is no fault that the own hand pays for it.
    let stops = look.play.is_some() && better.play.is_none() && scene.is_pressed();
    let counts = |concept: &&Concept| {
        let is_moot =
            (saves && concept.importance <= SLIGHT) || (stops && matches!(concept.group, Group::Own | Group::Beating));
        concept.tone == Tone::Against && !is_moot
    };
    let faults = CONCEPTS.iter().filter(counts);
    let found = faults.filter_map(|concept| {
        let found = find(scene, concept, look, Some(better))?;
        lacks(scene, concept, look, better, found).then(|| (concept.importance, Fact::new(concept, found.parts)))
    });
    // The first of equals leads.
    let best = found.fold(None, |best: Option<(i32, Fact)>, next| match best {
        Some(known) if known.0 >= next.0 => Some(known),
        _ => Some(next),
    });
    best.map(|(_, fact)| fact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_are_concepts_and_lie_on_either_side() {
        for (fault, names) in MIRRORS {
            let tone = |name: &str| super::super::concept::named(name).map(|concept| concept.tone);
            assert_eq!(tone(fault), Some(Tone::Against), "{fault}");
            assert!(names.iter().all(|name| tone(name) == Some(Tone::For)), "{names:?}");
        }
    }
}
