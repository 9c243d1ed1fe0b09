//! What the wild cards of a play stand for, as a person says it: "7 as a third 4".

use rules::{Combo, Hand, Rank, Ruleset};

use super::Lang;

/// What each wild card of a play stands for; `None` where none stands for another card.
///
/// ```
/// use engine::words::{Lang, reading};
/// use rules::{Rank, Ruleset, Trick};
/// let rules = Ruleset::LAIZI.showing(Rank::from_letter('7').expect("a rank"))?;
/// let play = rules.read_play("4475~444+5", Trick::Lead)?.expect("no pass");
/// assert_eq!(reading(Lang::En, &rules, play).as_deref(), Some("7 as a third 4"));
/// assert_eq!(reading(Lang::Zh, &rules, play).as_deref(), Some("7 当第三张 4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reading(lang: Lang, rules: &Ruleset, play: Combo) -> Option<String> {
    if play.wild_cards() == 0 || play.is_all_wild() {
        return None;
    }
    let wilds = rules.wilds().ranks();
    let (natural, mut free) = (play.body().without(wilds), play.body().only(wilds));
    let mut parts = Vec::new();
    let copies = if play.is_bomb() { play.len() as u8 } else { play.kind().shape().body };
    let ranks: Vec<Rank> = if play.is_bomb() { vec![play.key()] } else { play.body_ranks().into_iter().collect() };
    for rank in ranks {
        for number in natural.count(rank) + 1..=copies {
            // A wild card of the rank itself is no other card.
            let card = if free.count(rank) > 0 { rank } else { free.lowest()? };
            free = free.minus(Hand::one(card))?;
            if card != rank {
                parts.push(part(lang, card, rank, number, copies));
            }
        }
    }
    let riding = play.wings().only(wilds);
    if !riding.is_empty() {
        parts.push(match lang {
            Lang::En => format!("{riding} as a kicker"),
            Lang::Zh => format!("{riding} 作带牌"),
        });
    }
    (!parts.is_empty()).then(|| parts.join(lang.pick(", ", "，")))
}

/// The numbers of the cards of a rank, in both languages.
const ORDINALS: [(&str, &str); 12] = [
    ("first", "一"),
    ("second", "二"),
    ("third", "三"),
    ("fourth", "四"),
    ("fifth", "五"),
    ("sixth", "六"),
    ("seventh", "七"),
    ("eighth", "八"),
    ("ninth", "九"),
    ("tenth", "十"),
    ("eleventh", "十一"),
    ("twelfth", "十二"),
];

/// The Chinese of what [`reading`] says in English: answers are stored in English. `None` for any other text.
///
/// ```
/// use engine::words::reading_in_chinese;
/// assert_eq!(reading_in_chinese("7 as a third 4, 9 as 6").as_deref(), Some("7 当第三张 4，9 当 6"));
/// assert_eq!(reading_in_chinese("nothing"), None);
/// ```
pub fn reading_in_chinese(english: &str) -> Option<String> {
    let part = |part: &str| {
        let (card, stands) = part.split_once(" as ")?;
        Some(match stands.strip_prefix("a ").map(|counted| counted.split_once(' ')) {
            None => format!("{card} 当 {stands}"),
            Some(None) => format!("{card} 作带牌"),
            Some(Some((number, rank))) => {
                let (_, zh) = ORDINALS.iter().find(|(en, _)| *en == number)?;
                format!("{card} 当第{zh}张 {rank}")
            }
        })
    };
    Some(english.split(", ").map(part).collect::<Option<Vec<_>>>()?.join("，"))
}

fn part(lang: Lang, card: Rank, rank: Rank, number: u8, copies: u8) -> String {
    let (en, zh) = ORDINALS[usize::from(number - 1).min(ORDINALS.len() - 1)];
    match lang {
        Lang::En if copies == 1 => format!("{card} as {rank}"),
        Lang::En => format!("{card} as a {en} {rank}"),
        Lang::Zh if copies == 1 => format!("{card} 当 {rank}"),
        Lang::Zh => format!("{card} 当第{zh}张 {rank}"),
    }
}

#[cfg(test)]
mod tests {
    use rules::{Rank, Trick};

    use super::*;

    #[track_caller]
    fn check(wilds: &str, play: &str, en: Option<&str>, zh: Option<&str>) {
        let base = if wilds.len() == 1 { Ruleset::LAIZI } else { Ruleset::LAIZI_TIANDI };
        let shown = wilds.chars().map(|letter| Rank::from_letter(letter).expect("a rank"));
        let rules = shown.fold(base, |rules, rank| rules.showing(rank).expect("a natural rank"));
        let play = rules.read_play(play, Trick::Lead).expect("it is a play").expect("no pass");
        assert_eq!(
            [Lang::En, Lang::Zh].map(|lang| reading(lang, &rules, play)),
            [en, zh].map(|text| text.map(String::from))
        );
    }

    #[test]
    fn what_stands_for_another_card_is_named() {
        check("7", "57", Some("7 as a second 5"), Some("7 当第二张 5"));
        check("7", "4447", Some("7 as a fourth 4"), Some("7 当第四张 4"));
        check("7", "4447~444+7", Some("7 as a kicker"), Some("7 作带牌"));
        check("7", "4577~444+5", Some("7 as a second 4, 7 as a third 4"), Some("7 当第二张 4，7 当第三张 4"));
        check("7", "34577", Some("7 as 6"), Some("7 当 6"));
        check("79", "33379", Some("7 as a fourth 3, 9 as a fifth 3"), Some("7 当第四张 3，9 当第五张 3"));
    }

    #[test]
    fn wild_cards_that_are_themselves_are_not_named() {
        check("7", "34567", None, None);
        check("7", "77", None, None);
        check("7", "345678", None, None);
        check("7", "44", None, None);
    }
}
