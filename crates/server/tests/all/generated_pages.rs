//! Pages below `docs/generated` are written from the program: settings, metrics, log lines, errors, concepts. `THIRDSEAT_BLESS=1` writes them again.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use engine::explain::say::template;
use engine::explain::{CONCEPTS, Group};
use engine::words::Lang;
use game::refusal::Reason;
use server::config::Sources;
use server::observe::lines;
use server::observe::metrics::{CODES, SERIES};

fn repo_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn check_page(name: &str, text: &str) {
    let path = repo_path("docs/generated").join(name);
    if std::env::var_os("THIRDSEAT_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, text, "run THIRDSEAT_BLESS=1 cargo test -p server --test all generated_pages");
}

fn setting_error(key: &str, value: &str) -> Option<String> {
    let variable = format!("THIRDSEAT__{}", key.to_uppercase().replace('.', "__"));
    let environment = HashMap::from([(variable, value.to_owned())]);
    let sources = Sources { environment, ..Sources::default() };
    sources.read().err().map(|error| error.to_string())
}

/// Returns the values that a setting may have, from the refusal of a wrong one; empty if the refusal names none.
fn setting_values(key: &str, default: &str) -> String {
    if ["true", "false"].contains(&default) {
        return String::from("`true`, `false`");
    }
    let refused =
        setting_error(key, if default.parse::<u64>().is_ok() { "4000000000" } else { "neither" }).unwrap_or_default();
    let values = refused.split_once("it may be ").map_or("", |(_, values)| values).to_owned();
    assert!(default.parse::<u64>().is_err() || !values.is_empty(), "{key} has no range: {refused}");
    values
}

#[test]
fn settings_are_those_of_the_program() {
    let mut page = String::from(
        "# Settings\n\nThis page is generated from `config/default.toml` and the program's checks. Do not edit it. \
         [Where settings come from](../operate/deploy.md#settings). `\"\"` and `[]` mean none.\n",
    );
    let (mut section, mut about, mut count) = (String::new(), Vec::new(), 0);
    let mut is_new = false;
    for line in std::fs::read_to_string(repo_path("config/default.toml")).unwrap().lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            if !is_new {
                about.clear();
            }
            is_new = true;
            about.push(comment);
        } else if let Some(name) = line.strip_prefix('[') {
            (section, about, is_new) = (name.trim_end_matches(']').to_owned(), Vec::new(), false);
            let head = "| setting | default | values | meaning |\n|---|---|---|---|\n";
            write!(page, "\n## {section}\n\n{head}").unwrap();
        } else if let Some((name, default)) = line.split_once(" = ") {
            is_new = false;
            let key = format!("{section}.{name}");
            let default = if default == "\"\"" { default } else { default.trim_matches('"') };
            let values = setting_values(&key, default);
            writeln!(page, "| `{key}` | `{default}` | {values} | {} |", about.join(" ")).unwrap();
            count += 1;
        }
    }
    assert!(count > 40, "{count} settings");
    check_page("settings.md", &page);
}

#[test]
fn metrics_are_those_of_the_program() {
    let mut page = String::from(
        "# Metrics\n\nThis page is generated from the program. Do not edit it. `/metrics` of the admin port (`admin.listen`) \
         serves the series. Histograms of seconds have buckets from 50 µs to 5 s. A room or a player is never a label.\n\n\
         | series | sort | labels | what it says |\n|---|---|---|---|\n",
    );
    for series in SERIES {
        let labels: Vec<String> = series.labels.iter().map(|(label, _)| format!("`{label}`")).collect();
        writeln!(page, "| `{}` | {} | {} | {} |", series.name, series.sort, labels.join(", "), series.about).unwrap();
    }
    page.push_str(
        "\n## Labels\n\n- `caller`: names in the [token file](../operate/security.md#callers); `default` without a name, `other` beyond the first 63.\n\
         - `code`: gRPC codes. `rpc`: calls of `CompanionService`. `persona`, `skill`: [personas](../use/personas.md), or `other`. A bot with a \
         `strength` counts under the skill that it reaches.\n",
    );
    let mut written: Vec<String> = Vec::new();
    for series in SERIES {
        for (label, values) in series.labels {
            let is_described_elsewhere = values.len() > 9 || ["rpc", "version", "commit"].contains(label);
            let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            let of = if *label == "reason" || *label == "outcome" || *label == "state" {
                format!(" of `{}`", series.name)
            } else {
                String::new()
            };
            let line = format!("- `{label}`{of}: {}.\n", values.join(", "));
            if !is_described_elsewhere && !written.contains(&line) {
                written.push(line);
            }
        }
    }
    written.sort();
    page.push_str(&written.concat());
    page.push_str("- `reason` of `thirdseat_refused_total`: a [reason of errors](errors.md), or `other`.\n");
    check_page("metrics.md", &page);
}

#[test]
fn log_lines_are_those_of_the_program() {
    let mut page = String::from(
        "# Log lines\n\nThis page is generated from the program. Do not edit it. [Fields and limits](../operate/runbook.md#the-log).\n\n\
         | line | level | meaning |\n|---|---|---|\n",
    );
    for line in lines::ALL {
        writeln!(page, "| `{}` | {} | {} |", line.name, line.level, line.about).unwrap();
    }
    check_page("log.md", &page);
}

#[test]
fn errors_are_those_of_the_contract() {
    let mut page = String::from(
        "# Errors\n\nThis page is generated from `proto/thirdseat/v1/errors.proto`. Do not edit it. [What an error carries, and what to do](../use/integration.md#errors-and-retries).\n\n\
         | reason | gRPC code | send again | meaning |\n|---|---|---|---|\n",
    );
    for reason in Reason::ALL {
        let code = CODES[reason.code as usize];
        writeln!(page, "| `{}` | {code} | {} | {} |", reason.name, reason.retry.word(), reason.about).unwrap();
    }
    check_page("errors.md", &page);
}

#[test]
fn concepts_are_those_of_the_engine() {
    let mut page = String::from(
        "# Concepts of reasons\n\nThis page is generated from the program. Do not edit it. [What a reason carries](../use/personas.md#reasons). Of several facts \
         the first in this order leads. `{0}` is the first part of a fact.\n\n\
         | for a play | against the other one | about |\n|---|---|---|\n",
    );
    for concept in CONCEPTS {
        let about = match concept.group {
            Group::End => "going out",
            Group::Own => "the own hand",
            Group::Beating => "what beats what",
            Group::Enemy => "the other side",
            Group::Partner => "the partner",
            Group::Before => "the hand before the first card",
            Group::Call => "calls, doublings, gifts",
            Group::Service => "what no hand decides",
        };
        let said = |code: &str| format!("`{code}`: {}", template(Lang::En, code).unwrap_or("no text"));
        writeln!(page, "| {} | {} | {about} |", said(concept.name), concept.fault.map(said).unwrap_or_default())
            .unwrap();
    }
    check_page("concepts.md", &page);
}
