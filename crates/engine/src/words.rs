//! The languages that reasons, comments and hints are said in. English stands where a sentence is made; the Chinese of every reason
//! stands here, by the reason's code.

mod reading;

use std::fmt;
use std::str::FromStr;

pub use reading::{reading, reading_in_chinese};

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
    /// One of the two.
    pub fn pick<'a>(self, en: &'a str, zh: &'a str) -> &'a str {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// The sentence of a reason: its own in English, the one of its code in Chinese.
    pub fn reason<'a>(self, code: &str, english: &'a str) -> &'a str {
        let zh = REASONS.iter().find(|(known, _)| *known == code).map(|(_, zh)| *zh);
        zh.filter(|_| self == Lang::Zh).unwrap_or(english)
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        match text {
            "en" => Ok(Lang::En),
            "zh" => Ok(Lang::Zh),
            _ => Err(format!("{text:?} is no language; there are en and zh")),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("en", "zh"))
    }
}

/// The reasons in Chinese by their codes: the engine's, and the last three, which only the service gives.
pub const REASONS: &[(&str, &str)] = &[
    ("forced", "别无选择。"),
    ("guarded", "其他出法都是失误。"),
    ("solved", "余牌的各种分布都推演到底，总的来说这一手最好。"),
    ("searched", "推演了许多可能的牌局，没有比这更好的选择，它也最自然。"),
    ("kept", "推演了许多可能的牌局，别的选择看来更好，但好得不够多，所以仍用最自然的这一手。"),
    ("cases", "在记录的相似牌局里，这一手比平常的出法胜得多。"),
    ("learned", "网络和自己对打过无数局，这一手结果最好。"),
    ("outplayed", "推演了许多可能的牌局，这一手明显更好。"),
    ("voted", "把随机的牌局摊开来推演，多数选这一手。"),
    ("pass-on", "留下的手牌最值钱，就给这三张。"),
    ("bid", "看手牌在所有手牌中的位置，以及性格上有多想当地主。"),
    ("double", "权衡胜算与加倍后的输赢。"),
    ("show", "只有几乎不会输的牌才明牌。"),
    ("one-combo", "一手出完。"),
    ("win-path", "已有必胜的出牌次序。"),
    ("answer-and-win", "管上之后就有必胜的出牌次序。"),
    ("all-big", "除一手外都是大牌，先出大牌。"),
    ("force-single", "对手剩两张，用最大的单张逼他拆对。"),
    ("feed-partner", "队友只剩一张，把牌权送给他。"),
    ("enemy-one-upstream", "下一家是报单的对手：不出单张，非出不可就从最大的出起。"),
    ("enemy-one-downstream", "地主报单，而且最后出牌：出一张中等单张，让队友接。"),
    ("enemy-one", "农民报单：用最大的牌管。"),
    ("enemy-two", "农民剩两张：对子先留着。"),
    ("small-and-long", "先出小的顺子、连对和飞机。"),
    ("few-cards", "场上牌不多了：不出单张。"),
    ("small-first", "先出手里最不缺的一手。"),
    ("normal", "权衡手里能舍的牌，看这一轮值不值得争。"),
    ("listed", "首选不在后台列出的出法里，这是其中最好的一手。"),
    ("listed-unknown", "后台列出的出法都不合规则，取其中第一手。"),
    ("odd-standing", "场上的牌不成牌型，无从比较，所以不出。"),
];
