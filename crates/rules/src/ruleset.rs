//! Rulesets are data: each has a name and a value for every point, and a caller may override the values. `docs/use/rules.md` documents each
//! point.

mod bombs;
mod open_hand;
mod pass_on;
mod point;

pub use bombs::{BombFactors, BombGrades, RocketPlace, WildTime};
pub use open_hand::{OpenFactor, OpenRule};
pub use pass_on::PassOn;
pub use point::{POINTS, Point, RulesetError};

use crate::combo::Combo;
use crate::dealer::Dealer;
use crate::hand::{Hand, Ranks};
use crate::order::Order;
use crate::rank::Rank;
use crate::shape::Kind;
use crate::wild::Wilds;

/// The way in which the landlord is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Auction {
    /// 叫分: each chair passes, or calls 1, 2 or 3 points, more than the chairs before it. A call of 3 ends the auction.
    Score,
    /// The first chair that calls 1, 2 or 3 is the landlord for these points. Each chair is asked at most once.
    FirstScore,
    /// 轮流叫分: as `Score`, but a chair that passed may call again. Two passes after a call, or a call of 3, end the auction. So do three
    /// passes at its beginning.
    Rounds,
    /// 叫地主, then 抢地主: one chair calls, each other chair that has not passed may rob once. After a rob the caller may rob back once. Each
    /// rob is a factor of 2 on the stakes.
    CallRob,
    /// 取经 / 不取: the first chair that takes the seat is the landlord. If none does, a chair is appointed.
    TakeIt,
}

/// The doublings 加倍 that a seat may announce after the auction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubling {
    /// No seat is asked.
    None,
    /// A seat may double the stake.
    Double,
    /// A seat may double the stake, or multiply it by four 超级加倍.
    Super,
}

/// The way in which a hand is settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// The losers pay the winners the multiplied stake.
    Stakes,
    /// Each seat scores the cards of the rounds that it won 积分.
    Cards,
}

/// A ruleset: a name, and the value of every point. [`Ruleset::with`] makes a variant.
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
    pub(crate) open_hand: OpenRule,
    pub(crate) spring: u8,
    pub(crate) anti_spring: u8,
    pub(crate) wild_ranks: u8,
    pub(crate) wild_shown: WildTime,
    pub(crate) bomb_grades: BombGrades,
    pub(crate) long_grades: bool,
    pub(crate) rocket: RocketPlace,
    pub(crate) chain_bomb: bool,
    pub(crate) bomb_factors: BombFactors,
    pub(crate) dealer: Dealer,
    pub(crate) doubling_reaches_all: bool,
    /// The limit of [`crate::Settlement::factor`]; 0 means no limit.
    pub(crate) factor_cap: u16,
    pub(crate) pass_on: PassOn,
    /// The wild ranks that are shown in the current hand. This is a state, not a point.
    pub(crate) shown: Wilds,
}

impl Ruleset {
    /// The plays are those of RLCard's table.
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
        open_hand: OpenRule::No,
        spring: 2,
        anti_spring: 2,
        wild_ranks: 0,
        wild_shown: WildTime::Dealt,
        bomb_grades: BombGrades::Flat,
        long_grades: true,
        rocket: RocketPlace::Top,
        chain_bomb: false,
        bomb_factors: BombFactors::Double,
        dealer: Dealer::Random,
        doubling_reaches_all: false,
        factor_cap: 0,
        pass_on: PassOn::None,
        shown: Wilds::NONE,
    };
    /// `classic` with the wings that DouZero's move generator allows.
    pub const DOUZERO: Ruleset = Ruleset {
        name: "douzero",
        wing_copies_max: 4,
        wings_rocket: true,
        wings_lengthen: true,
        four_rocket: true,
        ..Ruleset::CLASSIC
    };
    /// The plays of the Botzone site: all wings are different, and consecutive fours exist with and without wings.
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
    /// The plays of the command-line game Ratel: a pair may be two single wings of a chain, but three equal cards may not be wings.
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
    /// The plays that the site pagat.com describes: all wings are different, and the rocket may not be among them.
    pub const PAGAT: Ruleset =
        Ruleset { name: "pagat", wing_copies_max: 1, four_pair_as_singles: false, ..Ruleset::CLASSIC };
    /// `classic` with consecutive fours, with and without wings.
    pub const SHUTTLE: Ruleset = Ruleset { name: "shuttle", shuttle: true, shuttle_wings: true, ..Ruleset::CLASSIC };

    /// The Journey to the West 西游记: an order of its own, a pass card, and only fives carry wings.
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

    /// `classic` with cards that are only slightly shuffled 不洗牌, so that hands have many bombs.
    pub const UNSHUFFLED: Ruleset = Ruleset { name: "unshuffled", dealer: Dealer::Blocks, ..Ruleset::CLASSIC };

    /// One wild rank 癞子: its four cards may stand for other ranks.
    pub const LAIZI: Ruleset = Ruleset {
        name: "laizi",
        wild_ranks: 1,
        bomb_grades: BombGrades::Pure,
        bomb_factors: BombFactors::Laizi,
        auction: Auction::CallRob,
        ..Ruleset::CLASSIC
    };
    /// Two wild ranks 天地癞子, and bombs of up to twelve cards.
    pub const LAIZI_TIANDI: Ruleset = Ruleset {
        name: "laizi-tiandi",
        wild_ranks: 2,
        bomb_grades: BombGrades::Mixed,
        bomb_factors: BombFactors::Tiandi,
        auction: Auction::CallRob,
        ..Ruleset::CLASSIC
    };

    /// The named rulesets in which ranks are wild.
    pub const WILD: [&'static Ruleset; 2] = [&Ruleset::LAIZI, &Ruleset::LAIZI_TIANDI];

    /// Every named ruleset without wild ranks.
    pub const NATURAL: [&'static Ruleset; 8] = {
        let [classic, douzero, botzone, ratel, pagat, shuttle, journey] = Ruleset::DISTINCT_PLAYS;
        [classic, douzero, botzone, ratel, pagat, shuttle, journey, &Ruleset::UNSHUFFLED]
    };

    /// The named rulesets without wild ranks that have different legal plays. `unshuffled` is left out: it has the plays of `classic`.
    pub const DISTINCT_PLAYS: [&'static Ruleset; 7] = [
        &Ruleset::CLASSIC,
        &Ruleset::DOUZERO,
        &Ruleset::BOTZONE,
        &Ruleset::RATEL,
        &Ruleset::PAGAT,
        &Ruleset::SHUTTLE,
        &Ruleset::JOURNEY,
    ];

    pub(crate) fn with_shown_wilds(self, shown: Wilds) -> Ruleset {
        Ruleset { shown, ..self }
    }

    /// Returns the way in which cards are dealt.
    pub const fn dealer(&self) -> Dealer {
        self.dealer
    }

    /// Returns the direction in which cards are passed on before the auction.
    pub const fn pass_on(&self) -> PassOn {
        self.pass_on
    }

    /// Returns the name. Overrides do not change the name; the `Display` of a ruleset shows them.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the way in which the landlord is found.
    pub const fn auction(&self) -> Auction {
        self.auction
    }

    /// Returns the doublings that a seat may announce.
    pub const fn doubling(&self) -> Doubling {
        self.doubling
    }

    /// Returns which chairs may open their hands, and when.
    pub const fn open_hand(&self) -> OpenRule {
        self.open_hand
    }

    /// Returns the largest number of equal cards that may be single wings of one chain.
    pub const fn wing_copies_max(&self) -> u8 {
        self.wing_copies_max
    }

    /// True if both jokers may be wings of one chain.
    pub const fn wings_rocket(&self) -> bool {
        self.wings_rocket
    }

    /// True if the wings may contain a group that could also lengthen the chain.
    pub const fn wings_lengthen(&self) -> bool {
        self.wings_lengthen
    }

    /// True if four equal cards may be two pair wings of a chain.
    pub const fn wings_quad_as_pairs(&self) -> bool {
        self.wings_quad_as_pairs
    }

    /// True if the two single wings of a four may be a pair.
    pub const fn four_pair_as_singles(&self) -> bool {
        self.four_pair_as_singles
    }

    /// True if the two single wings of a four may be both jokers.
    pub const fn four_rocket(&self) -> bool {
        self.four_rocket
    }

    /// Returns the order of the ranks, by which single cards and groups are compared.
    #[inline]
    pub const fn order(&self) -> Order {
        self.order
    }

    /// True if only three or four fives carry wings, and only in a lead.
    pub const fn fives_carry(&self) -> bool {
        self.fives_carry
    }

    /// True if a triple may answer any single or pair.
    pub const fn triple_over_small(&self) -> bool {
        self.triple_over_small
    }

    /// True if a 2 may answer any combo without a joker.
    pub const fn pass_card(&self) -> bool {
        self.pass_card
    }

    /// Returns the way in which a hand is settled.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// True if no rank is wild, ranks have the printed order, and only a higher combo of the same kind and length, a bomb or the rocket
    /// beats a combo.
    #[inline]
    pub const fn is_plain(&self) -> bool {
        self.has_plain_answers() & (self.wild_ranks == 0)
    }

    /// True if the conditions of [`Ruleset::is_plain`] hold for combos without wild cards.
    #[inline]
    pub(crate) const fn has_plain_answers(&self) -> bool {
        // `&` and `|` avoid a branch for each condition.
        self.order.is_printed() & !(self.fives_carry | self.triple_over_small | self.pass_card | self.chain_bomb)
    }

    /// Returns the ruleset with this name.
    pub fn named(name: &str) -> Option<&'static Ruleset> {
        Ruleset::NATURAL.into_iter().chain(Ruleset::WILD).find(|row| row.name == name)
    }

    /// True if combos of this kind exist in this ruleset.
    pub const fn allows(&self, kind: Kind) -> bool {
        match kind {
            Kind::AirplaneSingles | Kind::AirplanePairs => !self.fives_carry,
            Kind::FourSingles => self.four_singles,
            Kind::FourPairs => self.four_pairs,
            Kind::Shuttle => self.shuttle || self.chain_bomb,
            Kind::ShuttleSingles | Kind::ShuttlePairs => self.shuttle_wings && !self.fives_carry,
            _ => true,
        }
    }

    /// True if `play` beats `standing`.
    #[inline]
    pub fn beats(&self, play: Combo, standing: Combo) -> bool {
        match (play.kind(), standing.kind()) {
            (_, Kind::Rocket) => self.beats_rocket(play),
            (Kind::Rocket, _) => !self.beats_rocket(standing),
            (Kind::Bomb, other) if other != Kind::Bomb => self.bombs_on(standing).has(play.key()),
            (Kind::Bomb, _) if self.shows_wilds() => self.bomb_beats(play, standing),
            (kind, other) => {
                let same = kind == other && play.run() == standing.run() && !self.may_not_answer(kind);
                (same && self.above(standing).has(play.key())) || self.beats_by_special_rule(play, standing)
            }
        }
    }

    /// Returns the keys that are higher than the key of `combo`. Runs are compared by the printed order, other combos by the ruleset's
    /// order.
    #[inline]
    pub fn above(&self, combo: Combo) -> Ranks {
        if combo.run() == 1 { self.order.above(combo.key()) } else { Ranks::printed_above(combo.key()) }
    }

    /// Returns the height of a combo's key, 0 to 14, in the order that [`Ruleset::above`] uses.
    #[inline]
    pub fn height(&self, combo: Combo) -> usize {
        if combo.run() == 1 { self.order.place(combo.key()) } else { combo.key().index() }
    }

    /// Returns the ranks of which four natural cards beat a combo. If the combo is fives with wings (`kickers=fives`), these are only the
    /// ranks above 5.
    #[inline]
    pub fn bombs_on(&self, standing: Combo) -> Ranks {
        match standing.kind() {
            Kind::Bomb if self.shows_wilds() => self.hard_bombs_on(standing),
            _ => self.natural_bombs_on(standing),
        }
    }

    /// Returns the ranks of which four natural cards beat a combo. The grades of bombs do not count.
    #[inline]
    pub(crate) fn natural_bombs_on(&self, standing: Combo) -> Ranks {
        match standing.kind() {
            Kind::Rocket => Ranks::NONE,
            Kind::Bomb => self.order.above(standing.key()),
            Kind::Shuttle if self.chain_bomb => Ranks::NONE,
            kind if self.may_not_answer(kind) => self.order.above(Rank::FIVE),
            _ => Ranks::ALL,
        }
    }

    /// Returns the ranks of which a triple beats a combo of another kind.
    #[inline]
    pub fn triples_on(&self, standing: Combo) -> Ranks {
        let small = matches!(standing.kind(), Kind::Single | Kind::Pair);
        if self.triple_over_small && small { Ranks::ALL } else { Ranks::NONE }
    }

    /// True if a 2 beats a combo because the 2 is the pass card 过.
    #[inline]
    pub fn pass_card_beats(&self, standing: Combo) -> bool {
        self.pass_card && standing.cards().only(Ranks::JOKERS).is_empty()
    }

    /// True if `kickers=fives` forbids combos of this kind as answers.
    #[inline]
    pub const fn may_not_answer(&self, kind: Kind) -> bool {
        self.fives_carry && kind.shape().wings_per_rank > 0
    }

    /// True if a play beats `standing` as a triple on a single or pair, as the pass card, or as a chain bomb on a shorter one or another
    /// kind.
    fn beats_by_special_rule(&self, play: Combo, standing: Combo) -> bool {
        let triple = play.kind() == Kind::Triple && self.triples_on(standing).has(play.key());
        let two = play.cards() == Hand::one(Rank::TWO) && self.pass_card_beats(standing);
        triple || two || self.chain_bomb_beats(play, standing)
    }

    /// True if a play of this kind has a factor above 1.
    pub const fn has_factor(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Bomb | Kind::Rocket | Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs)
    }
}
