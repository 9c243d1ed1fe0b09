//! Processes and certificates for several groups of tests, and the size of their runs.

pub(crate) mod binary;
pub(crate) mod missing;
pub(crate) mod papers;
pub(crate) mod redis;

/// True if the tests run in full size, as for a release.
pub(crate) fn full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty())
}
