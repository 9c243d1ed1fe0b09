//! The programs of a thread. A program answers later, and its deal waits.

use std::time::Duration;

use rules::Action;

use super::MatchRunner;
use super::game::Team;
use super::lines::{self, Answer, Request};
use super::player::PlayerKind;
use super::program_process::ProgramProcess;
use super::worker::InFlightDeal;

/// The interval at which a thread that waits for one program checks if the match was stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The number of deals that a thread keeps under way with programs, so that the programs seldom wait.
const PROGRAM_DEALS_AT_ONCE: usize = 32;

pub(super) struct Programs<'a> {
    runner: &'a MatchRunner,
    /// One for each team that is a program.
    processes: [Option<ProgramProcess>; 2],
    /// The number of the last request.
    requests: u64,
}

impl<'a> Programs<'a> {
    pub(super) fn start(runner: &'a MatchRunner) -> anyhow::Result<Programs<'a>> {
        let mut programs = Programs { runner, processes: [None, None], requests: 0 };
        for team in Team::ALL {
            if let PlayerKind::Command(command) = &runner.player(team).kind {
                let started = ProgramProcess::start(command, runner.reply_limit);
                let started = started.map_err(|fault| runner.failure(team, &fault, None))?;
                programs.processes[team as usize] = Some(started);
            }
        }
        Ok(programs)
    }

    pub(super) fn deals_at_once(&self) -> usize {
        if self.processes.iter().any(Option::is_some) { PROGRAM_DEALS_AT_ONCE } else { 1 }
    }

    /// Asks the program whose turn it is. [`Programs::next_answer`] returns the answer later.
    pub(super) fn ask(&mut self, deal: &mut InFlightDeal) {
        let chair = deal.game.turn().expect("the hand is not over");
        self.requests += 1;
        deal.request = self.requests;
        let view = deal.game.view(chair);
        let seat = deal.game.seat(chair).expect("programs join when the landlord is known");
        let request = Request::new(deal.request, seat, view);
        let mut line = serde_json::to_vec(&request).expect("numbers and names are valid JSON");
        line.push(b'\n');
        self.process(deal.game.team(chair)).send(line);
    }

    /// Returns the teams with programs, and the time to wait for each of them.
    pub(super) fn teams_to_poll(&self) -> (Vec<Team>, Duration) {
        let teams: Vec<Team> = Team::ALL.into_iter().filter(|&team| self.processes[team as usize].is_some()).collect();
        let timeout = if teams.len() == 1 { STOP_POLL_INTERVAL } else { Duration::from_millis(1) };
        (teams, timeout)
    }

    /// Returns an answer of `team` and the deal that waited for it; `None` if no answer is due or none came within
    /// `timeout`.
    pub(super) fn next_answer(
        &mut self,
        team: Team,
        waiting: &mut Vec<InFlightDeal>,
        timeout: Duration,
    ) -> anyhow::Result<Option<(InFlightDeal, Option<Action>)>> {
        let runner = self.runner;
        while let Some(oldest) = waiting.iter().filter(|deal| deal.is_turn_of(team)).min_by_key(|deal| deal.request) {
            let answer = self.process(team).next_answer(timeout);
            let Some(answer) = answer.map_err(|fault| runner.failure(team, &fault, Some(oldest)))? else { break };
            let asked = |deal: &InFlightDeal| deal.is_turn_of(team) && Some(deal.request) == answer.id;
            if let Some(position) = waiting.iter().position(asked) {
                self.process(team).note_answered();
                let deal = waiting.swap_remove(position);
                let answer = read_answer(&deal, &answer);
                return Ok(Some((deal, answer)));
            }
            let line = format!("an answer to question {:?}, which is not open", answer.id);
            let counted = self.process(team).count_noise(line.as_bytes());
            counted.map_err(|fault| runner.failure(team, &fault, Some(oldest)))?;
        }
        Ok(None)
    }

    fn process(&mut self, team: Team) -> &mut ProgramProcess {
        self.processes[team as usize].as_mut().expect("every program was started")
    }
}

/// Returns the action that a JSON line means in the deal that it answers; `None` if the line means no action.
fn read_answer(deal: &InFlightDeal, answer: &Answer) -> Option<Action> {
    let view = deal.game.view(deal.game.turn().expect("the hand is not over"));
    let action = answer.action.as_ref().filter(|_| answer.error.is_none())?;
    lines::read_play(view, action).ok().map(Action::Play)
}
