//! Questions for a reader: a position, two close plays, and the reason of the better one, shown or hidden.

use std::io::Write;

use engine::Decision;
use engine::explain::{Explainer, Part, Reason};
use engine::words::Lang;
use rules::{Action, Combo, Seed, Stage};

use super::Turn;

/// Form of the questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Form {
    /// Position and plays alone
    Hidden,
    /// With the reason of the better play
    Shown,
    /// The answers alone
    Key,
}

/// A question.
pub(super) struct Question {
    position: String,
    plays: [String; 2],
    /// The place of the better play.
    better: usize,
    reason: String,
}

/// The loss in deals of 1,000 at which a play is close to the best.
const CLOSE: std::ops::RangeInclusive<i32> = 10..=150;

/// The question of a turn. `None` where no play is close, no fact tells them apart, or the reason names one of the two.
pub(super) fn question(turn: &Turn, decision: &Decision, explainer: &mut Explainer, lang: Lang) -> Option<Question> {
    let view = &turn.view;
    let play = Some(decision.play()).filter(|_| view.board().stage() == Stage::Play)?;
    let [first, second, ..] = decision.candidates.as_slice() else { return None };
    let is_close = first.play == play && CLOSE.contains(&(first.value - second.value));
    let reason = explainer.reason(view, Action::Play(play), [Some(second.play), None], None);
    if !is_close || reason.leading().is_none() || names(&reason, play) || names(&reason, second.play) {
        return None;
    }
    let better = Seed(turn.seed.0).stream(u64::from(view.hand().len())).rng().below(2) as usize;
    let mut plays = [play, second.play].map(|play| super::text(view, Action::Play(play), lang));
    plays.rotate_right(better);
    Some(Question { position: view.to_string(), plays, better, reason: reason.text(lang) })
}

/// True if a reason gives the answer away.
fn names(reason: &Reason, play: Option<Combo>) -> bool {
    let given = play.map_or(Part::Pass, |play| Part::Cards(play.cards()));
    reason.facts().any(|fact| fact.parts().any(|part| part == given))
}

/// Prints questions in a form.
pub(super) fn write(questions: &[Question], form: Form, out: &mut impl Write) -> anyhow::Result<()> {
    for (number, question) in (1..).zip(questions) {
        let [a, b] = &question.plays;
        match form {
            Form::Key => writeln!(out, "{number} {}", ["A", "B"][question.better])?,
            _ => writeln!(out, "{number}. {}\n   A: {a}   B: {b}", question.position)?,
        }
        if form == Form::Shown {
            writeln!(out, "   The better play: {}", question.reason)?;
        }
    }
    Ok(())
}
