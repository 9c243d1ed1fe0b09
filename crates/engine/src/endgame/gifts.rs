//! Endgames that begin with an exchange 换三张: the seat to play gives three cards of its hand to the other, and the other, which has seen
//! them, gives three of its own hand back. Then the seat to play leads. A gift wins when it wins against every reply.

use rules::{Hand, PassOn, Seat};

use crate::endgame::game::{BadEndgame, Endgame};
use crate::endgame::memory::Memory;
use crate::endgame::meter::SolveLimits;
use crate::endgame::solve::{Outcome, solve};

/// The most cards of a hand that gives three away: larger hands have too many gifts and replies to try.
pub const GIFT_HAND_MAX: u32 = 10;

/// A gift and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gift {
    /// The three cards.
    pub cards: Hand,
    /// True if the seat that gives them wins; `None` if that was not solved.
    pub wins: Option<bool>,
    /// The three cards with which the other seat replies and wins, if the gift loses.
    pub reply: Option<Hand>,
}

/// Solves an endgame that begins with an exchange. Tries gifts until one wins; if `all` is true, tries every gift.
///
/// ```
/// use engine::endgame::{Endgame, SolveLimits, Memory, exchange};
/// use rules::{Ruleset, Side};
/// let level = Endgame::two_seats(Ruleset::CLASSIC, "345D".parse()?, "467".parse()?)?;
/// let solved = exchange(&level, false, &mut Memory::default(), SolveLimits::NONE, &mut || false)?;
/// // D, 7, 6 and 4 go one after the other.
/// let gift = solved.first_plays[0];
/// assert_eq!((solved.winner, gift.cards, gift.wins), (Some(Side::Landlord), "345".parse()?, Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange(
    game: &Endgame,
    all: bool,
    memory: &mut Memory,
    limits: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Result<Outcome<Gift>, BadEndgame> {
    let me = game.turn();
    let other = game.next(me);
    if game.has(Seat::Up) {
        return Err(BadEndgame::ThreeSeats);
    }
    if game.standing().is_some() {
        return Err(BadEndgame::NotAtLead);
    }
    for seat in [me, other] {
        let held = game.hand(seat).len();
        if !(PassOn::CARDS..=GIFT_HAND_MAX).contains(&held) {
            return Err(BadEndgame::ExchangeSize { seat, held });
        }
    }
    let (gifts, mut replies) = (PassOn::gifts(game.hand(me)), PassOn::gifts(game.hand(other)));
    let first_plays: Vec<Gift> = gifts.into_iter().map(|cards| Gift { cards, wins: None, reply: None }).collect();
    let mut found = Outcome { winner: None, first_plays, nodes: 0, stopped: None };
    'gifts: for gift in &mut found.first_plays {
        let mut beaten_by = None;
        for (place, &reply) in replies.iter().enumerate() {
            let left = SolveLimits { nodes_max: limits.nodes_max.saturating_sub(found.nodes) };
            let outcome = solve(&game.after_exchange(gift.cards, reply), false, memory, left, halt);
            found.nodes += outcome.nodes;
            let Some(winner) = outcome.winner else {
                found.stopped = outcome.stopped;
                break 'gifts;
            };
            if winner != me.side() {
                beaten_by = Some(place);
                break;
            }
        }
        gift.wins = Some(beaten_by.is_none());
        if let Some(place) = beaten_by {
            gift.reply = Some(replies[place]);
            // A reply that beats one gift usually beats others too.
            replies[..=place].rotate_right(1);
        } else if !all {
            break;
        }
    }
    found.winner = match () {
        () if found.first_plays.iter().any(|gift| gift.wins == Some(true)) => Some(me.side()),
        () if found.first_plays.iter().all(|gift| gift.wins == Some(false)) => Some(other.side()),
        () => None,
    };
    Ok(found)
}
