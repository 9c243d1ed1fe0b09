//! Pages of figures: each command writes its own section between two marks and leaves the rest of the page alone.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};

/// The source of these figures: the version, and the number that changes when play does.
pub(crate) fn version() -> String {
    format!("version {}, bench {}", env!("CARGO_PKG_VERSION"), include_str!("../../bench.txt").trim())
}

/// The running command as a user types it.
pub(crate) fn command() -> String {
    let quoted = |word: String| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+%@".contains(letter);
        if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{word}'") }
    };
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("lab {}", words.join(" "))
}

/// Puts `text` between the marks of section `name`; a page without them, or no page at all, gets the section at its end.
pub(crate) fn write_section(page: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let place = || page.display().to_string();
    let old = match fs::read_to_string(page) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(place),
    };
    let new = with_section(&old, name, text).with_context(place)?;
    fs::write(page, new).with_context(place)
}

/// The same with a picture below the text, in a file beside the page; `below` follows it.
pub(crate) fn write_with_picture(page: &Path, name: &str, text: &str, picture: &Picture) -> anyhow::Result<()> {
    let Picture { alt, svg, below } = picture;
    let place = page.with_file_name(format!("{name}.svg"));
    fs::write(&place, svg).with_context(|| place.display().to_string())?;
    write_section(page, name, &format!("{text}\n![{alt}]({name}.svg)\n\n{below}"))
}

/// A picture of a page's section.
pub(crate) struct Picture<'a> {
    pub(crate) alt: &'a str,
    pub(crate) svg: String,
    pub(crate) below: String,
}

/// The running command as a block of a page.
pub(crate) fn command_block() -> String {
    format!("```sh\n{}\n```\n", command())
}

fn with_section(page: &str, name: &str, text: &str) -> anyhow::Result<String> {
    let (begin, end) = (format!("<!-- lab: {name} -->"), format!("<!-- lab: end of {name} -->"));
    let section = format!("{begin}\n\n{}\n\n{end}", text.trim());
    match (page.find(&begin), page.find(&end)) {
        (Some(from), Some(to)) if from < to => Ok(format!("{}{section}{}", &page[..from], &page[to + end.len()..])),
        (None, None) if page.trim().is_empty() => Ok(format!("{section}\n")),
        (None, None) => Ok(format!("{}\n\n{section}\n", page.trim_end())),
        _ => bail!("the section {name} has one of its two marks; it needs {begin} and, below it, {end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_old_one_and_nothing_else_moves() {
        let first = with_section("# Page\n", "ladder", "one").unwrap();
        assert_eq!(first, "# Page\n\n<!-- lab: ladder -->\n\none\n\n<!-- lab: end of ladder -->\n");
        let page = format!("{first}\nbetween\n\n<!-- lab: other -->\n\nkept\n\n<!-- lab: end of other -->\n");
        let again = with_section(&page, "ladder", "two\n").unwrap();
        assert_eq!(again, page.replace("one", "two"));
        assert_eq!(with_section(&again, "ladder", "two").unwrap(), again);
    }

    #[test]
    fn half_a_section_is_refused() {
        for page in ["<!-- lab: x -->", "<!-- lab: end of x -->", "<!-- lab: end of x --> <!-- lab: x -->"] {
            assert!(with_section(page, "x", "text").unwrap_err().to_string().contains("one of its two marks"));
        }
    }
}
