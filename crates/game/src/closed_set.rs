//! Sets of values that have a name outside the program: in metrics, in files or in the contract. Each variant is written beside its name.

/// Declares an enum whose variants have names, with a list of the variants and a list of the names in the same order.
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
