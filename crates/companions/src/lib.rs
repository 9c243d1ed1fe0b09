//! Where companions are sent: how many of which persona, to which region. [`policy`] reads what an operator allows, [`plan`]
//! applies it to those who wait, and [`day`] plays a day of arrivals against it. All of it is pure: the same request, policy and
//! seed give the same plan on every replica.

pub mod policy;
pub mod plan;
pub mod day;
