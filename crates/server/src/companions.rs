//! Where companions are sent: how many of which persona, to which place. [`policy`] reads what the configuration allows, [`plan`]
//! applies it to those who wait. Both are pure: the same request, policy and seed give the same plan on every replica.

pub mod plan;
pub mod policy;
