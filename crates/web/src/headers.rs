//! The rules of every answer for the browser: run this server's own scripts and nothing else, talk to this server alone, be in no other
//! page's frame.

use http::{HeaderMap, HeaderName, HeaderValue};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const ALL: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    // The digest says whether it changed; a page older than the service would be worse than none.
    ("cache-control", "no-cache"),
];

/// Headers of what a browser shows by itself. Scripts and sheets obey the policy of the page that loads them: with a copy on each of them
/// the heads were a fifth of all bytes until the first card.
const DOCUMENTS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Sets the headers of an answer with this content type.
pub(crate) fn secure(headers: &mut HeaderMap, kind: &str) {
    let is_part = kind.starts_with("text/javascript") || kind.starts_with("text/css");
    for (name, value) in ALL.iter().chain(if is_part { &[] } else { DOCUMENTS }) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}
