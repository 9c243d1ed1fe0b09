//! `lab style`: compares a persona with a built-in one: bids by strength of hand, leads by kind, bombs by phase, answers, pace
//! and emotes. Both decide the same turns.

use std::fmt::Write as _;
use std::io::Write;

use engine::manners::{Occasion, face_delay_ms};
use engine::{Persona, Scratch, decide};
use rules::{Action, Call, Chair, Combo, Kind, Ruleset, Seat, Seed, Table, Trick, View};

use crate::match_runner::game::deal;
use crate::match_runner::player::PersonaArgs;
use crate::report::stats::{Mean, Rate};
use crate::work;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A persona, or NAME:key=value,…; it is compared with the built-in one of its skill
    name: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Number of hands whose turns each persona is asked about
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
}

/// Fifths of all hands, from the weakest to the best.
const HAND_FIFTHS: [&str; 5] = ["weakest fifth", "second fifth", "middle fifth", "fourth fifth", "best fifth"];
/// Phases of a hand, by the number of the 54 cards still held.
const HAND_PHASES: [(&str, u32); 3] = [("early, 36 cards held or more", 36), ("middle, 20 or more", 20), ("late", 0)];
const LEAD_KINDS: [&str; 6] = ["single", "pair", "triple", "chain", "four with two", "bomb or rocket"];

#[derive(Clone, Copy, Default)]
struct Style {
    bids: [Rate; HAND_FIFTHS.len()],
    leads: [u32; LEAD_KINDS.len()],
    cards_led: Mean,
    bombs: [Rate; HAND_PHASES.len()],
    /// Answers to an enemy's combo that could be answered, and to the partner's.
    answers: [Rate; 2],
    /// Seconds of a turn with a choice, and of a pass.
    pace: [Mean; 2],
    faces: Rate,
    /// Seconds until an emote.
    emote_after: Mean,
    urge_s: i32,
    /// The percentage of urgings after which it plays at once.
    hurry_percent: i32,
}

fn lead_kind(combo: Combo) -> usize {
    match combo.kind() {
        Kind::Single => 0,
        Kind::Pair => 1,
        Kind::Triple | Kind::TripleSingle | Kind::TriplePair => 2,
        Kind::FourSingles | Kind::FourPairs => 4,
        _ if combo.is_bomb() => 5,
        _ => 3,
    }
}

struct Turns {
    bids: Vec<(View, Seed)>,
    plays: Vec<(View, Seed)>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let persona = roster.persona_player(&args.name)?.persona;
    let built_in = persona.skill().name();
    let turns = selfplay_turns(args);
    let mut styles = vec![(args.name.as_str(), measure_style(&persona, &turns, args.seed))];
    if args.name != built_in {
        styles.push((built_in, measure_style(&roster.persona_player(built_in)?.persona, &turns, args.seed)));
    }
    Ok(out.write_all(table(&styles).as_bytes())?)
}

/// Returns turns of self-play by `rules`: the first turn of each hand, and the turns of the play with a choice.
fn selfplay_turns(args: &Args) -> Turns {
    let player = Persona::named("rules").expect("a built-in row");
    let (mut scratch, mut turns) = (Scratch::new(), Turns { bids: Vec::new(), plays: Vec::new() });
    for hand in 0..args.hands {
        let seed = Seed(args.seed).stream(hand);
        let deal = deal(&args.ruleset, &mut seed.rng());
        let auction = Table::new(args.ruleset, deal, Chair::First);
        if let Some(chair) = auction.board().turn() {
            turns.bids.push((auction.view(chair), seed));
        }
        let mut table = Table::at_lead(args.ruleset, deal);
        work::play_out(&mut table, |_, view| {
            let plays = args.ruleset.plays(view.hand(), view.trick());
            if plays.len() + usize::from(view.trick() != Trick::Lead) > 1 {
                turns.plays.push((view.clone(), seed));
            }
            decide(view, &player, seed, &mut scratch).expect("it is the seat's turn").action
        });
    }
    turns
}

fn measure_style(persona: &Persona, turns: &Turns, seed: u64) -> Style {
    let mut scratch = Scratch::new();
    let params = persona.params();
    let mut style = Style { urge_s: params.urge_s, hurry_percent: params.hurry_percent, ..Style::default() };
    for (view, seed) in &turns.bids {
        let decision = decide(view, persona, *seed, &mut scratch).expect("it is asked first");
        if let (Action::Call(call), Some(strength)) = (decision.action, decision.trace.strength) {
            let fifth = (strength.rank.clamp(0, 999) as usize) * HAND_FIFTHS.len() / 1_000;
            style.bids[fifth].add(call != Call::Pass);
        }
    }
    for (view, seed) in &turns.plays {
        let decision = decide(view, persona, *seed, &mut scratch).expect("it is the seat's turn");
        style.add_play(view, decision.play(), f64::from(decision.think_ms) / 1_000.0);
    }
    // Emotes do not depend on the turns, so 20 occasions are drawn for each hand.
    for hand in 0..turns.bids.len().max(1) as u64 {
        for event in 1..=20 {
            let shown = face_delay_ms(persona, Seed(seed).stream(hand), Occasion::Event(event));
            style.faces.add(shown.is_some());
            if let Some(after_ms) = shown {
                style.emote_after.add(f64::from(after_ms) / 1_000.0);
            }
        }
    }
    style
}

impl Style {
    fn add_play(&mut self, view: &View, play: Option<Combo>, seconds: f64) {
        self.pace[0].add(seconds);
        if play.is_none() {
            self.pace[1].add(seconds);
        }
        let plays = view.rules().plays(view.hand(), view.trick());
        if view.trick() == Trick::Lead {
            if let Some(combo) = play {
                self.leads[lead_kind(combo)] += 1;
                self.cards_led.add(f64::from(combo.len()));
            }
        } else if let (Some((owner, _)), Some(me), false) = (view.course().standing(), view.seat(), plays.is_empty()) {
            self.answers[usize::from(owner.side() == me.side())].add(play.is_some());
        }
        if plays.iter().any(|play| play.is_bomb()) {
            let held: u32 = Seat::ALL.into_iter().map(|seat| view.course().left(seat)).sum();
            let phase = HAND_PHASES.iter().position(|&(_, least)| held >= least).expect("the last phase takes all");
            self.bombs[phase].add(play.is_some_and(Combo::is_bomb));
        }
    }

    fn lead_percent(&self, lead: usize) -> f64 {
        let all: u32 = self.leads.iter().sum();
        Rate { done: self.leads[lead], could: all }.percent()
    }
}

/// A row of the table: its name, and the text of a persona's cell.
type Row = (String, Box<dyn Fn(&Style) -> String>);

fn rows() -> Vec<Row> {
    let share = |share: Rate| if share.could == 0 { String::from("–") } else { format!("{:.0}%", share.percent()) };
    let seconds = |mean: Mean| format!("{:.1} s", mean.mean());
    let mut rows: Vec<Row> = Vec::new();
    for (place, name) in HAND_FIFTHS.iter().enumerate() {
        rows.push((format!("calls first: {name} of hands"), Box::new(move |style| share(style.bids[place]))));
    }
    for (place, name) in LEAD_KINDS.iter().enumerate() {
        rows.push((format!("leads: {name}"), Box::new(move |style| format!("{:.0}%", style.lead_percent(place)))));
    }
    rows.push((String::from("cards of a lead"), Box::new(|style| format!("{:.2}", style.cards_led.mean()))));
    for (place, (name, _)) in HAND_PHASES.iter().enumerate() {
        rows.push((format!("bombs where one can: {name}"), Box::new(move |style| share(style.bombs[place]))));
    }
    for (place, name) in ["answers an enemy", "covers its partner"].iter().enumerate() {
        rows.push(((*name).to_owned(), Box::new(move |style| share(style.answers[place]))));
    }
    for (place, name) in ["thinks", "thinks before a pass"].iter().enumerate() {
        rows.push(((*name).to_owned(), Box::new(move |style| seconds(style.pace[place]))));
    }
    rows.push((String::from("shows a face"), Box::new(move |style| share(style.faces))));
    rows.push((String::from("shows it after"), Box::new(move |style| seconds(style.emote_after))));
    rows.push((String::from("urges after"), Box::new(|style| format!("{} s", style.urge_s))));
    rows.push((String::from("hurries when urged"), Box::new(|style| format!("{}%", style.hurry_percent))));
    rows
}

fn table(styles: &[(&str, Style)]) -> String {
    let mut text = String::from("| |");
    let mut rule = String::from("| --- |");
    for (name, _) in styles {
        write!(text, " `{name}` |").expect("a string takes what is written");
        rule.push_str(" ---: |");
    }
    writeln!(text, "\n{rule}").expect("a string takes what is written");
    for (name, value) in rows() {
        let cells: String = styles.iter().map(|(_, style)| format!(" {} |", value(style))).collect();
        writeln!(text, "| {name} |{cells}").expect("a string takes what is written");
    }
    text
}
