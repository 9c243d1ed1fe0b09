//! Every row of both lists settles turns in self-play, for every seat that asks it. Prints how rare each row is:
//! `cargo test -p engine --test all reach -- --nocapture`.

use std::collections::BTreeMap;

use engine::rule_player::strategy;
use engine::{Scratch, decide};
use rules::{Combo, Rank, Seat, Seed, Trick};

use crate::game::{each_turn, persona, rounds, seated};

/// Enough games for all rows except [`RARE`].
const GAMES: u32 = 200;
/// Enough for the rare rows too, with `THIRDSEAT_FULL=1`: some seats took 5,000 games.
const GAMES_FULL: u32 = 60_000;
/// For example, `force-single` needs an enemy with two cards and a hand of pairs and one unbeatable single.
const RARE: &[&str] = &["force-single", "all-big", "few-cards"];

/// Where a row settled: by seat, leading or following, and name.
type RowOfSeat = (usize, bool, &'static str);

#[test]
fn every_row_is_reached_by_every_seat_that_asks_it() {
    let mut met: BTreeMap<RowOfSeat, (u32, u32)> = BTreeMap::new();
    for seat in Seat::ALL {
        for trick in [Trick::Lead, Trick::Follow(Combo::single(Rank::THREE))] {
            strategy::rows(trick, seat, false).for_each(|row| {
                met.insert((seat.index(), trick == Trick::Lead, row.name), (0, 0));
            });
        }
    }
    let player = persona("rules");
    let mut scratch = Scratch::new();
    let games = rounds(GAMES, GAMES_FULL);
    for game in 1..=games {
        let seed = Seed(1).stream(u64::from(game));
        each_turn(&mut seated(seed), |_, view| {
            let decision = decide(view, &player, seed, &mut scratch).unwrap();
            let place = (view.seat().unwrap().index(), view.trick() == Trick::Lead, decision.reason);
            if let Some((count, first)) = met.get_mut(&place) {
                *first = if *count == 0 { game } else { *first };
                *count += 1;
            }
            decision.action
        });
    }
    println!("{games} games\n{:<10} {:<8} {:<24} {:>8} {:>12}", "seat", "", "row", "settled", "first in");
    for (&(seat, leading, row), (count, first)) in &met {
        let way = if leading { "leads" } else { "follows" };
        println!("{:<10} {way:<8} {row:<24} {count:>8} {first:>12}", Seat::ALL[seat].name());
    }
    let excused = |row: &str| games == GAMES && RARE.contains(&row);
    let missed = met.iter().filter(|((_, _, row), (count, _))| *count == 0 && !excused(row));
    let missed: Vec<&RowOfSeat> = missed.map(|(place, _)| place).collect();
    assert!(missed.is_empty(), "{games} games never reached {missed:?}");
}
