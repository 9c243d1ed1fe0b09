//! The opponent pool: fixed players that play one side of some hands, so that the nets do not play only against themselves.

use engine::{Persona, Scratch, decide};
use rules::{Combo, Plays, Rng, Seed, Side, Trick, View};

use crate::match_runner::local_player::greedy_play;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Opponent {
    Rules,
    Greedy,
    Shipped,
}

/// The opponents; one that is listed twice is drawn twice as often.
const OPPONENTS: [Opponent; 5] =
    [Opponent::Rules, Opponent::Rules, Opponent::Greedy, Opponent::Shipped, Opponent::Shipped];

/// The percentage of draws that give an opponent.
const POOL_PERCENT: u32 = 10;
/// The turns of 1,000 in which an opponent plays uniformly at random.
const EPSILON: u32 = 20;

pub(super) struct OpponentPool {
    rules: Persona,
    shipped: Persona,
    scratch: Scratch,
    plays: Plays,
}

impl OpponentPool {
    pub(super) fn new() -> OpponentPool {
        let named = |name| Persona::named(name).expect("a built-in row");
        // Solving endings would take most of the time.
        let shipped = named("net").with("solve-worlds", 0).expect("it may be 0");
        OpponentPool { rules: named("rules"), shipped, scratch: Scratch::default(), plays: Plays::new() }
    }

    /// Draws an opponent and its side for a hand; `None` for a hand without one.
    pub(super) fn draw(rng: &mut Rng) -> Option<(Side, Opponent)> {
        (rng.below(100) < POOL_PERCENT).then(|| {
            let side = [Side::Landlord, Side::Peasants][rng.below(2) as usize];
            (side, OPPONENTS[rng.below(OPPONENTS.len() as u32) as usize])
        })
    }

    pub(super) fn play(&mut self, opponent: Opponent, view: &View, rng: &mut Rng) -> Option<Combo> {
        if rng.below(1000) < EPSILON {
            let plays = self.plays.fill_frugal(view.rules(), view.hand(), view.trick());
            let pass = view.trick() != Trick::Lead;
            return plays.get(rng.below((plays.len() + usize::from(pass)) as u32) as usize).copied();
        }
        let persona = match opponent {
            Opponent::Greedy => return greedy_play(view, rng),
            Opponent::Rules => &self.rules,
            Opponent::Shipped => &self.shipped,
        };
        let seed = Seed(rng.next_u64());
        decide(view, persona, seed, &mut self.scratch).expect("it is the seat's turn").play()
    }
}
