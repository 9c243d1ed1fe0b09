//! TLS of the gRPC port, from files that may change while the server runs: certificates are replaced every few weeks, and a
//! restart for that would cost every connection.

mod certificate;

use std::sync::{Arc, PoisonError, RwLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::config::{self, BadFile};
use crate::server::start_error::StartError;

use certificate::Certificate;

/// The settings of accepted connections.
pub struct Tls {
    files: config::Tls,
    current: RwLock<Current>,
}

struct Current {
    /// The content of the files.
    read: Files,
    config: Arc<ServerConfig>,
    expires: i64,
}

#[derive(PartialEq, Eq)]
struct Files {
    certificate: Vec<u8>,
    key: Vec<u8>,
    client_ca: Vec<u8>,
}

impl Tls {
    /// Reads the configured files; `None` if the port has no TLS.
    pub fn load(files: &config::Tls) -> Result<Option<Tls>, StartError> {
        if files.certificate.is_empty() {
            return Ok(None);
        }
        let current = build(read(files)?)?;
        Ok(Some(Tls { files: files.clone(), current: RwLock::new(current) }))
    }

    /// Returns the settings that the next connection is accepted with.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.current().config))
    }

    /// Returns when the first of the certificates expires, in seconds since 1970.
    pub fn expires(&self) -> i64 {
        self.current().expires
    }

    /// Reads the files again. True if they had changed; open connections keep their old settings. Files that cannot be used change
    /// nothing.
    pub fn reload(&self) -> Result<bool, StartError> {
        let files = read(&self.files)?;
        if self.current().read == files {
            return Ok(false);
        }
        let next = build(files)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(true)
    }

    fn current(&self) -> std::sync::RwLockReadGuard<'_, Current> {
        self.current.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(files: &config::Tls) -> Result<Files, BadFile> {
    let read = |key, path: &str| config::read_bytes(path).map_err(|problem| BadFile::new(key, path, problem));
    let client_ca = match files.client_ca.as_str() {
        "" => Vec::new(),
        path => read("grpc.tls.client_ca", path)?,
    };
    let certificate = read("grpc.tls.certificate", &files.certificate)?;
    Ok(Files { certificate, key: read("grpc.tls.key", &files.key)?, client_ca })
}

fn build(files: Files) -> Result<Current, StartError> {
    let provider = Arc::new(ring::default_provider());
    let chain = certificates("grpc.tls.certificate", &files.certificate)?;
    let key = PrivateKeyDer::from_pem_slice(&files.key).map_err(|error| bad("grpc.tls.key", error))?;
    let mut expires = expiry("grpc.tls.certificate", &chain)?;
    let versions = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| bad("grpc.tls", error))?;
    let callers = if files.client_ca.is_empty() {
        versions.with_no_client_auth()
    } else {
        let signers = certificates("grpc.tls.client_ca", &files.client_ca)?;
        expires = expires.min(expiry("grpc.tls.client_ca", &signers)?);
        let mut roots = RootCertStore::empty();
        for signer in signers {
            roots.add(signer).map_err(|error| bad("grpc.tls.client_ca", error))?;
        }
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
        versions.with_client_cert_verifier(verifier.map_err(|error| bad("grpc.tls.client_ca", error))?)
    };
    let mut config = callers.with_single_cert(chain, key).map_err(|error| bad("grpc.tls", error))?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    // Tickets let callers resume their sessions. A cache of sessions in memory would lose them in a flood of others.
    config.ticketer = ring::Ticketer::new().map_err(|error| bad("grpc.tls", error))?;
    Ok(Current { read: files, config: Arc::new(config), expires })
}

fn bad(key: &str, error: impl std::fmt::Display) -> StartError {
    StartError::Tls(format!("{key}: {error}"))
}

fn certificates(key: &str, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, StartError> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| bad(key, error))?;
    if found.is_empty() { Err(bad(key, "there is no certificate in the file")) } else { Ok(found) }
}

/// Reads the names in the certificate that a client has shown: its common name, DNS names and URIs. None if no certificate is asked for.
pub(super) fn subjects(stream: &TlsStream<TcpStream>) -> Vec<String> {
    let shown = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
    shown.and_then(|shown| Certificate::read(shown)).map(|read| read.names).unwrap_or_default()
}

/// Returns the time at which the first of them expires.
fn expiry(key: &str, certificates: &[CertificateDer<'_>]) -> Result<i64, StartError> {
    let mut first = i64::MAX;
    for certificate in certificates {
        let read =
            Certificate::read(certificate).ok_or_else(|| bad(key, "there is a certificate that cannot be read"))?;
        first = first.min(read.expires);
    }
    Ok(first)
}
