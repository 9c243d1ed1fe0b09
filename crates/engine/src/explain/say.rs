//! From facts to text. A text is a template of its language: `{0}` is the first part, and `{0 turn}` a number with its noun.
//!
//! Most texts are predicates without a subject: such a text can be a sentence ("Does not split the pair JJ.") or follow a play ("QQ does
//! not split the pair JJ"). Each language is a table in its own file. A product that needs another language makes its texts from codes and
//! parts.

mod texts;
mod en;
mod zh;

use std::borrow::Cow;

use crate::words::Lang;
use texts::Texts;

fn texts(lang: Lang) -> &'static Texts {
    match lang {
        Lang::En => &en::TEXTS,
        Lang::Zh => &zh::TEXTS,
    }
}

fn look_up(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns the template of a code's text, with the numbers of the parts in braces; `None` for a code without text.
pub fn template(lang: Lang, code: &str) -> Option<&'static str> {
    look_up(texts(lang).templates, code)
}

/// Writes a fact as a sentence, made from its code and its parts as they are on the wire; `None` for a code without text.
///
/// ```
/// use engine::explain::say::sentence;
/// use engine::words::Lang;
/// let parts = [String::from("JJ")];
/// assert_eq!(sentence(Lang::En, "keeps-pair", &parts).as_deref(), Some("Does not split the pair JJ."));
/// assert_eq!(sentence(Lang::Zh, "keeps-pair", &parts).as_deref(), Some("对子 JJ 不拆。"));
/// ```
pub fn sentence(lang: Lang, code: &str, parts: &[String]) -> Option<String> {
    let clause = clause(lang, code, parts)?;
    let mut out = capitalized(clause.strip_prefix("is ").unwrap_or(&clause));
    out.push_str(texts(lang).full_stop);
    Some(out)
}

/// Begins a text with a capital, as a sentence.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    // Room for a full stop.
    let mut out = String::with_capacity(text.len() + 4);
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
    out
}

/// Writes facts, each a code and its parts, as sentences. Facts without text are left out. If no fact is left, the text says that there is no
/// simple fact.
pub fn text<'f>(lang: Lang, facts: impl IntoIterator<Item = (&'f str, &'f [String])>) -> String {
    let sentences = facts.into_iter().filter_map(|(code, parts)| sentence(lang, code, parts));
    let text = sentences.reduce(|out, next| out + lang.pick(" ", "") + &next);
    // Without a fact the values may still be far apart: a search sees more than the vocabulary says.
    text.unwrap_or_else(|| {
        lang.pick("No simple fact sets it apart from the other choices.", "说不出简单的理由。").to_owned()
    })
}

/// Writes a fact without a full stop, mostly as a predicate.
pub(super) fn clause(lang: Lang, code: &str, parts: &[String]) -> Option<String> {
    let texts = texts(lang);
    let template = look_up(texts.templates, code)?;
    let is_apart = parts.iter().any(|part| has_ten(texts, part));
    // Room for most sentences: a text that grows is copied again and again.
    let mut out = String::with_capacity(2 * template.len());
    for (index, piece) in template.split('{').enumerate() {
        let Some((place, after)) = piece.split_once('}').filter(|_| index > 0) else {
            out.push_str(piece);
            continue;
        };
        let (place, noun) = place.split_once(' ').map_or((place, None), |(place, noun)| (place, Some(noun)));
        let part = place.parse().ok().and_then(|place: usize| parts.get(place)).map_or("", String::as_str);
        match noun {
            Some(noun) => out.extend([part, " ", noun, if part == "1" { "" } else { texts.plural }]),
            None => out.push_str(&write_part(texts, part, is_apart)),
        }
        out.push_str(after);
    }
    // "the landlord's big joker": after an owner a name loses its article.
    let out = if out.contains("'s the ") { out.replace("'s the ", "'s ") } else { out };
    Some(if out.is_ascii() { out } else { without_spaces(&out) })
}

/// Removes the spaces between two Chinese characters: spaces stay only beside cards and numbers.
fn without_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_inside =
            out.ends_with(|before: char| !before.is_ascii()) && letters.peek().is_some_and(|after| !after.is_ascii());
        if letter != ' ' || !is_inside {
            out.push(letter);
        }
    }
    out
}

fn has_ten(texts: &Texts, part: &str) -> bool {
    part.split(' ').any(|part| part.contains('T') && look_up(texts.words, part).is_none())
}

/// True for a part that is surely cards. Numbers go up to 100, so "33" may be either and is not.
fn is_cards(part: &str) -> bool {
    part.len() > 1 && (part.len() > 2 || part.contains(|letter: char| letter.is_ascii_uppercase())) && part != "100"
}

/// Writes a part as it is said: the jokers by their names, kinds and players by the language's words, combos one by one. A ten has two
/// characters: a sentence with tens has spaces between the cards of a part that is surely cards.
fn write_part<'p>(texts: &Texts, part: &'p str, is_apart: bool) -> Cow<'p, str> {
    if let Some((others, last)) = part.rsplit_once(' ') {
        let others: Vec<Cow<str>> = others.split(' ').map(|combo| write_part(texts, combo, is_apart)).collect();
        return format!("{}{}{}", others.join(texts.comma), texts.and, write_part(texts, last, is_apart)).into();
    }
    if let Some(word) = look_up(texts.words, part) {
        return word.into();
    }
    if !part.contains(['T', 'X', 'D']) && !is_apart {
        return part.into();
    }
    let named = |letter: &char| texts.jokers.iter().find(|(known, _)| known == letter).map(|(_, name)| *name);
    if is_apart && is_cards(part) {
        let cards = part.chars().map(|letter| match (letter, named(&letter)) {
            ('T', _) => String::from("10"),
            (_, Some(name)) => name.to_owned(),
            _ => letter.to_string(),
        });
        return cards.collect::<Vec<_>>().join(" ").replace(" + ", "+").replace(" ~ ", "~").into();
    }
    let jokers: Vec<&str> = part.chars().filter_map(|letter| named(&letter)).collect();
    let others: String = part.chars().filter(|letter| named(letter).is_none()).collect();
    let others = others.replace('T', "10");
    let joker = if jokers.len() == 2 { Some(texts.both) } else { jokers.first().copied() };
    let all = (!others.is_empty()).then_some(others.as_str()).into_iter().chain(joker);
    all.collect::<Vec<_>>().join(texts.and).into()
}

/// Writes cards as they are said: tens as 10, the jokers by their names.
pub fn cards(lang: Lang, cards: &str) -> String {
    let texts = texts(lang);
    write_part(texts, cards, has_ten(texts, cards)).into_owned()
}

pub(super) fn full_stop(lang: Lang) -> &'static str {
    texts(lang).full_stop
}

#[cfg(test)]
mod tests {
    use super::super::concept::CONCEPTS;
    use super::*;

    #[test]
    fn every_concept_has_a_text_in_each_language_and_no_text_is_without_concept() {
        for lang in [Lang::En, Lang::Zh] {
            let texts = texts(lang);
            let named: Vec<&str> = texts.templates.iter().map(|(name, _)| *name).collect();
            let codes = CONCEPTS.iter().flat_map(|concept| std::iter::once(concept.name).chain(concept.fault));
            assert_eq!(named, codes.collect::<Vec<_>>(), "{lang}");
            for (name, text) in texts.templates {
                assert!(!text.is_empty() && !text.ends_with(texts.full_stop), "{name}");
            }
        }
    }

    #[test]
    fn both_languages_name_the_same_parts() {
        for ((name, en), (_, zh)) in en::TEXTS.templates.iter().zip(zh::TEXTS.templates) {
            let places = |text: &str| {
                let mut places: Vec<char> =
                    text.match_indices('{').filter_map(|(at, _)| text[at + 1..].chars().next()).collect();
                places.sort_unstable();
                places.dedup();
                places
            };
            assert_eq!(places(en), places(zh), "{name}");
        }
    }

    #[test]
    fn jokers_tens_and_numbers_are_written_out() {
        let say = |lang, code: &str, parts: &[&str]| {
            sentence(lang, code, &parts.iter().map(|part| String::from(*part)).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(say(Lang::En, "keeps-big", &["22D"]), "Keeps 22 and the big joker for later.");
        assert_eq!(say(Lang::En, "covers-partner", &["X"]), "Goes over the partner's small joker.");
        assert_eq!(say(Lang::En, "few-above", &["AA 22"]), "Topped by AA and 22 alone, bombs aside.");
        assert_eq!(say(Lang::Zh, "few-above", &["X D"]), "炸弹不算，只怕小王、大王。");
        assert_eq!(say(Lang::Zh, "keeps-big", &["D"]), "大王先留着。");
        assert_eq!(say(Lang::Zh, "keeps-big", &["22"]), "22 先留着。");
        assert_eq!(say(Lang::Zh, "keeps-straight", &["89TJQ"]), "顺子 8 9 10 J Q 不拆。");
        assert_eq!(say(Lang::En, "keeps-pair", &["TT"]), "Does not split the pair 10 10.");
        assert_eq!(say(Lang::En, "fewer-turns", &["3", "QQTT", "12"]), "Leaves 3 turns, Q Q 10 10 would leave 12.");
        assert_eq!(
            say(Lang::En, "leaves-winners", &["QQKK TT"]),
            "Leaves Q Q K K and 10 10, which only bombs could beat."
        );
        assert_eq!(cards(Lang::Zh, "X"), "小王");
        assert_eq!(say(Lang::En, "turns-to-go", &["1"]), "Needs 1 turn to go out.");
        assert_eq!(say(Lang::En, "turns-to-go", &["4"]), "Needs 4 turns to go out.");
    }
}
