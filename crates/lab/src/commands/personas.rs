//! `lab personas`: the personas and their numbers.

use std::io::Write;

use engine::Persona;
use engine::hand::eval::Matrix;
use engine::persona::{PersonaParams, SeatParams};
use rules::{Kind, Seat};

use crate::match_runner::player::PersonaArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A persona, or NAME:key=value,…: its numbers are shown
    name: Option<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    match &args.name {
        None => list_personas(&roster.personas(), out),
        Some(name) => show_persona(&roster.persona_player(name)?.persona, out),
    }
}

fn list_personas(personas: &[Persona], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "| persona | title | splits by | judges by | slips | remembers | wants the seat | thinks |")?;
    writeln!(out, "| --- | --- | --- | --- | --- | --- | --- | --- |")?;
    for persona in personas {
        let params = persona.params();
        let memory = match params.memory_rounds {
            PersonaParams::MEMORY_ALL => String::from("everything"),
            rounds => format!("{rounds} rounds"),
        };
        writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {memory} | {} in 1,000 | {} ms |",
            persona.name(),
            persona.title(),
            persona.splitter().name(),
            persona.evaluator().name(),
            params.noise,
            params.bid_target,
            params.pace_ms,
        )?;
    }
    Ok(())
}

fn show_persona(persona: &Persona, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "| number | landlord | down | up | range | what it decides |")?;
    writeln!(out, "| --- | --- | --- | --- | --- | --- |")?;
    for field in SeatParams::FIELDS {
        let [landlord, down, up] = Seat::ALL.map(|seat| (field.get)(persona.seat_params(seat)));
        let (name, min, max, about) = (field.name, field.min, field.max, field.about);
        writeln!(out, "| `{name}` | {landlord} | {down} | {up} | {min} to {max} | {about} |")?;
    }
    writeln!(out, "\n| number | value | range | what it decides |\n| --- | --- | --- | --- |")?;
    for field in PersonaParams::FIELDS {
        let value = (field.get)(persona.params());
        writeln!(out, "| `{}` | {value} | {} to {} | {} |", field.name, field.min, field.max, field.about)?;
    }
    show_matrix(*persona.matrix(), out)
}

/// The numbers of the matrix, except those by kind.
const MATRIX_KEYS: [&str; 14] = [
    "by-value",
    "from.2",
    "from.3",
    "from.4",
    "per-card",
    "run-gain",
    "following",
    "covered-in-band.1",
    "covered-in-band.2",
    "covered-in-band.3",
    "covered-in-band.4",
    "lost-lead.landlord",
    "lost-lead.down",
    "lost-lead.up",
];

fn show_matrix(mut matrix: Matrix, out: &mut impl Write) -> anyhow::Result<()> {
    let mut number = |key: &str| *matrix.number_mut(key).expect("a key of the matrix");
    writeln!(
        out,
        "\n| `matrix` | band 1 | band 2 | band 3 | band 4 | `covered` |\n| --- | --- | --- | --- | --- | --- |"
    )?;
    for kind in Kind::all() {
        let [one, two, three, four] = [1, 2, 3, 4].map(|band| number(&format!("{kind}.{band}")));
        writeln!(out, "| `{kind}` | {one} | {two} | {three} | {four} | {} |", number(&format!("covered.{kind}")))?;
    }
    writeln!(out, "\n| number | value |\n| --- | --- |")?;
    for key in MATRIX_KEYS {
        writeln!(out, "| `matrix.{key}` | {} |", number(key))?;
    }
    Ok(())
}
