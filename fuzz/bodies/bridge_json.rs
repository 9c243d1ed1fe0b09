//! Bodies of HTTP requests to the bridge: a lawful view or a sentence, never a panic.

use rules::{Ruleset, View};

pub(crate) fn run(data: &[u8]) {
    match bridge::read(Ruleset::DOUZERO, data) {
        Ok((view, _)) => {
            assert!((1..=20).contains(&view.hand().len()), "{view}");
            assert_eq!(view.to_string().parse::<View>().as_ref(), Ok(&view));
        }
        Err(bad) => assert!(bad.sentence.len() < 4096, "a sentence of {} bytes", bad.sentence.len()),
    }
}
