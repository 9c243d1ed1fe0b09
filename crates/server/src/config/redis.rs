//! The Redis of a configuration: its address, and the certificates of its connections.

use std::fmt::Display;

use ::redis::io::tcp::TcpSettings;
use ::redis::{Client, ClientTlsConfig, IntoConnectionInfo, RedisError, TlsCertificates};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::config::{self, Fault, RedisTls};

const TLS_SCHEME: &str = "rediss://";

/// Refuses a faulty configuration, with the key at fault.
pub fn check(config: &config::Redis) -> Result<(), (&'static str, String)> {
    let fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    if config.prefix.is_empty() || config.prefix.len() > 64 || !config.prefix.chars().all(fine) {
        let problem = format!("cannot be {:?}: 1 to 64 letters, digits, - _ . :", config.prefix);
        return Err(("rooms.redis.prefix", problem));
    }
    check_url(config).map_err(|problem| ("rooms.redis.url", problem))?;
    let RedisTls { ca, certificate, key } = &config.tls;
    if certificate.is_empty() != key.is_empty() {
        let missing = if key.is_empty() { "rooms.redis.tls.key" } else { "rooms.redis.tls.certificate" };
        return Err((missing, String::from("is needed: a certificate and its key come together")));
    }
    let is_secure = config.url.trim().starts_with(TLS_SCHEME);
    for (name, file) in [("rooms.redis.tls.ca", ca), ("rooms.redis.tls.certificate", certificate)] {
        if !file.is_empty() && !is_secure {
            return Err((name, format!("is of no use: rooms.redis.url does not begin with {TLS_SCHEME}")));
        }
    }
    Ok(())
}

/// Refuses a faulty address. No value is repeated: it may hold a password.
fn check_url(config: &config::Redis) -> Result<(), String> {
    if !config.cluster && config.url.contains(',') {
        return Err(String::from("names several nodes, which only a cluster has"));
    }
    let secure = config.url.trim().starts_with(TLS_SCHEME);
    for node in config.url.split(',').map(str::trim) {
        if !node.starts_with("redis://") && !node.starts_with(TLS_SCHEME) {
            return Err(format!("has to begin with redis://, or with {TLS_SCHEME} for TLS"));
        }
        if node.starts_with(TLS_SCHEME) != secure {
            return Err(String::from("names nodes with TLS and nodes without"));
        }
        if node.contains('#') {
            return Err(String::from("must not end with #…: certificates are always checked"));
        }
        node.into_connection_info().map_err(|error| format!("is no address of a Redis: {error}"))?;
    }
    build_clients(config, None).map(|_| ()).map_err(|error| format!("cannot be used: {error}"))
}

/// Makes a client for the configured server, or for each node of a cluster that the configuration names.
pub fn clients(config: &config::Redis) -> Result<Vec<Client>, Fault> {
    let clients = build_clients(config, certificates(&config.tls)?.as_ref());
    // The rest of the configuration was checked.
    clients.map_err(|error| Fault::of_file("rooms.redis.tls.ca", &config.tls.ca, error))
}

fn build_clients(config: &config::Redis, certificates: Option<&TlsCertificates>) -> Result<Vec<Client>, RedisError> {
    // Calls share a connection. Without this option the kernel may hold a command back until the one before it is acknowledged.
    let settings = TcpSettings::default().set_nodelay(true);
    let client = |url: &str| {
        let address = url.trim().into_connection_info()?.set_tcp_settings(settings.clone());
        match certificates {
            Some(certificates) => Client::build_with_tls(address, certificates.clone()),
            None => Client::open(address),
        }
    };
    config.url.split(',').map(client).collect()
}

/// Reads the certificates of the configured files. `None` without any: then the system's own list of authorities holds.
fn certificates(tls: &RedisTls) -> Result<Option<TlsCertificates>, Fault> {
    // A file without a certificate would pass for an empty list.
    let read_list = |key, path: &str| match config::read_if_named::<Vec<u8>>(key, path)? {
        Some(pem) if !String::from_utf8_lossy(&pem).contains("-----BEGIN CERTIFICATE-----") => {
            Err(Fault::of_file(key, path, "holds no certificate in PEM"))
        }
        pem => Ok(pem),
    };
    let root_cert = read_list("rooms.redis.tls.ca", &tls.ca)?;
    let certificate = read_list("rooms.redis.tls.certificate", &tls.certificate)?;
    let key = config::read_if_named("rooms.redis.tls.key", &tls.key)?;
    let client_tls = certificate.zip(key).map(|(client_cert, client_key)| ClientTlsConfig { client_cert, client_key });
    if let Some(ClientTlsConfig { client_cert, client_key }) = &client_tls {
        // The library would find out only when it connects that certificate and key do not fit.
        let bad_key = |problem: &dyn Display| Fault::of_file("rooms.redis.tls.key", &tls.key, problem);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(client_cert).collect();
        let bad_chain = |error| {
            Fault::of_file("rooms.redis.tls.certificate", &tls.certificate, config::bad_pem(&error, "certificate"))
        };
        let chain = chain.map_err(bad_chain)?;
        let key =
            PrivateKeyDer::from_pem_slice(client_key).map_err(|error| bad_key(&config::bad_pem(&error, "key")))?;
        let pair = CertifiedKey::from_der(chain, key, &ring::default_provider());
        pair.map_err(|error| bad_key(&format!("does not fit the certificate: {error}")))?;
    }
    let has_any = root_cert.is_some() || client_tls.is_some();
    Ok(has_any.then_some(TlsCertificates { client_tls, root_cert }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn check(change: impl Fn(&mut config::Redis)) -> Result<(), (&'static str, String)> {
        let mut config = Config::embedded().rooms.redis;
        change(&mut config);
        super::check(&config)
    }

    fn check_url(url: &str, cluster: bool) -> Result<(), (&'static str, String)> {
        check(|config| (config.cluster, config.url) = (cluster, url.to_owned()))
    }

    #[test]
    fn configurations_that_cannot_work_are_refused_without_their_secrets() {
        assert_eq!(check(|_| {}), Ok(()));
        for url in ["redis://:s3cret@redis:6379/2", "rediss://user:s3cret@redis:6380"] {
            assert_eq!(check_url(url, false), Ok(()));
        }
        assert!(check_url("redis://a:1, redis://b:2", false).unwrap_err().1.contains("only a cluster"));
        for url in ["redis://a:1, redis://b:2", "rediss://a:1,rediss://b:2"] {
            assert_eq!(check_url(url, true), Ok(()));
        }
        assert!(check_url("rediss://:s3cret@a:1,redis://b:2", true).unwrap_err().1.contains("nodes without"));
        let bad = [
            "",
            "redis//host",
            "valkeys://:s3cret@host",
            "redis://:s3cret@host:port/0",
            "rediss://:s3cret@a/#insecure",
        ];
        for url in bad {
            let (key, problem) = check_url(url, false).unwrap_err();
            assert_eq!(key, "rooms.redis.url");
            assert!(!problem.contains("s3cret"), "{problem}");
        }
        assert_eq!(check(|config| config.prefix = String::from("a{b")).unwrap_err().0, "rooms.redis.prefix");
    }

    #[test]
    fn certificates_are_for_tls_and_come_with_their_keys() {
        let check = |url: &str, [ca, certificate, key]: [&str; 3]| {
            let tls = RedisTls { ca: ca.to_owned(), certificate: certificate.to_owned(), key: key.to_owned() };
            super::tests::check(|config| (config.url, config.tls) = (url.to_owned(), tls.clone()))
                .map_err(|(key, _)| key)
        };
        let (plain, secure) = ("redis://a", "rediss://a");
        assert_eq!(check(secure, ["ca", "certificate", "key"]), Ok(()));
        assert_eq!(check(plain, ["ca", "", ""]), Err("rooms.redis.tls.ca"));
        assert_eq!(check(plain, ["", "certificate", "key"]), Err("rooms.redis.tls.certificate"));
        assert_eq!(check(secure, ["", "certificate", ""]), Err("rooms.redis.tls.key"));
        assert_eq!(check(secure, ["", "", "key"]), Err("rooms.redis.tls.certificate"));
    }
}
