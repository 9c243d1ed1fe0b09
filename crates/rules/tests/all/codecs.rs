//! Card numbers that are refused.

use rules::card::{BadNumbers, Codec, OwnNumbers};

fn own_numbers(number: impl Fn(u32) -> u32) -> Result<OwnNumbers, BadNumbers> {
    OwnNumbers::new(&(0..54).map(number).collect::<Vec<u32>>())
}

#[test]
fn clashing_own_numbers_are_refused() {
    assert_eq!(OwnNumbers::new(&[7; 53]), Err(BadNumbers::Length { found: 53 }));
    let clash = |number: fn(u32) -> u32| own_numbers(number).expect_err("they clash").to_string();
    let message = |card: &str, id: u32| {
        format!(
            "{id}, the number of {card}, clashes: each card has a number of its own, or all cards of each rank share one"
        )
    };
    assert_eq!(clash(|place| place % 53), message("D", 0), "two cards have one number");
    assert_eq!(clash(|place| place / 2), message("3\u{2663}", 1), "half of a rank");
    assert_eq!(clash(|place| place / 4), message("D", 13), "both jokers");
    assert_eq!(clash(|place| place.max(1)), message("3\u{2663}", 2), "the 3s share one, in part");
}

#[test]
fn errors_name_index_and_value() {
    let counts = [4, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let cases: &[(Codec, &[u32], &str)] = &[
        (Codec::RanksFrom0, &[4, 9, 4], "card 2: 4 is 4♠, which was already sent as card 0"),
        (Codec::RanksFrom0, &[4, 54], "card 1: 54 is no card; RANKS_FROM_0 has 0 to 53"),
        (Codec::SuitsKingFrom1, &[0], "card 0: 0 is no card; SUITS_KING_FROM_1 has 1 to 54"),
        (Codec::Douzero, &[3; 5], "card 4: 3 is one 3 too many; a deck has no more than 4"),
        (Codec::Douzero, &[20, 20], "card 1: 20 is one X too many; a deck has no more than 1"),
        (Codec::RankText, &[51, 63], "card 1: 63 is no card; RANK_TEXT has the codes of the letters 3456789TJQKA2XD"),
        (Codec::Counts15, &[4, 4], "2 counts were sent, a hand has 15: 3 first, small joker and big joker last"),
        (Codec::Counts15, &counts, "count 2: 7 of rank 5 is more than a deck has, which is 4"),
    ];
    for (codec, ids, message) in cases {
        let error = codec.decode(ids).expect_err("no hand");
        assert_eq!(error.to_string(), *message);
    }
    let huge = Codec::RanksFrom0.decode(&[u32::MAX]).expect_err("no card");
    assert_eq!(huge.index(), Some(0));
}
