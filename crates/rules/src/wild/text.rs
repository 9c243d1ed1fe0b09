//! Readings as text: the ranks that the cards of a play stand for, `4447~444+7`.

use std::fmt::Write;

use crate::combo::Combo;
use crate::hand::{Hand, Ranks};
use crate::notation::TextError;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::Wing;

/// The character between the cards and the ranks that they stand for.
pub const READING_MARK: char = '~';

impl Ruleset {
    /// Returns the ranks that a play's cards stand for, as letters: the body, then any wings after a `+`. Without wild cards these are the
    /// cards themselves.
    ///
    /// ```
    /// use rules::{Rank, Ruleset, Trick};
    /// let rules = Ruleset::LAIZI.with_wild(Rank::from_letter('7').expect("a rank"))?;
    /// let play = rules.read_play("4447~444+7", Trick::Lead)?.expect("no pass");
    /// assert_eq!((rules.stands_for(play), rules.play_text(Some(play), Trick::Lead)), ("444+7".into(), "4447~444+7".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stands_for(&self, combo: Combo) -> String {
        let mut text = String::new();
        let wings = match combo.wild_cards() {
            0 => combo.wings(),
            _ if combo.is_all_wild() => combo.wings(),
            _ => self.wings_in_text(combo),
        };
        let is_as_printed = combo.wild_cards() == 0 || (combo.is_all_wild() && !self.has_other_body(combo.cards()));
        if combo.is_bomb() && is_as_printed {
            combo.cards().write(&mut text).expect("a string takes what is written");
        } else if combo.is_bomb() {
            (0..combo.len()).for_each(|_| text.push(combo.key().letter()));
        } else {
            combo
                .body_ranks()
                .copies(combo.kind().shape().body)
                .write(&mut text)
                .expect("a string takes what is written");
        }
        if !wings.is_empty() {
            write!(text, "+{wings}").expect("a string takes what is written");
        }
        text
    }

    /// True if all cards are the body of a reading that is no bomb: 333444, all wild, is also an airplane. Then the text of the bomb repeats
    /// its key.
    fn has_other_body(&self, cards: Hand) -> bool {
        let mut is_chain = false;
        self.each_reading(cards, |combo| is_chain |= !combo.is_bomb() && combo.body() == cards);
        is_chain
    }

    /// Returns the ranks that the wings stand for. In pair wings, wild cards first complete the single natural cards. Another wild card
    /// stands for its own rank if it may be a wing, otherwise for the lowest rank that may be one; a wild pair follows its first card.
    fn wings_in_text(&self, combo: Combo) -> Hand {
        let wilds = combo.wild_set();
        let shape = combo.kind().shape();
        let mut shown = combo.cards().without(wilds).without(combo.body_ranks());
        let mut free = Vec::new();
        let mut spare = combo.wings().only(wilds);
        while let Some(rank) = spare.lowest() {
            free.push(rank);
            spare = spare.minus(Hand::one(rank)).expect("it is there");
        }
        let rides =
            |wings: Hand| crate::classify::wing_cards(self, shape, combo.run(), combo.body_ranks(), wings) == wings;
        if shape.wing == Wing::Pair {
            for rank in shown.ranks().except(shown.at_least(2)) {
                shown = shown.plus(Hand::one(rank)).expect("there was one");
                free.pop();
            }
        }
        let step = usize::from(shape.wing.cards()).max(1);
        let others = Ranks::ALL.except(Ranks::JOKERS).except(combo.body_ranks());
        for group in free.chunks(step) {
            let mut places = std::iter::once(group[0]).chain(others).filter(|&rank| others.has(rank));
            let with = |rank: Rank| shown.plus(Hand::of(rank, step as u8)?).filter(|&wings| rides(wings));
            // If the wings allow no rank, the cards stand for themselves.
            let own = || group.iter().try_fold(shown, |shown, &rank| shown.plus(Hand::one(rank)));
            shown = places.find_map(with).or_else(own).unwrap_or(shown);
        }
        shown
    }

    /// Returns the reading of `cards` for which [`Ruleset::stands_for`] gives `text`. The text may leave the wings out, and may give other
    /// ranks for wild wings.
    pub(crate) fn read_as(&self, cards: Hand, text: &str) -> Result<Combo, TextError> {
        let refused = || TextError::NotReadAs { cards, reading: text.to_owned(), ruleset: self.name() };
        let (body, wings) = text.split_once('+').map_or((text, None), |(body, wings)| (body, Some(wings)));
        let body = sorted_ranks(body).ok_or_else(refused)?;
        let wings = wings.map(|wings| sorted_ranks(wings).ok_or_else(refused)).transpose()?;
        let mut found = None;
        self.each_reading(cards, |combo| {
            let letters = self.stands_for(combo);
            let (body_part, wing_part) = letters.split_once('+').unwrap_or((&letters, ""));
            let is_body = sorted_ranks(body_part).as_ref() == Some(&body);
            let fits = |wings: &Vec<Rank>| sorted_ranks(wing_part).as_ref() == Some(wings) || wings_fit(combo, wings);
            if is_body && wings.as_ref().is_none_or(fits) {
                found = Some(combo);
            }
        });
        found.ok_or_else(refused)
    }
}

fn sorted_ranks(letters: &str) -> Option<Vec<Rank>> {
    let mut ranks = letters.chars().map(Rank::from_letter).collect::<Option<Vec<Rank>>>()?;
    ranks.sort_by_key(|rank| rank.index());
    Some(ranks)
}

/// True if a play's wings may be written as these ranks. Natural cards, and all cards of an all-wild play, must have their own rank. Other
/// wild cards may have any rank except a joker.
fn wings_fit(combo: Combo, ranks: &[Rank]) -> bool {
    let wings = combo.wings();
    let fixed = if combo.is_all_wild() { wings } else { wings.without(combo.wild_set()) };
    let copies = |rank: Rank| ranks.iter().filter(|&&other| other == rank).count();
    let fits = |rank: Rank| match copies(rank) {
        more if rank.is_joker() => more == usize::from(fixed.count(rank)),
        enough => enough >= usize::from(fixed.count(rank)),
    };
    ranks.len() == wings.len() as usize && Rank::all().all(fits)
}
