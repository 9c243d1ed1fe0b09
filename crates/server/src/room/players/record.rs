//! The record of a player or persona. It names the rooms of its last hands, so that a repeated hand does not count again.

use engine::Habits;
use engine::level::{Grades, RoleGrades};
use engine::profile::Family;
use prost::Message;
use rules::PlayerGains;
use wire::storage as disk;

use super::boards::{BOARDS_MAX, Standing};
use crate::room::people::PlayerHand;
use crate::room::store::codec::{habits_from_disk, habits_to_disk};

/// The number of hands at which the counts are halved, so that recent hands count more.
pub const HANDS_MAX: u32 = 200;
/// The most rooms that a record names: players rarely sit in more rooms at a time.
const ROOMS_MAX: usize = 8;

/// A player's or persona's record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    stored: disk::PlayerRecord,
    /// The boards that were dropped since the record was read. Not stored.
    left: Vec<String>,
}

/// Marks a hand of a room. Returns `false` if this hand or a later one of the room is marked already.
fn mark_hand(rooms: &mut Vec<disk::CountedRoom>, room: u64, hand_number: u32) -> bool {
    if is_marked(rooms, room, hand_number) {
        return false;
    }
    rooms.retain(|counted| counted.room != room);
    rooms.push(disk::CountedRoom { room, hand_number });
    if rooms.len() > ROOMS_MAX {
        rooms.remove(0);
    }
    true
}

fn is_marked(rooms: &[disk::CountedRoom], room: u64, hand_number: u32) -> bool {
    rooms.iter().any(|counted| counted.room == room && counted.hand_number >= hand_number)
}

impl Record {
    pub(super) fn read(bytes: &[u8]) -> Result<Record, prost::DecodeError> {
        Ok(Record { stored: disk::PlayerRecord::decode(bytes)?, left: Vec::new() })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        self.stored.encode_to_vec()
    }

    /// Returns the counts of its hands.
    pub fn habits(&self) -> Habits {
        self.stored.seen.as_ref().map(habits_from_disk).unwrap_or_default()
    }

    /// Returns the number of hands in the counts; both are halved at [`HANDS_MAX`].
    pub const fn hands(&self) -> u32 {
        self.stored.hands
    }

    /// Returns the grades of its choices in a family of rulesets.
    pub fn grades(&self, family: Family) -> Grades {
        let stored = self.stored.grades.iter().find(|grades| grades.family == family as u32);
        stored.map(grades_from_disk).unwrap_or_default()
    }

    /// Returns the standings by board; the last changed one is last.
    pub fn standings(&self) -> impl Iterator<Item = (&str, Standing)> {
        let standing = |one: &disk::BoardStanding| Standing { hands: one.hands, points: one.points, won: one.won };
        self.stored.standings.iter().map(move |one| (one.board.as_str(), standing(one)))
    }

    pub(super) fn lost_boards(&self) -> &[String] {
        &self.left
    }

    /// True if the hand or a later one of its room is counted, and none of them is graded.
    pub fn awaits_grades(&self, room: u64, hand_number: u32) -> bool {
        is_marked(&self.stored.rooms, room, hand_number) && !is_marked(&self.stored.graded, room, hand_number)
    }

    /// Counts a hand; returns `false` if it or a later one of its room is counted already.
    pub(in crate::room) fn count(&mut self, room: u64, hand: &PlayerHand) -> bool {
        if !mark_hand(&mut self.stored.rooms, room, hand.hand_number) {
            return false;
        }
        let (mut seen, mut hands) = (self.habits(), self.hands());
        if hands >= HANDS_MAX {
            (seen, hands) = (seen.halved(), hands / 2);
        }
        self.stored.seen = Some(habits_to_disk("", &seen.plus(hand.habits)));
        self.stored.hands = hands + 1;
        if let Some(earned) = &hand.earned {
            hand.boards.iter().for_each(|board| self.add_to_board(board, earned));
        }
        true
    }

    fn add_to_board(&mut self, board: &str, earned: &PlayerGains) {
        let standings = &mut self.stored.standings;
        let place = standings.iter().position(|one| one.board == board);
        let new = || disk::BoardStanding { board: board.to_owned(), ..disk::BoardStanding::default() };
        let mut standing = place.map_or_else(new, |place| standings.remove(place));
        standing.hands = standing.hands.saturating_add(1);
        standing.points = standing.points.saturating_add(earned.points);
        standing.won = standing.won.saturating_add(earned.won);
        standings.push(standing);
        if standings.len() > BOARDS_MAX {
            self.left.push(standings.remove(0).board);
        }
    }

    /// Adds the grades of a hand; returns `false` if it or a later one of its room is graded already, or if none of them is counted: the player may
    /// have been forgotten.
    pub(in crate::room) fn grade(&mut self, room: u64, hand_number: u32, family: Family, grades: Grades) -> bool {
        let is_counted = is_marked(&self.stored.rooms, room, hand_number);
        if !is_counted || !mark_hand(&mut self.stored.graded, room, hand_number) {
            return false;
        }
        let (family, grades) = (family as u32, self.grades(family).plus(grades));
        self.stored.grades.retain(|stored| stored.family != family);
        if grades.hands > 0 {
            self.stored.grades.push(grades_to_disk(family, &grades));
        }
        true
    }
}

fn grades_from_disk(stored: &disk::Grades) -> Grades {
    let role = |stored: Option<disk::RoleGrades>| {
        let disk::RoleGrades { choices, sum } = stored.unwrap_or_default();
        RoleGrades { choices, sum }
    };
    Grades { hands: stored.hands, landlord: role(stored.landlord), peasant: role(stored.peasant) }
}

fn grades_to_disk(family: u32, grades: &Grades) -> disk::Grades {
    let role = |&RoleGrades { choices, sum }: &RoleGrades| Some(disk::RoleGrades { choices, sum });
    let Grades { hands, landlord, peasant } = grades;
    disk::Grades { family, hands: *hands, landlord: role(landlord), peasant: role(peasant) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_hand(hand_number: u32, auctions: u32) -> PlayerHand {
        let habits = Habits { auctions, ..Habits::default() };
        PlayerHand { hand_number, player: String::from("p"), habits, earned: None, boards: Vec::new() }
    }

    #[test]
    fn each_hand_of_a_room_counts_once_and_old_hands_count_less() {
        let mut record = Record::default();
        assert!(record.count(7, &a_hand(1, 1)) && record.count(7, &a_hand(2, 1)) && record.count(8, &a_hand(1, 1)));
        assert!(!record.count(7, &a_hand(2, 1)) && !record.count(7, &a_hand(1, 1)) && !record.count(8, &a_hand(1, 1)));
        assert_eq!((record.habits().auctions, record.hands()), (3, 3));
        let again = Record::read(&record.write()).unwrap();
        assert_eq!(again, record);
        for hand in 3..3 + HANDS_MAX {
            assert!(record.count(7, &a_hand(hand, 1)));
            assert!(record.hands() <= HANDS_MAX);
        }
        assert_eq!((record.habits().auctions, record.hands()), (103, 103), "halved once on the way");
    }

    fn add_grade(record: &mut Record, room: u64, hand_number: u32, grade: u32) -> bool {
        let grades = Grades::from_hand(hand_number.is_multiple_of(2), std::iter::repeat_n(grade, 10));
        record.grade(room, hand_number, Family::Plain, grades)
    }

    #[test]
    fn each_hand_is_graded_once_and_apart_from_what_it_showed() {
        let mut record = Record::default();
        assert!(!add_grade(&mut record, 7, 1, 30), "the hand is not counted: its player was forgotten");
        for (room, hand) in [(7, 1), (8, 1), (7, 2)] {
            assert!(record.count(room, &a_hand(hand, 1)) && record.awaits_grades(room, hand), "{room} {hand}");
            assert!(add_grade(&mut record, room, hand, 30 * hand) && !add_grade(&mut record, room, hand, 1));
            assert!(!record.awaits_grades(room, hand));
        }
        let grades = record.grades(Family::Plain);
        assert_eq!((grades.hands, grades.landlord.sum, grades.peasant.choices), (3, 600, 20));
        assert_eq!(Record::read(&record.write()).unwrap(), record);
    }

    #[test]
    fn records_of_other_releases_are_read() {
        let seen = Some(habits_to_disk("", &Habits { auctions: 5, ..Habits::default() }));
        let rooms = vec![disk::CountedRoom { room: 7, hand_number: 5 }];
        let old = disk::PlayerRecord { seen, hands: 5, rooms, ..disk::PlayerRecord::default() }.encode_to_vec();
        // Nine hands whose choices have losses in place of grades.
        let old = [&old[..], &[0x22, 2, 0x10, 9]].concat();
        let mut record = Record::read(&old).unwrap();
        assert_eq!((record.hands(), record.habits().auctions, record.grades(Family::Plain).hands), (5, 5, 0));
        assert!(!record.count(7, &a_hand(5, 1)) && add_grade(&mut record, 7, 5, 10) && record.count(7, &a_hand(6, 1)));
        // A record of a later release, with an unknown family.
        let later = disk::Grades { family: 9, hands: 3, ..disk::Grades::default() };
        let later = disk::PlayerRecord { grades: vec![later], ..disk::PlayerRecord::default() }.encode_to_vec();
        let later = Record::read(&later).unwrap();
        assert!(Family::ALL.into_iter().all(|family| later.grades(family) == Grades::default()));
    }

    #[test]
    fn a_record_stays_small() {
        let mut record = Record::default();
        for room in 0..50 {
            for family in Family::ALL {
                let role = RoleGrades { choices: 800, sum: 800_000 };
                let grades = Grades { hands: 80, landlord: role, peasant: role };
                record.count(u64::MAX - room, &PlayerHand { hand_number: u32::MAX, ..a_hand(1, 1) });
                record.stored.graded.retain(|counted| counted.room != u64::MAX - room);
                record.grade(u64::MAX - room, u32::MAX, family, grades);
            }
            let all = Habits::from_counts([u32::MAX / 4; engine::opponents::habits::COUNTS]);
            record.count(u64::MAX - room, &PlayerHand { habits: all, ..a_hand(u32::MAX, 0) });
        }
        assert_eq!((record.stored.rooms.len(), record.stored.graded.len()), (ROOMS_MAX, ROOMS_MAX));
        assert!(record.write().len() <= 512);
    }

    #[test]
    fn a_record_keeps_the_last_boards_of_a_player() {
        let mut record = Record::default();
        let earned = Some(PlayerGains { points: -2, won: 0, landlord: 1 });
        let on = |hand, board: &str| PlayerHand { earned, boards: vec![board.to_owned()], ..a_hand(hand, 1) };
        for hand in 1..=BOARDS_MAX as u32 {
            assert!(record.count(7, &on(hand, &format!("day-{hand}/classic"))));
        }
        assert!(record.count(7, &on(13, "day-1/classic")) && !record.count(7, &on(13, "day-1/classic")));
        assert!(record.lost_boards().is_empty());
        assert_eq!(record.standings().last().unwrap().1, Standing { hands: 2, points: -4, won: 0 });
        assert!(record.count(7, &on(14, "all/classic")));
        assert_eq!((record.standings().count(), record.lost_boards()), (BOARDS_MAX, &["day-2/classic".to_owned()][..]));
        assert!(record.count(7, &PlayerHand { earned: None, ..on(15, "other/classic") }), "a hand that paid nothing");
        let read = Record::read(&record.write()).unwrap();
        assert!(read.standings().eq(record.standings()));
    }
}
