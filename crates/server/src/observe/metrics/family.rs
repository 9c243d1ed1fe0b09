//! One series with all its labels: handles are made once and then found by their places in closed sets, so that recording
//! costs no look-up by name.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use metrics::{Counter, Gauge, Histogram, Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::PrometheusRecorder;

use super::labels::OTHER;
use crate::call::caller::Caller;

/// A counter, gauge or histogram.
pub trait Handle: Sized {
    /// Prometheus' name for the sort.
    const SORT: &'static str;
    /// Describes the series on the page.
    fn describe(recorder: &PrometheusRecorder, name: &'static str, about: &'static str);
    /// Makes the handle of a key.
    fn register(recorder: &PrometheusRecorder, key: &Key) -> Self;
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
handle!(Histogram, "histogram", describe_histogram, register_histogram);

/// The handles of a series, by the places of its labels' values. A handle registers at its first use, so the page shows no
/// combination that has not occurred.
pub struct Family<H> {
    name: &'static str,
    labels: Vec<(&'static str, Vec<&'static str>)>,
    columns: usize,
    slots: Vec<OnceLock<H>>,
    names: Mutex<Vec<Vec<String>>>,
    recorder: Arc<PrometheusRecorder>,
}

impl<H: Handle> Family<H> {
    /// Makes a series with its labels, each with all its values. The first label is the row; the last of several is the
    /// column.
    pub(super) fn new(
        recorder: &Arc<PrometheusRecorder>,
        name: &'static str,
        about: &'static str,
        labels: Vec<(&'static str, Vec<&'static str>)>,
    ) -> Family<H> {
        H::describe(recorder, name, about);
        let rows = labels.first().map_or(1, |(_, values)| values.len());
        let columns = labels.iter().skip(1).next_back().map_or(1, |(_, values)| values.len());
        let slots = (0..rows * columns).map(|_| OnceLock::new()).collect();
        Family { name, labels, columns, slots, names: Mutex::default(), recorder: Arc::clone(recorder) }
    }

    /// Returns the handle for the labels' values at these places; 0 for a label that the series lacks.
    pub fn at(&self, row: usize, column: usize) -> &H {
        let first = self.labels.first().map(|(_, values)| values[row]);
        self.handle(row, first.as_slice(), column)
    }

    /// Returns the handle of a series whose first label is a caller: a closed set, whose names come from the file of tokens.
    pub fn of(&self, caller: &Caller, column: usize) -> &H {
        self.handle(caller.place(), &[caller.label()], column)
    }

    /// Returns the handle of a series whose first labels get their values at run time. The last row is for all values that find no row.
    pub fn named<const N: usize>(&self, names: [&str; N], column: usize) -> &H {
        let rows = self.slots.len() / self.columns;
        let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|row| row.iter().zip(names).all(|(one, name)| one == name));
        let place = place.unwrap_or_else(|| {
            if known.len() < rows - 1 {
                known.push(names.map(str::to_owned).to_vec());
                return known.len() - 1;
            }
            rows - 1
        });
        let is_other = place == rows - 1;
        drop(known);
        self.handle(place, if is_other { &[OTHER; N] } else { &names }, column)
    }

    fn handle(&self, row: usize, names: &[&str], column: usize) -> &H {
        assert!(column < self.columns, "{} has no column {column}", self.name);
        self.slots[row * self.columns + column].get_or_init(|| {
            let first = self.labels.iter().zip(names).map(|((label, _), name)| Label::new(*label, (*name).to_owned()));
            let last = self.labels[names.len()..].iter().map(|(label, values)| Label::new(*label, values[column]));
            H::register(&self.recorder, &Key::from_parts(self.name, first.chain(last).collect::<Vec<_>>()))
        })
    }

    /// Returns the handle of a series without labels.
    pub fn one(&self) -> &H {
        self.at(0, 0)
    }

    /// Returns the place of a label's value.
    pub fn place(&self, label: usize, value: &str) -> Option<usize> {
        self.labels.get(label)?.1.iter().position(|known| *known == value)
    }
}
