//! The decisions of one recorded hand: the play, the reviewer's play, and the loss.

use engine::decision::Unit;
use engine::endgame::{Endgame, Memory, SolveLimits, solve};
use engine::explain::{self, Fact};
use engine::{Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Event, Hand, Seat, Seed, Side, Table, Trick, View};

use crate::match_runner::game::Team;
use crate::match_runner::recorded_hands::RecordedHand;

/// The loss of a play against the reviewer's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Loss {
    /// The reviewer's values are points: the points below the best play.
    Points(f64),
    /// The reviewer's values are chances to win: the loss in the share of won deals.
    Deals(f64),
    /// The reviewer's values are scores: the loss in stakes. A bomb doubles the stake, so the loss can be above two.
    Stakes(f64),
    /// No loss is known: the reviewer did not weigh the play, or its values are votes.
    Unweighed,
}

impl Loss {
    fn of(unit: Unit, difference: i32) -> Loss {
        let loss = unit.display_difference(difference);
        match unit {
            Unit::Quarters => Loss::Points(loss),
            Unit::Wins => Loss::Deals(loss),
            Unit::Score => Loss::Stakes(loss),
            Unit::Votes => Loss::Unweighed,
        }
    }

    /// Returns the loss in points, to compare units: a tenth of the deals is four points, and a tenth of a stake two.
    pub(crate) fn in_points(self) -> f64 {
        match self {
            Loss::Points(points) => points,
            Loss::Deals(share) => 40.0 * share,
            Loss::Stakes(stakes) => 20.0 * stakes,
            Loss::Unweighed => 0.0,
        }
    }

    /// True for a blunder: a loss of at least `points`, of one deal in ten, or of a fifth of a stake.
    pub(crate) fn is_blunder(self, points: f64) -> bool {
        match self {
            Loss::Points(lost) => lost >= points,
            Loss::Deals(share) => share >= 0.1,
            Loss::Stakes(stakes) => stakes >= 0.2,
            Loss::Unweighed => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct JudgedPlay {
    pub(crate) line: usize,
    /// The number of the play within its hand, from 1.
    pub(crate) number: usize,
    pub(crate) seat: Seat,
    pub(crate) team: Option<Team>,
    pub(crate) played: String,
    pub(crate) best: String,
    /// The leading fact against the play, if the reviewer finds one.
    pub(crate) fault: Option<Fact>,
    pub(crate) loss: Loss,
    /// True if, with all cards open, the hand was won before and lost after; `None` if that was not solved.
    pub(crate) threw_win: Option<bool>,
    /// True if a peasant beat its partner's combo, false if it passed; `None` if it had no such choice, or went out.
    pub(crate) attack: Option<bool>,
    pub(crate) view: String,
}

pub(crate) struct Judge<'a> {
    pub(crate) persona: &'a Persona,
    /// The number of cards up to which endings are solved with open hands.
    pub(crate) open_cards: u32,
    scratch: Scratch,
    memory: Memory,
}

/// The most positions for solving an open ending; a larger one stays unsolved.
const ENDING_NODES_MAX: u64 = 300_000;
const ENDING_BYTES_MAX: usize = 16 << 20;

impl<'a> Judge<'a> {
    pub(crate) fn new(persona: &'a Persona, open_cards: u32) -> Judge<'a> {
        Judge { persona, open_cards, scratch: Scratch::new(), memory: Memory::new(ENDING_BYTES_MAX) }
    }

    /// Judges every play of a hand that was a choice.
    pub(crate) fn judge_hand(&mut self, hand: &RecordedHand) -> Vec<JudgedPlay> {
        let (deal, rules) = (*hand.table.deal(), *hand.table.board().rules());
        let mut table = match hand.table.has_auction() {
            true => Table::new(rules, deal, hand.table.appointee()),
            false => Table::at_lead(rules, deal),
        };
        let mut views = Chair::ALL.map(|chair| table.view(chair));
        let mut judged = Vec::new();
        let mut number = 0;
        for &event in hand.table.log() {
            if let (Event::Play(seat, play), Some(landlord)) = (event, table.board().landlord()) {
                number += 1;
                let chair = seat.chair(landlord);
                let view = &views[chair.index()];
                let plays = rules.plays(view.hand(), view.trick());
                if plays.len() + usize::from(view.trick() != Trick::Lead) > 1 {
                    let team = hand.teams.map(|teams| teams[chair.index()]);
                    let hands = Seat::ALL.map(|seat| table.hand(seat.chair(landlord)));
                    let turn = TurnContext { line: hand.line, number, seat, team, hands, choices: !plays.is_empty() };
                    judged.push(self.judge_play(&turn, view, play));
                }
            }
            for &event in table.repeat(event).expect("the game was read move by move") {
                views.iter_mut().for_each(|view| view.apply(event).expect("a table's events are legal in its views"));
            }
        }
        judged
    }

    fn judge_play(&mut self, turn: &TurnContext, view: &View, play: Option<Combo>) -> JudgedPlay {
        // One seed for each line: the same file gets the same review.
        let seed = Seed(turn.line as u64);
        let decision = decide(view, self.persona, seed, &mut self.scratch).expect("it is this seat's turn");
        let candidates = decision.candidates.as_slice();
        let value = |play| candidates.iter().find(|candidate| candidate.play == play).map(|candidate| candidate.value);
        let best = candidates.first().map(|candidate| candidate.value);
        let loss = match best.zip(value(play)) {
            _ if decision.play() == play => Loss::of(decision.unit, 0),
            // The values of these strategies only order plays that should win.
            Some(_) if matches!(decision.reason, "win-path" | "answer-and-win") => Loss::of(decision.unit, 0),
            Some((best, value)) => Loss::of(decision.unit, best - value),
            None => Loss::Unweighed,
        };
        let text = |play| view.rules().play_text(play, view.trick()).replace('-', "pass");
        JudgedPlay {
            line: turn.line,
            number: turn.number,
            seat: turn.seat,
            team: turn.team,
            played: text(play),
            best: text(decision.play()),
            fault: explain::contrast(view, Action::Play(play), decision.action, None, self.scratch.turns())
                .made
                .leading_fact(),
            loss,
            threw_win: self.threw_win(turn, view, play),
            attack: is_partner_attack(turn, view, play),
            view: view.to_string(),
        }
    }

    /// True if the play lost an ending that was won with open hands; `None` if the ending was not solved.
    fn threw_win(&mut self, turn: &TurnContext, view: &View, play: Option<Combo>) -> Option<bool> {
        if turn.hands.iter().map(|hand| hand.len()).sum::<u32>() > self.open_cards {
            return None;
        }
        let game = Endgame::new(*view.rules(), turn.hands).ok()?;
        let game = game.with_turn(turn.seat, view.course().standing()).ok()?;
        self.memory.clear();
        let outcome = solve(&game, true, &mut self.memory, SolveLimits { nodes_max: ENDING_NODES_MAX }, &mut || false);
        if outcome.stopped.is_some() {
            return None;
        }
        let cards = |play: Option<Combo>| play.map(Combo::cards);
        let won = outcome.winning_plays().next().is_some();
        Some(won && !outcome.winning_plays().any(|first| cards(first) == cards(play)))
    }
}

struct TurnContext {
    line: usize,
    number: usize,
    seat: Seat,
    team: Option<Team>,
    /// All hands, by seat.
    hands: [Hand; 3],
    /// True if there was anything to play but a pass.
    choices: bool,
}

fn is_partner_attack(turn: &TurnContext, view: &View, play: Option<Combo>) -> Option<bool> {
    let (owner, _) = view.course().standing()?;
    let partners = owner != turn.seat && owner.side() == Side::Peasants && turn.seat.side() == Side::Peasants;
    let goes_out = play.is_some_and(|play| play.len() == view.hand().len());
    (partners && turn.choices && !goes_out).then_some(play.is_some())
}
