//! The endgame solver: the published level, the longest defence, limits, memory, bad input, puzzles, and the endings of ordinary hands.
//! `endgame_brute.rs` compares it with brute force.

use std::collections::HashMap;

use engine::endgame::{
    AfterPlay, BadEndgame, Endgame, Grade, Hint, Memory, Outcome, Puzzle, SolveLimits, Stopped, longest_defence, solve,
};
use engine::opponents::belief::{Belief, BeliefConfig};
use engine::words::Lang;
use engine::{Candidate, Decider, Decision, Persona, Scratch, decide};
use rules::{Combo, Deal, Hand, Kind, Ruleset, Seat, Seed, Side, Table, View};

use crate::game::{decide_fresh, each_turn, persona, play_text, rounds, view};
use crate::minimax::endgame_of;

fn hand(text: &str) -> Hand {
    text.parse().expect("a hand")
}

fn two_seats(landlord: &str, peasant: &str) -> Endgame {
    Endgame::two_seats(Ruleset::CLASSIC, hand(landlord), hand(peasant)).expect("an endgame")
}

fn published_level() -> Endgame {
    two_seats("2KQ8877664", "2KQ554433")
}

/// Returns a deal that takes more than 20,000 nodes.
fn long_deal() -> Endgame {
    random_endgame(Seed(60).stream(1), 16)
}

fn random_endgame(seed: Seed, size: u32) -> Endgame {
    let mut rng = seed.rng();
    let landlord = rng.draw(Hand::DECK, size);
    let peasant = rng.draw(Hand::DECK.minus(landlord).expect("drawn from it"), size);
    Endgame::two_seats(Ruleset::CLASSIC, landlord, peasant).expect("an endgame")
}

fn outcome_of(game: &Endgame) -> Outcome {
    solve(game, true, &mut Memory::default(), SolveLimits::NONE, &mut || false)
}

#[test]
fn the_published_level_can_be_defended_for_fifteen_plies() {
    let line = longest_defence(&published_level(), &mut Memory::default(), SolveLimits::NONE, &mut || false)
        .expect("no limit");
    assert_eq!(line.len(), 15);
    assert_line_wins(&published_level(), &line, Side::Landlord);
}

fn assert_line_wins(game: &Endgame, line: &[(Seat, Option<Combo>)], winner: Side) {
    let mut game = *game;
    for (index, &(seat, play)) in line.iter().enumerate() {
        assert!(seat == game.turn() && game.plays().contains(&play));
        match game.after(play) {
            AfterPlay::Position(next) => {
                assert_eq!(outcome_of(&next).winner, Some(winner), "ply {index} of {line:?}");
                game = next;
            }
            AfterPlay::Over(seat) => {
                assert_eq!((seat.side(), index + 1), (winner, line.len()));
                return;
            }
        }
    }
    panic!("{line:?} does not end");
}

#[test]
fn a_stopped_solve_names_no_winner() {
    let game = long_deal();
    let truth = solve(&game, false, &mut Memory::default(), SolveLimits::NONE, &mut || false);
    assert!(truth.nodes > 20_000, "the deal is long: {}", truth.nodes);
    for nodes_max in [0, 1, 10, 100, 1_000, 5_000, 10_000] {
        let limits = SolveLimits { nodes_max };
        let outcome = solve(&game, true, &mut Memory::default(), limits, &mut || false);
        assert_eq!((outcome.winner, outcome.stopped), (None, Some(Stopped::Nodes)), "{nodes_max}");
        assert!(outcome.nodes <= nodes_max + 1);
        assert!(outcome.best_play().is_some());
    }
    let halted = solve(&game, true, &mut Memory::default(), SolveLimits::NONE, &mut || true);
    assert_eq!((halted.winner, halted.stopped), (None, Some(Stopped::Halted)));
}

#[test]
fn a_stopped_solve_goes_on_from_its_memory() {
    let game = long_deal();
    let mut memory = Memory::default();
    let mut tries = 0;
    let outcome = loop {
        let outcome = solve(&game, false, &mut memory, SolveLimits { nodes_max: 30_000 }, &mut || false);
        tries += 1;
        if outcome.stopped.is_none() {
            break outcome;
        }
        assert!(tries < 1_000, "no progress");
    };
    assert_eq!(outcome.winner, outcome_of(&game).winner);
}

#[test]
fn memory_keeps_its_limit_and_is_used_again() {
    for bytes_max in [0, 1 << 20, 8 << 20] {
        let mut memory = Memory::new(bytes_max);
        let mut bytes = 0;
        for deal in 0..5 {
            let game = random_endgame(Seed(51).stream(deal), 14);
            let with_little = solve(&game, false, &mut memory, SolveLimits::NONE, &mut || false);
            let afresh = solve(&game, false, &mut Memory::default(), SolveLimits::NONE, &mut || false);
            assert_eq!(with_little.winner, afresh.winner);
            assert!(memory.bytes_used() <= bytes_max.max(1 << 19), "{} of {bytes_max}", memory.bytes_used());
            bytes = memory.bytes_used();
        }
        let again = long_deal();
        solve(&again, false, &mut memory, SolveLimits::NONE, &mut || false);
        assert!(memory.bytes_used() >= bytes);
        memory.clear();
        assert!(memory.bytes_used() <= 1 << 19);
    }
}

#[test]
fn memory_of_one_ruleset_does_not_answer_for_another() {
    let mut memory = Memory::default();
    for deal in 0..30 {
        let mut rng = Seed(52).stream(deal).rng();
        let deck = hand("3333444455556666777788882222XD");
        let landlord = rng.draw(deck, 9);
        let peasant = rng.draw(deck.minus(landlord).expect("drawn from it"), 7);
        for rules in Ruleset::DISTINCT_PLAYS.into_iter().filter(|rules| rules.is_plain()) {
            let game = Endgame::two_seats(*rules, landlord, peasant).expect("an endgame");
            let kept = solve(&game, true, &mut memory, SolveLimits::NONE, &mut || false);
            assert_eq!(kept.winner, outcome_of(&game).winner, "{rules} {game:?}");
        }
    }
}

#[test]
fn bad_endgames_are_refused() {
    let error = |landlord: &str, peasant: &str| {
        Endgame::two_seats(Ruleset::CLASSIC, hand(landlord), hand(peasant)).expect_err("nonsense").to_string()
    };
    assert_eq!(error("", "3"), "the hand of landlord is empty: the game is over");
    assert_eq!(error("333", "33"), "the hands hold 5 of 3 together, a deck has 4");
    assert_eq!(error("X", "XD"), "the hands hold 2 of X together, a deck has 1");
    let many = "33334444555566667777A";
    assert_eq!(error(many, "8"), "landlord holds 21 cards, no seat has more than 20");

    let game = two_seats("33", "445");
    let standing = |text: &str| Ruleset::CLASSIC.read_text(text).expect("a combo");
    let led = |combo: Combo| Some((Seat::Landlord, combo));
    let too_many = game.with_turn(Seat::Down, led(standing("333"))).expect_err("nonsense").to_string();
    assert_eq!(too_many, "333 cannot stand: with the hands that makes 5 of 3, a deck has 4");
    let shuttle = Ruleset::SHUTTLE.read_text("77778888").expect("a shuttle");
    let unknown = game.with_turn(Seat::Down, led(shuttle)).expect_err("nonsense");
    assert_eq!(unknown, BadEndgame::NoCombo { standing: shuttle, ruleset: "classic" });
    let own = game.with_turn(Seat::Down, Some((Seat::Down, standing("66")))).expect_err("nonsense");
    assert_eq!(own, BadEndgame::OwnPlay { seat: Seat::Down, standing: standing("66") });
    assert_eq!(game.with_turn(Seat::Up, None), Err(BadEndgame::Absent { seat: Seat::Up }));
    let unshown = Endgame::two_seats(Ruleset::LAIZI, hand("34"), hand("5"));
    assert_eq!(unshown, Err(BadEndgame::WildsNotShown { ruleset: "laizi" }));
    let full = two_seats("33334444555566667777", "8").with_turn(Seat::Down, led(standing("99")));
    assert!(matches!(full, Err(BadEndgame::PlayedTooMany { held: 22, .. })));
}

fn assert_solver_agrees(puzzle: &Puzzle) {
    let game = &puzzle.game;
    let outcome = outcome_of(game);
    assert_eq!((outcome.winner, outcome.stopped), (Some(Side::Landlord), None), "{game:?}");
    let mut winning: Vec<_> = outcome.winning_plays().map(|play| play.expect("a lead")).collect();
    assert_eq!(winning.len(), puzzle.winning.len(), "{game:?}");
    winning.retain(|play| !puzzle.winning.contains(play));
    assert!(winning.is_empty(), "{winning:?} of {game:?}");
    let longest = longest_defence(game, &mut Memory::default(), SolveLimits::NONE, &mut || false).expect("no limit");
    assert_eq!(longest.len(), puzzle.solution.len(), "{game:?}");
    assert_line_wins(game, &puzzle.solution, Side::Landlord);
    assert_eq!(puzzle.features.plies as usize, puzzle.solution.len());
}

fn checked_puzzle(rules: &Ruleset, grade: Grade, seed: Seed) -> Puzzle {
    let make = || Puzzle::generate(rules, grade, seed, &mut || false).expect("not halted");
    let puzzle = make();
    assert_eq!((&puzzle, puzzle.grade), (&make(), grade));
    assert_solver_agrees(&puzzle);
    puzzle
}

#[test]
fn a_seed_gives_the_same_puzzle_and_the_solver_agrees() {
    for (number, grade) in (0..).zip(Grade::ALL) {
        checked_puzzle(&Ruleset::CLASSIC, grade, Seed(7).stream(number));
    }
}

/// One grade for each ruleset; all grades with `THIRDSEAT_FULL=1`.
#[test]
fn the_solver_agrees_with_puzzles_of_wild_ranks() {
    let each = u64::from(rounds(1));
    for (place, base) in Ruleset::WILD.iter().enumerate() {
        for (_, grade) in Grade::ALL.into_iter().enumerate().filter(|(index, _)| each > 1 || *index == place) {
            for number in 0..each {
                let game = checked_puzzle(base, grade, Seed(7).stream(number)).game;
                let wilds = game.rules().wilds();
                assert_eq!(wilds.len(), u32::from(base.wild_ranks()));
                assert!(!game.hand(Seat::Landlord).only(wilds.ranks()).is_empty(), "no wild card");
            }
        }
    }
}

#[test]
fn a_hand_of_one_or_two_combos_is_no_puzzle() {
    // The landlord goes out at once, with two combos in either order, or with two combos in one order.
    for (landlord, peasant) in [("45678", "3689QA"), ("34567K", "689JJK"), ("45678K", "34556JQ2")] {
        let puzzle = Puzzle::of(&two_seats(landlord, peasant), SolveLimits::NONE, &mut || false);
        assert_eq!(puzzle, Ok(None), "{landlord}");
    }
}

#[test]
fn the_last_hint_names_the_play_after_the_answer() {
    let hint = |answer: Option<&str>, then: Option<&str>| {
        let combo = |text: &str| Ruleset::CLASSIC.read_text(text).expect("a combo");
        Hint::Play { first: combo("4"), answer: answer.map(combo), then: then.map(combo) }
            .sentence(Lang::En, &Ruleset::CLASSIC)
    };
    assert_eq!(hint(None, Some("77")), "Lead 4; if all pass, lead 77.");
    assert_eq!(hint(Some("Q"), Some("K")), "Lead 4; answer Q with K.");
    assert_eq!(hint(Some("Q"), None), "Lead 4; let Q pass.");
    // The game was over before the landlord's next play.
    assert_eq!(hint(None, None), "Lead 4.");
}

/// True if in a trick of the line the landlord leads a pair, a higher one covers it, and a third one of the landlord's wins.
fn takes_the_lead_back_with_a_pair(puzzle: &Puzzle) -> bool {
    let mut game = puzzle.game;
    let mut trick = Vec::new();
    puzzle.solution.iter().any(|&(seat, play)| {
        assert_eq!(seat, game.turn());
        trick.extend(play.map(|play| (seat, play.kind(), play.key().index())));
        let is_over = match game.after(play) {
            AfterPlay::Over(_) => true,
            AfterPlay::Position(next) => {
                game = next;
                game.standing().is_none()
            }
        };
        let plays = if is_over { std::mem::take(&mut trick) } else { Vec::new() };
        match plays[..] {
            [(Seat::Landlord, Kind::Pair, low), (Seat::Down, Kind::Pair, high), (Seat::Landlord, Kind::Pair, top)] => {
                low < high && high < top
            }
            _ => false,
        }
    })
}

#[test]
fn the_landlord_wins_the_shipped_puzzles() {
    let mut hints: HashMap<String, usize> = HashMap::new();
    let page = include_str!("../../../../data/puzzles/generated/puzzles.md");
    let levels: Vec<&str> = page.lines().filter(|line| line.starts_with("Landlord `")).collect();
    assert_eq!(levels.len(), 140);
    for line in levels {
        let hands: Vec<Hand> = line.split('`').skip(1).step_by(2).map(hand).collect();
        let game = Endgame::two_seats(Ruleset::CLASSIC, hands[0], hands[1]).expect("an endgame");
        let puzzle = Puzzle::of(&game, SolveLimits::NONE, &mut || false).expect("no limit");
        let puzzle = puzzle.unwrap_or_else(|| panic!("no puzzle: {line}"));
        assert!(puzzle.winning.len() <= 2, "{line}");
        assert!(puzzle.solution.len() >= 3 && puzzle.features.tempting >= 1, "{line}");
        let hint = puzzle.hints[0].sentence(Lang::En, &Ruleset::CLASSIC);
        assert!(!hint.starts_with("A low pair") || takes_the_lead_back_with_a_pair(&puzzle), "{line}");
        *hints.entry(hint).or_default() += 1;
        let root = outcome_of(&game);
        assert_eq!((root.best_play(), root.first_plays[0].wins), (root.winning_plays().next(), Some(true)), "{line}");
    }
    // First hints vary: there are ten or more, and none comes on a third of the levels.
    assert!(hints.len() >= 10 && hints.values().all(|&levels| levels < 47), "{hints:?}");
}

#[test]
fn hints_say_what_wild_cards_stand_for() {
    let mut with_reading = 0;
    for number in 0..u64::from(rounds(2)) {
        let puzzle = Puzzle::generate(&Ruleset::LAIZI, Grade::Easy, Seed(8).stream(number), &mut || false).unwrap();
        let rules = puzzle.game.rules();
        let first = puzzle.solution[0].1.expect("a lead");
        for lang in [Lang::En, Lang::Zh] {
            let sentence = puzzle.hints[2].sentence(lang, rules);
            if let Some(fact) = engine::explain::wild_card_fact(rules, first) {
                assert!(sentence.contains(&fact.clause(lang)), "{sentence}");
                with_reading += 1;
            }
        }
    }
    assert!(with_reading > 0, "no first play has a wild card that stands for another");
}

fn solver_persona() -> Persona {
    persona("skilled").with("noise", 0).unwrap()
}

fn decide_line(persona: &Persona, line: &str) -> Decision {
    decide_fresh(&view(line), persona, Seed(1))
}

/// Positions, the strategies' play, a play that wins in every deal, and the number of deals.
const OVERTURNED_PLAYS: [(&str, &str, &str, u32); 2] = [
    ("me=up hand=55662 left=2,1,5 played=444556778JJQKA22XD/33346778999TQKKA/389TTTJJQQK2 bottom=5J2", "2", "5", 2),
    (
        "me=up hand=KKAXD left=3,4,5 standing=landlord:6789T \
         played=33446789TTTJJQKKA/445567889TJJ2/33556689QQ22 bottom=34T",
        "XD",
        "pass",
        18,
    ),
];

#[test]
fn a_play_that_wins_in_every_deal_is_found() {
    for (view, natural, solved, worlds) in OVERTURNED_PLAYS {
        assert_eq!(play_text(&decide_line(&persona("rules"), view)), natural, "{view}");
        let decision = decide_line(&solver_persona(), view);
        assert_eq!(play_text(&decision), solved, "{view}");
        assert_eq!((decision.decider, decision.reason), (Decider::Solver, "solved"), "{view}");
        assert_eq!((decision.trace.worlds, decision.candidates.as_slice()[0].value), (worlds, 1000), "{view}");
    }
}

#[test]
fn with_too_many_deals_the_strategies_decide() {
    let (view, natural, _, worlds) = OVERTURNED_PLAYS[0];
    let few = solver_persona().with("solve-worlds", worlds as i32 - 1).unwrap();
    assert_eq!(play_text(&decide_line(&few, view)), natural);
    // This hand has far more deals than the solver takes.
    let start = decide_line(&solver_persona(), "me=landlord hand=334455667789TTJQKA2X bottom=33X");
    assert_eq!((start.decider, start.trace.worlds), (Decider::Rules, 0));
}

/// Without a full history it is unknown which cards are left, so the ending is not solved.
#[test]
fn without_full_history_no_ending_is_solved() {
    let decision = decide_line(&solver_persona(), "me=landlord hand=3QQ22 left=5,6,2");
    assert_eq!((decision.decider, decision.trace.worlds), (Decider::Rules, 0));
}

/// Computes the solver's values again: it solves each deal alone and weighs it by the belief.
fn values_by_deals(view: &View, plays: &[Candidate], even: bool) -> Vec<i32> {
    let config = if even { BeliefConfig::UNIFORM } else { BeliefConfig::FITTED };
    let mut belief = Belief::with_config(view, Seed(9), config).unwrap();
    let (mut wins, mut total) = (vec![0; plays.len()], 0);
    for &(world, weight) in belief.enumerate_deals().unwrap() {
        let outcome = outcome_of(&endgame_of(view, world.hands()));
        let winning: Vec<_> = outcome.winning_plays().collect();
        total += u64::from(weight);
        for (wins, candidate) in wins.iter_mut().zip(plays) {
            *wins += if winning.contains(&candidate.play) { u64::from(weight) } else { 0 };
        }
    }
    wins.into_iter().map(|wins| (wins * 1000 / total) as i32).collect()
}

/// The others' actions weigh the deals, so some values differ from those of equally likely deals. The Journey has a pass card, and the belief has
/// features of its own there.
#[test]
fn deals_are_weighed_by_the_others_acts() {
    let (rules, solver, mut scratch) = (persona("rules"), solver_persona(), Scratch::new());
    for ruleset in [Ruleset::DOUZERO, Ruleset::JOURNEY] {
        let (mut solved, mut differ) = (0, 0);
        for seed in 0..u64::from(rounds(20)) {
            let mut table = Table::at_lead(ruleset, Deal::shuffled(&mut Seed(seed).rng()));
            each_turn(&mut table, |_, view| {
                let decision = decide(view, &solver, Seed(1), &mut scratch).unwrap();
                if decision.reason == "solved" {
                    let found = decision.candidates.as_slice();
                    let values: Vec<i32> = found.iter().map(|candidate| candidate.value).collect();
                    assert_eq!(values, values_by_deals(view, found, false), "{view}");
                    solved += 1;
                    differ += i32::from(values != values_by_deals(view, found, true));
                }
                decide(view, &rules, Seed(seed), &mut scratch).unwrap().action
            });
        }
        assert!(solved >= 3 && differ >= 1, "{ruleset}: {solved} solved, {differ} of them differ");
    }
}
