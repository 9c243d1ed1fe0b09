//! The metrics page has the series of the table in the code. The series of ours that the dashboard, the rules, the alerts and the autoscaler of
//! `deploy/` use exist, with their labels.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use server::call::Rpc;
use server::config::Sources;
use server::observe::metrics::SERIES;
use server::server::serve::RunningServer;
use tokio::sync::OnceCell;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::get;
use crate::contract::rooms::{get_request, opening, to_decide, watch_request};
use crate::support::papers::Folder;
use crate::support::report_not_tested;

/// Labels that Prometheus and Kubernetes add.
const ADDED_LABELS: [&str; 4] = ["instance", "job", "namespace", "pod"];

fn deploy_file(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the values of a key in YAML, where each is on the line of its key.
fn values(yaml: &str, key: &str) -> Vec<String> {
    let value = |line: &str| Some(line.trim().trim_start_matches("- ").strip_prefix(key)?.trim().to_owned());
    yaml.lines().filter_map(value).collect()
}

fn dashboard_expressions() -> Vec<(String, String)> {
    let page: Value = serde_json::from_str(&deploy_file("grafana/thirdseat.json")).expect("the dashboard is JSON");
    let mut found = Vec::new();
    for panel in page["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().into_iter().flatten() {
            let expression = target["expr"].as_str().unwrap().replace("$__rate_interval", "5m");
            found.push((format!("panel {}", panel["title"]), expression));
        }
    }
    found
}

fn expressions() -> Vec<(String, String)> {
    let mut found = dashboard_expressions();
    for file in ["prometheus/rules.yml", "prometheus/alerts.yml"] {
        found.extend(values(&deploy_file(file), "expr:").into_iter().map(|expression| (file.to_owned(), expression)));
    }
    found
}

/// Returns our series and `up` in an expression, each with the labels in its braces.
fn series_in(expression: &str) -> Vec<(String, Vec<String>)> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let mut found = Vec::new();
    let mut rest = expression;
    while let Some(at) = rest.find(|letter: char| is_name(letter) || letter == '"') {
        rest = &rest[at..];
        if let Some(text) = rest.strip_prefix('"') {
            rest = text.split_once('"').expect("a text ends").1;
            continue;
        }
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = after;
        if ["thirdseat_", "thirdseat:", "process_"].iter().any(|prefix| name.starts_with(prefix)) || name == "up" {
            let braces = after.strip_prefix('{').map_or("", |inside| inside.split_once('}').unwrap().0);
            let labels = braces.split(',').filter_map(|pair| pair.split_once(['=', '!'])).map(|(label, _)| label);
            found.push((name.to_owned(), labels.map(|label| label.trim().to_owned()).collect()));
        }
    }
    found
}

fn group_labels(expression: &str) -> Vec<String> {
    let groups = expression.split(" by (").skip(1).map(|rest| rest.split_once(')').unwrap().0);
    groups.flat_map(|group| group.split(',')).map(|label| label.trim().to_owned()).collect()
}

fn labels_by_series(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in page.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        let labels = rest.strip_prefix('{').map_or("", |inside| inside.split_once('}').unwrap().0);
        let labels = labels.split(',').filter_map(|pair| pair.split_once('=')).map(|(label, _)| label.to_owned());
        found.entry(name.to_owned()).or_default().extend(labels);
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn every_series_that_is_named_is_on_the_page() {
    let mut there = labels_by_series(metrics_page().await);
    there.insert("up".to_owned(), BTreeSet::new());
    let rules = deploy_file("prometheus/rules.yml");
    let recorded = values(&rules, "record:");
    // A series that a rule records has the labels that it groups by, except `le`.
    for (name, expression) in recorded.iter().zip(values(&rules, "expr:")) {
        there.insert(name.clone(), group_labels(&expression).into_iter().filter(|label| label != "le").collect());
    }
    let mut seen = BTreeSet::new();
    for (place, expression) in expressions() {
        let mut labels: BTreeSet<String> = ADDED_LABELS.map(str::to_owned).into();
        let series = series_in(&expression);
        // The exporter of Redis has its own series.
        let is_exporters = expression.contains("redis_") && expression.contains("job=\"room-store\"");
        assert!(is_exporters || !series.is_empty(), "{place}: {expression} names nothing of ours");
        for (name, asked) in series {
            let has = there.get(&name).unwrap_or_else(|| panic!("{place}: {name} is not on the page"));
            let known = |label: &String| has.contains(label) || ADDED_LABELS.contains(&label.as_str());
            assert!(asked.iter().all(known), "{place}: {name} has no {asked:?}, but {has:?}");
            labels.extend(has.iter().cloned());
            seen.insert(name);
        }
        for label in group_labels(&expression) {
            assert!(labels.contains(&label), "{place}: nothing in {expression} has {label}");
        }
    }
    // The autoscaler uses the name that the adapter gives to the same series.
    let asked = deploy_file("helm/thirdseat/templates/autoscaler.yaml");
    let metric = asked.split_once("metric:").unwrap().1.split_once("name:").unwrap().1.lines().next().unwrap().trim();
    assert!(there.contains_key(metric), "the autoscaler asks for {metric}, which is not on the page");
    let adapter = deploy_file("prometheus/adapter.yaml");
    assert!(adapter.contains(&format!("as: {metric}\n")) && adapter.contains(&format!("'{metric}{{")), "{metric}");
    // Each recorded series is used, and each series of the table is shown.
    for name in &recorded {
        assert!(seen.contains(name), "{name} is recorded and not used");
    }
    for series in SERIES {
        let shown = seen.iter().any(|name| name.starts_with(series.name));
        assert!(shown, "neither dashboard nor alerts show {}", series.name);
    }
}

#[test]
fn every_alert_has_its_paragraph_and_its_test() {
    let alerts = values(&deploy_file("prometheus/alerts.yml"), "alert:");
    assert!(alerts.len() > 8);
    let manual =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operate/runbook.md")).unwrap();
    let tests = deploy_file("prometheus/tests.yml");
    let links = values(&deploy_file("prometheus/alerts.yml"), "runbook_url:");
    let labels = values(&deploy_file("prometheus/alerts.yml"), "labels:");
    assert_eq!((links.len(), labels.len()), (alerts.len(), alerts.len()));
    for ((alert, link), labels) in alerts.iter().zip(links).zip(labels) {
        let severity = labels.split_once("severity: ").unwrap().1.trim_end_matches('}');
        let entry = format!("### {alert}\n\n`{severity}`. ");
        assert!(manual.contains(&entry), "docs/operate/runbook.md has no entry {entry:?}");
        assert_eq!(link, format!("https://thirdseat.example/docs/operate/runbook.md#{}", alert.to_lowercase()));
        assert!(tests.contains(&format!("alertname: {alert}\n        exp_alerts:")), "no test sees {alert} fire");
        assert!(tests.contains(&format!("alertname: {alert}}}")), "no test sees {alert} be silent");
    }
}

#[test]
fn promtool_reads_the_dashboard() {
    let mut rules = String::from("groups:\n- name: dashboard\n  rules:\n");
    for (number, (_, expression)) in dashboard_expressions().into_iter().enumerate() {
        rules.push_str(&format!("  - record: dashboard:panel:{number}\n    expr: '{expression}'\n"));
    }
    let folder = Folder::new("dashboard");
    if let Some(output) = promtool(&["check", "rules", &folder.write("rules.yml", &rules)], "") {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Returns the metrics page of a server after traffic. It is made once.
pub(crate) async fn metrics_page() -> &'static str {
    static PAGE: OnceCell<String> = OnceCell::const_new();
    PAGE.get_or_init(async || get(server_after_traffic().await.admin, "/metrics", &[]).await.text().to_owned()).await
}

async fn server_after_traffic() -> RunningServer {
    let (server, mut client) = serve(&[("CALLERS__STREAMS_MAX", "1"), ("BUDGETS__DECIDE_MS", "60000")]).await;
    let lead = || present("3344JJ", [5, 4, 6], "");
    client.play(lead().decide(by_bot("skilled"))).await.unwrap();
    let played = ["3334445556667778", "888999TTTJJJJQQ", "QQKKAAA222D"];
    let told = with_played(present("3479KK", [4, 2, 6], ""), played);
    let solved = client.play(told.decide(by_bot("skilled"))).await.unwrap().into_inner();
    assert!(solved.source().worlds > 0);
    client.solve_endgame(endgame("classic", &["3344", "567"])).await.unwrap();
    client.get_room(get_request("none")).await.unwrap_err();
    client.open_room(opening("r")).await.unwrap();
    client.play(to_decide("none", Chair::First, None)).await.unwrap_err();
    let hurried = Some(DecisionOptions { budget_ms: Some(0), ..by_bot("skilled").unwrap() });
    client.play(lead().decide(hurried)).await.unwrap();
    let _held = client.watch_room(watch_request("r")).await.unwrap();
    client.watch_room(watch_request("r")).await.unwrap_err();
    server
}

fn series_types(page: &str) -> BTreeSet<(String, String)> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    lines.filter_map(|line| line.split_once(' ')).map(|(name, sort)| (name.to_owned(), sort.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_declared_series_are_those_of_the_live_page() {
    let ours: BTreeSet<_> =
        series_types(metrics_page().await).into_iter().filter(|(name, _)| name.starts_with("thirdseat_")).collect();
    let declared: BTreeSet<(String, String)> =
        SERIES.iter().map(|series| (series.name.to_owned(), series.sort.to_owned())).collect();
    assert_eq!(ours, declared);
}

#[tokio::test(flavor = "multi_thread")]
async fn promtool_accepts_the_page() {
    let Some(output) = promtool(&["check", "metrics"], metrics_page().await) else { return };
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

/// Runs Prometheus' own tool on an input; `None`, with a message, if it is not installed. CI must have it.
pub(crate) fn promtool(arguments: &[&str], input: &str) -> Option<Output> {
    let promtool = Command::new("promtool")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut promtool = match promtool {
        Ok(promtool) => promtool,
        Err(error) => {
            report_not_tested(&format!("promtool is missing ({error}); Debian has it in the package prometheus"));
            return None;
        }
    };
    promtool.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(promtool.wait_with_output().unwrap())
}

/// The balancer cuts no call that may last: neither a stream, nor a call with a longer budget than a decision's.
#[test]
fn the_balancer_waits_for_long_calls() {
    let config = Sources::default().read().unwrap();
    let is_long = |rpc: &&Rpc| rpc.is_stream() || rpc.budget_ms(&config) > Some(config.budgets.decide_ms);
    let long: BTreeSet<String> = Rpc::ALL.iter().filter(is_long).map(|rpc| format!("/{}", rpc.name())).collect();
    let balancer = deploy_file("haproxy/haproxy.cfg");
    let (_, rule) = balancer.split_once("http-request set-timeout server ").unwrap();
    let (seconds, rule) = rule.split_once("s if { path_beg /thirdseat.v1. } !{ path_end ").unwrap();
    let waits: BTreeSet<String> = rule.split_once(" }").unwrap().0.split(' ').map(str::to_owned).collect();
    assert_eq!(waits, long);
    // A call in a room reads and writes the room, and reads and writes its answer.
    let longest_ms = config.budgets.decide_ms + 4 * config.rooms.redis.timeout_ms;
    assert!(seconds.parse::<u64>().unwrap() * 1000 > longest_ms, "{seconds} s for calls of {longest_ms} ms");
}
