//! `thirdseat-load` as a script sees it, with its own echo in the place of a server.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use prost::Message;
use serde_json::Value;
use wire::v1;

/// An echo server; it ends with this value.
struct Echo {
    child: Child,
    address: String,
}

impl Echo {
    fn start() -> Echo {
        Echo::saying(v1::Decider::Rules, 7)
    }

    fn saying(decider: v1::Decider, compute_us: u32) -> Echo {
        let reason = "It is an echo.".to_owned();
        let decision = v1::Decision { decider: decider.into(), compute_us, reason, ..Default::default() };
        let answer = v1::FollowResponse { decision: Some(decision) }.encode_to_vec();
        let hex: String = answer.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut child = Command::new(env!("CARGO_BIN_EXE_thirdseat-load"))
            .arg("echo")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        writeln!(child.stdin.as_mut().unwrap(), "{hex}").unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        Echo { child, address: address.trim().to_owned() }
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // Its input has ended, so it ends.
        let _ = self.child.wait();
    }
}

fn load(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_thirdseat-load")).args(args).output().expect("the binary was built for this test")
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn every_question_is_answered_and_counted() {
    let echo = Echo::start();
    let args = [
        "run",
        "--address",
        &echo.address,
        "--rate",
        "400",
        "--seconds",
        "1",
        "--positions",
        "64",
        "--json",
        "--seed",
        "5",
    ];
    let output = load(&args);
    assert!(output.status.success());
    let summary = &json(&output)["result"][0];
    let sent = summary["sent"].as_u64().unwrap();
    assert!((300..500).contains(&sent), "400 a second for a second: {sent}");
    assert_eq!(summary["answered"], summary["sent"]);
    assert_eq!(summary["deciders"]["DECIDER_RULES"], summary["sent"]);
    assert_eq!(summary["compute_us"]["p50"], 7);
    assert_eq!(summary["failed"], serde_json::json!({}));
    let (p50, max) = (summary["latency_us"]["p50"].as_u64().unwrap(), summary["latency_us"]["max"].as_u64().unwrap());
    assert!(0 < p50 && p50 <= max);
    // The same seed asks at the same moments.
    assert_eq!(json(&load(&args))["result"][0]["sent"].as_u64(), Some(sent));
}

#[test]
fn bids_are_asked_too() {
    let echo = Echo::start();
    let output = load(&[
        "run",
        "--rpc",
        "bid",
        "--address",
        &echo.address,
        "--rate",
        "100",
        "--seconds",
        "0.5",
        "--positions",
        "64",
        "--json",
    ]);
    let summary = &json(&output)["result"][0];
    // The echo answers a Bid as it answers a Follow: both answers hold a decision.
    assert_eq!(summary["answered"], summary["sent"]);
}

#[test]
fn the_floor_of_an_echo_is_measured_against_another_echo() {
    let echo = Echo::start();
    let pid = echo.child.id().to_string();
    let output = load(&[
        "floor",
        "--address",
        &echo.address,
        "--pid",
        &pid,
        "--rate",
        "1000",
        "--seconds",
        "2",
        "--positions",
        "64",
        "--json",
    ]);
    let found = json(&output);
    let result = &found["result"];
    assert!(result["calls"].as_u64().unwrap() > 1000, "{result}");
    assert_eq!(result["decision_us"], serde_json::json!(7.0));
    for side in ["service_us", "echo_us", "decision_alone_us"] {
        let cost = result[side].as_f64().unwrap();
        assert!((1.0..2000.0).contains(&cost), "{side}: {cost}");
    }
    // The verdict is the exit code.
    assert_eq!(output.status.code(), Some(i32::from(!all_met(&found))));
}

/// A server that says that it searched, and does nothing: everything is well but for what a busy machine spoils.
#[test]
fn figures_of_a_search_are_judged_by_the_answers() {
    let echo = Echo::saying(v1::Decider::Search, 16_000);
    let given =
        ["--address", &echo.address, "--capacity", "100", "--positions", "64", "--json", "--deadline-ms", "2000"];
    let budget = load(&[&["budget", "--seconds", "1"], &given[..]].concat());
    let found = json(&budget);
    assert_eq!(found["result"]["run"]["deciders"]["DECIDER_SEARCH"], found["result"]["run"]["sent"]);
    let wanted: Vec<&str> =
        found["measures"].as_array().unwrap().iter().map(|row| row["wanted"].as_str().unwrap()).collect();
    assert_eq!(wanted, ["99.90%", "70.00%"]);
    assert_eq!(budget.status.code(), Some(i32::from(!all_met(&found))));

    let pid = echo.child.id().to_string();
    let overload = load(&[&["overload", "--seconds", "1", "--calm-seconds", "1", "--pid", &pid], &given[..]].concat());
    let found = json(&overload);
    let (during, before) = (&found["result"]["during"], &found["result"]["before"]);
    assert!(during["sent"].as_u64().unwrap() > 8 * before["sent"].as_u64().unwrap(), "{during} {before}");
    assert_eq!(during["answered"], during["sent"]);
    assert_eq!(found["measures"].as_array().unwrap().len(), 5);
    assert!(found["measures"][0]["met"].as_bool().unwrap(), "{found}");
    assert!(found["result"]["memory_most"].as_u64().unwrap() > 1 << 20);
    assert_eq!(overload.status.code(), Some(i32::from(!all_met(&found))));
}

fn all_met(found: &Value) -> bool {
    found["measures"].as_array().unwrap().iter().all(|row| row["met"].as_bool().unwrap())
}

#[test]
fn a_server_without_search_has_no_capacity() {
    let echo = Echo::start();
    let output = load(&[
        "budget",
        "--address",
        &echo.address,
        "--probe-seconds",
        "0.1",
        "--seconds",
        "0.2",
        "--positions",
        "64",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("persona \"expert\" answered nothing by search within 20 ms"), "{error}");
}

#[test]
fn bad_arguments_are_named() {
    for (args, sentence) in [
        (&["run", "--address", "127.0.0.1:1"][..], "no server at 127.0.0.1:1"),
        (&["run", "--rate", "0"], "--rate cannot be 0: it may be 0.1 to 200000"),
        (&["run", "--seconds", "1e9"], "--seconds cannot be 1000000000"),
        (&["run", "--positions", "1"], "--positions cannot be 1"),
        (&["overload", "--connections", "0"], "--connections cannot be 0"),
        (&["floor"], "floor needs --pid"),
    ] {
        let output = load(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}

#[test]
fn whoever_reads_along_may_stop_when_he_has_seen_enough() {
    let echo = Echo::start();
    let (reader, writer) = std::io::pipe().expect("there is a pipe");
    drop(reader);
    let child = Command::new(env!("CARGO_BIN_EXE_thirdseat-load"))
        .args(["run", "--address", &echo.address, "--seconds", "0.2", "--rate", "50", "--positions", "32"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
