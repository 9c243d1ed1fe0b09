//! Rulesets are data: a named row of points, each of which a caller may override. Real tables differ in these
//! corners, and a bot must agree with its backend in every one of them. `docs/RULES.md` documents each point.

use std::fmt;
use std::str::FromStr;

use crate::combo::Combo;
use crate::hand::{Hand, Ranks};
use crate::order::Order;
use crate::rank::Rank;
use crate::shape::Kind;

/// What the players are asked before the first lead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Auction {
    /// 叫分: each seat once says 0, 1, 2 or 3, higher than before; 3 ends it.
    Score,
    /// 叫地主 then 抢地主: one calls, the others may rob, the caller may rob back once; each rob doubles.
    CallRob,
    /// 取经 / 不取: the first to take ends it; when nobody does, a drawn seat is appointed.
    TakeIt,
}

/// Which doublings 加倍 a seat may announce after the auction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubling {
    /// None is asked.
    None,
    /// A seat may double its own stake.
    Double,
    /// It may also redouble 超级加倍: four times.
    Super,
}

/// What a hand is settled in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// The losers pay the winners the multiplied stake.
    Stakes,
    /// Each seat scores the cards of the rounds that it won 积分.
    Cards,
}

/// A named row of points. Make a variant with [`Ruleset::with`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    name: &'static str,
    pub(crate) wing_copies_max: u8,
    pub(crate) wings_rocket: bool,
    pub(crate) wings_lengthen: bool,
    pub(crate) wings_quad_as_pairs: bool,
    pub(crate) four_singles: bool,
    pub(crate) four_pair_as_singles: bool,
    pub(crate) four_rocket: bool,
    pub(crate) four_pairs: bool,
    pub(crate) shuttle: bool,
    pub(crate) shuttle_wings: bool,
    pub(crate) order: Order,
    pub(crate) fives_carry: bool,
    pub(crate) triple_over_small: bool,
    pub(crate) pass_card: bool,
    pub(crate) scoring: Scoring,
    pub(crate) auction: Auction,
    pub(crate) doubling: Doubling,
    pub(crate) open_hand: bool,
    pub(crate) spring: u8,
    pub(crate) anti_spring: u8,
}

impl Ruleset {
    /// The default; answers each corner as RLCard does.
    pub const CLASSIC: Ruleset = Ruleset {
        name: "classic",
        wing_copies_max: 3,
        wings_rocket: false,
        wings_lengthen: false,
        wings_quad_as_pairs: false,
        four_singles: true,
        four_pair_as_singles: true,
        four_rocket: false,
        four_pairs: true,
        shuttle: false,
        shuttle_wings: false,
        order: Order::PRINTED,
        fives_carry: false,
        triple_over_small: false,
        pass_card: false,
        scoring: Scoring::Stakes,
        auction: Auction::Score,
        doubling: Doubling::None,
        open_hand: false,
        spring: 2,
        anti_spring: 2,
    };
    /// Answers each corner as DouZero's move generator does, so that we can sit at its table.
    pub const DOUZERO: Ruleset = Ruleset {
        name: "douzero",
        wing_copies_max: 4,
        wings_rocket: true,
        wings_lengthen: true,
        four_rocket: true,
        ..Ruleset::CLASSIC
    };
    /// Wings all different; consecutive fours with and without wings.
    pub const BOTZONE: Ruleset = Ruleset {
        name: "botzone",
        wing_copies_max: 1,
        wings_rocket: true,
        four_pair_as_singles: false,
        four_rocket: true,
        shuttle: true,
        shuttle_wings: true,
        ..Ruleset::CLASSIC
    };
    /// The command-line game of that name: a pair may ride as two singles, three equal cards may not.
    pub const RATEL: Ruleset = Ruleset {
        name: "ratel",
        wing_copies_max: 2,
        wings_rocket: true,
        four_pair_as_singles: false,
        four_rocket: true,
        shuttle: true,
        shuttle_wings: true,
        auction: Auction::CallRob,
        ..Ruleset::CLASSIC
    };
    /// The written rules of the card game site: wings all different, no rocket among them.
    pub const PAGAT: Ruleset =
        Ruleset { name: "pagat", wing_copies_max: 1, four_pair_as_singles: false, ..Ruleset::CLASSIC };
    /// `classic` with consecutive fours, bare and with wings.
    pub const SHUTTLE: Ruleset = Ruleset { name: "shuttle", shuttle: true, shuttle_wings: true, ..Ruleset::CLASSIC };

    /// The Journey to the West 西游记: an order of its own, a pass card, and only the monkey king's cards carry.
    pub const JOURNEY: Ruleset = Ruleset {
        name: "journey",
        order: Order::JOURNEY,
        fives_carry: true,
        triple_over_small: true,
        pass_card: true,
        scoring: Scoring::Cards,
        auction: Auction::TakeIt,
        ..Ruleset::CLASSIC
    };

    /// Every named ruleset, the default first.
    pub const ALL: [&'static Ruleset; 7] = [
        &Ruleset::CLASSIC,
        &Ruleset::DOUZERO,
        &Ruleset::BOTZONE,
        &Ruleset::RATEL,
        &Ruleset::PAGAT,
        &Ruleset::SHUTTLE,
        &Ruleset::JOURNEY,
    ];

    /// The row's name; overrides do not change it, [`fmt::Display`] shows them.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How the landlord is found.
    pub const fn auction(&self) -> Auction {
        self.auction
    }

    /// Which doublings may be announced.
    pub const fn doubling(&self) -> Doubling {
        self.doubling
    }

    /// Whether the landlord may show the hand for twice the stake.
    pub const fn open_hand(&self) -> bool {
        self.open_hand
    }

    /// How many equal cards may ride as single wings of a chain.
    pub const fn wing_copies_max(&self) -> u8 {
        self.wing_copies_max
    }

    /// Whether both jokers may ride together with a chain.
    pub const fn wings_rocket(&self) -> bool {
        self.wings_rocket
    }

    /// Whether wings may hold what would have lengthened their chain.
    pub const fn wings_lengthen(&self) -> bool {
        self.wings_lengthen
    }

    /// Whether four equal cards may ride as two pair wings of a chain.
    pub const fn wings_quad_as_pairs(&self) -> bool {
        self.wings_quad_as_pairs
    }

    /// Whether the two singles of a four may be a pair.
    pub const fn four_pair_as_singles(&self) -> bool {
        self.four_pair_as_singles
    }

    /// Whether the two singles of a four may be both jokers.
    pub const fn four_rocket(&self) -> bool {
        self.four_rocket
    }

    /// Which rank is stronger, where single cards and groups are compared.
    #[inline]
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Whether fives alone carry, and only in a lead.
    pub const fn fives_carry(&self) -> bool {
        self.fives_carry
    }

    /// Whether a triple may answer any single or pair.
    pub const fn triple_over_small(&self) -> bool {
        self.triple_over_small
    }

    /// Whether a 2 may answer whatever holds no joker.
    pub const fn pass_card(&self) -> bool {
        self.pass_card
    }

    /// What a hand is settled in.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Whether a combo is answered by a higher one of its kind, by bombs and by the rocket, ranks being as strong as
    /// printed. Shortcuts that build on this ask here first.
    #[inline]
    pub const fn is_plain(&self) -> bool {
        // One test instead of four, on paths that take a few nanoseconds.
        self.order.is_printed() & !(self.fives_carry | self.triple_over_small | self.pass_card)
    }

    /// The named row of this name.
    pub fn named(name: &str) -> Option<&'static Ruleset> {
        Ruleset::ALL.into_iter().find(|row| row.name == name)
    }

    /// The same row with one point changed.
    ///
    /// ```
    /// use rules::Ruleset;
    /// let ours = Ruleset::CLASSIC.with("auction", "call-rob")?;
    /// assert_eq!(ours.to_string(), "classic auction=call-rob");
    /// assert!(Ruleset::CLASSIC.with("auction", "poker").is_err());
    /// # Ok::<(), rules::RulesetError>(())
    /// ```
    pub fn with(mut self, point: &str, value: &str) -> Result<Ruleset, RulesetError> {
        let row = POINTS.iter().find(|row| row.name == point);
        let row = row.ok_or_else(|| RulesetError::UnknownPoint { point: point.to_owned() })?;
        if !row.values.contains(&value) {
            return Err(RulesetError::BadValue { point: row.name, value: value.to_owned(), values: row.values });
        }
        (row.set)(&mut self, value);
        Ok(self)
    }

    /// Whether combos of this kind exist here.
    pub const fn allows(&self, kind: Kind) -> bool {
        match kind {
            Kind::AirplaneSingles | Kind::AirplanePairs => !self.fives_carry,
            Kind::FourSingles => self.four_singles,
            Kind::FourPairs => self.four_pairs,
            Kind::Shuttle => self.shuttle,
            Kind::ShuttleSingles | Kind::ShuttlePairs => self.shuttle_wings && !self.fives_carry,
            _ => true,
        }
    }

    /// Whether `play` may be laid on `standing`.
    #[inline]
    pub fn beats(&self, play: Combo, standing: Combo) -> bool {
        match (play.kind(), standing.kind()) {
            (_, Kind::Rocket) => false,
            (Kind::Rocket, _) => true,
            (Kind::Bomb, other) if other != Kind::Bomb => self.bombs_on(standing).has(play.key()),
            (kind, other) => {
                let same = kind == other && play.run() == standing.run() && !self.is_only_led(kind);
                (same && self.above(standing).has(play.key())) || self.answers_otherwise(play, standing)
            }
        }
    }

    /// The keys that are higher than a combo's among its own kind: runs go by what is printed, all else by the order.
    #[inline]
    pub fn above(&self, combo: Combo) -> Ranks {
        if combo.run() == 1 { self.order.above(combo.key()) } else { Ranks::printed_above(combo.key()) }
    }

    /// How high a combo's key stands, 0 to 14: what is compared among its own kind.
    #[inline]
    pub fn height(&self, combo: Combo) -> usize {
        if combo.run() == 1 { self.order.place(combo.key()) } else { combo.key().index() }
    }

    /// The ranks of which four answer a combo. What fives carry yields only to bombs above the fives.
    #[inline]
    pub fn bombs_on(&self, standing: Combo) -> Ranks {
        match standing.kind() {
            Kind::Rocket => Ranks::NONE,
            Kind::Bomb => self.order.above(standing.key()),
            kind if self.is_only_led(kind) => self.order.above(Rank::FIVE),
            _ => Ranks::ALL,
        }
    }

    /// The ranks of which three answer a combo of another kind.
    #[inline]
    pub fn triples_on(&self, standing: Combo) -> Ranks {
        let small = matches!(standing.kind(), Kind::Single | Kind::Pair);
        if self.triple_over_small && small { Ranks::ALL } else { Ranks::NONE }
    }

    /// Whether a 2 answers a combo because it is the pass card 过.
    #[inline]
    pub fn passes_over(&self, standing: Combo) -> bool {
        self.pass_card && standing.cards().only(Ranks::JOKERS).is_empty()
    }

    /// Whether this kind may be led and never follows.
    #[inline]
    pub const fn is_only_led(&self, kind: Kind) -> bool {
        self.fives_carry && kind.shape().wings_per_rank > 0
    }

    /// Answers of another kind than what stands, bombs and the rocket aside.
    fn answers_otherwise(&self, play: Combo, standing: Combo) -> bool {
        let triple = play.kind() == Kind::Triple && self.triples_on(standing).has(play.key());
        triple || (play.cards() == Hand::one(Rank::TWO) && self.passes_over(standing))
    }

    /// Whether a play of this kind doubles the stakes.
    pub const fn doubles_stakes(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Bomb | Kind::Rocket | Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs)
    }
}

/// One point in which rulesets differ: its name, what it decides, the values it may take, and how it is read and set.
pub struct Point {
    /// The name in overrides.
    pub name: &'static str,
    /// What it decides, as a sentence.
    pub about: &'static str,
    /// Every value it may take.
    pub values: &'static [&'static str],
    get: fn(&Ruleset) -> &'static str,
    set: fn(&mut Ruleset, &str),
}

impl Point {
    /// This point's value in a ruleset.
    pub fn value(&self, rules: &Ruleset) -> &'static str {
        (self.get)(rules)
    }
}

const YES_NO: &[&str] = &["no", "yes"];
const FACTORS: &[&str] = &["1", "2"];

const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

macro_rules! flag {
    ($name:literal, $field:ident, $about:literal) => {
        Point {
            name: $name,
            about: $about,
            values: YES_NO,
            get: |rules| yes_no(rules.$field),
            set: |rules, value| rules.$field = value == "yes",
        }
    };
}

macro_rules! choice {
    ($name:literal, $field:ident, $values:expr, [$($text:literal = $value:expr),+], $about:literal) => {
        Point {
            name: $name,
            about: $about,
            values: $values,
            get: |rules| match rules.$field {
                $(v if v == $value => $text,)+
                _ => unreachable!("every value of the field has a name"),
            },
            set: |rules, value| {
                $(if value == $text { rules.$field = $value; })+
            },
        }
    };
}

/// Every point that may be overridden, in the order of `docs/RULES.md`.
pub const POINTS: &[Point] = &[
    choice!(
        "wing-copies",
        wing_copies_max,
        &["1", "2", "3", "4"],
        ["1" = 1, "2" = 2, "3" = 3, "4" = 4],
        "How many equal cards may ride as single wings of an airplane or shuttle."
    ),
    flag!("wings-rocket", wings_rocket, "Both jokers may ride together as wings of an airplane or shuttle."),
    flag!("wings-lengthen", wings_lengthen, "Wings may hold a triple next to the chain that would have lengthened it."),
    flag!("wings-quad-as-pairs", wings_quad_as_pairs, "Four equal cards may ride as two pair wings."),
    flag!("four-singles", four_singles, "Four with two singles exists."),
    flag!("four-pair-as-singles", four_pair_as_singles, "The two singles of a four may be a pair."),
    flag!("four-rocket", four_rocket, "The two singles of a four may be both jokers."),
    flag!("four-pairs", four_pairs, "Four with two pairs exists."),
    flag!("shuttle", shuttle, "Consecutive fours may be played bare."),
    flag!("shuttle-wings", shuttle_wings, "Consecutive fours may carry two singles or two pairs each."),
    choice!(
        "order",
        order,
        &["printed", "journey"],
        ["printed" = Order::PRINTED, "journey" = Order::JOURNEY],
        "Which rank is stronger where single cards, pairs, triples and fours are compared."
    ),
    choice!(
        "kickers",
        fives_carry,
        &["any", "fives"],
        ["any" = false, "fives" = true],
        "Whether any triple, four and chain may carry, or three and four fives alone, and only in a lead."
    ),
    flag!("triple-over-small", triple_over_small, "Any triple answers any single or pair."),
    flag!("pass-card", pass_card, "A single 2 answers any combo without a joker."),
    choice!(
        "auction",
        auction,
        &["score", "call-rob", "take-it"],
        ["score" = Auction::Score, "call-rob" = Auction::CallRob, "take-it" = Auction::TakeIt],
        "How the landlord is found."
    ),
    choice!(
        "doubling",
        doubling,
        &["none", "double", "super"],
        ["none" = Doubling::None, "double" = Doubling::Double, "super" = Doubling::Super],
        "Which doublings a seat may announce after the auction."
    ),
    flag!("open-hand", open_hand, "The landlord may show the hand for twice the stake."),
    choice!(
        "scoring",
        scoring,
        &["stakes", "cards"],
        ["stakes" = Scoring::Stakes, "cards" = Scoring::Cards],
        "Whether the losers pay a stake, or each seat scores the cards of the rounds that it won."
    ),
    choice!("spring", spring, FACTORS, ["1" = 1, "2" = 2], "Factor of a hand in which no peasant played a card."),
    choice!(
        "anti-spring",
        anti_spring,
        FACTORS,
        ["1" = 1, "2" = 2],
        "Factor of a hand in which the landlord played only once and lost."
    ),
];

/// The name, then each overridden point: `classic auction=call-rob spring=1`.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Ruleset::named(self.name).expect("a ruleset is made from a named row");
        f.write_str(self.name)?;
        // Every answer and every replay line names its ruleset, and nearly all are rows as they stand.
        if self == base {
            return Ok(());
        }
        for point in POINTS.iter().filter(|point| point.value(self) != point.value(base)) {
            write!(f, " {}={}", point.name, point.value(self))?;
        }
        Ok(())
    }
}

impl FromStr for Ruleset {
    type Err = RulesetError;

    /// Reads what [`fmt::Display`] writes; commas serve as spaces.
    fn from_str(text: &str) -> Result<Ruleset, RulesetError> {
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        let mut words = text.split(is_gap).filter(|word| !word.is_empty());
        let place = |word: &str| text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
        let within = |word: &str, why| RulesetError::InText { at: place(word), why: Box::new(why) };

        let name = words.next().ok_or(RulesetError::Empty)?;
        let unknown = || within(name, RulesetError::UnknownName { name: name.to_owned() });
        let base = Ruleset::named(name).ok_or_else(unknown)?;
        words.try_fold(*base, |rules, word| {
            let no_value = || within(word, RulesetError::NoValue { word: word.to_owned() });
            let (point, value) = word.split_once('=').ok_or_else(no_value)?;
            rules.with(point, value).map_err(|why| {
                // The value is to blame, unless the point is.
                let culprit = if matches!(why, RulesetError::BadValue { .. }) { value } else { point };
                within(culprit, why)
            })
        })
    }
}

fn names() -> String {
    Ruleset::ALL.map(|row| row.name).join(", ")
}

fn point_names() -> String {
    POINTS.iter().map(|point| point.name).collect::<Vec<_>>().join(", ")
}

/// Why a text names no ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// A text without a name.
    #[error("no ruleset is named; there are {}", names())]
    Empty,
    /// What follows, and where in the text it stands.
    #[error("character {at}: {why}")]
    InText {
        /// Which character, counted from 1.
        at: usize,
        /// What is wrong there.
        why: Box<RulesetError>,
    },
    /// No row has that name.
    #[error("no ruleset is named {name:?}; there are {}", names())]
    UnknownName {
        /// What was asked for.
        name: String,
    },
    /// No point has that name.
    #[error("no point of a ruleset is named {point:?}; there are {}", point_names())]
    UnknownPoint {
        /// What was asked for.
        point: String,
    },
    /// An override without `=value`.
    #[error("{word:?} overrides nothing: write point=value")]
    NoValue {
        /// What was read.
        word: String,
    },
    /// The point cannot take that value.
    #[error("{point} cannot be {value:?}; it may be {}", values.join(", "))]
    BadValue {
        /// The point's name.
        point: &'static str,
        /// What was asked for.
        value: String,
        /// What it may be.
        values: &'static [&'static str],
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_point_round_trips() {
        for base in Ruleset::ALL {
            assert_eq!(base.to_string().parse(), Ok(*base));
            for point in POINTS {
                for value in point.values {
                    let changed = base.with(point.name, value).expect("listed values are accepted");
                    assert_eq!(point.value(&changed), *value);
                    assert_eq!(changed.to_string().parse(), Ok(changed));
                }
            }
        }
    }

    #[test]
    fn points_are_described() {
        for (index, point) in POINTS.iter().enumerate() {
            assert!(point.about.ends_with('.'), "{}", point.name);
            assert!(POINTS[..index].iter().all(|other| other.name != point.name), "{}", point.name);
        }
    }

    #[test]
    fn errors_name_what_was_wrong() {
        let error = |text: &str| text.parse::<Ruleset>().expect_err("bad ruleset").to_string();
        assert!(error("").starts_with("no ruleset is named; there are classic,"));
        assert!(error(" poker").starts_with("character 2: no ruleset is named \"poker\"; there are classic,"));
        assert!(error("classic dealing=fair").starts_with("character 9: no point of a ruleset is named \"dealing\""));
        assert_eq!(error("classic, spring"), "character 10: \"spring\" overrides nothing: write point=value");
        assert_eq!(error("classic wing-copies=5"), "character 21: wing-copies cannot be \"5\"; it may be 1, 2, 3, 4");
    }
}
