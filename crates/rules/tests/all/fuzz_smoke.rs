//! The bodies of the fuzz targets on generated inputs: random bytes, and good text with a few characters changed. The
//! fuzzer itself (`fuzz/README.md`) goes further.

use rules::{Chair, Deal, Rng, Ruleset, Seed, Table};

#[path = "../../../../fuzz/bodies/parsers.rs"]
mod parsers;

#[path = "../../../../fuzz/bodies/classifier.rs"]
mod classifier;

#[path = "../../../../fuzz/bodies/event_log.rs"]
mod event_log;

const SEED: Seed = Seed(9);
const INPUTS: u64 = 3_000;

fn random_bytes(rng: &mut Rng, length_max: u32) -> Vec<u8> {
    (0..rng.below(length_max)).map(|_| rng.next_u64() as u8).collect()
}

/// Runs a body on each input. The printed stream number reruns a failure.
fn run(body: fn(&[u8]), mut input: impl FnMut(&mut Rng) -> Vec<u8>) {
    for number in 0..INPUTS {
        let data = input(&mut SEED.stream(number).rng());
        if let Err(panic) = std::panic::catch_unwind(|| body(&data)) {
            eprintln!("{SEED:?} stream {number}: {data:?} = {:?}", String::from_utf8_lossy(&data));
            std::panic::resume_unwind(panic);
        }
    }
}

/// Makes a valid text of one of the sorts that the parsers read.
fn good_text(rng: &mut Rng) -> String {
    let deal = Deal::shuffled(rng);
    let named: Vec<&Ruleset> = Ruleset::ALL.into_iter().chain(Ruleset::WILD).collect();
    let table = Table::seated(**rng.pick(&named).expect("there are rulesets"), deal);
    let hand = rng.draw(rules::Hand::DECK, 20);
    match rng.below(7) {
        0 => hand.to_string(),
        1 => format!("{:?}", hand.counts()),
        2 => "444555666+777".to_owned(),
        3 => "douzero wing-copies=2, auction=call-rob spring=1".to_owned(),
        4 => table.to_string(),
        5 => table.view(Chair::Second).to_string(),
        _ => format!("landlord {hand}\ndown X\nup D\n1 2\n2"),
    }
}

fn spoilt(rng: &mut Rng) -> Vec<u8> {
    let mut text = good_text(rng).into_bytes();
    for _ in 0..rng.below(4) {
        let at = rng.below(text.len() as u32 + 1) as usize;
        match rng.below(3) {
            0 => text.insert(at, b"3456789TJQKA2XD,=+-/[]0 \xFF"[rng.below(25) as usize]),
            1 if at < text.len() => text[at] = rng.next_u64() as u8,
            _ => text.truncate(at.max(1)),
        }
    }
    text
}

#[test]
fn parsers_take_anything() {
    run(parsers::run, |rng| random_bytes(rng, 64));
    run(parsers::run, spoilt);
}

#[test]
fn readings_leads_and_answers_agree() {
    run(classifier::run, |rng| random_bytes(rng, 60));
    // Whole groups and few ranks: hands that hold chains and quads.
    run(classifier::run, |rng| {
        let first = rng.below(9) as usize;
        let mut data = random_bytes(rng, 60);
        data.resize(60, 0);
        let place = 2 + 2 * usize::from(data[1] % 8);
        for hand in data[place..].chunks_mut(15).take(2) {
            for (rank, count) in hand.iter_mut().enumerate() {
                *count = if (first..first + 6).contains(&rank) { 2 + *count % 3 } else { 0 };
            }
        }
        data
    });
}

#[test]
fn games_stay_whole() {
    run(event_log::run, |rng| random_bytes(rng, 400));
}
