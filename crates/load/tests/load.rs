//! `thirdseat-load` as a script sees it, with its own stub in place of a server.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use prost::Message;
use serde_json::Value;
use wire::v1;

/// A stub server; it ends with this value.
struct Stub {
    child: Child,
    address: String,
}

impl Stub {
    fn start() -> Stub {
        Stub::saying(v1::Decider::Rules, 7)
    }

    fn saying(decider: v1::Decider, compute_us: u32) -> Stub {
        let reason = "It is a stub.".to_owned();
        let source = Some(v1::DecisionSource { decider: decider.into(), compute_us, ..Default::default() });
        let reason = Some(v1::DecisionReason { text: reason, ..Default::default() });
        let decision = v1::Decision { source, reason, ..Default::default() };
        let answer = decision.encode_to_vec();
        let hex: String = answer.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut child = Command::new(env!("CARGO_BIN_EXE_thirdseat-load"))
            .arg("stub")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        writeln!(child.stdin.as_mut().unwrap(), "{hex}").unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        Stub { child, address: address.trim().to_owned() }
    }
}

impl Drop for Stub {
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
    let stub = Stub::start();
    let args = [
        "run",
        "--address",
        &stub.address,
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
    let stub = Stub::start();
    let output = load(&[
        "run",
        "--rpc",
        "bid",
        "--address",
        &stub.address,
        "--rate",
        "100",
        "--seconds",
        "0.5",
        "--positions",
        "64",
        "--json",
    ]);
    let summary = &json(&output)["result"][0];
    // The stub answers a Bid as it answers a Follow: both answers hold a decision.
    assert_eq!(summary["answered"], summary["sent"]);
}

/// A server that says that it searched, and does nothing: everything is well but for what a busy machine spoils.
#[test]
fn figures_of_a_search_are_judged_by_the_answers() {
    let stub = Stub::saying(v1::Decider::Search, 16_000);
    let given =
        ["--address", &stub.address, "--capacity", "100", "--positions", "64", "--json", "--deadline-ms", "2000"];
    let budget = load(&[&["budget", "--seconds", "1"], &given[..]].concat());
    let found = json(&budget);
    assert_eq!(found["result"]["run"]["deciders"]["DECIDER_SEARCH"], found["result"]["run"]["sent"]);
    let wanted: Vec<&str> =
        found["measures"].as_array().unwrap().iter().map(|row| row["wanted"].as_str().unwrap()).collect();
    assert_eq!(wanted, ["99.90%", "70.00%"]);
    assert_eq!(budget.status.code(), Some(i32::from(!all_met(&found))));

    let pid = stub.child.id().to_string();
    let overload =
        load(&[&["overload", "--seconds", "1", "--baseline-seconds", "1", "--pid", &pid], &given[..]].concat());
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
    let stub = Stub::start();
    let output = load(&[
        "budget",
        "--address",
        &stub.address,
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
        (&["run", "--rate", "0"], "invalid value '0' for '--rate <RATE>': it may be 0.1 to 200000"),
        (&["run", "--seconds", "1e9"], "invalid value '1e9' for '--seconds <SECONDS>': it may be 0.1 to 3600"),
        (&["run", "--positions", "1"], "invalid value '1' for '--positions <POSITIONS>': it may be 32 to 1000000"),
        (
            &["overload", "--connections", "0"],
            "invalid value '0' for '--connections <CONNECTIONS>': it may be 1 to 1000",
        ),
        (&["fleet", "--tables", "many"], "invalid value 'many' for '--tables <TABLES>': it is not a number"),
    ] {
        let output = load(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}

#[test]
fn a_reader_may_close_the_pipe_early() {
    let stub = Stub::start();
    let (reader, writer) = std::io::pipe().expect("there is a pipe");
    drop(reader);
    let child = Command::new(env!("CARGO_BIN_EXE_thirdseat-load"))
        .args(["run", "--address", &stub.address, "--seconds", "0.2", "--rate", "50", "--positions", "32"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
