//! Connections that are held open without use: silent ones, and ones with half a head.

use std::time::{Duration, Instant};

use server::server::serve::Running;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::contract::harness::*;

/// Opens a plain connection to the server, sends the words, and returns how long it lasted.
async fn hears(server: &Running, words: &[u8]) -> Duration {
    // The server's timer may start before the client knows that it is connected.
    let began = Instant::now();
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    stream.write_all(words).await.unwrap();
    let mut answer = Vec::new();
    // A reset counts as an end too.
    let _ = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.expect("it ends");
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_finishes_the_first_words_is_hung_up_on() {
    let (server, mut client) = serve(&[("FIXED__HANDSHAKE_MS", "300")]).await;
    for words in [b"".as_slice(), b"PRI * HTTP/2.0\r\n"] {
        let took = hears(&server, words).await.as_millis();
        assert!(took >= 290, "{words:?}: hung up on after {took} ms");
    }
    assert_eq!(metric(&server.app, "thirdseat_connections_closed_total{reason=\"idle\"}"), 2.0);
    // The limit does not hold for a client that has spoken.
    assert!(client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    until("the end of the others", || metric(&server.app, "thirdseat_connections") == 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_silent_is_hung_up_on_and_who_answers_pings_is_not() {
    let (server, mut client) = serve(&[("FIXED__KEEPALIVE_S", "1"), ("FIXED__IDLE_TIMEOUT_S", "2")]).await;
    // It sends the preface and nothing else, not even answers to pings.
    let hello = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat();
    let took = hears(&server, &hello).await.as_millis();
    assert!(took >= 1900, "hung up on after {took} ms");
    assert_eq!(metric(&server.app, "thirdseat_connections_closed_total{reason=\"idle\"}"), 1.0);
    // This client was as idle all that time, and its library answers pings.
    until("the end of the others", || metric(&server.app, "thirdseat_connections") == 1.0).await;
    assert!(client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
}
