//! The table of log lines, without replay lines. `docs/generated/log.md` is written from it. A line has a name to search for, and a detail. A flood
//! of one kind costs a few lines a minute.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use game::refusal::Reason;
use tracing::Level;
use tracing::field::display;

use crate::call::caller::Caller;
use crate::call::{RequestId, TraceId};

/// The length of a window, and the most lines of one kind that are written within it.
const WINDOW: Duration = Duration::from_secs(60);
const LINES_PER_WINDOW: u32 = 10;

/// A kind of line: a row of the table.
pub struct Line {
    /// The message of the line. Search for it.
    pub name: &'static str,
    /// Its level.
    pub level: Level,
    /// Its meaning, as a sentence.
    pub about: &'static str,
    window: Mutex<Window>,
}

macro_rules! lines {
    ($($name:ident $word:literal $level:ident $about:literal)+) => {
        $(
            #[doc = $about]
            pub static $name: Line =
                Line { name: $word, level: Level::$level, about: $about, window: Mutex::new(Window::NEW) };
        )+

        /// Every line, in the order of the documentation.
        pub static ALL: &[&Line] = &[$(&$name),+];
    };
}

lines! {
    // The process.
    STARTED "started" INFO "The replica serves."
    STDOUT_CLOSED "stdout_closed" WARN "The greeting could not be written to standard output; the replica serves all the same."
    NO_TLS "no_tls" WARN "The gRPC port listens beyond loopback without TLS: set `grpc.tls`, or end TLS at a mesh that no other network reaches."
    NO_CALLER_CHECK "no_caller_check" WARN "The gRPC port listens beyond loopback without tokens or client certificates: set `grpc.tokens.file` or `grpc.tls.client_ca`."
    SUBJECTS_UNUSED "subjects_unused" WARN "The file of tokens names subjects of client certificates, and no certificate is asked for: set `grpc.tls.client_ca`."
    STOPPING "stopping" INFO "The replica was asked to stop."
    DRAINED "drained" INFO "Calls in flight have ended, or the grace period has."
    STOPPED "stopped" INFO "The process ends."
    PANIC "panic" ERROR "Code of ours panicked; a call that it belonged to answers FAULT. The line names the place in the source."
    FAULT "fault" ERROR "A call failed by an error of ours."

    // Connections.
    DESCRIPTORS_LIMITED "descriptors_limited" WARN "The limit on open files is too low for the configured caps; the cap on connections was lowered. Raise the limit (`ulimit -Hn`)."
    DESCRIPTORS_EXHAUSTED "descriptors_exhausted" ERROR "A connection could not be taken: the process has no file descriptor left. Compare `process_open_fds` with `process_max_fds`."
    CONNECTIONS_FULL "connections_full" WARN "A connection was closed at once: the port has as many as it may. Add replicas, or find the client that leaves connections open."
    STRANGERS "strangers" WARN "All places for connections were taken: the oldest connection without a call that was let in made room."
    TLS_HANDSHAKE_FAILED "tls_handshake_failed" WARN "A TLS handshake failed: an expired or unknown client certificate, or a client or probe without TLS."
    CERTIFICATE_EXPIRES "certificate_expires" WARN "A certificate of the gRPC port expires within 14 days."
    CERTIFICATE_EXPIRED "certificate_expired" ERROR "A certificate of the gRPC port has expired."
    RELOADED "reloaded" INFO "Certificates, tokens or personas were read again, because their files changed or were mended."
    RELOAD_FAILED "reload_failed" ERROR "Changed files of certificates, tokens or personas cannot be used; what was read before still holds, but tokens that a readable file lacks are refused. Write the file again."

    // Calls.
    TOKEN_REFUSED "token_refused" WARN "A call came without a token, with an unknown one, or with one that lacks the scope. Many after a change of the token file: an old token was removed too early."
    CALLS_SHED "calls_shed" WARN "A call was refused for lack of capacity or time."
    QUOTA_EXCEEDED "quota_exceeded" WARN "A call was refused because its caller uses as much as it may."
    REQUEST_UNREADABLE "request_unreadable" WARN "A request could not be read as a message: a client sends damaged messages, or another service's."

    // The store.
    STORE_DOWN "store_down" WARN "The store of the rooms, or a node of its cluster, stopped answering, or answers with an error: `NOPERM` means that it does not allow the command."
    STORE_UP "store_up" INFO "The store of the rooms, or a node of its cluster, answers again."
    STORE_REFUSED "store_refused" WARN "The store of the rooms refused a command: it takes no writes, for lack of memory or disk."
    ROOM_UNREADABLE "room_unreadable" ERROR "The store keeps something under a room's name that this release cannot read."
}

impl Line {
    /// Writes the line, unless too many of its kind were written just now.
    pub fn log(&'static self, detail: impl fmt::Display) {
        self.log_call(None, None, None, detail);
    }

    /// Writes the line of a call, as [`Line::log`] does.
    pub fn log_call(
        &'static self,
        caller: Option<&Caller>,
        trace: Option<TraceId>,
        request: Option<&RequestId>,
        detail: impl fmt::Display,
    ) {
        let mut window = self.window.lock().expect("no code panics while it holds the window");
        let Some(suppressed) = window.admit(Instant::now()) else { return };
        drop(window);
        let suppressed = Some(suppressed).filter(|&lines| lines > 0);
        let (name, trace) = (self.name, trace.map(display));
        let (caller, request) = (caller.map(Caller::name), request.map(RequestId::as_str));
        // A level is part of a macro's static data, so each level has its own macro.
        match self.level {
            Level::ERROR => tracing::error!(detail = %detail, caller, trace, request, suppressed, "{name}"),
            Level::WARN => tracing::warn!(detail = %detail, caller, trace, request, suppressed, "{name}"),
            _ => tracing::info!(detail = %detail, caller, trace, request, suppressed, "{name}"),
        }
    }
}

/// Returns the line of a call that ended with an error of this reason, if it has one. Most refusals concern only their caller.
pub fn of_reason(reason: Reason) -> Option<&'static Line> {
    Some(match reason {
        Reason::FAULT => &FAULT,
        Reason::TOKEN_MISSING | Reason::TOKEN_UNKNOWN | Reason::SCOPE_MISSING => &TOKEN_REFUSED,
        Reason::OVERLOADED | Reason::DEADLINE_PASSED => &CALLS_SHED,
        Reason::QUOTA_EXCEEDED => &QUOTA_EXCEEDED,
        Reason::REQUEST_UNREADABLE => &REQUEST_UNREADABLE,
        Reason::ROOM_UNREADABLE => &ROOM_UNREADABLE,
        _ => return None,
    })
}

struct Window {
    began: Option<Instant>,
    written: u32,
    suppressed: u64,
}

impl Window {
    const NEW: Window = Window { began: None, written: 0, suppressed: 0 };

    /// Returns the number of suppressed lines, or `None` to suppress this one.
    fn admit(&mut self, now: Instant) -> Option<u64> {
        if self.began.is_none_or(|began| now.saturating_duration_since(began) >= WINDOW) {
            (self.began, self.written) = (Some(now), 0);
        }
        if self.written == LINES_PER_WINDOW {
            self.suppressed += 1;
            return None;
        }
        self.written += 1;
        Some(std::mem::take(&mut self.suppressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_logs_few_lines_and_the_number_of_suppressed_ones() {
        let mut window = Window::NEW;
        let begin = Instant::now();
        let written = (0..1000).filter(|_| window.admit(begin) == Some(0)).count();
        assert_eq!(written, LINES_PER_WINDOW as usize);
        assert_eq!(window.admit(begin + WINDOW / 2), None);
        assert_eq!(window.admit(begin + WINDOW), Some(991));
        assert_eq!(window.admit(begin + WINDOW), Some(0));
    }
}
