//! Open endgames: their winners, and puzzles. They are solved on the threads for endgames.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::endgame::{
    BadEndgame, Endgame, FirstPlay as Winning, Gift, Memory, Outcome, Puzzle, SolveLimits, Stopped, exchange,
    longest_defence, solve,
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
use crate::observe::metrics::PoolLabel;
use crate::pool::JobError;
use crate::state::App;
use game::cards::{CardForm, Cards as Held};
use game::hand::{Game, ToBeat as Stands};
use game::read as told;

pub(super) async fn solve_endgame(
    app: &Arc<App>,
    call: &Call,
    mut request: SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    let sent = request.hand.as_mut().ok_or_else(|| Refusal::missing("hand"))?;
    let open = read_open_hand(sent).within("hand")?;
    let asks = [("want_line", request.want_line), ("want_hints", request.want_hints)];
    if let Some((field, _)) = asks.into_iter().find(|&(_, is_asked)| is_asked && request.pass_on) {
        return Err(Refusal::new(Reason::FIELD_CONFLICT, "is not found after an exchange of cards").at(field));
    }
    let solved = run_on_pool(app, call, request.budget_ms, move |stop| match request.pass_on {
        true => solve_exchange(&open, &request, stop),
        false => Ok(solve_plays(&open, &request, stop)),
    });
    let (answer, took) = solved.await?;
    Ok(SolveEndgameResponse { compute_us: took.as_micros() as u32, ..answer? })
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
    let found = run_on_pool(app, call, request.budget_ms, move |stop| Puzzle::generate(&rules, grade, seed, stop));
    let (puzzle, took) = found.await?;
    let Ok(puzzle) = puzzle else {
        let message =
            "no puzzle of this grade was found in time; a longer budget finds it, another seed perhaps sooner";
        return Err(Refusal::new(Reason::DEADLINE_PASSED, message));
    };
    Ok(to_puzzle(form, &puzzle, language, took))
}

/// Finds the winner with open cards, by at most `nodes_max` positions; `None` if it was not found.
pub(super) async fn winner(app: &Arc<App>, call: &Call, game: Endgame, nodes_max: u64) -> Option<rules::Side> {
    let solved = run_on_pool(app, call, None, move |stop| {
        solve(&game, false, &mut solver_memory(), SolveLimits { nodes_max }, stop).winner
    });
    solved.await.ok()?.0
}

/// Runs `work` on a thread for endgames within the call's budget. Refuses if no thread is free in time, or another caller takes it, because no
/// simpler player can answer.
async fn run_on_pool<T: Send + 'static>(
    app: &Arc<App>,
    call: &Call,
    budget_ms: Option<u32>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
) -> Result<(T, Duration), Refusal> {
    let _place = app.admit(&call.caller)?;
    let budget = app.budget(call, budget_ms);
    let started = Instant::now();
    let wait = app.endgame_pool.estimated_wait(call.caller.place());
    let message = "no thread would be free to solve it in time";
    let busy = || Refusal::new(Reason::OVERLOADED, message).retry_after(wait.max(Duration::from_millis(10)));
    if wait > budget.left(started) / 2 {
        return Err(busy());
    }
    let spec = app.job_spec(call, budget.until, None);
    match app.endgame_pool.think(spec, move |_, stop| work(stop)).await {
        // A partial result is no answer.
        Ok(result) if result.preempted => Err(busy()),
        Ok(result) => {
            app.metrics.queue_wait_seconds.at(PoolLabel::Endgames as usize, 0).record(result.waited.as_secs_f64());
            app.note_job_time(call.rpc, result.took, Instant::now() >= budget.until);
            Ok((result.answer, started.elapsed()))
        }
        Err(JobError::Busy) => Err(busy()),
        Err(JobError::Failed) => Err(Refusal::new(Reason::FAULT, "solving failed; the server's log says more")),
    }
}

/// Returns the memory for one solve: the rest of an earlier solve would change how many nodes are needed.
fn solver_memory() -> Memory {
    Memory::new(64 << 20)
}

fn solve_limits(request: &SolveEndgameRequest) -> SolveLimits {
    SolveLimits { nodes_max: if request.nodes_max == 0 { u64::MAX } else { request.nodes_max } }
}

fn solve_plays(open: &OpenHand, request: &SolveEndgameRequest, stop: &mut dyn FnMut() -> bool) -> SolveEndgameResponse {
    let (game, limits, mut memory) = (&open.game, solve_limits(request), solver_memory());
    let outcome = solve(game, request.want_all_first_plays, &mut memory, limits, stop);
    let left = SolveLimits { nodes_max: limits.nodes_max.saturating_sub(outcome.nodes) };
    let wants_line = request.want_line && outcome.winner.is_some();
    let line = wants_line.then(|| longest_defence(game, &mut memory, left, stop).ok()).flatten();
    // Only endgames for two are graded. A request without time left for hints still gets the answer.
    let is_graded = request.want_hints && !game.has(Seat::Up) && outcome.winner == Some(rules::Side::Landlord);
    let puzzle = is_graded.then(|| Puzzle::of(game, limits, stop).ok().flatten()).flatten();
    let language = language(&request.language).unwrap_or(Lang::En);
    let mover = &open.held[game.turn().index()];
    let first = |play: &Winning| first_play(open.to_action(mover, play.play), play.wins);
    SolveEndgameResponse {
        line: line.map(|line| to_line(open, &line)).unwrap_or_default(),
        hints: puzzle.as_ref().map(|puzzle| hints(puzzle, language)).unwrap_or_default(),
        grade: puzzle.map_or(0, |puzzle| outbound::to_grade(puzzle.grade) as i32),
        ..response(&outcome, first)
    }
}

fn solve_exchange(
    open: &OpenHand,
    request: &SolveEndgameRequest,
    stop: &mut dyn FnMut() -> bool,
) -> Result<SolveEndgameResponse, Refusal> {
    let (game, limits, mut memory) = (&open.game, solve_limits(request), solver_memory());
    let outcome = exchange(game, request.want_all_first_plays, &mut memory, limits, stop);
    let outcome = outcome.map_err(|error| bad_endgame(&error)).within("hand")?;
    let (turn, other) = (game.turn(), game.next(game.turn()));
    let gift = |gift: &Gift| FirstPlay {
        reply: gift.reply.map(|reply| open.to_cards(other, reply)),
        ..first_play(Action { what: Some(action::What::PassOn(open.to_cards(turn, gift.cards))) }, gift.wins)
    };
    Ok(response(&outcome, gift))
}

/// The most first plays in an answer. Natural cards never make as many.
const FIRST_PLAYS_MAX: usize = 4096;

/// Writes an outcome; `first` writes its first plays, or its gifts.
fn response<F>(outcome: &Outcome<F>, first: impl Fn(&F) -> FirstPlay) -> SolveEndgameResponse {
    let stopped = match outcome.stopped {
        None => SolveStopped::Unspecified,
        Some(Stopped::Halted) => SolveStopped::Budget,
        Some(Stopped::Nodes) => SolveStopped::Nodes,
    };
    SolveEndgameResponse {
        winner: outcome.winner.map_or(0, |side| names::to_side(side) as i32),
        first_plays: outcome.first_plays.iter().take(FIRST_PLAYS_MAX).map(first).collect(),
        first_plays_total: outcome.first_plays.len() as u32,
        nodes: outcome.nodes,
        stopped: stopped as i32,
        ..SolveEndgameResponse::default()
    }
}

fn first_play(action: Action, wins: Option<bool>) -> FirstPlay {
    FirstPlay { action: Some(action), wins, reply: None }
}

/// An endgame as a request tells it.
struct OpenHand {
    game: Endgame,
    /// The cards of each seat: answers use the same ones.
    held: [Held; 3],
    form: CardForm,
    landlord: Chair,
}

impl OpenHand {
    fn new(
        rules: Ruleset,
        (landlord, turn): (Chair, Chair),
        standing: Option<(Seat, Combo)>,
        holds: &[Option<Held>; 3],
        form: CardForm,
    ) -> Result<OpenHand, BadEndgame> {
        let held = Seat::ALL.map(|seat| holds[seat.chair(landlord).index()].clone().unwrap_or_default());
        let game = Endgame::new(rules, held.each_ref().map(Held::hand))?.with_turn(turn.seat(landlord), standing)?;
        Ok(OpenHand { game, held, form, landlord })
    }

    /// Makes the endgame of open cards at the stage of play; `None` at another stage, or if the standing cards are no combo.
    fn of_game(hand: &Game, rules: &Ruleset, form: CardForm) -> Option<Result<OpenHand, BadEndgame>> {
        let facts = hand.facts(rules);
        let chairs = facts.landlord.zip(facts.turn).filter(|_| facts.stage == Stage::Play)?;
        let standing = match facts.standing {
            Stands::Nothing => None,
            Stands::Combo(player, combo) => Some((player, combo)),
            Stands::Unrecognised(..) => return None,
        };
        Some(OpenHand::new(hand.rules_in_play(rules), chairs, standing, &hand.held, form))
    }

    fn of_present(hand: &told::Hand) -> Result<Result<OpenHand, BadEndgame>, Refusal> {
        let now = hand.sent_present()?;
        let landlord = now.landlord()?.unwrap_or(Chair::First);
        let turn = now.turn()?.unwrap_or(landlord);
        let standing = now.owner()?.map(|owner| owner.seat(landlord)).zip(now.standing()?);
        Ok(OpenHand::new(now.rules, (landlord, turn), standing, &hand.holds, hand.form.clone()))
    }

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
    let open = if hand.events.is_empty() {
        OpenHand::of_present(&hand).within("present")?
    } else {
        let open = OpenHand::of_game(&hand.replay(None)?.0, &hand.rules, hand.form.clone());
        open.ok_or_else(|| Refusal::new(Reason::WRONG_PHASE, "no cards are played").at("events"))?
    };
    open.map_err(|error| bad_endgame(&error))
}

/// Returns the endgame of a hand with open cards, as [`OpenHand::of_game`] makes it; `None` also if it is no valid one.
pub(super) fn endgame_of_hand(hand: &Game, rules: &Ruleset) -> Option<Endgame> {
    OpenHand::of_game(hand, rules, CardForm::of(None))?.ok().map(|open| open.game)
}

fn bad_endgame(error: &BadEndgame) -> Refusal {
    let field = match error {
        BadEndgame::EmptyHand { .. } | BadEndgame::TooManyCards { .. } | BadEndgame::NotOneDeck { .. } => "holds",
        BadEndgame::ThreeSeats | BadEndgame::ExchangeSize { .. } => "holds",
        BadEndgame::Absent { .. } => "present.turn",
        BadEndgame::WildsNotShown { .. } | BadEndgame::NoPuzzles { .. } => "ruleset",
        _ => "present.standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
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
            winner: names::to_side(rules::Side::Landlord) as i32,
            first_plays: puzzle.winning.iter().map(wins).collect(),
            first_plays_total: puzzle.features.first_plays,
            line: to_line(&open, &puzzle.solution),
            hints: hints(puzzle, language),
            grade: outbound::to_grade(puzzle.grade) as i32,
            compute_us: took.as_micros() as u32,
            ..SolveEndgameResponse::default()
        }),
    }
}

/// Gives suits to the cards of a puzzle: all hands are of one deck, and the first seat has the first suits.
fn suited_hands(game: &Endgame) -> [Held; 3] {
    let codec = Codec::RanksFrom0;
    let mut rest = Held::from_ids(&codec, &codec.encode(Hand::DECK), Hand::DECK);
    Seat::ALL.map(|seat| {
        let held = rest.pick(game.hand(seat)).expect("an endgame's cards are of one deck");
        rest = rest.minus(&held).expect("they were picked");
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
