//! One thread of a match: takes deal after deal, plays both hands of each, and sends the result.
//!
//! Local players answer at once. A program may answer later: the thread keeps several deals under way, sends the requests of
//! all, and goes on with the first answered one. DouZero's networks decide their waiting deals together.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use rules::{Action, Plays, Seat};

use super::douzero::{Douzero, Turn};
use super::game::{Game, HandResult, Team};
use super::local_player::{LocalPlayer, random_action};
use super::player::PlayerKind;
use super::programs::Programs;
use super::{DealResult, MatchRunner};

pub(super) struct SharedState {
    /// The number of the next deal.
    pub(super) next: AtomicU64,
    /// True once no more deals are wanted.
    pub(super) halt: AtomicBool,
}

/// Plays deals until there are no more or the match is stopped; a failure stops the match.
pub(super) fn run(runner: &MatchRunner, shared: &SharedState, done: &Sender<anyhow::Result<DealResult>>) {
    let played = Worker::start(runner, shared, done).and_then(|mut worker| worker.play_deals());
    if let Err(failure) = played {
        shared.halt.store(true, Ordering::Relaxed);
        let _ = done.send(Err(failure));
    }
}

/// Number of deals that a thread keeps under way with networks: enough that each weight is read for many plays.
const NETWORK_DEALS_AT_ONCE: usize = 96;

struct Worker<'a> {
    runner: &'a MatchRunner,
    shared: &'a SharedState,
    done: &'a Sender<anyhow::Result<DealResult>>,
    /// The local players by team: each may have its own weights.
    local: [LocalPlayer; 2],
    programs: Programs<'a>,
    /// The buffer of plays, for networks and for random plays in place of illegal ones.
    plays: Plays,
}

impl<'a> Worker<'a> {
    fn start(
        runner: &'a MatchRunner,
        shared: &'a SharedState,
        done: &'a Sender<anyhow::Result<DealResult>>,
    ) -> anyhow::Result<Worker<'a>> {
        let programs = Programs::start(runner)?;
        let local = Team::ALL.map(|team| LocalPlayer::of(runner.player(team)));
        Ok(Worker { runner, shared, done, local, programs, plays: Plays::new() })
    }

    fn play_deals(&mut self) -> anyhow::Result<()> {
        let networks = Team::ALL.iter().any(|&team| self.networks(team).is_some());
        let width = self.programs.deals_at_once().max(if networks { NETWORK_DEALS_AT_ONCE } else { 1 });
        let mut waiting = Vec::with_capacity(width);
        loop {
            while waiting.len() < width {
                let Some(deal) = self.next_deal() else { break };
                self.advance(deal, &mut waiting)?;
            }
            if waiting.is_empty() || self.shared.halt.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.take_answers(&mut waiting)?;
        }
    }

    fn next_deal(&self) -> Option<InFlightDeal> {
        if self.shared.halt.load(Ordering::Relaxed) {
            return None;
        }
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        (number < self.runner.deals).then(|| InFlightDeal::new(number, self.runner))
    }

    /// Plays on until a program or networks have to answer (the deal joins those waiting) or the deal is over.
    fn advance(&mut self, mut deal: InFlightDeal, waiting: &mut Vec<InFlightDeal>) -> anyhow::Result<()> {
        loop {
            let Some(chair) = deal.game.turn() else {
                match deal.finish_hand(self.runner) {
                    ControlFlow::Continue(next) => deal = next,
                    ControlFlow::Break(result) => {
                        // A stopped match reads no more results; the next check of `halt` ends this thread.
                        let _ = self.done.send(Ok(result));
                        return Ok(());
                    }
                }
                continue;
            };
            let (game, team) = (&deal.game, deal.game.team(chair));
            let player = self.runner.player(team);
            let local = &mut self.local[team as usize];
            if let Some(action) = local.action(&player.kind, game.view(chair), game.hand_seed(chair), game.turn_seed())
            {
                if let Err(error) = deal.game.act(action) {
                    panic!("{player} chose {action:?} in {}: {error}", deal.game.table());
                }
                continue;
            }
            // Networks are asked later, about many deals.
            if matches!(player.kind, PlayerKind::Command(_)) {
                self.programs.ask(&mut deal);
            }
            waiting.push(deal);
            return Ok(());
        }
    }

    fn networks(&self, team: Team) -> Option<&'a Douzero> {
        match &self.runner.player(team).kind {
            PlayerKind::Douzero(networks) => Some(networks),
            _ => None,
        }
    }

    fn ask_networks(&mut self, waiting: &mut Vec<InFlightDeal>) -> anyhow::Result<()> {
        for team in Team::ALL {
            let Some(networks) = self.networks(team) else { continue };
            let asked: Vec<InFlightDeal> = waiting.extract_if(.., |deal| deal.is_turn_of(team)).collect();
            let turn =
                |deal: &InFlightDeal| Turn::of(deal.game.view(deal.game.turn().expect("it waits")), &mut self.plays);
            let turns: Vec<Turn> = asked.iter().map(turn).collect();
            for (mut deal, play) in asked.into_iter().zip(networks.plays(&turns)) {
                deal.game.act(Action::Play(play)).expect("it is one of the legal plays");
                self.advance(deal, waiting)?;
            }
        }
        Ok(())
    }

    fn take_answers(&mut self, waiting: &mut Vec<InFlightDeal>) -> anyhow::Result<()> {
        self.ask_networks(waiting)?;
        let (teams, timeout) = self.programs.teams_to_poll();
        for team in teams {
            let mut timeout = timeout;
            while let Some((mut deal, answer)) = self.programs.next_answer(team, waiting, timeout)? {
                self.play_answer(&mut deal, answer);
                self.advance(deal, waiting)?;
                // Answers that have already arrived are taken before new deals begin.
                timeout = Duration::ZERO;
            }
        }
        Ok(())
    }

    /// Plays what a program answered. An illegal answer is counted and replaced by a random play.
    fn play_answer(&mut self, deal: &mut InFlightDeal, answer: Option<Action>) {
        if answer.is_some_and(|action| deal.game.act(action).is_ok()) {
            return;
        }
        deal.illegal += 1;
        let chair = deal.game.turn().expect("the hand is not over");
        let action = random_action(deal.game.view(chair), &mut deal.game.turn_seed().rng(), &mut self.plays);
        deal.game.act(action).expect("a random play is drawn from the legal ones");
    }
}

pub(super) struct InFlightDeal {
    pub(super) number: u64,
    pub(super) game: Game,
    /// The hand with A alone, once it is over.
    first: Option<FinishedHand>,
    /// The number of the last request to a program.
    pub(super) request: u64,
    /// Number of times that a program's answer was no legal play.
    pub(super) illegal: u32,
}

struct FinishedHand {
    result: HandResult,
    /// The hand as text, where hands are recorded.
    line: Option<String>,
}

impl InFlightDeal {
    /// Makes the beginning of a deal: A is alone.
    pub(super) fn new(number: u64, runner: &MatchRunner) -> InFlightDeal {
        InFlightDeal { number, game: runner.setup.game(number, Team::A), first: None, request: 0, illegal: 0 }
    }

    /// Ends a hand that is over: goes on with the second hand of the deal, or breaks with the deal's result.
    pub(super) fn finish_hand(mut self, runner: &MatchRunner) -> ControlFlow<DealResult, InFlightDeal> {
        let line = runner.record.then(|| self.game.table().to_string());
        let finished = FinishedHand { result: self.game.result(), line };
        let Some(first) = self.first.take() else {
            let game = runner.setup.game(self.number, Team::B);
            return ControlFlow::Continue(InFlightDeal { game, first: Some(finished), ..self });
        };
        let hands = [first.result, finished.result];
        let lines = [first.line, finished.line].into_iter().flatten().collect();
        ControlFlow::Break(DealResult { number: self.number, hands, lines, illegal: self.illegal })
    }

    pub(super) fn is_turn_of(&self, team: Team) -> bool {
        self.game.turn().is_some_and(|chair| self.game.team(chair) == team)
    }

    /// Returns seat, hand and deal, as the end of a player's name in an error.
    pub(super) fn place_text(&self) -> String {
        let half = if self.first.is_none() { "first" } else { "second" };
        let seat = self.game.turn().and_then(|chair| self.game.seat(chair)).map_or("", Seat::name);
        format!(" as {seat} in the {half} hand of deal {}", self.number)
    }
}
