//! The security headers of the page: a browser runs only scripts of this server, connects only to this server, and shows the page
//! in no frame.

use http::{HeaderMap, HeaderName, HeaderValue};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const COMMON_HEADERS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    // Browsers ask again with the digest, because a page older than the service may not work.
    ("cache-control", "no-cache"),
];

/// Headers of documents. Scripts and sheets obey the policy of the page that loads them, so copies would waste bytes.
const DOCUMENT_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Sets the headers of a response with this content type.
pub(crate) fn set_headers(headers: &mut HeaderMap, kind: &str) {
    let is_part = kind.starts_with("text/javascript") || kind.starts_with("text/css");
    for (name, value) in COMMON_HEADERS.iter().chain(if is_part { &[] } else { DOCUMENT_HEADERS }) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}
