//! Sets of values that have a name outside of the program: in metrics, in files or in the contract. Each variant stands beside its name.

/// An enum whose variants have names, with the list of all and the names of all in the same order.
#[macro_export]
macro_rules! closed_set {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// Every one.
            pub const ALL: &[$name] = &[$($name::$variant),+];
            /// The names of all.
            pub const NAMES: &[&str] = &[$($text),+];

            /// Returns its name outside of the program.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
}
