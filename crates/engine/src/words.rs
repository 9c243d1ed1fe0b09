//! The languages of reasons, comments and hints.

use std::fmt;
use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// 中文
    Zh,
}

impl Lang {
    /// Returns the text in this language.
    pub fn pick<'a>(self, en: &'a str, zh: &'a str) -> &'a str {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}

/// With or without region and script: "zh_CN", "en-US".
impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        let language = text.split(['-', '_', '.']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "en" | "eng" => Ok(Lang::En),
            "zh" | "zho" | "chi" | "cmn" => Ok(Lang::Zh),
            _ => Err(format!("{text:?} is no language; there are en and zh")),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("en", "zh"))
    }
}
