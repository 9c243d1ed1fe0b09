//! The embedded store: rooms in memory, with a time to live and a cap.
