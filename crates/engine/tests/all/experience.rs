//! Changes by experience, in classic and in the Journey. [`HABIT_EFFECTS`] says which strong habits of the others change at least one decision of a
//! persona. Usual habits change none. [`HABITS_AS_EVIDENCE`] says which habits change the odds.

use engine::{Decision, Habits, Limits, Persona, Scratch, decide, decide_within, hand_trace};
use rules::{Action, Chair, Ruleset, Seed, Stage, Table, View};

use crate::game::turns_of_rules_persona;

/// Returns the counts of a usual player, who answers `answered` of 150 combos.
const fn usual_habits(answered: u32) -> Habits {
    Habits::from_counts([20, 10, 150, answered, 6, 2, 2, 60, 9, 60, 23, 40, 28, 10, 9])
}

const fn strong_habits(usual: Habits) -> [Habits; 4] {
    [
        Habits { auctions: 40, wanted: 40, ..usual },
        Habits { bombs: 30, bombs_early: 0, bombs_kept: 30, ..usual },
        Habits { choices: 120, highest: 120, ..usual },
        Habits { leads: 120, leads_single: 120, ..usual },
    ]
}

/// A persona, the number of turns at which it is asked, and which habits of [`strong_habits`] change at least one decision.
const HABIT_EFFECTS: &[(&str, usize, [bool; 4])] = &[
    ("beginner", 300, [false, false, false, false]),
    ("casual", 500, [true, true, true, true]),
    ("rules", 500, [true, true, true, true]),
    ("net", 400, [true, false, true, true]),
];
/// The slow personas; `THIRDSEAT_FULL=1` asks them too.
const SLOW_HABIT_EFFECTS: &[(&str, usize, [bool; 4])] = &[
    ("cases", 2_000, [true, true, true, true]),
    ("skilled", 2_000, [true, true, true, true]),
    ("minimax", 104, [true, true, true, true]),
    ("advanced", 104, [true, true, true, true]),
    ("expert", 104, [true, true, true, true]),
];
const POSITION_COUNT: usize = 2_000;

fn positions(rules: Ruleset) -> Vec<(View, Seed)> {
    let table = |seed: Seed| Table::new(rules, rules.dealer().deck(None, &mut seed.rng()).deal(), Chair::First);
    turns_of_rules_persona(table, Seed(104), POSITION_COUNT, |view| {
        view.board().stage() != Stage::Play || !view.rules().plays(view.hand(), view.trick()).is_empty()
    })
}

/// Habits, and true if they change the odds. A player who always leads singles leads them with any hand, so this habit changes no odds.
const HABITS_AS_EVIDENCE: &[(&str, Habits, bool)] = &[
    ("usual", usual_habits(66), false),
    ("always bids", strong_habits(usual_habits(66))[0], true),
    ("never bombs", strong_habits(usual_habits(66))[1], true),
    ("answers with its highest", strong_habits(usual_habits(66))[2], true),
    ("leads singles", strong_habits(usual_habits(66))[3], false),
    ("holds back", usual_habits(15), true),
    ("passes with answers", Habits { guesses: 100, guesses_right: 10, ..usual_habits(66) }, true),
    ("splits fours", Habits { fourths: 100, fourths_right: 40, ..usual_habits(66) }, true),
];

/// Returns the odds that enemies cover the combos of the split, if both others have these habits.
fn coverage(view: &View, persona: &Persona, other: Habits, made: &Decision, scratch: &mut Scratch) -> Option<Vec<i32>> {
    let mut habits = [other; 3];
    habits[view.seat()?.index()] = Habits::default();
    Some(hand_trace(view, persona, &habits, made, scratch)?.parts_covered)
}

#[test]
fn habits_change_the_odds_of_combos() {
    let (positions, mut scratch) = (positions(Ruleset::CLASSIC), Scratch::new());
    let positions = &positions[..300];
    for (name, infers) in [("beginner", false), ("casual", true), ("skilled", true), ("rules", true), ("cases", true)] {
        let persona = Persona::named(name).unwrap();
        // The decisions are made without habits, and read under each kind of habits.
        let made: Vec<_> =
            positions.iter().map(|(view, _)| decide(view, &persona, Seed(1), &mut scratch).unwrap()).collect();
        let mut covered = |habits| {
            let read = |((view, _), made): (&(View, Seed), _)| coverage(view, &persona, habits, made, &mut scratch);
            positions.iter().zip(&made).map(read).collect::<Vec<_>>()
        };
        let unknown = covered(Habits::default());
        for &(habit, habits, is_evidence) in HABITS_AS_EVIDENCE {
            let changed = covered(habits).iter().zip(&unknown).filter(|(a, b)| a != b).count();
            assert_eq!(changed > 0, is_evidence && infers, "{name}, who {habit}: other odds at {changed} of 300 turns");
        }
    }
}

fn act(view: &View, seed: Seed, persona: &Persona, other: Habits, scratch: &mut Scratch) -> Action {
    let me = view.seat().map_or(view.chair().index(), |seat| seat.index());
    let mut habits = [other; 3];
    habits[me] = Habits::default();
    let mut halt = || false;
    let limits = Limits { habits, worlds_max: 24, nodes_max: 1_000, ..Limits::of(&mut halt) };
    decide_within(view, persona, seed, limits, scratch).unwrap().action
}

fn check(rules: Ruleset, usual: Habits) {
    let (positions, mut scratch) = (positions(rules), Scratch::new());
    let slow = if crate::game::is_full_run() { SLOW_HABIT_EFFECTS } else { &[] };
    for &(name, asked, expected) in HABIT_EFFECTS.iter().chain(slow) {
        let persona = Persona::named(name).unwrap();
        let mut acts = |habits: Habits| {
            let act = |(view, seed): &(View, Seed)| act(view, *seed, &persona, habits, &mut scratch);
            positions[..asked].iter().map(act).collect::<Vec<_>>()
        };
        let unknown = acts(Habits::default());
        assert!(acts(usual) == unknown, "{name} in {rules}: usual players change something");
        let counts = strong_habits(usual).map(|known| acts(known).iter().zip(&unknown).filter(|(a, b)| a != b).count());
        let message = format!("{name} in {rules}: bids, bombs, highest, singles change {counts:?} of {asked}");
        assert_eq!(counts.map(|decisions| decisions > 0), expected, "{message}");
    }
}

#[test]
fn habits_change_decisions_in_classic() {
    check(Ruleset::CLASSIC, usual_habits(66));
}

/// Usual players answer more often in the Journey.
#[test]
fn habits_change_decisions_in_the_journey() {
    check(Ruleset::JOURNEY, usual_habits(82));
}
