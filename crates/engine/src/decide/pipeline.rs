//! The pipeline of a play: which stages are asked, in which order. All stages have one signature; [`STAGES`] lists them. The first that
//! decides ends it, so a stage cannot veto what an earlier one decided: that is what [guards](crate::rule_player::guard) are for.

use rules::Trick;

use super::net_player::by_net;
use super::stage::{Choice, Ground, StageResult, Work};
use super::{cases, nets, path, published, search, solver, strategies, weigh};
use crate::decision::{Decider, Trace};
use crate::turn::Turn;
use crate::wild_player;

/// A stage of the pipeline.
struct Stage {
    is_asked: fn(&Pipeline) -> bool,
    run: fn(&mut Work<'_, '_>) -> StageResult,
}

/// The stage that chooses, and those that may overrule the choice.
#[derive(Clone, Copy, Debug)]
struct Pipeline {
    nets: bool,
    stand_ins: bool,
    cases: bool,
    published: bool,
}

/// Every stage, in order.
const STAGES: &[Stage] = &[
    Stage { is_asked: |_| true, run: without_choice },
    // The choice: one of these three.
    Stage { is_asked: |pipeline| pipeline.nets, run: nets::choose },
    Stage { is_asked: |pipeline| !pipeline.nets && pipeline.stand_ins, run: weigh::choose },
    Stage { is_asked: |pipeline| !pipeline.nets && !pipeline.stand_ins, run: strategies::choose },
    Stage { is_asked: |pipeline| pipeline.cases, run: cases::overrule },
    // Nets judge one play at a time and see no order behind it.
    Stage { is_asked: |pipeline| pipeline.nets && !pipeline.stand_ins, run: path::offer },
    // The published player asks nothing else.
    Stage { is_asked: |pipeline| pipeline.published, run: published::vote },
    Stage { is_asked: |_| true, run: solver::overrule },
    // The look ahead: one of these two.
    Stage { is_asked: |pipeline| pipeline.stand_ins, run: search::play_out_stand_ins },
    Stage { is_asked: |pipeline| pipeline.nets && !pipeline.stand_ins, run: search::look_ahead },
];

impl Pipeline {
    /// Returns the pipeline of the turn's persona.
    fn of(now: &Turn, is_beyond_cases: bool) -> Pipeline {
        let nets = by_net(now.view, now.persona);
        let stand_ins = now.rules().has_stand_ins();
        let cases = !nets && !stand_ins && now.persona.params().cases && !is_beyond_cases;
        Pipeline { nets, stand_ins, cases, published: published::is_asked(now) }
    }
}

/// Runs the stages until one decides. Cases are not asked about players beyond them.
pub(super) fn run(mut work: Work<'_, '_>, is_beyond_cases: bool) -> (Choice, Trace) {
    let pipeline = Pipeline::of(work.now, is_beyond_cases);
    for stage in STAGES.iter().filter(|stage| (stage.is_asked)(&pipeline)) {
        if (stage.run)(&mut work) == StageResult::Decided {
            break;
        }
    }
    (work.choice, work.trace)
}

/// Takes the only legal play; among wild ranks also the whole hand, which the frugal list may lack.
fn without_choice(work: &mut Work<'_, '_>) -> StageResult {
    let now = work.now;
    if now.rules().has_stand_ins()
        && let Some(play) = wild_player::going_out(now.view)
    {
        work.choice = Choice::unweighed(Some(play), "one-combo", Decider::Rules, Ground::GoesOut);
        return StageResult::Decided;
    }
    if now.plays.is_empty() || (now.plays.len() == 1 && now.trick == Trick::Lead) {
        work.choice = Choice::unweighed(now.plays.first().copied(), "forced", Decider::Forced, Ground::Judged);
        return StageResult::Decided;
    }
    StageResult::Undecided
}
