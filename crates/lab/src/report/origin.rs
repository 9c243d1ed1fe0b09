//! The origin of figures: the version, the bench number and the command.

/// Returns the version and the bench number.
pub(crate) fn version() -> String {
    format!("version {}, bench {}", env!("CARGO_PKG_VERSION"), include_str!("../../bench.txt").trim())
}

/// Returns the running command as a user types it.
pub(crate) fn command() -> String {
    let quoted = |word: String| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+%@".contains(letter);
        if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{word}'") }
    };
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("lab {}", words.join(" "))
}
