//! The program as another process, on free ports.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use tonic::transport::{Channel, Endpoint};
use wire::v1::companion_service_client::CompanionServiceClient;

pub(crate) struct Program {
    pub(crate) child: Child,
    /// Kept open: otherwise the program would write to a closed pipe.
    pub(crate) printed: Option<BufReader<ChildStdout>>,
    /// The lines that it printed at its start, with the example of a call.
    pub(crate) said: Vec<String>,
    pub(crate) grpc: SocketAddr,
    pub(crate) admin: SocketAddr,
}

pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat"));
    command.args(words);
    set_free_ports(&mut command);
    command
}

pub(crate) fn set_free_ports(command: &mut Command) {
    command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
    command.env("THIRDSEAT__LOG__FORMAT", "json");
}

impl Program {
    pub(crate) fn run(command: &mut Command) -> Program {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut said: Vec<String> = Vec::new();
        while !said.last().is_some_and(|line| line.ends_with("CompanionService/Follow")) {
            let mut line = String::new();
            assert!(printed.read_line(&mut line).unwrap() > 0, "it ended before it said where it is: {said:?}");
            said.push(line.trim_end().to_owned());
        }
        let after =
            |begin: &str| said.iter().find_map(|line| line.strip_prefix(begin)).unwrap().split('/').next().unwrap();
        let (grpc, admin) = (after("  gRPC   ").parse().unwrap(), after("  admin  http://").parse().unwrap());
        Program { child, printed: Some(printed), said, grpc, admin }
    }

    pub(crate) async fn client(&self) -> CompanionServiceClient<Channel> {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.grpc)).unwrap();
        CompanionServiceClient::new(endpoint.connect().await.unwrap())
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    /// Sends SIGTERM, and waits for the end. Returns the exit code.
    pub(crate) fn stop(&mut self) -> Option<i32> {
        self.signal("TERM");
        self.child.wait().unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the whole answer, with its head.
pub(crate) fn send_http(address: SocketAddr, head: &str, body: &[u8]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let head = format!("{head}\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
