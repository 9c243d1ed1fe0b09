//! The ends of ordinary hands: if few deals remain, each is solved, and a play that wins in more of them replaces the strategies' choice.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use engine::endgame::{self, Endgame, Memory, solve};
use engine::opponents::belief::{Belief, BeliefConfig};
use engine::{Candidate, Decider, Decision, Limits, Persona, Scratch, decide, decide_within};
use rules::{Deal, Ruleset, Seat, Seed, Table, View};

fn solver() -> Persona {
    Persona::named("skilled").unwrap().with("noise", 0).unwrap()
}

fn ask(persona: &Persona, view: &str) -> Decision {
    let view: View = view.parse().unwrap_or_else(|error| panic!("{view}: {error}"));
    decide(&view, persona, Seed(1), &mut Scratch::new()).unwrap()
}

fn show(decision: &Decision) -> String {
    decision.play().map_or("pass".to_owned(), |play| play.to_string())
}

/// Checks the strategies' play, and the play that wins in every deal that is left.
#[track_caller]
fn check(view: &str, natural: &str, solved: &str, worlds: u32) {
    assert_eq!(show(&ask(&Persona::named("rules").unwrap(), view)), natural, "{view}");
    let decision = ask(&solver(), view);
    assert_eq!(show(&decision), solved, "{view}");
    assert_eq!((decision.decider, decision.reason), (Decider::Solver, "solved"), "{view}");
    assert_eq!((decision.trace.worlds, decision.candidates.as_slice()[0].value), (worlds, 1000), "{view}");
}

/// Positions in which the strategies' play is worse than a proven one.
const OVERTURNED: [(&str, &str, &str, u32); 2] = [
    ("me=up hand=55662 left=2,1,5 played=444556778JJQKA22XD/33346778999TQKKA/389TTTJJQQK2 bottom=5J2", "2", "5", 2),
    (
        "me=up hand=KKAXD left=3,4,5 standing=landlord:6789T \
         played=33446789TTTJJQKKA/445567889TJJ2/33556689QQ22 bottom=34T",
        "XD",
        "pass",
        18,
    ),
];

/// Deals that take tens of thousands of positions to solve.
const LONG: &str = "me=up hand=45778899TTJJQQKA2 left=5,4,17 standing=landlord:34567 \
    played=3444567788KK2XD/335566699JK22/ bottom=4AX";

#[test]
fn a_play_that_wins_in_every_deal_is_found() {
    for (view, natural, solved, worlds) in OVERTURNED {
        check(view, natural, solved, worlds);
    }
}

#[test]
fn too_many_deals_and_too_few_nodes_leave_it_to_the_tables() {
    let (view, natural, _, worlds) = OVERTURNED[0];
    let few = solver().with("solve-worlds", worlds as i32 - 1).unwrap();
    assert_eq!(show(&ask(&few, view)), natural);
    // A hand at its beginning has far more deals than are ever solved.
    let start = ask(&solver(), "me=landlord hand=334455667789TTJQKA2X bottom=33X");
    assert_eq!((start.decider, start.trace.worlds), (Decider::Rules, 0));
}

#[test]
fn a_stop_leaves_it_to_the_tables() {
    let view: View = LONG.parse().unwrap();
    let solved = ask(&solver(), LONG);
    assert_eq!((show(&solved), solved.trace.worlds), ("89TJQ".to_owned(), 26));
    let mut asked = 0;
    let mut halt = || {
        asked += 1;
        true
    };
    let limits = Limits::until(&mut halt);
    let stopped = decide_within(&view, &solver(), Seed(1), limits, &mut Scratch::new()).unwrap();
    assert_eq!((show(&stopped), stopped.trace.worlds, asked), ("789TJ".to_owned(), 0, 1));
}

/// Without a full history it is unknown which cards are left: then no ending is solved.
#[test]
fn missing_history_is_not_solved() {
    let decision = ask(&solver(), "me=landlord hand=3QQ22 left=5,6,2");
    assert_eq!((decision.decider, decision.trace.worlds), (Decider::Rules, 0));
}

/// Computes the solver's values again: it solves each deal alone and weighs it by the belief.
fn voted(view: &View, plays: &[Candidate], even: bool) -> Vec<i32> {
    let me = view.seat().unwrap();
    let config = if even { BeliefConfig::UNIFORM } else { BeliefConfig::FITTED };
    let mut belief = Belief::with_config(view, Seed(9), config).unwrap();
    let (mut wins, mut total) = (vec![0; plays.len()], 0);
    for &(world, weight) in belief.enumerated().unwrap() {
        let game = Endgame::three(*view.rules(), Seat::ALL.map(|seat| world.hand(seat))).unwrap();
        let game = match view.course().standing() {
            Some((owner, combo)) => game.answering(me, combo, owner).unwrap(),
            None => game.led_by(me).unwrap(),
        };
        let outcome = solve(&game, true, &mut Memory::default(), endgame::SolveLimits::NONE, &mut || false);
        let winning: Vec<_> = outcome.winning().collect();
        total += u64::from(weight);
        for (wins, candidate) in wins.iter_mut().zip(plays) {
            *wins += if winning.contains(&candidate.play) { u64::from(weight) } else { 0 };
        }
    }
    wins.into_iter().map(|wins| (wins * 1000 / total) as i32).collect()
}

/// The others' actions weigh the deals, so the values differ from those of equally likely deals.
#[test]
fn deals_are_weighed_by_what_the_others_did() {
    check_votes(Ruleset::DOUZERO);
}

/// The Journey has a pass card and its own features of the belief: endings are solved there too.
#[test]
fn endings_of_the_journey_are_solved() {
    check_votes(Ruleset::JOURNEY);
}

fn check_votes(ruleset: Ruleset) {
    let (rules, solver, mut scratch) = (Persona::named("rules").unwrap(), solver(), Scratch::new());
    let (mut solved, mut differ) = (0, 0);
    for seed in 0..u64::from(crate::game::rounds(20, 50)) {
        let mut rng = Seed(seed).rng();
        let mut table = Table::seated(ruleset, Deal::shuffled(&mut rng));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let decision = decide(&view, &solver, Seed(1), &mut scratch).unwrap();
            if decision.reason == "solved" {
                let found = decision.candidates.as_slice();
                let values: Vec<i32> = found.iter().map(|candidate| candidate.value).collect();
                assert_eq!(values, voted(&view, found, false), "{view}");
                solved += 1;
                differ += i32::from(values != voted(&view, found, true));
            }
            table.act(decide(&view, &rules, Seed(seed), &mut scratch).unwrap().action).unwrap();
        }
    }
    assert!(solved >= 3 && differ >= 1, "{ruleset}: {solved} solved, {differ} of them differ");
}
