//! Monte Carlo minimax as it was published, kept for comparison with ours: uniform worlds, a fixed depth, every legal play, a leaf that
//! counts cards, and the play that is best in the most worlds. My side maximises, the enemy minimises.
//!
//! My partner, if I have one, helps me to get rid of *my* cards and the enemies hinder me: a win of another seat is valued like any other
//! leaf, by the cards that are left. A pass is a ply like any other. The design is kept as it was, with its flaws, but it skips what
//! cannot change a value: branches by alpha–beta, plies after which no leaf can change, and in a last ply of replies all plays
//! except the longest.
//!
//! It builds on ranks as they are printed and on answers in kind: only rulesets of which [`is_plain`](rules::Ruleset::is_plain) is true.
//! In our own minimax, the belief draws the worlds, and the nets are the leaf: `net_tree`.

use std::cmp::Reverse;

use rules::{Combo, Hand, Ruleset, Seat, Seed, Trick, View};

use crate::decision::{Candidate, Candidates};
use crate::endgame::{Meter, SolveLimits, Stopped};
use crate::game_state::GameState;
use crate::opponents::belief::UnseenLayout;
pub use crate::persona::LeafCards;
use crate::turn_facts::TurnFacts;

/// The number of nodes between two questions to `halt`.
const NODES_PER_CHECK: u64 = 128;

/// The parameters of the published player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedParams {
    /// The wanted number of worlds.
    pub samples: u32,
    /// The wanted plies of each world's tree, my own first play included.
    pub depth: u32,
    /// The cards that a leaf counts.
    pub leaf: LeafCards,
    /// The limits.
    pub limits: SolveLimits,
}

impl PublishedParams {
    /// Ten samples, three plies.
    pub const DEFAULT: PublishedParams =
        PublishedParams { samples: 10, depth: 3, leaf: LeafCards::Own, limits: SolveLimits::NONE };
}

/// The outcome of a vote. The same arguments and the same number of worlds give it again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vote {
    /// The number of worlds that voted.
    pub worlds: u32,
    /// The number of positions that were entered in these worlds.
    pub nodes: u64,
    /// The plays with the most votes. The value of each is the number of worlds in which it was the best; of equal plays in a world the
    /// first listed counts as the best.
    pub plays: Candidates,
}

impl Vote {
    /// Returns the play that won the vote.
    pub fn play(&self) -> Option<Combo> {
        self.plays.as_slice()[0].play
    }
}

/// Draws worlds and lets them vote; `Err` when not even the first was finished. A vote that was stopped later is that of
/// the worlds finished so far.
///
/// # Panics
/// When it is not the viewer's turn to play, or when the ruleset is not plain.
pub fn vote_published(
    view: &View,
    seed: Seed,
    params: &PublishedParams,
    halt: &mut dyn FnMut() -> bool,
) -> Result<Vote, Stopped> {
    let rules = view.rules();
    assert!(rules.is_plain(), "minimax cannot play {rules}");
    assert!(view.is_my_turn(), "it is not this seat's turn");
    let me = view.seat().expect("a seat that plays has a name");
    let pass = (view.trick() != Trick::Lead).then_some(None);
    let plays: Vec<_> = rules.plays(view.hand(), view.trick()).into_iter().map(Some).chain(pass).collect();
    let meter = Meter::with_interval(NODES_PER_CHECK, params.limits, halt);
    let mut tree = MinimaxTree { rules, me, leaf: params.leaf, meter, stack: Vec::new() };
    let (mut wins, mut worlds, mut nodes) = (vec![0; plays.len()], 0, 0);
    while worlds < params.samples.max(1) {
        let root = GameState::new(uniform_hands(view, seed, worlds), me, view.course().standing());
        match tree.best_place(&root, &plays, params.depth.max(1)) {
            Ok(place) => wins[place] += 1,
            Err(stopped) if worlds == 0 => return Err(stopped),
            Err(_) => break,
        }
        (worlds, nodes) = (worlds + 1, tree.meter.nodes());
    }
    let plays = plays.into_iter().zip(wins).map(|(play, value)| Candidate { play, value }).collect();
    Ok(Vote { worlds, nodes, plays })
}

/// Returns the hands of the world numbered `index`, by [`Seat::ALL`]: all deals of the unseen cards that the counts and the known cards
/// allow are equally likely. Each number has its own random stream.
///
/// # Panics
/// Before the landlord is known: then there are no seats.
pub fn uniform_hands(view: &View, seed: Seed, index: u32) -> [Hand; 3] {
    let mut rng = seed.stream(u64::from(index)).rng();
    let open = UnseenLayout::new(&TurnFacts::of(view).expect("worlds speak of seats"), view.unseen());
    let next = rng.draw(open.cards, open.wanted[0]);
    let previous = rng.draw(open.cards_without(next), open.wanted[1]);
    open.world([next, previous]).hands()
}

const LEAF_SCORE_MAX: i32 = 200;
const LEAF_SCORE_PER_CARD: i32 = 10;

fn leaf_score(cards: u32) -> i32 {
    LEAF_SCORE_MAX - LEAF_SCORE_PER_CARD * cards as i32
}

impl LeafCards {
    fn value(self, at: &GameState, me: Seat) -> i32 {
        let enemies = Seat::ALL.into_iter().filter(|seat| seat.side() != me.side());
        let least = enemies.map(|seat| at.hand(seat).len()).min().expect("every seat has an enemy");
        match self {
            LeafCards::Own => leaf_score(at.hand(me).len()),
            LeafCards::Both => leaf_score(at.hand(me).len()) - leaf_score(least),
        }
    }
}

/// The values that my side and the enemies have already secured.
type Window = (i32, i32);

struct MinimaxTree<'a, 'b> {
    rules: &'a Ruleset,
    me: Seat,
    leaf: LeafCards,
    meter: Meter<'b>,
    /// The plays of all positions of the current line, in one stack.
    stack: Vec<Option<Combo>>,
}

impl MinimaxTree<'_, '_> {
    /// Returns the place of the first play with the largest value.
    fn best_place(&mut self, root: &GameState, plays: &[Option<Combo>], depth: u32) -> Result<usize, Stopped> {
        let mut best = (i32::MIN, 0);
        for (place, &play) in plays.iter().enumerate() {
            let value = self.value_after(root, play, depth - 1, (i32::MIN, i32::MAX))?;
            if value > best.0 {
                best = (value, place);
            }
        }
        Ok(best.1)
    }

    fn value_after(&mut self, at: &GameState, play: Option<Combo>, depth: u32, window: Window) -> Result<i32, Stopped> {
        let mut next = *at;
        if next.act(play).is_some() {
            self.meter.tick()?;
            return Ok(self.leaf.value(&next, self.me));
        }
        self.value(&next, depth, window)
    }

    fn value(&mut self, at: &GameState, depth: u32, (mut alpha, mut beta): Window) -> Result<i32, Stopped> {
        self.meter.tick()?;
        // My hand does not change before my next turn.
        let turns_to_mine = if self.leaf == LeafCards::Own { at.turn().steps_to(self.me) } else { 0 };
        if turns_to_mine >= depth as usize {
            return Ok(self.leaf.value(at, self.me));
        }
        if depth == 1 {
            // Each side wants few cards: nothing is better than its longest play.
            let mut longest: Option<Combo> = None;
            self.rules.each_play(at.hand(at.turn()), at.trick(), |combo| {
                if longest.is_none_or(|longest| longest.len() < combo.len()) {
                    longest = Some(combo);
                }
            });
            return self.value_after(at, longest, 0, (alpha, beta));
        }
        let base = self.stack.len();
        let stack = &mut self.stack;
        self.rules.each_play(at.hand(at.turn()), at.trick(), |combo| stack.push(Some(combo)));
        stack.extend((at.trick() != Trick::Lead).then_some(None));
        stack[base..].sort_by_key(|play| Reverse(play.map_or(0, Combo::len)));
        let maximises = at.turn().side() == self.me.side();
        let mut best = if maximises { i32::MIN } else { i32::MAX };
        for place in base..self.stack.len() {
            let value = self.value_after(at, self.stack[place], depth - 1, (alpha, beta))?;
            if maximises {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(base);
        Ok(best)
    }
}
