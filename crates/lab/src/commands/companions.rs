//! `lab companions`: a day of arrivals against a policy of companions, as a table and as a picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use companions::day::{Day, Hour, Scene, scenes, simulate};
use companions::policy::Policies;
use rules::Seed;
use serde_json::json;

use crate::match_runner::player::PersonaArgs;
use crate::report::charts::{self, Chart, Values};
use crate::report::page::{self, Picture};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which policy
    #[arg(long, default_value = "default")]
    policy: String,
    /// A file of policies, as `companions.file` of the server
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Fixes the arrivals and every plan
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Put the table into this page, and the picture beside it
    #[arg(long, value_name = "PAGE")]
    write: Option<PathBuf>,
    /// Print every hour as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let personas: BTreeSet<String> =
        args.persona_file.read()?.personas().iter().map(|persona| persona.name().to_owned()).collect();
    let mut policies = Policies::embedded(&personas);
    if let Some(file) = &args.file {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        policies = policies.with(&text, &personas).with_context(|| file.display().to_string())?;
    }
    let unknown = || format!("{:?} is no policy; there are {}", args.policy, policies.names());
    let policy = policies.named(&args.policy).with_context(unknown)?;
    let scenes = scenes();
    let day = simulate(policy, &scenes, Seed(args.seed));
    match args.json {
        true => writeln!(out, "{}", json(&scenes, &day))?,
        false => out.write_all(table(&scenes, &day).as_bytes())?,
    }
    args.write.as_ref().map_or(Ok(()), |page| write(page, &scenes, &day))
}

fn json(scenes: &[Scene], day: &Day) -> serde_json::Value {
    let hour = |(hour, it): (usize, &Hour)| {
        json!({
            "hour": hour,
            "arrived": it.arrived,
            "waiting": it.waiting_mean(),
            "sent": it.sent,
            "share_allows": it.expected,
            "began": it.seated,
            "wait_mean_s": it.wait_mean_s(),
            "wait_max_s": it.waited_max_s,
            "gave_up": it.gave_up,
            "companions_max": it.companions_max,
        })
    };
    let regions = scenes.iter().zip(&day.regions).map(|(scene, hours)| {
        json!({ "region": scene.name, "hours": hours.iter().enumerate().map(hour).collect::<Vec<_>>() })
    });
    json!({ "regions": regions.collect::<Vec<_>>() })
}

fn table(scenes: &[Scene], day: &Day) -> String {
    let mut text = String::from(
        "| region | arrived | mean wait | longest | gave up | companions sent | the shares allow | most at a time |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (scene, hours) in scenes.iter().zip(&day.regions) {
        let sum = |of: fn(&Hour) -> f64| hours.iter().map(of).sum::<f64>();
        let most = |of: fn(&Hour) -> u32| hours.iter().map(of).max().unwrap_or(0);
        let wait_s = sum(|it| it.waited_s as f64) / sum(|it| f64::from(it.seated)).max(1.0);
        writeln!(
            text,
            "| {} | {} | {wait_s:.0} s | {} s | {} | {} | {:.0} | {} |",
            scene.name,
            sum(|it| f64::from(it.arrived)),
            most(|it| it.waited_max_s),
            sum(|it| f64::from(it.gave_up)),
            sum(|it| f64::from(it.sent)),
            sum(|it| it.expected),
            most(|it| it.companions_max),
        )
        .expect("a string takes what is written");
    }
    text
}

fn write(page: &Path, scenes: &[Scene], day: &Day) -> anyhow::Result<()> {
    let alt = "People who wait and companions that are sent, by local hour and region";
    let text = format!("`{}`\n\n{}", page::command(), table(scenes, day));
    let picture = Picture { alt, svg: picture(scenes, day), below: String::new() };
    page::write_with_picture(page, "companions", &text, &picture)
}

/// Two charts, a line for each region.
fn picture(scenes: &[Scene], day: &Day) -> String {
    let chart = |title, of: fn(&Hour) -> f64| {
        let series = scenes.iter().zip(&day.regions);
        let series = series.map(|(scene, hours)| Values { name: scene.name, values: hours.iter().map(of).collect() });
        let word = |hour| if hour % 3 == 0 { format!("{hour}:00") } else { String::new() };
        Chart { title, words: (0..24).map(word).collect(), is_ordered: true, series: series.collect() }
    };
    let charts = [
        chart("People who wait, on the mean", Hour::waiting_mean),
        chart("Companions that are sent in the hour", |it| f64::from(it.sent)),
    ];
    charts::picture(
        &charts,
        "People who wait and companions that are sent, by local hour and region, in a simulated day",
    )
}
