//! All readings of cards that may be wild. The code does not try each rank for each wild card: the kind, length and key of a body
//! fix the number of wild cards in the body, and the other wild cards are wings.

use crate::classify::wing_cards;
use crate::combo::Combo;
use crate::hand::{Hand, Ranks};
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::{Kind, SHAPES, Shape, Wing};

impl Ruleset {
    /// Calls `each` with every legal reading of `cards`, in no order of preference. For rulesets in which a wild rank is shown.
    pub(crate) fn each_wild_reading(&self, cards: Hand, each: &mut dyn FnMut(Combo)) {
        let wilds = self.wilds().ranks();
        let natural = cards.without(wilds);
        let wild = cards.len() - natural.len();
        if wild == 0 || natural.is_empty() {
            self.each_natural_reading(cards, |combo| {
                if wild == 0 || !self.is_chain_bomb(combo.kind()) {
                    each(combo.with_wilds(wilds));
                }
            });
            if let Some(bomb) = self.mixed_bomb(cards) {
                each(bomb);
            }
            return;
        }
        let size = cards.len();
        if natural.ranks().len() == 1 && (4..=self.bomb_cards_max()).contains(&size) {
            let key = natural.lowest().expect("a natural card is here");
            if !key.is_joker() {
                each(Combo::new(cards, Kind::Bomb, 1, key).with_wilds(wilds));
            }
        }
        for shape in SHAPES.iter().filter(|shape| !matches!(shape.kind, Kind::Bomb | Kind::Rocket)) {
            let per_rank = u32::from(shape.cards(1));
            let run = (size / per_rank) as u8;
            let fits = size.is_multiple_of(per_rank) && (shape.run_min..=shape.run_max).contains(&run);
            if !fits || !self.allows(shape.kind) || self.is_chain_bomb(shape.kind) {
                continue;
            }
            for key in possible_keys(shape, run) {
                let body = Ranks::run(Rank::at((key.index() + 1) as u32 - u32::from(run)), u32::from(run));
                if self.fits_body(shape, run, body, natural, wild) {
                    each(Combo::new(cards, shape.kind, run, key).with_wilds(wilds));
                }
            }
        }
    }

    /// True if the `natural` cards together with `wild` wild cards can be this body and its wings.
    fn fits_body(&self, shape: &Shape, run: u8, body: Ranks, natural: Hand, wild: u32) -> bool {
        let inside = natural.only(body);
        let full = u32::from(run) * u32::from(shape.body);
        // More cards of a body rank than the body needs would be wings, but cards of a body rank may not be wings.
        let missing = full - inside.len().min(full);
        if !inside.at_least(shape.body + 1).is_empty() || missing > wild {
            return false;
        }
        let (rest, riders) = (natural.without(body), wild - missing);
        match shape.wing {
            Wing::None => rest.is_empty() && riders == 0,
            Wing::Single => {
                let rocket = rest.contains(Hand::ROCKET) && !self.allows_rocket_wings(shape, run);
                wing_cards(self, shape, run, body, rest) == rest && !rocket
            }
            Wing::Pair => {
                let alone = rest.ranks().len() - rest.at_least(2).len();
                let jokers = !rest.only(Ranks::JOKERS).is_empty();
                rest.at_least(3).is_empty() && !jokers && riders >= alone && (riders - alone).is_multiple_of(2)
            }
        }
    }

    /// True if combos of this kind are chain bombs, which have no wild cards.
    pub(super) const fn is_chain_bomb(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Shuttle) && self.chain_bomb()
    }

    /// Reads four or more wild cards, with both wild ranks among them, as a bomb.
    pub(crate) fn mixed_bomb(&self, cards: Hand) -> Option<Combo> {
        let wilds = self.wilds().ranks();
        let both = wilds.len() == 2 && cards.ranks() == wilds;
        let key = wilds.highest()?;
        (both && cards.len() >= 4 && self.has_mixed_bombs())
            .then(|| Combo::new(cards, Kind::Bomb, 1, key).with_wilds(wilds))
    }
}

pub(super) fn possible_keys(shape: &Shape, run: u8) -> Ranks {
    let ranks = match (shape.run_max, shape.body) {
        (1, 1) => Ranks::ALL,
        (1, _) => Ranks::ALL.except(Ranks::JOKERS),
        _ => Ranks::RUN,
    };
    match Rank::at(u32::from(run) - 1) {
        Rank::THREE => ranks,
        lowest => ranks.and(Ranks::printed_above(lowest).or(Ranks::one(lowest))),
    }
}
