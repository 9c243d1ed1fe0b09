//! Files that are no weights for this build are refused, and the refusal says why.

use engine::net::features::LAYOUT;
use engine::net::weights::{FILE_BYTES, Weights, write};
use rules::Seed;

use crate::random_nets;

fn refusal(bytes: &[u8]) -> String {
    Weights::read(bytes).map(|weights| weights.digest()).expect_err("a bad file").to_string()
}

#[test]
fn what_is_written_is_read() {
    let bytes = write(&random_nets(Seed(94)));
    assert_eq!(bytes.len(), FILE_BYTES);
    let digest = Weights::read(&bytes).unwrap().digest();
    assert_eq!(bytes[12..20], digest.to_le_bytes());
    assert_ne!(digest, Weights::read(&write(&random_nets(Seed(95)))).unwrap().digest());
}

#[test]
fn bad_files_are_refused() {
    let good = write(&random_nets(Seed(94)));
    assert!(refusal(b"not at all").contains("begins with other bytes"));
    assert!(refusal(b"").contains("begins with other bytes"));
    assert!(refusal(&good[..10]).contains("have 10 bytes"));
    let mut other = good.clone();
    other[8..12].copy_from_slice(&(LAYOUT + 1).to_le_bytes());
    assert_eq!(
        refusal(&other),
        format!("the weights are of layout {}, this build reads layout {LAYOUT}: train them again", LAYOUT + 1)
    );
    assert!(refusal(&good[..good.len() - 1]).contains(&format!("have {} bytes", FILE_BYTES - 1)));
    let long: Vec<u8> = good.iter().copied().chain([0]).collect();
    assert!(refusal(&long).contains(&format!("have {} bytes", FILE_BYTES + 1)));
    for place in [20, 5_000, FILE_BYTES / 2, FILE_BYTES - 1] {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        assert!(refusal(&damaged).contains("damaged") || refusal(&damaged).contains("out of range"), "byte {place}");
    }
    let mut wild = random_nets(Seed(94));
    wild[5].last[3] = -4097;
    assert_eq!(refusal(&write(&wild)), "weight -4097 is out of range: it may be -4096 to 4096");
}
