//! A link to Redis that takes its time: a TCP proxy that hands every answer on after a delay, which can be changed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The most that is read at once.
const CHUNK: usize = 16 << 10;

/// The delay of a link, shared with whatever changes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delay(Arc<AtomicU64>);

impl Delay {
    pub(crate) fn set(&self, delay: Duration) {
        self.0.store(delay.as_millis() as u64, Ordering::Relaxed);
    }

    fn get(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// Listens, and links every connection to `server` until the runtime ends. Returns where it listens.
pub(crate) async fn open(server: (&'static str, u16), delay: Delay) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            // A server that is away ends the connection, as it does without a link.
            if let Ok(server) = TcpStream::connect(server).await {
                link(client, server, delay.clone());
            }
        }
    });
    Ok(address)
}

fn link(client: TcpStream, server: TcpStream, delay: Delay) {
    for stream in [&client, &server] {
        // A stream that keeps small answers back is slower, and no less right.
        let _ = stream.set_nodelay(true);
    }
    let ((mut asks, told), (answers, mut asked)) = (client.into_split(), server.into_split());
    tokio::spawn(async move { tokio::io::copy(&mut asks, &mut asked).await });
    let (chunks, due) = mpsc::unbounded_channel();
    tokio::spawn(read(answers, chunks, delay));
    tokio::spawn(hand_on(due, told));
}

type Chunk = (Instant, Vec<u8>);

/// Reads without a pause: what comes later is not delayed by what came before.
async fn read(mut answers: OwnedReadHalf, chunks: mpsc::UnboundedSender<Chunk>, delay: Delay) {
    let mut buffer = vec![0; CHUNK];
    while let Ok(count @ 1..) = answers.read(&mut buffer).await {
        if chunks.send((Instant::now() + delay.get(), buffer[..count].to_vec())).is_err() {
            return;
        }
    }
}

async fn hand_on(mut due: mpsc::UnboundedReceiver<Chunk>, mut told: OwnedWriteHalf) {
    while let Some((at, chunk)) = due.recv().await {
        tokio::time::sleep_until(at).await;
        if told.write_all(&chunk).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_take_their_time_and_keep_their_order() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = server.local_addr().unwrap().port();
        let delay = Delay::default();
        let address = open(("127.0.0.1", port), delay.clone()).await.unwrap();
        let mut client = TcpStream::connect(address).await.unwrap();
        let (mut server, _) = server.accept().await.unwrap();
        for (ms, sent) in [(0, b"one"), (100, b"two"), (0, b"six")] {
            delay.set(Duration::from_millis(ms));
            client.write_all(b"?").await.unwrap();
            assert_eq!(server.read_u8().await.unwrap(), b'?');
            let begin = Instant::now();
            server.write_all(sent).await.unwrap();
            let mut got = [0; 3];
            client.read_exact(&mut got).await.unwrap();
            assert_eq!(&got, sent);
            assert!(begin.elapsed() >= Duration::from_millis(ms), "{:?} of {ms} ms", begin.elapsed());
        }
        drop(server);
        assert_eq!(client.read(&mut [0]).await.unwrap(), 0, "an end is handed on");
    }
}
