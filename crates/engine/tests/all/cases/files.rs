//! Trees of cases that a file of personas names.

use engine::cases::read_personas_with;
use engine::persona::read_personas;
use engine::{Decider, Persona, Scratch, decide};
use rules::{Seed, View};

use crate::game::persona;

const HEAD: &str = "cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n";
/// A lead at which `rules` does not lead its highest single.
const LEAD: &str = "me=landlord hand=3456799JQA left=10,9,9";

fn read(text: &str, tree: &str) -> Result<Vec<Persona>, String> {
    let open = |file: &str| if file == "mine.txt" { Ok(tree.to_owned()) } else { Err(format!("no file {file}")) };
    read_personas_with(text, &open).map_err(|error| error.to_string())
}

fn decider(persona: &Persona, view: &str) -> (Decider, String) {
    let view: View = view.parse().unwrap();
    let decision = decide(&view, persona, Seed(1), &mut Scratch::new()).unwrap();
    (decision.decider, decision.play().map_or("pass".to_owned(), |play| play.to_string()))
}

#[test]
fn a_tree_of_the_file_decides_and_is_part_of_the_persona() {
    let tree = format!("{HEAD}top-single cases 10 better 60 gain 5\n");
    let own =
        read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"\n[hong]\nbase = \"ming\"\ncases = 0", &tree).unwrap();
    assert_eq!(decider(&own[0], LEAD), (Decider::Cases, "A".to_owned()));
    assert_eq!(decider(&own[1], LEAD), decider(&persona("rules"), LEAD), "a switch behind the tree counts");
    // Another tree under the same name is another player.
    let other = read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"", &format!("{HEAD}silent\n")).unwrap();
    assert_eq!(decider(&other[0], LEAD), decider(&persona("rules"), LEAD));
    assert_ne!(own[0].digest(), other[0].digest());
    // Both share one scratch: neither uses the other's tree.
    let (view, mut scratch): (View, _) = (LEAD.parse().unwrap(), Scratch::new());
    for _ in 0..2 {
        for (player, by) in [(&own[0], Decider::Cases), (&other[0], Decider::Rules)] {
            assert_eq!(decide(&view, player, Seed(1), &mut scratch).unwrap().decider, by);
        }
    }
}

#[test]
fn a_ruleset_that_the_tree_does_not_know_has_the_shipped_one() {
    let tree = format!("{HEAD}silent\n");
    let own = read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"", &tree).unwrap();
    let (cases, mut scratch) = (persona("cases"), Scratch::new());
    let mut by_cases = 0;
    let mut rng = Seed(3).rng();
    for number in 0..200 {
        let hand = rng.draw(rules::Hand::DECK, 20);
        let bottom = rng.draw(hand, 3);
        let view: View = format!("rules=journey me=landlord hand={hand} bottom={bottom} plays=").parse().unwrap();
        let decision = decide(&view, &own[0], Seed(number), &mut scratch).unwrap();
        assert_eq!(decision.action, decide(&view, &cases, Seed(number), &mut scratch).unwrap().action);
        by_cases += u32::from(decision.decider == Decider::Cases);
    }
    assert!(by_cases > 0, "the shipped tree speaks");
}

#[test]
fn a_tree_that_cannot_be_used_is_refused_by_its_line() {
    let check = |text: &str, tree: &str, message: &str| assert_eq!(read(text, tree).unwrap_err(), message);
    let named = "[ming]\nnoise = 1\ncases-file = \"mine.txt\"";
    check(
        named,
        "cases 9\n",
        "line 3: cases-file \"mine.txt\": line 1: version 9 of the format; this build reads version 1",
    );
    check("[ming]\ncases-file = \"no.txt\"", "", "line 2: cases-file \"no.txt\": no file no.txt");
    check("[ming]\ncases-file = 1", "", "line 2: cases-file is 1, but has to be a text in quotes");
    let alone = read_personas(named).unwrap_err().to_string();
    assert_eq!(alone, "line 3: cases-file \"mine.txt\": no other file is read here");
}
