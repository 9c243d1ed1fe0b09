//! The search for puzzles: deals are drawn until one is a puzzle of the wanted grade.

use rules::{Combo, Hand, Ranks, Rng, Ruleset, Seat, Seed, Trick};

use super::theme::{SolvedPuzzle, Theme};
use super::{Features, Grade, Hint, Puzzle};
use crate::endgame::defence::longest_defence;
use crate::endgame::game::{AfterPlay, BadEndgame, Endgame};
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Meter, SolveLimits, Stopped};
use crate::endgame::solve::Solver;
use crate::endgame::turns::TurnsCache;
use crate::profile::Profile;

/// The fewest first plays: with fewer a puzzle is too easy.
const FIRST_PLAYS_MIN: usize = 6;
/// The most positions that each solve of a candidate may enter; a candidate that needs more is skipped.
const SOLUTION_NODES_MAX: u64 = 400_000;
/// The same with wild ranks: a position has many more plays, and there are enough candidates.
const WILD_SOLUTION_NODES_MAX: u64 = 20_000;

impl Puzzle {
    /// Refuses a ruleset for which no puzzles are made.
    pub fn check_rules(rules: &Ruleset) -> Result<(), BadEndgame> {
        let refusal = || BadEndgame::NoPuzzles { ruleset: rules.name() };
        if Profile::of(rules).has_puzzles() { Ok(()) } else { Err(refusal()) }
    }

    /// Finds a puzzle of this grade among the seed's deals. Under a ruleset with wild ranks, each deal draws them anew, and the landlord
    /// holds a wild card.
    ///
    /// # Panics
    /// When no puzzles are made for this ruleset: see [`Puzzle::check_rules`].
    pub fn generate(
        rules: &Ruleset,
        grade: Grade,
        seed: Seed,
        halt: &mut dyn FnMut() -> bool,
    ) -> Result<Puzzle, Stopped> {
        assert!(Puzzle::check_rules(rules).is_ok(), "no puzzles are made for {rules}");
        let nodes_max = if rules.has_wild_ranks() { WILD_SOLUTION_NODES_MAX } else { SOLUTION_NODES_MAX };
        let mut candidate = 0;
        loop {
            let game = deal(rules, grade, seed.stream(candidate));
            // The result depends on a limit of nodes, so a candidate may not use the memory of earlier ones.
            match Puzzle::of(&game, SolveLimits { nodes_max }, halt) {
                Ok(Some(puzzle)) if puzzle.grade == grade => return Ok(puzzle),
                Ok(_) | Err(Stopped::Nodes) => candidate += 1,
                Err(Stopped::Halted) => return Err(Stopped::Halted),
            }
        }
    }

    /// Grades a two-seat endgame in which the landlord leads; `None` if it is no puzzle, for example because he does not win.
    pub fn of(game: &Endgame, limits: SolveLimits, halt: &mut dyn FnMut() -> bool) -> Result<Option<Puzzle>, Stopped> {
        if game.turn() != Seat::Landlord || game.trick() != Trick::Lead {
            return Ok(None);
        }
        // A hand that goes out at once is no puzzle.
        let hand = game.hand(Seat::Landlord);
        if game.plays().into_iter().flatten().any(|combo| combo.cards() == hand) {
            return Ok(None);
        }
        let mut memory = Memory::default();
        if game.plays().len() < FIRST_PLAYS_MIN {
            return Ok(None);
        }
        let most = Grade::Beginner.winning_max();
        let Some(winning) = few_winning_plays(game, most, &mut memory, limits, halt)? else { return Ok(None) };
        if winning.is_empty() {
            return Ok(None);
        }
        let winning: Vec<Combo> = winning.into_iter().map(|play| play.expect("a lead is no pass")).collect();
        let solution = longest_defence(game, &mut memory, limits, halt)?;
        let [(_, Some(first)), (_, answer), (_, then), ..] = solution[..] else { return Ok(None) };
        let (mut features, tempting) = first_play_features(game, first, &winning);
        if features.tempting == 0 {
            return Ok(None);
        }
        features.plies = solution.len() as u32;
        (features.only_plays, features.passes) = count_only_plays(game, &solution, &mut memory, limits, halt)?;
        let theme = Theme::of(&SolvedPuzzle { game, first, tempting: &tempting, solution: &solution, features });
        let hints = [Hint::Theme(theme), Hint::Lead(first.kind(), first.run()), Hint::Play { first, answer, then }];
        let grade = Grade::of(features.points());
        if winning.len() > grade.winning_max() || features.plies < grade.plies_min() {
            return Ok(None);
        }
        Ok(Some(Puzzle { game: *game, grade, features, winning, solution, hints }))
    }
}

/// Lists the plays that win for the side to play; `None` if there are more than `most`, which is usually known soon, because the most
/// promising come first.
fn few_winning_plays(
    game: &Endgame,
    most: usize,
    memory: &mut Memory,
    limits: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Option<Combo>>>, Stopped> {
    let mut solver = Solver::new(game, memory, Meter::of(game.rules(), limits, halt));
    let mut winning = Vec::new();
    for (play, is_worth_trying) in solver.ordered_plays(game) {
        // Plays not worth trying come last, and win only if another one does.
        if (is_worth_trying || !winning.is_empty()) && solver.wins_with(game, play)? {
            winning.push(play);
            if winning.len() > most {
                return Ok(None);
            }
        }
    }
    Ok(Some(winning))
}

fn deal(rules: &Ruleset, grade: Grade, seed: Seed) -> Endgame {
    let mut rng = seed.rng();
    let (least, most) = grade.hand_sizes();
    let mut size = || least + rng.below(most - least + 1);
    let (mine, theirs) = (size(), size());
    let rules = with_drawn_wilds(rules, &mut rng);
    let wild = rules.wilds().in_order().next().map_or(Hand::EMPTY, Hand::one);
    let left = Hand::DECK.minus(wild).expect("a card of the deck");
    let landlord = rng.draw(left, mine - wild.len()).plus(wild).expect("the rest of the deck");
    let peasant = rng.draw(Hand::DECK.minus(landlord).expect("drawn from the deck"), theirs);
    Endgame::two_seats(rules, landlord, peasant).expect("both hands come from one deck")
}

fn with_drawn_wilds(rules: &Ruleset, rng: &mut Rng) -> Ruleset {
    let mut rules = rules.without_wilds();
    while rules.awaits_wild() {
        let mut ranks = Ranks::ALL.except(Ranks::JOKERS).except(rules.wilds().ranks());
        let rank = ranks.nth(rng.below(ranks.len()) as usize).expect("one of those ranks");
        rules = rules.with_wild(rank).expect("it is natural so far");
    }
    rules
}

/// A counter of the turns that most people see in a hand.
struct VisibleTurns<'a> {
    rules: &'a Ruleset,
    turns: TurnsCache<'a>,
}

impl VisibleTurns<'_> {
    /// Counts the turns of a hand. With both wild and natural cards the count is approximate.
    fn turns(&mut self, hand: Hand) -> u32 {
        let wilds = self.rules.wilds().ranks();
        let mut natural = hand.without(wilds);
        if natural == hand || natural.is_empty() {
            return self.turns.of(hand);
        }
        if self.rules.read(hand).is_some() {
            return 1;
        }
        for _ in 0..hand.only(wilds).len() {
            let with = Ranks::ALL.except(Ranks::JOKERS).filter_map(|rank| natural.plus(Hand::one(rank)));
            natural = with.min_by_key(|&hand| self.turns.of(hand)).expect("a rank has room");
        }
        // The hand is more than one combo, so it takes at least two turns.
        self.turns.of(natural).max(2)
    }
}

/// Returns the number of first plays to choose from. With wild ranks, plays that differ only in the cards spent are one choice.
fn count_choices(rules: &Ruleset, plays: &[Combo]) -> u32 {
    if !rules.has_wild_ranks() {
        return plays.len() as u32;
    }
    let mut known: Vec<_> =
        plays.iter().map(|play| (play.kind() as usize, play.run(), play.key().index(), play.len())).collect();
    known.sort_unstable();
    known.dedup();
    known.len() as u32
}

fn first_play_features(game: &Endgame, first: Combo, winning: &[Combo]) -> (Features, Vec<Combo>) {
    let (rules, natural) = (game.rules(), game.rules().without_wilds());
    let mut visible = VisibleTurns { rules, turns: TurnsCache::new(&natural) };
    let hand = game.hand(Seat::Landlord);
    let plays: Vec<Combo> = game.plays().into_iter().flatten().collect();
    let mut left = |combo: &Combo| visible.turns(hand.minus(combo.cards()).expect("a play is held"));
    let fewest = plays.iter().map(&mut left).min().expect("there is a play");
    let tempting: Vec<Combo> =
        plays.iter().copied().filter(|combo| left(combo) == fewest && !winning.contains(combo)).collect();
    let is_lower = |combo: &&Combo| {
        combo.kind() == first.kind() && combo.run() == first.run() && rules.above(**combo).has(first.key())
    };
    let is_high = plays.iter().any(|combo| is_lower(&combo)) && !winning.iter().any(|combo| is_lower(&combo));
    let is_split = left(&first) > fewest;
    let features = Features {
        first_plays: plays.len() as u32,
        choices: count_choices(rules, &plays),
        winning: winning.len() as u32,
        tempting: count_choices(rules, &tempting),
        plies: 0,
        only_plays: 0,
        is_split,
        is_high,
        passes: false,
    };
    (features, tempting)
}

/// Counts the turns in the solution at which the landlord has a choice and a single play wins. Also returns true if one of these plays is a
/// pass.
fn count_only_plays(
    game: &Endgame,
    solution: &[(Seat, Option<Combo>)],
    memory: &mut Memory,
    limits: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Result<(u32, bool), Stopped> {
    let (mut game, mut only_plays, mut passes) = (*game, 0, false);
    for &(seat, play) in solution {
        let has_choice = seat == Seat::Landlord && game.plays().len() > 1;
        if has_choice && few_winning_plays(&game, 1, memory, limits, halt)?.is_some_and(|winning| winning.len() == 1) {
            only_plays += 1;
            passes |= play.is_none();
        }
        match game.after(play) {
            AfterPlay::Position(next) => game = next,
            AfterPlay::Over(_) => break,
        }
    }
    Ok((only_plays, passes))
}
