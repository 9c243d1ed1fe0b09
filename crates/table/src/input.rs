//! The input of a person: commands in two languages, calls, and plays. Nothing here knows the game's state.

use rules::{Call, Raise};

/// A typed line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line<'a> {
    /// A question for a good player's move.
    Hint,
    /// A question for the reasons of the companions.
    Why,
    /// A good player does it for you.
    Auto,
    /// The cards not yet seen 记牌器.
    Unseen,
    /// The table once more.
    Table,
    /// The input that is allowed.
    Help,
    /// Enough.
    Quit,
    /// The return key alone.
    Empty,
    /// Anything else: an answer to what was asked.
    Answer(&'a str),
}

/// Every command and the words for it. No word is a card: `q` is a queen, so leaving is `quit`.
const COMMANDS: &[(Line<'static>, &[&str])] = &[
    (Line::Hint, &["?", "？", "hint", "提示"]),
    (Line::Why, &["why", "why?", "为什么", "为何"]),
    (Line::Auto, &["auto", "托管", "代打"]),
    (Line::Unseen, &["cards", "unseen", "记牌", "记牌器"]),
    (Line::Table, &["table", "牌桌"]),
    (Line::Help, &["help", "h", "帮助"]),
    (Line::Quit, &["quit", "exit", "leave", "bye", "退出", "再见"]),
    (Line::Empty, &[""]),
];

/// Reads a line.
pub(crate) fn read(line: &str) -> Line<'_> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let found = COMMANDS.iter().find(|(_, words)| words.contains(&lower.as_str()));
    found.map_or(Line::Answer(line), |&(command, _)| command)
}

/// True if a word declines, whatever is asked.
fn is_no(word: &str) -> bool {
    matches!(word, "no" | "n" | "pass" | "p" | "-" | "不" | "不要" | "不出" | "过" | "要不起")
        || matches!(word, "不叫" | "不抢" | "不取" | "不加倍" | "不明牌" | "否")
}

/// True if a word agrees, where there is one thing to agree to.
fn is_yes(word: &str) -> bool {
    matches!(word, "yes" | "y" | "是" | "要" | "好")
}

/// The call that a word means among those that may be said.
pub(crate) fn call(text: &str, options: &[Call]) -> Option<Call> {
    let word = text.to_lowercase();
    let word = word.strip_suffix('分').unwrap_or(&word);
    let meant = match word {
        word if is_no(word) || word == "0" => Call::Pass,
        // With one thing to say besides no, a yes says it.
        word if is_yes(word) && options.len() == 2 => options[1],
        "c" | "叫" | "叫地主" => Call::Call,
        "r" | "抢" | "抢地主" => Call::Rob,
        "t" | "取" | "取经" => Call::Take,
        word => Call::from_word(word)?,
    };
    options.contains(&meant).then_some(meant)
}

/// The raise that a word means.
pub(crate) fn raise(text: &str) -> Option<Raise> {
    match text.to_lowercase().as_str() {
        word if is_no(word) => Some(Raise::Plain),
        word if is_yes(word) => Some(Raise::Double),
        "1" => Some(Raise::Plain),
        "2" | "x2" | "double" | "加倍" => Some(Raise::Double),
        "4" | "x4" | "super" | "超级加倍" => Some(Raise::Super),
        _ => None,
    }
}

/// True if a word opens the hand.
pub(crate) fn open(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        word if is_no(word) => Some(false),
        word if is_yes(word) || lays_open(word) => Some(true),
        _ => None,
    }
}

/// True if a word lays the hand open, where it is one answer among others.
pub(crate) fn lays_open(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "show" | "open" | "明牌")
}

/// True if a word passes in the play.
pub(crate) fn is_pass(text: &str) -> bool {
    is_no(&text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_words_in_both_languages_and_none_is_a_play() {
        for (command, words) in COMMANDS {
            for word in *words {
                assert_eq!(read(&format!("  {word} ")), *command);
                let cards = word.parse::<rules::Hand>();
                assert!(word.is_empty() || cards.is_err(), "{word} could be cards");
                assert!(word.is_empty() || !is_no(word), "{word} is also a no");
            }
        }
        assert_eq!(read("QUIT"), Line::Quit);
        assert_eq!(read(" 3334 "), Line::Answer("3334"));
        assert_eq!(read("q"), Line::Answer("q"));
    }

    #[test]
    fn calls_are_read_where_they_may_be_said() {
        let scores = [Call::Pass, Call::Score(2), Call::Score(3)];
        for (text, meant) in [("0", Some(Call::Pass)), ("2", Some(Call::Score(2))), ("3分", Some(Call::Score(3)))] {
            assert_eq!(call(text, &scores), meant);
        }
        assert_eq!(call("1", &scores), None);
        // Two scores are left: yes to which?
        assert_eq!(call("yes", &scores), None);
        assert_eq!(call("y", &[Call::Pass, Call::Rob]), Some(Call::Rob));
        assert_eq!(call("叫地主", &[Call::Pass, Call::Call]), Some(Call::Call));
        assert_eq!(call("取经", &[Call::Pass, Call::Take]), Some(Call::Take));
        assert_eq!(call("不叫", &[Call::Pass, Call::Call]), Some(Call::Pass));
    }

    #[test]
    fn raises_and_shows_are_read() {
        assert_eq!(
            [raise("no"), raise("x2"), raise("超级加倍")],
            [Some(Raise::Plain), Some(Raise::Double), Some(Raise::Super)]
        );
        assert_eq!(raise("8"), None);
        assert_eq!([open("明牌"), open("不"), open("maybe")], [Some(true), Some(false), None]);
        assert!(is_pass("Pass") && is_pass("不出") && !is_pass("3"));
        assert!(!is_pass("0"), "a nought is a ten");
    }
}
