//! Chairs and seats. The three chairs are named by the order of speaking. When the landlord is known, each chair also has a seat, named by
//! its role.

use std::fmt;

/// A place at the table, named by its order in the auction. Play goes round the table in the same order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Chair {
    /// The chair that speaks first in an auction.
    First,
    /// The chair that speaks second in an auction.
    Second,
    /// The chair that speaks third in an auction.
    Third,
}

/// A role in the play, after the landlord is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Seat {
    /// 地主: plays alone against the two others and leads first.
    Landlord,
    /// 下家: the peasant who plays right after the landlord.
    Down,
    /// 上家: the peasant who plays right before the landlord.
    Up,
}

/// The seats that win together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// 地主
    Landlord,
    /// 农民
    Peasants,
}

macro_rules! ring {
    ($type:ident: $a:ident $b:ident $c:ident, $an:literal $bn:literal $cn:literal) => {
        impl $type {
            /// All three values, in the order of play.
            pub const ALL: [$type; 3] = [$type::$a, $type::$b, $type::$c];

            /// Returns the next value in the order of play.
            #[inline]
            pub const fn next(self) -> $type {
                match self {
                    $type::$a => $type::$b,
                    $type::$b => $type::$c,
                    $type::$c => $type::$a,
                }
            }

            /// Returns the value before this one in the order of play.
            #[inline]
            pub const fn previous(self) -> $type {
                self.next().next()
            }

            /// Returns the position of this value in [`Self::ALL`].
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the number of steps in the order of play from this value to `other`: 0 to 2.
            #[inline]
            pub const fn steps_to(self, other: $type) -> usize {
                (other as usize + 3 - self as usize) % 3
            }

            /// Returns the name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $type::$a => $an,
                    $type::$b => $bn,
                    $type::$c => $cn,
                }
            }

            /// Returns the value with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

ring!(Chair: First Second Third, "first" "second" "third");
ring!(Seat: Landlord Down Up, "landlord" "down" "up");

impl Chair {
    /// Returns the seat of this chair if the chair `landlord` is the landlord.
    #[inline]
    pub const fn seat(self, landlord: Chair) -> Seat {
        Seat::ALL[landlord.steps_to(self)]
    }
}

impl Seat {
    /// Returns the number of seats that have passed on a combo of `owner`, if this seat is on turn: 0 or 1. `None` if both have, so that
    /// the owner leads.
    #[inline]
    pub const fn passes_since(self, owner: Seat) -> Option<u8> {
        (owner.steps_to(self) as u8).checked_sub(1)
    }

    /// Returns the chair of this seat if the chair `landlord` is the landlord.
    #[inline]
    pub const fn chair(self, landlord: Chair) -> Chair {
        Chair::ALL[(landlord as usize + self as usize) % 3]
    }

    /// Returns the side of this seat.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Seat::Landlord => Side::Landlord,
            Seat::Down | Seat::Up => Side::Peasants,
        }
    }

    /// Returns the other peasant; `None` for the landlord.
    #[inline]
    pub const fn partner(self) -> Option<Seat> {
        match self {
            Seat::Landlord => None,
            Seat::Down => Some(Seat::Up),
            Seat::Up => Some(Seat::Down),
        }
    }
}

impl Side {
    /// Returns the name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Landlord => "landlord",
            Side::Peasants => "peasants",
        }
    }

    /// Returns the other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Landlord => Side::Peasants,
            Side::Peasants => Side::Landlord,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
