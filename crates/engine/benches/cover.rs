//! The time that the chance of being covered takes, on positions not met before: mean, median and 99th percentile of single
//! calls. `cargo bench -p engine --bench cover`

use std::hint::black_box;
use std::time::Instant;

use engine::hand::cover::{Bombs, Enemy, Unseen, chance_covered};
use rules::{Combo, Hand, Rng, Ruleset, Seed};

const POSITIONS: usize = 20_000;

fn main() {
    println!("{:<24} {:<36} {:>8} {:>10} {:>8}", "combo", "who asks", "mean ns", "median ns", "p99 ns");
    let combos =
        ["9", "99", "777", "777+4", "777+44", "56789", "456789TJ", "445566", "666777", "666777+34", "666777+3344"];
    for text in combos {
        let combo = Ruleset::CLASSIC.read_text(text).expect("the combos above are legal");
        for (who, cards, kind) in [
            ("peasant at the start", 17, Asker::Peasant),
            ("peasant, nine cards each", 9, Asker::Peasant),
            ("landlord at the start", 17, Asker::Landlord),
            ("landlord, nine cards each", 9, Asker::Landlord),
            ("landlord who forgot ten, nine each", 9, Asker::Forgetful),
        ] {
            measure(text, who, combo, cards, kind);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Asker {
    Peasant,
    Landlord,
    Forgetful,
}

fn position(rng: &mut Rng, combo: Combo, cards: u32, asker: Asker) -> Unseen {
    let deck = Hand::DECK.minus(combo.cards()).expect("the combo is in the deck");
    let enemy = |count| Enemy { count: count as u8, known: Hand::EMPTY };
    let extra = if asker == Asker::Forgetful { 10 } else { 0 };
    let unseen = rng.draw(deck, 2 * cards + extra);
    match asker {
        Asker::Peasant => Unseen::one(unseen, enemy(cards)),
        _ => Unseen::two(unseen, enemy(cards), enemy(cards)),
    }
    .expect("the counts add up")
}

fn measure(text: &str, who: &str, combo: Combo, cards: u32, asker: Asker) {
    let mut rng = Seed(1).rng();
    let positions: Vec<Unseen> = (0..POSITIONS).map(|_| position(&mut rng, combo, cards, asker)).collect();
    let work = |unseen: &Unseen| chance_covered(black_box(unseen), combo, &Ruleset::CLASSIC, Bombs::Ignored);
    let ns = |work: &dyn Fn()| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as u64
    };
    let mut empty: Vec<u64> = (0..1000).map(|_| ns(&|| ())).collect();
    empty.sort_unstable();
    let start = Instant::now();
    for unseen in &positions {
        black_box(work(unseen));
    }
    let mean = start.elapsed().as_nanos() as usize / POSITIONS;
    let timed = |unseen: &Unseen| ns(&|| _ = black_box(work(unseen))).saturating_sub(empty[500]);
    let mut times: Vec<u64> = positions.iter().map(timed).collect();
    times.sort_unstable();
    let (median, p99) = (times[POSITIONS / 2], times[POSITIONS * 99 / 100]);
    println!("{text:<24} {who:<36} {mean:>8} {median:>10} {p99:>8}");
}
