//! The binary as people and orchestrators use it: start, the printed call, health, SIGTERM, a bad configuration.

use std::process::{Command, Output, Stdio};

use crate::support::papers::{Authority, CertificateAndKey, Folder};
use crate::support::program::{Program, command};
use crate::support::report_not_tested;

fn serve(words: &[&str]) -> Program {
    Program::run(command(words).stderr(Stdio::null()))
}

fn health(server: &Program) -> (Option<i32>, String) {
    outcome(&command(&["health"]).env("THIRDSEAT__ADMIN__LISTEN", server.admin.to_string()).output().unwrap())
}

/// A container's log collector may end, and so may the reader of the greeting, but the server continues to serve.
#[test]
fn the_server_serves_on_if_no_output_is_read() {
    let mut served = Program::run(command(&["serve"]).env("THIRDSEAT__LOG__FILTER", "debug").stderr(Stdio::piped()));
    drop((served.child.stderr.take(), served.printed.take()));
    for _ in 0..3 {
        assert_eq!(health(&served), (Some(0), String::from("serving\n")));
    }
    assert_eq!(served.stop(), Some(0));
}

fn outcome(output: &Output) -> (Option<i32>, String) {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.code(), String::from_utf8(both).unwrap())
}

#[test]
fn without_a_command_the_program_serves_until_it_is_stopped() {
    let mut served = serve(&[]);
    assert!(served.said[0].starts_with("thirdseat 0.") && served.said[0].contains(" ready in "), "{:?}", served.said);
    assert_eq!(health(&served), (Some(0), String::from("serving\n")));
    assert_eq!(served.stop(), Some(0));
    let (code, words) = health(&served);
    let once = words.starts_with("not reachable: admin.listen 127.0.0.1:") && words.matches("refused").count() == 1;
    assert!(code == Some(1) && once, "{words}");
}

#[test]
fn the_example_call_that_is_printed_works() {
    if !Command::new("curl").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return report_not_tested("curl is missing, so the printed call was not made");
    }
    let (token, folder) = ("0123456789abcdef", Folder::new("printed"));
    let issuer = Authority::new("authority");
    let CertificateAndKey { certificate, key } = issuer.sign_for("server", &["127.0.0.1"]);
    let (certificate, key) = (folder.write("server.pem", &certificate), folder.write("server.key", &key));
    let ca = folder.write("ca.pem", &issuer.pem());
    let tokens = format!("[grpc.tokens]\nfile = {:?}\n", folder.write("tokens", &format!("{token} decide\n")));
    let tls = format!("{tokens}[grpc.tls]\ncertificate = {certificate:?}\nkey = {key:?}\nclient_ca = {ca:?}\n");
    let settings = [("tokens.toml", tokens), ("tls.toml", tls)].map(|(name, text)| folder.write(name, &text));
    for words in [&["serve"][..], &["serve", "--config", &settings[0]], &["serve", "--config", &settings[1]]] {
        let served = serve(words);
        let from = served.said.iter().position(|line| line.starts_with("  curl ")).unwrap();
        let call = served.said[from..].join("\n").replace("curl ", "curl --silent --show-error ");
        let call = [("TOKEN", token), ("CA.pem", &ca), ("CLIENT.pem", &certificate), ("CLIENT.key", &key)]
            .into_iter()
            .fold(call, |call, (word, own)| call.replace(word, own));
        let (code, answer) = outcome(&Command::new("sh").args(["-c", &call]).output().unwrap());
        assert!(code == Some(0) && answer.contains("\"text\":\"JJ\""), "{call}\n{answer}");
    }
}

#[test]
fn help_has_the_default_addresses_and_their_variables() {
    let (code, page) = outcome(&command(&["serve", "--help"]).output().unwrap());
    let config = server::config::Config::embedded();
    for (address, variable) in [(config.grpc.listen, "GRPC"), (config.admin.listen, "ADMIN")] {
        let told = format!("[default: {address}, or THIRDSEAT__{variable}__LISTEN]");
        assert!(code == Some(0) && page.contains(&told), "{told} is not in\n{page}");
    }
}

#[test]
fn the_configuration_is_checked_and_printed() {
    let (code, page) =
        outcome(&command(&["config", "--print"]).env("THIRDSEAT__THINKING__INFLIGHT_MAX", "7").output().unwrap());
    assert!(
        code == Some(0) && page.contains("\n[thinking]\nthreads = 0\n") && page.contains("\ninflight_max = 7\n"),
        "{page}"
    );
    let (code, page) = outcome(&command(&["config"]).env("THIRDSEAT__THINKING__INFLIGHT_MAX", "0").output().unwrap());
    let wanted = "thirdseat: thinking.inflight_max (from THIRDSEAT__THINKING__INFLIGHT_MAX) cannot be 0: it may be 1 to 1048576\n";
    assert_eq!((code, page.as_str()), (Some(2), wanted));
    // The check finds a fault that would stop the server.
    let folder = Folder::new("binary");
    let wrong = include_str!("../../../../config/companions.toml").replace("30, 30, 30,", "30, 101, 30,");
    let policies = folder.write("policies.toml", &wrong);
    let tls = [("GRPC__TLS__CERTIFICATE", "/none/a.pem"), ("GRPC__TLS__KEY", "/none/b.pem")];
    let taken = serve(&[]);
    let (address, named) = (taken.grpc.to_string(), format!("grpc.listen {}", taken.grpc));
    let flags = ["serve", "--admin-listen", "127.0.0.1:0", "--listen", &address];
    for (words, variables, says) in [
        (&["config"][..], &[("COMPANIONS__FILE", &*policies)][..], ["companions.file", &policies]),
        (&["serve"], &[("COMPANIONS__FILE", &policies)], ["companions.file", &policies]),
        (&["config"], &tls, ["grpc.tls.certificate", "/none/a.pem"]),
        (&["config"], &[("GRPC__TOKENS__FILE", "/none/tokens")], ["grpc.tokens.file", "/none/tokens"]),
        (&["config"], &[("PERSONAS__DEFAULT", "stranger")], ["personas.default", "\"stranger\"; there are "]),
        (&["serve"], &[("GRPC__LISTEN", &address)], [&named, "serve --listen ADDRESS --admin-listen ADDRESS"]),
        (&flags, &[], [&named, &named]),
    ] {
        let variables = variables.iter().map(|(key, value)| (format!("THIRDSEAT__{key}"), value));
        let (code, page) = outcome(&command(words).envs(variables).output().unwrap());
        assert!(code == Some(2) && says.iter().all(|says| page.contains(says)), "{page}");
    }
}
