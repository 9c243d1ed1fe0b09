//! The rules of every answer for the browser: run this server's own scripts and nothing else, talk to this server alone, be in no other
//! page's frame.

use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

pub(crate) fn secure(headers: &mut HeaderMap) {
    let name = HeaderName::from_static;
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (name("cross-origin-opener-policy"), "same-origin"),
        (name("cross-origin-resource-policy"), "same-origin"),
        // The digest says whether it changed; a page older than the service would be worse than none.
        (CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
