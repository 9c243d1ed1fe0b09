//! Profile: the data and methods that play a ruleset. Rulesets fall into three families; each family has its own nets, belief weights, bid
//! rows and evaluator. A ruleset with a point for which no data was made takes the data of the nearest family; [`FamilySource`] shows this.

use std::fmt;

use rules::ruleset::Scoring;
use rules::{Dealer, Order, Ruleset};

/// A family of rulesets that share data. A variant describes the rulesets for which the data was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The printed order of ranks, answers in kind, no wild rank.
    Plain,
    /// An order of its own and answers of another kind, as in the Journey to the West.
    Journey,
    /// One or two wild ranks.
    Wild,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 3] = [Family::Plain, Family::Journey, Family::Wild];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Plain => "plain",
            Family::Journey => "journey",
            Family::Wild => "wild",
        }
    }
}

/// The family whose data a capability takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FamilySource {
    /// The family.
    pub family: Family,
    /// True if the data was made for such rulesets; false if it is the nearest family's.
    pub is_own: bool,
}

impl fmt::Display for FamilySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family.name())?;
        f.write_str(if self.is_own { "" } else { " (nearest)" })
    }
}

/// The usual rates of players, of 1,000. Experience compares a player with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UsualRates {
    /// The turns with an enemy's standing combo that are answered.
    pub(crate) answers: u32,
    /// The guesses about a fourth card that come true.
    pub(crate) fourths: u32,
}

/// The data and methods that play a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    family: Family,
    /// True if the data was made for such rulesets.
    is_own: bool,
    /// True if the family has bid rows for such deals.
    has_dealer: bool,
    settles_stakes: bool,
}

/// The name of a kind of data, and the function that returns its source for a profile; `None` if no family has data that fits.
pub type DataSource = (&'static str, fn(&Profile) -> Option<FamilySource>);

/// Kinds of data that a family may have of its own, with their names in traces and documents.
pub const DATA_SOURCES: &[DataSource] = &[
    ("nets", |profile| Some(profile.source())),
    ("belief", |profile| Some(profile.source())),
    ("bids", |profile| Some(profile.bids_source())),
    ("evaluator", |profile| Some(profile.source())),
    ("rates", |profile| Some(profile.rates_source())),
    ("cases", Profile::cases_source),
];

impl Profile {
    /// Returns the profile of a ruleset.
    ///
    /// ```
    /// use engine::profile::Profile;
    /// use rules::Ruleset;
    /// let chained = Ruleset::CLASSIC.with("chain-bomb", "hard")?;
    /// let source = |rules: &Ruleset| Profile::of(rules).source().to_string();
    /// assert_eq!([source(&Ruleset::CLASSIC), source(&chained)], ["plain", "plain (nearest)"]);
    /// # Ok::<(), rules::ruleset::RulesetError>(())
    /// ```
    #[inline]
    pub fn of(rules: &Ruleset) -> Profile {
        let journey = journey_points(rules);
        let (family, is_own) = match (rules.wild_ranks() > 0, journey) {
            (true, _) => (Family::Wild, true),
            (false, 0) => (Family::Plain, true),
            // With one point of the Journey the nets of the plain family win more.
            (false, 1) => (Family::Plain, false),
            (false, points) => (Family::Journey, points == JOURNEY_POINTS),
        };
        Profile {
            family,
            is_own: is_own && !rules.chain_bomb(),
            has_dealer: family == Family::Plain || rules.dealer() == Dealer::Random,
            settles_stakes: rules.scoring() == Scoring::Stakes,
        }
    }

    /// Returns the source of the nets, of the belief's weights and of the evaluator.
    pub const fn source(&self) -> FamilySource {
        FamilySource { family: self.family, is_own: self.is_own }
    }

    /// Returns the family whose data decides.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// Returns the source of the rows that place a hand among all hands.
    pub const fn bids_source(&self) -> FamilySource {
        FamilySource { is_own: self.is_own && self.has_dealer, ..self.source() }
    }

    /// Returns the source of the rates with which experience compares players.
    pub const fn rates_source(&self) -> FamilySource {
        // The rates that were counted in the Journey serve wild ranks too.
        match self.family {
            Family::Wild => FamilySource { family: Family::Journey, is_own: false },
            _ => self.source(),
        }
    }

    /// Returns the source of the recorded cases; `None` if no recorded cases fit the ruleset.
    pub const fn cases_source(&self) -> Option<FamilySource> {
        match self.family {
            Family::Plain => Some(self.source()),
            Family::Journey if self.is_own => Some(self.source()),
            _ => None,
        }
    }

    /// Returns the name of the evaluator for personas that use points. With wild ranks, points judge the hand that
    /// the wild cards stand for.
    pub const fn evaluator_name(&self) -> &'static str {
        match self.family {
            Family::Plain => "points",
            Family::Journey => "matrix",
            Family::Wild => "stand-ins",
        }
    }

    /// True if points judge the hands of this family.
    pub(crate) const fn uses_points(&self) -> bool {
        !matches!(self.family, Family::Journey)
    }

    /// True if the nets may judge calls and doublings: their expectations can be placed among all hands.
    pub(crate) const fn bids_by_nets(&self) -> bool {
        matches!(self.family, Family::Plain)
    }

    /// True if a temperament's bid target up to a half is a share of all hands, as it was published. In other families it is a share of
    /// middling hands, so that no player bids on bad hands.
    pub(crate) const fn bids_on_shares(&self) -> bool {
        matches!(self.family, Family::Journey)
    }

    /// True if the belief models types of players: the types assume printed ranks and answers in kind.
    pub(crate) const fn models_types(&self) -> bool {
        matches!(self.family, Family::Plain)
    }

    /// True if the belief reads habits. With wild ranks only the evidence counts.
    pub(crate) const fn reads_habits(&self) -> bool {
        !matches!(self.family, Family::Wild)
    }

    /// True if the rows of `opponents::experience` apply that hold only in the plain family.
    pub(crate) const fn uses_plain_rows(&self) -> bool {
        matches!(self.family, Family::Plain)
    }

    /// True if a persona may play for points of the stake. If cards are counted and not stakes, bombs multiply nothing. If ranks are wild,
    /// a few hands with many bombs outweigh all others.
    pub(crate) const fn settles_stakes(&self) -> bool {
        self.settles_stakes && !matches!(self.family, Family::Wild)
    }

    /// True if puzzles are made for the ruleset.
    pub const fn has_puzzles(&self) -> bool {
        self.is_own && !matches!(self.family, Family::Journey)
    }

    pub(crate) const fn usual_rates(&self) -> UsualRates {
        match self.rates_source().family {
            Family::Plain => UsualRates { answers: 450, fourths: 976 },
            _ => UsualRates { answers: 550, fourths: 945 },
        }
    }
}

const JOURNEY_POINTS: u32 = 4;

/// Counts the Journey's own points that a ruleset has: its order, its kickers, its triples and its pass card.
fn journey_points(rules: &Ruleset) -> u32 {
    let has_own_order = rules.order() != Order::PRINTED;
    u32::from(has_own_order)
        + u32::from(rules.fives_carry())
        + u32::from(rules.triple_over_small())
        + u32::from(rules.pass_card())
}

#[cfg(test)]
pub(crate) fn profile_of(ruleset: &str) -> Profile {
    Profile::of(&ruleset.parse().expect("a ruleset"))
}
