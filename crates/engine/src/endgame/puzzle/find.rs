//! How puzzles are found: deals are drawn until one is a win that is not easy to see, and what makes it hard is counted.

use rules::{Combo, Hand, Ruleset, Seat, Seed, Trick};

use super::{Features, Grade, Hint, Puzzle, Theme};
use crate::endgame::defence::longest_defence;
use crate::endgame::game::{Endgame, Next};
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Limits, Stopped};
use crate::endgame::solve::{Ask, solve};
use crate::endgame::turns::Turns;

/// Fewest first plays: with less there is nothing to find.
const FIRST_PLAYS_MIN: usize = 6;
/// Positions that a candidate's solution may take; one that takes more is passed over.
const SOLUTION_NODES_MAX: u64 = 400_000;

impl Puzzle {
    /// The first puzzle of this grade that the seed's deals hold.
    ///
    /// # Panics
    /// When no puzzles are made for this ruleset: see [`BadEndgame::NoPuzzles`](crate::endgame::BadEndgame::NoPuzzles).
    pub fn generate(
        rules: &Ruleset,
        grade: Grade,
        seed: Seed,
        halt: &mut dyn FnMut() -> bool,
    ) -> Result<Puzzle, Stopped> {
        assert!(rules.is_plain(), "no puzzles are made for {rules}");
        let mut candidate = 0;
        loop {
            let game = deal(rules, grade, seed.stream(candidate));
            // A candidate's verdict hangs on a count of nodes, so it may not profit from the ones before.
            match Puzzle::of(&game, Limits { nodes_max: SOLUTION_NODES_MAX }, halt) {
                Ok(Some(puzzle)) if puzzle.grade == grade => return Ok(puzzle),
                Ok(_) | Err(Stopped::Nodes) => candidate += 1,
                Err(Stopped::Halted) => return Err(Stopped::Halted),
            }
        }
    }

    /// Grades a two-seat endgame in which the landlord leads; `None` when it is none of his wins or offers nothing to
    /// find.
    pub fn of(game: &Endgame, limits: Limits, halt: &mut dyn FnMut() -> bool) -> Result<Option<Puzzle>, Stopped> {
        if game.turn() != Seat::Landlord || game.trick() != Trick::Lead {
            return Ok(None);
        }
        // A hand that goes out at once is no puzzle.
        let hand = game.hand(Seat::Landlord);
        if game.plays().into_iter().flatten().any(|combo| combo.cards() == hand) {
            return Ok(None);
        }
        let mut memory = Memory::default();
        let outcome = solve(game, Ask { all_first_plays: true, line: false }, &mut memory, limits, halt);
        if let Some(stopped) = outcome.stopped {
            return Err(stopped);
        }
        let winning: Vec<Combo> = outcome.winning().map(|play| play.expect("a lead is no pass")).collect();
        if !(1..=Grade::Beginner.winning_max()).contains(&winning.len()) || outcome.first_plays.len() < FIRST_PLAYS_MIN
        {
            return Ok(None);
        }
        let solution = longest_defence(game, &mut memory, limits, halt)?.line;
        let [(_, Some(first)), (_, answer), (_, then), ..] = solution[..] else { return Ok(None) };
        let mut features = first_play_features(game, first, &winning);
        if features.tempting == 0 {
            return Ok(None);
        }
        features.plies = solution.len() as u32;
        walk(game, &solution, &mut features, &mut memory, limits, halt)?;
        let hints =
            [Hint::Theme(theme(&features)), Hint::Lead(first.kind(), first.run()), Hint::Play { first, answer, then }];
        let grade = Grade::of(features.points());
        if winning.len() > grade.winning_max() || features.plies < grade.plies_min() {
            return Ok(None);
        }
        Ok(Some(Puzzle { game: *game, grade, features, winning, solution, hints }))
    }
}

/// Hands of the grade's size from a shuffled deck.
fn deal(rules: &Ruleset, grade: Grade, seed: Seed) -> Endgame {
    let mut rng = seed.rng();
    let (least, most) = grade.hand_sizes();
    let mut size = || least + rng.below(most - least + 1);
    let (mine, theirs) = (size(), size());
    let landlord = rng.draw(Hand::DECK, mine);
    let peasant = rng.draw(Hand::DECK.minus(landlord).expect("drawn from the deck"), theirs);
    Endgame::two(*rules, landlord, peasant).expect("both hands come from one deck")
}

fn first_play_features(game: &Endgame, first: Combo, winning: &[Combo]) -> Features {
    let mut turns = Turns::new(game.rules());
    let hand = game.hand(Seat::Landlord);
    let plays: Vec<Combo> = game.plays().into_iter().flatten().collect();
    let mut left = |combo: &Combo| turns.of(hand.minus(combo.cards()).expect("a play is held"));
    let fewest = plays.iter().map(&mut left).min().expect("there is a play");
    let tempting = plays.iter().filter(|combo| left(combo) == fewest && !winning.contains(combo)).count();
    let rules = game.rules();
    let is_lower = |combo: &&Combo| {
        combo.kind() == first.kind() && combo.run() == first.run() && rules.above(**combo).has(first.key())
    };
    let is_high = plays.iter().any(|combo| is_lower(&combo)) && !winning.iter().any(|combo| is_lower(&combo));
    let is_split = left(&first) > fewest;
    Features {
        first_plays: plays.len() as u32,
        winning: winning.len() as u32,
        tempting: tempting as u32,
        plies: 0,
        only_plays: 0,
        is_split,
        is_high,
        passes: false,
    }
}

/// Goes through the solution and counts the landlord's narrow choices.
fn walk(
    game: &Endgame,
    solution: &[(Seat, Option<Combo>)],
    features: &mut Features,
    memory: &mut Memory,
    limits: Limits,
    halt: &mut dyn FnMut() -> bool,
) -> Result<(), Stopped> {
    let mut game = *game;
    for &(seat, play) in solution {
        if seat == Seat::Landlord && game.plays().len() > 1 {
            let outcome = solve(&game, Ask { all_first_plays: true, line: false }, memory, limits, halt);
            if let Some(stopped) = outcome.stopped {
                return Err(stopped);
            }
            if outcome.winning().count() == 1 {
                features.only_plays += 1;
                features.passes |= play.is_none();
            }
        }
        match game.after(play) {
            Ok(Next::Position(next)) => game = next,
            _ => break,
        }
    }
    Ok(())
}

fn theme(features: &Features) -> Theme {
    match features {
        Features { is_split: true, .. } => Theme::Split,
        Features { passes: true, .. } => Theme::Pass,
        Features { is_high: true, .. } => Theme::High,
        Features { tempting: 2.., .. } => Theme::Resist,
        _ => Theme::KeepTheLead,
    }
}
