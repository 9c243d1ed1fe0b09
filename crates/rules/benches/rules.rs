//! `cargo bench -p rules --bench rules`: how long generation, classification and random games take, on inputs that never
//! repeat. See `percentiles` for the tails.

#![expect(missing_docs, reason = "criterion's macros write functions without comments")]

mod work;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rules::{Plays, Ruleset, Seed, Trick};

fn benches(criterion: &mut Criterion) {
    let rules = &Ruleset::CLASSIC;
    let mut plays = Plays::new();

    let mut rng = Seed(1).rng();
    criterion.bench_function("leads", |bench| {
        bench.iter_batched(
            || work::lead_hand(&mut rng),
            |hand| plays.fill(rules, hand, Trick::Lead).len(),
            BatchSize::SmallInput,
        );
    });
    let mut rng = Seed(2).rng();
    criterion.bench_function("follows", |bench| {
        bench.iter_batched(
            || work::follow(&mut rng),
            |(hand, standing)| plays.fill(rules, hand, Trick::Follow(standing)).len(),
            BatchSize::SmallInput,
        );
    });
    let wild = &work::wild_rules();
    let mut rng = Seed(6).rng();
    criterion.bench_function("wild leads", |bench| {
        bench.iter_batched(
            || work::wild_hand(&mut rng),
            |hand| plays.fill(wild, hand, Trick::Lead).len(),
            BatchSize::SmallInput,
        );
    });
    let mut rng = Seed(6).rng();
    criterion.bench_function("frugal wild leads", |bench| {
        bench.iter_batched(
            || work::wild_hand(&mut rng),
            |hand| plays.fill_frugal(wild, hand, Trick::Lead).len(),
            BatchSize::SmallInput,
        );
    });
    let mut rng = Seed(7).rng();
    criterion.bench_function("wild follows", |bench| {
        bench.iter_batched(
            || work::wild_follow(&mut rng),
            |(hand, standing)| plays.fill(wild, hand, Trick::Follow(standing)).len(),
            BatchSize::SmallInput,
        );
    });
    let mut rng = Seed(3).rng();
    criterion.bench_function("classify", |bench| {
        bench.iter_batched(|| work::combo_cards(&mut rng), |cards| rules.read(cards), BatchSize::SmallInput);
    });
    let mut rng = Seed(4).rng();
    criterion.bench_function("playout", |bench| {
        bench.iter_batched(
            || work::game(&mut rng),
            |(deal, mut rng)| work::playout(&deal, &mut rng, &mut plays),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(all, benches);
criterion_main!(all);
