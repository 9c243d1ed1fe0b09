//! The cost of a whole call to the service: decisions a second for each core, without a room and in a room. A call's cost depends on
//! the load, so compare figures of the same rates. The two forms are asked in turns, slice by slice, so that other work on the machine
//! disturbs both.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rules::Seed;
use tokio::task::JoinSet;
use tonic::transport::{Channel, Endpoint};
use wire::v1;
use wire::v1::companion_service_client::CompanionServiceClient;

use crate::args;
use crate::fleet::processes::{Redis, Replica};
use crate::open_loop::{CallStats, percentiles, run_open_loop};
use crate::questions::{BOT, Question, draw_questions, open_request, room_request, stateless_request};
use crate::{Measure, Report};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    server: PathBuf,
    /// The time for which each form is asked, in seconds
    #[arg(long, default_value = "20", value_parser = args::read_seconds)]
    seconds: Duration,
    /// The calls a second without a room
    #[arg(long, default_value = "3000", value_parser = args::read_rate)]
    stateless_rate: f64,
    /// The calls a second in rooms
    #[arg(long, default_value = "1000", value_parser = args::read_rate)]
    rooms_rate: f64,
}

/// Makes the request of a question; the number is the seed of the hand.
type WriteRequest = fn(&Question, u64) -> v1::DecideRequest;

/// The two forms of a call: the same Follow without a room and in a room.
const CALL_FORMS: [(WriteRequest, &str); 2] = [
    (|question, seed| stateless_request(&question.hand, BOT, Some(seed)), "stateless"),
    (|question, _| room_request(&question.room, BOT, None), "in rooms"),
];
/// Decisions a second for each core that have to be reached, by [`CALL_FORMS`].
const DECISIONS_PER_CORE_MIN: [f64; 2] = [1000.0, 500.0];
/// The number of slices of each form.
const SLICE_COUNT: u32 = 10;
/// The pause after the rooms are opened, for work that they left behind.
const SETTLE_TIME: Duration = Duration::from_secs(1);
const CONNECTION_COUNT: usize = 2;
const OPENER_COUNT: usize = 32;
/// The seed of the deals and of the times of arrival.
const SEED: Seed = Seed(1);

pub(crate) async fn measure(args: &Args) -> anyhow::Result<Report> {
    let redis = Redis::start(false, false)?;
    let replica = Replica::start(&args.server, std::slice::from_ref(&redis), false)?;
    let endpoint = Endpoint::from_shared(format!("http://{}", replica.address))?;
    let channels: Vec<Channel> = (0..CONNECTION_COUNT).map(|_| endpoint.connect_lazy()).collect();
    let rates = [args.stateless_rate, args.rooms_rate];
    let slice = args.seconds / SLICE_COUNT;
    // More questions than the mean number of calls in a slice: arrivals are random.
    let count = rates[0].max(rates[1]) * slice.as_secs_f64() * 1.1 + 100.0;
    let mut asked = Vec::new();
    for number in 0..SLICE_COUNT {
        let mut rng = SEED.stream(u64::from(number)).rng();
        asked.push(Arc::new(draw_questions(count as usize, &format!("slice-{number}"), &mut rng)));
        open_rooms(&channels, &asked[asked.len() - 1]).await?;
    }
    tokio::time::sleep(SETTLE_TIME).await;
    let cpu_now = || anyhow::Ok([replica.process.cpu_time()?, redis.process.cpu_time()?]);
    // The results, by `CALL_FORMS`; the processor time is that of the replica and of Redis.
    let (mut stats, mut cpu) = (<[CallStats; 2]>::default(), [[Duration::ZERO; 2]; 2]);
    for (number, questions) in (0u64..).zip(&asked) {
        for (place, (request_of, _)) in CALL_FORMS.into_iter().enumerate() {
            let before = cpu_now()?;
            let ask = |number: usize| {
                let (channel, questions) = (channels[number % channels.len()].clone(), Arc::clone(questions));
                async move { follow(channel, request_of(&questions[number % questions.len()], number as u64)).await }
            };
            run_open_loop(&mut stats[place], rates[place], slice, SEED.stream(1 << 32 | number), ask).await;
            let spent = cpu[place].iter_mut().zip(cpu_now()?).zip(before);
            spent.for_each(|((sum, after), before)| *sum += after - before);
        }
    }
    Ok(report(rates, &stats, cpu))
}

async fn open_rooms(channels: &[Channel], questions: &Arc<Vec<Question>>) -> anyhow::Result<()> {
    let mut openers = JoinSet::new();
    for opener in 0..OPENER_COUNT {
        let (questions, channel) = (Arc::clone(questions), channels[opener % channels.len()].clone());
        openers.spawn(async move {
            let mut client = CompanionServiceClient::new(channel);
            for question in questions.iter().skip(opener).step_by(OPENER_COUNT) {
                client.open_room(open_request(&question.room, &[BOT])).await?;
                let (room_id, events) = (question.room.clone(), question.events.clone());
                client.record_events(v1::RecordEventsRequest { room_id, events, ..Default::default() }).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(opened) = openers.join_next().await {
        opened??;
    }
    Ok(())
}

async fn follow(channel: Channel, request: v1::DecideRequest) -> Result<(), String> {
    match CompanionServiceClient::new(channel).follow(request).await {
        // An answer that was stored before would cost less.
        Ok(answer) if answer.get_ref().source().repeated => Err(String::from("repeated")),
        Ok(_) => Ok(()),
        Err(status) => Err(format!("{:?}", status.code())),
    }
}

fn report(rates: [f64; 2], stats: &[CallStats; 2], cpu: [[Duration; 2]; 2]) -> Report {
    let [stateless, rooms] = rates;
    let title = format!("Follow by rules, {stateless:.0} a second stateless, {rooms:.0} a second in rooms");
    let (mut measures, mut notes) = (Vec::new(), Vec::new());
    for (place, (_, form)) in CALL_FORMS.into_iter().enumerate() {
        let (stats, wanted) = (&stats[place], DECISIONS_PER_CORE_MIN[place]);
        let [replica_us, redis_us] = cpu[place].map(|spent| spent.as_secs_f64() * 1e6 / stats.sent.max(1) as f64);
        let per_core = 1e6 / replica_us;
        let what = format!("decisions a second a core, {form}");
        measures.push(Measure::new(what, format!("{per_core:.0}"), format!("≥ {wanted:.0}"), per_core >= wanted));
        let failed = format!("{:?}", stats.failed);
        measures.push(Measure::new(format!("not answered, {form}"), failed, "{}", stats.failed.is_empty()));
        notes.push(format!(
            "{form}: processor time a call {replica_us:.1} µs of the service, {redis_us:.1} µs of Redis; \
             latency {}, the generator's lag {}",
            percentiles_text(&stats.latency_us),
            percentiles_text(&stats.lag_us)
        ));
    }
    (title, measures, notes)
}

fn percentiles_text(times: &[u64]) -> String {
    let [p50, p99, max] = percentiles(times);
    format!("p50 {p50}, p99 {p99}, max {max} µs")
}
