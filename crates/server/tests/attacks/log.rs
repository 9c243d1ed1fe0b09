//! A log that is not read.

use std::time::Instant;

use super::*;

/// Simulates a log collector that hangs: nothing reads the pipe of standard error. A stranger's refused call writes a line too.
async fn stall_the_log(filter: &str, dropped: &str) {
    let (_unread, pipe) = std::io::pipe().unwrap();
    let mut command = with_tokens("0123456789abcdef decide\n");
    command.env("THIRDSEAT__LOG__FILTER", filter).env("THIRDSEAT__LOG__REPLAY", "true");
    let mut server = Server::run(command.stderr(pipe));
    let mut client = server.client().await;
    let within = Duration::from_secs(60);
    // A line has some 400 bytes, a pipe takes 64 KiB, and 4,096 lines wait.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(size(3, 60) as u64) || server.metric(dropped) == 0.0 {
        for with_token in [[true; 50].as_slice(), &[false]].concat() {
            let token = if with_token { "0123456789abcdef" } else { "an-unknown-token" };
            let answer = tokio::time::timeout(within, client.play(by(token, lead()))).await;
            assert_eq!(answer.expect("a call waits for the log").is_ok(), with_token);
        }
        assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"));
        assert!(began.elapsed() < Duration::from_secs(120), "{dropped} does not move");
    }
    drop(client);
    server.signal("TERM");
    let asked = Instant::now();
    while server.child.try_wait().unwrap().is_none() {
        assert!(asked.elapsed() < Duration::from_secs(60), "SIGTERM waits for the log");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_reader_that_stalls_stops_nothing() {
    stall_the_log("info", "thirdseat_log_dropped_total{line=\"replay\"}").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_reader_that_stalls_costs_log_lines_that_are_counted() {
    stall_the_log("debug", "thirdseat_log_dropped_total{line=\"log\"}").await;
}
