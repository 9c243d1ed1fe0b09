//! Ctrl-C: the first one asks the work to stop, the second one ends the program. The result so far is still printed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The error for Ctrl-C: the printed result is partial.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

impl Interrupted {
    /// The usual exit code of a program that Ctrl-C ended.
    pub(crate) const CODE: u8 = 130;
}

/// Returns a flag that the first Ctrl-C sets. The second one ends the program at once.
pub(crate) fn stop_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(Interrupted::CODE.into());
        }
    })?;
    Ok(stop)
}
