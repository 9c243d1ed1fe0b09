//! DouZero's networks in this process play the same as the Python adapter. The published weights are not part of this repository,
//! so the test draws random ones; `douzero.txt` has the adapter's plays with them.

use std::fs;
use std::path::Path;

use rules::Seed;

use super::shell::{lab, printed};

const LSTM: usize = 128;
const WIDTH: usize = 512;

/// Writes random networks whose layers keep the size of the values.
fn write_networks(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for (name, situation) in [("landlord", 373), ("landlord_down", 484), ("landlord_up", 484)] {
        let mut rng = Seed(situation as u64).stream(name.len() as u64).rng();
        let mut bytes = Vec::new();
        let mut draw = |count: usize, reach: f64| {
            for _ in 0..count {
                let number = f64::from(rng.below(1 << 24)) / f64::from(1 << 23) - 1.0;
                bytes.extend(((number * reach) as f32).to_le_bytes());
            }
        };
        draw(4 * LSTM * (162 + LSTM + 2), 0.3);
        for inputs in [LSTM + situation, WIDTH, WIDTH, WIDTH, WIDTH] {
            draw(WIDTH * inputs, (6.0 / inputs as f64).sqrt());
            draw(WIDTH, 0.1);
        }
        draw(WIDTH + 1, 0.1);
        fs::write(folder.join(format!("{name}.f32")), bytes).unwrap();
    }
}

#[test]
fn it_plays_as_the_adapter_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("douzero");
    write_networks(&folder);
    // The same match as with the adapter: lab match random cmd:"python3 tools/douzero/douzero_bot.py --checkpoints
    // FOLDER" …
    let (player, record) = (format!("douzero:{}", folder.display()), folder.join("hands.txt"));
    let options = ["--deals", "16", "--seed", "3", "--ruleset", "douzero", "--record", record.to_str().unwrap()];
    printed(&[&["match", "random", &player], &options[..]].concat(), "");
    let hands = fs::read_to_string(record).unwrap();
    let played: Vec<&str> = hands.lines().filter(|line| !line.starts_with('#')).collect();
    let expected: Vec<&str> = include_str!("douzero.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(played, expected);
}

#[test]
fn what_is_no_network_is_refused_by_name() {
    let refused = |args: &[&str]| {
        let output = lab(&[&["match", "random"], args].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["douzero:no-such-folder"]).contains("douzero:no-such-folder: no-such-folder/landlord.f32: "));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-douzero");
    write_networks(&folder);
    let player = format!("douzero:{}", folder.display());
    assert!(refused(&[&player, "--auction"]).contains("--auction: a program is only asked to play cards"));
    assert!(refused(&[&player, "--ruleset", "laizi"]).contains("DouZero's networks know neither wild ranks"));
    fs::write(folder.join("landlord_up.f32"), [0; 100]).unwrap();
    assert!(refused(&[&player]).contains("landlord_up.f32: it has 100 bytes, a network of this seat has 6057988"));
}
