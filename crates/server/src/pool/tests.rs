//! Jobs on real threads: abandoned, refused, panicking and stopped ones.

use super::*;

fn spec() -> JobSpec {
    JobSpec {
        caller: 0,
        until: Instant::now() + Duration::from_secs(60),
        superseded: None,
        expected: Duration::from_millis(1),
    }
}

fn spin(stop: &StopSignal) -> Instant {
    while !stop.is_due() {
        thread::yield_now();
    }
    Instant::now()
}

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let pool = Arc::new(Pool::new("test", 1, 1, true));
    let hold = Arc::new(AtomicBool::new(false));
    let held = |began: oneshot::Sender<()>| {
        let spec = JobSpec { superseded: Some(Arc::clone(&hold)), ..spec() };
        let pool = Arc::clone(&pool);
        let work = move |_: &mut Scratch, stop: &StopSignal| {
            began.send(()).unwrap();
            spin(stop);
        };
        tokio::spawn(async move { pool.think(spec, work).await.map(|_| ()) })
    };
    let (begin, begun) = oneshot::channel();
    let running = held(begin);
    begun.await.unwrap();
    let waiting = held(oneshot::channel().0);
    while pool.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    assert!(pool.wait(0) > Duration::ZERO);
    assert_eq!(pool.think(spec(), |_, _| ()).await.map(|_| ()), Err(JobError::Busy));
    hold.store(true, Ordering::Relaxed);
    assert_eq!(running.await.unwrap(), Ok(()));
    // Superseded before it began: it was never worked on.
    assert_eq!(waiting.await.unwrap(), Err(JobError::Failed));
}

#[tokio::test]
async fn a_panic_costs_one_answer() {
    let pool = Pool::new("test", 1, 4, true);
    assert_eq!(pool.think(spec(), |_, _| panic!("on purpose")).await.map(|_: JobResult<()>| ()), Err(JobError::Failed));
    assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
    assert_eq!(pool.faults(), 1);
}

#[tokio::test]
async fn a_job_of_a_flood_ends_early_and_says_so() {
    let pool = Arc::new(Pool::new("test", 2, 2, true));
    let flood = |pool: &Arc<Pool>| {
        let pool = Arc::clone(pool);
        tokio::spawn(async move { pool.think(spec(), |_, stop| spin(stop)).await.map(|result| result.preempted) })
    };
    let mut running = vec![flood(&pool), flood(&pool)];
    while pool.busy() < 2 {
        tokio::task::yield_now().await;
    }
    running.extend([flood(&pool), flood(&pool)]);
    while pool.waiting() < 2 {
        tokio::task::yield_now().await;
    }
    let other = JobSpec { caller: 1, ..spec() };
    assert_eq!(pool.wait(1), Duration::ZERO);
    // It needs a thread and a place in the queue, and the flood holds all of them.
    let mut others = vec![pool.think(other.clone(), |_, _| 7).await.unwrap().answer];
    others.push(pool.think(other, |_, _| 8).await.unwrap().answer);
    assert_eq!(others, [7, 8]);
    assert_eq!(running.remove(0).await.unwrap(), Ok(true));
    running.iter().for_each(tokio::task::JoinHandle::abort);
}
