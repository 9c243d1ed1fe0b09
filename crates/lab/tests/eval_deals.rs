//! The public evaluation set in the repository is the one that the program writes.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_committed_deals_are_written_again() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/eval/deals.txt");
    let kept = fs::read_to_string(path).expect("the set is part of the repository");
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).arg("eval-deals").output().expect("lab runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(kept == String::from_utf8_lossy(&output.stdout), "the generator and the set differ");
    assert_eq!(kept.lines().filter(|line| !line.starts_with('#')).count(), 10_000);
    for line in kept.lines().skip(1).step_by(997) {
        let lengths: Vec<usize> = line.split(' ').skip(1).map(str::len).collect();
        assert_eq!(lengths, [20, 17, 17, 3], "{line}");
    }
}
