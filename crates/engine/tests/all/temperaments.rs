//! Temperaments change play. Each one plays some turns otherwise than the standard persona of its skill, in the direction of [`DIRECTIONS`].
//! Leads and answers must differ, bombs only where the skill says so. `advanced` and `expert` are asked in classic, without search.
//! `THIRDSEAT_FULL=1` asks them with search and in the Journey too.

use std::cmp::Ordering;

use engine::{Decision, Persona, Scratch, decide};
use rules::{Combo, Deal, Ruleset, Seed, Table, Trick, View};

use crate::game::{is_full_run, persona, turns_of_rules_persona};

/// A temperament, and whether it leads more cards, answers an enemy more often, and plays more bombs.
const DIRECTIONS: [(&str, [Ordering; 3]); 3] = [
    ("hesitant", [Ordering::Less, Ordering::Less, Ordering::Less]),
    ("patient", [Ordering::Greater, Ordering::Less, Ordering::Less]),
    ("hasty", [Ordering::Greater, Ordering::Greater, Ordering::Greater]),
];

struct Skill {
    name: &'static str,
    /// The number of turns at which it is asked.
    asked: usize,
    /// True for temperaments whose bombs clearly differ, in the order of [`DIRECTIONS`]. For the others the effect is small or these turns
    /// are too few.
    bombs_in_classic: [bool; 3],
    bombs_in_journey: [bool; 3],
}

const fn skill(name: &'static str, asked: usize, bombs_in_classic: [bool; 3], bombs_in_journey: [bool; 3]) -> Skill {
    Skill { name, asked, bombs_in_classic, bombs_in_journey }
}

const SKILLS: &[Skill] = &[
    skill("beginner", 600, [true; 3], [true; 3]),
    skill("casual", 1_000, [true; 3], [true; 3]),
    skill("skilled", 500, [false; 3], [false; 3]),
];
const SEARCHERS: &[Skill] =
    &[skill("advanced", 800, [false; 3], [false, false, true]), skill("expert", 308, [false; 3], [false; 3])];

const TURN_COUNT: usize = 1_000;
/// The fewest turns of 1,000 that must differ.
const DIFFERING_TURNS_MIN: usize = 65;

fn turns(rules: Ruleset) -> Vec<(View, Seed)> {
    let table = |seed: Seed| Table::at_lead(rules, Deal::shuffled(&mut seed.rng()));
    turns_of_rules_persona(table, Seed(308), TURN_COUNT, |view| {
        let plays = rules.plays(view.hand(), view.trick());
        let is_over = plays.iter().any(|play| play.cards() == view.hand());
        plays.len() + usize::from(view.trick() != Trick::Lead) > 1 && !is_over
    })
}

/// Counts the cards in all leads together, how often an enemy's combo is answered, and bombs.
fn style_counts(turns: &[(View, Seed)], plays: &[Option<Combo>]) -> [u32; 3] {
    let mut style = [0; 3];
    for ((view, _), play) in turns.iter().zip(plays) {
        let standing = view.board().course().standing();
        let is_enemys = standing.is_some_and(|(owner, _)| Some(owner.side()) != view.seat().map(|seat| seat.side()));
        match (view.trick(), play) {
            (Trick::Lead, Some(lead)) => style[0] += lead.len(),
            (Trick::Follow(_), Some(_)) if is_enemys => style[1] += 1,
            _ => {}
        }
        style[2] += u32::from(play.is_some_and(Combo::is_bomb));
    }
    style
}

fn check(rules: Ruleset) {
    let (turns, mut scratch) = (turns(rules), Scratch::new());
    let is_full = is_full_run();
    let searchers = if is_full || rules == Ruleset::CLASSIC { SEARCHERS } else { &[] };
    let named = |name: &str| if is_full { persona(name) } else { persona(name).with("search-worlds", 0).unwrap() };
    for Skill { name, asked, bombs_in_classic, bombs_in_journey } in SKILLS.iter().chain(searchers) {
        let bombs = if rules == Ruleset::JOURNEY { bombs_in_journey } else { bombs_in_classic };
        let turns = &turns[..*asked];
        let mut ask =
            |player: &Persona, (view, seed): &(View, Seed)| decide(view, player, *seed, &mut scratch).unwrap();
        let standard = named(name);
        let made: Vec<_> = turns.iter().map(|turn| ask(&standard, turn)).collect();
        let standard: Vec<_> = made.iter().map(Decision::play).collect();
        let [led, answered, bombed] = style_counts(turns, &standard);
        for ((mood, directions), has_clear_bombs) in DIRECTIONS.into_iter().zip(bombs) {
            let player = named(&format!("{name}-{mood}"));
            // The temperament changes neither the deals nor the nodes of a solution, so a turn without a solution is not tried again.
            let unsolving = player.clone().with("solve-worlds", 0).unwrap();
            let other = turns
                .iter()
                .zip(&made)
                .map(|(turn, made)| ask(if made.trace.worlds > 0 { &player } else { &unsolving }, turn).play());
            let other: Vec<_> = other.collect();
            let [leads, answers, bombs] = style_counts(turns, &other);
            let found = [leads.cmp(&led), answers.cmp(&answered), bombs.cmp(&bombed)];
            let differs = standard.iter().zip(&other).filter(|(one, other)| one != other).count() * 1_000 / asked;
            let message = format!(
                "{rules}, {name}-{mood}: {differs} of 1,000 otherwise; {leads} cards led, {answers} answers, {bombs} bombs; \
                 standard {led}, {answered}, {bombed}"
            );
            assert!(differs >= DIFFERING_TURNS_MIN, "{message}");
            let asserted = if *has_clear_bombs { 3 } else { 2 };
            assert_eq!(found[..asserted], directions[..asserted], "{message}");
        }
    }
}

#[test]
fn temperaments_change_play_in_classic() {
    check(Ruleset::CLASSIC);
}

#[test]
fn temperaments_change_play_in_the_journey() {
    check(Ruleset::JOURNEY);
}
