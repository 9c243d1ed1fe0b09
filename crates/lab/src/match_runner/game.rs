//! One hand of a match: the table, the view of each chair, and the chairs of the two players.
//!
//! A deal is played twice. In the first hand player A has one chair and B has two, in the second B has one and A has two, on the same cards:
//! the luck of the deal is the same for both.

use engine::opponents::naive;
use rules::{Action, Chair, Deal, Dealer, Deck, Illegal, Rng, Ruleset, Seat, Seed, Side, Stage, Table, View};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Team {
    A,
    B,
}

impl Team {
    pub(crate) const ALL: [Team; 2] = [Team::A, Team::B];

    pub(crate) const fn other(self) -> Team {
        match self {
            Team::A => Team::B,
            Team::B => Team::A,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) rules: Ruleset,
    /// True if the landlord is found by an auction; otherwise the first chair is the landlord and leads.
    pub(crate) auction: bool,
    /// The seed of every card and every random choice of our own players.
    pub(crate) seed: Seed,
}

impl Setup {
    /// Returns the hand in which `lone` sits alone, on the cards of deal `number`.
    pub(crate) fn game(&self, number: u64, lone: Team) -> Game {
        let seed = self.seed.stream(number);
        let mut rng = seed.stream(0).rng();
        let deal = deal(&self.rules, &mut rng);
        let table = match self.auction {
            true => Table::new(self.rules, deal, Chair::ALL[rng.below(3) as usize]),
            false => Table::at_lead(self.rules, deal),
        };
        // Without an auction the lone player is the landlord. With an auction the landlord is not known yet, so the lone player has the first, the
        // second and the third chair by turns.
        let chair = if self.auction { Chair::ALL[(number % 3) as usize] } else { Chair::First };
        let views = Chair::ALL.map(|chair| table.view(chair));
        Game { table, views, lone: (chair, lone), seed: seed.stream(1 + lone as u64) }
    }
}

pub(crate) struct Game {
    table: Table,
    views: [View; 3],
    lone: (Chair, Team),
    seed: Seed,
}

impl Game {
    /// Returns the chair to act; `None` when the hand is over or all passed.
    pub(crate) fn turn(&self) -> Option<Chair> {
        self.table.board().turn()
    }

    pub(crate) fn team(&self, chair: Chair) -> Team {
        if chair == self.lone.0 { self.lone.1 } else { self.lone.1.other() }
    }

    pub(crate) fn view(&self, chair: Chair) -> &View {
        &self.views[chair.index()]
    }

    /// Returns the table with all its cards: for records and for judging, never for a player.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn hand_seed(&self, chair: Chair) -> Seed {
        self.seed.stream(chair as u64)
    }

    pub(crate) fn turn_seed(&self) -> Seed {
        let turn = self.seed.stream(3 + self.table.log().len() as u64);
        // All chairs choose their gifts at the same length of the log.
        match self.table.board().stage() {
            Stage::PassOn => turn.stream(self.turn().map_or(0, |chair| chair.index() as u64)),
            _ => turn,
        }
    }

    /// Acts for the chair on turn. `Err` leaves everything as it was.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), Illegal> {
        for &event in self.table.act(action)? {
            for view in &mut self.views {
                view.apply(event).expect("a table's events are legal in every view of it");
            }
        }
        Ok(())
    }

    pub(crate) fn result(&self) -> HandResult {
        let board = self.table.board();
        assert!(matches!(board.stage(), Stage::Over | Stage::Redeal), "the hand is not over: {}", self.table);
        let Some((settlement, landlord)) = board.settlement(1).zip(board.landlord()) else {
            return HandResult { redeal: true, half_wins: 1, ..HandResult::default() };
        };
        let landlord_points = settlement.points[Seat::Landlord.index()];
        let mut score = HandResult { landlord_points, ..HandResult::default() };
        for chair in Chair::ALL.into_iter().filter(|&chair| self.team(chair) == Team::A) {
            let seat = chair.seat(landlord);
            let won = u32::from(seat.side() == settlement.winner);
            let count = if seat.side() == Side::Landlord { &mut score.landlord } else { &mut score.peasants };
            *count = SeatCount { hands: count.hands + 1, won: count.won + won };
            score.points += settlement.points[seat.index()];
        }
        let lone_won = self.lone.0.seat(landlord).side() == settlement.winner;
        score.half_wins = 2 * u8::from(lone_won == (self.lone.1 == Team::A));
        score
    }

    pub(crate) fn seat(&self, chair: Chair) -> Option<Seat> {
        self.table.board().landlord().map(|landlord| chair.seat(landlord))
    }
}

/// Number of hands that a side played and won; both peasants of a hand count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatCount {
    pub(crate) hands: u32,
    pub(crate) won: u32,
}

/// The result of a finished hand for player A.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HandResult {
    /// A's seats as landlord.
    pub(crate) landlord: SeatCount,
    /// A's seats as peasants.
    pub(crate) peasants: SeatCount,
    /// 2 if A's lone seat won or B's lone seat lost, 0 in the opposite case, 1 for a hand without a landlord.
    pub(crate) half_wins: u8,
    /// The winnings of A's seats together.
    pub(crate) points: i64,
    /// The winnings of the landlord, of either player.
    pub(crate) landlord_points: i64,
    /// True if all passed, so that the hand has no landlord.
    pub(crate) redeal: bool,
}

pub(crate) fn deal(rules: &Ruleset, rng: &mut Rng) -> Deal {
    let last = (rules.dealer() == Dealer::Recycled).then(|| deck_after_hands(rules, rng));
    rules.dealer().deck(last.as_ref(), rng).deal()
}

/// Number of hands before a deal. A recycled deck gathers its order over hands. Deals of a match do not follow each other, so each has its
/// own hands before it.
const HANDS_BEFORE_DEAL: usize = 12;

/// Returns the deck after some hands of naive players.
fn deck_after_hands(rules: &Ruleset, rng: &mut Rng) -> Deck {
    let mut deck = Dealer::Random.deck(None, rng);
    for _ in 0..HANDS_BEFORE_DEAL {
        let mut table = Table::at_lead(*rules, deck.deal());
        while table.board().stage() == Stage::Play {
            let course = table.board().course();
            let hand = table.hand_of(course.turn()).expect("the landlord is known");
            // The rules in play: where ranks are wild, they are known by now.
            let play = naive::play(table.board().rules(), course.turn(), hand, course.standing(), rng.below(2) == 0);
            table.act(Action::Play(play)).expect("the naive player keeps the rules");
        }
        deck = Dealer::Recycled.deck(Some(&Deck::gather(&table)), rng);
    }
    deck
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_come_from_the_rulesets_dealer() {
        let recycled = Ruleset::UNSHUFFLED.with("dealer", "recycled").unwrap();
        let bombs = |number| {
            let deal = deal(&recycled, &mut Seed(number).rng());
            Chair::ALL.iter().map(|&chair| deal.hand(chair).at_least(4).len()).sum::<u32>()
        };
        assert!((0..300).map(bombs).sum::<u32>() > 450);
        let unshuffled = deal(&Ruleset::UNSHUFFLED, &mut Seed(1).rng());
        assert_eq!(unshuffled, Ruleset::UNSHUFFLED.dealer().deck(None, &mut Seed(1).rng()).deal());
        assert_eq!(deal(&Ruleset::CLASSIC, &mut Seed(1).rng()), Deal::shuffled(&mut Seed(1).rng()));
    }
}
