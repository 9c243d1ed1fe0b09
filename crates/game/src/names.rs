//! The named values of the wire: chairs, sides, calls, doublings, codecs, rulesets, wild ranks and factors.

use rules::card::Codec;
use rules::{Call, Chair, OpenFactor, Raise, Rank, Ruleset, Side};
use wire::v1;

use crate::refusal::{AtField, Reason, Refusal, check_at_most};

/// Declares the functions that read and write an enum. The crate `wire` has the conversions.
macro_rules! enum_functions {
    ($read:ident, $write:ident, $wire:ty, $ours:ty) => {
        #[doc = concat!("Reads a [`", stringify!($ours), "`]; unspecified is `None`.")]
        pub fn $read(number: i32) -> Result<Option<$ours>, Refusal> {
            <$wire>::try_from(number).map(Into::into).map_err(|_| unknown_value(number, stringify!($ours)))
        }

        #[doc = concat!("Writes a [`", stringify!($ours), "`].")]
        pub fn $write(value: $ours) -> $wire {
            value.into()
        }
    };
}

/// Makes the refusal of a number that is no value of a closed set.
pub fn unknown_value(number: i32, set: &str) -> Refusal {
    Refusal::new(Reason::VALUE_UNKNOWN, format!("{number} is no {}", set.to_lowercase()))
}

enum_functions! { chair, to_chair, v1::Chair, Chair }
enum_functions! { side, to_side, v1::Side, Side }
enum_functions! { call, to_call, v1::Call, Call }
enum_functions! { raise, to_raise, v1::Doubling, Raise }

/// Reads a codec with fixed numbers; `None` if unspecified or a backend's own.
pub fn codec(number: i32) -> Result<Option<Codec>, Refusal> {
    v1::CardCodec::try_from(number).map(Into::into).map_err(|_| unknown_value(number, "codec"))
}

/// Writes a codec, and the numbers if it is a backend's own.
pub fn to_codec(codec: Option<&Codec>) -> (i32, Vec<u32>) {
    let numbers = if let Some(Codec::Own(numbers)) = codec { numbers.as_slice().to_vec() } else { Vec::new() };
    (codec.map_or(0, |codec| v1::CardCodec::from(codec) as i32), numbers)
}

/// Returns the value of a required field; refuses one that is unspecified.
pub fn require<T>(value: Result<Option<T>, Refusal>, field: &str) -> Result<T, Refusal> {
    value.at(field)?.ok_or_else(|| Refusal::missing(field))
}

/// The longest text of a ruleset with its overrides, in bytes.
const RULESET_TEXT_MAX: usize = 1024;

/// Reads a ruleset by name, with overrides. Plain names take no parsing.
pub fn ruleset(text: &str) -> Result<Ruleset, Refusal> {
    if let Some(row) = Ruleset::named(text) {
        return Ok(*row);
    }
    if text.is_empty() {
        return Err(Refusal::new(Reason::FIELD_MISSING, "is needed, as \"classic\"; see ListRulesets").at("ruleset"));
    }
    check_at_most(text.len(), "bytes", RULESET_TEXT_MAX).at("ruleset")?;
    let read = text.parse::<Ruleset>();
    read.map_err(|error| Refusal::new(Reason::UNKNOWN_RULESET, error.to_string()).at("ruleset"))
}

/// Returns the ruleset with these wild ranks shown; refuses too few, too many, and ranks that cannot be wild.
pub fn with_wilds(rules: Ruleset, wilds: &str) -> Result<Ruleset, Refusal> {
    let shown = wilds.chars().take(RULESET_TEXT_MAX).try_fold(rules, |rules, letter| {
        let rank = wild_rank(letter).at("wilds")?;
        rules.with_wild(rank).map_err(|error| Refusal::new(Reason::VALUE_UNKNOWN, error.to_string()).at("wilds"))
    })?;
    if shown.awaits_wild() {
        let (told, all) = (shown.wilds().len(), rules.wild_ranks());
        let message = format!("{wilds:?} tells {told} of the wild ranks of {rules}, {all} are needed");
        return Err(Refusal::new(Reason::FIELD_MISSING, message).at("wilds"));
    }
    Ok(shown)
}

/// Reads a wild rank that is shown.
pub fn shown_rank(shown: &str) -> Result<Rank, Refusal> {
    let letter = shown.parse::<char>().map_err(|_| {
        let message = format!("{shown:.20?} is not one letter from 3 to 2");
        Refusal::new(Reason::VALUE_UNKNOWN, message).at("wild_shown")
    })?;
    wild_rank(letter).at("wild_shown")
}

/// Reads a wild rank by its letter. A joker is refused.
pub fn wild_rank(letter: char) -> Result<Rank, Refusal> {
    let message = || format!("{letter:?} is no rank; a wild rank is one of 3 4 5 6 7 8 9 T J Q K A 2");
    Rank::from_letter(letter)
        .filter(|rank| !rank.is_joker())
        .ok_or_else(|| Refusal::new(Reason::VALUE_UNKNOWN, message()))
}

/// Reads the factor of an open hand; 0 means 2, the factor after the deal.
pub fn open_factor(sent: u32) -> Result<OpenFactor, Refusal> {
    if sent == 0 {
        return Ok(OpenFactor::Two);
    }
    u8::try_from(sent).ok().and_then(OpenFactor::of).ok_or_else(|| {
        let message = format!("{sent} is no factor of an open hand: it is 2, 3, 4 or 5");
        Refusal::new(Reason::VALUE_UNKNOWN, message).at("show.factor")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_and_chairs_are_read_by_their_numbers() {
        for factor in OpenFactor::ALL {
            assert_eq!(open_factor(factor.number().into()).unwrap(), factor);
        }
        assert_eq!(open_factor(0).unwrap(), OpenFactor::Two);
        assert_eq!(open_factor(258).unwrap_err().reason(), Reason::VALUE_UNKNOWN);
        assert_eq!(chair(0).unwrap(), None);
        assert_eq!(chair(9).unwrap_err().reason(), Reason::VALUE_UNKNOWN);
    }
}
