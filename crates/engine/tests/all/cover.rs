//! The chance of being covered, compared with a count over every deal of the unseen cards.

use engine::hand::cover::{Bombs, Chance, Enemy, UnseenCards, chance_covered};
use rules::{Combo, Hand, Kind, Ranks, Rng, Ruleset, Seed, Trick};

use crate::game::rounds;

/// Calls `visit` with each hand of `size` of the cards, and the number of ways to draw it.
pub(crate) fn each_draw(cards: Hand, size: u32, visit: &mut impl FnMut(Hand, u64)) {
    fn draw_ranks(ranks: &[(Hand, u8)], size: u32, drawn: Hand, ways: u64, visit: &mut impl FnMut(Hand, u64)) {
        let Some((&(one, held), rest)) = ranks.split_first() else {
            if size == 0 {
                visit(drawn, ways);
            }
            return;
        };
        let (mut drawn, mut here) = (drawn, 1);
        for taken in 0..=u64::from(held).min(u64::from(size)) {
            draw_ranks(rest, size - taken as u32, drawn, ways * here, visit);
            drawn = drawn.plus(one).unwrap_or(drawn);
            here = here * (u64::from(held) - taken) / (taken + 1);
        }
    }
    let ranks: Vec<(Hand, u8)> = cards.ranks().map(|rank| (Hand::one(rank), cards.count(rank))).collect();
    draw_ranks(&ranks, size, Hand::EMPTY, 1, visit);
}

fn covers(hand: Hand, combo: Combo, rules: &Ruleset, bombs: Bombs) -> bool {
    let mut any = false;
    rules.each_follow(hand, combo, |play| {
        any |= bombs == Bombs::Counted || play.kind() != Kind::Bomb || combo.kind() == Kind::Bomb;
    });
    any
}

fn chance_by_enumeration(cards: Hand, enemies: &[Enemy], combo: Combo, rules: &Ruleset, bombs: Bombs) -> Chance {
    let (mut with, mut total) = (0u64, 0u64);
    let unknown = |enemy: &Enemy| u32::from(enemy.count) - enemy.known.len();
    each_draw(cards, unknown(&enemies[0]), &mut |first, ways| {
        let first_covers = covers(first.plus(enemies[0].known).unwrap(), combo, rules, bombs);
        match enemies.get(1) {
            None => (with, total) = (with + ways * u64::from(first_covers), total + ways),
            Some(second) => each_draw(cards.minus(first).unwrap(), unknown(second), &mut |hand, more| {
                let hit = first_covers || covers(hand.plus(second.known).unwrap(), combo, rules, bombs);
                (with, total) = (with + ways * more * u64::from(hit), total + ways * more);
            }),
        }
    });
    let millionths = (u128::from(with) * 1_000_000).div_ceil(u128::from(total)) as u32;
    Chance::from_millionths(if with == total { millionths } else { millionths.min(999_999) })
}

/// Draws a position of at most twelve unseen cards, mostly from decks in which chains or fours are common.
fn random_position(rng: &mut Rng, two: bool) -> (Hand, Vec<Enemy>) {
    let decks: [Hand; 4] =
        ["3456789TJQKA2XD", "444455556666777788889999XD", "99TTJJQQKKAA22223333XD", "QQQQKKKKAAAA2222XD"]
            .map(|cards| cards.parse().unwrap());
    let deck = if rng.below(4) == 0 { Hand::DECK } else { *rng.pick(&decks).unwrap() };
    let size = 1 + rng.below(12);
    let cards = rng.draw(deck, size);
    let mut left = cards;
    let enemy = |left: &mut Hand, rng: &mut Rng, room: u32| {
        let known_count = rng.below(4) * rng.below(2);
        let known = rng.draw(*left, known_count.min(room));
        *left = left.minus(known).unwrap();
        (known, known.len() as u8)
    };
    let mut enemies = Vec::new();
    let (known, count) = enemy(&mut left, rng, cards.len());
    enemies.push((known, count));
    if two {
        let room = left.len();
        enemies.push(enemy(&mut left, rng, room));
    }
    let mut room = left.len();
    let last = enemies.len() - 1;
    let enemies = enemies.into_iter().enumerate().map(|(place, (known, count))| {
        // Mostly the two enemies hold everything, as they do for a landlord who saw the whole game.
        let all = two && place == last && rng.below(3) > 0;
        let more = if all { room } else { rng.below(room + 1) };
        room -= more;
        Enemy { count: (u32::from(count) + more).min(20) as u8, known }
    });
    let enemies = enemies.collect();
    (left, enemies)
}

fn check(two: bool, rounds: u32, seed: u64) {
    let mut rng = Seed(seed).rng();
    for round in 0..rounds {
        let rules = Ruleset::DISTINCT_PLAYS[round as usize % Ruleset::DISTINCT_PLAYS.len()];
        let (cards, enemies) = random_position(&mut rng, two);
        // The other deck has only five low ranks, so that its chains can be beaten.
        let low = "33334444555566667777".parse().unwrap();
        let deck = if rng.below(2) == 0 { Hand::DECK } else { low };
        let others = enemies.iter().fold(cards, |all, enemy| all.plus(enemy.known).unwrap());
        // A seat cannot lead a joker that another seat holds. For other ranks the count does not depend on the leader.
        let led = rng.draw(deck.without(others.ranks().and(Ranks::JOKERS)), 12);
        let combos = rules.plays(led, Trick::Lead);
        for _ in 0..3 {
            let kind = rng.pick(&combos).unwrap().kind();
            let same: Vec<Combo> = combos.iter().copied().filter(|combo| combo.kind() == kind).collect();
            let combo = *rng.pick(&same).unwrap();
            for bombs in [Bombs::Ignored, Bombs::Counted] {
                let unseen = match enemies[..] {
                    [one] => UnseenCards::with_enemy(cards, one),
                    [one, two] => UnseenCards::with_enemies(cards, one, two),
                    _ => None,
                };
                let found = chance_covered(&unseen.unwrap(), combo, rules, bombs);
                let expected = chance_by_enumeration(cards, &enemies, combo, rules, bombs);
                let at =
                    format!("{combo:?} against {cards} with {enemies:?} in {rules}, {bombs:?}, seed {seed}, {round}");
                // Wings that would lengthen a chain of three or more are taken as allowed.
                if matches!(kind, Kind::AirplaneSingles) && combo.run() >= 3 {
                    assert!(found >= expected, "{found:?} < {expected:?}: {at}");
                } else {
                    assert_eq!(found, expected, "{at}");
                }
            }
        }
    }
}

#[test]
fn chances_with_one_enemy_and_with_two_agree_with_enumeration() {
    check(false, rounds(3_000), 11);
    check(true, rounds(1_000), 12);
}

#[test]
fn chances_of_two_large_hands_are_counted() {
    // A landlord without history: 17 and 17 of 52 unseen cards have more deals than 64 bits count.
    let enemy = Enemy { count: 17, known: Hand::EMPTY };
    let cards = Hand::DECK.minus("34".parse().unwrap()).unwrap();
    let unseen = UnseenCards::with_enemies(cards, enemy, enemy).unwrap();
    let rules = &Ruleset::CLASSIC;
    let chance = |combo: &str| chance_covered(&unseen, rules.read_text(combo).unwrap(), rules, Bombs::Ignored);
    // One hand has the rocket with the chance 2 · 17/52 · 16/51.
    assert_eq!(chance("KKKAAA").as_millionths(), (2 * 17 * 16 * 1_000_000u32).div_ceil(52 * 51));
    assert!(chance("34567") > chance("89TJQ") && chance("89TJQ") > chance("TJQKA"));
}

#[test]
fn two_enemies_have_at_most_twice_the_chance_of_one() {
    let enemy = Enemy { count: 17, known: Hand::EMPTY };
    // Three cases: counts of 128 bits, counts of 64 bits, and enemies who hold all cards.
    for left_out in ["345678", "3333444455556666", "33445566778899TTJJQK"] {
        let cards = Hand::DECK.minus(left_out.parse().unwrap()).unwrap();
        for rules in Ruleset::DISTINCT_PLAYS.into_iter().filter(|rules| !rules.fives_carry()) {
            let lead = rules.read_text("333444555666+789T").unwrap();
            let chance = |unseen: UnseenCards| chance_covered(&unseen, lead, rules, Bombs::Ignored).as_millionths();
            let one = chance(UnseenCards::with_enemy(cards, enemy).unwrap());
            let two = chance(UnseenCards::with_enemies(cards, enemy, enemy).unwrap());
            // Both may have an answer, so two have at most twice the chance of one.
            assert!(one < two && two <= 2 * one, "{rules}: {one} and {two} without {left_out}");
        }
    }
}

#[test]
fn a_chain_bomb_may_cover_the_rocket() {
    let rules = "classic chain-bomb=hard".parse().unwrap();
    for (cards, count, is_safe) in [("33334444", 8, false), ("33334444", 7, true), ("33335555", 8, true)] {
        let (cards, enemy) = (cards.parse().unwrap(), Enemy { count, known: Hand::EMPTY });
        let chance =
            chance_covered(&UnseenCards::with_enemy(cards, enemy).unwrap(), Combo::ROCKET, &rules, Bombs::Counted);
        let slow = chance_by_enumeration(cards, &[enemy], Combo::ROCKET, &rules, Bombs::Counted);
        assert_eq!((chance == Chance::NEVER, slow == Chance::NEVER), (is_safe, is_safe), "{count} of {cards}");
    }
}
