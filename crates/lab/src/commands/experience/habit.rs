//! Scripted players: a persona with one habit that it never drops.

use engine::{Decision, Persona, Scratch, decide};
use rules::{Action, Combo, Kind, Seed, Stage, Trick, View};

/// The action of a scripted player whatever it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Habit {
    /// Nothing: it plays as its persona does
    None,
    /// Calls as high as it may
    AlwaysBids,
    /// Never plays a bomb
    NeverBombs,
    /// Answers with the highest cards that it has of the kind
    AnswersHighest,
    /// Leads its lowest card alone
    LeadsSingles,
    /// Passes three times of five where it would answer
    HoldsBack,
    /// Plays three of a rank of which it holds four, wherever it can
    SplitsFours,
}

impl Habit {
    pub(crate) const ALL: [Habit; 7] = [
        Habit::None,
        Habit::AlwaysBids,
        Habit::NeverBombs,
        Habit::AnswersHighest,
        Habit::LeadsSingles,
        Habit::HoldsBack,
        Habit::SplitsFours,
    ];

    /// The word in options.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Habit::None => "none",
            Habit::AlwaysBids => "always-bids",
            Habit::NeverBombs => "never-bombs",
            Habit::AnswersHighest => "answers-highest",
            Habit::LeadsSingles => "leads-singles",
            Habit::HoldsBack => "holds-back",
            Habit::SplitsFours => "splits-fours",
        }
    }
}

impl std::fmt::Display for Habit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A player with a habit.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) habit: Habit,
    /// The persona that decides the rest.
    pub(crate) persona: Persona,
}

impl Script {
    pub(crate) fn act(&self, view: &View, seed: Seed, scratch: &mut Scratch) -> Action {
        if self.habit == Habit::AlwaysBids && view.board().stage() == Stage::Auction {
            let highest = view.board().bidding().options().last();
            return Action::Call(highest.expect("the seat to act has an option"));
        }
        let decision = decide(view, &self.persona, seed, scratch).expect("it is its turn");
        match (self.habit, decision.action) {
            (Habit::NeverBombs, Action::Play(Some(play))) if play.is_bomb() => {
                Action::Play(without_bombs(view, &decision))
            }
            (Habit::AnswersHighest, Action::Play(Some(play))) => Action::Play(Some(highest(view, play))),
            (Habit::LeadsSingles, Action::Play(Some(play))) if view.trick() == Trick::Lead => {
                Action::Play(Some(lowest_single(view, play)))
            }
            (Habit::HoldsBack, Action::Play(Some(play)))
                if view.trick() != Trick::Lead
                    && play.cards() != view.hand()
                    && seed.stream(HOLDS_BACK + view.log().len() as u64).rng().below(5) < 3 =>
            {
                Action::Play(None)
            }
            (Habit::SplitsFours, Action::Play(play)) => Action::Play(split_four(view, play)),
            (_, action) => action,
        }
    }
}

/// The random streams in which turns are held back.
const HOLDS_BACK: u64 = 1 << 20;

/// Three of a four that the hand holds, where they may be played and the play does not go out.
fn split_four(view: &View, play: Option<Combo>) -> Option<Combo> {
    let fours = view.hand().at_least(4);
    if fours.is_empty() || play.is_some_and(|play| play.cards() == view.hand()) {
        return play;
    }
    let threes = [Kind::TripleSingle, Kind::TriplePair, Kind::Triple];
    let plays = view.rules().plays(view.hand(), view.trick());
    let splits = |kind: &Kind| plays.iter().find(|play| play.kind() == *kind && fours.has(play.key())).copied();
    threes.iter().find_map(splits).or(play)
}

/// The best that was weighed beside bombs, else a pass, else the first play that is no bomb.
fn without_bombs(view: &View, decision: &Decision) -> Option<Combo> {
    let weighed = decision.candidates.as_slice().iter().map(|candidate| candidate.play);
    let plays = view.rules().plays(view.hand(), view.trick()).into_iter().map(Some);
    let pass = (view.trick() != Trick::Lead).then_some(None);
    let fits = |play: &Option<Combo>| play.is_none_or(|play| !play.is_bomb());
    weighed.chain(pass).chain(plays).find(fits).expect("a bomb can be taken apart")
}

/// The highest answer of the kind of `play`; leads and bombs stay.
fn highest(view: &View, play: Combo) -> Combo {
    let Trick::Follow(standing) = view.trick() else { return play };
    if play.kind() != standing.kind() {
        return play;
    }
    let plays = view.rules().plays(view.hand(), view.trick());
    let same = plays.into_iter().filter(|other| other.kind() == play.kind());
    same.fold(play, |best, other| if view.rules().beats(other, best) { other } else { best })
}

/// The lowest card alone, unless the play goes out.
fn lowest_single(view: &View, play: Combo) -> Combo {
    if play.cards() == view.hand() {
        return play;
    }
    let singles = view.rules().plays(view.hand(), Trick::Lead).into_iter();
    let mut singles = singles.filter(|other| other.kind() == Kind::Single);
    let first = singles.next().expect("every card leads alone");
    singles.fold(first, |low, other| if view.rules().beats(low, other) { other } else { low })
}
