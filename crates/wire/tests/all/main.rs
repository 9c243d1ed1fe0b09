//! Compares the service's JSON with that of Google's library: `clients/audit/json_samples.py` writes the samples.

use serde_json::Value;
use wire::json::Method;

fn bytes_of_hex(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("hex digits"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("hex digits")).collect()
}

#[test]
fn json_equals_that_of_googles_library() {
    let mut methods = std::collections::HashSet::new();
    for line in include_str!("json_samples.txt").lines() {
        let [name, side, hex, json] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let method = Method::named(name).expect("a method of the service");
        let binary = bytes_of_hex(hex);
        match side {
            "request" => {
                let read = (method.read)(json.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error:?}\n{json}"));
                assert_eq!(read, binary, "{name}: {json}");
            }
            _ => {
                let written: Value =
                    serde_json::from_slice(&(method.write)(&binary).expect("an answer")).expect("JSON");
                let wanted: Value = serde_json::from_str(json).expect("JSON");
                assert_eq!(written, wanted, "{name}");
            }
        }
        methods.insert((name, side));
    }
    assert_eq!(methods.len(), 2 * Method::ALL.len(), "every method has samples");
}
