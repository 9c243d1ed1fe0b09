//! From decisions to wire messages.

use std::time::Duration;

use engine::decision::{Candidate, Unit};
use engine::endgame::Grade;
use engine::explain::say::text;
use engine::explain::{self, Fact, Reason as Facts, wild_card_fact};
use engine::hand::split::Plan;
use engine::manners::{Occasion, face_delay_ms};
use engine::rule_player::strategy;
use engine::words::Lang;
use engine::{Decider, Decision, HandTrace, hand_trace};
use prost::Message;
use rules::{Action, Chair, Combo, Ruleset, Stage, View};
use wire::v1;
use wire::v1::action::What;

use super::inbound::{self, Options, Position};
use super::legal::{LegalPlays, Mismatch, Replacement};
use crate::observe::metrics::Degradation;
use crate::pool::with_scratch;
use crate::room::store::RoomEnd;
use game::cards::{CardForm, Cards};
use game::names;
use game::refusal::Refusal;

/// The version of the engine, as answers name it.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// A decision, and the other data for its answer and its replay line.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionRecord {
    /// The decision, after the choice from the backend's list, if there is one.
    pub decision: Decision,
    /// The persona's decision, and the part of the engine that made it: the list may have put another play in its place.
    pub own: (Action, Decider),
    /// The reason why the answer is degraded, if it is.
    pub degraded: Option<Degradation>,
    /// The time that the decision took.
    pub took: Duration,
    /// The time budget of the decision, from the call's arrival on.
    pub budget: Duration,
    /// The choice from the backend's list, if it took the place of the decided play.
    pub replaced: Option<Replacement>,
    /// The differences between the backend's list and the rules.
    pub mismatch: Option<Mismatch>,
}

/// Makes the answer. Its reason has facts and no text: [`with_reason_text`] adds the text.
pub fn decision(
    position: &Position,
    decided: &DecisionRecord,
    options: &v1::DecisionOptions,
    room_version: Option<u64>,
) -> v1::Decision {
    let Position { view, cards: held, form, companion, habits, .. } = position;
    let DecisionRecord { decision, replaced, .. } = decided;
    // The hand as the persona sees it.
    let hand_trace = || with_scratch(|scratch| hand_trace(view, &companion.persona, habits, decision, scratch));
    let hand_trace = options.want_trace.then(hand_trace).flatten();
    // A play unknown to the ruleset has cards, and no combo.
    let (action, play, cards) = match replaced {
        Some(Replacement::Unknown(listed)) => {
            (v1::Action { what: Some(What::Play(listed.to_combo(form))) }, None, Some(listed.cards.hand()))
        }
        _ => (action(view.rules(), form, held, decision.action), decision.play(), decision.play().map(Combo::cards)),
    };
    // Drawn as for the reaction to the event that follows.
    let is_pleased = cards == Some(view.hand())
        && face_delay_ms(&companion.persona, position.hand_seed, Occasion::GoesOut).is_some();
    let degraded = decided.degraded.map_or(v1::Degraded::Unspecified, to_degraded);
    let told_reason = match replaced {
        None => with_scratch(|scratch| explain::decision_reason(view, decision, scratch.turns())),
        Some(Replacement::Other) => Facts::from_code("listed"),
        Some(Replacement::Unknown(_)) => Facts::from_code("listed-unknown"),
    };
    let weighed = if options.want_alternatives { decision.candidates.as_slice() } else { &[] };
    let covered = |place: usize| *hand_trace.as_ref()?.candidates_covered.get(place)?;
    let alternatives = weighed.iter().enumerate().map(|(place, candidate)| v1::Alternative {
        covered: covered(place).map(share),
        ..alternative(position, candidate, decision.unit)
    });
    let mismatch = decided.mismatch.as_ref().map(|mismatch| warning("LIST_DIFFERS", mismatch.sentence()));
    v1::Decision {
        action: Some(action),
        reason: Some(to_reason(&told_reason, view, play)),
        think_time_ms: decision.think_ms,
        emote: if is_pleased { v1::Emote::Happy } else { v1::Emote::Unspecified } as i32,
        win_chance: decision.win_chance.map(share),
        alternatives: alternatives.collect(),
        unit: unit(decision.unit) as i32,
        trace: options.want_trace.then(|| Box::new(trace(position, decision, hand_trace.as_ref()))),
        source: Some(v1::DecisionSource {
            degraded: degraded as i32,
            compute_us: micros(decided.took),
            worlds: decision.trace.worlds,
            nodes: decision.trace.nodes,
            ..source(position, decision.decider, room_version)
        }),
        warnings: position.warnings.iter().cloned().chain(mismatch).collect(),
    }
}

/// Rounds to the nearest microsecond: cutting off would lower each time by half a microsecond on average.
fn micros(took: Duration) -> u32 {
    (took + Duration::from_nanos(500)).as_micros() as u32
}

/// Writes the part of a source that every answer has.
fn source(position: &Position, decider: Decider, room_version: Option<u64>) -> v1::DecisionSource {
    let (companion, rules) = (&position.companion, position.view.rules());
    v1::DecisionSource {
        persona: companion.persona.name().to_owned(),
        strength: companion.strength,
        ruleset: rules.to_string(),
        engine_version: ENGINE_VERSION.to_owned(),
        hand_seed: position.hand_seed.0,
        disclosed: position.disclosed,
        decider: to_decider(decider) as i32,
        room_version: room_version.map(wire_count),
        ..v1::DecisionSource::default()
    }
}

/// Adds a warning to the answer to a turn in a room if the request did not name the room's version.
pub fn with_version_warning(mut decision: v1::Decision, has_version: bool) -> v1::Decision {
    if !has_version {
        let message = "the request tells no version of the room: after a failover of its store the turn is decided at an \
                       older state";
        decision.warnings.push(warning("NO_VERSION", message));
    }
    decision
}

fn warning(rule: &str, message: impl Into<String>) -> v1::Warning {
    v1::Warning { sequence: 0, rule: rule.to_owned(), message: message.into() }
}

/// Adds the reason's text in that language. Rooms store the reason without it.
pub fn with_reason_text(language: Lang, mut decision: v1::Decision) -> v1::Decision {
    if let Some(v1::DecisionReason { text, facts, .. }) = &mut decision.reason {
        *text = reason_text(language, facts);
    }
    decision
}

/// Adds the reason's text in the language of the request, and warnings about an unused list and an unknown language.
pub fn with_texts(options: &Options, decision: v1::Decision) -> v1::Decision {
    let language = inbound::language(&options.sent.language);
    let mut decision = with_reason_text(language.unwrap_or_default(), decision);
    let action = decision.action.as_ref().and_then(|action| action.what.as_ref());
    if options.legal_plays.is_some() && !matches!(action, Some(What::Play(_) | What::Passed(_))) {
        let message = "legal_plays was not used: it is for a lead or an answer";
        decision.warnings.push(warning("LIST_UNUSED", message));
    }
    if language.is_none() {
        let name = &options.sent.language;
        let message = format!("options.language: {name:.20?} is not spoken here, reasons are in English");
        decision.warnings.push(warning("UNKNOWN_LANGUAGE", message));
    }
    decision
}

/// Writes a count on the wire. A count beyond the range is written as the maximum.
pub fn wire_count(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Writes an action of a chair that holds these cards.
pub fn action(rules: &Ruleset, form: &CardForm, held: &Cards, action: Action) -> v1::Action {
    let what = match action {
        Action::PassOn(cards) => What::PassOn(form.to_cards(held, cards, cards.to_string())),
        Action::Call(call) => What::Call(names::to_call(call) as i32),
        Action::Raise(raise) => What::Doubling(names::to_raise(raise) as i32),
        // The answer has the cards, because the event needs them.
        Action::Show(open) => {
            let shown = open.then(|| form.to_cards(held, held.hand(), held.hand().to_string()));
            What::Show(v1::Show { open, hand: shown, factor: 0 })
        }
        Action::Play(None) => What::Passed(true),
        Action::Play(Some(combo)) => What::Play(form.to_combo(rules, held, combo)),
    };
    v1::Action { what: Some(what) }
}

/// Writes a play that was weighed.
pub fn alternative(position: &Position, candidate: &Candidate, unit: Unit) -> v1::Alternative {
    let Position { view, cards, form, .. } = position;
    v1::Alternative {
        action: Some(action(view.rules(), form, cards, Action::Play(candidate.play))),
        value: Some(unit.display_value(candidate.value)),
        covered: None,
    }
}

/// Writes a number of thousandths.
pub fn share(of_thousand: i32) -> f64 {
    f64::from(of_thousand) / 1000.0
}

/// Writes a plan of a hand.
pub fn split_plan(rules: &Ruleset, form: &CardForm, held: &Cards, plan: &Plan, covered: &[i32]) -> v1::SplitPlan {
    let points = |quarters| Unit::Quarters.display_value(quarters);
    let part = |(at, &part): (usize, &Combo)| v1::Alternative {
        action: Some(action(rules, form, held, Action::Play(Some(part)))),
        value: plan.points.get(at).map(|&quarters| points(quarters)),
        covered: covered.get(at).copied().map(share),
    };
    v1::SplitPlan {
        splitter: plan.splitter.to_owned(),
        parts: plan.parts.iter().enumerate().map(part).collect(),
        hand_points: points(plan.hand_points),
        weight: plan.weight,
        mean: share(plan.mean),
    }
}

/// Writes the unit of a decider's values.
pub fn unit(unit: Unit) -> v1::ValueUnit {
    match unit {
        Unit::Quarters => v1::ValueUnit::Points,
        Unit::Wins => v1::ValueUnit::Chance,
        Unit::Score => v1::ValueUnit::Score,
        Unit::Votes => v1::ValueUnit::Votes,
    }
}

fn trace(position: &Position, decision: &Decision, hand_trace: Option<&HandTrace>) -> v1::Trace {
    let Position { view, cards: held, form, .. } = position;
    let trace = &decision.trace;
    let combo = |combo: &Combo| form.to_combo(view.rules(), held, *combo);
    let split = |trace: &HandTrace| split_plan(view.rules(), form, held, &trace.plan, &trace.parts_covered);
    v1::Trace {
        position: view.to_string(),
        rows: strategy::strategies_in_order(trace, view.trick()).map(|row| row.name.to_owned()).collect(),
        guard: trace.held_back.map_or_else(String::new, |held| held.guard.to_owned()),
        win_path: trace.win_path.iter().flat_map(|path| path.iter().map(combo).collect::<Vec<_>>()).collect(),
        strength_rank: trace.strength.map(|strength| strength.rank as u32),
        strength_wins: trace.strength.map(|strength| strength.wins as u32),
        taken_as_naive: trace.taken_as_naive.map(Vec::from).unwrap_or_default(),
        row: trace.row.unwrap_or_default().to_owned(),
        split: hand_trace.map(split),
    }
}

/// Returns the answer to standing cards that are no combo of the ruleset: a pass, or a play of the backend's list.
pub fn decision_on_odd_standing(
    position: &Position,
    legal: Option<&LegalPlays>,
    options: &v1::DecisionOptions,
    room_version: Option<u64>,
) -> v1::Decision {
    let play = legal.and_then(|legal| legal.play_on_odd_standing(&position.view));
    let what = play.map_or(What::Passed(true), |play| What::Play(play.to_combo(&position.form)));
    let decider = if play.is_some() { Decider::Rules } else { Decider::Forced };
    let think_ms = position.companion.persona.params().pace_ms as u32 / 2;
    v1::Decision {
        action: Some(v1::Action { what: Some(what) }),
        reason: Some(to_reason(&Facts::from_code("odd-standing"), &position.view, None)),
        think_time_ms: options.clock_ms.map_or(think_ms, |clock_ms| think_ms.min(engine::think_ms_max(clock_ms))),
        source: Some(source(position, decider, room_version)),
        warnings: position.warnings.clone(),
        ..v1::Decision::default()
    }
}

/// Writes the decision of the bot on a chair, or the reason why it has none.
pub fn turn_decision(chair: Chair, answer: Result<v1::Decision, Refusal>) -> v1::TurnDecision {
    use v1::turn_decision::Result as Outcome;
    let result = match answer {
        Ok(decision) => Outcome::Decision(decision),
        Err(refusal) => {
            // A status keeps its details as a `google.rpc.Status`, and an `ItemStatus` has the same fields.
            let status = v1::ItemStatus::decode(refusal.into_status().details());
            Outcome::Status(status.expect("the status of a refusal has details"))
        }
    };
    v1::TurnDecision { chair: names::to_chair(chair) as i32, result: Some(result) }
}

/// Declares the writer of an enum that has the same names on both sides.
macro_rules! enum_writers {
    ($write:ident, $wire:ty, $ours:ident, [$($name:ident),+ $(,)?]) => {
        #[doc = concat!("Writes a [`", stringify!($ours), "`].")]
        pub fn $write(value: $ours) -> $wire {
            match value { $($ours::$name => <$wire>::$name,)+ }
        }
    };
}

enum_writers! { to_stage, v1::Stage, Stage, [PassOn, Auction, Bottom, Doubling, Showing, Play, Over, Redeal, Wild] }

enum_writers! { to_grade, v1::Grade, Grade, [Beginner, Easy, Medium, Hard, Master] }

enum_writers! { to_decider, v1::Decider, Decider, [Forced, Rules, Cases, Net, Search, Solver] }
enum_writers! { to_degraded, v1::Degraded, Degradation, [Overload, Budget, LegalPlays, Store] }
enum_writers! { to_end, v1::RoomEnd, RoomEnd, [Closed, Expired, Evicted] }

/// Reads a [`Grade`]; unspecified is `None`.
pub fn read_grade(number: i32) -> Result<Option<Grade>, Refusal> {
    let sent = v1::Grade::try_from(number).map_err(|_| names::unknown_value(number, "Grade"))?;
    Ok(Grade::ALL.into_iter().find(|&grade| to_grade(grade) == sent))
}

/// Returns the facts of a reason, and what the wild cards of the play stand for. The text stays empty: a room stores the facts, and
/// [`reason_text`] writes them for each caller.
pub fn to_reason(reason: &Facts, view: &View, play: Option<Combo>) -> v1::DecisionReason {
    let reading = play.and_then(|play| wild_card_fact(view.rules(), play));
    let facts = reason.facts().chain(reading).map(to_fact).collect();
    v1::DecisionReason { code: reason.code().to_owned(), text: String::new(), facts }
}

/// Returns one side of a contrast; `None` without a fact.
pub fn to_side_reason(language: Lang, reason: &Facts) -> Option<v1::DecisionReason> {
    let facts: Vec<v1::Fact> = reason.facts().map(to_fact).collect();
    let text = reason_text(language, &facts);
    (!facts.is_empty()).then(|| v1::DecisionReason { code: reason.code().to_owned(), text, facts })
}

fn to_fact(fact: Fact) -> v1::Fact {
    v1::Fact { concept: fact.code().to_owned(), parts: fact.tokens() }
}

/// Writes facts as sentences. A fact that this version does not know is left out: a later version may have stored it.
pub fn reason_text(language: Lang, facts: &[v1::Fact]) -> String {
    text(language, facts.iter().map(|fact| (fact.concept.as_str(), fact.parts.as_slice())))
}

#[cfg(test)]
mod tests {
    use engine::turn::TurnBuffers;

    use super::*;

    #[test]
    fn facts_are_stored_once_and_written_in_each_language() {
        let view: View = "me=up hand=34567KQ left=9,4,7 standing=landlord:6".parse().unwrap();
        let play = |text: &str| view.rules().read_play(text, view.trick()).unwrap();
        let rivals = [Some(play("7")), None];
        let reason = explain::reason(&view, Action::Play(play("K")), rivals, None, &mut TurnBuffers::new());
        let mut sent = to_reason(&reason, &view, play("K"));
        let fact = |concept: &str, parts: &[&str]| v1::Fact {
            concept: concept.to_owned(),
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        };
        assert_eq!(sent.facts, [fact("keeps-straight", &["34567"]), fact("not-topped-by", &["8 9 T", "7"])]);
        for lang in [Lang::En, Lang::Zh] {
            assert_eq!(reason_text(lang, &sent.facts), reason.text(lang));
        }
        sent.facts.insert(0, fact("of-a-later-version", &["3"]));
        assert_eq!(reason_text(Lang::En, &sent.facts), reason.text(Lang::En));
        assert_eq!(reason_text(Lang::En, &[]), Facts::NONE.text(Lang::En));
        let one_side = to_side_reason(Lang::En, &reason).unwrap();
        assert_eq!((one_side.code.as_str(), one_side.text), (reason.code(), reason.text(Lang::En)));
        assert_eq!(to_side_reason(Lang::En, &Facts::NONE), None);
    }
}
