//! Connections that are never finished, or never used.

use std::time::Instant;

use super::*;

/// Thousands of connections that say nothing, on each port: callers, new ones too, and probes go on as before.
#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_change_nothing_for_others() {
    let server = Server::start("");
    let mut old = server.client().await;
    for port in [server.grpc, server.admin] {
        let mut held = Vec::new();
        for _ in 0..size(2_000, 10_000) / 50 {
            for _ in 0..50 {
                held.push(TcpStream::connect(port).unwrap());
            }
            if held.len() % 500 == 0 {
                // The measure is how others fare beside silent connections, not how fast this machine takes new ones.
                tokio::time::sleep(Duration::from_millis(50)).await;
                let began = Instant::now();
                old.play(lead()).await.unwrap();
                server.client().await.play(lead()).await.unwrap();
                assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"), "{port}");
                let took = began.elapsed();
                assert!(took < Duration::from_secs(2), "{port}: others wait {took:?} with {} silent ones", held.len());
            }
        }
    }
    assert!(server.metric("thirdseat_connections_closed_total{reason=\"half_open\"}") > 100.0);
    assert!(server.megabytes() < 128, "{} MB", server.megabytes());
}

/// Strangers hold every place with connections that speak HTTP/2 and make no call: callers come in all the same, and stay.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_with_every_place_keep_no_caller_out() {
    const PLACES: usize = 256;
    let server =
        Server::run(program("").env("THIRDSEAT__GRPC__CONNECTIONS_MAX", PLACES.to_string()).stderr(Stdio::null()));
    let mut old = server.client().await;
    old.play(lead()).await.unwrap();
    let mut held = Vec::new();
    let mut strangers = |number: usize| {
        for _ in 0..number {
            let mut stream = TcpStream::connect(server.grpc).unwrap();
            // The first words and empty settings: a whole connection, as far as HTTP/2 goes.
            stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
            held.push(stream);
        }
    };
    strangers(2 * PLACES);
    for round in 0..size(10, 100) {
        // Half of the places change hands while a caller makes its first call.
        strangers(PLACES / 2);
        let mut new = server.client().await;
        new.play(lead()).await.unwrap_or_else(|status| panic!("round {round}: {status}"));
        old.play(lead()).await.expect("a caller keeps its connection");
    }
    let series = |reason: &str| server.metric(&format!("thirdseat_connections_closed_total{{reason=\"{reason}\"}}"));
    assert!(series("stranger") > PLACES as f64, "{}", series("stranger"));
    assert_eq!(series("full"), 0.0);
}

/// The soft limit on open files is raised; a hard limit that is too small lowers the cap, or ends the start.
#[test]
fn caps_fit_the_limit_on_open_files() {
    let server = Server::start("ulimit -Sn 256;");
    assert!(server.metric("process_max_fds") > 1024.0);
    drop(server);
    let run = |files: &str| {
        let mut child = program(files).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let started = printed.read_line(&mut line).unwrap() > 0;
        let _ = child.kill();
        let code = child.wait().unwrap().code();
        let mut log = String::new();
        child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (started, code, log)
    };
    let (started, _, log) = run("ulimit -n 4096;");
    assert!(
        started && log.contains("descriptors_limited") && log.contains("grpc.connections_max is 3392, not 4096"),
        "{log}"
    );
    let (started, code, log) = run("ulimit -n 512;");
    assert_eq!((started, code), (false, Some(2)), "{log}");
    assert!(log.contains("the limit on open files is 512, at least 720 are needed"), "{log}");
}
