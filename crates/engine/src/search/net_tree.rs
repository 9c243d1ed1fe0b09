//! Worlds judged by minimax with the nets as leaf: in an open game every seat makes the play that is best for its side.

use rules::{Combo, Plays, Ruleset};

use crate::game_state::GameState;
use crate::net::{Accumulator, Past};
use crate::search::net_judge::NetJudge;
use crate::search::race::{RaceWorld, Score, Scorer};

/// The most replies of a position that are searched deeper: the replies that the net values most. A higher number took more time and
/// changed hardly anything.
const REPLIES_MAX: usize = 6;

#[derive(Clone, Copy)]
pub(crate) struct Reply {
    play: Option<Combo>,
    score: Score,
}

/// A tree of choices; the candidate is the first.
pub(crate) struct NetTree<'a> {
    pub(crate) judge: NetJudge<'a>,
    pub(crate) past: &'a Past,
    pub(crate) depth: u32,
    pub(crate) bonus: i32,
    pub(crate) plays: &'a mut Plays,
    pub(crate) replies: &'a mut Vec<Reply>,
}

/// A position, its past, the bombs played since the root, and the number of choices to come.
#[derive(Clone, Copy)]
struct Node {
    state: GameState,
    past: Past,
    bombs: u32,
    depth: u32,
}

impl NetTree<'_> {
    fn after(&mut self, at: &Node, play: Option<Combo>, window: (i32, i32), search: &mut Search<'_>) -> Option<Score> {
        let mut next = *at;
        next.depth -= 1;
        next.bombs += u32::from(play.is_some_and(Combo::is_bomb));
        next.past.add(at.state.turn(), at.state.standing(), play);
        match next.state.act(play) {
            Some(winner) => Some(self.judge.score_of_end(winner, next.bombs)),
            None => self.value(next, window, search),
        }
    }

    /// Returns the worth of a position with at least one choice to come. A seat that can only pass has no choice.
    fn value(&mut self, mut at: Node, (mut alpha, mut beta): (i32, i32), search: &mut Search<'_>) -> Option<Score> {
        while self.plays.fill(search.rules, at.state.hand(at.state.turn()), at.state.trick()).is_empty() {
            at.past.add(at.state.turn(), at.state.standing(), None);
            at.state.act(None);
        }
        let (me, hand) = (at.state.turn(), at.state.hand(at.state.turn()));
        if let Some(out) = self.plays.iter().find(|play| play.len() == hand.len()) {
            return Some(self.judge.score_of_end(me.side(), at.bombs + u32::from(out.is_bomb())));
        }
        if (search.halt)() {
            return None;
        }
        *search.nodes += 1;
        let net = self.judge.accumulate(&at.state, &at.past);
        let is_mine = me.side() == self.judge.side;
        let base = self.replies.len();
        let pass = at.state.standing().map(|_| None);
        for play in self.plays.iter().copied().map(Some).chain(pass) {
            let score = self.judge.score_after(&net, &at.state, play, at.bombs);
            self.replies.push(Reply { play, score });
        }
        // The best replies for the side to play come first; equal replies keep their order.
        let order = |reply: &Reply| if is_mine { -reply.score.value } else { reply.score.value };
        self.replies[base..].sort_by_key(order);
        let mut best = self.replies[base].score;
        if at.depth > 1 {
            self.replies.truncate(base + REPLIES_MAX);
            let end = self.replies.len();
            for place in base..end {
                let found = self.after(&at, self.replies[place].play, (alpha, beta), search)?;
                let is_better = if is_mine { found.value > best.value } else { found.value < best.value };
                if place == base || is_better {
                    best = found;
                }
                if is_mine {
                    alpha = alpha.max(best.value);
                } else {
                    beta = beta.min(best.value);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.replies.truncate(base);
        Some(best)
    }
}

struct Search<'a> {
    rules: &'a Ruleset,
    nodes: &'a mut u64,
    halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Scorer for NetTree<'a> {
    /// The full-information net's sums for the position itself, if the candidate is the only choice.
    type Shared = Option<Accumulator<'a>>;

    fn compute_shared(&mut self, start: &GameState) -> Option<Accumulator<'a>> {
        (self.depth <= 1).then(|| self.judge.accumulate(start, self.past))
    }

    fn score(&mut self, play: Option<Combo>, world: RaceWorld<'_>, shared: &Option<Accumulator<'a>>) -> Option<Score> {
        let RaceWorld { rules, start, nodes, halt, .. } = world;
        if let Some(net) = shared {
            *nodes += 1;
            return Some(self.judge.score_after(net, start, play, 0));
        }
        // A halted tree may have left its replies on the stack.
        self.replies.clear();
        let root = Node { state: *start, past: *self.past, bombs: 0, depth: self.depth };
        let mut search = Search { rules, nodes, halt };
        self.after(&root, play, (i32::MIN, i32::MAX), &mut search)
    }

    fn bonus(&self) -> i64 {
        self.judge.value_of_wins(self.bonus)
    }

    fn reported_value(&self, values: i64, worlds: u32) -> Option<i32> {
        self.judge.reported_value(values, worlds)
    }
}

#[cfg(test)]
mod tests {
    use rules::{Action, Deal, Rng, Ruleset, Seat, Seed, Side, Table};

    use super::*;
    use crate::net::{Objective, Weights};
    use crate::opponents::opponent_model::SeatPolicies;

    /// Returns the value of `play` from the whole tree of the best replies, without cut-offs.
    fn value_after(judge: &NetJudge<'_>, at: &Node, play: Option<Combo>, depth: u32) -> i32 {
        let (rules, mut next) = (&Ruleset::CLASSIC, *at);
        next.bombs += u32::from(play.is_some_and(Combo::is_bomb));
        next.past.add(at.state.turn(), at.state.standing(), play);
        if let Some(winner) = next.state.act(play) {
            return judge.score_of_end(winner, next.bombs).value;
        }
        let (me, trick) = (next.state.turn(), next.state.trick());
        let plays = rules.plays(next.state.hand(me), trick);
        if plays.is_empty() {
            return value_after(judge, &next, None, depth);
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == next.state.hand(me).len()) {
            return value_after(judge, &next, Some(out), depth);
        }
        let net = judge.accumulate(&next.state, &next.past);
        let pass = next.state.standing().map(|_| None);
        let value = |play| judge.score_after(&net, &next.state, play, next.bombs).value;
        let mut replies: Vec<_> = plays.into_iter().map(Some).chain(pass).map(|play| (value(play), play)).collect();
        let sign = if me.side() == judge.side { 1 } else { -1 };
        replies.sort_by_key(|&(value, _)| -sign * value);
        let deeper = replies.iter().take(REPLIES_MAX).map(|&(_, play)| value_after(judge, &next, play, depth - 1));
        let values: Vec<i32> = if depth > 1 { deeper.collect() } else { replies.iter().map(|reply| reply.0).collect() };
        sign * values.into_iter().map(|value| sign * value).max().expect("there is a reply")
    }

    #[test]
    fn cut_offs_change_no_value() {
        let weights = Weights::shipped();
        let (mut plays, mut replies, mut seen) = (Plays::new(), Vec::new(), 0);
        for game in 0..4 {
            let mut rng: Rng = Seed(90).stream(game).rng();
            let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut rng));
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                let me = view.seat().expect("cards are played");
                let legal = view.rules().plays(view.hand(), view.trick());
                let pass = view.course().standing().map(|_| None);
                let options: Vec<_> = legal.into_iter().map(Some).chain(pass).collect();
                let play = *rng.pick(&options).expect("there is a play");
                let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("seats have hands"));
                let state = GameState::new(hands, me, view.course().standing());
                let past = Past::of(&view);
                for (depth, objective) in [(2, Objective::Wins), (3, Objective::Wins), (3, Objective::Score)] {
                    let judge = NetJudge { weights: &weights, side: me.side(), objective };
                    let expected = value_after(&judge, &Node { state, past, bombs: 0, depth }, play, depth - 1);
                    let (plays, replies) = (&mut plays, &mut replies);
                    let mut tree = NetTree { judge, past: &past, depth, bonus: 0, plays, replies };
                    let policies = SeatPolicies::new([false; 3], 0);
                    let (nodes, halt) = (&mut 0, &mut || false);
                    let world = RaceWorld { rules: &Ruleset::CLASSIC, start: &state, policies, nodes, halt };
                    let found = tree.score(play, world, &None).expect("nothing halts it");
                    assert_eq!(found.value, expected, "{depth} {objective:?} {play:?}\n{table}");
                    seen += u32::from(me.side() == Side::Peasants);
                }
                table.act(Action::Play(play)).expect("it was listed");
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
