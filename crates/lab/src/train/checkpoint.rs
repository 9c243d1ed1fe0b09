//! The checkpoint of a training: written beside the old one and renamed, so that a kill at any moment leaves a whole one.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use engine::net::Layout;
use engine::net::weights::Layers;
use rules::Seed;

use super::evaluation::{CurvePoint, OPPONENTS};
use super::learner::Learner;

pub(super) struct Checkpoint {
    /// Finished rounds.
    pub(super) round: u64,
    layout: Layout,
    seed: u64,
    /// Seat-view nets by seat, then full-information ones where the layout has some.
    pub(super) learners: Vec<Learner>,
    /// Its strength after a number of rounds.
    pub(super) curve: Vec<CurvePoint>,
}

const MAGIC: &[u8; 8] = b"3SEATLAB";

impl Checkpoint {
    fn new(layout: Layout, seed: Seed) -> Checkpoint {
        let fresh = |(place, &rows): (usize, &usize)| Learner::new(rows, seed.stream(1 << 33 | place as u64));
        let learners = layout.rows().iter().enumerate().map(fresh).collect();
        Checkpoint { round: 0, layout, seed: seed.0, learners, curve: Vec::new() }
    }

    /// The checkpoint at `path`, or a new training that begins with the nets of `initial`, if it has some.
    pub(super) fn open(
        path: &Path,
        layout: Layout,
        seed: Seed,
        initial: impl FnOnce() -> anyhow::Result<Option<Vec<Layers>>>,
    ) -> anyhow::Result<Checkpoint> {
        let mut state = Checkpoint::new(layout, seed);
        if path.exists() {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            state.restore(&bytes).with_context(|| path.display().to_string())?;
        } else if let Some(nets) = initial()? {
            state.learners = nets.iter().map(Learner::of).collect();
        }
        Ok(state)
    }

    fn restore(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { bail!("this is no checkpoint of a training") };
        let mut words = rest.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let mut word = || words.next().context("the checkpoint is cut short");
        let (layout, ours) = (word()?, self.layout.number());
        ensure!(
            layout == ours,
            "the training is of layout {layout}, this build has {ours} for its rulesets: begin a new one"
        );
        let seed = u64::from(word()?) | u64::from(word()?) << 32;
        ensure!(seed == self.seed, "the training has seed {seed}, not {}", self.seed);
        self.round = u64::from(word()?) | u64::from(word()?) << 32;
        for learner in &mut self.learners {
            learner.resume(word()?)?;
            for parameters in learner.parameters() {
                let all = [&mut parameters.value, &mut parameters.mean, &mut parameters.square];
                for value in all.into_iter().flatten() {
                    *value = f32::from_bits(word()?);
                }
            }
        }
        while let Some(round) = words.next() {
            let mut number = || words.next().map(f32::from_bits).context("the checkpoint is cut short");
            let mut results = [[0.0; 2]; OPPONENTS.len()];
            for result in results.as_flattened_mut() {
                *result = number()?;
            }
            self.curve.push(CurvePoint { round: u64::from(round), results });
        }
        Ok(())
    }

    pub(super) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.layout.number().to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.round.to_le_bytes());
        for learner in &mut self.learners {
            bytes.extend(learner.sums().to_le_bytes());
            for parameters in learner.parameters() {
                let all = [&parameters.value, &parameters.mean, &parameters.square];
                bytes.extend(all.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
            }
        }
        for point in &self.curve {
            bytes.extend((point.round as u32).to_le_bytes());
            point.results.as_flattened().iter().for_each(|result| bytes.extend(result.to_le_bytes()));
        }
        let beside = path.with_extension("new");
        fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).with_context(|| path.display().to_string())
    }
}
