//! Hands that a persona plays with itself: of each turn what the table sees, how long it took, and what only the player knows.

use engine::{Persona, Scratch, decide};
use rules::{Action, Chair, Rank, Seat, Seed, Stage, Table, Trick, View};

use super::Args;
use crate::match_runner::dealing;
use crate::work;

/// A turn of a persona.
pub(super) struct Turn {
    /// The player: one hand and one chair.
    pub player: u32,
    /// The table's view of the turn.
    pub situation: u8,
    pub think_ms: u32,
    /// The facts that only the player knows, in the order of [`FACTS`]; `None` where a fact says nothing about the turn.
    pub facts: [Option<u8>; FACTS.len()],
}

/// Something about a hand that the table does not see.
pub(super) struct Fact {
    pub name: &'static str,
    pub about: &'static str,
    of: fn(&View, Action) -> Option<u8>,
}

pub(super) const FACTS: [Fact; 4] = [
    Fact {
        name: "could answer",
        about: "could answer: a player who passes holds an answer",
        of: |view, action| {
            let passes = matches!(action, Action::Play(None));
            passes.then(|| u8::from(!view.rules().plays(view.hand(), view.trick()).is_empty()))
        },
    },
    Fact {
        name: "bomb",
        about: "bomb: a bomb or the rocket is in the hand",
        of: |view, action| {
            let is_play = matches!(action, Action::Play(_));
            is_play.then(|| u8::from(view.rules().plays(view.hand(), Trick::Lead).iter().any(|play| play.is_bomb())))
        },
    },
    Fact {
        name: "top cards",
        about: "top cards: how many 2s and jokers are in the hand, none, one, or more",
        of: |view, action| {
            let is_play = matches!(action, Action::Play(_));
            let top = Rank::all().filter(|rank| matches!(rank.letter(), '2' | 'X' | 'D'));
            is_play.then(|| top.map(|rank| view.hand().count(rank)).sum::<u8>().min(2))
        },
    },
    Fact {
        name: "strength",
        about: "strength: the cards above the ten of a hand that calls, in four steps",
        of: |view, action| {
            let calls = matches!(action, Action::Call(_));
            let high = Rank::all().filter(|rank| matches!(rank.letter(), 'J' | 'Q' | 'K' | 'A' | '2' | 'X' | 'D'));
            let count: u8 = high.map(|rank| view.hand().count(rank)).sum();
            calls.then(|| count.saturating_sub(3).div_ceil(3).min(3))
        },
    },
];

/// The table's view of a turn: what is answered, what is done, and whether a seat is near going out.
fn situation(view: &View, action: Action) -> u8 {
    if view.board().stage() != Stage::Play {
        return u8::from(matches!(action, Action::Call(call) if call != rules::Call::Pass));
    }
    let me = view.seat().expect("there is a landlord");
    let standing = view.course().standing();
    let facing = standing.map_or(0, |(owner, _)| if owner.side() == me.side() { 1 } else { 2 });
    let passes = matches!(action, Action::Play(None));
    let is_tense = Seat::ALL.iter().any(|&seat| view.course().left(seat) <= 3);
    2 + facing * 4 + u8::from(passes) * 2 + u8::from(is_tense)
}

/// The turns of all hands, in order.
pub(super) fn play(args: &Args, persona: &Persona) -> Vec<Turn> {
    let (mut scratch, mut turns) = (Scratch::new(), Vec::new());
    for hand in 0..args.hands {
        let seed = Seed(args.seed).stream(u64::from(hand));
        let deal = dealing::deal(&args.ruleset, &mut seed.rng());
        let mut table = Table::new(args.ruleset, deal, Chair::ALL[hand as usize % 3]);
        work::play_out(&mut table, |_, view| {
            let chair = view.chair();
            let decision = decide(view, persona, seed.stream(chair.index() as u64), &mut scratch);
            let decision = decision.expect("it is the chair's turn");
            turns.push(Turn {
                player: hand * 3 + chair.index() as u32,
                situation: situation(view, decision.action),
                think_ms: decision.think_ms,
                facts: FACTS.each_ref().map(|fact| (fact.of)(view, decision.action)),
            });
            decision.action
        });
    }
    turns
}
