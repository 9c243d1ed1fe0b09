//! A hand of the game as a caller tells it. This crate reads the message `Hand` and its events, plays them by [`rules`], and says what each
//! chair knows.
//!
//! Read [`read`] first: it makes a [`hand::Game`] from a message. A refused message becomes a [`refusal::Refusal`], which can name a field.

/// Declares an enum whose variants have names outside the program: in metrics, in files or in the contract. Each variant is written beside
/// its name. The enum has a list of its variants and a list of their names in the same order.
#[macro_export]
macro_rules! closed_set {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// All variants.
            pub const ALL: &[$name] = &[$($name::$variant),+];
            /// The names of all variants.
            pub const NAMES: &[&str] = &[$($text),+];

            /// Returns its name outside the program.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
}

pub mod refusal;
pub mod names;
pub mod cards;
pub mod event;
pub mod hand;
pub mod read;
