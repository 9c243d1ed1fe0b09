//! Heads and bodies that do not end.

use super::*;

/// Bodies that never end, on many streams, must not fill the memory.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_without_an_end_are_not_kept() {
    const TOKEN: &str = "Bearer 0123456789abcdef";
    let [json, grpc] = [vec![b' '; 250 << 10], [&[0, 0, 0, 0xF0, 0][..], &[0; 60 << 10]].concat()];
    // A message that announces 3 MiB, of which 1 MiB comes.
    let large = [&[0, 0, 0x30, 0, 0][..], &vec![0; 1 << 20]].concat();
    let follow = "/thirdseat.v1.CompanionService/Follow";
    let reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    // Each has its own server, so they can run at the same time.
    let _shared = some_processors();
    tokio::join!(
        stall_bodies(follow, "application/json", &json, None),
        stall_bodies(follow, "application/grpc", &grpc, None),
        stall_bodies("/grpc.health.v1.Health/Check", "application/grpc", &large, None),
        stall_bodies(reflection, "application/grpc", &large, None),
        stall_bodies(follow, "application/json", &json, Some(TOKEN)),
        stall_bodies(follow, "application/grpc", &grpc, Some(TOKEN)),
    );
}

/// The refusal of a body without a token needs only the head, so the server should not read the body.
async fn send_bodies_without_a_token(words: &[u8]) {
    let server = Server::run(&mut command_with_tokens("0123456789abcdef decide\n"));
    let (before, mut most) = (server.megabytes(), 0);
    for _ in 0..run_size(4, 20) {
        let mut held = Vec::new();
        for number in 0..run_size(1_000, 4_000) {
            let Ok(mut stream) = TcpStream::connect(server.grpc) else { continue };
            stream.set_nonblocking(true).unwrap();
            let _ = stream.write(words);
            held.push(stream);
            if number % 100 == 99 {
                most = most.max(server.megabytes());
            }
        }
    }
    while server.metric("thirdseat_connections") > 0.0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let after = server.megabytes();
    println!("{before} MB, then at most {most} MB, {after} MB after");
    assert!(most.max(after) <= before + 32, "{before} MB, then {most} MB, {after} MB after");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_without_a_token_are_not_read_over_http_1() {
    let head = "POST /thirdseat.v1.CompanionService/Follow HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ncontent-length: 256000\r\n\r\n";
    send_bodies_without_a_token(&[head.as_bytes(), &[b' '; 255_000]].concat()).await;
}

/// Each body is as large as the initial window of a stream.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_without_a_token_are_not_read_over_http_2() {
    let head = headers_frame(b"/thirdseat.v1.CompanionService/Follow");
    let body = [vec![frame(0, 0, &[0; 16_384]); 3], vec![frame(0, 0, &[0; 16_383])]].concat().concat();
    send_bodies_without_a_token(&[PREFACE, &head, &body].concat()).await;
}

/// A byte that comes alone must not keep the whole buffer into which the connection read it.
#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_come_alone_take_no_buffers() {
    let server = Server::run(&mut command_with_tokens("0123456789abcdef decide\n"));
    let before = server.megabytes();
    let head = "POST /thirdseat.v1.CompanionService/ListPersonas HTTP/1.1\r\nhost: localhost\r\n\
                authorization: Bearer 0123456789abcdef\r\ncontent-type: application/json\r\n\
                content-length: 250000\r\n\r\n";
    let mut streams: Vec<TcpStream> = (0..4).map(|_| TcpStream::connect(server.grpc).unwrap()).collect();
    for stream in &mut streams {
        stream.set_nodelay(true).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
    }
    for _ in 0..run_size(5_000, 50_000) {
        for stream in &mut streams {
            stream.write_all(b" ").unwrap();
        }
        std::thread::sleep(Duration::from_micros(50));
    }
    let after = server.megabytes();
    assert!(after <= before + 32, "{before} MB, {after} MB after");
}

async fn stall_bodies(path: &str, form: &str, first: &[u8], token: Option<&str>) {
    use http_body_util::StreamBody;
    use tower::{Service, ServiceExt};

    let tokens = "0123456789abcdef decide caller=one\nfedcba9876543210 decide caller=other\n";
    let server = Server::run_with_others(&mut command_with_tokens(tokens));
    let mut other = server.client().await;
    let (before, mut most, mut held) = (server.megabytes(), 0, Vec::new());
    let mut sent = tokio::task::JoinSet::new();
    for _ in 0..run_size(4, 10) {
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
        other.play(by_token("fedcba9876543210", to_lead())).await.expect("another caller does not notice");
        most = most.max(server.megabytes());
    }
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(server.megabytes());
    }
    let more = most.saturating_sub(before);
    assert!(more <= 64, "{path} as {form}, with a token: {}: {more} MB more", token.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_port_keeps_little_of_requests_without_an_end() {
    let server = Server::start("");
    let before = server.megabytes();
    let head = format!("GET /livez HTTP/1.1\r\nhost: localhost\r\nx-rest: {}", "x".repeat(300 << 10));
    let body =
        format!("POST /livez HTTP/1.1\r\nhost: localhost\r\ncontent-length: 65536\r\n\r\n{}", " ".repeat(65_000));
    let (mut held, mut most) = (Vec::new(), 0);
    for number in 0..1_500 {
        let mut stream = TcpStream::connect(server.admin).unwrap();
        stream.set_nonblocking(true).unwrap();
        // The socket may take only a part.
        let words = if number % 2 == 0 { &head } else { &body };
        let _ = stream.write(words.as_bytes());
        held.push(stream);
        if number % 100 == 99 {
            assert!(get(server.admin, "/livez").unwrap().starts_with("HTTP/1.1 200"), "after {number}");
            most = most.max(server.megabytes());
        }
    }
    println!("{before} MB, then {most} MB");
    assert!(most <= before + 64, "{before} MB, then {most} MB");
}
