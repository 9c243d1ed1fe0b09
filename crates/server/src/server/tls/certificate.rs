//! The two things that the service reads in a certificate: when it expires, and the names of its holder. A certificate is a tree of items
//! (DER), each a tag, a length and a content. rustls checks signatures and chains.

use prost_types::Timestamp;

const SEQUENCE: u8 = 0x30;
const OBJECT_ID: u8 = 0x06;
const OCTETS: u8 = 0x04;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// The tag of the version, which a certificate of version 1 leaves out.
const VERSION_TAG: u8 = 0xa0;
const EXTENSIONS_TAG: u8 = 0xa3;
/// The tags of texts of names: UTF-8, printable, IA5.
const TEXT_TAGS: [u8; 3] = [0x0c, 0x13, 0x16];
/// The tags of alternative names that are DNS names or URIs.
const ALTERNATIVE_NAME_TAGS: [u8; 2] = [0x82, 0x86];
const COMMON_NAME_ID: &[u8] = &[0x55, 0x04, 0x03];
const ALTERNATIVE_NAMES_ID: &[u8] = &[0x55, 0x1d, 0x11];

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Certificate {
    /// The time at which it expires, in seconds since 1970.
    pub(super) expires: i64,
    /// The common names, DNS names and URIs.
    pub(super) names: Vec<String>,
}

impl Certificate {
    pub(super) fn read(der: &[u8]) -> Option<Certificate> {
        let mut signed = items_in(&mut DerItems(der), SEQUENCE)?;
        let mut parts = items_in(&mut signed, SEQUENCE)?;
        if parts.0.first() == Some(&VERSION_TAG) {
            parts.next()?;
        }
        // The serial number, the algorithm of the signature, the issuer.
        let _ = (parts.next()?, parts.next()?, parts.next()?);
        let mut validity = items_in(&mut parts, SEQUENCE)?;
        let _not_before = validity.next()?;
        let expires = seconds_since_1970(validity.next()?)?;
        let mut names: Vec<String> = items_in(&mut parts, SEQUENCE)?.flat_map(|(_, set)| common_names(set)).collect();
        let extensions = parts.find(|(tag, _)| *tag == EXTENSIONS_TAG);
        names.extend(extensions.and_then(|(_, list)| alternative_names(list)).into_iter().flatten());
        names.retain(|name| !name.is_empty());
        Some(Certificate { expires, names })
    }
}

fn common_names(set: &[u8]) -> impl Iterator<Item = String> {
    DerItems(set).filter_map(|(_, attribute)| {
        let mut parts = DerItems(attribute);
        let (kind, (tag, name)) = (parts.next()?, parts.next()?);
        (kind == (OBJECT_ID, COMMON_NAME_ID) && TEXT_TAGS.contains(&tag)).then(|| text(name))?
    })
}

fn alternative_names(list: &[u8]) -> Option<impl Iterator<Item = String>> {
    let mut named = items_in(&mut DerItems(list), SEQUENCE)?.filter_map(|(_, extension)| {
        let mut parts = DerItems(extension);
        (parts.next()? == (OBJECT_ID, ALTERNATIVE_NAMES_ID)).then_some(())?;
        // The flag `critical` may be between.
        parts.find(|(tag, _)| *tag == OCTETS)
    });
    let names = items_in(&mut DerItems(named.next()?.1), SEQUENCE)?;
    Some(names.filter(|(tag, _)| ALTERNATIVE_NAME_TAGS.contains(tag)).filter_map(|(_, name)| text(name)))
}

fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

/// Returns the seconds since 1970 of a time, as `YYMMDDhhmmssZ` or with four digits of the year.
fn seconds_since_1970((tag, digits): (u8, &[u8])) -> Option<i64> {
    let digits = std::str::from_utf8(digits).ok()?.strip_suffix('Z')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
    let (year, rest) = digits.split_at_checked(digits.len().checked_sub(10)?)?;
    let year = match (tag, year.len(), year.parse::<i64>().ok()?) {
        (UTC_TIME, 2, year) => year + if year < 50 { 2000 } else { 1900 },
        (GENERALIZED_TIME, 4, year) => year,
        _ => return None,
    };
    let part = |at: usize| -> Option<u8> { rest.get(at..at + 2)?.parse().ok() };
    let time = Timestamp::date_time(year, part(0)?, part(2)?, part(4)?, part(6)?, part(8)?);
    time.ok().map(|time| time.seconds)
}

/// The items of a content. They end at a broken one.
#[derive(Clone, Copy)]
struct DerItems<'a>(&'a [u8]);

impl<'a> Iterator for DerItems<'a> {
    type Item = (u8, &'a [u8]);

    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (&[tag, first], rest) = self.0.split_first_chunk()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            0x81..=0x83 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
                (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, content))
    }
}

/// Returns the items inside the next one, if it has this tag.
fn items_in<'a>(items: &mut DerItems<'a>, tag: u8) -> Option<DerItems<'a>> {
    items.next().filter(|(found, _)| *found == tag).map(|(_, content)| DerItems(content))
}

#[cfg(test)]
mod tests {
    use rcgen::string::Ia5String;
    use rcgen::{CertificateParams, DnType, KeyPair, SanType};

    use super::*;

    fn self_signed(params: &CertificateParams) -> Vec<u8> {
        params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
    }

    #[test]
    fn names_are_read_in_their_order() {
        let mut params = CertificateParams::new(vec![String::from("a.example"), String::from("b.example")]).unwrap();
        params.distinguished_name.push(DnType::OrganizationName, "No caller");
        params.distinguished_name.push(DnType::CommonName, "lobby");
        params.subject_alt_names.push(SanType::IpAddress([127, 0, 0, 1].into()));
        params.subject_alt_names.push(SanType::URI(Ia5String::try_from("spiffe://game/lobby").unwrap()));
        let read = Certificate::read(&self_signed(&params)).unwrap();
        // rcgen gives a certificate its own common name unless a test sets one.
        assert_eq!(read.names, ["lobby", "a.example", "b.example", "spiffe://game/lobby"]);
    }

    #[test]
    fn a_certificate_without_names_has_none() {
        let mut params = CertificateParams::default();
        params.distinguished_name = rcgen::DistinguishedName::new();
        assert_eq!(Certificate::read(&self_signed(&params)).unwrap().names, Vec::<String>::new());
    }

    #[test]
    fn cut_certificates_are_refused_and_changed_ones_do_not_panic() {
        let whole = self_signed(&CertificateParams::new(vec![String::from("a.example")]).unwrap());
        for length in 0..whole.len() {
            assert_eq!(Certificate::read(&whole[..length]), None, "{length} bytes");
        }
        for (place, byte) in (0..whole.len()).flat_map(|place| [0, 0x7f, 0x84, 0xff].map(|byte| (place, byte))) {
            let mut bent = whole.clone();
            bent[place] = byte;
            // It may be read or not; it must not panic.
            let _ = Certificate::read(&bent);
        }
    }
}
