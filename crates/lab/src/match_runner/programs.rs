//! The programs of a thread, by either protocol. A program of the JSON lines answers later: its deal waits meanwhile. A CCGA
//! program has one chair and is asked one line at a time: the thread waits for it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Action, Chair};

use super::game::Team;
use super::in_flight::InFlightDeal;
use super::player::PlayerKind;
use super::{MatchRunner, PlayerFailure};
use crate::protocols::ccga::seat::{AskError, CcgaSeat};
use crate::protocols::lines::{self, Answer, Request};
use crate::protocols::program_process::ProgramProcess;

/// Interval at which a waiting thread looks whether the match was stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The answer of a program.
pub(super) struct ProgramAnswer {
    /// Its own words, for an error.
    pub(super) text: String,
    /// The action that they mean, or why they mean none.
    pub(super) action: Result<Action, String>,
}

/// The outcome of asking a program.
pub(super) enum AskOutcome {
    Answered(ProgramAnswer),
    /// It answers later, by [`Programs::next_answer`].
    Waiting,
    /// The match was stopped meanwhile.
    Stopped,
}

pub(super) struct Programs<'a> {
    runner: &'a MatchRunner,
    /// Set when the match is stopped.
    halt: &'a AtomicBool,
    /// Programs of the JSON lines, one for each team.
    json_lines: [Option<ProgramProcess>; 2],
    /// Programs of the CCGA protocol, one for each chair of a team, started at the first turn of their chair.
    ccga: [[Option<CcgaSeat>; 3]; 2],
    /// Requests so far; the last one's number.
    requests: u64,
}

impl<'a> Programs<'a> {
    /// Starts the programs of the JSON lines.
    pub(super) fn start(runner: &'a MatchRunner, halt: &'a AtomicBool) -> Result<Programs<'a>, PlayerFailure> {
        let mut programs = Programs { runner, halt, json_lines: [None, None], ccga: Default::default(), requests: 0 };
        for team in Team::ALL {
            if let PlayerKind::Command(command) = &runner.player(team).kind {
                let started = ProgramProcess::start(command, runner.programs.reply_limit);
                let started = started.map_err(|fault| runner.failure(team, &fault, None))?;
                programs.json_lines[team as usize] = Some(started);
            }
        }
        Ok(programs)
    }

    /// Number of deals that a thread keeps under way, so that its programs always have work.
    pub(super) fn deals_at_once(&self) -> usize {
        if self.json_lines.iter().any(Option::is_some) { self.runner.programs.games_at_once } else { 1 }
    }

    /// Asks the program whose turn it is.
    pub(super) fn ask(&mut self, deal: &mut InFlightDeal) -> Result<AskOutcome, PlayerFailure> {
        let chair = deal.game.turn().expect("the hand is not over");
        let team = deal.game.team(chair);
        match &self.runner.player(team).kind {
            PlayerKind::Ccga(command) => self.ask_ccga(command, team, chair, deal),
            _ => {
                self.send_request(team, chair, deal);
                Ok(AskOutcome::Waiting)
            }
        }
    }

    fn send_request(&mut self, team: Team, chair: Chair, deal: &mut InFlightDeal) {
        self.requests += 1;
        deal.request = self.requests;
        let view = deal.game.view(chair);
        let seat = deal.game.seat(chair).expect("programs join when the landlord is known");
        let legal = self.runner.programs.legal_actions.then(|| lines::legal_actions(view));
        let request = Request::new(deal.request, seat, view, legal.as_deref());
        let mut line = serde_json::to_vec(&request).expect("numbers and names are valid JSON");
        line.push(b'\n');
        self.process(team).send(line);
    }

    fn ask_ccga(
        &mut self,
        command: &str,
        team: Team,
        chair: Chair,
        deal: &InFlightDeal,
    ) -> Result<AskOutcome, PlayerFailure> {
        let seat = &mut self.ccga[team as usize][chair.index()];
        if seat.is_none() {
            let started = CcgaSeat::start(command, chair, self.runner.programs.reply_limit);
            *seat = Some(started.map_err(|fault| self.runner.failure(team, &fault, Some(deal)))?);
        }
        let seat = seat.as_mut().expect("it was started");
        match seat.ask(deal.game.table(), deal.hand_number(), self.halt) {
            Ok(action) => Ok(AskOutcome::Answered(ProgramAnswer { text: format!("{action:?}"), action: Ok(action) })),
            Err(AskError::Illegal { said, fault }) => {
                Ok(AskOutcome::Answered(ProgramAnswer { text: said, action: Err(fault) }))
            }
            Err(AskError::Stopped) => Ok(AskOutcome::Stopped),
            Err(AskError::Broken(fault)) => Err(self.runner.failure(team, &fault, Some(deal))),
        }
    }

    /// A program's answer was played: a CCGA program is not told its own action again.
    pub(super) fn confirm(&mut self, team: Team, chair: Chair, deal: &InFlightDeal) {
        if let Some(seat) = &mut self.ccga[team as usize][chair.index()] {
            seat.confirm(deal.game.table());
        }
    }

    /// Tells all CCGA programs of the table how the hand ended; `false` when the match was stopped meanwhile.
    pub(super) fn end_hand(&mut self, deal: &InFlightDeal) -> Result<bool, PlayerFailure> {
        for chair in Chair::ALL {
            let team = deal.game.team(chair);
            let Some(seat) = &mut self.ccga[team as usize][chair.index()] else { continue };
            match seat.finish(deal.game.table(), deal.hand_number(), self.halt) {
                Ok(()) => {}
                Err(AskError::Stopped) => return Ok(false),
                Err(AskError::Broken(fault)) => return Err(self.runner.failure(team, &fault, Some(deal))),
                Err(AskError::Illegal { .. }) => unreachable!("only questions have illegal answers"),
            }
        }
        Ok(true)
    }

    /// The teams whose programs answer later, and how long to wait for each of them.
    pub(super) fn polled(&self) -> (Vec<Team>, Duration) {
        let teams: Vec<Team> = Team::ALL.into_iter().filter(|&team| self.json_lines[team as usize].is_some()).collect();
        let timeout = if teams.len() == 1 { STOP_POLL_INTERVAL } else { Duration::from_millis(1) };
        (teams, timeout)
    }

    /// An answer of `team` and the deal that waited for it; `None` when nothing is due or came within `timeout`.
    pub(super) fn next_answer(
        &mut self,
        team: Team,
        waiting: &mut Vec<InFlightDeal>,
        timeout: Duration,
    ) -> Result<Option<(InFlightDeal, ProgramAnswer)>, PlayerFailure> {
        let runner = self.runner;
        while let Some(oldest) = waiting.iter().filter(|deal| deal.is_turn_of(team)).min_by_key(|deal| deal.request) {
            let answer = self.process(team).next_answer(timeout);
            let Some(answer) = answer.map_err(|fault| runner.failure(team, &fault, Some(oldest)))? else { break };
            let asked = |deal: &InFlightDeal| deal.is_turn_of(team) && Some(deal.request) == answer.id;
            if let Some(position) = waiting.iter().position(asked) {
                self.process(team).answered();
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
        self.json_lines[team as usize].as_mut().expect("every program was started")
    }
}

/// The meaning of a JSON line in the deal that it answers.
fn read_answer(deal: &InFlightDeal, answer: &Answer) -> ProgramAnswer {
    let view = deal.game.view(deal.game.turn().expect("the hand is not over"));
    match (&answer.error, &answer.action) {
        (None, Some(action)) => {
            ProgramAnswer { text: action.to_string(), action: lines::read_play(view, action).map(Action::Play) }
        }
        (error, _) => {
            ProgramAnswer { text: String::from("with an error"), action: Err(error.clone().unwrap_or_default()) }
        }
    }
}
