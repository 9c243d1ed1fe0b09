//! What a Follow by rules costs the server beside an echo of the same messages on the same stack. Both are asked in turn,
//! slice by slice, at the same rate, so that whatever else the machine does falls on both. What the decision alone takes is
//! measured beside them.

use std::hint::black_box;
use std::time::Duration;

use engine::{Persona, Scratch, decide};
use nix::time::{ClockId, clock_gettime};
use rules::{Seed, View};
use serde::Serialize;
use wire::v1;

use super::Measure;
use crate::ask::{Connections, Manner, decision};
use crate::drive::{Plan, drive};
use crate::echo::EchoProcess;
use crate::positions::{Question, Rpc, positions, questions};
use crate::process::Process;

/// The service may cost so much more than the echo beside the decision itself, in microseconds.
const ALLOWANCE_US: f64 = 3.0;
/// And so many times the decision's own mean.
const DECISION_FACTOR: f64 = 1.3;
/// How many slices each gets.
const SLICES: u32 = 5;
/// For so long decisions are taken alone after each slice.
const ALONE: Duration = Duration::from_millis(100);
/// Decisions between two looks at the clock, which is a system call.
const BETWEEN_LOOKS: usize = 64;
/// Questions before the first slice: connections, caches and branch predictors warm up.
const WARM_UP: Duration = Duration::from_secs(1);

/// How to measure.
pub(crate) struct Setting<'a> {
    pub(crate) address: &'a str,
    pub(crate) pid: u32,
    pub(crate) persona: &'a str,
    pub(crate) connections: usize,
    pub(crate) rate: f64,
    /// For each of the two.
    pub(crate) lasts: Duration,
    pub(crate) positions: usize,
    pub(crate) seed: u64,
}

/// What was found, in microseconds a call.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Floor {
    pub(crate) calls: u64,
    pub(crate) service_us: f64,
    pub(crate) echo_us: f64,
    /// The decision's mean as the answers tell it: the clock's time within the serving process, between all else that it does.
    pub(crate) decision_us: f64,
    /// Processor time of the same in the generator, where nothing comes between; if the persona is built in and quick.
    pub(crate) decision_alone_us: Option<f64>,
    pub(crate) service_p50_us: u64,
    pub(crate) echo_p50_us: u64,
}

impl Floor {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        vec![Measure::new(
            "server processor time a call",
            format!("{:.1} µs", self.service_us),
            format!(
                "≤ {:.1} echo + {DECISION_FACTOR} × {:.1} decision + {ALLOWANCE_US} = {:.1} µs",
                self.echo_us,
                self.decision_us,
                self.allowed_us(self.decision_us)
            ),
            self.service_us <= self.allowed_us(self.decision_us),
        )]
    }

    fn allowed_us(&self, decision_us: f64) -> f64 {
        self.echo_us + DECISION_FACTOR * decision_us + ALLOWANCE_US
    }

    /// What the figure would be by the decision alone.
    pub(crate) fn by_decision_alone(&self) -> Option<String> {
        let us = self.decision_alone_us?;
        Some(format!(
            "alone the decision takes {us:.1} µs of processor time, by which {:.1} µs would be allowed",
            self.allowed_us(us)
        ))
    }
}

/// Measures.
pub(crate) async fn measure(setting: &Setting<'_>) -> anyhow::Result<Floor> {
    let asked: std::sync::Arc<[Question]> = questions(Rpc::Follow, setting.positions, Seed(setting.seed)).into();
    let manner = Manner { persona: setting.persona.to_owned(), budget_ms: None, deadline: None };
    let service = Connections::open(setting.address, setting.connections).await?;
    // An answer of middling length stands for all.
    let mut answers = Vec::new();
    for (number, question) in asked.iter().take(31).enumerate() {
        answers.push(decision(service.pick(number), question, &manner, number as u64).await?);
    }
    answers.sort_by_key(prost::Message::encoded_len);
    let middling = v1::FollowResponse { decision: Some(answers.swap_remove(answers.len() / 2)) };
    let echo_process = EchoProcess::start(&middling)?;
    let echo = Connections::open(&echo_process.address, setting.connections).await?;

    let plan = |slice: u32, lasts| Plan {
        questions: asked.clone(),
        manner: manner.clone(),
        rate: setting.rate,
        lasts,
        seed: Seed(setting.seed).stream(u64::from(slice)),
    };
    let mut sides = [Side::new(&service, Process(setting.pid)), Side::new(&echo, echo_process.process)];
    for side in &mut sides {
        drive(side.connections, &plan(SLICES, WARM_UP)).await;
    }
    let seen = || positions(Rpc::Follow, setting.positions, Seed(setting.seed));
    let mut alone = Alone::new(setting.persona, seen);
    for slice in 0..SLICES {
        for side in &mut sides {
            side.slice(&plan(slice, setting.lasts / SLICES)).await?;
        }
        if let Some(alone) = &mut alone {
            alone.slice()?;
        }
    }
    let [service, echo] = sides;
    Ok(Floor {
        calls: service.calls,
        service_us: service.cost_us(),
        echo_us: echo.cost_us(),
        decision_us: service.compute_us / service.calls as f64,
        decision_alone_us: alone.map(|alone| alone.mean_us()),
        service_p50_us: service.p50_us,
        echo_p50_us: echo.p50_us,
    })
}

/// The same decisions in the generator, one after the other, between the slices.
struct Alone {
    positions: Vec<View>,
    persona: Persona,
    scratch: Scratch,
    decided: usize,
    cpu: Duration,
}

impl Alone {
    /// `None` for who is not built in, and for those who search: the service has them think under a clock.
    fn new(persona: &str, positions: impl FnOnce() -> Vec<View>) -> Option<Alone> {
        let persona = Persona::named(persona).filter(Persona::is_quick)?;
        Some(Alone { positions: positions(), persona, scratch: Scratch::new(), decided: 0, cpu: Duration::ZERO })
    }

    /// Goes on deciding for a moment.
    fn slice(&mut self) -> anyhow::Result<()> {
        let now = || clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from);
        let begun = now()?;
        let mut took = Duration::ZERO;
        while took < ALONE {
            for _ in 0..BETWEEN_LOOKS {
                let view = &self.positions[self.decided % self.positions.len()];
                black_box(decide(view, &self.persona, Seed(self.decided as u64), &mut self.scratch)?);
                self.decided += 1;
            }
            took = now()? - begun;
        }
        self.cpu += took;
        Ok(())
    }

    fn mean_us(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.decided as f64
    }
}

/// One of the two, and what it has cost so far.
struct Side<'a> {
    connections: &'a Connections,
    process: Process,
    calls: u64,
    cpu: Duration,
    compute_us: f64,
    p50_us: u64,
}

impl<'a> Side<'a> {
    fn new(connections: &'a Connections, process: Process) -> Side<'a> {
        Side { connections, process, calls: 0, cpu: Duration::ZERO, compute_us: 0.0, p50_us: 0 }
    }

    async fn slice(&mut self, plan: &Plan) -> anyhow::Result<()> {
        let before = self.process.cpu()?;
        let summary = drive(self.connections, plan).await.summary(plan.lasts.as_secs_f64());
        self.cpu += self.process.cpu()? - before;
        anyhow::ensure!(
            summary.answered == summary.sent,
            "of {} calls {} were answered: {:?}",
            summary.sent,
            summary.answered,
            summary.failed
        );
        self.calls += summary.answered;
        self.compute_us += summary.compute_us.mean * summary.answered as f64;
        self.p50_us = summary.latency_us.p50;
        Ok(())
    }

    fn cost_us(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.calls as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_is_echo_decision_and_a_little() {
        let floor = |service_us| Floor {
            calls: 1,
            service_us,
            echo_us: 20.0,
            decision_us: 2.0,
            decision_alone_us: Some(1.0),
            service_p50_us: 0,
            echo_p50_us: 0,
        };
        // 20 + 1.3 × 2 + 3 = 25.6
        assert!(floor(25.5).measures()[0].met);
        assert!(!floor(25.7).measures()[0].met);
        assert_eq!(floor(1.0).measures()[0].wanted, "≤ 20.0 echo + 1.3 × 2.0 decision + 3 = 25.6 µs");
        // 20 + 1.3 × 1 + 3 = 24.3
        assert!(floor(1.0).by_decision_alone().unwrap().ends_with("by which 24.3 µs would be allowed"));
    }
}
