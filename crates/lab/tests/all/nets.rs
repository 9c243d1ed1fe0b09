//! Training, and DouZero. In `lab selfplay`, nets of another process (`tools/train`) play, and learn from it. DouZero's networks in
//! this process play the same as the Python adapter. The published weights are not part of this repository, so the test draws random ones;
//! `douzero.txt` has the adapter's plays with them.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rules::Seed;

use super::shell::{LAB_BINARY, TempPath, repo_root, run_for_error, run_lab};

const ROWS_KEPT: usize = 96;
const SAMPLES_PER_FILE: usize = 64;
const HAND_COUNT: usize = 8;

/// Answers the questions in a file; every play gets the same values.
fn answer_questions(path: &Path) {
    let Ok(mut file) = File::options().read(true).write(true).open(path) else { return };
    let mut head = [0; 68];
    file.read_exact(&mut head).expect("the head is there");
    let numbers: Vec<u32> = head.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
    let (asked, answered) = (numbers[0], numbers[16]);
    if asked != answered {
        let count: u32 = numbers[2..8].iter().sum();
        assert!(count as usize <= HAND_COUNT * 6, "{count} plays");
        let values: Vec<u8> = (0..count).flat_map(|_| [0.0f32, 1.2, 1.1]).flat_map(f32::to_le_bytes).collect();
        file.seek(SeekFrom::Start(4096 + (HAND_COUNT * 6 * 2 * ROWS_KEPT) as u64)).expect("the file has such a place");
        file.write_all(&values).expect("room for values");
        file.seek(SeekFrom::Start(64)).expect("the file has such a place");
        file.write_all(&asked.to_le_bytes()).expect("room in the head");
    }
}

fn sample_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join("samples")).into_iter().flatten().map(|file| file.expect("a file").path());
    files.filter(|path| path.extension().is_some_and(|end| end == "bin")).collect()
}

#[test]
fn selfplay_writes_samples() {
    let folder = TempPath::folder();
    let (hands, per_file) = (HAND_COUNT.to_string(), SAMPLES_PER_FILE.to_string());
    let args = ["selfplay", "--hands", &hands, "--per-file", &per_file, "--work"];
    let child = Command::new(LAB_BINARY).args(args).arg(folder.path()).stdin(Stdio::piped()).spawn();
    let mut child = child.expect("the binary was built for this test");
    let has = |files: &[PathBuf], seat| {
        files.iter().any(|path| path.file_name().unwrap().to_string_lossy().starts_with(seat))
    };
    while !["0-", "1-", "2-"].into_iter().all(|seat| has(&sample_files(folder.as_ref()), seat)) {
        assert!(child.try_wait().expect("a child").is_none(), "self-play ended");
        (0..2).for_each(|group| answer_questions(folder.join(&format!("questions000.{group}")).as_ref()));
        thread::sleep(Duration::from_millis(1));
    }
    // Self-play ends at the end of its input.
    drop(child.stdin.take());
    assert!(child.wait().expect("it ends").success());
    for path in sample_files(folder.as_ref()) {
        let bytes = fs::read(&path).expect("a whole file");
        assert_eq!(bytes.len(), SAMPLES_PER_FILE * (2 * ROWS_KEPT + 4 + 4 + 2));
        let (rows, rest) = bytes.split_at(SAMPLES_PER_FILE * 2 * ROWS_KEPT);
        let rows: Vec<u16> = rows.as_chunks().0.iter().map(|&row| u16::from_le_bytes(row)).collect();
        assert!(rows.chunks_exact(ROWS_KEPT).all(|set| set.is_sorted() && set[0] < 1367 && set[ROWS_KEPT - 1] <= 1367));
        let (numbers, won) = rest.split_at(SAMPLES_PER_FILE * 8);
        let numbers: Vec<f32> = numbers.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let (chances, factors) = numbers.split_at(SAMPLES_PER_FILE);
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
        assert!(factors.iter().all(|factor| (1.0..=16.0).contains(factor)), "{factors:?}");
        assert!(won.chunks_exact(2).all(|won| won[0] <= 1 && won[1] == 0));
    }
}

#[test]
fn start_nets_are_written_and_quantised() {
    let folder = TempPath::folder();
    let shown = run_lab(&["selfplay", "--start", folder.path()], "");
    assert!(shown.contains("deep.2.f32: up"), "{shown}");
    let file = folder.join("deep.bin");
    let shown = run_lab(&["quantise", "--deep", folder.path(), "--hands", "1", "--out", &file], "");
    assert!(shown.contains("digest") && Path::new(&file).exists(), "{shown}");
}

#[test]
fn the_training_plays_learns_and_goes_on_after_a_stop() {
    let has_jax = Command::new("python3").args(["-c", "import jax"]).stderr(Stdio::null()).status();
    if !has_jax.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: python3 has no jax; `pip install -r tools/train/requirements.txt` installs it");
        return;
    }
    let (folder, script) = (TempPath::folder(), repo_root().join("tools/train/train.py"));
    let at = |name: &str| folder.join(name);
    for steps in 1..=2 {
        let tiny = "--processes 1 --hands 8 --step-hands 8 --batch 32 --per-file 32 --files 4 --first-files 1 --steps";
        let mut command = Command::new("python3");
        command.arg(&script).args(["--lab", LAB_BINARY, "--dir", &at("kept"), "--work", &at("work")]);
        let output = command.args(tiny.split(' ')).arg(steps.to_string()).output().expect("python3 is there");
        let (text, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{text}{error}");
        assert!(text.contains(&format!("start {steps}")) && text.contains(&format!("step {steps}: ")), "{text}{error}");
    }
    let size = |name: &str| fs::metadata(at(name)).expect("a net").len();
    assert_eq!(size("kept/deep.0.f32"), size("kept/start/deep.0.f32"));
}

const LSTM_WIDTH: usize = 128;
const DENSE_WIDTH: usize = 512;

fn write_networks(folder: &TempPath) {
    for (name, situation) in [("landlord", 373), ("landlord_down", 484), ("landlord_up", 484)] {
        let mut rng = Seed(situation as u64).stream(name.len() as u64).rng();
        let mut bytes = Vec::new();
        let mut draw = |count: usize, reach: f64| {
            for _ in 0..count {
                let number = f64::from(rng.below(1 << 24)) / f64::from(1 << 23) - 1.0;
                bytes.extend(((number * reach) as f32).to_le_bytes());
            }
        };
        draw(4 * LSTM_WIDTH * (162 + LSTM_WIDTH + 2), 0.3);
        for inputs in [LSTM_WIDTH + situation, DENSE_WIDTH, DENSE_WIDTH, DENSE_WIDTH, DENSE_WIDTH] {
            draw(DENSE_WIDTH * inputs, (6.0 / inputs as f64).sqrt());
            draw(DENSE_WIDTH, 0.1);
        }
        draw(DENSE_WIDTH + 1, 0.1);
        fs::write(folder.join(&format!("{name}.f32")), bytes).unwrap();
    }
}

#[test]
fn douzero_networks_play_as_the_adapter_does() {
    let folder = TempPath::folder();
    write_networks(&folder);
    // The same match as with the adapter: lab match random cmd:"python3 tools/douzero/douzero_bot.py --checkpoints
    // FOLDER" …
    let (player, record) = (format!("douzero:{}", folder.path()), folder.join("hands.txt"));
    let options = ["--deals", "16", "--seed", "3", "--ruleset", "douzero", "--record", &record];
    run_lab(&[&["match", "random", &player], &options[..]].concat(), "");
    let hands = fs::read_to_string(record).unwrap();
    let played: Vec<&str> = hands.lines().filter(|line| !line.starts_with('#')).collect();
    let expected: Vec<&str> = include_str!("douzero.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(played, expected);
}

#[test]
fn refusals_of_douzero_name_the_cause() {
    let refused = |args: &[&str]| run_for_error(&[&["match", "random"], args].concat());
    assert!(refused(&["douzero:no-such-folder"]).contains("douzero:no-such-folder: no-such-folder/landlord.f32: "));
    let folder = TempPath::folder();
    write_networks(&folder);
    let player = format!("douzero:{}", folder.path());
    assert!(refused(&[&player, "--auction"]).contains("--auction: a program is only asked to play cards"));
    assert!(refused(&[&player, "--ruleset", "laizi"]).contains("DouZero's networks know neither wild ranks"));
    fs::write(folder.join("landlord_up.f32"), [0; 100]).unwrap();
    assert!(refused(&[&player]).contains("landlord_up.f32: it has 100 bytes, a network of this seat has 6057988"));
}
