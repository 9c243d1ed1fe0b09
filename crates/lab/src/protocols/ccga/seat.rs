//! A program that speaks the CCGA line protocol, in one chair of our matches. It is asked and events_sent one line at a time and
//! answers each; what happened since it was last spoken to is events_sent before it is asked again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::{Action, Chair, Event, Stage, Table, Trick};

use crate::protocols::program_process::{ProgramError, ProgramProcess};

use super::{LETTERS, call, points, read_hand, read_ids, read_letter, take, write_ids};

/// Interval at which a waiting thread looks whether the match was stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) struct CcgaSeat {
    program: ProgramProcess,
    chair: Chair,
    /// The number of the hand that it was dealt last.
    hand: Option<u64>,
    /// Number of events that it knows of the hand.
    events_sent: usize,
    /// The numbers of all cards by chair, as far as they are unplayed, and of the bottom.
    ids: [Vec<u32>; 3],
    bottom: Vec<u32>,
}

/// Why a program's turn came to nothing.
pub(crate) enum AskError {
    /// It cannot be played with any longer.
    Broken(ProgramError),
    /// It said something that is no action: what, and why.
    Illegal { said: String, fault: String },
    /// The match was stopped.
    Stopped,
}

impl From<ProgramError> for AskError {
    fn from(fault: ProgramError) -> AskError {
        AskError::Broken(fault)
    }
}

impl CcgaSeat {
    pub(crate) fn start(command: &str, chair: Chair, limit: Duration) -> Result<CcgaSeat, ProgramError> {
        let program = ProgramProcess::start(command, limit)?;
        Ok(CcgaSeat { program, chair, hand: None, events_sent: 0, ids: Default::default(), bottom: Vec::new() })
    }

    /// Asks for a bid or a play.
    pub(crate) fn ask(&mut self, table: &Table, hand: u64, halt: &AtomicBool) -> Result<Action, AskError> {
        self.send_news(table, hand, halt)?;
        let letter = LETTERS[self.chair.index()];
        let word = if table.board().stage() == Stage::Auction { "BID" } else { "PLAY" };
        let said = self.exchange(&format!("{word} WHAT"), word, halt)?;
        let illegal = |fault: String| AskError::Illegal { said: said.clone(), fault };
        let (place, rest) = said
            .split_once(' ')
            .and_then(|(_, rest)| read_letter(rest.trim()))
            .ok_or_else(|| illegal(format!("{word} needs {letter} and what it does")))?;
        if place != self.chair.index() {
            return Err(illegal(format!("it sits at {letter}")));
        }
        if word == "BID" {
            let call = rest.parse().ok().and_then(call);
            return call.map(Action::Call).ok_or_else(|| illegal(String::from("a bid is 0 to 3")));
        }
        let ids = read_ids(rest).map_err(illegal)?;
        let cards = read_hand(&ids).map_err(illegal)?;
        if let Some(id) = ids.iter().find(|id| !self.ids[place].contains(id)) {
            return Err(illegal(format!("it does not hold card {id}")));
        }
        if cards.is_empty() {
            return Ok(Action::Play(None));
        }
        let rules = table.board().rules();
        let answer = match table.board().course().trick() {
            Trick::Follow(standing) => rules.read_answer(cards, standing),
            Trick::Lead => None,
        };
        let combo = answer.or_else(|| rules.read(cards));
        let combo = combo.ok_or_else(|| illegal(format!("{cards} is no combo in ruleset {}", rules.name())))?;
        Ok(Action::Play(Some(combo)))
    }

    /// It has done what it said; without this it is events_sent what was done in its place.
    pub(crate) fn confirm(&mut self, table: &Table) {
        // The bottom may follow a bid; of that it still has to hear.
        let own = |event: &Event| match *event {
            Event::Call(chair, _) => chair == self.chair,
            Event::Play(seat, _) => table.board().landlord().map(|landlord| seat.chair(landlord)) == Some(self.chair),
            _ => false,
        };
        if let Some(event) = table.log().get(self.events_sent).filter(|event| own(event)) {
            if let Event::Play(_, Some(combo)) = *event {
                take(&mut self.ids[self.chair.index()], combo.cards());
            }
            self.events_sent += 1;
        }
    }

    /// The hand is over.
    pub(crate) fn finish(&mut self, table: &Table, hand: u64, halt: &AtomicBool) -> Result<(), AskError> {
        self.send_news(table, hand, halt)?;
        let winner = table.board().course().winner().zip(table.board().landlord());
        // A hand without a landlord has no winner; the platform names the first seat.
        let letter = winner.map_or(LETTERS[0], |(seat, landlord)| LETTERS[seat.chair(landlord).index()]);
        self.exchange(&format!("GAMEOVER {letter}"), "OK", halt).map(|_| ())
    }

    /// Tells what it does not know yet: the deal, and everything that happened since.
    fn send_news(&mut self, table: &Table, hand: u64, halt: &AtomicBool) -> Result<(), AskError> {
        if self.hand != Some(hand) {
            if self.hand.is_none() {
                self.exchange("DOUDIZHUVER 1.0", "NAME", halt)?;
            }
            self.deal(table);
            self.hand = Some(hand);
            let round = hand + 1;
            self.exchange(&format!("INFO 1,1,{round},{round},0,0"), "OK", halt)?;
            let (letter, cards) = (LETTERS[self.chair.index()], write_ids(&self.ids[self.chair.index()]));
            self.exchange(&format!("DEAL {letter}{cards}"), "OK", halt)?;
            if !table.is_auctioned() {
                // The first chair has the seat without an auction; the bottom says so.
                self.exchange(&format!("BID {}3", LETTERS[0]), "OK", halt)?;
                self.bottom(Chair::First, halt)?;
            }
        }
        while let Some(&event) = table.log().get(self.events_sent) {
            self.events_sent += 1;
            match event {
                Event::Call(chair, call) => {
                    self.exchange(&format!("BID {}{}", LETTERS[chair.index()], points(call)), "OK", halt)?;
                }
                Event::Landlord(chair, _) => self.bottom(chair, halt)?,
                Event::Play(seat, play) => {
                    let landlord = table.board().landlord().expect("a hand that is played has a landlord");
                    let chair = seat.chair(landlord).index();
                    let cards = play.map(|combo| combo.cards()).unwrap_or_default();
                    let ids = take(&mut self.ids[chair], cards).expect("a table's plays come from its hands");
                    self.exchange(&format!("PLAY {}{}", LETTERS[chair], write_ids(&ids)), "OK", halt)?;
                }
                // The protocol knows no wild ranks, passing on, doubling or open hands; matches with them are refused.
                Event::Wild(_) | Event::PassedOn(..) | Event::Raise(..) | Event::Show(..) => {}
            }
        }
        Ok(())
    }

    fn bottom(&mut self, landlord: Chair, halt: &AtomicBool) -> Result<(), AskError> {
        let line = format!("LEFTOVER {}{}", LETTERS[landlord.index()], write_ids(&self.bottom));
        self.ids[landlord.index()].extend(self.bottom.iter().copied());
        self.exchange(&line, "OK", halt).map(|_| ())
    }

    /// Numbers for the cards of a deal: of each rank the first suits to the first chair that holds it.
    fn deal(&mut self, table: &Table) {
        let deal = table.deal();
        let mut deck: Vec<u32> = (0..54).collect();
        for chair in Chair::ALL {
            self.ids[chair.index()] = take(&mut deck, deal.hand(chair)).expect("a deal is one deck");
        }
        self.bottom = take(&mut deck, deal.bottom()).expect("a deal is one deck");
        self.events_sent = 0;
    }

    /// One line to it, and its answer, which begins with `wanted`; other lines are noise.
    fn exchange(&mut self, line: &str, wanted: &str, halt: &AtomicBool) -> Result<String, AskError> {
        self.program.send(format!("{line}\n").into_bytes());
        loop {
            if halt.load(Ordering::Relaxed) {
                return Err(AskError::Stopped);
            }
            let Some(output) = self.program.line(Instant::now() + STOP_POLL_INTERVAL)? else { continue };
            let text = String::from_utf8_lossy(&output).trim().to_owned();
            let word = text.split_whitespace().next().unwrap_or_default();
            if word.eq_ignore_ascii_case(wanted) {
                self.program.answered();
                return Ok(text);
            }
            self.program.count_noise(&output)?;
        }
    }
}
