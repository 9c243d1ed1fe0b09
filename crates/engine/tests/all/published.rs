//! Worked examples of the published sources, one row each. If our result differs from the printed one, the row has the reason.
//!
//! Not here: examples that only a picture shows, and measurements. Win rates are in `docs/measured.md`.

use std::collections::HashSet;

use engine::bid::bid_per_mille_of_share;
use engine::decision::{Candidate, Candidates};
use engine::endgame::{AfterPlay, Endgame, Memory, SolveLimits, solve};
use engine::hand::cover::{Bombs, Chance, Enemy, UnseenCards, chance_covered};
use engine::hand::eval::{self, Context, Matrix, PointTable};
use engine::hand::split::{self, Kickers, Partition, TurnsMemo};
use engine::opponents::belief::Belief;
use engine::persona::{PersonaParams, read_personas};
use engine::search::minimax::{self, PublishedParams};
use engine::{Habits, Persona, Scratch, decide};
use rules::{Combo, Hand, Kind, Rank, Ruleset, Seat, Seed, Table, Trick, View};

use crate::game::{config_with_experience, decide_fresh, persona, play_text, published_bot, view};

const RULE_PLAYER: &str = "rule-based player";
const ENDGAME_PAPER: &str = "endgame paper";
const TURN_SPLITTER: &str = "turn splitter";
const JOURNEY: &str = "Journey analysis";
const MINIMAX_THESIS: &str = "minimax thesis";

struct Row {
    source: &'static str,
    example: &'static str,
    compute: fn() -> String,
    expected: &'static str,
    published: &'static str,
    why: &'static str,
}

const fn row(source: &'static str, example: &'static str, compute: fn() -> String, expected: &'static str) -> Row {
    Row { source, example, compute, expected, published: expected, why: "" }
}

const fn differing_row(
    source: &'static str,
    example: &'static str,
    compute: fn() -> String,
    expected: &'static str,
    published: &'static str,
    why: &'static str,
) -> Row {
    Row { source, example, compute, expected, published, why }
}

const ROWS: &[Row] = &[
    row(RULE_PLAYER, "333455678910JJK22小王", || rule_split("333455678910JJK22小王"), "456789T 333 5 JJ K 22 X"),
    row(RULE_PLAYER, "step 6a, 345667789T", || rule_split("345667789T"), "34567 6789T"),
    row(RULE_PLAYER, "step 6b, 3344556789T", || rule_split("3344556789T"), "334455 6789T"),
    row(RULE_PLAYER, "step 6c, 34567888", || rule_split("34567888"), "34567 888"),
    differing_row(
        RULE_PLAYER,
        "step 6d, 77899TJJJQKK",
        || rule_split("77899TJJJQKK"),
        "789TJQ 7 9 JJ KK",
        "77 8 99 T JJJ Q KK",
        "The step dissolves a straight if fewer combos remain. Here it would leave seven, not five.",
    ),
    differing_row(
        RULE_PLAYER,
        "step 6e, 66789TJQQ",
        || rule_split("66789TJQQ"),
        "6789TJ 6 QQ",
        "789TJ 66 QQ",
        "Step 10 of the design returns the 6: a pair below ten joins a straight that it touches.",
    ),
    row(RULE_PLAYER, "step 10, 3456788", || rule_split("3456788"), "345678 8"),
    row(RULE_PLAYER, "QQQKK345678 on JJJ4", || answer("QQQKK345678", "JJJ4", "10,10,11"), "3QQQ"),
    row(RULE_PLAYER, "QQQKK56789 on JJJ4", || answer("QQQKK56789", "JJJ4", "10,10,10"), "QQQK"),
    row(RULE_PLAYER, "KKK2235 on QQ, what is tried", || answers("KKK2235", "QQ"), "KK 22"),
    row(RULE_PLAYER, "66227 on 55", || answer("66227", "55", "9,9,5"), "66"),
    row(RULE_PLAYER, "a joker on a 2", || answer("345KX", "2", "15,9,5"), "X"),
    row(RULE_PLAYER, "34567 against three cards, jokers gone", straight_against_three_cards, "big"),
    row(RULE_PLAYER, "points of 9 T J", || points("9 T J"), "-1 0 1"),
    row(RULE_PLAYER, "points of 99 KK", || points("99 KK"), "-1 4.5"),
    row(RULE_PLAYER, "points of 999 KKK KKK4 KKK44", || points("999 KKK KKK4 KKK44"), "-1 6 4.5 4.5"),
    row(RULE_PLAYER, "points of 34567 9TJQK", || points("34567 9TJQK"), "0 1.5"),
    row(RULE_PLAYER, "points of JJQQKK QQQKKK", || points("JJQQKK QQQKKK"), "1.5 1.5"),
    row(RULE_PLAYER, "QQQKKK+A4 adds its positive wings", || points("QQQKKK+A4"), "5.5"),
    row(RULE_PLAYER, "points of a bomb, of the rocket", || points("3333 XD"), "9 12"),
    row(RULE_PLAYER, "P of the first turn, the second, …", turn_costs, "6 6 6 5 5 5 4 4 4 3 3"),
    row(RULE_PLAYER, "turns that cost nothing", || free_turns("2 X D 3333 XD 3 A AA 34567"), "2 X D 3333 XD"),
    differing_row(
        RULE_PLAYER,
        "AA against 4 of 10 cards with 22",
        share_with_both_twos,
        "133 of 1,000",
        "160 of 1,000",
        "The source multiplies shares of cards. We count hands: 28 of 210.",
    ),
    row(RULE_PLAYER, "3334489 led, an enemy with one card: what the triple carries", kicker_of_lead, "a single"),
    row(RULE_PLAYER, "5555 on a 2 as published, 12 cards left", || source_answer("55558TJK", "2", "12,10,8"), "5555"),
    row(RULE_PLAYER, "56789 on 34567 as published", || source_answer("4456789JKAA22", "34567", "12,10,13"), "56789"),
    differing_row(
        RULE_PLAYER,
        "345679JK led, the landlord plays next with one card",
        || reason("rules"),
        "enemy-one-upstream",
        "small-and-long",
        "Neither order wins more: `rules` against itself with the published one 50.03% (49.95 to 50.11, 10,000 deals).",
    ),
    row(RULE_PLAYER, "the same as published", || reason("rules-published"), "small-and-long"),
    differing_row(
        ENDGAME_PAPER,
        "2KQ8877664, first plays",
        || leads(&Ruleset::CLASSIC, "2KQ8877664"),
        "4 6 7 8 Q K 2 66 77 88 667788",
        "4 6 7 8 Q K 2 66 77 88 KKK",
        "The hand has one king: KKK is a slip for 667788.",
    ),
    row(ENDGAME_PAPER, "the same, which win of 4 8 6 7 K", || winning_plays("4 8 6 7 K"), "4"),
    differing_row(
        ENDGAME_PAPER,
        "the same, which lose of 4 8 6 7 K 667788",
        losing_plays,
        "8 6 7 K 667788",
        "8 6 7 K KKK",
        "The same slip: 667788 is what loses.",
    ),
    row(ENDGAME_PAPER, "its game, own choices", || landlord_choices(PAPER_GAME).0, "11 3 1 2 2 1"),
    row(ENDGAME_PAPER, "its game, own plays that win", || landlord_choices(PAPER_GAME).1, "4 K - 667788 2 Q"),
    row(TURN_SPLITTER, "weights", || weights("3 33 333 34567 345678 334455 33445566"), "1 2 3 4 5 5 7"),
    row(TURN_SPLITTER, "weights of airplanes, a bomb, the rocket", || weights("333444 333444555 3333 XD"), "6 9 7 7"),
    row(TURN_SPLITTER, "QQQJ1098766544", || split_weight("QQQJ1098766544"), "456789TJ 6 QQQ and 4: 12 in 3 turns"),
    row(TURN_SPLITTER, "plan 456789TJ 4 6 QQQ", || plan_weight("456789TJ 4 6 QQQ"), "12 in 3 turns"),
    row(TURN_SPLITTER, "plan QQQ 66 789TJ 5 44", || plan_weight("QQQ 66 789TJ 5 44"), "12 in 4 turns"),
    differing_row(
        TURN_SPLITTER,
        "plan QQQ 44 56789TJ 6",
        || plan_weight("QQQ 44 56789TJ 6"),
        "12 in 3 turns",
        "11 in 3 turns",
        "The source drops the 5 of the straight, which then weighs less.",
    ),
    differing_row(
        TURN_SPLITTER,
        "plan 66 789TJQ QQ 5 44",
        || plan_weight("66 789TJQ QQ 5 44"),
        "12 in 5 turns",
        "10 in 5 turns",
        "A wrong sum: 2 + 5 + 2 + 1 + 2 is 12.",
    ),
    row(TURN_SPLITTER, "plan 44 56789TJQ 6 QQ", || plan_weight("44 56789TJQ 6 QQ"), "12 in 4 turns"),
    differing_row(
        TURN_SPLITTER,
        "plan 456789TJQ 4 6 Q",
        || plan_weight("456789TJQ 4 6 Q"),
        "11 in 4 turns",
        "12 in 4 turns",
        "The source drops a queen and weighs the straight 9, not 8. With both queens 12 is right.",
    ),
    row(TURN_SPLITTER, "the whole hand", || split_by_turns("QQQ222456789TJAA小鬼64"), "456789TJ QQQ AA 222 X and 4 6"),
    row(TURN_SPLITTER, "小鬼", || read_cards("小鬼"), "X"),
    row(JOURNEY, "order of singles", journey_order, "D X 2 A K Q J T 9 5 8 3 7 6 4"),
    row(
        JOURNEY,
        "3333 JJJ 44 5 45678 789TJQK 334455 778899TTJJ",
        || kinds("journey", "3333 JJJ 44 5 45678 789TJQK 334455 778899TTJJ"),
        "bomb triple pair single straight straight pair-chain pair-chain",
    ),
    row(
        JOURNEY,
        "333444 555666777888 5556 55599 555538 55556677",
        || kinds("journey", "333444 555666777888 5556 55599 555538 55556677"),
        "airplane airplane triple-single triple-pair four-singles four-pairs",
    ),
    row(JOURNEY, "codes of 3 4 5 6 7 8 9 T 2 X D", || rank_codes("3456789T2XD"), "1 2 3 4 5 6 7 8 13 14 15"),
    row(
        JOURNEY,
        "V_θ of 10, 40, 90: 3 AA 3333 34567 TJQKA 778899TTJJ",
        || intervals("3 AA 3333 34567 TJQKA 778899TTJJ"),
        "1 2 1 2 3 4",
    ),
    row(JOURNEY, "urges after, by temperament", || by_temperament(|numbers| numbers.urge_s), "15 20 25 10"),
    row(JOURNEY, "takes the seat, of 1,000", || by_temperament(|numbers| numbers.bid_target), "500 100 300 900"),
    row(JOURNEY, "takes the seat, of 1,000 hands", || measured_shares("500 100 300 900"), "500 100 300 900"),
    row(JOURNEY, "a hand is called on by", call_measure, "the mean weight of its turns"),
    row(JOURNEY, "34567 and no straight to win it back", || compare_straights("34567"), "down above up above landlord"),
    row(JOURNEY, "34567 and 45678, which wins it back", || compare_straights("34567 45678"), "more than apart"),
    differing_row(
        JOURNEY,
        "333+4 led (555 and 6), no 3 held: what the third seat holds",
        cards_of_third_seat,
        "a 3",
        "a 7",
        "Its codes: only the fourth of the triple that was led follows. Of a 7 nothing is known.",
    ),
    row(JOURNEY, "the same: how sure that is", || sureness_of_fourth_card(None), "sure"),
    row(JOURNEY, "the same, after guesses that did not come out", || sureness_of_fourth_card(Some(5)), "less sure"),
    row(JOURNEY, "the same, after guesses that came out", || sureness_of_fourth_card(Some(40)), "sure"),
    row(MINIMAX_THESIS, "[2, 2, 0, …, 1, 0]", || read_cards("[2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]"), "3344X"),
    row(
        MINIMAX_THESIS,
        "3 33 333 3333 XD 34567 334455 333444 33334444",
        || kinds(SHUTTLE_RULES, "3 33 333 3333 XD 34567 334455 333444 33334444"),
        "single pair triple bomb rocket straight pair-chain airplane shuttle",
    ),
    row(
        MINIMAX_THESIS,
        "3334 33344 333345 33334455",
        || kinds(SHUTTLE_RULES, "3334 33344 333345 33334455"),
        "triple-single triple-pair four-singles four-pairs",
    ),
    row(
        MINIMAX_THESIS,
        "airplanes of two to five with singles",
        || kinds(SHUTTLE_RULES, "33344456 333444555678 333444555666789Q 33344455566677789QKA"),
        "airplane-singles airplane-singles airplane-singles airplane-singles",
    ),
    row(
        MINIMAX_THESIS,
        "airplanes of two to four with pairs",
        || kinds(SHUTTLE_RULES, "3334445566 333444555667788 333444555666778899QQ"),
        "airplane-pairs airplane-pairs airplane-pairs",
    ),
    row(
        MINIMAX_THESIS,
        "333344445678 3333444455667788 3333444455556789QK",
        || kinds(SHUTTLE_RULES, "333344445678 3333444455667788 3333444455556789QK"),
        "shuttle-singles shuttle-pairs shuttle-singles",
    ),
    row(
        MINIMAX_THESIS,
        "3445567788999TTQQQK2, singles, pairs, triples, with one, with two",
        || lead_counts(&[Kind::Single, Kind::Pair, Kind::Triple, Kind::TripleSingle, Kind::TriplePair]),
        "11 7 2 20 12",
    ),
    differing_row(
        MINIMAX_THESIS,
        "3445567788999TTQQQK2, straights",
        || lead_counts(&[Kind::Straight]),
        "10",
        "4",
        "The source lists only the beginnings of the longest run.",
    ),
    differing_row(
        MINIMAX_THESIS,
        "3445567788999TTQQQK2, pair chains",
        || lead_counts(&[Kind::PairChain]),
        "3",
        "2",
        "The same: 778899, 8899TT and the whole.",
    ),
    differing_row(
        MINIMAX_THESIS,
        "whose cards a leaf counts",
        || format!("{:?}", PublishedParams::DEFAULT.leaf),
        "Own",
        "Both",
        "The text names both, the code the own. `minimax-leaf=1` counts both.",
    ),
    row(MINIMAX_THESIS, "[2, 3, 1] dealt three and three", || find_deal("344", "345"), "344 and 345 among others"),
    row(MINIMAX_THESIS, "ten worlds", || vote("33 33 33 33 33 44 55 66 - 33"), "33 by 6"),
];

/// The game of the paper's level, from the landlord's first lead; `-` is a pass.
const PAPER_GAME: &str = "4 Q K 2 - 334455 667788 - 2 - Q";
/// The ruleset of the thesis, which has fours in a row.
const SHUTTLE_RULES: &str = "classic,shuttle=yes,shuttle-wings=yes";

fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

/// Returns the number of each combo's interval, from 1, with the limits of a persona file.
fn intervals(combos: &str) -> String {
    let file = "[own]\nmatrix.by-value = 1\nmatrix.from.2 = 10\nmatrix.from.3 = 40\nmatrix.from.4 = 90";
    let own = read_personas(file).unwrap().remove(0);
    let by_code = Persona::named("casual").unwrap();
    assert_ne!(own.digest(), by_code.digest());
    map_words(combos, |text| (own.matrix().band(Ruleset::JOURNEY.read_text(text).unwrap()) + 1).to_string())
}

fn rule_split(cards: &str) -> String {
    split::rule_split(hand(cards), &Ruleset::CLASSIC).to_string()
}

fn answer(cards: &str, standing: &str, left: &str) -> String {
    play_text(&decision_of("rules", &format!("me=up hand={cards} left={left} standing=landlord:{standing}")))
}

fn decision_of(name: &str, line: &str) -> engine::Decision {
    decide_fresh(&view(line), &if name.ends_with("-published") { published_bot(name) } else { persona(name) }, Seed(1))
}

fn kicker_of_lead() -> String {
    let lead = decision_of("rules", "me=landlord hand=3334489 left=7,1,9").play().unwrap();
    String::from(if lead.kind() == Kind::TripleSingle { "a single" } else { "no single" })
}

fn source_answer(cards: &str, standing: &str, left: &str) -> String {
    play_text(&decision_of("rules-published", &format!("me=up hand={cards} left={left} standing=landlord:{standing}")))
}

fn reason(persona: &str) -> String {
    String::from(decision_of(persona, "me=up hand=345679JK left=1,9,8").reason)
}

fn answers(cards: &str, standing: &str) -> String {
    let answers = Ruleset::CLASSIC.plays(hand(cards), Trick::Follow(combo(standing)));
    answers.iter().map(Combo::to_string).collect::<Vec<_>>().join(" ")
}

fn cover_chance(unseen: &str, count: u8, combo: &str) -> Chance {
    let unseen = UnseenCards::with_enemy(hand(unseen), Enemy { count, known: Hand::EMPTY }).unwrap();
    let combo: Combo = Ruleset::CLASSIC.read_text(combo).unwrap();
    chance_covered(&unseen, combo, &Ruleset::CLASSIC, Bombs::Ignored)
}

fn straight_against_three_cards() -> String {
    String::from(if cover_chance("445566778899TJQKA2", 3, "34567") == Chance::NEVER { "big" } else { "small" })
}

/// Returns the share of hands of four cards that hold both 2s: C(8, 2) of C(10, 4) hands, 28 of 210.
fn share_with_both_twos() -> String {
    format!("{} of 1,000", cover_chance("3456789T22", 4, "AA").as_millionths() / 1000)
}

fn combo(text: &str) -> Combo {
    Ruleset::CLASSIC.read_text(text).unwrap()
}

fn map_words(list: &str, of: impl FnMut(&str) -> String) -> String {
    list.split(' ').map(of).collect::<Vec<_>>().join(" ")
}

fn points(combos: &str) -> String {
    map_words(combos, |text| (f64::from(PointTable::DEFAULT.combo_points(combo(text))) / 4.0).to_string())
}

fn turn_costs() -> String {
    let costs = |turn| (PointTable::DEFAULT.turns_cost(turn) - PointTable::DEFAULT.turns_cost(turn - 1)) / 4;
    (1..=11).map(|turn| costs(turn).to_string()).collect::<Vec<_>>().join(" ")
}

fn free_turns(combos: &str) -> String {
    combos.split(' ').filter(|text| PointTable::DEFAULT.costs_no_turn(combo(text))).collect::<Vec<_>>().join(" ")
}

fn leads(rules: &Ruleset, cards: &str) -> String {
    rules.plays(hand(cards), Trick::Lead).iter().map(Combo::to_string).collect::<Vec<_>>().join(" ")
}

fn paper_level() -> Endgame {
    Endgame::two_seats(Ruleset::CLASSIC, hand("2KQ8877664"), hand("2KQ554433")).unwrap()
}

fn wins(game: &Endgame, play: Option<Combo>) -> bool {
    let outcome = solve(game, true, &mut Memory::default(), SolveLimits::NONE, &mut || false);
    outcome.winning_plays().any(|winning| winning == play)
}

fn winning_plays(plays: &str) -> String {
    plays.split(' ').filter(|text| wins(&paper_level(), Some(combo(text)))).collect::<Vec<_>>().join(" ")
}

fn losing_plays() -> String {
    "4 8 6 7 K 667788".split(' ').filter(|text| !wins(&paper_level(), Some(combo(text)))).collect::<Vec<_>>().join(" ")
}

/// Plays a line. Returns how many plays the landlord has at each of his turns, and his plays of the line that win.
fn landlord_choices(line: &str) -> (String, String) {
    let (mut at, mut choices, mut winning) = (paper_level(), Vec::new(), Vec::new());
    for text in line.split(' ') {
        let play = (text != "-").then(|| combo(text));
        if at.turn() == Seat::Landlord {
            choices.push(at.plays().len().to_string());
            winning.extend(wins(&at, play).then_some(text));
        }
        match at.after(play) {
            AfterPlay::Position(next) => at = next,
            AfterPlay::Over(out) => assert_eq!(out, Seat::Landlord),
        }
    }
    (choices.join(" "), winning.join(" "))
}

fn weights(combos: &str) -> String {
    map_words(combos, |text| eval::turn_weight(&[combo(text)]).to_string())
}

/// Returns the weight of a plan, and its turns after triples take kickers.
fn plan_weight(plan: &str) -> String {
    let mut parts = Partition::new();
    parts.extend(plan.split(' ').map(combo));
    let turns = split::attach_kickers(&parts, &Ruleset::CLASSIC, Kickers::Smallest).turns();
    format!("{} in {turns} turns", eval::turn_weight(&parts))
}

/// Returns the choice of the turn splitter: the combos without wings, and the wings.
fn split_by_turns(cards: &str) -> String {
    let parts = split::turn_split(hand(cards), &mut TurnsMemo::new(&Ruleset::CLASSIC), &PointTable::DEFAULT);
    let bodies: Vec<_> = parts.iter().map(|part| part.body().to_string()).collect();
    let wings = parts.iter().fold(Hand::EMPTY, |wings, part| wings.plus(part.wings()).unwrap());
    format!("{} and {}", bodies.join(" "), wings.ranks().map(|rank| rank.to_string()).collect::<Vec<_>>().join(" "))
}

fn split_weight(cards: &str) -> String {
    let parts = split::turn_split(hand(cards), &mut TurnsMemo::new(&Ruleset::CLASSIC), &PointTable::DEFAULT);
    format!("{}: {} in {} turns", split_by_turns(cards), eval::turn_weight(&parts), parts.turns())
}

fn read_cards(cards: &str) -> String {
    cards.parse::<Hand>().map_or_else(|_| String::from("no card"), |hand| hand.to_string())
}

fn journey_order() -> String {
    let rules = &Ruleset::JOURNEY;
    let mut singles: Vec<Combo> = rules.plays(hand("3456789TJQKA2XD"), Trick::Lead);
    singles.retain(|combo| combo.kind() == Kind::Single);
    assert_eq!(singles.len(), Rank::all().count());
    singles.sort_by_key(|single| std::cmp::Reverse(rules.height(*single)));
    singles.iter().map(Combo::to_string).collect::<Vec<_>>().join(" ")
}

fn kinds(rules: &str, combos: &str) -> String {
    let rules: Ruleset = rules.parse().unwrap();
    map_words(combos, |text| rules.read_text(text).unwrap().kind().name().to_owned())
}

/// Returns the code of a rank in the source: 3 is 1, and the big joker 15.
fn rank_code(rank: Rank) -> usize {
    rank.index() + 1
}

fn rank_codes(cards: &str) -> String {
    hand(cards).ranks().map(|rank| rank_code(rank).to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns a number of the standard temperament, the hesitant, the patient and the hasty one.
fn by_temperament(number: fn(&PersonaParams) -> i32) -> String {
    map_words("casual casual-hesitant casual-patient casual-hasty", |name| {
        number(Persona::named(name).unwrap().params()).to_string()
    })
}

/// Returns the shares of hands that are bid on if a persona sets these shares.
fn measured_shares(shares: &str) -> String {
    map_words(shares, |share| {
        let share: i32 = share.parse().unwrap();
        (((0..1000).map(|rank| bid_per_mille_of_share(rank, share)).sum::<i32>() + 500) / 1000).to_string()
    })
}

/// Names the measure behind a call with `bid-matrix`.
fn call_measure() -> String {
    let player = Persona::named("rules").unwrap().with("bid-matrix", 1).unwrap();
    let (mut scratch, mut rng) = (Scratch::new(), Seed(1).rng());
    let is_mean = (0..20).all(|_| {
        let hand = rng.draw(Hand::DECK, 17);
        let view: View = format!("rules=journey me=first hand={hand} calls=").parse().unwrap();
        let strength = decide(&view, &player, Seed(1), &mut scratch).unwrap().trace.strength;
        let context = Context { order: view.rules().order(), ..Context::opening(Seat::Landlord) };
        let parts = split::matrix_split(hand, &mut TurnsMemo::new(view.rules()), &Matrix::DEFAULT, &context);
        strength.unwrap().points == eval::mean_weight(&parts, &Matrix::DEFAULT, &context) / 100
    });
    String::from(if is_mean { "the mean weight of its turns" } else { "points" })
}

/// Compares led straights by their matrix weight. One straight orders the seats by its weight, two are compared together and apart.
fn compare_straights(straights: &str) -> String {
    let straights: Vec<Combo> = straights.split(' ').map(combo).collect();
    let weight = |parts: &[Combo], seat| {
        eval::mean_weight(parts, &Matrix::DEFAULT, &Context { leads: true, ..Context::opening(seat) })
    };
    if let [one, other] = straights[..] {
        let gains = |seat| 2 * weight(&straights, seat) > weight(&[one], seat) + weight(&[other], seat);
        return String::from(if Seat::ALL.into_iter().all(gains) { "more than apart" } else { "as much as apart" });
    }
    let mut seats = Seat::ALL;
    seats.sort_by_key(|&seat| std::cmp::Reverse(weight(&straights, seat)));
    seats.map(|seat| seat.to_string()).join(" above ")
}

/// Returns a view: the landlord led three 5s (code 3) and a 6 (code 4), down passed, and up, the viewing seat, holds no 5.
fn view_after_triple() -> View {
    let deal = "deal=6555779TTJJQQKKA9/56674489TJQKAA22D/336744889TJQKA22X/338";
    let table: Table = format!("rules=journey {deal} plays=5556,-").parse().unwrap();
    let view = table.view(table.board().turn().unwrap());
    assert_eq!((view.seat(), view.hand().count(Rank::FIVE)), (Some(Seat::Up), 0));
    view
}

const WORLD_COUNT: u32 = 400;
/// The number of worlds above which a card counts as surely held.
const SURE_WORLDS: usize = 340;

/// Counts the worlds in which down holds a card of a rank. Of 40 earlier guesses about the landlord's fourth cards `right` came true;
/// `None` means no guesses.
fn worlds_held_by_down(right: Option<u32>, rank: Rank) -> usize {
    let view = view_after_triple();
    let landlord =
        right.map_or(Habits::default(), |fourths_right| Habits { fourths: 40, fourths_right, ..Habits::default() });
    let known = [landlord, Habits::default(), Habits::default()];
    let config = config_with_experience(&known, view.rules(), Seat::Up);
    let belief = Belief::with_config(&view, Seed(1), config).unwrap();
    (0..WORLD_COUNT).filter(|&world| belief.world(world).hand(Seat::Down).count(rank) > 0).count()
}

fn cards_of_third_seat() -> String {
    let missing = view_after_triple().unseen();
    let surely = |&rank: &Rank| missing.count(rank) == 1 && worlds_held_by_down(None, rank) > SURE_WORLDS;
    let held: Vec<_> = missing.ranks().filter(surely).map(|rank| format!("a {}", rank_code(rank))).collect();
    held.join(" ")
}

/// Returns how sure the guess is. The source calls it certain until guesses fail.
fn sureness_of_fourth_card(right: Option<u32>) -> String {
    String::from(if worlds_held_by_down(right, Rank::FIVE) > SURE_WORLDS { "sure" } else { "less sure" })
}

fn find_deal(down: &str, up: &str) -> String {
    let played = "3345556666777788889/999TTTTJJJJQQQ/QKKKKAAAA2222D";
    let view: View = format!("me=landlord hand=X left=1,3,3 played={played}").parse().unwrap();
    let worlds: HashSet<_> = (0..200).map(|world| minimax::uniform_hands(&view, Seed(1), world)).collect();
    let is_there = worlds.contains(&[hand("X"), hand(down), hand(up)]) && worlds.len() > 1;
    format!("{down} and {up} {}", if is_there { "among others" } else { "never" })
}

fn vote(named: &str) -> String {
    let named: Vec<Option<Combo>> = named.split(' ').map(|text| (text != "-").then(|| combo(text))).collect();
    let plays = ["33", "44", "55", "66"].map(|text| Some(combo(text))).into_iter().chain([None]);
    let votes = |play| named.iter().filter(|&&name| name == play).count() as i32;
    let vote: Candidates = plays.map(|play| Candidate { play, value: votes(play) }).collect();
    let best = vote.as_slice()[0];
    format!("{} by {}", best.play.unwrap(), best.value)
}

fn lead_counts(kinds: &[Kind]) -> String {
    let leads = Ruleset::CLASSIC.plays(hand("3445567788999TTQQQK2"), Trick::Lead);
    let count = |&kind: &Kind| leads.iter().filter(|lead| lead.kind() == kind).count().to_string();
    kinds.iter().map(count).collect::<Vec<_>>().join(" ")
}

#[test]
fn published_examples_come_out_as_expected() {
    for Row { source, example, compute, expected, .. } in ROWS {
        assert_eq!(compute(), *expected, "{source}: {example}");
    }
}

#[test]
fn every_difference_has_its_reason() {
    for Row { source, example, expected, published, why, .. } in ROWS {
        assert_eq!(expected != published, why.len() > 30 && why.ends_with('.'), "{source}: {example}: {why:?}");
    }
}
