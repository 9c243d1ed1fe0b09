//! A server that gives one fixed answer to every Follow: `thirdseat-load stub`. Tests of this program ask it, so that they need no
//! service.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::io::{BufRead, BufReader, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use anyhow::Context as _;
use prost::Message;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::transport::Server;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;
use wire::v1;

/// Answers every Follow with the same answer.
#[derive(Clone)]
struct Stub(v1::Decision);

impl UnaryService<v1::DecideRequest> for Stub {
    type Response = v1::Decision;
    type Future = Ready<Result<Response<v1::Decision>, Status>>;

    fn call(&mut self, request: Request<v1::DecideRequest>) -> Self::Future {
        // The whole request is read; a server has to do that much.
        std::hint::black_box(request.into_inner());
        ready(Ok(Response::new(self.0.clone())))
    }
}

impl NamedService for Stub {
    const NAME: &'static str = wire::SERVICE_NAME;
}

impl tower::Service<http::Request<Body>> for Stub {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let stub = self.clone();
        Box::pin(async move { Ok(Grpc::new(ProstCodec::default()).unary(stub, request).await) })
    }
}

/// Serves until the process ends.
async fn serve(listener: TcpListener, answer: v1::Decision) -> anyhow::Result<()> {
    let incoming = tokio_stream::StreamExt::map(TcpListenerStream::new(listener), |stream| {
        stream.inspect(|stream| {
            let _ = stream.set_nodelay(true);
        })
    });
    Ok(Server::builder().add_service(Stub(answer)).serve_with_incoming(incoming).await?)
}

/// `thirdseat-load stub`: reads the answer from standard input, prints its address, serves until its input ends.
pub(crate) async fn run() -> anyhow::Result<()> {
    let mut input = BufReader::new(std::io::stdin());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let answer = v1::Decision::decode(read_hex(line.trim()).context("standard input is no answer in hex")?.as_slice())?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let over = tokio::task::spawn_blocking(move || std::io::copy(&mut input, &mut std::io::sink()));
    tokio::select! {
        served = serve(listener, answer) => served,
        _ = over => Ok(()),
    }
}

fn read_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_or_refused() {
        assert_eq!(read_hex("00ff1a"), Some(vec![0, 255, 26]));
        assert_eq!(read_hex(""), Some(vec![]));
        assert_eq!([read_hex("0"), read_hex("zz"), read_hex("é0")], [None, None, None]);
    }
}
