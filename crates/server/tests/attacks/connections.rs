//! Floods of connections, and the limit on open files.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_change_nothing_for_others() {
    let server = Server::start("");
    let mut old = server.client().await;
    for port in [server.grpc, server.admin] {
        let mut held = Vec::new();
        for _ in 0..run_size(2_000, 10_000) / 50 {
            for _ in 0..50 {
                held.push(TcpStream::connect(port).unwrap());
            }
            if held.len() % 500 == 0 {
                // The pause is there because the test is about other callers, not about the rate of new connections.
                tokio::time::sleep(Duration::from_millis(50)).await;
                old.play(to_lead()).await.unwrap();
                server.client().await.play(to_lead()).await.unwrap();
                assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"), "{port}");
            }
        }
    }
    assert!(server.metric("thirdseat_connections_closed_total{reason=\"half_open\"}") > 100.0);
    assert!(server.megabytes() < 128, "{} MB", server.megabytes());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_on_the_admin_port_fails_no_probe() {
    let server = Server::start("");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    let _ = get(server.admin, "/metrics");
                }
            });
        }
        let is_answered = || get(server.admin, "/livez").is_ok_and(|page| page.starts_with("HTTP/1.1 200"));
        // By the chart, three failed probes in a row end a replica. On a busy machine a single probe may be late.
        let probes = (0..run_size(50, 1_000)).filter(|_| (0..3).any(|_| is_answered())).count();
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(probes, run_size(50, 1_000));
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_with_every_place_keep_no_caller_out() {
    const PLACES: usize = 256;
    let server = Server::run(program_command("").env("THIRDSEAT__GRPC__CONNECTIONS_MAX", PLACES.to_string()));
    let mut old = server.client().await;
    old.play(to_lead()).await.unwrap();
    let mut held = Vec::new();
    let mut strangers = |number: usize| {
        for _ in 0..number {
            let mut stream = TcpStream::connect(server.grpc).unwrap();
            stream.write_all(PREFACE).unwrap();
            held.push(stream);
        }
    };
    strangers(2 * PLACES);
    for round in 0..run_size(10, 100) {
        strangers(PLACES / 2);
        let mut new = server.client().await;
        new.play(to_lead()).await.unwrap_or_else(|status| panic!("round {round}: {status}"));
        old.play(to_lead()).await.expect("a caller keeps its connection");
    }
    let series = |reason: &str| server.metric(&format!("thirdseat_connections_closed_total{{reason=\"{reason}\"}}"));
    assert!(series("stranger") > PLACES as f64, "{}", series("stranger"));
    assert_eq!(series("full"), 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_caller_that_holds_all_it_can_keeps_no_other_out() {
    use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

    let places = run_size(128, 4_096);
    let lines = "0123456789abcdef watch caller=page rooms=backend\nfedcba9876543210 decide rooms caller=backend\n";
    let mut command = command_with_tokens(lines);
    command.env("THIRDSEAT__GRPC__CONNECTIONS_MAX", places.to_string());
    // Only an audit compares times.
    let server = if is_full() { Server::run_alone(&mut command) } else { Server::run(&mut command) };
    server.client().await.open_room(by_token("fedcba9876543210", streams::opening())).await.unwrap();
    let p99 = async || {
        let mut took = Vec::new();
        for _ in 0..run_size(10, 1_000) {
            let began = std::time::Instant::now();
            server.client().await.play(by_token("fedcba9876543210", to_lead())).await.expect("another caller comes in");
            let channel = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap().connect().await.unwrap();
            HealthClient::new(channel).check(HealthCheckRequest::default()).await.expect("health is told");
            took.push(began.elapsed());
        }
        took.sort();
        took[took.len() * 99 / 100]
    };
    let quiet = p99().await;
    let (mut held, mut refused) = (Vec::new(), 0);
    for _ in 0..places {
        let mut client = server.client().await;
        let request = WatchRoomRequest { room_id: String::from("w"), ..Default::default() };
        let watched = client.watch_room(by_token("0123456789abcdef", request)).await;
        let is_refused = |status: &tonic::Status| status.message().contains("connections to a replica");
        refused += usize::from(watched.as_ref().is_err_and(is_refused));
        held.push((client, watched));
    }
    // A caller gets four fifths of the places for connections and for watchers, rounded up.
    assert_eq!(held.len() - refused, (places * 4).div_ceil(5));
    let watchers = held.iter().filter(|(_, watched)| watched.is_ok()).count();
    assert_eq!(watchers, (held.len() - refused).min(820));
    let beside = p99().await;
    println!("{} connections, {watchers} watchers; p99 {quiet:?}, beside them {beside:?}", held.len() - refused);
    // In a short run p99 is the slowest of ten calls, which may be late by chance.
    assert!(places < 4_096 || beside <= 2 * quiet, "{quiet:?}, then {beside:?}");
    let series = "thirdseat_quota_exceeded_total{caller=\"page\",quota=\"connections_per_caller\"}";
    assert_eq!(server.metric(series), refused as f64);
}

/// The soft limit on open files is raised; a hard limit that is too small lowers the cap, or ends the start.
#[test]
fn caps_fit_the_limit_on_open_files() {
    let server = Server::start("ulimit -Sn 256;");
    assert!(server.metric("process_max_fds") > 1024.0);
    drop(server);
    let run = |files: &str| {
        let mut child = program_command(files).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
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
