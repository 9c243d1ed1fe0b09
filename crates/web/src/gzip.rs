//! Compression for HTTP: of the page's files once, of long answers to calls when they are sent.

use std::io::Read as _;

use flate2::Compression;
use flate2::bufread::GzEncoder;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// True if a client's header names gzip. A weight of zero refuses it.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let told = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    told.flat_map(|text| text.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|number| number.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|number| number > 0.0)
    })
}

/// Returns the bytes as gzip with fast compression, for responses that are sent once.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    compress(bytes, Compression::fast())
}

/// Returns the bytes as gzip with the best compression, for files that are sent often.
pub(crate) fn gzip_best(bytes: &[u8]) -> Vec<u8> {
    compress(bytes, Compression::best())
}

fn compress(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 3);
    GzEncoder::new(bytes, level).read_to_end(&mut packed).expect("memory is read and written without errors");
    packed
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_client_takes_gzip_by_its_header() {
        for (told, wanted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate,gzip ;q=1.0", true),
            ("gzip;q=0", false),
            ("gzip;q=0.0, br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(told))]);
            assert_eq!(takes_gzip(&headers), wanted, "{told}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
