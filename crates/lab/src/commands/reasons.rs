//! `lab reasons`: what a persona's reasons say over many choices: how varied they are, and whether reviews of a weaker
//! player name what went wrong.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Context;
use engine::Decision;
use engine::decision::Unit;
use engine::explain::{self, Contrast, Reason, say};
use engine::words::Lang;
use rules::{Action, Chair, Ruleset, Seed, Stage, Table, Trick, View};

use crate::match_runner::game::deal;
use crate::match_runner::player::{PersonaArgs, PersonaPlayer};
use crate::work;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Persona whose choices are explained, and which reviews
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Choices to explain: all before the play, and turns with at least two legal actions if none of them goes out
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    choices: u32,
    /// Choices of `beginner` to review
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    reviewed: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The time limit of a decision, in CPU time
    #[arg(long, value_name = "MS", default_value_t = 20)]
    budget_ms: u64,
    /// Number of explained choices to print, and of reviewed mistakes
    #[arg(long, default_value_t = 5)]
    examples: usize,
    /// The language of the examples
    #[arg(long, default_value = "en")]
    lang: Lang,
}

const WEAKER_PERSONA: &str = "beginner";

struct Turn {
    view: View,
    seed: Seed,
    action: Action,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let named = |name: &str| {
        let player = roster.persona_player(name)?;
        anyhow::Ok(PersonaPlayer { budget_ms: player.budget_ms.or(Some(args.budget_ms)), ..player })
    };
    let player = named(&args.persona).context("PERSONA")?;
    let weaker = named(WEAKER_PERSONA)?;
    let mut tally = ReasonCounts::default();
    explain_choices(args, &player, &mut tally);
    review_choices(args, &player, &weaker, &mut tally);
    tally.write(&args.persona, WEAKER_PERSONA, out)?;
    for (title, examples) in [("choices", &tally.choices), ("mistakes", &tally.mistakes)] {
        let step = (examples.len() / args.examples.max(1)).max(1);
        for example in examples.iter().step_by(step).take(args.examples) {
            writeln!(out, "\n{title}: {example}")?;
        }
    }
    Ok(())
}

fn explain_choices(args: &Args, player: &PersonaPlayer, tally: &mut ReasonCounts) {
    let (mut scratch, mut asked) = (player.scratch(), 0);
    each_choice(args, player, |turn, decision| {
        let reason = explain::decision_reason(&turn.view, decision, scratch.turns());
        let rival = explain::rivals(&decision.candidates, decision.play())[0];
        let rival =
            rival.map_or(String::new(), |rival| format!(" (not {})", text(&turn.view, Action::Play(rival), args.lang)));
        let example =
            format!("{}\n  {}{rival}: {}", turn.view, text(&turn.view, turn.action, args.lang), reason.text(args.lang));
        tally.add_explained(&reason, &example);
        asked += 1;
        asked < args.choices
    });
}

fn review_choices(args: &Args, player: &PersonaPlayer, weaker: &PersonaPlayer, tally: &mut ReasonCounts) {
    if args.reviewed == 0 {
        return;
    }
    let (mut scratch, mut asked) = (player.scratch(), 0);
    each_choice(args, weaker, |turn, _| {
        asked += 1;
        let best = player.decide(&turn.view, turn.seed, &mut scratch).expect("it is the seat's turn");
        if is_mistake(&best, turn.action) && explain::win_certainty(&turn.view, turn.action, scratch.turns()).is_none()
        {
            let contrast =
                explain::contrast(&turn.view, turn.action, best.action, best.trace.strength, scratch.turns());
            // Before the play, a choice without a fact for or against it counts as equally good.
            if contrast != Contrast::NONE || matches!(turn.action, Action::Play(_)) {
                let example = mistake_text(turn, best.action, &contrast, args.lang);
                tally.add_reviewed(&contrast, matches!(turn.action, Action::Play(_)), example);
            }
        }
        asked < args.reviewed
    });
}

fn mistake_text(turn: &Turn, better: Action, contrast: &Contrast, lang: Lang) -> String {
    let fact_text = |reason: &Reason| reason.leading_fact().map_or(String::new(), |_| reason.text(lang));
    let [made, better] = [turn.action, better].map(|action| text(&turn.view, action, lang));
    let (against, instead) = (fact_text(&contrast.made), fact_text(&contrast.better));
    format!("{}\n  {made}: {against}\n  better {better}: {instead}", turn.view)
}

/// True if a choice is a mistake, by the limits of the service's reviews. Before the play, any other choice is one.
fn is_mistake(best: &Decision, made: Action) -> bool {
    let (Action::Play(play), Action::Play(_)) = (made, best.action) else { return made != best.action };
    let candidates = best.candidates.as_slice();
    let value = candidates.iter().find(|candidate| candidate.play == play).map(|candidate| candidate.value);
    let lost = candidates.first().zip(value).map(|(best, value)| best.value - value);
    let limit = if best.unit == Unit::Quarters { 24 } else { 150 };
    made != best.action && !candidates.is_empty() && lost.is_none_or(|lost| lost > limit)
}

/// Passes each turn with a choice to `each`, in hands of self-play, until `each` returns false.
fn each_choice(args: &Args, player: &PersonaPlayer, mut each: impl FnMut(&Turn, &Decision) -> bool) {
    let mut scratch = player.scratch();
    for hand in 0.. {
        let seed = Seed(args.seed).stream(hand);
        let mut rng = seed.stream(0).rng();
        let deal = deal(&args.ruleset, &mut rng);
        let mut table = Table::new(args.ruleset, deal, Chair::ALL[rng.below(3) as usize]);
        let played = work::try_play_out(&mut table, |_, view| {
            let decision = player.decide(view, seed, &mut scratch).expect("it is the seat's turn");
            let goes_on =
                !has_choice(view) || each(&Turn { view: view.clone(), seed, action: decision.action }, &decision);
            if goes_on { Ok(decision.action) } else { Err(()) }
        });
        if played.is_err() {
            return;
        }
    }
}

/// True before the play, and if there are at least two legal actions of which none goes out.
fn has_choice(view: &View) -> bool {
    if view.board().stage() != Stage::Play {
        return true;
    }
    let plays = view.rules().plays(view.hand(), view.trick());
    let goes_out = plays.iter().any(|play| play.cards() == view.hand());
    !goes_out && plays.len() + usize::from(view.trick() != Trick::Lead) > 1
}

fn text(view: &View, action: Action, lang: Lang) -> String {
    say::cards(lang, &super::decide::action_word(view, action))
}

#[derive(Default)]
struct ReasonCounts {
    by_code: BTreeMap<&'static str, u32>,
    explained: u32,
    without: u32,
    reviewed: u32,
    /// Mistakes with a fact against the choice.
    violated: u32,
    /// Mistakes with a fact against the choice or for the better one.
    with_fact: u32,
    calls: u32,
    faults: BTreeMap<&'static str, u32>,
    choices: Vec<String>,
    mistakes: Vec<String>,
}

impl ReasonCounts {
    fn add_explained(&mut self, reason: &Reason, example: &str) {
        self.explained += 1;
        self.without += u32::from(reason.leading_fact().is_none());
        *self.by_code.entry(reason.code()).or_default() += 1;
        self.choices.push(format!("{example} [{}]", reason.code()));
    }

    fn add_reviewed(&mut self, contrast: &Contrast, is_play: bool, example: String) {
        self.reviewed += 1;
        self.calls += u32::from(!is_play);
        let fault = contrast.made.leading_fact();
        self.violated += u32::from(fault.is_some());
        self.with_fact += u32::from(fault.or(contrast.better.leading_fact()).is_some());
        *self.faults.entry(contrast.made.code()).or_default() += 1;
        self.mistakes.push(example);
    }

    fn write(&self, persona: &str, player: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let most = |counts: &BTreeMap<&'static str, u32>| {
            let mut all: Vec<_> = counts.iter().map(|(code, count)| (*count, *code)).collect();
            all.sort_by_key(|(count, code)| (std::cmp::Reverse(*count), *code));
            all
        };
        let leading = most(&self.by_code);
        let (count, code) = leading.first().copied().unwrap_or_default();
        writeln!(out, "{} choices of {persona}", self.explained)?;
        writeln!(out, "most frequent leading fact   {:5.1}%  {code}", share(count, self.explained))?;
        writeln!(out, "without a fact               {:5.1}%", share(self.without, self.explained))?;
        let list = |all: &[(u32, &str)]| {
            all.iter().map(|(count, code)| format!("{code} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(out, "leading facts: {}", list(&leading))?;
        if self.reviewed > 0 {
            writeln!(
                out,
                "\n{} mistakes of {player}, {} of them calls, reviewed by {persona}",
                self.reviewed, self.calls
            )?;
            writeln!(out, "with a violated concept      {:5.1}%", share(self.violated, self.reviewed))?;
            writeln!(out, "with a fact of either         {:5.1}%", share(self.with_fact, self.reviewed))?;
            writeln!(out, "violated: {}", list(&most(&self.faults)))?;
        }
        Ok(())
    }
}
