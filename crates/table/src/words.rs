//! Sentences of the table, in two languages. Sentences stand here side by side, so that none is forgotten.

use engine::manners::Feeling;
use engine::words::Lang;
use rules::{Call, Combo, Kind, Raise, Rank, Seat, Side, TextError};

use crate::ink::Ink;

/// The language of a locale such as `zh_CN.UTF-8`.
pub(crate) fn language_of(locale: &str) -> Lang {
    if locale.to_lowercase().starts_with("zh") { Lang::Zh } else { Lang::En }
}

/// The three at the table, the person first, then in the order of play.
pub(crate) const NAMES: [(&str, &str); 3] = [("You", "你"), ("Ming", "阿明"), ("Lan", "小兰")];

/// A player's name.
pub(crate) fn name(lang: Lang, player: usize) -> &'static str {
    let (en, zh) = NAMES[player];
    lang.pick(en, zh)
}

/// A companion's feeling.
pub(crate) fn feeling(lang: Lang, player: usize, feeling: Feeling) -> String {
    let name = name(lang, player);
    match (lang, feeling) {
        (Lang::En, Feeling::Happy) => format!("{name} is pleased."),
        (Lang::Zh, Feeling::Happy) => format!("{name}很高兴。"),
        (Lang::En, Feeling::Praise) => format!("{name}: Well played!"),
        (Lang::Zh, Feeling::Praise) => format!("{name}：打得好！"),
        (Lang::En, Feeling::Angry) => format!("{name} is cross."),
        (Lang::Zh, Feeling::Angry) => format!("{name}有点生气。"),
        (Lang::En, Feeling::Sorry) => format!("{name}: Sorry, partner."),
        (Lang::Zh, Feeling::Sorry) => format!("{name}：抱歉，没打好。"),
    }
}

/// A companion that urges the person.
pub(crate) fn urge(lang: Lang, player: usize) -> String {
    match lang {
        Lang::En => format!("{}: Your turn!", name(lang, player)),
        Lang::Zh => format!("{}：快点吧！", name(lang, player)),
    }
}

/// The name of a seat for one who sits on `mine`.
pub(crate) fn role(lang: Lang, seat: Seat, mine: Option<Seat>) -> &'static str {
    match (seat, mine) {
        (Seat::Landlord, _) => lang.pick("landlord", "地主"),
        (_, Some(mine)) if mine.partner() == Some(seat) => lang.pick("partner", "队友"),
        _ => lang.pick("peasant", "农民"),
    }
}

/// A side that won.
pub(crate) fn side(lang: Lang, side: Side) -> &'static str {
    match side {
        Side::Landlord => lang.pick("The landlord wins", "地主获胜"),
        Side::Peasants => lang.pick("The peasants win", "农民获胜"),
    }
}

/// The name of a kind.
pub(crate) fn kind(lang: Lang, kind: Kind) -> &'static str {
    let en = match kind {
        Kind::TripleSingle => "triple with single",
        Kind::TriplePair => "triple with pair",
        Kind::PairChain => "pair chain",
        Kind::AirplaneSingles => "airplane with singles",
        Kind::AirplanePairs => "airplane with pairs",
        Kind::FourSingles => "four with two singles",
        Kind::FourPairs => "four with two pairs",
        Kind::ShuttleSingles => "shuttle with singles",
        Kind::ShuttlePairs => "shuttle with pairs",
        Kind::Single
        | Kind::Pair
        | Kind::Triple
        | Kind::Straight
        | Kind::Airplane
        | Kind::Shuttle
        | Kind::Bomb
        | Kind::Rocket => kind.name(),
    };
    lang.pick(en, kind.shape().zh)
}

/// `straight of 5`, 5 张顺子; the kind alone where it has one length. In Chinese a space parts the number from the character before it.
fn measure(lang: Lang, combo: Combo) -> String {
    let name = kind(lang, combo.kind());
    let shape = combo.kind().shape();
    if shape.run_min == shape.run_max {
        return name.to_owned();
    }
    match (lang, combo.kind()) {
        (Lang::En, Kind::Straight) => format!("{name} of {}", combo.run()),
        (Lang::Zh, Kind::Straight) => format!(" {} 张{name}", combo.run()),
        (Lang::En, _) => format!("{name} of {} ranks", combo.run()),
        (Lang::Zh, _) => format!(" {} 连{name}", combo.run()),
    }
}

/// The plays that beat a standing combo.
pub(crate) fn beaten_by(ink: Ink, standing: Combo) -> String {
    let key = ink.rank(standing.key());
    match (ink.lang, standing.kind()) {
        (Lang::En, Kind::Rocket) => "Nothing beats the rocket.".to_owned(),
        (Lang::Zh, Kind::Rocket) => "王炸最大，无牌可管。".to_owned(),
        (Lang::En, _) if standing.key() == Rank::BIG_JOKER => "Only a bomb beats the big joker.".to_owned(),
        (Lang::Zh, _) if standing.key() == Rank::BIG_JOKER => "只有炸弹能管大王。".to_owned(),
        // Size and grade come before the rank.
        (Lang::En, Kind::Bomb) if standing.wild_cards() > 0 => "It takes a higher bomb, or the rocket.".to_owned(),
        (Lang::Zh, Kind::Bomb) if standing.wild_cards() > 0 => "要出更大的炸弹，或王炸。".to_owned(),
        (Lang::En, Kind::Bomb) => format!("It takes a bomb above {key}, or the rocket."),
        (Lang::Zh, Kind::Bomb) => format!("要出大于 {key} 的炸弹，或王炸。"),
        (Lang::En, _) => {
            let what = measure(Lang::En, standing);
            let article = if what.starts_with('a') { "an" } else { "a" };
            format!("It takes {article} {what} above {key}, a bomb, or the rocket.")
        }
        (Lang::Zh, _) => format!("要出大于 {key} 的{}，或炸弹、王炸。", measure(Lang::Zh, standing)),
    }
}

/// The reason why a combo does not beat the standing one.
pub(crate) fn too_low(ink: Ink, play: Combo, standing: Combo) -> String {
    let (ours, theirs) = (measure(ink.lang, play), measure(ink.lang, standing));
    let (our_key, their_key) = (ink.rank(play.key()), ink.rank(standing.key()));
    let same = (play.kind(), play.run()) == (standing.kind(), standing.run());
    let why = match ink.lang {
        Lang::En if same => format!("That is a {ours} of {our_key}, and {their_key} stands"),
        Lang::Zh if same => format!("{our_key} 的{ours}管不上 {their_key}"),
        Lang::En => format!("That is a {ours}, and a {theirs} stands"),
        Lang::Zh => format!("这是{ours}，场上是{theirs}"),
    };
    let why = why.replace(" a airplane", " an airplane");
    match ink.lang {
        Lang::En => format!("{why}. {}", beaten_by(ink, standing)),
        Lang::Zh => format!("{why}。{}", beaten_by(ink, standing)),
    }
}

/// The reason why a text is no play.
pub(crate) fn unreadable(lang: Lang, error: &TextError) -> String {
    match (lang, error) {
        (Lang::En, TextError::NoCard { found, .. }) => {
            format!("{found:?} is no card. Write ranks, as in 3334 or 10 J Q K A; `help` tells more.")
        }
        (Lang::En, error) => {
            let text = error.to_string();
            let mut letters = text.chars();
            letters
                .next()
                .map_or(text.clone(), |first| first.to_uppercase().collect::<String>() + letters.as_str() + ".")
        }
        (Lang::Zh, TextError::NoCard { found, .. }) => {
            format!("“{found}”不是牌。请输入点数，如 3334 或 10 J Q K A；输入“帮助”看说明。")
        }
        (Lang::Zh, TextError::TooMany { rank, .. }) => format!("一副牌没有这么多 {rank}。"),
        (Lang::Zh, TextError::NoCombo { cards, .. }) => format!("{cards} 不成牌型。"),
        (Lang::Zh, TextError::NoReading { body, wings, .. }) => format!("{body} 不能带 {wings}。"),
        (Lang::Zh, TextError::NotReadAs { cards, reading, .. }) => format!("{cards} 不能当作 {reading}。"),
        (Lang::Zh, _) => "这不是牌。输入“帮助”看说明。".to_owned(),
    }
}

/// A call, said aloud.
pub(crate) fn call(lang: Lang, call: Call, robbing: bool, take_it: bool) -> String {
    let text = match call {
        Call::Pass if take_it => lang.pick("does not take it", "不取"),
        Call::Pass if robbing => lang.pick("does not rob", "不抢"),
        Call::Pass => lang.pick("no", "不叫"),
        Call::Score(1) => lang.pick("1 point", "1 分"),
        Call::Score(2) => lang.pick("2 points", "2 分"),
        Call::Score(_) => lang.pick("3 points", "3 分"),
        Call::Call => lang.pick("calls landlord", "叫地主"),
        Call::Rob => lang.pick("robs", "抢地主"),
        Call::Take => lang.pick("takes it", "取经"),
    };
    text.to_owned()
}

/// A raise, said aloud.
pub(crate) fn raise(lang: Lang, raise: Raise) -> &'static str {
    match raise {
        Raise::Plain => lang.pick("does not double", "不加倍"),
        Raise::Double => lang.pick("doubles", "加倍"),
        Raise::Super => lang.pick("redoubles", "超级加倍"),
    }
}

/// Everything that may be typed.
pub(crate) fn help(lang: Lang) -> &'static str {
    lang.pick(
        "  3334, 10JQKA   play cards by their ranks, in any order; T is 10, X and D are the jokers
  444+3          say what rides along, where cards could be read in several ways
  4447~444+7     say what wild cards stand for, where they could stand for several ranks
  pass           let it stand
  ?              a hint: what a good player would do, and why
  auto           let that player do it for you, this once
  why            why your companions did what they did; after the hand, every decision
  cards          which cards have not been seen yet
  table          show the table again
  quit           leave
",
        "  3334, 10JQKA   按点数出牌，先后随意；T 即 10，X 小王，D 大王
  444+3          有多种读法时写明所带的牌
  4447~444+7     癞子有多种当法时写明当什么牌
  不出           不管（也可写 pass、过）
  ?              提示：高手会怎么出，为什么
  托管           由高手代出这一手（也可写 auto）
  为什么         同伴为何那样出；一局结束后列出每一手（也可写 why）
  记牌           还有哪些牌没人见过（也可写 cards）
  牌桌           重新显示牌桌（也可写 table）
  退出           离开（也可写 quit）
",
    )
}

#[cfg(test)]
mod tests {
    use engine::explain::CONCEPTS;
    use engine::rule_player::strategy::{FOLLOWING, LEADING};
    use rules::{Ranks, Ruleset, Trick};

    use super::*;

    /// The browser table says kinds as the terminal does.
    #[test]
    fn the_browser_table_has_the_same_words() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page");
        let words = std::fs::read_to_string(page.join("words.js")).unwrap();
        for of in Kind::all() {
            let line = format!("'kind-{}': ['{}', '{}']", of.name(), kind(Lang::En, of), of.shape().zh);
            assert!(words.contains(&line), "words.js lacks {line}");
        }
    }

    /// The page for designers lists the strategies, and the concepts that reasons name.
    #[test]
    fn the_page_lists_every_reason() {
        let page = include_str!("../../../docs/use/personas.md");
        let section = |heading: &str| {
            let rest = page.split_once(heading).unwrap_or_else(|| panic!("no {heading}")).1;
            rest.split("\n## ").next().unwrap_or(rest)
        };
        let rows = |text: &str| -> Vec<String> {
            let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
            cells.map(str::to_owned).collect()
        };
        let names = |table: &[engine::rule_player::strategy::Strategy]| -> Vec<String> {
            table.iter().map(|row| row.name.to_owned()).collect()
        };
        let strategies = section("\n## How it decides\n");
        assert_eq!(rows(strategies), names(LEADING));
        let following = strategies.split_once("\nFollowing: ").expect("the sentence about following").1;
        assert_eq!(following.split('`').skip(1).step_by(2).collect::<Vec<_>>(), names(FOLLOWING));

        let reasons = section("\n## Reasons\n");
        let listed: Vec<&str> = reasons
            .lines()
            .filter(|line| line.starts_with("| "))
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .collect();
        for concept in CONCEPTS {
            assert!(listed.contains(&concept.name), "{} is not listed", concept.name);
        }
        for name in listed {
            assert!(CONCEPTS.iter().any(|concept| concept.name == name), "{name} is no concept");
        }
    }

    #[test]
    fn locales_choose_the_language() {
        assert_eq!(
            ["zh_CN.UTF-8", "ZH", "en_US", "C", ""].map(language_of).map(|lang| lang.to_string()),
            ["zh", "zh", "en", "en", "en"]
        );
        assert_eq!("fr".parse::<Lang>().unwrap_err(), "\"fr\" is no language; there are en and zh");
    }

    #[test]
    fn who_does_not_beat_is_told_why() {
        let check = |lang, play: &str, standing: &str, expected: &str| {
            let rules = Ruleset::SHUTTLE;
            let [play, standing] = [play, standing].map(|text| rules.read_play(text, Trick::Lead).unwrap().unwrap());
            assert!(!rules.beats(play, standing), "{play} beats {standing}");
            assert_eq!(too_low(Ink { colour: false, lang, wilds: Ranks::NONE }, play, standing), expected);
        };
        check(
            Lang::En,
            "5",
            "9",
            "That is a single of 5, and 9 stands. It takes a single above 9, a bomb, or the rocket.",
        );
        check(
            Lang::En,
            "33",
            "9",
            "That is a pair, and a single stands. It takes a single above 9, a bomb, or the rocket.",
        );
        check(
            Lang::En,
            "456789",
            "34567",
            "That is a straight of 6, and a straight of 5 stands. It takes a straight of 5 above 7, a bomb, or the rocket.",
        );
        check(
            Lang::En,
            "55",
            "33344456",
            "That is a pair, and an airplane with singles of 2 ranks stands. It takes an airplane with singles of 2 ranks above 4, a bomb, or the rocket.",
        );
        check(Lang::En, "3333", "4444", "That is a bomb of 3, and 4 stands. It takes a bomb above 4, or the rocket.");
        check(Lang::En, "2222", "XD", "That is a bomb, and a rocket stands. Nothing beats the rocket.");
        check(Lang::En, "5", "D", "That is a single of 5, and D stands. Only a bomb beats the big joker.");
        check(Lang::Zh, "55", "TT", "5 的对子管不上 10。要出大于 10 的对子，或炸弹、王炸。");
        check(Lang::Zh, "456789", "34567", "这是 6 张顺子，场上是 5 张顺子。要出大于 7 的 5 张顺子，或炸弹、王炸。");
    }
}
