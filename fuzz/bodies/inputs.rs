//! Generated inputs for a body where no fuzzer runs.

use rules::{Rng, Seed};

const SEED: Seed = Seed(13);

/// Runs a body on good inputs, on changed ones and on random bytes. If a generated input fails, the number of its stream is printed.
pub(crate) fn run(body: fn(&[u8]), inputs: u64, good: &[&[u8]]) {
    for one in good {
        body(one);
    }
    for number in 0..inputs {
        let mut rng = SEED.stream(number).rng();
        let data = if rng.below(4) == 0 {
            random_bytes(&mut rng)
        } else {
            mutated_bytes(rng.pick(good).expect("there are some"), &mut rng)
        };
        if let Err(panic) = std::panic::catch_unwind(|| body(&data)) {
            eprintln!("{SEED:?} stream {number}: {data:?} = {:?}", String::from_utf8_lossy(&data));
            std::panic::resume_unwind(panic);
        }
    }
}

fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    (0..rng.below(300)).map(|_| rng.next_u64() as u8).collect()
}

fn mutated_bytes(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len().max(1) as u32) as usize;
        match rng.below(5) {
            0 if !bytes.is_empty() => bytes[at] = rng.next_u64() as u8,
            1 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at.min(bytes.len()), b"0123456789,]}{[\"-=_ \n"[rng.below(21) as usize]),
            _ => bytes.insert(at.min(bytes.len()), rng.next_u64() as u8),
        }
    }
    bytes
}
