//! What a room in Redis costs a Follow by rules: the session form beside the stateless form of the very same questions and
//! beside a bare read and compare-and-set on the same Redis, slice by slice in one run, all at the same rate.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use rules::{Action, Chair, Combo, Deal, Plays, Rng, Ruleset, Seed, Table, Trick};
use serde::Serialize;
use tokio::task::JoinSet;
use tonic::transport::Channel;
use wire::v1;
use wire::v1::companion_service_client::CompanionServiceClient;

use super::Measure;
use crate::ask::{Connections, Manner, ask, outcome};
use crate::drive::pace;
use crate::fleet::processes::{Redis, Replica};
use crate::ledger::{Ledger, Outcome, Summary, Terms};
use crate::positions::{Question, Rpc};
use crate::told;

/// How to measure.
pub(crate) struct Setting {
    pub(crate) server: PathBuf,
    pub(crate) redis: PathBuf,
    pub(crate) connections: usize,
    /// For each of the three.
    pub(crate) lasts: Duration,
    /// Share of the capacity that is asked for.
    pub(crate) load: f64,
    /// Whether the service writes replay lines.
    pub(crate) replay: bool,
    pub(crate) seed: u64,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    /// Session Follows a second that a closed loop gets answered.
    pub(crate) capacity_per_s: f64,
    pub(crate) rate_per_s: f64,
    pub(crate) session: Summary,
    pub(crate) stateless: Summary,
    pub(crate) bare: Summary,
}

/// So many slices each gets.
const SLICES: u64 = 5;
/// Callers of the closed loop that finds the capacity.
const CALLERS: usize = 32;
/// How long it runs.
const CAPACITY_LASTS: Duration = Duration::from_secs(3);
/// Rooms that it may use up.
const CAPACITY_ROOMS: usize = 20_000;
/// The size of a bare value: a room in the middle of a hand.
const BARE_BYTES: usize = 700;
/// So many times the bare operations' p99 a room may cost.
const FACTOR: u64 = 2;
/// Compare-and-set as the service does it.
const SWAP: &str = "if redis.call('GETRANGE', KEYS[1], 0, 7) == ARGV[1] then
redis.call('SET', KEYS[1], ARGV[2], 'PX', 7200000) return 1 end return 0";

impl Found {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let (session, stateless, bare) =
            (self.session.latency_us.p99, self.stateless.latency_us.p99, self.bare.latency_us.p99);
        let allowed = stateless + FACTOR * bare;
        let unanswered = [&self.session, &self.stateless, &self.bare].map(|run| run.sent - run.answered);
        vec![
            Measure::new(
                "p99 of a Follow in a room",
                format!("{session} µs"),
                format!("≤ {stateless} stateless + {FACTOR} × {bare} bare read and swap = {allowed} µs"),
                session <= allowed,
            ),
            Measure::new("not answered", format!("{unanswered:?}"), "[0, 0, 0]", unanswered == [0; 3]),
        ]
    }
}

/// Measures.
pub(crate) async fn measure(setting: &Setting) -> anyhow::Result<Found> {
    let redis = Redis::start(&setting.redis, false)?;
    let environment = [
        ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
        ("THIRDSEAT__ROOMS__REDIS__URL", redis.url()),
        ("THIRDSEAT__LOG__REPLAY", setting.replay.to_string()),
    ];
    let replica = Replica::start(&setting.server, &environment)?;
    let connections = Connections::open(&replica.address, setting.connections).await?;
    let bare = redis::Client::open(redis.url())?.get_multiplexed_async_connection().await?;

    let mut rng = Seed(setting.seed).rng();
    let turns = turns(CAPACITY_ROOMS, &mut rng);
    let capacity_per_s = capacity(&connections, open(&connections, "capacity", turns).await?).await?;
    let rate = capacity_per_s * setting.load;
    let slice = setting.lasts / SLICES as u32;
    let rooms = (rate * slice.as_secs_f64() * 1.3) as usize + 100;

    let terms = Terms { budget: None, deadline: None };
    let (mut sessions, mut stateless, mut bares) = (Ledger::new(terms), Ledger::new(terms), Ledger::new(terms));
    for number in 0..SLICES {
        let seed = Seed(setting.seed).stream(number);
        let turns = open(&connections, &format!("slice-{number}"), self::turns(rooms, &mut rng)).await?;
        let run = |which: Which| {
            let (connections, turns, bare) = (connections.clone(), Arc::clone(&turns), bare.clone());
            pace(rate, slice, seed, terms, move |number| {
                let (channel, turns, bare) = (connections.pick(number), Arc::clone(&turns), bare.clone());
                async move { one(which, number, channel, &turns[number % turns.len()], bare).await }
            })
        };
        sessions.absorb(run(Which::Session).await);
        stateless.absorb(run(Which::Stateless).await);
        bares.absorb(run(Which::Bare).await);
    }
    let seconds = setting.lasts.as_secs_f64();
    Ok(Found {
        capacity_per_s,
        rate_per_s: rate,
        session: sessions.summary(seconds),
        stateless: stateless.summary(seconds),
        bare: bares.summary(seconds),
    })
}

/// What is asked.
#[derive(Clone, Copy)]
enum Which {
    Session,
    Stateless,
    Bare,
}

/// A turn to follow, in both forms.
struct Turn {
    room: String,
    opening: v1::OpenRoomRequest,
    events: Vec<v1::RoomEvent>,
    question: Question,
}

/// The bot that follows sits here.
const BOT: Chair = Chair::Second;

async fn one(which: Which, number: usize, channel: Channel, turn: &Turn, bare: MultiplexedConnection) -> Outcome {
    match which {
        Which::Session => follow(channel, turn).await,
        Which::Stateless => {
            let manner = Manner { persona: String::from("rules"), budget_ms: None, deadline: None };
            ask(channel, &turn.question, &manner, number as u64).await
        }
        Which::Bare => match read_and_swap(bare, number).await {
            Ok(()) => answered(),
            Err(_) => Outcome::Failed(tonic::Code::Unavailable),
        },
    }
}

fn answered() -> Outcome {
    Outcome::Answered { decider: v1::Decider::Unspecified, degraded: v1::Degraded::Unspecified, compute_us: 0 }
}

async fn follow(channel: Channel, turn: &Turn) -> Outcome {
    let asked = v1::RoomTurn { room_id: turn.room.clone(), chair: told::chair(BOT).into(), ..Default::default() };
    let position = Some(v1::follow_request::Position::Room(asked));
    let request = v1::FollowRequest { position, ..Default::default() };
    match CompanionServiceClient::new(channel).follow(request).await {
        Ok(answer) => match answer.into_inner().decision {
            // An answer that was stored before would cost less.
            Some(decision) if !decision.repeated => Outcome::Answered {
                decider: decision.decider(),
                degraded: decision.degraded(),
                compute_us: decision.compute_us,
            },
            _ => Outcome::Failed(tonic::Code::Internal),
        },
        Err(status) => outcome(&status),
    }
}

/// What the store of rooms does for a decision, and nothing else: one read, one compare-and-set.
async fn read_and_swap(mut bare: MultiplexedConnection, number: usize) -> redis::RedisResult<()> {
    let key = format!("bare:{{{}}}", number % 4096);
    let value: Option<Vec<u8>> = redis::cmd("GETEX").arg(&key).arg("PX").arg(7_200_000).query_async(&mut bare).await?;
    let found = value.as_deref().map_or(&[][..], |value| &value[..8]);
    let mut next = vec![b'x'; BARE_BYTES];
    next[..8].copy_from_slice(&(number as u64).to_be_bytes());
    redis::Script::new(SWAP).key(&key).arg(found).arg(&next).invoke_async::<u8>(&mut bare).await?;
    Ok(())
}

/// Turns at which the second chair may answer the landlord's lead.
fn turns(count: usize, rng: &mut Rng) -> Vec<(Vec<v1::RoomEvent>, Question)> {
    let mut plays = Plays::new();
    let mut turns = Vec::with_capacity(count);
    while turns.len() < count {
        let deal = Deal::shuffled(rng);
        let mut table = Table::seated(Ruleset::CLASSIC, deal);
        let start = Chair::ALL.map(|chair| table.view(chair).hand());
        let bottom = table.board().bottom().expect("a seated hand has shown its bottom");
        let view = table.view(Chair::First);
        let leads = plays.fill(view.rules(), view.hand(), view.trick());
        let Some(lead) = rng.pick(leads).copied().filter(|lead| !lead.is_bomb()) else { continue };
        table.act(Action::Play(Some(lead))).expect("it is one of the legal plays");
        let view = table.view(BOT);
        debug_assert!(matches!(view.trick(), Trick::Follow(_)));
        if plays.fill(view.rules(), view.hand(), view.trick()).is_empty() {
            continue;
        }
        let question = Question { rpc: Rpc::Follow, view: crate::positions::seated(&view) };
        turns.push((dealt_and_led(start, bottom, lead), question));
    }
    turns
}

fn dealt_and_led(start: [rules::Hand; 3], bottom: rules::Hand, lead: Combo) -> Vec<v1::RoomEvent> {
    use v1::room_event::Event;
    let held = v1::ChairCards { chair: told::chair(BOT).into(), cards: Some(told::cards(start[BOT.index()])) };
    let dealt = Event::Dealt(v1::Dealt {
        first: v1::Chair::First.into(),
        hands: vec![held],
        landlord: v1::Chair::First.into(),
        bottom: Some(told::cards(bottom)),
    });
    let led = Event::Table(told::event(&rules::Event::Play(rules::Seat::Landlord, Some(lead))));
    let numbered = |(sequence, event)| v1::RoomEvent { sequence, hand_number: 1, event: Some(event) };
    (1..).zip([dealt, led]).map(numbered).collect()
}

/// Opens a room for each turn, and tells it the hand so far.
async fn open(
    connections: &Connections,
    name: &str,
    turns: Vec<(Vec<v1::RoomEvent>, Question)>,
) -> anyhow::Result<Arc<Vec<Turn>>> {
    let turn = |(number, (events, question)): (usize, (Vec<v1::RoomEvent>, Question))| {
        let room = format!("{name}-{number}");
        let bot = v1::BotSeat { chair: told::chair(BOT).into(), persona: String::from("rules"), ..Default::default() };
        let opening = v1::OpenRoomRequest {
            request_id: room.clone(),
            room_id: room.clone(),
            ruleset: Ruleset::CLASSIC.to_string(),
            bots: vec![bot],
            ..Default::default()
        };
        Turn { room, opening, events, question }
    };
    let turns: Arc<Vec<Turn>> = Arc::new(turns.into_iter().enumerate().map(turn).collect());
    let mut openers = JoinSet::new();
    for caller in 0..CALLERS {
        let (turns, channel) = (Arc::clone(&turns), connections.pick(caller));
        openers.spawn(async move {
            let mut client = CompanionServiceClient::new(channel);
            for turn in turns.iter().skip(caller).step_by(CALLERS) {
                client.open_room(turn.opening.clone()).await?;
                let (room_id, events) = (turn.room.clone(), turn.events.clone());
                client.record_events(v1::RecordEventsRequest { room_id, events, ..Default::default() }).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(opened) = openers.join_next().await {
        opened??;
    }
    Ok(turns)
}

/// Answers a second, when everybody asks again as soon as there is an answer.
async fn capacity(connections: &Connections, turns: Arc<Vec<Turn>>) -> anyhow::Result<f64> {
    let began = Instant::now();
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        let (turns, channel) = (Arc::clone(&turns), connections.pick(caller));
        callers.spawn(async move {
            let mut answers = 0;
            for turn in turns.iter().skip(caller).step_by(CALLERS) {
                if began.elapsed() > CAPACITY_LASTS {
                    break;
                }
                if let Outcome::Answered { .. } = follow(channel.clone(), turn).await {
                    answers += 1;
                }
            }
            answers
        });
    }
    let answers: u64 = callers.join_all().await.into_iter().sum();
    anyhow::ensure!(answers > 0, "no Follow in a room was answered");
    Ok(answers as f64 / began.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_varied_and_have_something_to_answer() {
        let found = turns(50, &mut Seed(1).rng());
        let mut hands: Vec<_> = found.iter().map(|(_, question)| question.view.hand.clone().unwrap().text).collect();
        hands.sort();
        hands.dedup();
        assert!(hands.len() > 48, "{}", hands.len());
        assert!(found.iter().all(|(events, question)| events.len() == 2 && question.view.events.len() == 1));
    }
}
