//! From decisions to wire messages.
