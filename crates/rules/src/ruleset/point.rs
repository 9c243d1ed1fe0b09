//! The points in which rulesets differ, and rulesets as text: a name, then each overridden point.

use std::fmt;
use std::str::FromStr;

use super::{Auction, BombFactors, BombGrades, Doubling, OpenRule, PassOn, RocketPlace, Ruleset, Scoring, WildTime};
use crate::dealer::Dealer;
use crate::order::Order;
use crate::wild::Wilds;

/// One point in which rulesets differ: its name, its effect, its possible values, and functions to read and set it.
pub struct Point {
    /// The name in overrides.
    pub name: &'static str,
    /// The effect of the point, in words.
    pub about: &'static str,
    /// Every value that the point can have.
    pub values: &'static [&'static str],
    get: fn(&Ruleset) -> &'static str,
    set: fn(&mut Ruleset, &str),
}

impl Point {
    /// Returns this point's value in a ruleset.
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

/// Every point that may be overridden.
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
        "Whether any triple, airplane, four and shuttle may carry, or three and four fives alone, and only in a lead."
    ),
    flag!("triple-over-small", triple_over_small, "Any triple answers any single or pair."),
    flag!("pass-card", pass_card, "A single 2 answers any combo without a joker."),
    choice!(
        "auction",
        auction,
        &["score", "first-score", "rounds", "call-rob", "take-it"],
        [
            "score" = Auction::Score,
            "first-score" = Auction::FirstScore,
            "rounds" = Auction::Rounds,
            "call-rob" = Auction::CallRob,
            "take-it" = Auction::TakeIt
        ],
        "How the landlord is found."
    ),
    choice!(
        "doubling",
        doubling,
        &["none", "double", "super"],
        ["none" = Doubling::None, "double" = Doubling::Double, "super" = Doubling::Super],
        "Which doublings a seat may announce after the auction."
    ),
    choice!(
        "open-hand",
        open_hand,
        &["no", "yes", "deal"],
        ["no" = OpenRule::No, "yes" = OpenRule::Landlord, "deal" = OpenRule::Deal],
        "Who may lay the hand open: no chair, the landlord for twice the stake, or every chair from the deal on."
    ),
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
    choice!(
        "wilds",
        wild_ranks,
        &["0", "1", "2"],
        ["0" = 0, "1" = 1, "2" = 2],
        "How many ranks are drawn in each hand whose cards may stand for others."
    ),
    choice!(
        "wild-shown",
        wild_shown,
        &["dealt", "landlord"],
        ["dealt" = WildTime::Dealt, "landlord" = WildTime::Landlord],
        "Whether the first wild rank is shown before the first call, or once the landlord is found."
    ),
    choice!(
        "bomb-grades",
        bomb_grades,
        &["flat", "soft", "pure", "wild", "mixed"],
        [
            "flat" = BombGrades::Flat,
            "soft" = BombGrades::Soft,
            "pure" = BombGrades::Pure,
            "wild" = BombGrades::Wild,
            "mixed" = BombGrades::Mixed
        ],
        "Which bombs of four cards are stronger by their wild cards, before the rank is asked."
    ),
    flag!(
        "long-grades",
        long_grades,
        "Of two bombs of five and more cards and of one size the all-wild one is higher."
    ),
    choice!(
        "rocket",
        rocket,
        &["top", "over-fours", "over-hard"],
        ["top" = RocketPlace::Top, "over-fours" = RocketPlace::OverFours, "over-hard" = RocketPlace::OverHard],
        "Whether the rocket beats every bomb, those of four cards, or those of four cards that are not all wild."
    ),
    choice!(
        "chain-bomb",
        chain_bomb,
        &["no", "hard"],
        ["no" = false, "hard" = true],
        "Whether consecutive fours of natural cards are a bomb above the rocket."
    ),
    choice!(
        "bomb-factors",
        bomb_factors,
        &["double", "laizi", "tiandi", "tiandi-8"],
        [
            "double" = BombFactors::Double,
            "laizi" = BombFactors::Laizi,
            "tiandi" = BombFactors::Tiandi,
            "tiandi-8" = BombFactors::Tiandi8
        ],
        "What a bomb multiplies the stakes by: always 2, by its grade, or by grade and size."
    ),
    choice!(
        "dealer",
        dealer,
        &["random", "blocks", "clusters", "recycled"],
        [
            "random" = Dealer::Random,
            "blocks" = Dealer::Blocks,
            "clusters" = Dealer::Clusters,
            "recycled" = Dealer::Recycled
        ],
        "How the cards are dealt: well shuffled, or from a deck that keeps much of its order."
    ),
    choice!(
        "doubling-reach",
        doubling_reaches_all,
        &["own", "all"],
        ["own" = false, "all" = true],
        "Whether a peasant's doubling multiplies that seat's stake alone, or both."
    ),
    choice!(
        "factor-cap",
        factor_cap,
        &["0", "32", "64", "128", "256"],
        ["0" = 0, "32" = 32, "64" = 64, "128" = 128, "256" = 256],
        "The most that robs, bombs, an open hand and a spring multiply the stakes by; 0 is no limit."
    ),
    choice!(
        "pass-on",
        pass_on,
        &["none", "next", "previous"],
        ["none" = PassOn::None, "next" = PassOn::Next, "previous" = PassOn::Previous],
        "To whom each chair gives three cards after the deal, all at once."
    ),
];

const NOT_WITH_WILDS: &[(&str, &str)] = &[
    ("wings-quad-as-pairs", "yes"),
    ("order", "journey"),
    ("kickers", "fives"),
    ("triple-over-small", "yes"),
    ("pass-card", "yes"),
    ("scoring", "cards"),
];

/// Pairs of values that are refused together. Consecutive fours are either a shuttle or a chain bomb. And the rocket can rank between hard
/// and all-wild fours only if these grades count.
const NOT_TOGETHER: &[[(&str, &str); 2]] = &[
    [("shuttle", "yes"), ("chain-bomb", "hard")],
    [("rocket", "over-hard"), ("bomb-grades", "flat")],
    [("rocket", "over-hard"), ("bomb-grades", "soft")],
];

impl Ruleset {
    /// Returns the same ruleset with one point changed and no wild rank shown.
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
        self.shown = Wilds::NONE;
        let holds = |(name, value): &(&str, &str)| {
            POINTS.iter().any(|point| point.name == *name && point.value(&self) == *value)
        };
        if let Some(&(point, value)) = NOT_WITH_WILDS.iter().find(|row| self.wild_ranks > 0 && holds(row)) {
            return Err(RulesetError::NotWithWilds { point, value });
        }
        match NOT_TOGETHER.iter().find(|row| row.iter().all(holds)) {
            Some(&[one, other]) => Err(RulesetError::NotTogether { one, other }),
            None => Ok(self),
        }
    }
}

/// The name, then each overridden point: `classic auction=call-rob spring=1`.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Ruleset::named(self.name).expect("a ruleset is made from a named row");
        f.write_str(self.name)?;
        // A fast path for a ruleset without overrides.
        if self.without_wilds() == *base {
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

    /// Reads the text that [`fmt::Display`] writes. A comma counts as a space.
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
                // For a bad value the place is that of the value, for any other error that of the point.
                let culprit = if matches!(why, RulesetError::BadValue { .. }) { value } else { point };
                within(culprit, why)
            })
        })
    }
}

fn ruleset_names() -> String {
    Ruleset::NATURAL.into_iter().chain(Ruleset::WILD).map(|row| row.name).collect::<Vec<_>>().join(", ")
}

fn point_names() -> String {
    POINTS.iter().map(|point| point.name).collect::<Vec<_>>().join(", ")
}

/// The reason why a ruleset is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The text has no name.
    #[error("no ruleset is named; there are {}", ruleset_names())]
    Empty,
    /// An error with its place in the text.
    #[error("character {at}: {why}")]
    InText {
        /// The place of the character, counted from 1.
        at: usize,
        /// The fault there.
        why: Box<RulesetError>,
    },
    /// No ruleset has that name.
    #[error("no ruleset is named {name:?}; there are {}", ruleset_names())]
    UnknownName {
        /// The name.
        name: String,
    },
    /// No point has that name.
    #[error("no point of a ruleset is named {point:?}; there are {}", point_names())]
    UnknownPoint {
        /// The point.
        point: String,
    },
    /// An override has no `=value`.
    #[error("{word:?} overrides nothing: write point=value")]
    NoValue {
        /// The word.
        word: String,
    },
    /// The point cannot take that value.
    #[error("{point} cannot be {value:?}; it may be {}", values.join(", "))]
    BadValue {
        /// The point's name.
        point: &'static str,
        /// The requested value.
        value: String,
        /// The allowed values.
        values: &'static [&'static str],
    },
    /// The value of a point is refused in a ruleset with wild ranks.
    #[error("{point}={value} does not go with wild ranks: wilds must be 0")]
    NotWithWilds {
        /// The point's name.
        point: &'static str,
        /// Its value.
        value: &'static str,
    },
    /// The values of two points contradict each other.
    #[error("{}={} does not go with {}={}", one.0, one.1, other.0, other.1)]
    NotTogether {
        /// A point and its value.
        one: (&'static str, &'static str),
        /// The other point and its value.
        other: (&'static str, &'static str),
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_allowed_value_of_every_point_round_trips() {
        for base in Ruleset::NATURAL.into_iter().chain(Ruleset::WILD) {
            assert_eq!(base.to_string().parse(), Ok(*base));
            for point in POINTS {
                for value in point.values {
                    let changed = match base.with(point.name, value) {
                        Err(RulesetError::NotWithWilds { .. }) if base.wild_ranks > 0 || point.name == "wilds" => {
                            continue;
                        }
                        Err(RulesetError::NotTogether { .. }) => {
                            assert!(["chain-bomb", "shuttle", "rocket", "bomb-grades"].contains(&point.name));
                            continue;
                        }
                        changed => changed.expect("listed values are accepted"),
                    };
                    assert_eq!(point.value(&changed), *value);
                    assert_eq!(changed.to_string().parse(), Ok(changed));
                }
            }
        }
    }

    #[test]
    fn errors_name_what_was_wrong() {
        let error = |text: &str| text.parse::<Ruleset>().expect_err("bad ruleset").to_string();
        assert!(error("").starts_with("no ruleset is named; there are classic,"));
        assert!(error(" poker").starts_with("character 2: no ruleset is named \"poker\"; there are classic,"));
        assert!(error("classic dealing=fair").starts_with("character 9: no point of a ruleset is named \"dealing\""));
        assert_eq!(error("classic, spring"), "character 10: \"spring\" overrides nothing: write point=value");
        let clash = "character 9: order=journey does not go with wild ranks: wilds must be 0";
        assert_eq!(error("journey wilds=1"), clash);
        assert_eq!(error("laizi-tiandi order=journey"), clash.replace(" 9:", " 14:"));
        assert_eq!(error("shuttle chain-bomb=hard"), "character 9: shuttle=yes does not go with chain-bomb=hard");
        assert_eq!(
            error("laizi rocket=over-hard bomb-grades=soft"),
            "character 24: rocket=over-hard does not go with bomb-grades=soft"
        );
        assert_eq!(error("classic wing-copies=5"), "character 21: wing-copies cannot be \"5\"; it may be 1, 2, 3, 4");
    }
}
