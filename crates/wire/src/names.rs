//! Conversions between enums of the wire and of the rules. Unspecified reads as `None`.

use rules::card::Codec;
use rules::{Call, Chair, Raise, Side};

use crate::v1;

macro_rules! enum_conversions {
    ($theirs:ty, $ours:ty, [$($name:ident = $mine:pat => $value:expr),+ $(,)?]) => {
        impl From<$ours> for $theirs {
            fn from(value: $ours) -> $theirs {
                match value { $($mine => <$theirs>::$name,)+ }
            }
        }

        impl From<$theirs> for Option<$ours> {
            fn from(value: $theirs) -> Option<$ours> {
                match value {
                    $(<$theirs>::$name => Some($value),)+
                    <$theirs>::Unspecified => None,
                }
            }
        }
    };
    // The same names on both sides.
    ($theirs:ty, $ours:ident, [$($name:ident),+ $(,)?]) => {
        enum_conversions!($theirs, $ours, [$($name = $ours::$name => $ours::$name),+]);
    };
}

enum_conversions!(v1::Chair, Chair, [First, Second, Third]);

enum_conversions!(v1::Side, Side, [Landlord, Peasants]);

enum_conversions!(v1::Call, Call, [
    Pass = Call::Pass => Call::Pass,
    Score1 = Call::Score(1) => Call::Score(1),
    Score2 = Call::Score(2) => Call::Score(2),
    Score3 = Call::Score(_) => Call::Score(3),
    Call = Call::Call => Call::Call,
    Rob = Call::Rob => Call::Rob,
    Take = Call::Take => Call::Take,
]);

enum_conversions!(v1::Doubling, Raise, [
    None = Raise::Plain => Raise::Plain,
    Double = Raise::Double => Raise::Double,
    Super = Raise::Super => Raise::Super,
]);

impl From<&Codec> for v1::CardCodec {
    fn from(codec: &Codec) -> v1::CardCodec {
        let place = Codec::ALL.iter().position(|one| one == codec);
        let number = |place| v1::CardCodec::try_from(place as i32 + 1).expect("the proto lists them in the same order");
        place.map_or(v1::CardCodec::Own, number)
    }
}

/// A backend's own codec reads as `None` too, because its numbers are in another field.
impl From<v1::CardCodec> for Option<Codec> {
    fn from(codec: v1::CardCodec) -> Option<Codec> {
        Codec::ALL.into_iter().nth((codec as usize).checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_enums_read_back() {
        for it in Chair::ALL {
            assert_eq!(Option::<Chair>::from(v1::Chair::from(it)), Some(it));
        }
        for it in Call::ALL {
            assert_eq!(Option::<Call>::from(v1::Call::from(it)), Some(it));
        }
        for it in Raise::ALL {
            assert_eq!(Option::<Raise>::from(v1::Doubling::from(it)), Some(it));
        }
        for it in Codec::ALL {
            let written = v1::CardCodec::from(&it);
            assert_eq!(written.as_str_name(), format!("CARD_CODEC_{}", it.name()));
            assert_eq!(Option::<Codec>::from(written), Some(it));
        }
        assert_eq!(Option::<Chair>::from(v1::Chair::Unspecified), None);
    }
}
