//! Attacks on the running program, over loopback and bounded: what they cost it, and that other callers do not notice. The size that
//! an audit used is run by `THIRDSEAT_FULL=1`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tonic::Code;
use tonic::transport::Endpoint;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

type Client = CompanionServiceClient<tonic::transport::Channel>;

/// The short size, or the audit's.
fn size(short: usize, full: usize) -> usize {
    if std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty()) { full } else { short }
}

/// The program, with its ports.
struct Server {
    child: Child,
    /// Kept open: a program whose printed words are not taken ends.
    _printed: BufReader<std::process::ChildStdout>,
    grpc: SocketAddr,
    admin: SocketAddr,
    bridge: SocketAddr,
}

/// The program under a limit on open files, with the bridge on and free ports.
fn program(files: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{files} exec {} serve", env!("CARGO_BIN_EXE_thirdseat"))]);
    for (key, value) in
        [("GRPC__LISTEN", "127.0.0.1:0"), ("ADMIN__LISTEN", "127.0.0.1:0"), ("BRIDGE__LISTEN", "127.0.0.1:0")]
    {
        command.env(format!("THIRDSEAT__{key}"), value);
    }
    command.env("THIRDSEAT__BRIDGE__ENABLED", "true").env("THIRDSEAT__LOG__REPLAY", "false");
    command.env("THIRDSEAT__LOG__FORMAT", "json");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    fn start(files: &str) -> Server {
        Server::run(program(files).stderr(Stdio::null()))
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command.spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut address = |before: &str, after: &str| -> SocketAddr {
            let mut line = String::new();
            loop {
                line.clear();
                assert!(printed.read_line(&mut line).unwrap() > 0, "it ended before it said {before:?}");
                let Some(rest) = line.strip_prefix(before) else { continue };
                return rest.split(after).next().unwrap().trim().parse().unwrap();
            }
        };
        let grpc = address("  gRPC   ", "\n");
        let admin = address("  admin  http://", "/");
        let bridge = address("  bridge http://", "/");
        Server { child, _printed: printed, grpc, admin, bridge }
    }

    async fn client(&self) -> Client {
        Client::new(Endpoint::from_shared(format!("http://{}", self.grpc)).unwrap().connect().await.unwrap())
    }

    /// Memory in megabytes.
    fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    fn metric(&self, series: &str) -> f64 {
        let page = get(self.admin, "/metrics").unwrap();
        page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok()).unwrap_or(0.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The content of a page of an HTTP/1 port.
fn get(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn lead() -> DecideRequest {
    let counted = |(chair, cards_left)| ChairPresent { chair, cards_left, played: None, open: None };
    let present = Present {
        landlord: Chair::First as i32,
        chairs: (1..).zip([5, 4, 6]).map(counted).collect(),
        ..Present::default()
    };
    let cards = Some(Cards { text: String::from("3344JJ"), ids: Vec::new() });
    let chair = Chair::Third as i32;
    let hand = Hand {
        ruleset: String::from("classic"),
        holds: vec![ChairCards { chair, cards }],
        present: Some(present),
        ..Hand::default()
    };
    let options = Some(DecisionOptions { persona: String::from("rules"), ..Default::default() });
    DecideRequest { chair, position: Some(decide_request::Position::Hand(hand)), options, ..Default::default() }
}

/// Thousands of connections that say nothing, on each port: callers, new ones too, probes and the bridge go on as before.
#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_change_nothing_for_others() {
    let server = Server::start("");
    let mut old = server.client().await;
    for port in [server.grpc, server.admin, server.bridge] {
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
                assert!(get(server.bridge, "/health").unwrap().starts_with("HTTP/1.1 200"), "{port}");
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

/// Streams on which nothing is ever asked: the caps hold, and so does the memory.
#[tokio::test(flavor = "multi_thread")]
async fn empty_streams_cost_no_memory() {
    let server = Server::start("");
    let before = server.megabytes();
    let (mut held, mut refused) = (Vec::new(), 0);
    for _ in 0..size(20, 200) {
        let client = server.client().await;
        let opened: Vec<_> = (0..250)
            .map(|_| {
                let mut client = client.clone();
                let (asks, questions) = tokio::sync::mpsc::channel::<DecideManyRequest>(1);
                let questions = tokio_stream::wrappers::ReceiverStream::new(questions);
                // A stream ends with its questions: the holder of `asks` holds it.
                tokio::spawn(async move { client.decide_many(questions).await.map(|answers| (answers, asks)) })
            })
            .collect();
        for one in opened {
            match one.await.unwrap() {
                Ok(stream) => held.push(stream),
                Err(status) => {
                    assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
                    refused += 1;
                }
            }
        }
    }
    // 32 on each connection, and 1,024 in all.
    assert_eq!(held.len(), size(20 * 32, 1024));
    assert_eq!(refused, size(20, 200) * 250 - held.len());
    assert_eq!(server.metric("thirdseat_streams{rpc=\"DecideMany\"}"), held.len() as f64);
    assert_eq!(server.metric("thirdseat_inflight{rpc=\"DecideMany\"}"), 0.0, "idle streams do not scale the fleet");
    let during = server.megabytes();
    assert!(during < 128, "{before} MB, then {during} MB");
    server.client().await.play(lead()).await.unwrap();
    drop(held);
    let since = Instant::now();
    while server.metric("thirdseat_streams{rpc=\"DecideMany\"}") > 0.0 {
        assert!(since.elapsed() < Duration::from_secs(20), "streams are not given back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.client().await.decide_many(tokio_stream::pending()).await.unwrap();
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
        started && log.contains("descriptors_limited") && log.contains("grpc.connections_max is 2368, not 4096"),
        "{log}"
    );
    let (started, code, log) = run("ulimit -n 1024;");
    assert_eq!((started, code), (false, Some(2)), "{log}");
    assert!(log.contains("the limit on open files is 1024, at least 1744 are needed"), "{log}");
}

/// A log collector that hangs: nobody reads the pipe behind standard error. A stranger's refused call writes a line too.
async fn stall_the_log(filter: &str, dropped: &str) {
    let tokens = std::env::temp_dir().join(format!("thirdseat-stalled-{filter}-{}", std::process::id()));
    std::fs::write(&tokens, "0123456789abcdef decide\n").unwrap();
    let (_unread, pipe) = std::io::pipe().unwrap();
    let mut command = program("");
    command.env("THIRDSEAT__GRPC__TOKENS__FILE", &tokens).env("THIRDSEAT__LOG__FILTER", filter);
    command.env("THIRDSEAT__LOG__REPLAY", "true").env("THIRDSEAT__LOG__REPLAY_QUEUE", "100");
    let mut server = Server::run(command.stderr(pipe));
    let mut client = server.client().await;
    let within = Duration::from_secs(5);
    let ask = |with_token: bool| {
        let mut request = tonic::Request::new(lead());
        if with_token {
            request.metadata_mut().insert("authorization", "Bearer 0123456789abcdef".parse().unwrap());
        }
        request
    };
    // A line has some 400 bytes, a pipe takes 64 KiB, and 100 lines wait.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(size(3, 60) as u64) || server.metric(dropped) == 0.0 {
        for with_token in [[true; 50].as_slice(), &[false]].concat() {
            let answer = tokio::time::timeout(within, client.play(ask(with_token))).await;
            assert_eq!(answer.expect("a call waits for the log").is_ok(), with_token);
        }
        assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"));
        assert!(began.elapsed() < Duration::from_secs(120), "{dropped} does not move");
    }
    drop(client);
    server.signal("TERM");
    let asked = Instant::now();
    while server.child.try_wait().unwrap().is_none() {
        assert!(asked.elapsed() < Duration::from_secs(10), "SIGTERM waits for the log");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    std::fs::remove_file(tokens).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_reader_that_stalls_stops_nothing() {
    stall_the_log("info", "thirdseat_replay_dropped_total").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_reader_that_stalls_costs_log_lines_that_are_counted() {
    stall_the_log("debug", "thirdseat_log_dropped_total").await;
}

/// Bodies whose last byte never comes, on many streams: of a stranger nothing is kept, whatever service it asks, and those of a caller
/// take a limited number of bytes.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_without_an_end_are_not_kept() {
    const TOKEN: &str = "Bearer 0123456789abcdef";
    let [json, grpc] = [vec![b' '; 250 << 10], [&[0, 0, 0, 0xF0, 0][..], &[0; 60 << 10]].concat()];
    // As large as it likes: the service itself does not ask for so much.
    let large = [&[0, 0, 0x30, 0, 0][..], &vec![0; 1 << 20]].concat();
    let follow = "/thirdseat.v1.CompanionService/Follow";
    for (path, form, first, token) in [
        (follow, "application/json", &json, None),
        (follow, "application/grpc", &grpc, None),
        ("/grpc.health.v1.Health/Check", "application/grpc", &large, None),
        ("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "application/grpc", &large, None),
        (follow, "application/json", &json, Some(TOKEN)),
        (follow, "application/grpc", &grpc, Some(TOKEN)),
    ] {
        let more = stall_bodies(path, form, first, token).await;
        assert!(more <= 64, "{path} as {form}, with a token: {}: {more} MB more", token.is_some());
    }
}

/// Memory in megabytes that bodies cost which begin so and do not end. Another caller is answered meanwhile.
async fn stall_bodies(path: &str, form: &str, first: &[u8], token: Option<&str>) -> u64 {
    use http_body_util::StreamBody;
    use tower::{Service, ServiceExt};

    let tokens = std::env::temp_dir().join(format!("thirdseat-bodies-{}", std::process::id()));
    std::fs::write(&tokens, "0123456789abcdef decide caller=one\nfedcba9876543210 decide caller=other\n").unwrap();
    let server = Server::run(program("").env("THIRDSEAT__GRPC__TOKENS__FILE", &tokens).stderr(Stdio::null()));
    let mut other = server.client().await;
    let (before, mut most, mut held) = (server.megabytes(), 0, Vec::new());
    let mut sent = tokio::task::JoinSet::new();
    for _ in 0..size(4, 10) {
        let endpoint = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap();
        let channel = endpoint.connect().await.unwrap();
        for _ in 0..200 {
            let mut channel = channel.clone();
            let (chunks, body) = tokio::sync::mpsc::channel(1);
            let frame = http_body::Frame::data(tonic::codegen::Bytes::copy_from_slice(first));
            chunks.send(Ok::<_, tonic::Status>(frame)).await.unwrap();
            held.push(chunks);
            let body = StreamBody::new(tokio_stream::wrappers::ReceiverStream::new(body));
            let mut request = http::Request::post(path).header("content-type", form);
            if let Some(token) = token {
                request = request.header("authorization", token);
            }
            let request = request.body(tonic::body::Body::new(body)).unwrap();
            sent.spawn(async move { drop(channel.ready().await.unwrap().call(request).await) });
        }
        let mut ask = tonic::Request::new(lead());
        ask.metadata_mut().insert("authorization", "Bearer fedcba9876543210".parse().unwrap());
        other.play(ask).await.expect("another caller does not notice");
        most = most.max(server.megabytes());
    }
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(server.megabytes());
    }
    std::fs::remove_file(tokens).unwrap();
    most.saturating_sub(before)
}

/// A backend holds a stream on which nothing is asked, and the collector of spans takes connections and never answers.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_idle_holds_up_a_stop() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = program("");
    command.env("THIRDSEAT__TRACE__ENDPOINT", format!("http://{}", silent.local_addr().unwrap()));
    let mut server = Server::run(command.env("THIRDSEAT__TRACE__SAMPLE_PERCENT", "100").stderr(Stdio::null()));
    let mut client = server.client().await;
    client.play(lead()).await.unwrap();
    let mut answers = client.decide_many(tokio_stream::pending()).await.unwrap().into_inner();
    server.signal("TERM");
    let asked = Instant::now();
    let status = answers.message().await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable, "{status:?}");
    while server.child.try_wait().unwrap().is_none() {
        assert!(asked.elapsed() < Duration::from_secs(5), "a stop takes {:?}", asked.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
