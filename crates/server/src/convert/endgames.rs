//! Open endgames: requests into [`Endgame`], outcomes and puzzles into answers.

use std::time::Duration;

use engine::endgame::{
    BadEndgame, BadExchange, Endgame, Exchange, FirstPlay as Winning, Gift, Outcome, Puzzle, Stopped,
};
use engine::words::Lang;
use rules::card::Codec;
use rules::{Combo, Hand, Rank, Ruleset, Seat, Trick};
use wire::v1::*;

use super::cards::{CardReader, cards_of, combo_of};
use super::names;
use super::outbound::ENGINE_VERSION;
use crate::error::{Reason, Refusal};

/// The most first plays in an answer. Natural cards never make as many.
const FIRST_PLAYS_MAX: usize = 4096;

/// The open hands that a request tells.
pub fn read_endgame(rules: &Ruleset, reader: &CardReader, request: &SolveEndgameRequest) -> Result<Endgame, Refusal> {
    let hands = request.hands.as_ref().ok_or_else(|| Refusal::missing("hands"))?;
    let read = |cards: &Option<Cards>, seat: Seat| match cards {
        Some(cards) => reader.hand(cards).map_err(|refusal| refusal.within(&format!("hands.{seat}"))),
        None => Ok(Hand::EMPTY),
    };
    let [landlord, down, up] =
        [read(&hands.landlord, Seat::Landlord)?, read(&hands.down, Seat::Down)?, read(&hands.up, Seat::Up)?];
    let turn = names::seat(request.turn).map_err(|refusal| refusal.at("turn"))?.unwrap_or(Seat::Landlord);
    let game = match up.is_empty() {
        true => Endgame::two(*rules, landlord, down),
        false => Endgame::three(*rules, [landlord, down, up]),
    };
    let game = game.map_err(|error| bad_endgame(&error))?;
    let game = match &request.standing {
        None => game.led_by(turn),
        Some(standing) => {
            let owner = names::seat(request.standing_seat).map_err(|refusal| refusal.at("standing_seat"))?;
            let before = turn.previous();
            let usual = if before == Seat::Up && up.is_empty() { before.previous() } else { before };
            let combo = reader.combo(rules, Trick::Lead, standing).map_err(|refusal| refusal.within("standing"))?;
            game.answering(turn, combo, owner.unwrap_or(usual))
        }
    };
    game.map_err(|error| bad_endgame(&error))
}

/// Names the field that is wrong.
pub fn bad_endgame(error: &BadEndgame) -> Refusal {
    let field = match error {
        BadEndgame::EmptyHand { .. } | BadEndgame::TooManyCards { .. } | BadEndgame::NotOneDeck { .. } => "hands",
        BadEndgame::Absent { .. } => "turn",
        BadEndgame::WildsNotShown { .. } | BadEndgame::NoPuzzles { .. } => "ruleset",
        _ => "standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
}

/// Names the field that is wrong.
pub fn bad_exchange(error: &BadExchange) -> Refusal {
    let field = match error {
        BadExchange::ThreeSeats | BadExchange::HandSize { .. } => "hands",
        BadExchange::Standing => "standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
}

/// The result of solving, with the hints of `puzzle` where they were asked for.
pub fn to_solved(
    reader: &CardReader,
    game: &Endgame,
    outcome: &Outcome,
    puzzle: Option<&Puzzle>,
    language: Lang,
    took: Duration,
) -> SolveEndgameResponse {
    let of = |play| to_action(reader.codec(), game.rules(), play);
    let first = |play: &Winning| FirstPlay { action: Some(of(play.play)), wins: play.wins, reply: None };
    let side = |side| names::to_side(side) as i32;
    SolveEndgameResponse {
        winner: outcome.winner.map_or(0, side),
        guess: side(outcome.guess),
        first_plays: outcome.first_plays.iter().take(FIRST_PLAYS_MAX).map(first).collect(),
        best: outcome.best().map(of),
        first_plays_total: outcome.first_plays.len() as u32,
        line: to_line(reader.codec(), game.rules(), &outcome.line),
        nodes: outcome.nodes,
        stopped: to_stopped(outcome.stopped) as i32,
        compute_us: took.as_micros() as u32,
        engine_version: ENGINE_VERSION.to_owned(),
        hints: puzzle.map(|puzzle| hints(puzzle, language)).unwrap_or_default(),
        grade: puzzle.map_or(0, |puzzle| names::to_grade(puzzle.grade) as i32),
    }
}

/// The winner after an exchange of cards, and by which gifts.
pub fn to_exchanged(reader: &CardReader, exchange: &Exchange, took: Duration) -> SolveEndgameResponse {
    let codec = reader.codec();
    let gift = |gift: &Gift| FirstPlay {
        action: Some(Action { what: Some(action::What::PassOn(cards_of(codec, gift.cards))) }),
        wins: gift.wins,
        reply: gift.reply.map(|reply| cards_of(codec, reply)),
    };
    SolveEndgameResponse {
        winner: exchange.winner.map_or(0, |side| names::to_side(side) as i32),
        first_plays: exchange.gifts.iter().map(gift).collect(),
        first_plays_total: exchange.gifts.len() as u32,
        nodes: exchange.nodes,
        stopped: to_stopped(exchange.stopped) as i32,
        compute_us: took.as_micros() as u32,
        engine_version: ENGINE_VERSION.to_owned(),
        ..SolveEndgameResponse::default()
    }
}

fn to_stopped(stopped: Option<Stopped>) -> SolveStopped {
    match stopped {
        None => SolveStopped::Unspecified,
        Some(Stopped::Halted) => SolveStopped::Budget,
        Some(Stopped::Nodes) => SolveStopped::Nodes,
    }
}

fn to_action(codec: Option<Codec>, rules: &Ruleset, play: Option<Combo>) -> Action {
    let sent = match play {
        Some(combo) => action::What::Play(combo_of(codec, rules, combo)),
        None => action::What::Passed(Pass {}),
    };
    Action { what: Some(sent) }
}

fn to_line(codec: Option<Codec>, rules: &Ruleset, line: &[(Seat, Option<Combo>)]) -> Vec<LineStep> {
    let step = |&(seat, play): &(Seat, Option<Combo>)| LineStep {
        seat: names::to_seat(seat) as i32,
        action: Some(to_action(codec, rules, play)),
    };
    line.iter().map(step).collect()
}

/// A generated puzzle with its solution.
pub fn to_puzzle(codec: Option<Codec>, puzzle: &Puzzle, language: Lang, took: Duration) -> GenerateEndgameResponse {
    let rules = puzzle.game.rules();
    let cards = |seat| Some(cards_of(codec, puzzle.game.hand(seat)));
    GenerateEndgameResponse {
        grade: names::to_grade(puzzle.grade) as i32,
        points: puzzle.features.points(),
        hands: Some(SeatCards { landlord: cards(Seat::Landlord), down: cards(Seat::Down), up: None }),
        winning: puzzle.winning.iter().map(|&combo| combo_of(codec, rules, combo)).collect(),
        solution: to_line(codec, rules, &puzzle.solution),
        hints: hints(puzzle, language),
        first_plays: puzzle.features.first_plays,
        compute_us: took.as_micros() as u32,
        ruleset: rules.to_string(),
        engine_version: ENGINE_VERSION.to_owned(),
        wilds: rules.wilds().in_order().map(Rank::letter).collect(),
    }
}

fn hints(puzzle: &Puzzle, language: Lang) -> Vec<String> {
    puzzle.hints.iter().map(|hint| hint.sentence(language, puzzle.game.rules())).collect()
}
