//! Where rooms are kept, as a trait.
