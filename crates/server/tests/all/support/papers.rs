//! Files of a test, and certificates that it makes.

use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("thirdseat-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, as PEM.
pub(crate) struct CertificateAndKey {
    pub(crate) certificate: String,
    pub(crate) key: String,
}

impl Authority {
    /// Two authorities of one name have different keys.
    pub(crate) fn new(name: &str) -> Authority {
        let mut params = certificate_params(name, &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    pub(crate) fn sign_for(&self, name: &str, hosts: &[&str]) -> CertificateAndKey {
        self.sign(&certificate_params(name, hosts))
    }

    /// Signs a certificate of `localhost` that expires at the beginning of that year.
    pub(crate) fn sign_until(&self, year: i32) -> CertificateAndKey {
        let mut params = certificate_params("server", &["localhost"]);
        params.not_after = rcgen::date_time_ymd(year, 1, 1);
        self.sign(&params)
    }

    fn sign(&self, params: &CertificateParams) -> CertificateAndKey {
        let key = KeyPair::generate().unwrap();
        CertificateAndKey { certificate: params.signed_by(&key, &self.0).unwrap().pem(), key: key.serialize_pem() }
    }
}

fn certificate_params(name: &str, hosts: &[&str]) -> CertificateParams {
    let mut params = CertificateParams::new(hosts.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}
