//! How long a decision may take.
