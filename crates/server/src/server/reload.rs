//! Certificates, tokens and personas are read again at intervals and at SIGHUP: a file that was replaced holds for new connections, calls and bots.
//! If a file cannot be used, the old content holds, except for tokens and subjects that a readable new file lacks: they are refused. The log says so.

use std::fmt::Display;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::tls::Tls;
use crate::observe::lines;
use crate::observe::metrics::ReloadedFile;
use crate::state::App;

/// The time before the expiry of a certificate in which the log warns, in seconds.
const EXPIRY_WARNING_S: i64 = 14 * 86400;

/// The reader of files that may change while the server runs. It logs a fault once.
pub(super) struct Reloader {
    app: Arc<App>,
    tls: Option<Arc<Tls>>,
    /// The fault of each file, while it lasts.
    faults: Mutex<[Option<String>; 3]>,
    /// The number of days until the certificate expires, at the last check. A line is logged only when it changes.
    days_left: AtomicI64,
}

impl Reloader {
    pub(super) fn new(app: Arc<App>, tls: Option<Arc<Tls>>) -> Reloader {
        let reloader = Reloader { app, tls, faults: Mutex::default(), days_left: AtomicI64::new(i64::MAX) };
        reloader.note_expiry();
        reloader
    }

    /// Reads the files. They are small, so their content is compared: file watchers miss the links by which Kubernetes replaces the files of
    /// a Secret.
    pub(super) fn reload(&self) {
        if let Some(tls) = &self.tls {
            self.note_outcome(ReloadedFile::Certificates, tls.reload());
        }
        self.note_outcome(ReloadedFile::Tokens, self.app.callers.reload());
        self.note_outcome(ReloadedFile::Personas, self.app.roster.reload());
        self.note_expiry();
    }

    fn note_expiry(&self) {
        let Some(tls) = &self.tls else { return };
        let expires = tls.expiry();
        self.app.metrics.certificate_expiry.unlabelled().set(expires as f64);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64);
        if !is_new_day(&self.days_left, expires - now) {
            return;
        }
        if expires <= now {
            lines::CERTIFICATE_EXPIRED.log(format_args!("{} s ago", now - expires));
        } else if expires - now < EXPIRY_WARNING_S {
            lines::CERTIFICATE_EXPIRES.log(format_args!("in {:.1} days", (expires - now) as f64 / 86400.0));
        }
    }

    /// Logs changes for a file. A repaired file is logged too, so that the log does not end with its error.
    fn note_outcome(&self, file: ReloadedFile, reloaded: Result<bool, impl Display>) {
        let fault = reloaded.as_ref().err().map(ToString::to_string);
        self.app.metrics.reload_failed.at(file as usize, 0).set(f64::from(u8::from(fault.is_some())));
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let logged = &mut faults[file as usize];
        match (&fault, reloaded) {
            (None, Ok(is_new)) if is_new || logged.is_some() => lines::RELOADED.log(file.name()),
            (Some(fault), _) if logged.as_ref() != Some(fault) => lines::RELOAD_FAILED.log(fault),
            _ => {}
        }
        *logged = fault;
    }
}

fn is_new_day(days_left: &AtomicI64, left_s: i64) -> bool {
    let days = left_s.div_euclid(86400);
    days_left.swap(days, Ordering::Relaxed) != days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_that_expires_has_a_line_a_day() {
        let (days_left, day) = (AtomicI64::new(i64::MAX), 86_400);
        let left = [5 * day + 60, 5 * day + 55, 5 * day, 5 * day - 5, 4 * day, -5, -10];
        assert_eq!(left.map(|left| is_new_day(&days_left, left)), [true, false, false, true, false, true, false]);
    }
}
