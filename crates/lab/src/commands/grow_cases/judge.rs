//! The judge of a move's value: the net, or the hand played to its end.

use engine::game_state::GameState;
use engine::net::{Accumulator, CHANCE_ONE, NetInput, Past, Weights};
use engine::search::rollout::RulePolicy;
use rules::{Combo, Hand, Ruleset, Seat, View};

/// The source of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Source {
    /// The seat-view net: it sees what the seat sees. It knows the rulesets with ranks as printed only
    Net,
    /// The cards as they lie (those of a log as they may lie), played to the end by the roll-out policy: true in the mean, and of any
    /// ruleset
    Play,
}

/// A judge with its data.
pub(super) enum Judge {
    Net(Box<Weights>),
    Play(Box<RulePolicy>),
}

impl Judge {
    pub(super) fn new(source: Source, rules: &Ruleset) -> Judge {
        match source {
            Source::Net => Judge::Net(Box::new(Weights::shipped())),
            Source::Play => Judge::Play(Box::new(RulePolicy::new(rules))),
        }
    }

    /// Calls `ask` with a function that values plays of `me` for its side, in [`CHANCE_ONE`]ths, if the seats hold
    /// `hands`.
    pub(super) fn worths(
        &mut self,
        hands: [Hand; 3],
        view: &View,
        me: Seat,
        mut ask: impl FnMut(&mut dyn FnMut(Option<Combo>) -> i32),
    ) {
        match self {
            Judge::Net(weights) => {
                let past = Past::of(view);
                let accumulator = Accumulator::new(weights, NetInput::of(view, me, &past));
                ask(&mut |play| match play {
                    Some(play) if play.cards() == view.hand() => CHANCE_ONE,
                    play => accumulator.value(play).chance(),
                });
            }
            Judge::Play(policy) => {
                let start = GameState::new(hands, me, view.course().standing());
                ask(&mut |play| {
                    let mut playing = start;
                    let mut next = play;
                    loop {
                        if let Some(winner) = playing.act(next) {
                            return if winner == me.side() { CHANCE_ONE } else { 0 };
                        }
                        next = policy.choose(&playing);
                    }
                });
            }
        }
    }
}
