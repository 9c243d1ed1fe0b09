//! Connections of HTTP/1.1 after a call that is answered before its body is read.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::contract::harness::*;
use crate::contract::http_calls::path;

async fn send(stream: &mut TcpStream, kind: &str, bytes: usize) {
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: h\r\ncontent-type: {kind}\r\ncontent-length: {bytes}\r\n\r\n",
        path("ListPersonas")
    );
    stream.write_all(head.as_bytes()).await.unwrap();
}

/// Reads the beginning of the next answer, its head at least.
async fn head(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64 << 10];
    let count = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut bytes)).await.unwrap().unwrap();
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_call_leaves_the_connection_to_the_next_one() {
    let (server, _client) = serve(&[]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    for bytes in [2, 200_000] {
        send(&mut stream, "image/jpeg", bytes).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        stream.write_all(&vec![b' '; bytes]).await.unwrap();
        let refused = head(&mut stream).await;
        assert!(refused.starts_with("HTTP/1.1 415 ") && !refused.contains("connection: close"), "{refused}");
    }
    send(&mut stream, "application/json", 2).await;
    stream.write_all(b"{}").await.unwrap();
    assert!(head(&mut stream).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_call_with_a_long_or_late_body_says_that_the_connection_closes() {
    let (server, _client) = serve(&[]).await;
    for bytes in [2, 300_000] {
        let mut stream = TcpStream::connect(server.grpc).await.unwrap();
        send(&mut stream, "image/jpeg", bytes).await;
        let refused = head(&mut stream).await;
        assert!(refused.starts_with("HTTP/1.1 415 ") && refused.contains("connection: close"), "{refused}");
        assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
    }
}
