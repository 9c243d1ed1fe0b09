//! The solver against brute force: plain recursion, without a table of positions and without an order of plays. Without wild ranks brute force
//! finds its plays by reading every part of a hand.

use std::collections::HashMap;

use engine::endgame::{AfterPlay, Endgame, Memory, SolveLimits, exchange, longest_defence, solve};
use rules::{Combo, Hand, Rank, Rng, Ruleset, Seat, Seed, Side, Trick};

use crate::game::rounds;

struct BruteForce {
    rules: Ruleset,
    combos: HashMap<Hand, Vec<Hand>>,
    /// The readings of a part in a trick; there may be several.
    readings: HashMap<(Hand, Trick), Vec<Combo>>,
}

impl BruteForce {
    fn new(rules: Ruleset) -> BruteForce {
        BruteForce { rules, combos: HashMap::new(), readings: HashMap::new() }
    }

    fn combos(&mut self, hand: Hand) -> Vec<Hand> {
        let rules = self.rules;
        self.combos
            .entry(hand)
            .or_insert_with(|| parts(hand).into_iter().filter(|part| rules.read(*part).is_some()).collect())
            .clone()
    }

    fn plays(&mut self, game: &Endgame) -> Vec<Option<Combo>> {
        let rules = self.rules;
        let parts = self.combos(game.hand(game.turn()));
        if rules.shows_wilds() {
            let trick = game.trick();
            let mut plays = Vec::new();
            for part in parts {
                let readings = self.readings.entry((part, trick)).or_insert_with(|| {
                    rules.plays(part, trick).into_iter().filter(|combo| combo.cards() == part).collect()
                });
                plays.extend(readings.iter().copied().map(Some));
            }
            plays.extend((trick != Trick::Lead).then_some(None));
            return plays;
        }
        match game.trick() {
            Trick::Lead => parts.into_iter().map(|part| rules.read(part)).collect(),
            Trick::Follow(standing) => {
                let answers = parts.into_iter().filter_map(|part| rules.read_answer(part, standing));
                answers.map(Some).chain([None]).collect()
            }
        }
    }

    fn wins_with(&mut self, game: &Endgame, play: Option<Combo>) -> bool {
        match game.after(play) {
            AfterPlay::Over(seat) => seat.side() == game.turn().side(),
            AfterPlay::Position(next) => self.wins(&next) == (next.turn().side() == game.turn().side()),
        }
    }

    /// Counts the plies to the end when the side that wins hurries and the other resists.
    fn plies(&mut self, game: &Endgame) -> u32 {
        let wins = self.wins(game);
        let plays = self.plays(game);
        let after = plays.into_iter().filter(|&play| !wins || self.wins_with(game, play)).collect::<Vec<_>>();
        let plies = after.into_iter().map(|play| match game.after(play) {
            AfterPlay::Over(_) => 1,
            AfterPlay::Position(next) => 1 + self.plies(&next),
        });
        if wins { plies.min() } else { plies.max() }.expect("every position has a play")
    }

    fn wins(&mut self, game: &Endgame) -> bool {
        self.plays(game).into_iter().any(|play| self.wins_with(game, play))
    }
}

/// Lists every part of a hand except the empty one.
fn parts(hand: Hand) -> Vec<Hand> {
    let mut parts = vec![Hand::EMPTY];
    for rank in hand.ranks() {
        let so_far = parts.clone();
        for copies in 1..=hand.count(rank) {
            let cards = Hand::of(rank, copies).expect("a hand is within the deck");
            parts.extend(so_far.iter().map(|part| part.plus(cards).expect("another rank")));
        }
    }
    parts.remove(0);
    parts
}

/// Draws a deck of a few neighbouring ranks and sometimes twos and jokers, so that bombs, rockets, airplanes and fours with wings are
/// common.
fn narrow_deck(rng: &mut Rng) -> Hand {
    let width = 3 + rng.below(6) as usize;
    let start = rng.below(13 - width as u32) as usize;
    let top = rng.below(4);
    let jokers = rng.below(3);
    Rank::all()
        .filter(|rank| match rank.index() {
            12 => top == 0,
            13 | 14 => jokers != 0,
            index => (start..start + width).contains(&index),
        })
        .map(|rank| Hand::of(rank, rank.copies()).expect("the deck has them"))
        .fold(Hand::EMPTY, |deck, cards| deck.plus(cards).expect("each rank once"))
}

/// Draws a two-seat endgame of at most fifteen cards; many have a standing combo.
fn draw_two_seats(rules: Ruleset, rng: &mut Rng) -> Endgame {
    loop {
        let deck = narrow_deck(rng);
        let long = 1 + rng.below(12);
        let short = 1 + rng.below((15 - long).min(7));
        let sizes = if rng.below(2) == 0 { [long, short] } else { [short, long] };
        let landlord = rng.draw(deck, sizes[0]);
        let peasant = rng.draw(deck.minus(landlord).expect("drawn from it"), sizes[1]);
        let Ok(game) = Endgame::two_seats(rules, landlord, peasant) else { continue };
        let turn = if rng.below(2) == 0 { Seat::Landlord } else { Seat::Down };
        let game = game.with_turn(turn, None).expect("both are at the table");
        if rng.below(2) == 0 {
            return game;
        }
        let other = game.next(turn);
        let unheld = Hand::DECK.minus(landlord).and_then(|rest| rest.minus(peasant)).expect("one deck");
        let behind = rng.draw(unheld, 10);
        // The standing combo may have more cards than its player can have held.
        if let Some(&standing) = rng.pick(&rules.plays(behind, Trick::Lead))
            && let Ok(answering) = game.with_turn(turn, Some((other, standing)))
        {
            return answering;
        }
    }
}

fn check(rules: &Ruleset, seed: Seed, deals: u64, draw: fn(Ruleset, &mut Rng) -> Endgame) {
    let mut brute = BruteForce::new(*rules);
    let mut memory = Memory::default();
    for deal in 0..deals {
        let game = draw(*rules, &mut seed.stream(deal).rng());
        let outcome = solve(&game, true, &mut memory, SolveLimits::NONE, &mut || false);
        let plays = brute.plays(&game);
        assert_eq!(plays.len(), outcome.first_plays.len(), "{rules} deal {deal}: {game:?}");
        for first in &outcome.first_plays {
            let wins = brute.wins_with(&game, first.play);
            assert_eq!(first.wins, Some(wins), "{rules} {seed:?} deal {deal}: {:?} of {game:?}", first.play);
        }
        let wins = outcome.first_plays.iter().any(|first| first.wins == Some(true));
        assert_eq!(outcome.winner, Some(if wins { game.turn().side() } else { game.turn().side().other() }));
    }
}

#[test]
fn two_seats_agree_with_brute_force_in_every_ruleset() {
    for (index, rules) in Ruleset::DISTINCT_PLAYS.into_iter().enumerate() {
        check(rules, Seed(20).stream(index as u64), u64::from(rounds(150)), draw_two_seats);
    }
}

#[test]
fn two_seats_agree_with_brute_force_under_overrides() {
    let all = "classic wing-copies=4,wings-rocket=yes,wings-lengthen=yes,wings-quad-as-pairs=yes,four-rocket=yes,shuttle=yes,shuttle-wings=yes";
    let none = "classic wing-copies=1,four-singles=no,four-pairs=no,four-pair-as-singles=no";
    for (index, text) in [all, none, "classic wing-copies=2", "douzero four-pair-as-singles=no"].into_iter().enumerate()
    {
        let rules = text.parse().expect("a ruleset");
        check(&rules, Seed(21).stream(index as u64), u64::from(rounds(400)), draw_two_seats);
    }
}

/// Draws an endgame of at most eight cards, at least one of them wild: with wild cards there are many more plays.
fn draw_with_wilds(rules: Ruleset, rng: &mut Rng) -> Endgame {
    loop {
        let game = if rng.below(2) == 0 { draw_two_seats(rules, rng) } else { draw_three_seats(rules, rng) };
        let held = game.present_seats().map(|seat| game.hand(seat).only(rules.wilds().ranks()).len()).sum::<u32>();
        if held > 0 && game.present_seats().map(|seat| game.hand(seat).len()).sum::<u32>() <= 8 {
            return game;
        }
    }
}

#[test]
fn endgames_with_wild_ranks_agree_with_brute_force() {
    for (index, named) in Ruleset::WILD.into_iter().enumerate() {
        for draw in 0..u64::from(rounds(25)) {
            let seed = Seed(23).stream(index as u64).stream(draw);
            let (mut rng, mut rules) = (seed.rng(), *named);
            while rules.awaits_wild() {
                let rank = Rank::all().nth(rng.below(13) as usize).expect("a rank below the jokers");
                rules = rules.with_wild(rank).unwrap_or(rules);
            }
            check(&rules, seed, 40, draw_with_wilds);
        }
    }
}

/// Draws a three-seat endgame of at most fourteen cards.
fn draw_three_seats(rules: Ruleset, rng: &mut Rng) -> Endgame {
    loop {
        let mut left = narrow_deck(rng);
        let sizes = [0; 3].map(|_| {
            let size_max = if rng.below(4) == 0 { 7 } else { 4 };
            1 + rng.below(size_max)
        });
        if sizes.iter().sum::<u32>() > 14 {
            continue;
        }
        let hands = sizes.map(|size| {
            let hand = rng.draw(left, size);
            left = left.minus(hand).expect("drawn from it");
            hand
        });
        let Some(game) = Endgame::new(rules, hands).ok().filter(|game| game.has(Seat::Up)) else { continue };
        let turn = Seat::ALL[rng.below(3) as usize];
        let game = game.with_turn(turn, None).expect("all are at the table");
        if rng.below(2) == 0 {
            return game;
        }
        let player = if rng.below(2) == 0 { turn.next() } else { turn.previous() };
        let behind = hands.iter().fold(Hand::DECK, |rest, hand| rest.minus(*hand).expect("one deck"));
        let behind = rng.draw(behind, 8);
        if let Some(&standing) = rng.pick(&rules.plays(behind, Trick::Lead)) {
            return game.with_turn(turn, Some((player, standing))).expect("the cards were free");
        }
    }
}

#[test]
fn three_seats_agree_with_brute_force_in_every_ruleset() {
    for (index, rules) in Ruleset::DISTINCT_PLAYS.into_iter().enumerate() {
        check(rules, Seed(22).stream(index as u64), u64::from(rounds(200)), draw_three_seats);
    }
}

/// The pass card, a 2, beats a triple with a 6, but not one with a joker. Up plays it on the first one, and goes out next.
#[test]
fn wings_decide_whether_the_pass_card_answers() {
    let rules: Ruleset = "classic pass-card=yes".parse().unwrap();
    let (mut brute, mut memory) = (BruteForce::new(rules), Memory::default());
    for (standing, winner) in [("333+6", Side::Peasants), ("333+D", Side::Landlord)] {
        let game = Endgame::new(rules, ["4", "4", "25"].map(|text| text.parse().unwrap())).unwrap();
        let led = (Seat::Landlord, rules.read_text(standing).unwrap());
        let game = game.with_turn(Seat::Down, Some(led)).unwrap();
        assert_eq!(
            solve(&game, true, &mut memory, SolveLimits::NONE, &mut || false).winner,
            Some(winner),
            "{standing}"
        );
        let wins = brute.plays(&game).into_iter().any(|play| brute.wins_with(&game, play));
        assert_eq!(wins, winner == Side::Peasants, "{standing}");
    }
}

#[test]
fn three_seats_agree_with_brute_force_with_chain_bombs() {
    let rules = "classic chain-bomb=hard".parse().expect("a ruleset");
    check(&rules, Seed(24), u64::from(rounds(400)), draw_three_seats);
}

#[test]
fn the_longest_defence_is_as_long_as_brute_force_says() {
    for (index, rules) in Ruleset::DISTINCT_PLAYS.into_iter().enumerate() {
        for (draw, stream) in [(draw_two_seats as fn(Ruleset, &mut Rng) -> Endgame, 30), (draw_three_seats, 40)] {
            let mut brute = BruteForce::new(*rules);
            let mut memory = Memory::default();
            let seed = Seed(stream).stream(index as u64);
            for deal in 0..u64::from(rounds(60)) {
                let game = draw(*rules, &mut seed.stream(deal).rng());
                // Brute force searches the winner again at every step.
                if game.present_seats().map(|seat| game.hand(seat).len()).sum::<u32>() > 9 {
                    continue;
                }
                let line = longest_defence(&game, &mut memory, SolveLimits::NONE, &mut || false).expect("no limit");
                assert_eq!(line.len() as u32, brute.plies(&game), "{rules} {seed:?} deal {deal}: {game:?}");
            }
        }
    }
}

fn three_card_parts(hand: Hand) -> Vec<Hand> {
    parts(hand).into_iter().filter(|part| part.len() == 3).collect()
}

#[test]
fn exchanges_agree_with_plain_recursion() {
    let (mut won, mut lost, mut gifts) = (0, 0, 0);
    for rules in [Ruleset::CLASSIC, Ruleset::JOURNEY, Ruleset::SHUTTLE] {
        let mut brute = BruteForce::new(rules);
        let mut memory = Memory::default();
        for number in 0..25 {
            let mut rng = Seed(31).stream(number).rng();
            let deck = narrow_deck(&mut rng);
            let size = 3 + rng.below(3);
            let mine = rng.draw(deck, size);
            let size = 3 + rng.below(3);
            let theirs = rng.draw(deck.minus(mine).expect("drawn from it"), size);
            let me = if number % 2 == 0 { Seat::Landlord } else { Seat::Down };
            let hands = |mine: Hand, theirs: Hand| if number % 2 == 0 { [mine, theirs] } else { [theirs, mine] };
            let game = |mine: Hand, theirs: Hand| {
                let [landlord, peasant] = hands(mine, theirs);
                Endgame::two_seats(rules, landlord, peasant).unwrap().with_turn(me, None).expect("an endgame")
            };
            let found =
                exchange(&game(mine, theirs), true, &mut memory, SolveLimits::NONE, &mut || false).expect("small");
            let moved = |hand: Hand, gives: Hand, gets: Hand| hand.minus(gives).unwrap().plus(gets).unwrap();
            assert_eq!(found.first_plays.len(), three_card_parts(mine).len());
            for gift in &found.first_plays {
                let mut after =
                    |reply: Hand| brute.wins(&game(moved(mine, gift.cards, reply), moved(theirs, reply, gift.cards)));
                let wins = three_card_parts(theirs).into_iter().all(&mut after);
                assert_eq!(gift.wins, Some(wins), "{rules}, {me}: {mine} gives {} to {theirs}", gift.cards);
                assert_eq!(gift.reply.is_some_and(|reply| !after(reply)), !wins);
            }
            let wins = found.first_plays.iter().any(|gift| gift.wins == Some(true));
            assert_eq!(found.winner == Some(me.side()), wins);
            (won, lost, gifts) = (won + u32::from(wins), lost + u32::from(!wins), gifts + found.first_plays.len());
            let first =
                exchange(&game(mine, theirs), false, &mut memory, SolveLimits::NONE, &mut || false).expect("small");
            assert_eq!(first.winner, found.winner);
        }
    }
    assert!(won > 15 && lost > 5 && gifts > 200, "{won} won, {lost} lost, {gifts} gifts");
}

#[test]
fn bad_exchanges_are_refused() {
    let hand = |text: &str| text.parse::<Hand>().unwrap();
    let refused = |game: Endgame| {
        exchange(&game, true, &mut Memory::default(), SolveLimits::NONE, &mut || false).unwrap_err().to_string()
    };
    let two = |landlord, peasant| Endgame::two_seats(Ruleset::CLASSIC, hand(landlord), hand(peasant)).unwrap();
    assert_eq!(refused(two("34", "567")), "landlord holds 2 cards, an exchange needs 3 to 10");
    assert_eq!(refused(two("345", "3456789TJQK")), "down holds 11 cards, an exchange needs 3 to 10");
    let standing = Ruleset::CLASSIC.read_text("9").unwrap();
    let answering = two("345", "567").with_turn(Seat::Landlord, Some((Seat::Down, standing))).unwrap();
    assert_eq!(refused(answering), "cards are exchanged before the first lead, and something stands already");
    let three = Endgame::new(Ruleset::CLASSIC, ["345", "678", "9TJ"].map(hand)).unwrap();
    assert_eq!(refused(three), "cards are exchanged between two seats, and three are at the table");
    // An exchange that stops at its limit names no winner.
    let stopped = exchange(
        &two("2KQ8877664", "2KQ554433"),
        true,
        &mut Memory::default(),
        SolveLimits { nodes_max: 50 },
        &mut || false,
    );
    let stopped = stopped.unwrap();
    assert!(stopped.winner.is_none() && stopped.stopped.is_some());
}
