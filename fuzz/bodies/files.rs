//! Files of personas and of tokens, and settings: read or refused by a sentence, never a panic.

use engine::persona::read_personas;
use server::call::auth::Tokens;
use server::call::caller::{KnownCallers, Quota};
use server::config::Sources;

const SETTINGS: [&str; 6] =
    ["GRPC__LISTEN", "GRPC__CONNECTIONS_MAX", "LOG__REPLAY", "ROOMS__STORE", "ROOMS__REDIS__URL", "LOG__FILTER"];

pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(personas) = read_personas(&text) {
        assert!(personas.iter().all(|persona| !persona.name().is_empty()));
    }
    if let Err(problem) = Tokens::read(&text, Quota::default(), &mut KnownCallers::default()) {
        // The sentence is short, so that it does not copy a file with tokens into a log.
        assert!(problem.len() < 4096, "a sentence of {} bytes", problem.len());
    }
    let Some((&first, value)) = data.split_first() else { return };
    let key = format!("THIRDSEAT__{}", SETTINGS[usize::from(first) % SETTINGS.len()]);
    let environment = [(key, String::from_utf8_lossy(value).into_owned())].into();
    if let Err(error) = (Sources { environment, ..Sources::default() }).read() {
        assert!(!error.to_string().is_empty());
    }
}
