//! The binary as another process, whose log a test reads.

use std::fs::File;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use wire::v1::companion_service_client::CompanionServiceClient;

/// The binary, whose log goes to a file.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// Kept open, so that the server can print.
    _printed: std::io::BufReader<std::process::ChildStdout>,
    pub(crate) address: String,
    /// The path of its log.
    pub(crate) log: std::path::PathBuf,
}

impl Server {
    pub(crate) fn start(name: &str, variables: &[(&str, &str)]) -> Server {
        use std::io::{BufRead, Read};
        let log = std::env::temp_dir().join(format!("thirdseat-log-{name}-{}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat"));
        command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
        command.env("THIRDSEAT__LOG__FORMAT", "json").envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut printed = std::io::BufReader::new(child.stdout.take().unwrap());
        let lines = printed.by_ref().lines().map_while(Result::ok);
        let address = lines.into_iter().find_map(|line| Some(line.strip_prefix("  gRPC   ")?.to_owned()));
        Server { child, _printed: printed, address: address.unwrap(), log }
    }

    pub(crate) async fn client(&self) -> CompanionServiceClient<tonic::transport::Channel> {
        CompanionServiceClient::connect(format!("http://{}", self.address)).await.unwrap()
    }

    /// Ends the program. Returns the lines that it wrote.
    pub(crate) fn log(mut self) -> String {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        self.child.wait().unwrap();
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Ends the program. Returns its lines, all of which are JSON.
    pub(crate) fn ended(self) -> Vec<Value> {
        let text = self.log();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}
