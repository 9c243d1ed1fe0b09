//! The processes that `overhead` measures on, and the two kinds of calls that it makes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use rules::Seed;
use tonic::transport::Channel;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::{told, v1};

use super::room_question::{self, BOT, RoomQuestion, room_questions};
use super::{capacity, percent};
use crate::args::Programs;
use crate::fleet::processes::{Redis, Replica};
use crate::open_loop::open_loop;
use crate::request::{Connections, RequestOptions, ask, outcome};
use crate::stats::{CallStats, Outcome, TimeLimits};

/// Limits under which an answer may come at any time.
pub(super) const NO_LIMITS: TimeLimits = TimeLimits { budget: None, deadline: None };
/// A Redis, a replica and connections to it.
pub(super) struct Bench {
    redis: Redis,
    replica: Replica,
    connections: Connections,
    seed: Seed,
    /// Times that rooms were opened.
    opened: AtomicU64,
}

impl Bench {
    /// Starts Redis, a replica with its rooms there, and connections to it.
    pub(super) async fn start(
        programs: &Programs,
        connections: usize,
        replay: bool,
        seed: u64,
    ) -> anyhow::Result<Bench> {
        let redis = Redis::start(&programs.redis, false)?;
        let environment = [
            ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
            ("THIRDSEAT__ROOMS__REDIS__URL", redis.url()),
            ("THIRDSEAT__LOG__REPLAY", replay.to_string()),
        ];
        let replica = Replica::start(&programs.server, &environment)?;
        let connections = Connections::open(&replica.address, connections).await?;
        Ok(Bench { redis, replica, connections, seed: Seed(seed), opened: AtomicU64::new(0) })
    }

    /// Draws questions for all calls at a rate for a while, and more than that: arrivals are random.
    fn questions(&self, rate: f64, lasts: Duration) -> Arc<Vec<RoomQuestion>> {
        let (opening, count) = (self.opened.fetch_add(1, Ordering::Relaxed), rate * lasts.as_secs_f64() * 1.1 + 100.0);
        room_questions(count as usize, &format!("opening-{opening}"), &mut self.seed.stream(opening).rng())
    }

    /// Makes the questions and opens their rooms.
    pub(super) async fn open(&self, rate: f64, lasts: Duration) -> anyhow::Result<Arc<Vec<RoomQuestion>>> {
        let questions = self.questions(rate, lasts);
        room_question::open(&self.connections, &questions).await?;
        Ok(questions)
    }

    /// Returns the highest rate at which calls of a kind are answered in time.
    pub(super) async fn capacity(&self, kind: CallKind, probe: Duration) -> anyhow::Result<f64> {
        let capacity = capacity::sustained(|rate| self.holds(kind, rate, probe)).await?;
        anyhow::ensure!(capacity > 0.0, "even at the lowest rate not all calls ({kind:?}) are answered in time");
        Ok(capacity)
    }

    /// Measures the processor time so far of the replica and of Redis.
    pub(super) fn cpu(&self) -> anyhow::Result<[Duration; 2]> {
        Ok([self.replica.cpu()?, self.redis.cpu()?])
    }

    /// True if calls of a kind are answered in time at a rate.
    async fn holds(&self, kind: CallKind, rate: f64, lasts: Duration) -> anyhow::Result<bool> {
        let questions = match kind {
            CallKind::Room => {
                let opened = self.open(rate, lasts).await;
                opened.with_context(|| format!("rooms for {rate:.0} a second do not open"))?
            }
            CallKind::Stateless => self.questions(rate, lasts),
        };
        let run = self.run(kind, &questions, rate, lasts, rate as u64, capacity::timely()).await;
        let run = run.summary(lasts.as_secs_f64());
        let holds = capacity::holds(&run);
        let (inside, word) = (percent(run.inside_budget()), if holds { "holds" } else { "does not hold" });
        eprintln!("  {kind:?}, {rate:.0}/s: {inside} in time, p99 {} µs, {word}", run.latency_us.p99);
        Ok(holds)
    }

    /// Asks at a rate for a while.
    pub(super) async fn run(
        &self,
        kind: CallKind,
        questions: &Arc<Vec<RoomQuestion>>,
        rate: f64,
        lasts: Duration,
        stream: u64,
        limits: TimeLimits,
    ) -> CallStats {
        let ask = |number: usize| {
            let (channel, questions) = (self.connections.pick(number), Arc::clone(questions));
            async move { one(kind, number, channel, &questions[number % questions.len()]).await }
        };
        open_loop(rate, lasts, self.seed.stream(stream), limits, ask).await
    }
}

/// The kinds of calls: a Follow in a room, and the same Follow without a room.
#[derive(Clone, Copy, Debug)]
pub(super) enum CallKind {
    Room,
    Stateless,
}

async fn one(kind: CallKind, number: usize, channel: Channel, question: &RoomQuestion) -> Outcome {
    match kind {
        CallKind::Room => follow(channel, question).await,
        CallKind::Stateless => {
            let options = RequestOptions { persona: String::from("rules"), ..Default::default() };
            ask(channel, &question.stateless, &options, number as u64).await
        }
    }
}

async fn follow(channel: Channel, question: &RoomQuestion) -> Outcome {
    let position = Some(v1::decide_request::Position::RoomId(question.room.clone()));
    let request = v1::DecideRequest { chair: told::chair(BOT), position, ..Default::default() };
    match CompanionServiceClient::new(channel).follow(request).await {
        // An answer that was stored before would cost less.
        Ok(answer) if answer.get_ref().source().repeated => Outcome::Failed(tonic::Code::Internal),
        Ok(answer) => Outcome::of(answer.get_ref()),
        Err(status) => outcome(&status),
    }
}
