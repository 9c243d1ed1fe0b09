//! Text and numbers from anywhere: read or refused, never a panic, and what was read is written so that it reads the
//! same.

use rules::card::Codec;
use rules::{Hand, Ruleset, Table, View};

/// Reads the bytes as text by several parsers, and as numbers by the codec that the first byte chooses.
pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(hand) = text.parse::<Hand>() {
        assert_eq!(hand.to_string().parse(), Ok(hand));
    }
    if let Ok(rules) = text.parse::<Ruleset>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    for rules in Ruleset::DISTINCT_PLAYS {
        if let Ok(combo) = rules.read_text(&text) {
            assert_eq!(rules.read_text(&format!("{combo:#}")), Ok(combo));
        }
    }
    if let Ok(table) = text.parse::<Table>() {
        assert_eq!(table.to_string().parse(), Ok(table));
    }
    if let Ok(view) = text.parse::<View>() {
        assert_eq!(view.to_string().parse(), Ok(view));
    }
    if let Some((&codec, numbers)) = data.split_first() {
        let codec = &Codec::ALL[usize::from(codec) % Codec::ALL.len()];
        // Small numbers are likely cards; some bytes make large ones.
        let ids: Vec<u32> =
            numbers.iter().map(|&byte| if byte < 240 { byte.into() } else { u32::MAX - u32::from(byte) }).collect();
        check_codec(codec, &ids);
    }
}

fn check_codec(codec: &Codec, ids: &[u32]) {
    let hand = match codec.decode(ids) {
        Ok(hand) => hand,
        Err(error) => {
            if let Some(index) = error.index() {
                assert!(error.to_string().contains(&format!(": {} ", ids[index])), "{error}");
            }
            return;
        }
    };
    assert_eq!(codec.decode(&codec.encode(hand)), Ok(hand));
    if *codec != Codec::Counts15 {
        let ranks = ids.iter().map(|&id| codec.rank(id).expect("each number was read"));
        let all = ranks.fold(Hand::EMPTY, |hand, rank| hand.plus(Hand::one(rank)).expect("they fit into one deck"));
        assert_eq!(all, hand);
    }
}
