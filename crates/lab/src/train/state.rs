//! Where a training stands, and how it is kept: written beside and renamed, so that a kill at any moment leaves a whole
//! one behind.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use engine::net::features::{CLOSED_ROWS, LAYOUT, OPEN_ROWS};
use rules::Seed;

use super::exam::Mark;
use super::learner::Learner;

pub(super) struct State {
    /// Rounds that are done.
    pub(super) round: u64,
    seed: u64,
    /// Closed nets by seat, then open ones.
    pub(super) learners: [Learner; 6],
    /// How strong it was on the way.
    pub(super) marks: Vec<Mark>,
}

const MAGIC: &[u8; 8] = b"3SEATLAB";

impl State {
    fn new(seed: Seed) -> State {
        let learners = std::array::from_fn(|place| {
            let rows = if place < 3 { CLOSED_ROWS } else { OPEN_ROWS };
            Learner::new(rows, seed.stream(1 << 33 | place as u64))
        });
        State { round: 0, seed: seed.0, learners, marks: Vec::new() }
    }

    /// What is kept at `path`, or a beginning.
    pub(super) fn open(path: &Path, seed: Seed) -> anyhow::Result<State> {
        let mut state = State::new(seed);
        if path.exists() {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            state.restore(&bytes).with_context(|| path.display().to_string())?;
        }
        Ok(state)
    }

    fn restore(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { bail!("this is no training that was kept") };
        let mut words = rest.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let mut word = || words.next().context("the training that was kept is cut short");
        let layout = word()?;
        ensure!(layout == LAYOUT, "the training is of layout {layout}, this build has {LAYOUT}: begin a new one");
        let seed = u64::from(word()?) | u64::from(word()?) << 32;
        ensure!(seed == self.seed, "the training has seed {seed}, not {}", self.seed);
        self.round = u64::from(word()?) | u64::from(word()?) << 32;
        for learner in &mut self.learners {
            learner.resume(word()?)?;
            for numbers in learner.numbers() {
                let all = [&mut numbers.value, &mut numbers.mean, &mut numbers.square];
                for value in all.into_iter().flatten() {
                    *value = f32::from_bits(word()?);
                }
            }
        }
        while let Some(round) = words.next() {
            let mut share = || words.next().map(f32::from_bits).context("the training that was kept is cut short");
            self.marks.push(Mark { round: u64::from(round), shares: [share()?, share()?] });
        }
        Ok(())
    }

    pub(super) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(LAYOUT.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.round.to_le_bytes());
        for learner in &mut self.learners {
            bytes.extend(learner.sums().to_le_bytes());
            for numbers in learner.numbers() {
                let all = [&numbers.value, &numbers.mean, &numbers.square];
                bytes.extend(all.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
            }
        }
        for mark in &self.marks {
            bytes.extend((mark.round as u32).to_le_bytes());
            mark.shares.iter().for_each(|share| bytes.extend(share.to_le_bytes()));
        }
        let beside = path.with_extension("new");
        fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).with_context(|| path.display().to_string())
    }
}
