//! Compression on the wire: the page's files are compressed when the service is built, answers of calls as they are sent.

use std::io::Read as _;

use flate2::Compression;
use flate2::bufread::GzEncoder;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// Files of the page as gzip, by their names.
#[cfg(not(debug_assertions))]
const PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// True if a browser, or another client, reads gzip. One that refuses it by a weight of zero does not.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let told = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    told.flat_map(|text| text.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|number| number.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|number| number > 0.0)
    })
}

/// The bytes as gzip, packed in a hurry: for answers that are made once.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    packed(bytes, Compression::fast())
}

/// A file of the page as gzip. A debug build reads the folder, so it also packs at each request.
pub(crate) fn file(name: &str, bytes: &[u8]) -> Vec<u8> {
    #[cfg(not(debug_assertions))]
    if let Some((_, packed)) = PACKED.iter().find(|(file, _)| *file == name) {
        return packed.to_vec();
    }
    let _ = name;
    packed(bytes, Compression::best())
}

fn packed(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 3);
    GzEncoder::new(bytes, level).read_to_end(&mut packed).expect("memory is read and written without errors");
    packed
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn clients_say_that_they_read_gzip() {
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
