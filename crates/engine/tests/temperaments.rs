//! Temperaments show: of 308 turns that leave a choice, each plays at least five of 100 otherwise than the standard one of its skill, and
//! in its own direction: the hesitant lead fewer cards, the patient more and answer no more often, the hasty lead more cards and answer more.
//! `docs/measured/temperaments.md` has more turns, where all play eight otherwise. `THIRDSEAT_FULL=1` asks `expert` too, which thinks for some minutes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use engine::{Persona, Scratch, decide};
use rules::{Combo, Deal, Ruleset, Seed, Table, Trick, View};

const POSITIONS: usize = 308;

/// Turns of hands that `rules` plays with itself, one of three that leave a choice.
fn turns(rules: Ruleset) -> Vec<(View, Seed)> {
    let (player, mut scratch, mut turns, mut seen) = (Persona::named("rules").unwrap(), Scratch::new(), Vec::new(), 0);
    for hand in 0.. {
        let seed = Seed(308).stream(hand);
        let mut table = Table::seated(rules, Deal::shuffled(&mut seed.rng()));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let plays = rules.plays(view.hand(), view.trick());
            let is_over = plays.iter().any(|play| play.cards() == view.hand());
            if plays.len() + usize::from(view.trick() != Trick::Lead) > 1 && !is_over {
                seen += 1;
                if seen % 3 == 0 {
                    turns.push((view.clone(), seed));
                }
                if turns.len() == POSITIONS {
                    return turns;
                }
            }
            table.act(decide(&view, &player, seed, &mut scratch).unwrap().action).unwrap();
        }
    }
    unreachable!("hands never end")
}

/// Cards in all leads together, and how often an enemy's combo is answered.
fn style(turns: &[(View, Seed)], plays: &[Option<Combo>]) -> [u32; 2] {
    let mut style = [0; 2];
    for ((view, _), play) in turns.iter().zip(plays) {
        let standing = view.board().course().standing();
        let is_enemys = standing.is_some_and(|(owner, _)| Some(owner.side()) != view.seat().map(|seat| seat.side()));
        match (view.trick(), play) {
            (Trick::Lead, Some(lead)) => style[0] += lead.len(),
            (Trick::Follow(_), Some(_)) if is_enemys => style[1] += 1,
            _ => {}
        }
    }
    style
}

fn check(rules: Ruleset) {
    let (turns, mut scratch) = (turns(rules), Scratch::new());
    let mut plays = |name: &str| {
        let persona = Persona::named(name).unwrap();
        let play = |(view, seed): &(View, Seed)| decide(view, &persona, *seed, &mut scratch).unwrap().play();
        turns.iter().map(play).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    let searches: &[&str] = match std::env::var_os("THIRDSEAT_FULL") {
        Some(_) => &["advanced", "expert"],
        None => &["advanced"],
    };
    for skill in ["beginner", "casual", "skilled"].iter().chain(searches) {
        let standard = plays(skill);
        let [led, answered] = style(&turns, &standard);
        for mood in ["hesitant", "patient", "hasty"] {
            let other = plays(&format!("{skill}-{mood}"));
            let differs = standard.iter().zip(&other).filter(|(one, other)| one != other).count();
            found.push((format!("{skill}-{mood}"), differs * 1000 / POSITIONS));
            let [leads, answers] = style(&turns, &other);
            let is_its_own = match mood {
                "hesitant" => leads < led,
                "patient" => leads > led && answers <= answered,
                _ => leads > led && answers > answered,
            };
            let told = format!("{leads} cards led, {answers} answers; standard {led}, {answered}");
            assert!(is_its_own, "{rules}, {skill}-{mood}: {told}");
        }
    }
    assert!(found.iter().all(|(_, differs)| *differs >= 50), "{rules}, in 1,000: {found:?}");
}

#[test]
fn temperaments_show_in_classic() {
    check(Ruleset::CLASSIC);
}

#[test]
fn temperaments_show_in_the_journey() {
    check(Ruleset::JOURNEY);
}
