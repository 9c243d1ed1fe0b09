//! Bots do not peek. The test changes the cards that a bot may not know, in auctions, doublings, shows and play, with all three bots on the
//! same buffers. No byte of decision and trace may differ.

use engine::opponents::belief::{Belief, BeliefConfig, TypePrior, World};
use engine::{Habits, Limits, Persona, Scratch, decide, decide_within};
use rules::{Chair, Deal, Hand, Rng, Seat, Seed, Stage, Table, View};

use crate::game::{config_with_experience, dealt_table, each_turn, random_action, rounds, test_personas, with_auction};

/// Returns the same game as far as `chair` may know it, with the hidden cards dealt again.
fn reshuffled_table(table: &Table, chair: Chair, rng: &mut Rng) -> Table {
    let view = table.view(chair);
    let landlord = table.board().landlord();
    let played = |who: Chair| landlord.map_or(Hand::EMPTY, |landlord| view.course().played(who.seat(landlord)));
    let known = |who: Chair| {
        let open = || view.board().open_hand(who).unwrap_or_default();
        landlord.map_or_else(open, |landlord| view.known_cards(who.seat(landlord)))
    };
    let others = [chair.next(), chair.previous()];
    // Hidden: the others' cards except the known ones, and the bottom before it is shown.
    let mut pool = others.iter().fold(view.unseen(), |pool, &other| pool.minus(known(other)).unwrap());
    let mut hands = [Hand::EMPTY; 3];
    hands[chair.index()] = table.deal().hand(chair);
    for other in others {
        let drawn = rng.draw(pool, table.hand(other).len() - known(other).len());
        pool = pool.minus(drawn).unwrap();
        let held = drawn.plus(known(other)).and_then(|held| held.plus(played(other))).unwrap();
        let bottom = if landlord == Some(other) { table.deal().bottom() } else { Hand::EMPTY };
        hands[other.index()] = held.minus(bottom).unwrap();
    }
    let bottom = if landlord.is_some() { table.deal().bottom() } else { pool };
    let deal = Deal::new(hands, bottom).unwrap();
    let mut again = Table::new(*table.board().rules(), deal, table.appointee());
    for &event in table.log() {
        again.repeat(event).unwrap_or_else(|error| panic!("{event:?}: {error}\n{table}"));
    }
    again
}

const STRONG_HABITS: Habits = Habits::from_counts([9, 9, 60, 6, 3, 0, 3, 25, 25, 30, 30, 20, 4, 9, 2]);

/// Returns the decisions and the belief of the bot on `chair` as text. While cards are played, the other bots think before it on the same
/// buffers.
fn decision_text(table: &Table, chair: Chair, personas: &[Persona; 3], seed: Seed, scratch: &mut Scratch) -> String {
    for other in [chair.next(), chair.previous()] {
        // The others think about their own hands, even out of turn. Only the buffers could tell a bot about these hands.
        if table.board().stage() == Stage::Play {
            let line = format!(
                "rules={} me={} hand={} left={}",
                table.board().rules().name(),
                other.seat(table.board().landlord().unwrap()),
                table.hand(other),
                Seat::ALL.map(|seat| table.board().course().left(seat).to_string()).join(",")
            );
            decide(&line.parse().unwrap(), &personas[other.index()], seed, scratch).unwrap();
        }
    }
    let view: View = table.view(chair);
    let decision = decide(&view, &personas[chair.index()], seed, scratch).unwrap();
    let mut halt = || false;
    let limits = Limits { habits: [STRONG_HABITS; 3], ..Limits::of(&mut halt) };
    let knowing = decide_within(&view, &personas[chair.index()], seed, limits, scratch).unwrap();
    let knowing_them = config_with_experience(&[STRONG_HABITS; 3], view.rules(), Seat::Down);
    let believed = [BeliefConfig::FITTED, knowing_them, knowing_them.with_naive_prior(TypePrior::of(100))].map(
        |config| -> Option<Vec<World>> {
            Belief::with_config(&view, seed, config).map(|belief| (0..4).map(|index| belief.world(index)).collect())
        },
    );
    format!("{decision:?} {knowing:?} {believed:?}")
}

#[test]
fn hidden_cards_do_not_change_decisions() {
    let all = test_personas();
    let mut seen = [0; 4];
    let positions = rounds(300);
    let mut scratch = Scratch::new();
    let mut moved = 0;
    for game in 0.. {
        if seen.iter().sum::<u32>() >= positions {
            break;
        }
        let seed = Seed(8).stream(game);
        let mut rng = seed.stream(1).rng();
        let rules = with_auction(["score", "rounds", "call-rob", "take-it"][game as usize % 4]);
        let rules = rules.with("dealer", ["random", "blocks", "clusters"][game as usize / 3 % 3]).unwrap();
        let rules = rules.with("open-hand", ["yes", "deal"][game as usize / 5 % 2]).unwrap();
        let personas = [0, 1, 2].map(|shift| all[(game as usize + shift) % all.len()].clone());
        each_turn(&mut dealt_table(rules, seed), |table, view| {
            let chair = view.chair();
            let again = reshuffled_table(table, chair, &mut rng);
            moved += u32::from(again.deal() != table.deal());
            assert_eq!(&again.view(chair), view, "the test dealt what can be seen");
            let here = decision_text(table, chair, &personas, seed, &mut scratch);
            let there = decision_text(&again, chair, &personas, seed, &mut scratch);
            assert_eq!(here, there, "seed {seed:?}\n{table}\n{again}");
            let stage = match view.board().stage() {
                Stage::Auction => 0,
                Stage::Doubling => 1,
                Stage::Showing => 2,
                _ => 3,
            };
            seen[stage] += 1;
            if rng.below(4) == 0 {
                return random_action(view, &mut rng);
            }
            decide(view, &personas[chair.index()], seed, &mut scratch).unwrap().action
        });
    }
    // Auction, doubling, showing, play.
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    assert!(moved * 10 > seen.iter().sum::<u32>() * 8, "only {moved} of {seen:?} deals differed");
}
