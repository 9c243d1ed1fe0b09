//! Our own vote: deeper and deeper trees over the same worlds, as long as the limits allow it.

use rules::{Combo, Hand, Ruleset, Seat, Side, Trick, View};

use super::leaf::{Leaf, SURE, chance};
use super::tree::{DEPTH_MAX, Optimizations, Tree};
use super::{NODES_PER_ASKING, Scratch, Vote, Voted};
use crate::endgame::{Choice, Limits, Meter, Stopped};
use crate::game_state::GameState;

/// The parameters of our player: alone they fix what it decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Worlds that vote; no more than [`WORLDS_MAX`] are taken.
    pub worlds_max: u32,
    /// The deepest tree, in choices.
    pub depth_max: u32,
    /// Positions that one world may enter at one depth. A world that needs more ends the deepening.
    pub nodes_per_world_max: u64,
    /// Millionths by which the mean of another play must be better than that of the most preferred one. A sampled
    /// tree takes the others to see all hands, and a policy that knows better should only yield to a clear gain.
    pub bonus: i32,
    /// What the search is made of.
    pub optimizations: Optimizations,
}

impl Params {
    /// What measured best (docs/develop/search.md); far less than 20 ms in most positions.
    pub const DEFAULT: Params = Params {
        worlds_max: 64,
        depth_max: 4,
        nodes_per_world_max: 5_000,
        bonus: 200_000,
        optimizations: Optimizations::ALL,
    };
}

impl Default for Params {
    fn default() -> Params {
        Params::DEFAULT
    }
}

/// The most worlds of one vote.
pub const WORLDS_MAX: u32 = 256;

/// The caller's notion of time.
pub struct Stops<'a> {
    /// Asked before each world: `true` starts no other.
    pub soft: &'a mut dyn FnMut() -> bool,
    /// Asked within worlds too, every 128 nodes: `true` gives up the world at hand.
    pub hard: &'a mut dyn FnMut() -> bool,
}

/// Lets worlds vote on the plays of `view`; `worlds` answers the three hands of the world of a number, by
/// [`Seat::ALL`]. Of equal plays the one that stands first in `preference` wins, then the first listed; the very first
/// has [`Params::bonus`]. `Err` when not even one world was finished: then nothing is known.
///
/// A clock that stops it leaves the longest finished prefix of worlds at one depth: [`replay`] with the vote's `worlds`
/// and `depth` gives the same vote again, all but `nodes`.
///
/// # Panics
/// When it is not the turn of the one who looks.
pub fn think(
    view: &View,
    worlds: &dyn Fn(u32) -> [Hand; 3],
    params: &Params,
    preference: &[Option<Combo>],
    mut stops: Stops<'_>,
    scratch: &mut Scratch,
) -> Result<Vote, Stopped> {
    let me = begin(view, preference, scratch, params.optimizations.merge);
    if let Some(vote) = settled(view, scratch) {
        return Ok(vote);
    }
    let baseline = preference.first().map(|&play| (play, params.bonus));
    let (mut vote, mut nodes) = (None::<Vote>, 0);
    for depth in 1..=params.depth_max.clamp(1, DEPTH_MAX) {
        let worlds_max = params.worlds_max.clamp(1, WORLDS_MAX);
        let limits = Limits { nodes_max: params.nodes_per_world_max };
        let mut round =
            Round { view, me, worlds, optimizations: params.optimizations, limits, depth, worlds_max, nodes: 0 };
        let (finished, stopped) = round.run(true, &mut stops, scratch);
        nodes += round.nodes;
        // A depth that only few worlds reached knows less than the one before it.
        if finished > 0 && (stopped.is_none() || vote.is_none_or(|vote| 2 * finished >= vote.worlds)) {
            vote = Some(count(scratch, baseline, Vote::new(finished, depth, nodes)));
        }
        match (stopped, &mut vote) {
            (Some(stopped), None) => return Err(stopped),
            (Some(_), Some(vote)) => {
                vote.nodes = nodes;
                break;
            }
            (None, _) if scratch.matrix.iter().all(|value| value.abs() >= SURE) => break,
            (None, _) => {}
        }
    }
    Ok(vote.expect("the first depth was finished or stopped"))
}

/// The vote of a number of worlds at one depth, without a clock.
///
/// # Panics
/// When it is not the turn of the one who looks.
pub fn replay(
    view: &View,
    worlds: &dyn Fn(u32) -> [Hand; 3],
    (worlds_max, depth): (u32, u32),
    params: &Params,
    preference: &[Option<Combo>],
    scratch: &mut Scratch,
) -> Vote {
    let optimizations = params.optimizations;
    let me = begin(view, preference, scratch, optimizations.merge);
    if let Some(vote) = settled(view, scratch) {
        return vote;
    }
    let baseline = preference.first().map(|&play| (play, params.bonus));
    let mut round = Round { view, me, worlds, optimizations, limits: Limits::NONE, depth, worlds_max, nodes: 0 };
    let mut stops = Stops { soft: &mut || false, hard: &mut || false };
    let (finished, _) = round.run(false, &mut stops, scratch);
    count(scratch, baseline, Vote::new(finished, depth, round.nodes))
}

/// What each play is worth to the landlord in one world, searched to a depth, and how many nodes that took.
///
/// # Panics
/// When it is not the turn of the one who looks.
pub fn values(
    view: &View,
    hands: [Hand; 3],
    depth: u32,
    optimizations: Optimizations,
    scratch: &mut Scratch,
) -> (Vec<(Option<Combo>, i32)>, u64) {
    let me = begin(view, &[], scratch, optimizations.merge);
    let worlds = |_| hands;
    let mut round =
        Round { view, me, worlds: &worlds, optimizations, limits: Limits::NONE, depth, worlds_max: 1, nodes: 0 };
    scratch.matrix.clear();
    round.world(0, &mut || false, scratch).expect("nothing stops it");
    let values = scratch.matrix.iter().map(|&value| sign(me) * value);
    (scratch.candidates.iter().copied().zip(values).collect(), round.nodes)
}

/// How the value to `me` follows from that to the landlord.
fn sign(me: Seat) -> i32 {
    if me.side() == Side::Landlord { 1 } else { -1 }
}

/// Lists the candidates, the preferred first.
fn begin(view: &View, preference: &[Option<Combo>], scratch: &mut Scratch, merge: bool) -> Seat {
    assert!(view.is_my_turn(), "it is not this seat's turn");
    scratch.list(view);
    scratch.turn_to(view.rules());
    if merge {
        let choice = choice(view.rules(), view);
        let keeps = |play: &Option<Combo>| preference.contains(play) || play.is_none_or(|combo| choice.keeps(combo));
        scratch.candidates.retain(keeps);
    }
    let mut placed = 0;
    for play in preference {
        if let Some(place) = scratch.candidates[placed..].iter().position(|candidate| candidate == play) {
            scratch.candidates[placed..=placed + place].rotate_right(1);
            placed += 1;
        }
    }
    view.seat().expect("who plays has a seat")
}

/// What differs in an irrelevant kicker only, in whatever world: all that is unseen may lie with an enemy or a partner.
fn choice(rules: &Ruleset, view: &View) -> Choice {
    let unseen = view.unseen();
    let partner = if view.seat() == Some(Seat::Landlord) { Hand::EMPTY } else { unseen };
    let answers = match view.trick() {
        Trick::Lead => rules::Ranks::ALL,
        Trick::Follow(combo) => rules::Ranks::printed_above(combo.key()),
    };
    Choice::new(rules, view.hand(), &[unseen], partner, answers)
}

/// A decision that costs nothing: one candidate, or one that goes out.
fn settled(view: &View, scratch: &Scratch) -> Option<Vote> {
    let goes_out = |play: &&Option<Combo>| play.is_some_and(|combo| combo.cards() == view.hand());
    let only = if let [only] = &scratch.candidates[..] { Some(only) } else { None };
    let play = scratch.candidates.iter().find(goes_out).or(only)?;
    let mut vote = Vote::new(0, 0, 0);
    vote.offer(Voted { play: *play, wins: 0, mean: 0, error: 0 }, |voted| voted.mean);
    Some(vote)
}

/// All worlds at one depth.
struct Round<'a> {
    view: &'a View,
    me: Seat,
    worlds: &'a dyn Fn(u32) -> [Hand; 3],
    optimizations: Optimizations,
    limits: Limits,
    depth: u32,
    worlds_max: u32,
    nodes: u64,
}

impl Round<'_> {
    /// Fills the matrix, a row a world; answers how many worlds were finished, and what stopped it before its end.
    fn run(&mut self, may_separate: bool, stops: &mut Stops<'_>, scratch: &mut Scratch) -> (u32, Option<Stopped>) {
        scratch.matrix.clear();
        let many = scratch.candidates.len();
        for world in 0..self.worlds_max {
            if (stops.soft)() {
                return (world, Some(Stopped::Halted));
            }
            if let Err(stopped) = self.world(world, stops.hard, scratch) {
                scratch.matrix.truncate(world as usize * many);
                return (world, Some(stopped));
            }
            if may_separate && SEPARATED_AT.contains(&(world + 1)) && is_separated(&scratch.matrix, many) {
                return (world + 1, None);
            }
        }
        (self.worlds_max, None)
    }

    /// Values every candidate in one world.
    fn world(&mut self, world: u32, hard: &mut dyn FnMut() -> bool, scratch: &mut Scratch) -> Result<(), Stopped> {
        let root = GameState::new((self.worlds)(world), self.me, self.view.course().standing());
        scratch.tree.clear();
        let leaf = Leaf {
            rules: self.view.rules(),
            hand_values: &mut scratch.hand_values,
            recognises: self.optimizations.recognise,
        };
        let mut tree = Tree {
            optimizations: self.optimizations,
            leaf,
            table: &mut scratch.table,
            stack: &mut scratch.tree,
            meter: Meter::asking_every(NODES_PER_ASKING, self.limits, hard),
        };
        let mut done = Ok(());
        for &play in &scratch.candidates {
            match tree.after(&root, play, self.depth - 1) {
                Ok(value) => scratch.matrix.push(sign(self.me) * value),
                Err(stopped) => {
                    done = Err(stopped);
                    break;
                }
            }
        }
        self.nodes += tree.meter.nodes();
        done
    }
}

/// Worlds between two looks at whether the leader is clearly ahead.
const SEPARATED_AT: [u32; 4] = [16, 32, 64, 128];
/// Standard errors of the paired difference between the leader and each other candidate.
const SEPARATION: i64 = 4;

/// Whether one candidate is ahead of every other by enough standard errors that more worlds would not change it.
fn is_separated(matrix: &[i32], many: usize) -> bool {
    let column = |place: usize| matrix.iter().skip(place).step_by(many).map(|&value| i64::from(chance(value)));
    let sum = |place: usize| column(place).sum::<i64>();
    let leader = (0..many).max_by_key(|&place| sum(place)).expect("there are candidates");
    let worlds = (matrix.len() / many) as i64;
    (0..many).filter(|&place| place != leader).all(|place| {
        let differences = || column(leader).zip(column(place)).map(|(best, other)| best - other);
        let sum: i64 = differences().sum();
        let squares: i64 = differences().map(|difference| difference * difference).sum();
        // mean² > SEPARATION² · variance / worlds, multiplied out.
        let variance = squares * worlds - sum * sum;
        sum > 0 && sum * sum * (worlds - 1) > SEPARATION * SEPARATION * variance
    })
}

/// The highest mean wins, the baseline's bonus added; of equals what was best in the most worlds; then the order of
/// the candidates. `vote` comes without plays.
fn count(scratch: &mut Scratch, baseline: Option<(Option<Combo>, i32)>, mut vote: Vote) -> Vote {
    let many = scratch.candidates.len();
    scratch.wins.clear();
    scratch.wins.resize(many, 0);
    for row in scratch.matrix.chunks_exact(many) {
        let best = row.iter().copied().max().expect("there are candidates");
        scratch.wins.iter_mut().zip(row).for_each(|(wins, &value)| *wins += u32::from(value == best));
    }
    let worlds = i64::from(vote.worlds);
    let bonus = |play| baseline.filter(|baseline| baseline.0 == play).map_or(0, |baseline| baseline.1);
    for (place, (&play, &wins)) in scratch.candidates.iter().zip(&scratch.wins).enumerate() {
        let chances = || scratch.matrix.iter().skip(place).step_by(many).map(|&value| i64::from(chance(value)));
        let (sum, squares) = (chances().sum::<i64>(), chances().map(|chance| chance * chance).sum::<i64>());
        let mean = (sum * PER_CHANCE / worlds) as i32;
        let variance = (squares * worlds - sum * sum) / worlds.pow(2);
        let error = (variance * PER_CHANCE * PER_CHANCE / (worlds - 1).max(1)).isqrt() as i32;
        vote.offer(Voted { play, wins, mean, error }, |voted| (voted.mean + bonus(voted.play), voted.wins));
    }
    vote
}

/// Votes speak of millionths, leaves of ten-thousandths.
const PER_CHANCE: i64 = 100;
