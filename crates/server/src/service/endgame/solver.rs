//! Solving on the threads for endgames.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::endgame::{Endgame, Memory, SolveLimits, solve};
use game::refusal::{Reason, Refusal};
use rules::Side;

use crate::call::Call;
use crate::observe::metrics::PoolLabel;
use crate::pool::JobError;
use crate::state::App;

/// The memory that a thread may take for solving.
const SOLVER_BYTES_MAX: usize = 64 << 20;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new(SOLVER_BYTES_MAX));
}

/// Runs `work` with this thread's memory, cleared first: the rest of an earlier solve would change how many nodes are needed.
pub(super) fn with_memory<T>(work: impl FnOnce(&mut Memory) -> T) -> T {
    MEMORY.with_borrow_mut(|memory| {
        memory.clear();
        work(memory)
    })
}

/// Runs `work` on a thread for endgames within the call's budget. Refuses if no thread is free in time, or another caller takes it, because no
/// simpler player can answer.
pub(super) async fn run_on_pool<T: Send + 'static>(
    app: &Arc<App>,
    call: &Call,
    budget_ms: Option<u32>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
) -> Result<(T, Duration), Refusal> {
    let _place = app.admit(&call.caller)?;
    let budget = app.budget(call, budget_ms);
    let started = Instant::now();
    let busy = |wait: Duration| {
        let message = "no thread would be free to solve it in time";
        Refusal::new(Reason::OVERLOADED, message).retry_after(wait.max(Duration::from_millis(10)))
    };
    let wait = app.endgame_pool.estimated_wait(call.caller.place());
    if wait > budget.left(started) / 2 {
        return Err(busy(wait));
    }
    let spec = app.job_spec(call, budget.until, None);
    match app.endgame_pool.think(spec, move |_, stop| work(stop)).await {
        // A partial result is no answer.
        Ok(result) if result.preempted => Err(busy(wait)),
        Ok(result) => {
            app.metrics.queue_wait_seconds.at(PoolLabel::Endgames as usize, 0).record(result.waited.as_secs_f64());
            app.note_job_time(call.rpc, result.took, Instant::now() >= budget.until);
            Ok((result.answer, started.elapsed()))
        }
        Err(JobError::Busy) => Err(busy(wait)),
        Err(JobError::Failed) => Err(Refusal::new(Reason::FAULT, "solving failed; the server's log says more")),
    }
}

/// Finds the winner with open cards, by at most `nodes_max` positions; `None` if it was not found.
pub(in crate::service) async fn winner(app: &Arc<App>, call: &Call, game: Endgame, nodes_max: u64) -> Option<Side> {
    let work = move |stop: &mut dyn FnMut() -> bool| {
        with_memory(|memory| solve(&game, false, memory, SolveLimits { nodes_max }, stop).winner)
    };
    run_on_pool(app, call, None, work).await.ok()?.0
}
