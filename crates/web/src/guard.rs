//! Checks of hosts and origins, against pages of other origins and pages under a foreign name that points to this address (DNS rebinding).

use http::header::{HOST, ORIGIN};
use http::{HeaderMap, HeaderValue, Uri};

/// Returns the host that a request was sent to, which HTTP/2 has in the address; empty if there is none.
pub(crate) fn host_of<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> &'a str {
    let header = || headers.get(HOST).and_then(|value| value.to_str().ok());
    uri.authority().map(|authority| authority.as_str()).or_else(header).unwrap_or("")
}

/// True if a host is loopback or one of `hosts`. An entry without a port fits any port, because a proxy may have another.
pub(crate) fn is_known_host(host: &str, hosts: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_loopback = |name: &str| {
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost")
            || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    };
    is_loopback(name) || hosts.iter().any(|known| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(host))
}

/// True if a call comes from the page of this server: its origin is the known host that it was sent to.
pub fn is_own_origin(uri: &Uri, headers: &HeaderMap, hosts: &[String]) -> bool {
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or("");
    let host = host_of(uri, headers);
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from == Some(host) && is_known_host(host, hosts)
}

/// True if a browser says that a page of another origin requested this, other than by navigation.
pub fn is_foreign_fetch(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map_or(&b""[..], HeaderValue::as_bytes);
    matches!(text("sec-fetch-site"), b"cross-site" | b"same-site") && text("sec-fetch-mode") != b"navigate"
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    #[test]
    fn known_hosts_are_loopback_or_listed() {
        let hosts = [String::from("table.example"), String::from("10.0.0.5")];
        for host in ["localhost", "LOCALHOST:1", "127.9.9.9", "[::1]", "[::1]:80", "Table.Example:443", "10.0.0.5:1"] {
            assert!(is_known_host(host, &hosts), "{host}");
        }
        for host in
            ["", ":80", "localhost.evil.example", "evil.example", "127.0.0.1.evil.example", "10.0.0.6", "localhost:8x"]
        {
            assert!(!is_known_host(host, &hosts), "{host}");
        }
    }

    #[test]
    fn an_own_origin_is_the_requested_host() {
        let own = |origin: &str, host: &str| {
            let request = Request::builder().header("origin", origin).header("host", host).body(()).unwrap();
            is_own_origin(request.uri(), request.headers(), &[String::from("table.example")])
        };
        assert!(own("http://127.0.0.1:50051", "127.0.0.1:50051"));
        assert!(own("https://table.example", "table.example"));
        assert!(!own("http://127.0.0.1:3000", "127.0.0.1:50051"));
        assert!(!own("http://evil.example:50051", "evil.example:50051"));
        assert!(!own("null", "127.0.0.1:50051"));
        // HTTP/2 names the host in the address.
        let request = Request::builder().uri("http://127.0.0.1:5/x").header("origin", "http://127.0.0.1:5");
        let request = request.body(()).unwrap();
        assert!(is_own_origin(request.uri(), request.headers(), &[]));
    }
}
