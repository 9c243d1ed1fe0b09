//! TLS of the gRPC port, from files that may change while the server runs: certificates are replaced now and then, and a restart for that would cost
//! every connection.

use std::fmt::Display;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;

use crate::config::{self, Fault};

/// The settings of accepted connections.
pub struct Tls {
    files: config::Tls,
    current: RwLock<LoadedTls>,
}

struct LoadedTls {
    read: TlsFiles,
    config: Arc<ServerConfig>,
    expires: i64,
}

/// The content of the certificate, of its key and of the authorities of clients.
type TlsFiles = [Vec<u8>; 3];

impl Tls {
    /// Reads the configured files; `None` if the port has no TLS.
    pub fn load(files: &config::Tls) -> Result<Option<Tls>, Fault> {
        if files.certificate.is_empty() {
            return Ok(None);
        }
        let current = build(files, read_files(files)?)?;
        Ok(Some(Tls { files: files.clone(), current: RwLock::new(current) }))
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.current().config))
    }

    /// Returns the time at which the first of the certificates expires, in seconds since 1970.
    pub fn expiry(&self) -> i64 {
        self.current().expires
    }

    /// Reads the files again. Returns true if they had changed; open connections keep their old settings. Files that cannot be used change
    /// nothing.
    pub fn reload(&self) -> Result<bool, Fault> {
        let read = read_files(&self.files)?;
        if self.current().read == read {
            return Ok(false);
        }
        let next = build(&self.files, read)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(true)
    }

    fn current(&self) -> std::sync::RwLockReadGuard<'_, LoadedTls> {
        self.current.read().unwrap_or_else(PoisonError::into_inner)
    }
}

const CERT_SETTING: &str = "grpc.tls.certificate";
const KEY_SETTING: &str = "grpc.tls.key";
const CLIENT_CA_SETTING: &str = "grpc.tls.client_ca";

fn read_files(tls: &config::Tls) -> Result<TlsFiles, Fault> {
    let read = |key, path: &str| config::read_if_named(key, path).map(Option::unwrap_or_default);
    Ok([read(CERT_SETTING, &tls.certificate)?, read(KEY_SETTING, &tls.key)?, read(CLIENT_CA_SETTING, &tls.client_ca)?])
}

fn build(files: &config::Tls, read: TlsFiles) -> Result<LoadedTls, Fault> {
    let [certificate, key, client_ca] = &read;
    let bad_key = |error: &dyn Display| Fault::of_file(KEY_SETTING, &files.key, error);
    let bad_ca = |error: &dyn Display| Fault::of_file(CLIENT_CA_SETTING, &files.client_ca, error);
    let provider = Arc::new(ring::default_provider());
    let (chain, mut expires) = certificates(CERT_SETTING, &files.certificate, certificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| bad_key(&config::bad_pem(&error, "key")))?;
    let versions = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions");
    // A file without a certificate is a fault: it must not let clients without certificates in.
    let callers = if files.client_ca.is_empty() {
        versions.with_no_client_auth()
    } else {
        let (signers, signers_expire) = certificates(CLIENT_CA_SETTING, &files.client_ca, client_ca)?;
        expires = expires.min(signers_expire);
        let mut roots = RootCertStore::empty();
        for signer in signers {
            roots.add(signer).map_err(|error| bad_ca(&error))?;
        }
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
        versions.with_client_cert_verifier(verifier.map_err(|error| bad_ca(&error))?)
    };
    let mut config = callers.with_single_cert(chain, key).map_err(|error| bad_key(&error))?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    // Tickets let callers resume their sessions. A cache of sessions in memory would lose them in a flood of others.
    config.ticketer = ring::Ticketer::new().map_err(|error| bad_key(&error))?;
    Ok(LoadedTls { read, config: Arc::new(config), expires })
}

/// Reads a list of certificates. Returns it, and the time at which the first of them expires.
fn certificates(key: &'static str, path: &str, pem: &[u8]) -> Result<(Vec<CertificateDer<'static>>, i64), Fault> {
    let bad = |problem: String| Fault::of_file(key, path, problem);
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| bad(config::bad_pem(&error, "certificate")))?;
    let expires = |one: &CertificateDer<'_>| match parse_x509_certificate(one) {
        Ok((_, read)) => Ok(read.validity().not_after.timestamp()),
        Err(_) => Err(bad(String::from("there is a certificate that cannot be read"))),
    };
    let first = found.iter().map(expires).collect::<Result<Vec<_>, _>>()?.into_iter().min();
    Ok((found, first.ok_or_else(|| bad(config::bad_pem(&pem::Error::NoItemsFound, "certificate")))?))
}

/// Returns the names in the certificate that a client has shown. The list is empty without a certificate.
pub(super) fn subjects(stream: &TlsStream<TcpStream>) -> Vec<String> {
    let shown = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
    shown.map(|shown| names(shown)).unwrap_or_default()
}

/// Returns the common names of a certificate, its DNS names and its URIs.
fn names(certificate: &[u8]) -> Vec<String> {
    let Ok((_, certificate)) = parse_x509_certificate(certificate) else { return Vec::new() };
    let common = certificate.subject().iter_common_name().filter_map(|name| name.as_str().ok());
    let others = certificate.subject_alternative_name().ok().flatten();
    let others = others.iter().flat_map(|others| &others.value.general_names).filter_map(|name| match name {
        GeneralName::DNSName(name) | GeneralName::URI(name) => Some(*name),
        _ => None,
    });
    common.chain(others).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use rcgen::string::Ia5String;
    use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair, SanType, date_time_ymd};

    use super::*;

    fn self_signed(params: &CertificateParams) -> rcgen::Certificate {
        params.self_signed(&KeyPair::generate().unwrap()).unwrap()
    }

    #[test]
    fn a_list_expires_with_its_first_certificate() {
        let until = |year| {
            let mut params = CertificateParams::default();
            (params.not_before, params.not_after) = (date_time_ymd(1990, 1, 1), date_time_ymd(year, 3, 1));
            self_signed(&params).pem()
        };
        // A certificate writes years from 2050 on in another form.
        for (years, wanted) in [
            ([1999, 2024], 920_246_400),
            ([2100, 2024], 1_709_251_200),
            ([2049, 2100], 2_498_169_600),
            ([2150, 2100], 4_107_542_400),
        ] {
            let read = certificates(CERT_SETTING, "a.pem", years.map(until).concat().as_bytes()).unwrap();
            assert_eq!((read.0.len(), read.1), (2, wanted));
        }
    }

    #[test]
    fn a_faulty_file_is_named_with_its_fault() {
        let whole = self_signed(&CertificateParams::default()).pem();
        for (text, says) in [
            ("none", "there is no certificate in the file"),
            (&whole[..200], "a certificate in it has no end: the file is cut off"),
            (&whole.replacen("-----\n", "\n", 1), "a line that begins with -----BEGIN is not whole"),
            (&whole.replacen("MII", "M!!", 1), "a certificate in it is no base64: "),
        ] {
            let error = certificates(CERT_SETTING, "a.pem", text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("grpc.tls.certificate a.pem: {says}")), "{error}");
        }
    }

    #[test]
    fn an_empty_list_of_authorities_is_a_fault() {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::default().self_signed(&key).unwrap().pem().into_bytes();
        let build_with = |path: &str| {
            let files = config::Tls { client_ca: path.to_owned(), ..config::Config::embedded().grpc.tls };
            build(&files, [certificate.clone(), key.serialize_pem().into_bytes(), Vec::new()])
        };
        assert!(build_with("").is_ok());
        let error = build_with("ca.pem").err().unwrap().to_string();
        assert_eq!(error, "grpc.tls.client_ca ca.pem: there is no certificate in the file");
    }

    #[test]
    fn names_are_read_in_their_order() {
        let mut params = CertificateParams::new(vec![String::from("a.example"), String::from("b.example")]).unwrap();
        params.distinguished_name.push(DnType::OrganizationName, "No caller");
        params.distinguished_name.push(DnType::CommonName, "lobby");
        params.subject_alt_names.push(SanType::IpAddress([127, 0, 0, 1].into()));
        params.subject_alt_names.push(SanType::URI(Ia5String::try_from("spiffe://game/lobby").unwrap()));
        let read = names(self_signed(&params).der());
        // rcgen gives a certificate its own common name unless a test sets one.
        assert_eq!(read, ["lobby", "a.example", "b.example", "spiffe://game/lobby"]);
    }

    #[test]
    fn a_certificate_without_names_has_none() {
        let mut params = CertificateParams::default();
        params.distinguished_name = DistinguishedName::new();
        assert_eq!(names(self_signed(&params).der()), Vec::<String>::new());
    }
}
