//! One room: what it knows, and what an event makes of it.
