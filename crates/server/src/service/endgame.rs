//! Open endgames: their winners, and puzzles.

mod solver;

use std::sync::Arc;
use std::time::Duration;

use engine::endgame::{
    BadEndgame, BadExchange, Endgame, Exchange, FirstPlay as Winning, Gift, Outcome, Puzzle, SolveLimits, Stopped,
    exchange, longest_defence, solve,
};
use engine::words::Lang;
use game::names::{self, require};
use game::refusal::{AtField, Reason, Refusal};
use rules::Action::Play;
use rules::card::Codec;
use rules::{Chair, Combo, Hand, Rank, Ruleset, Seat, Seed, Stage};
use wire::v1::*;

use crate::call::Call;
use crate::convert::inbound::{self, language};
use crate::convert::outbound;
use crate::pool::StopSignal;
use crate::state::App;
use game::cards::{CardForm, Cards as Held};
use game::hand::{Game, ToBeat as Stands};
use game::read as told;
pub(super) use solver::winner;
use solver::{run_on_pool, with_memory};

pub(super) async fn solve_endgame(
    app: &Arc<App>,
    call: &Call,
    mut request: SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    let sent = request.hand.as_mut().ok_or_else(|| Refusal::missing("hand"))?;
    let open = read_open_hand(sent).within("hand")?;
    let game = open.game;
    let language = language(&request.language).unwrap_or(Lang::En);
    let limits = SolveLimits { nodes_max: if request.nodes_max == 0 { u64::MAX } else { request.nodes_max } };
    if request.pass_on {
        return solve_exchange(app, call, open, limits, &request).await;
    }
    let want_line = request.want_line;
    let all = request.want_all_first_plays;
    // Only endgames for two are graded.
    let want_hints = request.want_hints && game.hand(Seat::Up).is_empty();
    let work = move |stop: &StopSignal| {
        let mut stop = || stop.must_stop();
        let (outcome, line) = with_memory(|memory| {
            let outcome = solve(&game, all, memory, limits, &mut stop);
            let left = SolveLimits { nodes_max: limits.nodes_max.saturating_sub(outcome.nodes) };
            let wants_line = want_line && outcome.winner.is_some();
            let defence = wants_line.then(|| longest_defence(&game, memory, left, &mut stop).ok()).flatten();
            (outcome, defence.map(|defence| defence.line).unwrap_or_default())
        });
        // A request without time left for hints still gets the answer.
        let is_won = want_hints && outcome.winner == Some(rules::Side::Landlord);
        let puzzle = is_won.then(|| Puzzle::of(&game, limits, &mut stop).ok().flatten());
        (outcome, line, puzzle.flatten())
    };
    let ((outcome, line, puzzle), took) = run_on_pool(app, call, request.budget_ms, work).await?;
    let line = to_line(&open, &line);
    let hints = puzzle.as_ref().map(|puzzle| hints(puzzle, language)).unwrap_or_default();
    let grade = puzzle.map_or(0, |puzzle| outbound::to_grade(puzzle.grade) as i32);
    Ok(SolveEndgameResponse { line, hints, grade, ..to_solve_response(&open, &outcome, took) })
}

async fn solve_exchange(
    app: &Arc<App>,
    call: &Call,
    open: OpenHand,
    limits: SolveLimits,
    request: &SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    let asks = [("want_line", request.want_line), ("want_hints", request.want_hints)];
    if let Some((field, _)) = asks.into_iter().find(|&(_, is_asked)| is_asked) {
        return Err(Refusal::new(Reason::FIELD_CONFLICT, "is not found after an exchange of cards").at(field));
    }
    let all = request.want_all_first_plays;
    let game = open.game;
    let work =
        move |stop: &StopSignal| with_memory(|memory| exchange(&game, all, memory, limits, &mut || stop.must_stop()));
    let (exchanged, took) = run_on_pool(app, call, request.budget_ms, work).await?;
    let exchanged = exchanged.map_err(|error| bad_exchange(&error))?;
    Ok(to_exchange_response(&open, &exchanged, took))
}

pub(super) async fn generate_endgame(
    app: &Arc<App>,
    call: &Call,
    request: GenerateEndgameRequest,
) -> Result<GenerateEndgameResponse, Refusal> {
    let rules = names::ruleset(&request.ruleset)?;
    Puzzle::check_rules(&rules).map_err(|bad| bad_endgame(&bad))?;
    let form = CardForm::without_numbers(request.card_codec)?;
    let grade = require(outbound::read_grade(request.grade), "grade")?;
    let language = language(&request.language).unwrap_or(Lang::En);
    let seed = Seed(request.seed);
    let work = move |stop: &StopSignal| Puzzle::generate(&rules, grade, seed, &mut || stop.must_stop());
    let (puzzle, took) = run_on_pool(app, call, request.budget_ms, work).await?;
    let Ok(puzzle) = puzzle else {
        let message =
            "no puzzle of this grade was found in time; a longer budget finds it, another seed perhaps sooner";
        return Err(Refusal::new(Reason::DEADLINE_PASSED, message));
    };
    Ok(to_puzzle(form, &puzzle, language, took))
}

/// The most first plays in an answer. Natural cards never make as many.
const FIRST_PLAYS_MAX: usize = 4096;

struct OpenHand {
    game: Endgame,
    /// The cards of each seat: answers use the same ones.
    held: [Held; 3],
    form: CardForm,
    landlord: Chair,
}

impl OpenHand {
    fn to_cards(&self, seat: Seat, cards: Hand) -> Cards {
        self.form.to_cards(&self.held[seat.index()], cards, cards.to_string())
    }

    fn to_action(&self, held: &Held, play: Option<Combo>) -> Action {
        outbound::action(self.game.rules(), &self.form, held, Play(play))
    }
}

fn read_open_hand(sent: &mut wire::v1::Hand) -> Result<OpenHand, Refusal> {
    let mut hand = told::hand(sent)?;
    inbound::habits(&sent.habits)?;
    if !hand.events.is_empty() {
        let played = hand.replay(None)?.0;
        let game = endgame_of_hand(&played, &hand.rules).transpose().map_err(|error| bad_endgame(&error))?;
        let game = game.zip(played.facts(&hand.rules).landlord);
        let (game, landlord) =
            game.ok_or_else(|| Refusal::new(Reason::WRONG_PHASE, "no cards are played").at("events"))?;
        return Ok(OpenHand { game, held: cards_by_seat(&played.held, landlord), landlord, form: hand.form });
    }
    let (game, landlord) = endgame_of_present(&hand).within("present")?;
    let game = game.map_err(|error| bad_endgame(&error))?;
    Ok(OpenHand { game, held: cards_by_seat(&hand.holds, landlord), landlord, form: hand.form })
}

fn cards_by_seat(held: &[Option<Held>; 3], landlord: Chair) -> [Held; 3] {
    Seat::ALL.map(|seat| held[seat.chair(landlord).index()].clone().unwrap_or_default())
}

fn endgame_of_present(hand: &told::Hand) -> Result<(Result<Endgame, BadEndgame>, Chair), Refusal> {
    let now = hand.sent_present()?;
    let landlord = now.landlord()?.unwrap_or(Chair::First);
    let turn = now.turn()?.map_or(Seat::Landlord, |turn| turn.seat(landlord));
    let standing = now.owner()?.map(|owner| owner.seat(landlord)).zip(now.standing()?);
    let hands = cards_by_seat(&hand.holds, landlord).map(|held| held.hand());
    Ok((new_endgame(now.rules, hands, turn, standing), landlord))
}

/// Returns the endgame of open cards at the stage of play; `None` at another stage, or if the standing cards are no combo.
pub(super) fn endgame_of_hand(hand: &Game, rules: &Ruleset) -> Option<Result<Endgame, BadEndgame>> {
    let facts = hand.facts(rules);
    let (landlord, turn) = facts.landlord.zip(facts.turn).filter(|_| facts.stage == Stage::Play)?;
    let hands = cards_by_seat(&hand.held, landlord).map(|held| held.hand());
    let standing = match facts.standing {
        Stands::Nothing => None,
        Stands::Combo(player, combo) => Some((player, combo)),
        Stands::Unrecognised(..) => return None,
    };
    Some(new_endgame(hand.rules_in_play(rules), hands, turn.seat(landlord), standing))
}

fn new_endgame(
    rules: Ruleset,
    hands: [Hand; 3],
    turn: Seat,
    standing: Option<(Seat, Combo)>,
) -> Result<Endgame, BadEndgame> {
    let game = match hands {
        [landlord, down, up] if up.is_empty() => Endgame::two_seats(rules, landlord, down),
        hands => Endgame::three_seats(rules, hands),
    }?;
    match standing {
        None => game.led_by(turn),
        Some((owner, combo)) => game.answering(turn, combo, owner),
    }
}

fn bad_endgame(error: &BadEndgame) -> Refusal {
    let field = match error {
        BadEndgame::EmptyHand { .. } | BadEndgame::TooManyCards { .. } | BadEndgame::NotOneDeck { .. } => "holds",
        BadEndgame::Absent { .. } => "present.turn",
        BadEndgame::WildsNotShown { .. } | BadEndgame::NoPuzzles { .. } => "ruleset",
        _ => "present.standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
}

fn bad_exchange(error: &BadExchange) -> Refusal {
    let field = match error {
        BadExchange::ThreeSeats | BadExchange::HandSize { .. } => "hand.holds",
        BadExchange::Standing => "hand.present.standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
}

fn to_solve_response(open: &OpenHand, outcome: &Outcome, took: Duration) -> SolveEndgameResponse {
    let mover = &open.held[open.game.turn().index()];
    let first = |play: &Winning| first_play(open.to_action(mover, play.play), play.wins);
    SolveEndgameResponse {
        first_plays: outcome.first_plays.iter().take(FIRST_PLAYS_MAX).map(first).collect(),
        first_plays_total: outcome.first_plays.len() as u32,
        ..response(outcome.winner, outcome.nodes, outcome.stopped, took)
    }
}

fn first_play(action: Action, wins: Option<bool>) -> FirstPlay {
    FirstPlay { action: Some(action), wins, reply: None }
}

fn to_exchange_response(open: &OpenHand, exchange: &Exchange, took: Duration) -> SolveEndgameResponse {
    let turn = open.game.turn();
    let other = open.game.next(turn);
    let gift = |gift: &Gift| FirstPlay {
        reply: gift.reply.map(|reply| open.to_cards(other, reply)),
        ..first_play(Action { what: Some(action::What::PassOn(open.to_cards(turn, gift.cards))) }, gift.wins)
    };
    SolveEndgameResponse {
        first_plays: exchange.gifts.iter().map(gift).collect(),
        first_plays_total: exchange.gifts.len() as u32,
        ..response(exchange.winner, exchange.nodes, exchange.stopped, took)
    }
}

fn response(winner: Option<rules::Side>, nodes: u64, stopped: Option<Stopped>, took: Duration) -> SolveEndgameResponse {
    SolveEndgameResponse {
        winner: winner.map_or(0, |side| names::to_side(side) as i32),
        nodes,
        stopped: to_stopped(stopped) as i32,
        compute_us: took.as_micros() as u32,
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

/// Writes a line of play. No card occurs twice in it.
fn to_line(open: &OpenHand, line: &[(Seat, Option<Combo>)]) -> Vec<Event> {
    let mut left = open.held.clone();
    let step = |&(seat, play): &(Seat, Option<Combo>)| {
        let held = &mut left[seat.index()];
        let action = open.to_action(held, play);
        if let Some(combo) = play {
            *held = held.minus(&Held::of(combo.cards())).expect("a line plays what its hands hold");
        }
        Event { chair: names::to_chair(seat.chair(open.landlord)) as i32, what: Some(event::What::Action(action)) }
    };
    line.iter().map(step).collect()
}

fn to_puzzle(form: CardForm, puzzle: &Puzzle, language: Lang, took: Duration) -> GenerateEndgameResponse {
    let (rules, landlord) = (puzzle.game.rules(), Chair::First);
    let open = OpenHand { game: puzzle.game, held: suited_hands(&puzzle.game), form, landlord };
    let holds = [Seat::Landlord, Seat::Down].map(|seat| ChairCards {
        chair: names::to_chair(seat.chair(landlord)) as i32,
        cards: Some(open.to_cards(seat, open.game.hand(seat))),
    });
    let first = &open.held[Seat::Landlord.index()];
    let wins = |&combo: &Combo| first_play(open.to_action(first, Some(combo)), Some(true));
    GenerateEndgameResponse {
        hand: Some(wire::v1::Hand {
            ruleset: rules.without_wilds().to_string(),
            card_codec: names::to_codec(open.form.codec()).0,
            holds: holds.to_vec(),
            present: Some(Box::new(Present {
                landlord: names::to_chair(landlord) as i32,
                wilds: rules.wilds().in_order().map(Rank::letter).collect(),
                ..Present::default()
            })),
            ..wire::v1::Hand::default()
        }),
        solution: Some(SolveEndgameResponse {
            first_plays: puzzle.winning.iter().map(wins).collect(),
            first_plays_total: puzzle.features.first_plays,
            line: to_line(&open, &puzzle.solution),
            hints: hints(puzzle, language),
            grade: outbound::to_grade(puzzle.grade) as i32,
            ..response(Some(rules::Side::Landlord), 0, None, took)
        }),
    }
}

/// Gives suits to the cards of a puzzle: all hands are of one deck, and the first seat has the first suits.
fn suited_hands(game: &Endgame) -> [Held; 3] {
    let codec = Codec::RanksFrom0;
    let first_suits = |hand: Hand| Held::from_ids(&codec, &codec.encode(hand), hand);
    let mut taken = Hand::EMPTY;
    Seat::ALL.map(|seat| {
        let with_it = taken.plus(game.hand(seat)).expect("an endgame's cards are of one deck");
        let held = first_suits(with_it).minus(&first_suits(taken)).expect("the cards of one seat more");
        taken = with_it;
        held
    })
}

fn hints(puzzle: &Puzzle, language: Lang) -> Vec<String> {
    puzzle.hints.iter().map(|hint| hint.sentence(language, puzzle.game.rules())).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Two hands of one deck never hold the same card, and a line plays each card once.
    #[test]
    fn both_hands_of_a_puzzle_are_of_one_deck() {
        let codecs = [Codec::RanksFrom0, Codec::SuitsAceFrom0, Codec::SuitsKingFrom1, Codec::SuitsAceFrom1];
        for seed in 0..1_000 {
            let codec = &codecs[seed as usize % codecs.len()];
            let mut random = Seed(seed).rng();
            let first = random.draw(Hand::DECK, 8);
            let second = random.draw(Hand::DECK.minus(first).unwrap(), 12);
            let rules = Ruleset::CLASSIC;
            let game = Endgame::two_seats(rules, first, second).unwrap();
            let form = CardForm::of(Some(codec.clone()));
            let open = OpenHand { game, held: suited_hands(&game), form, landlord: Chair::First };
            let ids = |cards: &Cards| cards.ids.clone();
            let hands = [Seat::Landlord, Seat::Down].map(|seat| open.to_cards(seat, game.hand(seat)).ids);
            for (ids, hand) in hands.iter().zip([first, second]) {
                assert_eq!(codec.decode(ids).unwrap(), hand, "seed {seed}");
            }
            let all: BTreeSet<u32> = hands.concat().into_iter().collect();
            assert_eq!(all.len(), 20, "seed {seed}: {hands:?}");

            let single = |rank: Rank| rules.read_text(&rank.letter().to_string()).ok();
            let each = |hand: Hand| {
                hand.ranks().flat_map(move |rank| std::iter::repeat_n(rank, usize::from(hand.count(rank))))
            };
            let plays = [(Seat::Landlord, first), (Seat::Down, second)]
                .map(|(seat, hand)| each(hand).map(|rank| (seat, single(rank))).collect::<Vec<_>>());
            let line = to_line(&open, &plays.concat());
            let played = line.iter().flat_map(|event| match &event.what {
                Some(event::What::Action(Action { what: Some(action::What::Play(combo)) })) => {
                    combo.cards.as_ref().map(ids).unwrap_or_default()
                }
                _ => Vec::new(),
            });
            assert_eq!(played.collect::<BTreeSet<_>>(), all, "seed {seed}");
        }
    }
}
