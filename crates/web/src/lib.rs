//! The browser table, as files inside the binary. The page uses only the public API, so the Rust code knows no rooms, cards or messages.
//! Readers of the page start at `page/app.js`.

mod files;
mod guard;
mod gzip;
mod headers;

use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};

use files::{File, PAGE_VERSION};
use guard::is_known_host;
pub use guard::{is_foreign_fetch, is_own_origin};
pub use gzip::{gzip, takes_gzip};

/// Returns the response to a GET or HEAD that is no call: a file, or a text. `hosts` are the names of the page besides loopback.
pub fn answer(request: &Parts, hosts: &[String]) -> Response<Vec<u8>> {
    let host = guard::host_of(&request.uri, &request.headers);
    if !is_known_host(host, hosts) {
        let text =
            format!("The browser table is not served as {host:.80?}. web.hosts lists the names that it answers to.\n");
        return plain_text(StatusCode::MISDIRECTED_REQUEST, &text);
    }
    if is_foreign_fetch(&request.headers) {
        return plain_text(StatusCode::FORBIDDEN, "The browser table's files are not for pages of other origins.\n");
    }
    // The name is looked up in a table, so that no path can leave the folder.
    let (path, is_fixed) = unversioned(request.uri.path());
    let name = match path {
        "/" => "index.html",
        "/index.html" => {
            let mut response = plain_text(StatusCode::PERMANENT_REDIRECT, "The browser table is at /.\n");
            response.headers_mut().insert(LOCATION, HeaderValue::from_static("/"));
            return response;
        }
        path => path.strip_prefix('/').unwrap_or(path),
    };
    match content_type(name).zip(File::find(name)) {
        Some((kind, file)) => file_response(request, kind, file, is_fixed),
        None => plain_text(StatusCode::NOT_FOUND, "There is no such file. The browser table is at /.\n"),
    }
}

/// Returns the path without its version, and true if that is the current one. So an older page can still find the files that it loads
/// later.
fn unversioned(path: &str) -> (&str, bool) {
    let version = path.get(1..17).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match version.zip(path.get(17..)) {
        Some((version, rest)) if rest.len() > 1 && rest.starts_with('/') => (rest, version == *PAGE_VERSION),
        _ => (path, false),
    }
}

fn file_response(request: &Parts, kind: &'static str, file: File, is_fixed: bool) -> Response<Vec<u8>> {
    let is_packed = takes_gzip(&request.headers);
    let form = if is_packed { "-gzip" } else { "" };
    let tag =
        HeaderValue::try_from(format!("\"{:016x}{form}\"", file.digest())).expect("hexadecimal digits are a header");
    let known = request.headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag);
    let body = match known || request.method == Method::HEAD {
        true => Vec::new(),
        false if is_packed => file.gzipped(),
        false => file.into_bytes(),
    };
    let mut response = Response::new(body);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(ETAG, tag);
    headers::set_headers(response.headers_mut(), kind);
    if is_fixed {
        let year = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(CACHE_CONTROL, year);
    }
    response
}

fn plain_text(status: StatusCode, text: &str) -> Response<Vec<u8>> {
    let mut response = Response::new(text.as_bytes().to_vec());
    *response.status_mut() = status;
    let kind = "text/plain; charset=utf-8";
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers::set_headers(response.headers_mut(), kind);
    response
}

/// Content types by the endings of files. Other files are not served.
const CONTENT_TYPES: &[(&str, &str)] = &[
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

fn content_type(name: &str) -> Option<&'static str> {
    CONTENT_TYPES.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn response_to(method: Method, path: &str, headers: &[(&str, &str)]) -> Response<Vec<u8>> {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "localhost:50051");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        answer(&request.body(()).unwrap().into_parts().0, &[String::from("table.example")])
    }

    fn status(path: &str, headers: &[(&str, &str)]) -> u16 {
        response_to(Method::GET, path, headers).status().as_u16()
    }

    #[test]
    fn files_are_served_with_their_headers() {
        let names: Vec<_> = files::names().collect();
        assert!(names.len() > 10, "{names:?}");
        for name in names.iter().filter(|name| **name != "index.html") {
            let response = response_to(Method::GET, &format!("/{name}"), &[]);
            assert_eq!(response.status(), 200, "{name}");
            let header = |name: &str| response.headers().get(name).unwrap().to_str().unwrap().to_owned();
            assert_eq!(header("content-type"), content_type(name).unwrap());
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert_eq!(header("cross-origin-resource-policy"), "same-origin");
            assert_eq!(header("cache-control"), "no-cache");
            assert!(!response.body().is_empty());
        }
    }

    #[test]
    fn only_documents_have_the_policy() {
        for (path, wanted) in
            [("/", true), ("/icon.svg", true), ("/nothing", true), ("/app.js", false), ("/style.css", false)]
        {
            let response = response_to(Method::GET, path, &[]);
            let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap());
            let policy = header("content-security-policy");
            assert_eq!(policy.is_some(), wanted, "{path}");
            assert!(policy.is_none_or(|policy| policy.starts_with("default-src 'none'; script-src 'self'")), "{path}");
            assert_eq!(header("referrer-policy"), wanted.then_some("no-referrer"), "{path}");
        }
    }

    #[test]
    fn a_known_file_is_not_sent_again() {
        let first = response_to(Method::GET, "/", &[]);
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = response_to(Method::GET, "/", &[("if-none-match", &tag)]);
        assert_eq!((again.status().as_u16(), again.body().len()), (304, 0));
        assert_eq!(response_to(Method::GET, "/", &[("if-none-match", "\"old\"")]).status(), 200);
        let head = response_to(Method::HEAD, "/", &[]);
        assert_eq!((head.status().as_u16(), head.body().len()), (200, 0));
    }

    /// A later visit need not load them again.
    #[test]
    fn versioned_files_are_kept_for_a_year() {
        let kept = |path: &str| {
            let response = response_to(Method::GET, path, &[]);
            (response.status().as_u16(), response.headers()["cache-control"].to_str().unwrap().contains("immutable"))
        };
        let version = &*PAGE_VERSION;
        assert_eq!(kept(&format!("/{version}/screen/table.js")), (200, true));
        assert_eq!(kept("/0123456789abcdef/screen/table.js"), (200, false), "an older page");
        for path in ["/", "/app.js"] {
            assert_eq!(kept(path), (200, false), "{path}");
        }
        assert_eq!(status(&format!("/{version}/"), &[]), 404);
        let page = files::with_version(b"<link href=\"style.css\"><script src=\"app.js\">");
        let wanted = format!("<link href=\"/{version}/style.css\"><script src=\"/{version}/app.js\">");
        assert_eq!(String::from_utf8(page).unwrap(), wanted);
    }

    #[test]
    fn files_are_sent_as_gzip_to_those_who_read_it() {
        use std::io::Read as _;

        let plain = response_to(Method::GET, "/app.js", &[]);
        assert!(!plain.headers().contains_key("content-encoding"));
        let packed = response_to(Method::GET, "/app.js", &[("accept-encoding", "gzip, deflate, br")]);
        assert_eq!(
            (&packed.headers()["content-encoding"], &packed.headers()["vary"]),
            (&"gzip".parse().unwrap(), &"accept-encoding".parse().unwrap())
        );
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&packed.body()[..]).read_to_end(&mut text).unwrap();
        assert_eq!(&text, plain.body());
        assert!(packed.body().len() * 2 < text.len());
        // The two forms have different tags.
        assert_ne!(packed.headers()["etag"], plain.headers()["etag"]);
    }

    #[test]
    fn only_listed_files_are_served() {
        for path in
            ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//index.html", "/api", "/api/types.d.ts", "/app.js/"]
        {
            assert_eq!(status(path, &[]), 404, "{path}");
        }
        assert_eq!(status("/index.html", &[]), 308);
    }

    #[test]
    fn foreign_hosts_and_fetches_are_refused() {
        assert_eq!(["table.example", "evil.example"].map(|host| status("/", &[("host", host)])), [200, 421]);
        assert_eq!(status("/app.js", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]), 403);
        assert_eq!(status("/app.js", &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")]), 200);
        // A shared link may be on any page.
        assert_eq!(status("/", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]), 200);
    }
}
