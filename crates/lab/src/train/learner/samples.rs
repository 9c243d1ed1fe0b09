//! What a net learns from.

/// Feature rows and targets, one sample after the other.
#[derive(Default)]
pub(in crate::train) struct Samples {
    rows: Vec<u16>,
    ends: Vec<u32>,
    targets: Vec<f32>,
}

impl Samples {
    pub(in crate::train) fn add(&mut self, rows: &[u16], target: f32) {
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

    pub(in crate::train) fn get(&self, index: usize) -> (&[u16], f32) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.rows[start as usize..self.ends[index] as usize], self.targets[index])
    }
}
