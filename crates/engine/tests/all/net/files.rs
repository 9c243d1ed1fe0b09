//! Files that are no weights for this build are refused, and the refusal says why.

use engine::net::features::LAYOUT;
use engine::net::weights::{Layout, Weights, write};
use rules::Seed;

use super::{random_nets, random_nets_of};

fn refusal(bytes: &[u8]) -> String {
    Weights::read(bytes).map(|weights| weights.digest()).expect_err("a bad file").to_string()
}

#[test]
fn what_is_written_is_read() {
    for layout in [Layout::Natural, Layout::Wild] {
        let nets = random_nets_of(layout, Seed(94));
        let bytes = write(&nets);
        assert_eq!(bytes.len(), layout.file_bytes());
        let weights = Weights::read(&bytes).unwrap();
        assert_eq!((weights.layout(), weights.layers()), (layout, nets));
        assert_eq!(bytes[12..20], weights.digest().to_le_bytes());
        let other = Weights::read(&write(&random_nets_of(layout, Seed(95)))).unwrap();
        assert_ne!(weights.digest(), other.digest());
    }
}

#[test]
fn bad_files_are_refused() {
    let good = write(&random_nets(Seed(94)));
    let size = Layout::Natural.file_bytes();
    assert!(refusal(b"not at all").contains("begins with other bytes"));
    assert!(refusal(b"").contains("begins with other bytes"));
    assert!(refusal(&good[..10]).contains("have 10 bytes"));
    let mut other = good.clone();
    other[8..12].copy_from_slice(&(LAYOUT + 1).to_le_bytes());
    assert_eq!(
        refusal(&other),
        format!(
            "the weights are of layout {}, this build reads layouts {LAYOUT}, {} and {}: train them again",
            LAYOUT + 1,
            LAYOUT + 512,
            LAYOUT + 256
        )
    );
    assert!(refusal(&good[..good.len() - 1]).contains(&format!("have {} bytes", size - 1)));
    let long: Vec<u8> = good.iter().copied().chain([0]).collect();
    assert!(refusal(&long).contains(&format!("have {} bytes", size + 1)));
    for place in [20, 5_000, size / 2, size - 1] {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        assert!(refusal(&damaged).contains("damaged") || refusal(&damaged).contains("out of range"), "byte {place}");
    }
    let mut wild = random_nets(Seed(94));
    wild[5].last[3] = -4097;
    assert_eq!(refusal(&write(&wild)), "weight -4097 is out of range: it may be -4096 to 4096");
}
