//! Ten times more than the server can search for, for a minute, and then back.

use std::time::Duration;

use serde::Serialize;

use super::budget::{LOAD, Setting};
use super::{Measure, percent};
use crate::ask::Connections;
use crate::drive::drive;
use crate::ledger::{SLOT, Slot, Summary};
use crate::process::Process;

/// So many times its capacity.
const TIMES: f64 = 10.0;
/// Searches may fall to this part of the peak.
const GOODPUT: f64 = 0.9;
/// Back to normal within.
const RECOVERY: Duration = Duration::from_secs(2);
/// Back to normal is so much of what was searched for before the overload.
const NORMAL: f64 = 0.9;
/// How often memory is looked at.
const WATCH: Duration = Duration::from_millis(200);
/// Memory may grow by so much: what is in flight, not what piles up.
const GROWTH_BYTES_MAX: u64 = 256 << 20;

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overload {
    pub(crate) capacity_per_s: f64,
    pub(crate) before: Summary,
    pub(crate) during: Summary,
    pub(crate) after: Summary,
    pub(crate) after_slots: Vec<Slot>,
    pub(crate) memory_before: Option<u64>,
    pub(crate) memory_most: Option<u64>,
}

impl Overload {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let (during, peak) = (&self.during, self.capacity_per_s);
        let failures: u64 = during.failed.values().sum::<u64>() + during.expired + during.unsent;
        let untimely = during.late + during.slow_refusals;
        let recovered = self.recovered_at(self.before.search_share);
        let mut measures = vec![
            Measure::new(
                "answered or refused",
                percent(1.0 - failures as f64 / during.sent.max(1) as f64),
                "100.00%",
                failures == 0,
            ),
            Measure::new("late answers and slow refusals", untimely.to_string(), "0", untimely == 0),
            Measure::new(
                "searches a second",
                format!("{:.1}", during.search_per_s),
                format!("≥ {:.1} ({} of the peak)", GOODPUT * peak, percent(GOODPUT)),
                during.search_per_s >= GOODPUT * peak,
            ),
            Measure::new(
                "back to normal after",
                recovered.map_or("never".to_owned(), |after| format!("{:.1} s", after.as_secs_f64())),
                format!("≤ {:.1} s", RECOVERY.as_secs_f64()),
                recovered.is_some_and(|after| after <= RECOVERY),
            ),
        ];
        if let (Some(before), Some(most)) = (self.memory_before, self.memory_most) {
            let grown = most.saturating_sub(before);
            let mib = |bytes: u64| format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20));
            measures.push(Measure::new(
                "memory grew by",
                mib(grown),
                format!("≤ {}", mib(GROWTH_BYTES_MAX)),
                grown <= GROWTH_BYTES_MAX,
            ));
        }
        measures
    }

    /// After how long every slot on has its share of searches again.
    fn recovered_at(&self, usual: f64) -> Option<Duration> {
        let normal =
            |slot: &Slot| slot.answered == slot.sent && slot.search as f64 >= NORMAL * usual * slot.answered as f64;
        let first = self.after_slots.iter().rposition(|slot| !normal(slot)).map_or(0, |bad| bad + 1);
        (first < self.after_slots.len()).then(|| SLOT * first as u32)
    }
}

/// Measures: a calm time, the overload, and a calm time again.
pub(crate) async fn measure(
    setting: &Setting<'_>,
    calm: Duration,
    process: Option<Process>,
) -> anyhow::Result<Overload> {
    let connections = Connections::open(setting.address, setting.connections).await?;
    let capacity_per_s = setting.capacity(&connections).await?;
    let run = |rate: f64, lasts: Duration, stream| {
        let (plan, connections) = (setting.plan(rate, lasts, stream), connections.clone());
        async move { drive(&connections, &plan).await }
    };
    let before = run(LOAD * capacity_per_s, calm, 1).await.summary(calm.as_secs_f64());
    let memory_before = process.map(Process::memory).transpose()?;
    let mut memory_most = memory_before;
    let overload = run(TIMES * capacity_per_s, setting.lasts, 2);
    tokio::pin!(overload);
    let during = loop {
        tokio::select! {
            ledger = &mut overload => break ledger.summary(setting.lasts.as_secs_f64()),
            // A process that is gone will be missed by the calls.
            () = tokio::time::sleep(WATCH) => memory_most = memory_most.max(process.and_then(|process| process.memory().ok())),
        }
    };
    let after = run(LOAD * capacity_per_s, calm, 3).await;
    Ok(Overload {
        capacity_per_s,
        before,
        during,
        after_slots: after.slots.clone(),
        after: after.summary(calm.as_secs_f64()),
        memory_before,
        memory_most,
    })
}

#[cfg(test)]
mod tests {
    use crate::ledger::{Ledger, Terms};

    use super::*;

    fn recovered(slots: &[(u64, u64, u64)]) -> Option<f64> {
        let empty = Ledger::new(Terms { budget: None, deadline: None }).summary(1.0);
        let slot = |&(sent, answered, search)| Slot { sent, answered, search, ..Slot::default() };
        let overload = Overload {
            capacity_per_s: 100.0,
            before: empty.clone(),
            during: empty.clone(),
            after: empty,
            after_slots: slots.iter().map(slot).collect(),
            memory_before: None,
            memory_most: None,
        };
        overload.recovered_at(0.8).map(|after| after.as_secs_f64())
    }

    #[test]
    fn recovery_is_when_nothing_unusual_comes_after() {
        // 0.9 of the usual 0.8 of 35 is 25.2.
        assert_eq!(recovered(&[(35, 35, 28), (35, 35, 26)]), Some(0.0));
        assert_eq!(recovered(&[(35, 35, 3), (35, 34, 28), (35, 35, 26)]), Some(1.0));
        assert_eq!(recovered(&[(35, 35, 28), (35, 35, 25)]), None);
    }
}
