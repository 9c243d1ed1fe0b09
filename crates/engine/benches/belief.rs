//! Time to derive a belief, and its draws: a uniform deal, its weight under all the evidence, one of the
//! guesses among which a world is chosen, a whole world. Positions come from hands that `rules` plays, by the cards that are left. `cargo bench -p engine --bench belief`

use std::hint::black_box;
use std::time::Instant;

use engine::opponents::belief::{Belief, GUESSES};
use engine::{Persona, Scratch, decide};
use rules::{Chair, Deal, Ruleset, Seat, Seed, Stage, Table, View};

const HANDS: u64 = 100;
const DRAWS: u32 = 100;
const TRIES: u32 = 5;
/// Phases of a hand: by the cards that all seats have left together.
const PHASES: [(&str, u32, u32); 4] =
    [("54 to 40 cards", 40, 54), ("39 to 28 cards", 28, 39), ("27 to 16 cards", 16, 27), ("15 to 3 cards", 3, 15)];

fn main() {
    let views = views();
    println!(
        "{:<18}{:>10}{:>12}{:>14}{:>12}{:>10}{:>12}",
        "left", "positions", "derive ns", "guess ns", "uniform ns", "weigh ns", "world ns"
    );
    for (name, least, most) in PHASES {
        let left = |view: &&View| Seat::ALL.map(|seat| view.course().left(seat)).iter().sum::<u32>();
        let views: Vec<&View> = views.iter().filter(|view| (least..=most).contains(&left(view))).collect();
        let derive = time(&views, 1, |view| _ = black_box(Belief::new(view, Seed(1))));
        let beliefs: Vec<Belief> = views.iter().filter_map(|view| Belief::new(view, Seed(1))).collect();
        let draw = |belief: &Belief| belief.uniform(0).take(DRAWS as usize).for_each(|world| _ = black_box(world));
        let uniform = time(&beliefs, DRAWS, draw);
        let worlds: Vec<_> = beliefs.iter().flat_map(|belief| belief.uniform(0).next()).collect();
        let pairs: Vec<_> = beliefs.iter().zip(worlds).collect();
        let weigh = time(&pairs, DRAWS, |(belief, world)| {
            (0..DRAWS).for_each(|_| _ = black_box(belief.weight(black_box(world))));
        });
        let world = time(&beliefs, DRAWS, |belief| (0..DRAWS).for_each(|index| _ = black_box(belief.world(index))));
        let guess = world / f64::from(GUESSES);
        println!("{name:<18}{:>10}{derive:>12.0}{guess:>14.0}{uniform:>12.0}{weigh:>10.0}{world:>12.0}", views.len());
    }
}

/// Returns the nanoseconds of a draw: the mean over items of the quickest of some tries, because a busy machine only ever adds.
fn time<T>(items: &[T], draws: u32, work: impl Fn(&T)) -> f64 {
    let quickest = |item: &T| {
        let tries = (0..TRIES).map(|_| {
            let started = Instant::now();
            work(item);
            started.elapsed().as_nanos()
        });
        tries.min().expect("there is a try") as f64
    };
    items.iter().map(quickest).sum::<f64>() / items.len() as f64 / f64::from(draws)
}

/// Returns every fifth view of the seat to play.
fn views() -> Vec<View> {
    let persona = Persona::named("rules").expect("a built-in persona");
    let mut scratch = Scratch::new();
    let mut found = Vec::new();
    for number in 0..HANDS {
        let seed = Seed(1).stream(number);
        let mut table = Table::new(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()), Chair::First);
        let mut views = Chair::ALL.map(|chair| table.view(chair));
        while let Some(chair) = table.board().turn() {
            let view = &views[chair.index()];
            if table.board().stage() == Stage::Play && table.log().len().is_multiple_of(5) {
                found.push(view.clone());
            }
            let decision = decide(view, &persona, seed, &mut scratch).expect("the chair has the turn");
            for &event in table.act(decision.action).expect("a decision is legal") {
                views.iter_mut().for_each(|view| view.apply(event).expect("a table's events are legal"));
            }
        }
    }
    found
}
