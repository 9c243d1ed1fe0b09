//! Reading the sources in their order, and naming the one that is to blame.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use config::{ConfigError, Environment, File, FileFormat, Source, Value, ValueKind};

use super::{Config, Fault, RANGES};

/// The defaults, with every key that there is.
const DEFAULT_TOML: &str = include_str!("../../../../config/default.toml");
const PROFILES: &[(&str, &str)] = &[("container", include_str!("../../../../config/container.toml"))];
const VARIABLE_PREFIX: &str = "THIRDSEAT";

const ADDRESS_FORM: &str = "an IP address with a port, as 127.0.0.1:50051";
/// The form of each key whose value is an address or one of some words. The library's error does not name it.
const VALUE_FORMS: &[(&str, &str)] = &[
    ("admin.listen", ADDRESS_FORM),
    ("companions.disclosure", "caller or required"),
    ("grpc.listen", ADDRESS_FORM),
    ("log.format", "human or json"),
    ("rooms.store", "memory or redis"),
    ("web.page", "off, loopback or always"),
];

/// The sources to read, on top of the defaults. Its own default has none.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// A profile: one that is built in, or `config/<profile>.toml`.
    pub profile: Option<String>,
    /// A file of settings on top of the profile.
    pub file: Option<PathBuf>,
    /// The environment's variables.
    pub environment: HashMap<String, String>,
    /// Values from the command line, by key. They win.
    pub flags: HashMap<String, String>,
}

type Layer = (String, Box<dyn Source + Send + Sync>);

impl Sources {
    /// Reads the sources and checks the settings.
    pub fn read(&self) -> Result<Config, Fault> {
        let default = File::from_str(DEFAULT_TOML, FileFormat::Toml);
        let known = keys("the defaults", &default)?;
        let mut builder = config::Config::builder().add_source(default);
        let mut origins: HashMap<String, String> =
            known.iter().map(|key| (key.clone(), String::from("the defaults"))).collect();
        for (name, layer) in self.layers()? {
            for key in keys(&name, layer.as_ref())? {
                let origin = if name.is_empty() { variable_name(&key) } else { name.clone() };
                if !known.contains(&key) {
                    return Err(Fault(format!("{key} (from {origin}) is no key; {}", key_hint(&key, &known))));
                }
                origins.insert(key, origin);
            }
            builder = builder.add_source(vec![layer]);
        }
        let origin = |key: &str| origins.get(key).cloned().unwrap_or_else(|| String::from("somewhere"));
        let tree = builder.build().map_err(|error| bad_source("the sources together", &error))?;
        let at = |key: &str, problem: &str| Fault(format!("{key} (from {}) {problem}", origin(key)));
        let config: Config = tree.clone().try_deserialize().map_err(|error| match error {
            ConfigError::At { error, key: Some(key), .. } => {
                let value = tree.get_string(&key).unwrap_or_default();
                let form = VALUE_FORMS.iter().find(|(name, _)| *name == key);
                let problem = form.map_or_else(|| error.to_string(), |(_, form)| format!("it may be {form}"));
                at(&key, &format!("cannot be {value:?}: {problem}"))
            }
            ConfigError::Type { key: Some(key), unexpected, expected, .. } => {
                at(&key, &format!("is {unexpected}, expected {expected}"))
            }
            error => bad_source("the sources together", &error),
        })?;
        for (key, range) in RANGES {
            let value: u64 = tree.get(key).expect("every number has been read");
            if !range.contains(&value) {
                let (least, most) = (range.start(), range.end());
                return Err(at(key, &format!("cannot be {value}: it may be {least} to {most}")));
            }
        }
        config.check().map_err(|(key, problem)| at(key, &problem))?;
        Ok(config)
    }

    /// Returns the profile, the file, the environment and the flags, by name. The environment has no name, but each of its variables has.
    fn layers(&self) -> Result<Vec<Layer>, Fault> {
        let mut layers: Vec<Layer> = Vec::new();
        if let Some(profile) = &self.profile {
            let path = format!("config/{profile}.toml");
            let built_in = PROFILES.iter().find(|(name, _)| name == profile).map(|(_, text)| (*text).to_owned());
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) => built_in.ok_or_else(|| {
                    let names: Vec<&str> = PROFILES.iter().map(|(name, _)| *name).collect();
                    Fault(format!("no profile {profile:?}: {path}: {error}; built in: {}", names.join(", ")))
                })?,
            };
            layers.push((path, Box::new(File::from_str(&text, FileFormat::Toml))));
        }
        if let Some(path) = &self.file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Fault(format!("--config {}: {error}", path.display())))?;
            layers.push((path.display().to_string(), Box::new(File::from_str(&text, FileFormat::Toml))));
        }
        let environment = Environment::with_prefix(VARIABLE_PREFIX)
            .prefix_separator("__")
            .separator("__")
            .try_parsing(true)
            .list_separator(",")
            .with_list_parse_key("web.origins")
            .with_list_parse_key("web.hosts");
        layers.push((String::new(), Box::new(environment.source(Some(self.environment.clone())))));
        let flags = Environment::default().source(Some(self.flags.clone()));
        layers.push((String::from("the command line"), Box::new(flags)));
        Ok(layers)
    }
}

fn variable_name(key: &str) -> String {
    format!("{VARIABLE_PREFIX}__{}", key.to_uppercase().replace('.', "__"))
}

/// Lists the keys in the section of a wrong key, or all sections if there is no such section.
fn key_hint(key: &str, known: &[String]) -> String {
    let section = key.rsplit_once('.').map_or("", |(section, _)| section);
    let near: Vec<&str> = known
        .iter()
        .filter_map(|known| known.strip_prefix(section)?.strip_prefix('.'))
        .filter(|rest| !section.is_empty() && !rest.contains('.'))
        .collect();
    if near.is_empty() {
        let sections: BTreeSet<&str> =
            known.iter().filter_map(|key| key.rsplit_once('.').map(|(head, _)| head)).collect();
        return format!("there are the sections {}", sections.into_iter().collect::<Vec<_>>().join(", "));
    }
    format!("[{section}] has {}", near.join(", "))
}

fn bad_source(source: &str, error: &ConfigError) -> Fault {
    Fault(format!("{source}: {error}"))
}

/// Lists the keys of a source, with dots, in alphabetical order.
fn keys(name: &str, source: &(impl Source + ?Sized)) -> Result<Vec<String>, Fault> {
    let tree = source.collect().map_err(|error| bad_source(name, &error))?;
    let mut keys: Vec<String> = tree.into_iter().flat_map(|(key, value)| keys_below(key, value)).collect();
    keys.sort();
    Ok(keys)
}

fn keys_below(key: String, value: Value) -> Vec<String> {
    let ValueKind::Table(table) = value.kind else { return vec![key] };
    table.into_iter().flat_map(|(name, value)| keys_below(format!("{key}.{name}"), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(pairs: &[(&str, &str)]) -> Result<Config, String> {
        let environment = pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        Sources { environment, ..Sources::default() }.read().map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_wins_over_the_environment() {
        let environment = HashMap::from([(String::from("THIRDSEAT__GRPC__LISTEN"), String::from("127.0.0.1:7"))]);
        let with = |listen: &str| Sources {
            environment: environment.clone(),
            flags: HashMap::from([(String::from("grpc.listen"), listen.to_owned())]),
            ..Sources::default()
        };
        assert_eq!(with("127.0.0.1:9").read().unwrap().grpc.listen.port(), 9);
        let error = with("nowhere").read().unwrap_err().to_string();
        assert!(
            error.starts_with("grpc.listen (from the command line) cannot be \"nowhere\": it may be an IP"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_is_no_toml_is_named() {
        let path = std::env::temp_dir().join(format!("thirdseat-no-toml-{}.toml", std::process::id()));
        std::fs::write(&path, "[grpc\n").unwrap();
        let error = Sources { file: Some(path.clone()), ..Sources::default() }.read().unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }

    #[test]
    fn an_unknown_key_is_named_with_its_source() {
        let error = read_with(&[("THIRDSEAT__GRPC__LISTN", "127.0.0.1:0")]).unwrap_err();
        assert!(
            error.starts_with("grpc.listn (from THIRDSEAT__GRPC__LISTN) is no key; [grpc] has connection_age_s,"),
            "{error}"
        );
        let error = read_with(&[("THIRDSEAT__GPRC__LISTEN", "x")]).unwrap_err();
        assert!(error.contains("there are the sections admin, budgets, callers, companions, grpc"), "{error}");
        let (_, listed) = error.split_once("sections ").unwrap();
        let sections: Vec<&str> = listed.split(", ").collect();
        assert!(sections.is_sorted_by(|one, next| one < next), "each section once: {error}");
    }

    #[test]
    fn impossible_values_are_named_with_their_source() {
        let error = read_with(&[("THIRDSEAT__ROOMS__IDLE_S", "many")]).unwrap_err();
        assert!(error.starts_with("rooms.idle_s (from THIRDSEAT__ROOMS__IDLE_S)"), "{error}");
        let error = read_with(&[("THIRDSEAT__GRPC__TLS__KEY", "key.pem")]).unwrap_err();
        assert!(error.contains("grpc.tls.certificate (from the defaults) is needed"), "{error}");
    }

    #[test]
    fn a_wrong_value_is_refused_with_the_form_of_its_key() {
        for (key, form) in VALUE_FORMS {
            let error = read_with(&[(&variable_name(key), "xml")]).unwrap_err();
            assert_eq!(error, format!("{key} (from {}) cannot be \"xml\": it may be {form}", variable_name(key)));
            let words = form.split([',', ' ']).filter(|word| !["", "or"].contains(word));
            for word in words.filter(|_| *form != ADDRESS_FORM) {
                let read = read_with(&[(&variable_name(key), word)]);
                assert!(read.is_ok() || !read.unwrap_err().contains("it may be"), "{key} = {word}");
            }
        }
    }

    #[test]
    fn origins_are_a_list_and_a_star_needs_tokens() {
        let origins = |text: &str| read_with(&[("THIRDSEAT__WEB__ORIGINS", text)]).map(|config| config.web.origins);
        assert_eq!(origins("https://a.example,http://localhost:8080").unwrap().len(), 2);
        for wrong in ["a.example", "https://a.example/", "https://*.a.example", "https://", "null"] {
            let error = origins(wrong).unwrap_err();
            assert!(error.starts_with("web.origins (from THIRDSEAT__WEB__ORIGINS) cannot hold"), "{error}");
        }
        assert!(origins("*").unwrap_err().contains("only with grpc.tokens.file"));
        let star = read_with(&[("THIRDSEAT__WEB__ORIGINS", "*"), ("THIRDSEAT__GRPC__TOKENS__FILE", "tokens")]);
        assert_eq!(star.unwrap().web.origins, ["*"]);
    }

    #[test]
    fn the_page_is_served_only_on_loopback_by_default() {
        let serves = |listen: &str, page: &str| {
            let config = read_with(&[("THIRDSEAT__GRPC__LISTEN", listen), ("THIRDSEAT__WEB__PAGE", page)]).unwrap();
            config.serves_page()
        };
        let (here, everywhere) = ("127.0.0.1:50051", "0.0.0.0:50051");
        assert_eq!([serves(here, "loopback"), serves(here, "always"), serves(here, "off")], [true, true, false]);
        assert_eq!([serves(everywhere, "loopback"), serves(everywhere, "always")], [false, true]);
        let container = Sources { profile: Some(String::from("container")), ..Sources::default() }.read().unwrap();
        assert!(!container.serves_page());
        let listen = |address: &str| Config {
            grpc: crate::config::Grpc { listen: address.parse().unwrap(), ..container.grpc.clone() },
            ..container.clone()
        };
        assert!(!listen(here).serves_page());
        let hosts = |text: &str| read_with(&[("THIRDSEAT__WEB__HOSTS", text)]).map(|config| config.web.hosts);
        assert_eq!(hosts("table.example,10.0.0.5:80").unwrap().len(), 2);
        assert!(
            hosts("http://a.example").unwrap_err().starts_with("web.hosts (from THIRDSEAT__WEB__HOSTS) cannot hold")
        );
    }

    #[test]
    fn the_environment_overrides_a_built_in_profile() {
        let environment = HashMap::from([(String::from("THIRDSEAT__ADMIN__LISTEN"), String::from("127.0.0.1:1"))]);
        let config =
            Sources { profile: Some(String::from("container")), environment, ..Sources::default() }.read().unwrap();
        assert_eq!((config.grpc.listen.to_string(), config.admin.listen.port()), (String::from("0.0.0.0:50051"), 1));
        let error =
            Sources { profile: Some(String::from("moon")), ..Sources::default() }.read().unwrap_err().to_string();
        assert!(error.contains("no profile \"moon\"") && error.contains("built in: container"), "{error}");
    }
}
