//! `lab profile`: the data that decides under a ruleset, and whether it is its own or the nearest family's.

use std::fmt::Write as _;
use std::io::Write;

use engine::Profile;
use engine::profile::DATA_SOURCES;
use rules::Ruleset;

/// Public programs and an example, each with the ruleset and the overrides that give its rules.
const PROGRAMS: &[(&str, &str)] = &[
    ("OpenSpiel", "classic wings-lengthen=yes four-singles=no four-pairs=no auction=rounds"),
    ("mailgyc", "classic wing-copies=4 wings-lengthen=yes wings-quad-as-pairs=yes four-pair-as-singles=no"),
    ("palemoky", "classic wing-copies=1 wings-rocket=yes four-rocket=yes"),
    ("ratel since February 2023, whose players call 0 to 3 points", "ratel auction=score"),
    ("the example of the rules", "classic auction=call-rob wing-copies=2"),
    ("landlord-war, one wild rank", "laizi wild-shown=landlord"),
    (
        "Midnight-Parlor, two wild ranks",
        "laizi-tiandi bomb-grades=soft long-grades=no bomb-factors=double auction=score",
    ),
    ("agent-learning-1", "laizi-tiandi bomb-grades=pure long-grades=no bomb-factors=tiandi-8"),
    ("a C++ server's first order", "laizi-tiandi bomb-grades=wild rocket=over-hard"),
    ("a JavaScript client", "laizi-tiandi rocket=over-fours chain-bomb=hard"),
    ("a Go library, unshuffled", "unshuffled chain-bomb=hard"),
];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides; without one, every named ruleset and every listed override
    ruleset: Option<Ruleset>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let rulesets = args.ruleset.map_or_else(listed_rulesets, |rules| vec![rules]);
    let profiles: Vec<(Ruleset, Profile)> = rulesets.iter().map(|rules| (*rules, Profile::of(rules))).collect();
    out.write_all(table(&profiles).as_bytes())?;
    if args.ruleset.is_none() {
        writeln!(out, "\n| program | ruleset |\n|---|---|")?;
        PROGRAMS.iter().try_for_each(|(program, rules)| writeln!(out, "| {program} | `{rules}` |"))?;
    }
    Ok(())
}

fn listed_rulesets() -> Vec<Ruleset> {
    let named = Ruleset::NATURAL.into_iter().chain(Ruleset::WILD);
    named
        .copied()
        .chain(PROGRAMS.iter().map(|(_, text)| text.parse().expect("a listed override is a ruleset")))
        .collect()
}

fn source_text(profile: &Profile, of: fn(&Profile) -> Option<engine::profile::FamilySource>) -> String {
    of(profile).map_or_else(|| String::from("none"), |source| source.to_string())
}

/// Returns the rulesets as rows of a page. Rulesets with the same data share a row.
fn table(profiles: &[(Ruleset, Profile)]) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for (rules, profile) in profiles {
        let mut cells: Vec<String> = DATA_SOURCES.iter().map(|&(_, of)| source_text(profile, of)).collect();
        cells.push(profile.evaluator_name().to_owned());
        let cells = cells.join(" | ");
        match rows.iter_mut().find(|(_, of)| *of == cells) {
            Some((names, _)) => write!(names, ", `{rules}`").expect("a string takes all"),
            None => rows.push((format!("`{rules}`"), cells)),
        }
    }
    let heads: Vec<&str> = DATA_SOURCES.iter().map(|&(name, _)| name).collect();
    let mut text = format!("| rulesets | {} | judges by |\n|---|{}", heads.join(" | "), "---|".repeat(heads.len() + 1));
    rows.iter().for_each(|(names, cells)| write!(text, "\n| {names} | {cells} |").expect("a string takes all"));
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES_PAGE: &str = include_str!("../../../../docs/use/rules.md");

    /// A ruleset of the rules page that is missing here could use another family's data unnoticed.
    #[test]
    fn every_ruleset_of_the_rules_page_is_listed() {
        let known: Vec<String> = listed_rulesets().iter().map(Ruleset::to_string).collect();
        let named = RULES_PAGE.split('`').skip(1).step_by(2).filter_map(|word| word.parse::<Ruleset>().ok());
        let named: Vec<String> = named.map(|rules| rules.to_string()).collect();
        assert!(named.len() > 10, "{named:?}");
        for rules in named {
            assert!(known.contains(&rules), "{rules} is on the page of rules: add it to PROGRAMS");
        }
    }
}
