//! What several groups of tests start or report.

pub(crate) mod binary;
pub(crate) mod missing;
pub(crate) mod redis;
