//! `thirdseat config --print`.

use super::Config;

/// Returns the effective configuration as TOML that can be read again. Secrets and the paths of secrets are hidden.
pub fn print(config: &Config) -> String {
    let mut shown = config.clone();
    let redis = &mut shown.rooms.redis;
    if redis.url.contains('@') {
        // It holds a password.
        hide(&mut redis.url);
    }
    for path in [&mut shown.grpc.tls.key, &mut shown.grpc.tokens.file, &mut redis.tls.key] {
        hide(path);
    }
    toml::to_string(&shown).expect("every setting has a form in TOML")
}

fn hide(value: &mut String) {
    if !value.is_empty() {
        *value = String::from("(hidden)");
    }
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
    fn where_secrets_lie_is_hidden() {
        let environment = HashMap::from([(String::from("THIRDSEAT__GRPC__TOKENS__FILE"), String::from("/run/secret"))]);
        let config = Sources { environment, ..Sources::none() }.read().unwrap();
        assert!(!print(&config).contains("/run/secret"));
    }
}
