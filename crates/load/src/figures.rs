//! The figures that the service has to reach: each is one measurement with a verdict.

pub(crate) mod budget;
pub(crate) mod capacity;
mod bench;
mod room_question;
pub(crate) mod overhead;

use serde::Serialize;

/// One line of a figure: what was measured, and what it had to be.
#[derive(Clone, Debug, Serialize)]
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

/// Writes a share as a percentage, rounded down, so that 99.999% does not become 100%.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2}%", (share * 10_000.0).floor() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_down() {
        assert_eq!(percent(0.99999), "99.99%");
        assert_eq!(percent(1.0), "100.00%");
    }
}
