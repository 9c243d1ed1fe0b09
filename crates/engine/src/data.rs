//! Tables of numbers, in text files under `data`, which has a folder for each family. The compiler reads them.
//!
//! `#` opens a comment, and `[name]` opens a table.

/// Returns the numbers of a table. An empty `name` is the table before the first name.
///
/// # Panics
/// If the table has another length, or if a table of the text holds something that is no number. For a static table the build fails.
pub(crate) const fn table<const N: usize>(text: &str, name: &str) -> [i16; N] {
    let bytes = text.as_bytes();
    let (mut table, mut count) = ([0; N], 0);
    let (mut at, mut is_inside) = (0, name.is_empty());
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\n' => at += 1,
            b'#' => at = line_end(bytes, at),
            b'[' => {
                is_inside = has_name(bytes, at + 1, name.as_bytes());
                at = line_end(bytes, at);
            }
            _ => {
                let (number, end) = number(bytes, at);
                if is_inside {
                    table[count] = number;
                    count += 1;
                }
                at = end;
            }
        }
    }
    assert!(count == N, "a table has as many numbers as its reader wants");
    table
}

const fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += 1;
    }
    at
}

const fn has_name(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let mut index = 0;
    while index < name.len() {
        if bytes[at + index] != name[index] {
            return false;
        }
        index += 1;
    }
    bytes[at + name.len()] == b']'
}

const fn number(bytes: &[u8], start: usize) -> (i16, usize) {
    let is_negative = bytes[start] == b'-';
    let first = start + is_negative as usize;
    let (mut at, mut number) = (first, 0);
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        number = number * 10 + (bytes[at] - b'0') as i16;
        at += 1;
    }
    assert!(at > first, "a table holds numbers alone");
    (if is_negative { -number } else { number }, at)
}

#[cfg(test)]
mod tests {
    use super::table;

    const TEXT: &str = "# 1 comment\n7 -8\n\n[one]\n1 2\n3\n[one-more]\n-4\n";

    #[test]
    #[should_panic(expected = "as many numbers")]
    fn a_short_table_is_refused() {
        let _: [i16; 2] = table(TEXT, "one-more");
    }

    #[test]
    #[should_panic(expected = "numbers alone")]
    fn a_word_in_a_table_is_refused() {
        let _: [i16; 1] = table("1 x", "");
    }
}
