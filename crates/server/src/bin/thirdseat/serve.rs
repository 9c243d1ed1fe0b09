//! `thirdseat serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Instant;

use server::config::Config;
use server::observe::{lines, log};
use server::server::serve::{RunningServer, start};
use server::state::App;
use tokio::signal::unix::{SignalKind, signal};

/// A call of `Follow` to try the service with.
const FIRST_CALL: &str = r#"{"chair": "CHAIR_THIRD", "hand": {"ruleset": "classic", "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "3344JJ"}}], "present": {"landlord": "CHAIR_FIRST", "chairs": [{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}], "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}}}}, "options": {"persona": "rules"}}"#;

/// The guard that writes the waiting lines of the log when the server ends, also after an error.
struct FlushOnDrop;

impl Drop for FlushOnDrop {
    fn drop(&mut self) {
        log::stderr().flush();
    }
}

pub(crate) fn run(config: Config) -> anyhow::Result<()> {
    let (started, _flush) = (Instant::now(), FlushOnDrop);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("grpc").build()?;
    log::start(&config.log);
    let is_clean = runtime.block_on(async move {
        // Before the server starts: a signal without a listener ends the process at once.
        let [mut terminate, mut interrupt, mut hang_up] =
            [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?, signal(SignalKind::hangup())?];
        let app = App::load(config)?;
        let running = start(app).await?;
        let (grpc, admin) = (running.grpc, running.admin);
        greet(greeting(&running, started));
        let version = env!("CARGO_PKG_VERSION");
        lines::STARTED.log(format_args!("version {version}, gRPC on {grpc}, admin on {admin}"));
        warn_of_config(&running);
        let signal = loop {
            tokio::select! {
                _ = terminate.recv() => break "SIGTERM",
                _ = interrupt.recv() => break "SIGINT",
                _ = hang_up.recv() => running.reload(),
            }
        };
        lines::STOPPING.log(signal);
        anyhow::Ok(running.drain().await)
    })?;
    lines::STOPPED.log(if is_clean { "Clean" } else { "CutOff" });
    // Connections that were not closed in time are not waited for.
    runtime.shutdown_background();
    Ok(())
}

/// Prints on a thread of its own: if the program that started the server does not read the text, the server still serves.
fn greet(greeting: String) {
    std::thread::spawn(move || {
        let mut out = std::io::stdout().lock();
        if let Err(error) = out.write_all(greeting.as_bytes()).and_then(|()| out.flush()) {
            lines::STDOUT_CLOSED.log(error);
        }
    });
}

fn greeting(running: &RunningServer, started: Instant) -> String {
    let (grpc, admin) = (reachable_address(running.grpc), reachable_address(running.admin));
    let needs = &running.app.config.grpc;
    let scheme = if needs.tls.certificate.is_empty() { "http" } else { "https" };
    let mut text =
        vec![format!("thirdseat {} ready in {} ms", env!("CARGO_PKG_VERSION"), started.elapsed().as_millis())];
    text.push(format!("  gRPC   {}", running.grpc));
    text.push(format!("  admin  http://{admin}/metrics /livez /readyz"));
    if running.app.config.serves_page() {
        text.push(format!("  table  {scheme}://{grpc}/"));
    }
    text.push(String::from("Try it:"));
    let options = [
        ("--cacert CA.pem ", &needs.tls.certificate),
        ("--cert CLIENT.pem --key CLIENT.key ", &needs.tls.client_ca),
        ("-H 'authorization: Bearer TOKEN' ", &needs.tokens.file),
    ];
    let options: String = options.iter().filter(|(_, file)| !file.is_empty()).map(|(option, _)| *option).collect();
    text.push(format!("  curl {options}-H 'content-type: application/json' -d '{FIRST_CALL}' \\"));
    text.push(format!("    {scheme}://{grpc}/thirdseat.v1.CompanionService/Follow"));
    text.join("\n") + "\n"
}

/// Returns the address by which this machine reaches a server that listens on `address`: loopback, if the server listens on all addresses.
pub(crate) fn reachable_address(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let ip = if address.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
        address.set_ip(ip);
    }
    address
}

fn warn_of_config(running: &RunningServer) {
    let grpc = &running.app.config.grpc;
    if grpc.tls.client_ca.is_empty() && running.app.callers.have_subjects() {
        lines::SUBJECTS_UNUSED.log(format_args!("{}: see grpc.tls.client_ca", grpc.tokens.file));
    }
    if running.grpc.ip().is_loopback() {
        return;
    }
    if grpc.tls.certificate.is_empty() {
        lines::NO_TLS.log(format_args!("listening on {}; see grpc.tls", running.grpc));
    }
    if grpc.tokens.file.is_empty() && grpc.tls.client_ca.is_empty() {
        lines::NO_CALLER_CHECK.log(format_args!("listening on {}; see grpc.tokens", running.grpc));
    }
}
