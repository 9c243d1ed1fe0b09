//! `thirdseat config --print`.

use super::Config;

/// Returns the effective configuration as TOML, which can be read again. Only a URL of Redis with a user or a password is hidden: it has to
/// be written in again.
pub fn print(config: &Config) -> String {
    let mut shown = config.clone();
    let url = &mut shown.rooms.redis.url;
    // The part before an "@" may hold a password.
    if url.contains('@') {
        *url = String::from("(hidden)");
    }
    toml::to_string(&shown).expect("every setting has a form in TOML")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::config::Sources;

    #[test]
    fn every_key_is_printed_and_reads_back() {
        let printed = print(&Config::embedded());
        let path = std::env::temp_dir().join(format!("thirdseat-print-{}.toml", std::process::id()));
        std::fs::write(&path, &printed).unwrap();
        let again = Sources { file: Some(path.clone()), ..Sources::none() }.read().unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(print(&again), printed);
        let keys = |page: &str| page.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
        assert_eq!(keys(&printed), keys(include_str!("../../../../config/default.toml")));
    }

    #[test]
    fn a_password_is_hidden_and_a_path_is_not() {
        let [url, file] = ["ROOMS__REDIS__URL", "GRPC__TOKENS__FILE"].map(|key| format!("THIRDSEAT__{key}"));
        let set = [(url, "redis://:secret@host:6379/0"), (file, "/run/tokens")];
        let environment = HashMap::from(set.map(|(key, value)| (key, value.to_owned())));
        let printed = print(&Sources { environment, ..Sources::none() }.read().unwrap());
        assert!(!printed.contains("secret") && printed.contains("/run/tokens"), "{printed}");
    }
}
