//! Looks of the table: colour where there is some, cards with their suits, columns that line up in both languages.

use rules::card::Card;

use rules::{Hand, Rank, Ranks};

use crate::suits::is_red;
use engine::words::Lang;

/// A way of printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ink {
    /// True if the terminal shows colour.
    pub(crate) colour: bool,
    /// The language.
    pub(crate) lang: Lang,
    /// The ranks whose cards are marked as wild.
    pub(crate) wilds: Ranks,
}

/// Stands behind a wild card.
pub(crate) const WILD_SIGN: char = '*';

impl Ink {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// The most important part of a line.
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// The least important part.
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// The error.
    pub(crate) fn warning(self, text: &str) -> String {
        self.paint("33", text)
    }

    /// One card: `10♥`, `K♠`, `7♣*` where the 7 is wild, `X`, 小王.
    fn card(self, card: Card) -> String {
        let sign = card.suit().map(|suit| suit.sign().to_string()).unwrap_or_default();
        let wild = if self.wilds.has(card.rank()) { String::from(WILD_SIGN) } else { String::new() };
        let text = format!("{}{sign}{wild}", self.rank(card.rank()));
        if is_red(card) { self.paint("31", &text) } else { text }
    }

    /// The name of a rank as players write it.
    pub(crate) fn rank(self, rank: Rank) -> String {
        match (rank, self.lang) {
            (Rank::TEN, _) => "10".to_owned(),
            (Rank::SMALL_JOKER, Lang::Zh) => "小王".to_owned(),
            (Rank::BIG_JOKER, Lang::Zh) => "大王".to_owned(),
            _ => rank.letter().to_string(),
        }
    }

    /// Cards side by side.
    pub(crate) fn cards(self, cards: &[Card]) -> String {
        cards.iter().map(|&card| self.card(card)).collect::<Vec<_>>().join(" ")
    }

    /// Ranks without suits: `3 3 10 X`.
    pub(crate) fn hand(self, hand: Hand) -> String {
        let each = hand.ranks().flat_map(|rank| std::iter::repeat_n(self.rank(rank), usize::from(hand.count(rank))));
        each.collect::<Vec<_>>().join(" ")
    }
}

/// `text` followed by spaces up to `columns` on the screen, where a Chinese character takes two.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let width: usize = text.chars().map(|letter| if ('\u{2E80}'..='\u{FFEF}').contains(&letter) { 2 } else { 1 }).sum();
    format!("{text}{}", " ".repeat(columns.saturating_sub(width)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_only_there_when_it_is_wanted() {
        let cards: Vec<Card> = Card::all().filter(|card| [28, 29, 53].contains(&card.index())).collect();
        let plain = Ink { colour: false, lang: Lang::En, wilds: Ranks::NONE };
        assert_eq!(plain.cards(&cards), "10♠ 10♥ D");
        assert_eq!(plain.bold("x") + &plain.dim("y") + &plain.warning("z"), "xyz");
        let coloured = Ink { colour: true, lang: Lang::Zh, wilds: Ranks::NONE };
        assert_eq!(coloured.cards(&cards), "10♠ \x1b[31m10♥\x1b[0m \x1b[31m大王\x1b[0m");
    }

    #[test]
    fn wild_cards_are_marked_without_colour() {
        let cards: Vec<Card> = Card::all().filter(|card| [15, 16, 52].contains(&card.index())).collect();
        let ink = Ink { colour: false, lang: Lang::En, wilds: Ranks::one(Rank::from_letter('7').unwrap()) };
        assert_eq!(ink.cards(&cards), "6♦ 7♠* X");
    }

    #[test]
    fn columns_line_up_in_both_languages() {
        assert_eq!(pad("Ming", 6), "Ming  ");
        assert_eq!(pad("阿明", 6), "阿明  ");
        assert_eq!(pad("longer than that", 6), "longer than that");
    }

    #[test]
    fn hands_are_written_as_players_do() {
        let hand: Hand = "3TTX".parse().unwrap();
        assert_eq!(Ink { colour: false, lang: Lang::Zh, wilds: Ranks::NONE }.hand(hand), "3 10 10 小王");
    }
}
