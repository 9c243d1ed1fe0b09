//! Puzzles with wild ranks: every one is solved as it promises, by the exact solver, and says what its wild cards stand for. The
//! default run takes seconds; `THIRDSEAT_FULL=1` makes many more.

use engine::endgame::{Endgame, Grade, Memory, Next, Puzzle, SolveLimits, longest_defence, solve};
use engine::words::Lang;
use rules::{Ruleset, Seat, Seed, Side};

use crate::game::rounds;

fn all_first_plays(game: &Endgame) -> engine::endgame::Outcome {
    solve(game, true, &mut Memory::default(), SolveLimits::NONE, &mut || false)
}

/// Checks the winner's first plays, the line to the end, and that the line is the longest that the loser can make it.
fn assert_solved_as_promised(puzzle: &Puzzle) {
    let game = &puzzle.game;
    let outcome = all_first_plays(game);
    assert_eq!((outcome.winner, outcome.stopped), (Some(Side::Landlord), None), "{game:?}");
    let mut winning: Vec<_> = outcome.winning().map(|play| play.expect("a lead")).collect();
    assert_eq!(winning.len(), puzzle.winning.len(), "{game:?}");
    winning.retain(|play| !puzzle.winning.contains(play));
    assert!(winning.is_empty(), "{winning:?} of {game:?}");
    let longest = longest_defence(game, &mut Memory::default(), SolveLimits::NONE, &mut || false).expect("no limit");
    assert_eq!((longest.winner, longest.line.len()), (Side::Landlord, puzzle.solution.len()), "{game:?}");
    let mut at = *game;
    for (step, &(seat, play)) in puzzle.solution.iter().enumerate() {
        assert!(at.turn() == seat && at.plays().contains(&play), "{game:?}");
        match at.after(play) {
            Next::Position(next) => at = next,
            Next::Over(out) => {
                assert_eq!((out, step + 1), (Seat::Landlord, puzzle.solution.len()), "{game:?}");
            }
        }
    }
    assert_eq!(puzzle.features.plies as usize, puzzle.solution.len());
}

#[test]
fn a_seed_gives_the_same_puzzle_and_the_solver_agrees() {
    let each = u64::from(rounds(1, 20));
    for (place, base) in Ruleset::WILD.iter().enumerate() {
        // One grade per ruleset, or all grades.
        let grades = Grade::ALL.into_iter().enumerate().filter(|(index, _)| each > 1 || *index == place);
        for (_, grade) in grades {
            let mut ranks = Vec::new();
            for number in 0..each {
                let make = || Puzzle::generate(base, grade, Seed(7).stream(number), &mut || false).expect("not halted");
                let puzzle = make();
                if number == 0 {
                    assert_eq!(puzzle, make());
                }
                let wilds = puzzle.game.rules().wilds();
                assert_eq!((puzzle.grade, wilds.len()), (grade, u32::from(base.wild_ranks())));
                assert!(!puzzle.game.hand(Seat::Landlord).only(wilds.ranks()).is_empty(), "no wild card");
                assert_solved_as_promised(&puzzle);
                ranks.push(wilds.to_string());
            }
            println!("{base} {grade}: wild {ranks:?}");
        }
    }
}

#[test]
fn hints_say_what_wild_cards_stand_for() {
    let mut with_reading = 0;
    for number in 0..u64::from(rounds(2, 12)) {
        let puzzle = Puzzle::generate(&Ruleset::LAIZI, Grade::Easy, Seed(8).stream(number), &mut || false).unwrap();
        let rules = puzzle.game.rules();
        let first = puzzle.solution[0].1.expect("a lead");
        for lang in [Lang::En, Lang::Zh] {
            let said = puzzle.hints[2].sentence(lang, rules);
            if let Some(fact) = engine::explain::stands_for(rules, first) {
                assert!(said.contains(&fact.clause(lang)), "{said}");
                with_reading += 1;
            }
        }
    }
    assert!(with_reading > 0, "no first play has a wild card that stands for another");
}
