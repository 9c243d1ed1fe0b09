//! A server for Connect's own conformance suite: its `ConformanceService` behind the product's transport. `clients/connect.sh` runs the
//! suite. Its runner starts the program, writes a request to stdin and reads the address from stdout. The argument is the file of the
//! suite's descriptors.

mod messages;
mod service;

use std::collections::HashMap;
use std::error::Error;
use std::io::{Read, Write};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use server::config::{Config, Sources};
use server::server::serve;
use server::state::App;

use messages::{bytes_of, json_of, message_descriptor};
use service::{answer, rpc_of};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut stdin = Vec::new();
    std::io::stdin().read_to_end(&mut stdin)?;
    // The request comes after four bytes with its length.
    let asked = json_of(&message_descriptor("ServerCompatRequest"), stdin.get(4..).ok_or("no request on stdin")?)?;
    let folder = std::env::temp_dir().join(format!("connect-suite-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let config = config(&asked, &folder)?;
    let bytes_max = config.grpc.message_bytes_max;
    let running = serve::start_with(App::load(config)?, rpc_of, move |request| answer(request, bytes_max)).await?;
    std::fs::remove_dir_all(&folder)?;
    let certificate = asked.pointer("/serverCreds/cert");
    let address = json!({"host": "127.0.0.1", "port": running.grpc.port(), "pemCert": certificate});
    let answer = bytes_of(message_descriptor("ServerCompatResponse"), &address)?;
    let mut stdout = std::io::stdout();
    stdout.write_all(&(answer.len() as u32).to_be_bytes())?;
    stdout.write_all(&answer)?;
    stdout.flush()?;
    // The runner ends the process.
    std::future::pending().await
}

/// Makes the configuration. Writes the runner's certificates and key into the folder.
fn config(asked: &Value, folder: &Path) -> Result<Config, Box<dyn Error>> {
    let mut environment = HashMap::new();
    let mut set = |key: &str, value: String| environment.insert(format!("THIRDSEAT__{key}"), value);
    for (key, value) in [("GRPC__LISTEN", "127.0.0.1:0"), ("ADMIN__LISTEN", "127.0.0.1:0"), ("LOG__REPLAY", "false")] {
        set(key, String::from(value));
    }
    set("GRPC__MESSAGE_BYTES_MAX", asked["messageReceiveLimit"].to_string());
    for (key, place) in [
        ("GRPC__TLS__CERTIFICATE", "/serverCreds/cert"),
        ("GRPC__TLS__KEY", "/serverCreds/key"),
        ("GRPC__TLS__CLIENT_CA", "/clientTlsCert"),
    ] {
        if let Some(pem) = asked.pointer(place).and_then(Value::as_str) {
            let file = folder.join(key);
            std::fs::write(&file, STANDARD.decode(pem)?)?;
            set(key, file.display().to_string());
        }
    }
    Ok(Sources { environment, ..Sources::default() }.read()?)
}
