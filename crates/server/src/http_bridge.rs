//! The HTTP bridge: the convention that open-source servers already use.
