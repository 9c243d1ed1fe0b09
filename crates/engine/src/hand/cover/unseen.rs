//! The knowledge of a seat about the cards that it does not see.

use rules::{Hand, Ranks};

/// The knowledge of an enemy's hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enemy {
    /// The number of cards that the enemy holds.
    pub count: u8,
    /// The known cards among them, such as the bottom cards that a landlord took.
    pub known: Hand,
}

impl Enemy {
    pub(super) fn unknown_count(self) -> u32 {
        u32::from(self.count) - self.known.len()
    }
}

/// The cards that a seat cannot place, and the enemies among whom they may be. The enemies' unknown cards are drawn
/// from them; the rest is held by a partner or was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnseenCards {
    pub(super) cards: Hand,
    pub(super) first: Enemy,
    pub(super) second: Option<Enemy>,
}

impl UnseenCards {
    /// Returns the unseen cards of a peasant, who has one enemy. `cards` leaves out known ones. `None` if the counts do not add up.
    pub fn with_enemy(cards: Hand, enemy: Enemy) -> Option<UnseenCards> {
        UnseenCards { cards, first: enemy, second: None }.checked()
    }

    /// Returns the unseen cards of a landlord, who has two enemies: a combo is covered if either covers it.
    pub fn with_enemies(cards: Hand, first: Enemy, second: Enemy) -> Option<UnseenCards> {
        UnseenCards { cards, first, second: Some(second) }.checked()
    }

    fn checked(self) -> Option<UnseenCards> {
        let mut seen = self.cards;
        let mut unknown = 0;
        for enemy in self.enemies() {
            seen = seen.plus(enemy.known)?;
            unknown += u32::from(enemy.count).checked_sub(enemy.known.len())?;
        }
        (unknown <= self.cards.len()).then_some(self)
    }

    pub(super) fn enemies(&self) -> impl Iterator<Item = Enemy> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// False only if no enemy can have a chain bomb: all four cards of two neighbouring ranks. Known cards outside of it are not weighed.
    pub(super) fn may_have_chain_bomb(&self) -> bool {
        self.enemies().any(|enemy| {
            let cards = self.cards.plus(enemy.known).expect("checked: unseen and known cards are one deck");
            let fours = cards.at_least(4).and(Ranks::RUN);
            enemy.count >= 8 && !fours.and(fours.up(1)).is_empty()
        })
    }

    pub(super) fn unknown_count(&self) -> u32 {
        self.enemies().map(Enemy::unknown_count).sum()
    }
}
