//! The meter of a solve: it counts nodes and asks `halt` if the solve must stop.

use rules::Ruleset;

/// Limits of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimits {
    /// The most positions that are entered, over all seats and first plays.
    pub nodes_max: u64,
}

impl SolveLimits {
    /// No limit except the caller's `halt`.
    pub const NONE: SolveLimits = SolveLimits { nodes_max: u64::MAX };
}

/// The reason why a solve ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// The caller's `halt` returned true.
    #[error("the solve was halted")]
    Halted,
    /// The solve needed more positions than [`SolveLimits::nodes_max`].
    #[error("the solve reached its limit of nodes")]
    Nodes,
}

/// The number of nodes between two questions to `halt` in plain rulesets.
const NODES_PER_CHECK: u64 = 1024;
/// The number of nodes between two questions in other natural rulesets: a node takes longer.
const SLOW_NODES_PER_CHECK: u64 = 256;
/// The number of nodes between two questions with wild ranks: a node may have very many plays.
const WILD_NODES_PER_CHECK: u64 = 4;

pub(crate) struct Meter<'a> {
    nodes: u64,
    /// The number of nodes at which the meter checks its limits next.
    next: u64,
    nodes_max: u64,
    /// The number of nodes between two questions to `halt`.
    every: u64,
    halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn of(rules: &Ruleset, limits: SolveLimits, halt: &'a mut dyn FnMut() -> bool) -> Meter<'a> {
        let every = match (rules.has_wild_ranks(), rules.is_plain()) {
            (true, _) => WILD_NODES_PER_CHECK,
            (false, false) => SLOW_NODES_PER_CHECK,
            (false, true) => NODES_PER_CHECK,
        };
        Meter::with_interval(every, limits, halt)
    }

    pub(crate) fn with_interval(every: u64, limits: SolveLimits, halt: &'a mut dyn FnMut() -> bool) -> Meter<'a> {
        Meter { nodes: 0, next: every.min(limits.nodes_max), nodes_max: limits.nodes_max, every, halt }
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next { self.check_limits() } else { Ok(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.nodes_max {
            return Err(Stopped::Nodes);
        }
        if (self.halt)() {
            return Err(Stopped::Halted);
        }
        self.next = (self.nodes + self.every).min(self.nodes_max.saturating_add(1));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rules::Rank;

    use super::*;

    #[test]
    fn rulesets_with_slow_nodes_check_more_often() {
        let wild = Ruleset::LAIZI.with_wild(Rank::from_letter('7').unwrap()).unwrap();
        for (rules, every) in [(Ruleset::CLASSIC, 1024), (Ruleset::JOURNEY, 256), (wild, 4)] {
            let mut asked = 0;
            let mut halt = || {
                asked += 1;
                false
            };
            let mut meter = Meter::of(&rules, SolveLimits::NONE, &mut halt);
            (0..4096).for_each(|_| meter.tick().unwrap());
            assert_eq!(asked, 4096 / every, "{rules}");
        }
    }
}
