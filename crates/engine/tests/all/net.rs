//! The nets: a past from the record equals one that is kept up play by play, the quick arithmetic equals the plain one, and bad files are refused.

mod arithmetic;
mod decisions;
mod deep;

use std::collections::BTreeSet;

use engine::game_state::GameState;
use engine::net::Past;
use engine::net::features::LAYOUT_VERSION;
use engine::net::weights::{HEADS, Layers, Layout, NARROW, WIDE, Weights, write};
use rules::{Action, Combo, Deal, Event, Kind, Plays, Rng, Ruleset, Seat, Seed, Table, Trick, View};

use crate::game::{each_turn, random_action, rounds};

struct Position {
    playing: GameState,
    past: Past,
    plays: Vec<Option<Combo>>,
}

fn positions(games: u32) -> Vec<Position> {
    positions_of(&Ruleset::CLASSIC, games)
}

/// Plays hands at random and returns their positions. With wild ranks only the frugal plays are listed.
fn positions_of(rules: &Ruleset, games: u32) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut listed = Plays::new();
    for game in 0..games {
        let seed = Seed(90).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut Table::at_lead(*rules, Deal::shuffled(&mut seed.rng())), |table, view| {
            let playing = game_state(table);
            let past = Past::of(view);
            let pass = (view.trick() != Trick::Lead).then_some(None);
            let listed = listed.fill_frugal(view.rules(), view.hand(), view.trick());
            let plays: Vec<_> = listed.iter().copied().map(Some).chain(pass).collect();
            let play = *rng.pick(&plays).expect("a lead, or a pass");
            positions.push(Position { playing, past, plays });
            Action::Play(play)
        });
    }
    positions
}

fn game_state(table: &Table) -> GameState {
    let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
    let course = table.board().course();
    GameState::new(hands, course.turn(), course.standing())
}

/// Draws six nets, the seat-view ones first.
fn random_nets(seed: Seed) -> Vec<Layers> {
    random_nets_of(Layout::Natural, seed)
}

fn random_nets_of(layout: Layout, seed: Seed) -> Vec<Layers> {
    let mut rng = seed.rng();
    layout.rows().iter().map(|&rows| random_layers(rows, &mut rng)).collect()
}

fn random_layers(rows: usize, rng: &mut Rng) -> Layers {
    let mut shorts = |count: usize, max: u32| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * max + 1) as i16 - max as i16).collect()
    };
    let wide = shorts((rows + 1) * WIDE, 30).into_iter().map(|weight| weight as i8).collect();
    let second = shorts(NARROW * WIDE, 60);
    let (third, last) = (shorts(NARROW * NARROW, 200), shorts(HEADS * NARROW, 900));
    let mut longs = |count: usize| -> Vec<i32> { (0..count).map(|_| rng.below(40_001) as i32 - 20_000).collect() };
    Layers { wide, second, second_bias: longs(NARROW), third, third_bias: longs(NARROW), last, last_bias: longs(HEADS) }
}

fn refusal(bytes: &[u8]) -> String {
    Weights::read(bytes).map(|weights| weights.digest()).expect_err("a bad file").to_string()
}

#[test]
fn written_weights_are_read_back() {
    for layout in [Layout::Natural, Layout::Wild] {
        let nets = random_nets_of(layout, Seed(94));
        let bytes = write(&nets);
        assert_eq!(bytes.len(), layout.file_bytes());
        let weights = Weights::read(&bytes).unwrap();
        assert_eq!((weights.layout(), weights.layers()), (layout, nets));
        assert_eq!(bytes[12..20], weights.digest().to_le_bytes());
        let other = Weights::read(&write(&random_nets_of(layout, Seed(95)))).unwrap();
        assert_ne!(weights.digest(), other.digest());
    }
}

#[test]
fn bad_files_are_refused() {
    let good = write(&random_nets(Seed(94)));
    let size = Layout::Natural.file_bytes();
    assert!(refusal(b"not at all").contains("begins with other bytes"));
    assert!(refusal(b"").contains("begins with other bytes"));
    assert!(refusal(&good[..10]).contains("have 10 bytes"));
    let mut other = good.clone();
    other[8..12].copy_from_slice(&(LAYOUT_VERSION + 1).to_le_bytes());
    assert_eq!(
        refusal(&other),
        format!(
            "the weights are of layout {}, this build reads layouts {LAYOUT_VERSION}, {} and {}: train them again",
            LAYOUT_VERSION + 1,
            LAYOUT_VERSION + 512,
            LAYOUT_VERSION + 256
        )
    );
    assert!(refusal(&good[..good.len() - 1]).contains(&format!("have {} bytes", size - 1)));
    let long: Vec<u8> = good.iter().copied().chain([0]).collect();
    assert!(refusal(&long).contains(&format!("have {} bytes", size + 1)));
    for place in [20, 5_000, size / 2, size - 1] {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        assert!(refusal(&damaged).contains("damaged") || refusal(&damaged).contains("out of range"), "byte {place}");
    }
    let mut wild = random_nets(Seed(94));
    wild[5].last[3] = -4097;
    assert_eq!(refusal(&write(&wild)), "weight -4097 is out of range: it may be -4096 to 4096");
}

/// Returns the plays of the record, without passes: the seat, true for a lead, the sort and the rank of the key.
fn recorded_plays(view: &View) -> BTreeSet<(usize, bool, usize, usize)> {
    let sort = |kind: Kind| match kind.to_string().as_str() {
        "single" => 0,
        "pair" => 1,
        kind if kind.starts_with("triple") => 2,
        _ => 3,
    };
    let shown = view.plays().filter_map(|row| Some((row, row.play?)));
    shown.map(|(row, combo)| (row.seat.index(), row.is_lead(), sort(combo.kind()), combo.key().index())).collect()
}

/// Returns the ranks that answers with a single or a pair skipped: the seat, the copies less one, the rank.
fn skipped_ranks(view: &View) -> BTreeSet<(usize, usize, usize)> {
    let mut skipped = BTreeSet::new();
    for row in view.plays() {
        let (Some((_, beaten)), Some(combo)) = (row.standing, row.play) else { continue };
        if beaten.kind() == combo.kind() && combo.len() <= 2 {
            let between = beaten.key().index() + 1..combo.key().index();
            skipped.extend(between.map(|rank| (row.seat.index(), combo.len() as usize - 1, rank)));
        }
    }
    skipped
}

#[test]
fn a_past_updated_play_by_play_equals_one_of_the_record() {
    let (mut passed, mut shown, mut jumped) = (0, 0, 0);
    for game in 0..rounds(50) {
        let seed = Seed(93).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        // Every tenth hand has wild ranks: listing all its plays takes longer.
        let rules = if game % 10 == 9 { Ruleset::WILD[game as usize / 10 % 2] } else { &Ruleset::CLASSIC };
        let mut table = Table::at_lead(*rules, Deal::shuffled(&mut seed.rng()));
        let mut kept = Past::start(table.deal().bottom()).with_wilds(table.board().rules().wilds());
        let mut standing = None;
        each_turn(&mut table, |table, view| {
            if let Some(&Event::Play(seat, play)) = table.log().last() {
                kept.add(seat, standing, play);
            }
            assert_eq!(kept, Past::of(view), "{view}");
            standing = view.course().standing();
            passed += u32::from(kept.let_pass_keys(Seat::Down)[0].is_some());
            let (mut played, mut skipped) = (BTreeSet::new(), BTreeSet::new());
            for seat in Seat::ALL {
                for (led, sorts) in [(true, kept.led_ranks(seat)), (false, kept.answer_ranks(seat))] {
                    for (sort, &ranks) in sorts.iter().enumerate() {
                        played.extend(ranks.map(|rank| (seat.index(), led, sort, rank.index())));
                    }
                }
                for (sort, &ranks) in kept.skip_ranks(seat).iter().enumerate() {
                    skipped.extend(ranks.map(|rank| (seat.index(), sort, rank.index())));
                }
            }
            assert_eq!((&played, &skipped), (&recorded_plays(view), &skipped_ranks(view)), "{view}");
            (shown, jumped) = (shown + played.len(), jumped + skipped.len());
            random_action(view, &mut rng)
        });
    }
    assert!(passed > 100 && shown > 1_000 && jumped > 1_000);
}
