//! Streams that hold places and do nothing, and a log that is not read.

use std::time::Instant;

use socket2::{Domain, Socket, Type};
use tonic::Code;

use super::*;

/// Idle streams must not make the stop wait for the grace period, here an hour.
#[tokio::test(flavor = "multi_thread")]
async fn idle_streams_do_not_delay_a_stop() {
    let mut command = program_command("");
    command.env("THIRDSEAT__GRPC__DRAIN_S", "3600");
    let mut server = Server::run(&mut command);
    let mut client = server.client().await;
    client.play(to_lead()).await.unwrap();
    client.open_room(opening()).await.unwrap();
    let request = WatchRoomRequest { room_id: String::from("w"), ..Default::default() };
    let mut answers = client.watch_room(request).await.unwrap().into_inner();
    answers.message().await.unwrap();
    // A stream that stays open and ignores GOAWAY.
    let open = headers_frame(b"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo");
    let mut stranger = TcpStream::connect(server.grpc).unwrap();
    stranger.write_all(&[PREFACE, &open].concat()).unwrap();
    server.signal("TERM");
    let status = answers.message().await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable, "{status:?}");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

pub(super) fn opening() -> OpenRoomRequest {
    seating("w", "classic", "rules", &[Chair::First])
}

/// Makes the events of hands that are dealt and abandoned.
fn hand_events(first: u32, count: u32) -> RecordEventsRequest {
    let event = |sequence: u32| {
        let holds = vec![holds(Chair::First, as_cards("344567889TTJJQKK2"))];
        let what = match sequence % 2 {
            1 => room_event::What::Dealt(Dealt { first: Chair::First as i32, holds }),
            _ => room_event::What::Settled(Settled::default()),
        };
        RoomEvent { sequence, hand_number: sequence.div_ceil(2), what: Some(what) }
    };
    let events = (first..first + count).map(event).collect();
    RecordEventsRequest { room_id: String::from("w"), events, ..Default::default() }
}

/// Over HTTP/1.1 a stream has no window, and the kernel buffers much. A connection must end when its client reads nothing.
#[tokio::test(flavor = "multi_thread")]
async fn watchers_over_http_1_that_read_nothing_do_not_stay() {
    let mut command = if is_full() {
        program_command("")
    } else {
        limited_command("unread_ms = 1000\nidle_timeout_ms = 600000\nkeepalive_ms = 600000")
    };
    let server = Server::run(&mut command);
    let mut backend = server.client().await;
    backend.open_room(opening()).await.unwrap();
    let before = server.megabytes();
    let asked = br#"{"roomId":"w"}"#;
    let head = "POST /thirdseat.v1.CompanionService/WatchRoom HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/connect+json\r\ncontent-length: 19\r\n\r\n";
    let words = [head.as_bytes(), &[0, 0, 0, 0, 14], asked].concat();
    let watched = || server.metric("thirdseat_streams{rpc=\"WatchRoom\"}");
    let mut watchers = Vec::new();
    while watchers.len() < run_size(40, 800) {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        if !is_full() {
            // With small segments and buffers the kernel takes fewer bytes.
            socket.set_tcp_mss(536).unwrap();
            socket.set_recv_buffer_size(4 << 10).unwrap();
        }
        socket.connect(&server.grpc.into()).unwrap();
        let mut stream = TcpStream::from(socket);
        stream.write_all(&words).unwrap();
        watchers.push(stream);
        // Hundreds at once would be half-open connections, which the server closes.
        while watchers.len() % 40 == 0 && watched() < watchers.len() as f64 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    for round in 0..run_size(20, 200) as u32 {
        backend.record_events(hand_events(1 + 256 * round, 256)).await.unwrap();
    }
    let since = Instant::now();
    while server.metric("thirdseat_connections") > 1.0 {
        assert!(since.elapsed() < Duration::from_secs(90), "{} stay", server.metric("thirdseat_connections"));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // The allocator keeps much of a watcher's memory for the next ones.
    let (after, kept) = (server.megabytes(), 16 + watchers.len() as u64 * 64 / 1024);
    assert!(watched() == 0.0 && after <= before + kept, "{before} MB, then {after} MB");
}

/// The stream of a watcher with a closed window lasts as long as its connection, but it stops counting.
#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_that_reads_nothing_is_counted_no_longer_than_it_has_its_place() {
    let mut command = if is_full() { program_command("") } else { limited_command("watcher_unread_ms = 300") };
    let server = Server::run(&mut command);
    let mut backend = server.client().await;
    backend.open_room(opening()).await.unwrap();
    let endpoint = Endpoint::from_shared(format!("http://{}", server.grpc)).unwrap();
    let mut watcher = Client::new(endpoint.initial_stream_window_size(8).connect().await.unwrap());
    let request =
        WatchRoomRequest { room_id: String::from("w"), audience: Audience::Operator as i32, ..Default::default() };
    let _unread = watcher.watch_room(request).await.unwrap().into_inner();
    let watched = || server.metric("thirdseat_streams{rpc=\"WatchRoom\"}");
    assert_eq!(watched(), 1.0);
    for sequence in 1..=5 {
        backend.record_events(hand_events(sequence, 1)).await.unwrap();
    }
    let since = Instant::now();
    while watched() > 0.0 {
        assert!(since.elapsed() < Duration::from_secs(60), "it keeps its place");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Simulates a log collector that hangs: nothing reads the pipe of standard error. A stranger's refused call writes a line too.
async fn stall_the_log(filter: &str, dropped: &str) {
    let (_unread, pipe) = std::io::pipe().unwrap();
    let mut command = command_with_tokens("0123456789abcdef decide\n");
    command.env("THIRDSEAT__LOG__FILTER", filter).env("THIRDSEAT__LOG__REPLAY", "true");
    let mut server = Server::run(command.stderr(pipe));
    let client = server.client().await;
    let began = Instant::now();
    let mut rounds_after = 0;
    // The pipe and the queue of lines fill first.
    while rounds_after < run_size(5, 1_000) {
        let mut calls = tokio::task::JoinSet::new();
        for with_token in [[true; 50].as_slice(), &[false]].concat() {
            let (mut client, token) =
                (client.clone(), if with_token { "0123456789abcdef" } else { "an-unknown-token" });
            calls.spawn(async move { client.play(by_token(token, to_lead())).await.is_ok() == with_token });
        }
        let answers = tokio::time::timeout(Duration::from_secs(60), calls.join_all()).await;
        assert!(answers.expect("a call waits for the log").into_iter().all(|is_right| is_right));
        assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"));
        assert!(began.elapsed() < Duration::from_secs(600) || is_full(), "{dropped} does not move");
        rounds_after += usize::from(server.metric(dropped) > 0.0);
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
