//! The line protocol of the Chinese Computer Game Association's competitions 二打一: one short line asks or tells, one
//! short line answers. `lab bridge ccga` is our side of it; [`seat`] is a program's
//! chair in our matches. Seats are the letters A, B
//! and C, cards the numbers 0 to 53 (a rank's four suits together, 3 first, 52 and 53 the jokers), no cards are -1.
//!
//! ```text
//! DOUDIZHUVER 1.0        NAME thirdseat      who are you
//! INFO 1,1,1,100,0,0     OK INFO             a hand begins (turn, turns, round, rounds, ranks, points)
//! DEAL B0,4,…            OK DEAL             you sit at B with these 17 cards
//! BID WHAT               BID B2              what do you bid
//! BID A0                 OK BID              A bids nothing
//! LEFTOVER B7,23,52      OK LEFTOVER         B is the landlord and takes these
//! PLAY WHAT              PLAY B0,1           what do you play
//! PLAY A-1               OK PLAY             A passes
//! GAMEOVER B             OK GAMEOVER         B won
//! ```

pub(crate) mod seat;

use rules::card::Codec;
use rules::{Call, Chair, Hand};

/// The numbers of this protocol.
const CODEC: Codec = Codec::RanksFrom0;

pub(crate) const LETTERS: [char; 3] = ['A', 'B', 'C'];

/// `B0,4,8` as a letter's place and what follows it.
pub(crate) fn read_letter(text: &str) -> Option<(usize, &str)> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let place = LETTERS.iter().position(|&other| other == letter)?;
    Some((place, text[1..].trim()))
}

/// `0,4,8`, or `-1` for none.
pub(crate) fn read_ids(text: &str) -> Result<Vec<u32>, String> {
    if text.trim() == "-1" {
        return Ok(Vec::new());
    }
    let read = |word: &str| word.trim().parse().map_err(|_| format!("{:?} is no card's number", word.trim()));
    text.split(',').map(read).collect()
}

pub(crate) fn read_hand(ids: &[u32]) -> Result<Hand, String> {
    CODEC.decode(ids).map(|cards| cards.hand()).map_err(|error| error.to_string())
}

pub(crate) fn write_ids(ids: &[u32]) -> String {
    if ids.is_empty() {
        return String::from("-1");
    }
    ids.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// A bid of 0 to 3 points.
pub(crate) fn call(points: u32) -> Option<Call> {
    match points {
        0 => Some(Call::Pass),
        1..=3 => Some(Call::Score(points as u8)),
        _ => None,
    }
}

pub(crate) fn points(call: Call) -> u8 {
    match call {
        Call::Score(points) => points,
        _ => 0,
    }
}

/// Takes cards of these ranks out of `ids`; `None` when they are not all there.
pub(crate) fn take(ids: &mut Vec<u32>, cards: Hand) -> Option<Vec<u32>> {
    let mut left = ids.clone();
    let mut taken = Vec::new();
    for rank in cards.ranks() {
        for _ in 0..cards.count(rank) {
            let place = left.iter().position(|&id| CODEC.rank(id) == Some(rank))?;
            taken.push(left.remove(place));
        }
    }
    *ids = left;
    Some(taken)
}

/// The letter's chair when the letter at `base` is the first chair.
pub(crate) fn chair(letter: usize, base: usize) -> Chair {
    Chair::ALL[(letter + 3 - base) % 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written() {
        assert_eq!(read_letter("B0,4"), Some((1, "0,4")));
        assert_eq!(read_letter("D0"), None);
        assert_eq!(read_letter(""), None);
        assert_eq!(read_ids("-1"), Ok(Vec::new()));
        assert_eq!(read_ids("0, 53"), Ok(vec![0, 53]));
        assert!(read_ids("0,x").unwrap_err().contains("\"x\" is no card's number"));
        assert_eq!(write_ids(&[52, 53]), "52,53");
        assert_eq!(read_hand(&[0, 1, 47, 48, 52]).map(|hand| hand.to_string()), Ok(String::from("33A2X")));
    }

    #[test]
    fn cards_are_taken_by_rank_and_only_if_they_are_there() {
        let mut ids = vec![0, 1, 2, 8, 53];
        assert_eq!(take(&mut ids, "33D".parse().unwrap()), Some(vec![0, 1, 53]));
        assert_eq!(take(&mut ids, "33".parse().unwrap()), None);
        assert_eq!(ids, [2, 8]);
    }
}
