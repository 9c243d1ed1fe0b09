//! The samples of a net.

/// The outcome of a situation, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::train) struct Target {
    /// The return of the chance to win.
    pub(in crate::train) chance: f32,
    /// The return of the factor by bombs after the play.
    pub(in crate::train) factor: f32,
    /// True if the side won: the factor given a win is learned from it, else that given a loss.
    pub(in crate::train) won: bool,
}

/// Features and targets, one sample after the other.
#[derive(Default)]
pub(in crate::train) struct Samples {
    rows: Vec<u16>,
    ends: Vec<u32>,
    targets: Vec<Target>,
}

impl Samples {
    pub(in crate::train) fn add(&mut self, rows: &[u16], target: Target) {
        self.rows.extend_from_slice(rows);
        self.ends.push(self.rows.len() as u32);
        self.targets.push(target);
    }

    pub(in crate::train) fn append(&mut self, mut other: Samples) {
        let offset = self.rows.len() as u32;
        self.rows.append(&mut other.rows);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.targets.append(&mut other.targets);
    }

    pub(in crate::train) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(in crate::train) fn get(&self, index: usize) -> (&[u16], Target) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.rows[start as usize..self.ends[index] as usize], self.targets[index])
    }
}
