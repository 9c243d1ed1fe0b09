//! `thirdseat health`: asks a running server, as a container's health check does. The admin port says the same with TLS and without.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::Duration;

use server::config::Config;

use crate::serve::reachable;

/// The time that the server may take for each step of its answer.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(config: &Config) -> ExitCode {
    match is_ready(config) {
        Ok(true) => {
            println!("serving");
            return ExitCode::SUCCESS;
        }
        Ok(false) => println!("not serving"),
        Err(error) => println!("not reachable: admin.listen {}: {error}", config.admin.listen),
    }
    ExitCode::FAILURE
}

fn is_ready(config: &Config) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&reachable(config.admin.listen), PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}
