//! One series with all its labels: handles are made once and then found by their places in closed sets, so that recording
//! costs no look-up by name.

use std::fmt::{self, Write};
use std::sync::{Arc, OnceLock};

use metrics::{Counter, Gauge, Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::PrometheusRecorder;

use super::ends_of;
use super::histogram::Histogram;

/// A handle of some sort.
pub trait Handle: Sized {
    /// What Prometheus calls the sort.
    const SORT: &'static str;
    /// Tells the recorder what the series is about, if it is the recorder that writes it.
    fn describe(recorder: &PrometheusRecorder, name: &'static str, about: &'static str);
    /// Makes the handle of a key.
    fn register(recorder: &PrometheusRecorder, key: &Key) -> Self;
    /// Writes on the page what the recorder does not.
    fn write(_family: &Family<Self>, _page: &mut String) -> fmt::Result {
        Ok(())
    }
}

macro_rules! handle {
    ($type:ty, $sort:literal, $describe:ident, $register:ident) => {
        impl Handle for $type {
            const SORT: &'static str = $sort;

            fn describe(recorder: &PrometheusRecorder, name: &'static str, about: &'static str) {
                recorder.$describe(name.into(), None, about.into());
            }

            fn register(recorder: &PrometheusRecorder, key: &Key) -> Self {
                recorder.$register(key, &Metadata::new("thirdseat", Level::INFO, None))
            }
        }
    };
}

handle!(Counter, "counter", describe_counter, register_counter);
handle!(Gauge, "gauge", describe_gauge, register_gauge);

impl Handle for Histogram {
    const SORT: &'static str = "histogram";

    fn describe(_: &PrometheusRecorder, _: &'static str, _: &'static str) {}

    fn register(_: &PrometheusRecorder, key: &Key) -> Histogram {
        Histogram::new(ends_of(key.name()))
    }

    fn write(family: &Family<Histogram>, page: &mut String) -> fmt::Result {
        let Family { name, about, .. } = family;
        let mut used = family.used().peekable();
        if used.peek().is_none() {
            return Ok(());
        }
        writeln!(page, "# HELP {name} {about}\n# TYPE {name} {}", Self::SORT)?;
        for (labels, histogram) in used {
            let labels: Vec<String> = labels.map(|(label, value)| format!("{label}=\"{value}\"")).collect();
            histogram.write(name, &labels.join(","), page)?;
        }
        // As the exporter parts its own.
        writeln!(page)
    }
}

/// The handles of a series, by the places of its labels' values. Families register lazily: the page shows what happened, not
/// every combination that could.
pub struct Family<H> {
    name: &'static str,
    about: &'static str,
    labels: Vec<(&'static str, Vec<&'static str>)>,
    columns: usize,
    slots: Vec<OnceLock<H>>,
    recorder: Arc<PrometheusRecorder>,
}

impl<H: Handle> Family<H> {
    /// A series with up to two labels, each with all its values.
    pub(super) fn new(
        recorder: &Arc<PrometheusRecorder>,
        name: &'static str,
        about: &'static str,
        labels: Vec<(&'static str, Vec<&'static str>)>,
    ) -> Family<H> {
        H::describe(recorder, name, about);
        let len = |place: usize| labels.get(place).map_or(1, |(_, values)| values.len());
        let columns = len(1);
        let slots = (0..len(0) * columns).map(|_| OnceLock::new()).collect();
        Family { name, about, labels, columns, slots, recorder: Arc::clone(recorder) }
    }

    /// The handle where the labels have their values at these places; 0 for a label that there is not.
    pub fn at(&self, row: usize, column: usize) -> &H {
        assert!(column < self.columns, "{} has no column {column}", self.name);
        self.slots[row * self.columns + column].get_or_init(|| {
            let labels = self.labels_at(row, column).map(|(name, value)| Label::new(name, value));
            H::register(&self.recorder, &Key::from_parts(self.name, labels.collect::<Vec<_>>()))
        })
    }

    /// The handle of a series without labels.
    pub fn one(&self) -> &H {
        self.at(0, 0)
    }

    /// The place of a label's value.
    pub fn place(&self, label: usize, value: &str) -> Option<usize> {
        self.labels.get(label)?.1.iter().position(|known| *known == value)
    }

    fn labels_at(&self, row: usize, column: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.labels.iter().zip([row, column]).map(|((name, values), place)| (*name, values[place]))
    }

    /// All handles that were ever asked for, with their labels.
    fn used(&self) -> impl Iterator<Item = (impl Iterator<Item = (&'static str, &'static str)>, &H)> {
        let labels = |slot: usize| self.labels_at(slot / self.columns, slot % self.columns);
        self.slots.iter().enumerate().filter_map(move |(slot, handle)| Some((labels(slot), handle.get()?)))
    }
}
