//! Processes and papers that several groups of tests need, and the size that they run in.

pub(crate) mod binary;
pub(crate) mod missing;
pub(crate) mod papers;
pub(crate) mod redis;

/// True if the long sizes are to run: those of a release.
pub(crate) fn full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty())
}
