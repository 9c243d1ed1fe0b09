//! One thread of a match: takes deal after deal, plays both hands of each, and hands in what came of them.
//!
//! Our own players answer at once, so a hand is played to its end in one go. A program answers when it pleases: the
//! thread keeps several deals under way, asks for all of them, and goes on with whichever is answered first.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use engine::{Limits, Scratch, decide_within};
use rules::{Action, Chair, Plays, Seat, Stage};

use crate::match_runner::budget::{halt_after, thread_time};
use crate::match_runner::game::{Game, HandResult, Team};
use crate::match_runner::greedy;
use crate::match_runner::minimax::RulePlayer;
use crate::match_runner::player::{PlayerKind, random_action};
use crate::match_runner::{DealResult, MatchRunner, PlayerFailure};
use crate::protocols::ccga::seat::{AskError, CcgaSeat};
use crate::protocols::lines::{self, Answer, Request};
use crate::protocols::program_process::ProgramProcess;

/// How often a waiting thread looks whether the match was stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What all threads of a match share.
pub(crate) struct SharedState {
    /// The number of the next deal.
    pub(crate) next: AtomicU64,
    /// Set when no more deals are wanted.
    pub(crate) halt: AtomicBool,
    /// CPU time of the threads that are done, in nanoseconds.
    pub(crate) worked: AtomicU64,
}

/// What came of asking a CCGA program.
enum Turn {
    /// It does this.
    Does(Action),
    /// What it said was illegal, and something else was done in its place.
    Replaced,
    /// The match was stopped meanwhile.
    Stopped,
}

/// The number of a hand among all of a match.
fn hand_number(slot: &InFlightDeal) -> u64 {
    2 * slot.number + u64::from(slot.first.is_some())
}

/// A deal under way.
struct InFlightDeal {
    number: u64,
    game: Game,
    first: Option<(HandResult, Option<String>)>,
    /// The number of the question that is open.
    asked: u64,
    illegal: u32,
}

pub(crate) struct Worker<'a> {
    runner: &'a MatchRunner,
    shared: &'a SharedState,
    done: Sender<Result<DealResult, PlayerFailure>>,
    links: [Option<ProgramProcess>; 2],
    /// Programs of the CCGA protocol, one for each chair of a team, started when their chair is first theirs.
    ccga: [[Option<CcgaSeat>; 3]; 2],
    asked: u64,
    /// One for each player, who may have weights of its own.
    scratch: [Scratch; 2],
    rules: RulePlayer,
    minimax: engine::search::minimax::Scratch,
    plays: Plays,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        runner: &'a MatchRunner,
        shared: &'a SharedState,
        done: Sender<Result<DealResult, PlayerFailure>>,
    ) -> Worker<'a> {
        let (rules, minimax) = (RulePlayer::new(), engine::search::minimax::Scratch::new());
        Worker {
            runner,
            shared,
            done,
            links: [None, None],
            ccga: Default::default(),
            asked: 0,
            scratch: Team::ALL.map(|team| runner.player(team).scratch()),
            rules,
            minimax,
            plays: Plays::new(),
        }
    }

    /// Works until there are no more deals or the match is stopped.
    pub(crate) fn run(mut self) {
        let began = thread_time();
        if let Err(failure) = self.work() {
            self.shared.halt.store(true, Ordering::Relaxed);
            let _ = self.done.send(Err(failure));
        }
        self.shared.worked.fetch_add((thread_time() - began).as_nanos() as u64, Ordering::Relaxed);
    }

    fn work(&mut self) -> Result<(), PlayerFailure> {
        for team in Team::ALL {
            if let PlayerKind::Command(command) = &self.runner.player(team).kind {
                let link = ProgramProcess::start(command, self.runner.programs.reply_limit);
                self.links[team as usize] = Some(link.map_err(|fault| self.failure(team, &fault, None))?);
            }
        }
        let width = if self.links.iter().any(Option::is_some) { self.runner.programs.games_at_once } else { 1 };
        let mut waiting: Vec<InFlightDeal> = Vec::with_capacity(width);
        loop {
            while waiting.len() < width {
                let Some(slot) = self.deal() else { break };
                self.advance(slot, &mut waiting)?;
            }
            if waiting.is_empty() || self.shared.halt.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.listen(&mut waiting)?;
        }
    }

    fn deal(&self) -> Option<InFlightDeal> {
        if self.shared.halt.load(Ordering::Relaxed) {
            return None;
        }
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let game = || self.runner.setup.game(number, Team::A);
        (number < self.runner.deals).then(|| InFlightDeal { number, game: game(), first: None, asked: 0, illegal: 0 })
    }

    /// Plays on until a program is to answer (the slot joins those waiting) or the deal is over.
    fn advance(&mut self, mut slot: InFlightDeal, waiting: &mut Vec<InFlightDeal>) -> Result<(), PlayerFailure> {
        loop {
            let Some(chair) = slot.game.turn() else {
                if !self.finish_ccga(&slot)? {
                    return Ok(());
                }
                let line = self.runner.record.then(|| slot.game.table().to_string());
                let finished = (slot.game.result(), line);
                let (first, second) = match slot.first.take() {
                    Some(first) => (first, finished),
                    None if self.runner.swapped => {
                        slot.first = Some(finished);
                        slot.game = self.runner.setup.game(slot.number, Team::B);
                        continue;
                    }
                    None => (finished, (HandResult::default(), None)),
                };
                let lines = [first.1, second.1].into_iter().flatten().collect();
                let pair = DealResult { number: slot.number, hands: [first.0, second.0], lines, illegal: slot.illegal };
                // Nobody listens any more when the match was stopped; the next look at `halt` ends this thread.
                let _ = self.done.send(Ok(pair));
                return Ok(());
            };
            let team = slot.game.team(chair);
            let view = slot.game.view(chair);
            let action = match &self.runner.player(team).kind {
                PlayerKind::Ours(ours) => {
                    let seed = slot.game.hand_seed(chair);
                    let mut halt = halt_after(ours.budget_ms);
                    let limits = Limits::until(&mut halt);
                    let decision = decide_within(view, &ours.persona, seed, limits, &mut self.scratch[team as usize]);
                    decision.expect("the chair has the turn").action
                }
                PlayerKind::Random => self.random(&slot.game),
                PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                    Action::Play(greedy::play(view, &mut slot.game.turn_seed().rng()))
                }
                PlayerKind::Search(search) if view.board().stage() == Stage::Play => {
                    Action::Play(search.play(view, slot.game.turn_seed(), &mut self.rules, &mut self.minimax))
                }
                PlayerKind::Greedy | PlayerKind::Search(_) => self.random(&slot.game),
                PlayerKind::Ccga(_) => match self.ask_ccga(team, chair, &mut slot)? {
                    Turn::Does(action) => action,
                    Turn::Replaced => continue,
                    Turn::Stopped => return Ok(()),
                },
                PlayerKind::Command(_) => {
                    self.asked += 1;
                    slot.asked = self.asked;
                    let seat = slot.game.seat(chair).expect("programs join when the landlord is known");
                    let legal = self.runner.programs.legal_actions.then(|| lines::legal_actions(view));
                    let question = Request::new(slot.asked, seat, view, legal.as_deref());
                    let mut line = serde_json::to_vec(&question).expect("numbers and names are valid JSON");
                    line.push(b'\n');
                    self.link(team).send(line);
                    waiting.push(slot);
                    return Ok(());
                }
            };
            if let Err(error) = slot.game.act(action) {
                panic!("{} chose {action:?} in {}: {error}", self.runner.player(team), slot.game.table());
            }
            if let Some(seat) = &mut self.ccga[team as usize][chair.index()] {
                seat.confirm(slot.game.table());
            }
        }
    }

    /// What a CCGA program does; an illegal answer is counted and replaced, or ends the match.
    fn ask_ccga(&mut self, team: Team, chair: Chair, slot: &mut InFlightDeal) -> Result<Turn, PlayerFailure> {
        let (hand, table) = (hand_number(slot), slot.game.table());
        if self.ccga[team as usize][chair.index()].is_none() {
            let PlayerKind::Ccga(command) = &self.runner.player(team).kind else { unreachable!("the caller looked") };
            let started = CcgaSeat::start(command, chair, self.runner.programs.reply_limit);
            let started = started.map_err(|fault| self.failure(team, &fault, Some(slot)))?;
            self.ccga[team as usize][chair.index()] = Some(started);
        }
        let seat = self.ccga[team as usize][chair.index()].as_mut().expect("it was started");
        let (said, fault) = match seat.ask(table, hand, &self.shared.halt) {
            Ok(action) => match table.clone().act(action) {
                Ok(_) => return Ok(Turn::Does(action)),
                Err(error) => (format!("{action:?}"), error.to_string()),
            },
            Err(AskError::Stopped) => return Ok(Turn::Stopped),
            Err(AskError::Broken(fault)) => return Err(self.failure(team, &fault, Some(slot))),
            Err(AskError::Illegal { said, fault }) => (said, fault),
        };
        slot.illegal += 1;
        if self.runner.programs.stop_on_illegal {
            let fault = format!("it answered {said:.200}: {fault}; it was asked: {}", slot.game.view(chair));
            return Err(self.failure(team, &fault, Some(slot)));
        }
        let action = self.random(&slot.game);
        // Not its own doing: it is told with the rest, next time.
        slot.game.act(action).expect("a random play is drawn from the legal ones");
        Ok(Turn::Replaced)
    }

    /// Tells all CCGA programs of the table how the hand ended; `false` when the match was stopped meanwhile.
    fn finish_ccga(&mut self, slot: &InFlightDeal) -> Result<bool, PlayerFailure> {
        let (hand, table) = (hand_number(slot), slot.game.table());
        for chair in Chair::ALL {
            let team = slot.game.team(chair);
            let Some(seat) = &mut self.ccga[team as usize][chair.index()] else { continue };
            match seat.finish(table, hand, &self.shared.halt) {
                Ok(()) => {}
                Err(AskError::Stopped) => return Ok(false),
                Err(AskError::Broken(fault)) => return Err(self.failure(team, &fault, Some(slot))),
                Err(AskError::Illegal { .. }) => unreachable!("only questions have illegal answers"),
            }
        }
        Ok(true)
    }

    fn random(&mut self, game: &Game) -> Action {
        let chair = game.turn().expect("the hand goes on");
        random_action(game.view(chair), &mut game.turn_seed().rng(), &mut self.plays)
    }

    fn link(&mut self, team: Team) -> &mut ProgramProcess {
        self.links[team as usize].as_mut().expect("every program was started")
    }

    /// Waits for an answer of any program and goes on with its deal.
    fn listen(&mut self, waiting: &mut Vec<InFlightDeal>) -> Result<(), PlayerFailure> {
        let teams = Team::ALL.into_iter().filter(|&team| self.links[team as usize].is_some()).collect::<Vec<_>>();
        let timeout = if teams.len() == 1 { STOP_POLL_INTERVAL } else { Duration::from_millis(1) };
        for team in teams {
            let mut timeout = timeout;
            while let Some((mut slot, answer)) = self.next_answer(team, waiting, timeout)? {
                self.play_answer(team, &mut slot, &answer)?;
                self.advance(slot, waiting)?;
                // What has already arrived is taken before new deals are dealt.
                timeout = Duration::ZERO;
            }
        }
        Ok(())
    }

    /// An answer of `team` and the deal that waited for it; `None` when nothing is due or came within `timeout`.
    fn next_answer(
        &mut self,
        team: Team,
        waiting: &mut Vec<InFlightDeal>,
        timeout: Duration,
    ) -> Result<Option<(InFlightDeal, Answer)>, PlayerFailure> {
        let is_due = |slot: &InFlightDeal| slot.game.turn().is_some_and(|chair| slot.game.team(chair) == team);
        while let Some(oldest) = waiting.iter().filter(|slot| is_due(slot)).min_by_key(|slot| slot.asked) {
            let answer = self.link(team).next_answer(timeout);
            let Some(answer) = answer.map_err(|fault| self.failure(team, &fault, Some(oldest)))? else { break };
            if let Some(place) = waiting.iter().position(|slot| is_due(slot) && Some(slot.asked) == answer.id) {
                self.link(team).answered();
                return Ok(Some((waiting.swap_remove(place), answer)));
            }
            let line = format!("an answer to question {:?}, which is not open", answer.id);
            let counted = self.link(team).count_noise(line.as_bytes());
            counted.map_err(|fault| self.failure(team, &fault, Some(oldest)))?;
        }
        Ok(None)
    }

    /// Plays what a program answered; what is illegal is counted and replaced, or ends the match.
    fn play_answer(&mut self, team: Team, slot: &mut InFlightDeal, answer: &Answer) -> Result<(), PlayerFailure> {
        let chair = slot.game.turn().expect("the hand goes on");
        let view = slot.game.view(chair);
        let (said, play) = match (&answer.error, &answer.action) {
            (None, Some(action)) => (action.to_string(), lines::read_play(view, action)),
            (error, _) => (String::from("with an error"), Err(error.clone().unwrap_or_default())),
        };
        let played = play.and_then(|play| slot.game.act(Action::Play(play)).map_err(|error| error.to_string()));
        let Err(error) = played else { return Ok(()) };
        slot.illegal += 1;
        if self.runner.programs.stop_on_illegal {
            let asked = slot.game.view(chair);
            let fault = format!("it answered {said:.200}: {error}; it was asked: {asked}");
            return Err(self.failure(team, &fault, Some(slot)));
        }
        let action = self.random(&slot.game);
        slot.game.act(action).expect("a random play is drawn from the legal ones");
        Ok(())
    }

    fn failure(&self, team: Team, fault: &impl ToString, slot: Option<&InFlightDeal>) -> PlayerFailure {
        let place = slot.map_or(String::new(), |slot| {
            let half = if slot.first.is_none() { "first" } else { "second" };
            let seat = slot.game.turn().and_then(|chair| slot.game.seat(chair)).map_or("", Seat::name);
            format!(" as {seat} in the {half} hand of deal {}", slot.number)
        });
        PlayerFailure { player: self.runner.player(team).to_string(), place, fault: fault.to_string() }
    }
}
