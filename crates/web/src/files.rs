//! The page's files inside the binary.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::gzip;

/// Every file by its path from `page/`, embedded by the build.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A hash of all files, for addresses that a browser may keep for a year. Replicas of one build have the same hash.
pub(crate) static PAGE_VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    for (name, bytes) in FILES {
        hasher.write(name.as_bytes());
        hasher.write(bytes);
    }
    format!("{:016x}", hasher.finish())
});

/// Returns the page with the version in the addresses of its files.
pub(crate) fn with_version(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    page.replace("href=\"", &format!("href=\"/{}/", *PAGE_VERSION))
        .replace("src=\"", &format!("src=\"/{}/", *PAGE_VERSION))
        .into_bytes()
}

pub(crate) struct File(Cow<'static, [u8]>);

impl File {
    /// Finds the file of this name. A debug build reads the folder at each request, so that a reload of the page shows a change.
    pub(crate) fn find(name: &str) -> Option<File> {
        let (name, embedded) = FILES.iter().find(|(known, _)| *known == name)?;
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
        let read = match (cfg!(debug_assertions), *name) {
            (true, _) => std::fs::read(folder.join(name)).ok(),
            (false, "index.html") => Some(with_version(embedded)),
            _ => None,
        };
        Some(File(read.map_or(Cow::Borrowed(embedded), Cow::Owned)))
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0.into_owned()
    }

    /// Computes a digest of the content.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        hasher.write(&self.0);
        hasher.finish()
    }

    /// Returns the file as gzip, which is computed once for each content.
    pub(crate) fn gzipped(&self) -> Vec<u8> {
        static PACKED: LazyLock<Mutex<HashMap<u64, Vec<u8>>>> = LazyLock::new(Mutex::default);
        let mut packed = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
        packed.entry(self.digest()).or_insert_with(|| gzip::gzip_best(&self.0)).clone()
    }
}

#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}
