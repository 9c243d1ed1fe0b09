//! End of a call. A call whose caller goes away is just dropped: the guard notices that too.

use std::sync::Arc;
use std::time::Instant;

use tonic::{Code, Status};

use crate::call::caller::{Caller, Using};
use crate::call::context::Tags;
use crate::call::rpc::Rpc;
use crate::error::{Refusal, reason_of};
use crate::observe::lines;
use crate::state::App;

/// Counts a call under way, and how it ended when it is dropped.
pub(in crate::server) struct CallMetricsGuard {
    app: Arc<App>,
    rpc: Rpc,
    at: Instant,
    code: Code,
    tags: Tags,
    /// Its part of its caller's quota.
    _using: Option<Using>,
}

impl CallMetricsGuard {
    pub(in crate::server) fn begin(app: &Arc<App>, rpc: Rpc, at: Instant, tags: Tags) -> CallMetricsGuard {
        app.metrics.opened(rpc, 1.0);
        CallMetricsGuard { app: Arc::clone(app), rpc, at, code: Code::Cancelled, tags, _using: None }
    }

    /// It is by this caller, whose quota it uses until it ends.
    pub(in crate::server) fn by(&mut self, caller: &Arc<Caller>) -> Result<(), Refusal> {
        self.tags.caller = Some(Arc::clone(caller));
        self._using = Some(self.app.begin(self.rpc, caller)?);
        Ok(())
    }

    /// It was refused: counted by its reason too.
    pub(in crate::server) fn refuse(&mut self, status: &Status) {
        self.code = status.code();
        self.app.metrics.refused(reason_of(status));
        lines::call_failed(self.rpc.name(), status, &self.tags);
    }

    /// The fields that it will be recorded with, as far as is known.
    pub(in crate::server) fn code(&self) -> Code {
        self.code
    }

    /// The fields that it will be recorded with.
    pub(in crate::server) fn set(&mut self, code: Code) {
        self.code = code;
    }
}

impl Drop for CallMetricsGuard {
    fn drop(&mut self) {
        let metrics = &self.app.metrics;
        metrics.opened(self.rpc, -1.0);
        metrics.rpc_total.at(self.rpc as usize, self.code as usize).increment(1);
        if let Some(caller) = &self.tags.caller {
            metrics.caller_calls.of(caller, self.code as usize).increment(1);
        }
        metrics.rpc_seconds.at(self.rpc as usize, 0).record(self.at.elapsed().as_secs_f64());
    }
}
