//! A flood by one caller beside another, in time that is counted and not waited for: the searches that it costs the other caller
//! do not depend on how busy the machine is.

use rules::Seed;

use super::*;

const TABLES: usize = 2;

/// The budget of a search, the part of it that it needs, and the part that is kept for sending the answer.
const BUDGET: Duration = Duration::from_millis(20);
const NEEDED: Duration = Duration::from_millis(15);
const MARGIN: Duration = Duration::from_millis(1);
/// The time after which a search notices that it is preempted.
const NOTICE: Duration = Duration::from_micros(300);
/// The threads of a replica on two cores, and its queue.
const THREADS: usize = 2;
const QUEUE: usize = 64;

/// A search, until it ends.
struct Search {
    caller: usize,
    until: Instant,
    signals: Arc<Signals>,
}

/// A search on a thread.
struct Running {
    number: u64,
    search: Search,
    began: Instant,
    ends: Instant,
}

/// Length of a run, in seconds.
const LASTS_S: f64 = 120.0;

/// The random moments of a caller's calls at a mean rate a second.
fn arrivals(caller: usize, rate: f64, begin: Instant) -> Vec<(Instant, usize)> {
    let (mut rng, mut at, mut moments) = (Seed(caller as u64).rng(), 0.0, Vec::new());
    while at < LASTS_S {
        at -= (f64::from(rng.below(1 << 24) + 1) / f64::from(1 << 24)).ln() / rate;
        moments.push((begin + Duration::from_secs_f64(at), caller));
    }
    moments
}

/// The searches of both callers that a replica refused or cut short, in percent.
fn lost(flood_per_s: f64, tables_per_s: f64) -> [f64; 2] {
    let begin = Instant::now();
    let mut arrivals = [arrivals(FLOOD, flood_per_s, begin), arrivals(TABLES, tables_per_s, begin)].concat();
    arrivals.sort();
    let (mut schedule, mut running) = (Schedule::new(THREADS, QUEUE), Vec::<Running>::new());
    let (mut asked, mut searched) = ([0.0; 2], [0.0; 2]);
    let place = |caller: usize| usize::from(caller == TABLES);
    for (now, caller) in arrivals {
        // Searches that end before this call comes.
        while let Some(next) =
            (0..running.len()).min_by_key(|&one| running[one].ends).filter(|&one| running[one].ends <= now)
        {
            let done = running.swap_remove(next);
            schedule.end(done.number, done.ends);
            searched[place(done.search.caller)] += f64::from(u8::from(done.ends - done.began >= NEEDED));
            fill(&mut schedule, &mut running, done.ends);
        }
        asked[place(caller)] += 1.0;
        if schedule.wait(caller, now) > BUDGET - MARGIN - NEEDED {
            continue;
        }
        let (signals, until) = (Arc::<Signals>::default(), now + BUDGET - MARGIN);
        let coming = Coming { caller, expected: MS(16), until, signals: Arc::clone(&signals) };
        let _ = schedule.enter(coming, Search { caller, until, signals }, now);
        fill(&mut schedule, &mut running, now);
        for one in running.iter_mut().filter(|one| one.search.signals.is_preempted()) {
            one.ends = one.ends.min(now + NOTICE);
        }
    }
    [0, 1].map(|caller| 100.0 * (1.0 - searched[caller] / asked[caller]))
}

/// Threads that are free take what comes next.
fn fill(schedule: &mut Schedule<Search>, running: &mut Vec<Running>, now: Instant) {
    while running.len() < THREADS {
        let Some((number, search)) = schedule.take(now) else { return };
        let ends = search.until.max(now);
        running.push(Running { number, search, began: now, ends });
    }
}

#[test]
fn a_flood_costs_another_caller_at_most_a_tenth() {
    for tables_per_s in [10.0, 30.0] {
        let [_, alone] = lost(0.001, tables_per_s);
        for flood_per_s in [200.0, 400.0] {
            let [_, beside] = lost(flood_per_s, tables_per_s);
            let cost = 100.0 * (beside - alone) / (100.0 - alone);
            assert!(
                cost <= 10.0,
                "{tables_per_s} a second beside {flood_per_s} lose {cost:.1}% of what they have alone"
            );
        }
    }
}

#[test]
fn callers_who_ask_alike_lose_alike() {
    for rate in [20.0, 50.0, 80.0] {
        let [one, other] = lost(rate, rate);
        assert!((one - other).abs() < 3.0, "{rate} a second each: {one:.1}% and {other:.1}%");
    }
}
