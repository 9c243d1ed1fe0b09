//! Histograms of our own: a sample is counted in its bucket at once. The exporter's keep every sample, with its time, until
//! somebody sorts them. With four samples a call that was memory gone cold, and a thread of ours that woke for it four times a
//! second.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many samples fell where, and what they sum up to.
#[derive(Debug)]
pub struct Histogram {
    /// The upper ends of all buckets but the last, which has none; ascending.
    ends: &'static [f64],
    /// Samples by bucket, each in one alone.
    counts: Box<[AtomicU64]>,
    /// The bits of a float: there is no atomic one.
    sum: AtomicU64,
}

impl Histogram {
    /// No samples yet.
    pub(super) fn new(ends: &'static [f64]) -> Histogram {
        debug_assert!(ends.is_sorted_by(|one, next| one < next), "{ends:?}");
        let counts = (0..=ends.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { ends, counts, sum: AtomicU64::new(0f64.to_bits()) }
    }

    /// One sample more.
    pub fn record(&self, sample: f64) {
        let bucket = self.ends.iter().position(|end| sample <= *end).unwrap_or(self.ends.len());
        self.counts[bucket].fetch_add(1, Relaxed);
        let with_it = |sum| Some((f64::from_bits(sum) + sample).to_bits());
        self.sum.fetch_update(Relaxed, Relaxed, with_it).expect("there is always a next sum");
    }

    /// Its lines on the page. `labels` are those of the series, as `name="value"` with commas between; the buckets add up to the count
    /// even where samples come in meanwhile, and the sum may be ahead or behind by those: a lock would cost more than that is worth.
    pub(super) fn write(&self, name: &str, labels: &str, page: &mut String) -> fmt::Result {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut so_far = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            so_far += count.load(Relaxed);
            write!(page, "{name}_bucket{{{labels}{comma}le=\"")?;
            match self.ends.get(bucket) {
                Some(end) => write!(page, "{end}")?,
                None => page.write_str("+Inf")?,
            }
            writeln!(page, "\"}} {so_far}")?;
        }
        let sum = f64::from_bits(self.sum.load(Relaxed));
        let braced = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        writeln!(page, "{name}_sum{braced} {sum}\n{name}_count{braced} {so_far}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(histogram: &Histogram, labels: &str) -> String {
        let mut page = String::new();
        histogram.write("took", labels, &mut page).unwrap();
        page
    }

    #[test]
    fn a_sample_counts_up_to_the_first_end_that_holds_it() {
        let histogram = Histogram::new(&[0.5, 2.0]);
        [0.25, 0.5, 0.75, 2.0, 2.5].into_iter().for_each(|sample| histogram.record(sample));
        let page = "took_bucket{le=\"0.5\"} 2\ntook_bucket{le=\"2\"} 4\ntook_bucket{le=\"+Inf\"} 5\ntook_sum 6\ntook_count 5\n";
        assert_eq!(lines(&histogram, ""), page);
    }

    #[test]
    fn labels_stand_on_every_line() {
        let page = "took_bucket{rpc=\"Bid\",le=\"1\"} 0\ntook_bucket{rpc=\"Bid\",le=\"+Inf\"} 0\n\
                    took_sum{rpc=\"Bid\"} 0\ntook_count{rpc=\"Bid\"} 0\n";
        assert_eq!(lines(&Histogram::new(&[1.0]), "rpc=\"Bid\""), page);
    }

    #[test]
    fn no_sample_of_several_threads_is_lost() {
        let histogram = Histogram::new(&[1.0]);
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| (0..10_000).for_each(|number| histogram.record(f64::from(number % 4))));
            }
        });
        assert!(
            lines(&histogram, "")
                .ends_with("le=\"1\"} 20000\ntook_bucket{le=\"+Inf\"} 40000\ntook_sum 60000\ntook_count 40000\n")
        );
    }
}
