//! Results as tables.

use std::io::{self, Write};

/// One line of a result: what was measured, and what it had to be.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) what: String,
    pub(crate) found: String,
    pub(crate) wanted: String,
    pub(crate) met: bool,
}

impl Measure {
    pub(crate) fn new(
        what: impl Into<String>,
        found: impl Into<String>,
        wanted: impl Into<String>,
        met: bool,
    ) -> Measure {
        Measure { what: what.into(), found: found.into(), wanted: wanted.into(), met }
    }
}

/// Prints the measured figures and whether each is enough.
pub(crate) fn print(title: &str, measures: &[Measure]) {
    print_text(&format!("{title}\n"));
    for Measure { what, found, wanted, met } in measures {
        let verdict = if *met { "met" } else { "NOT MET" };
        print_text(&format!("  {what:<42} {found:<12} {verdict:<8} wanted {wanted}\n"));
    }
}

/// Prints. A reader may close the pipe early: the measurement has not failed.
pub(crate) fn print_text(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}
