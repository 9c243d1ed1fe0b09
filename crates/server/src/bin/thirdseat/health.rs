//! `thirdseat health`: asks a running server whether it is ready. It asks the admin port, which never has TLS.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::Duration;

use server::config::Config;

use crate::serve::reachable_address;

/// The most time for the connection, and for each read of the answer.
const TIMEOUT: Duration = Duration::from_secs(2);

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
    let mut stream = TcpStream::connect_timeout(&reachable_address(config.admin.listen), TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}
