//! The stage of the exact solver: if only few deals of the unseen cards are possible, each is solved as an endgame with open hands, and a
//! play with a higher value by these results replaces the choice. If only one deal is possible, the play may even break a guard.
//!
//! Every deal that agrees with the counts and the known cards is weighed by the belief: by the number of ways to draw it and by the
//! others' acts. The vote assumes that every seat sees all hands.

use rules::{Combo, Hand, Seed};

use super::stage::{Choice, ChoiceGround, DecisionState, StageResult};
use crate::decision::{Candidate, Candidates, Decider};
use crate::endgame::{Endgame, FirstPlay, Memory, SolveLimits, solve};
use crate::net::Objective;
use crate::opponents::belief::Belief;
use crate::opponents::belief::deals::count_deals;
use crate::rule_player::guard;
use crate::turn::Turn;

/// Replaces the choice by a better play of the exact solver. After a full solve the decision is final.
pub(super) fn overrule(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, trace, buffers, limits, .. } = work;
    if choice.ground == ChoiceGround::GoesOut {
        return StageResult::Decided;
    }
    let params = now.persona.params();
    let worlds_max = limits.worlds_max.min(params.solve_worlds as u32);
    let bounds = SolveLimits { nodes_max: limits.nodes_max.min(params.solve_nodes as u64) };
    let Some(vote) = solve_deals(now, &mut buffers.solver, worlds_max, bounds, limits.halt) else {
        // A winning order decides: a search by rollouts would only add noise.
        return if choice.ground == ChoiceGround::Order { StageResult::Decided } else { StageResult::Undecided };
    };
    (trace.worlds, trace.nodes) = (vote.worlds, vote.nodes);
    let worth = |play: Option<Combo>, wins: i32| match now.objective {
        Objective::Wins => wins,
        // As in `Unit::Score`: a bomb doubles gains and losses.
        Objective::Score => 500 + ((wins - 500) << u32::from(play.is_some_and(Combo::is_bomb))),
    };
    let listed = || {
        let plays = vote.plays().filter(|(play, _)| play.is_none_or(|play| now.plays.contains(&play)));
        plays.map(|(play, wins)| Candidate { play, value: worth(play, wins) })
    };
    let all: Candidates = listed().collect();
    let kept: Candidates = listed().filter(|each| guard::first_broken(now, each.play).is_none()).collect();
    let best_of = |candidates: &Candidates| candidates.as_slice().first().copied();
    let value_of = |candidates: &Candidates| best_of(candidates).map(|best| best.value);
    // A guard is right in most deals. If one deal is left, a win that breaks a guard is no blunder.
    let breaks_guards = vote.worlds == 1 && value_of(&all) > value_of(&kept);
    let candidates = if breaks_guards { all } else { kept };
    let Some(Candidate { play, value }) = best_of(&candidates) else { return StageResult::Decided };
    let wins = vote.wins(choice.play);
    if worth(choice.play, wins) >= value {
        choice.win_chance = Some(wins);
        return StageResult::Decided;
    }
    trace.win_path = None;
    trace.held_back = trace.held_back.filter(|held| held.play != play);
    let win_chance = Some(vote.wins(play));
    let solved = Choice::unweighed(play, "solved", Decider::Solver, ChoiceGround::Judged);
    *choice = Choice { candidates, win_chance, ..solved };
    StageResult::Decided
}

/// With this many plays or more there is no vote.
const PLAYS_TOO_MANY: usize = 128;

struct EndgameVote {
    /// Each play and the weight of the deals in which it wins, in the order of the first solved deal: its winning plays first.
    plays: Vec<(Option<Combo>, u64)>,
    total: u64,
    worlds: u32,
    nodes: u64,
}

impl EndgameVote {
    /// Returns a play's share of the weight, in thousandths.
    fn wins(&self, play: Option<Combo>) -> i32 {
        self.plays().find(|voted| voted.0 == play).map_or(0, |voted| voted.1)
    }

    fn plays(&self) -> impl Iterator<Item = (Option<Combo>, i32)> {
        self.plays.iter().map(|&(play, weight)| (play, (weight * 1000 / self.total) as i32))
    }

    fn add(&mut self, play: Option<Combo>, weight: u64) {
        match self.plays.iter_mut().find(|voted| voted.0 == play) {
            Some(known) => known.1 += weight,
            None => self.plays.push((play, weight)),
        }
    }
}

fn has_many_plays(now: &Turn) -> bool {
    let mut count = now.plays.len();
    if now.rules().has_wild_ranks() && count < PLAYS_TOO_MANY {
        count = 0;
        now.rules().each_play(now.hand, now.trick, |_| count += 1);
    }
    count >= PLAYS_TOO_MANY
}

/// Solves every deal; `None` if not all were solved.
fn solve_deals(
    now: &Turn<'_>,
    memory: &mut Memory,
    worlds_max: u32,
    SolveLimits { nodes_max }: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Option<EndgameVote> {
    if worlds_max == 0 || now.view.gone_unseen() > 0 || has_many_plays(now) {
        return None;
    }
    let others = [now.me.next(), now.me.previous()];
    let known = others.map(|seat| now.view.known_cards(seat));
    let unseen = now.view.unseen();
    let open = unseen.minus(known[0]).and_then(|rest| rest.minus(known[1])).expect("known cards are unseen ones");
    let wanted = now.left(others[0]) - known[0].len();
    if count_deals(open, wanted, worlds_max.into()) > worlds_max.into() {
        return None;
    }
    // Results of an earlier decision would change how far the nodes reach.
    memory.clear();
    let mut vote = EndgameVote { plays: Vec::new(), total: 0, worlds: 0, nodes: 0 };
    // Every deal is listed: nothing depends on the seed.
    let mut belief = Belief::of(now, Seed(0), now.belief);
    for &(world, weight) in belief.enumerate_deals()? {
        let game = endgame(now, world.hands())?;
        let outcome = solve(&game, true, memory, SolveLimits { nodes_max: nodes_max - vote.nodes }, halt);
        vote.nodes += outcome.nodes;
        if outcome.stopped.is_some() || vote.nodes >= nodes_max {
            return None;
        }
        let weight = u64::from(weight);
        vote.worlds += 1;
        vote.total += weight;
        let won = |first: &FirstPlay| if first.wins == Some(true) { weight } else { 0 };
        outcome.first_plays.iter().for_each(|first| vote.add(first.play, won(first)));
    }
    Some(vote)
}

fn endgame(now: &Turn<'_>, hands: [Hand; 3]) -> Option<Endgame> {
    let game = Endgame::new(*now.rules(), hands).ok()?;
    game.with_turn(now.me, now.course().standing()).ok()
}
