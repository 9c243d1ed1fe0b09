//! Wild ranks: probes row by row, what beats what, counts of leads that can be derived, and all of it against the enumeration of
//! every substitution. The default run takes 150 small hands per preset with leads and answers to two combos, and samples the
//! lists of 20 hands of 17 to 20 cards. `THIRDSEAT_FULL=1` takes 100,000 and 1,000.

#[expect(dead_code, reason = "who beats whom is written apart here")]
mod slow;

use std::collections::BTreeSet;

use rules::{Combo, Grade, Hand, Kind, Rank, Rng, Ruleset, Seed, Trick};
use slow::{Corners, Counts};

const SEED: Seed = Seed(20_262);

/// `laizi` and a wild rank, `laizi-tiandi` and two, or any ruleset's text followed by `:` and the ranks.
fn rules(wilds: &str) -> Ruleset {
    let (name, wilds) =
        wilds.split_once(':').unwrap_or((if wilds.len() > 1 { "laizi-tiandi" } else { "laizi" }, wilds));
    let named: Ruleset = name.parse().expect(name);
    wilds.chars().filter_map(Rank::from_letter).fold(named, |rules, rank| rules.showing(rank).expect("a wild rank"))
}

/// A reading as the probes write it: `triple-pair 3`, `straight 5 key 7`, `soft bomb A`.
fn told(combo: Combo) -> String {
    let key = combo.key();
    let winged = ["airplane-singles", "airplane-pairs", "airplane", "straight", "pair-chain", "shuttle"]
        .contains(&combo.kind().name());
    match combo.kind() {
        Kind::Bomb => {
            let size = if combo.len() > 4 { format!("{}-", combo.len()) } else { String::new() };
            let grade = format!("{:?}", combo.grade()).to_lowercase();
            let key = if combo.grade() == Grade::Mixed { String::new() } else { format!(" {key}") };
            format!("{grade} {size}bomb{key}")
        }
        kind if winged => format!("{kind} {} key {key}", combo.run()),
        kind => format!("{kind} {key}"),
    }
}

/// Each row: the wild ranks, the cards, and every reading; `k/3…2` are the thirteen keys.
const PROBES: &str = "
    7 | 7 | single 7
    7 | 77 | pair 7
    7 | 777 | triple 7
    7 | 7777 | pure bomb 7
    7 | 57 | pair 5
    7 | 27 | pair 2
    7 | 7X, 77X, 7XD |
    7 | 277 | triple 2
    7 | 777A | soft bomb A; triple-single k/3…2
    7 | 777X | triple-single k/3…2
    7 | 4447, 4477 | soft bomb 4; triple-single 4
    7 | 4457 | triple-single 4
    7 | 4577 | triple-single 4; triple-single 5
    7 | 34777 | straight 5 key 7; triple-pair 3; triple-pair 4
    7 | 44557 | triple-pair 4; triple-pair 5
    7 | 44477 | triple-pair 4
    7 | 34567, 34577 | straight 5 key 7
    7 | 56789 | straight 5 key 9
    7 | 56778 | straight 5 key 8; straight 5 key 9
    7 | TJQK7 | straight 5 key K; straight 5 key A
    7 | JQKA7 | straight 5 key A
    7 | JQKA77 | straight 6 key A
    7 | QKA27, 3457A |
    7 | 344557 | pair-chain 3 key 5
    7 | QQKKA7 | pair-chain 3 key A
    7 | 344577 | pair-chain 3 key 5; four-singles 4
    7 | 445577 | airplane 2 key 5; pair-chain 3 key 5; pair-chain 3 key 6; four-singles 4; four-singles 5
    7 | 333457, 33337X, 333577 | four-singles 3
    7 | 33344457 | airplane-singles 2 key 4
    7 | 3334445577 | airplane-pairs 2 key 4
    7 | 333444555777 | airplane 4 key 6; airplane-singles 3 key 5
    7 | 333777 | airplane 2 key 4; four-singles 3
    7 | 44447, 33344457X, 5557XD |
    7 | 33355577, 333444567, 33344XD7 |
    7 | 37777 | straight 5 key 7; triple-pair k/3…2
    79 | 79, 779, X79 |
    79 | 7799 | mixed bomb
    79 | 7779 | mixed bomb; triple-single 7
    79 | 33337 | soft 5-bomb 3
    79 | 33379 | soft 5-bomb 3; triple-pair 3
    79 | 333379 | soft 6-bomb 3; four-singles 3
    79 | 77779999 | mixed 8-bomb
    79 | 333377779999 | soft 12-bomb 3
    79 | 56779 | straight 5 key 7; straight 5 key 8; straight 5 key 9; triple-pair 5; triple-pair 6
    79 | 345679 | straight 6 key 8
    78 | 777888 | airplane 2 key 8; mixed 6-bomb
    34 | 33334444 | mixed 8-bomb
    2 | TJQK2 | straight 5 key K; straight 5 key A
    2 | 32222 | straight 5 key 7; triple-pair k/3…2
    A | TJQKA | straight 5 key K; straight 5 key A
    A | TJQKA2 |
    A | A2 | pair 2
    classic chain-bomb=hard: | 33334444 | shuttle 2 key 4
    classic chain-bomb=hard: | AAAA2222 |
    laizi chain-bomb=hard:7 | 33334444 | shuttle 2 key 4
    laizi-tiandi chain-bomb=hard:79 | 33334477 | four-pairs 3
    laizi-tiandi chain-bomb=hard:78 | 77778888 | mixed 8-bomb
    laizi-tiandi bomb-grades=pure:79 | 7799 |
    laizi-tiandi bomb-grades=wild:79 | 7799 | mixed bomb
    laizi bomb-grades=flat:7 | 7777 | pure bomb 7
";

#[test]
fn each_probe_has_its_readings_and_no_other() {
    let mut rows = 0;
    for row in PROBES.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let [wilds, probes, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else { panic!("{row}") };
        let rules = rules(wilds);
        let every = |reading: &str| match reading.strip_suffix("k/3…2") {
            Some(kind) => "3456789TJQKA2".chars().map(|key| format!("{kind}{key}")).collect(),
            None => vec![reading.to_owned()],
        };
        let expected: BTreeSet<String> =
            expected.split("; ").filter(|reading| !reading.is_empty()).flat_map(every).collect();
        for cards in probes.split(", ") {
            let readings = rules.readings(cards.parse().expect(cards));
            let found: BTreeSet<String> = readings.as_slice().iter().copied().map(told).collect();
            assert_eq!(found, expected, "{row}: {cards}");
            assert_eq!(found.len(), readings.as_slice().len(), "{cards} repeats a reading");
            rows += 1;
        }
    }
    assert_eq!(rows, 73);
}

/// Wild ranks, then `play` and `standing` as text, and whether it beats.
const BEATS: &str = "
    7 | 4447~4444 | 3338 | yes
    7 | 4447~4444 | 3337~333+7 | yes
    7 | 3333 | AAA7~AAAA | yes
    7 | 7777 | 2222 | yes
    7 | XD | 7777 | yes
    7 | 4447~4444 | 3333 | no
    7 | 4477~4444 | 4447~4444 | no
    7 | AAA7~AAAA | 3333 | no
    7 | 57 | 44 | yes
    7 | 27 | AA | yes
    7 | 77 | 66 | yes
    7 | 56778~45678 | 34567 | yes
    7 | 57 | 66 | no
    7 | 77 | 88 | no
    7 | 56778~45678 | 56778~56789 | no
    7 | 56778~56789 | 56789 | no
    79 | 33337 | 7777 | yes
    79 | 33337 | 2222 | yes
    79 | 77799 | 22227 | yes
    79 | 333377 | 77799 | yes
    79 | XD | 333377779999 | yes
    79 | 7779~7779 | 7799 | no
    79 | 7799 | 7779~7779 | no
    79 | 7799 | 2222 | yes
    79 | 7777 | 7999~7999 | yes
    79 | 9999 | 7777 | yes
    79 | 7799 | 7777 | no
    laizi-tiandi rocket=over-fours:79 | 33337 | XD | yes
    laizi-tiandi rocket=over-fours:79 | XD | 7777 | yes
    laizi-tiandi rocket=over-fours:79 | 7777 | XD | no
    laizi-tiandi rocket=over-fours:79 | XD | 33337 | no
    laizi-tiandi rocket=over-hard:79 | 7777 | XD | yes
    laizi-tiandi rocket=over-hard:79 | 7799 | XD | yes
    laizi-tiandi rocket=over-hard:79 | XD | 2222 | yes
    laizi-tiandi rocket=over-hard:79 | XD | 7777 | no
    laizi chain-bomb=hard:7 | 33334444 | XD | yes
    laizi chain-bomb=hard:7 | 333344445555 | KKKKAAAA | yes
    laizi chain-bomb=hard:7 | KKKKAAAA | 33334444 | yes
    laizi chain-bomb=hard:7 | 33334444 | KKKKAAAA | no
    laizi chain-bomb=hard:7 | XD | 33334444 | no
    laizi chain-bomb=hard:7 | 7777 | 33334444 | no
    laizi chain-bomb=hard:7 | 2222 | XD | no
    unshuffled chain-bomb=hard: | 33334444 | XD | yes
    unshuffled chain-bomb=hard: | 2222 | 33334444 | no
    laizi bomb-grades=flat:7 | 4447~4444 | 3333 | yes
    laizi bomb-grades=flat:7 | 7777 | 2222 | no
    laizi bomb-grades=soft:7 | 7777 | 2222 | no
    laizi bomb-grades=soft:7 | 7777 | 6666 | yes
    laizi bomb-grades=soft:7 | 3333 | AAA7~AAAA | yes
    laizi-tiandi bomb-grades=wild:79 | 7799 | 7777 | yes
    laizi-tiandi bomb-grades=wild:79 | 7799 | 7779~7779 | no
    laizi-tiandi bomb-grades=wild:79 | 9999 | 7799 | no
    laizi-tiandi long-grades=no:79 | 77799 | 22227 | no
    laizi-tiandi long-grades=no:79 | 77799 | 88887 | yes
    laizi-tiandi long-grades=no:79 | 333377 | 77799 | yes
";

#[test]
fn bombs_and_readings_beat_as_documented() {
    let rows: Vec<&str> = BEATS.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    for row in &rows {
        let [wilds, play, standing, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let rules = rules(wilds);
        let read = |text: &str| rules.read_text(text).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(rules.beats(read(play), read(standing)), expected == "yes", "{row}");
    }
    assert_eq!(rows.len(), 55);
}

/// Wild ranks, a hand, and its leads: single + pair + triple + bomb + triple-single + triple-pair + straight + others.
const LEADS: &[(&str, &str, usize)] = &[
    ("7", "347", 3 + 2),
    ("7", "37X", 3 + 1),
    ("7", "34567", 5 + 4 + 1),
    ("7", "34568", 5),
    ("7", "3477", 3 + 3 + 2 + 2),
    ("7", "33347", 3 + 3 + 2 + 1 + 3 + 1),
    ("7", "33447", 3 + 4 + 2 + 2 + 2),
    // An airplane, two chains of pairs, two fours with two singles.
    ("7", "445577", 3 + 5 + 4 + 2 + 6 + 6 + (1 + 2 + 2)),
    // Three airplanes, six fours with two singles.
    ("7", "333344447", 3 + 4 + 4 + 4 + 6 + 6 + (3 + 6)),
    // 13 of 3777, 13 of 4777, 2 of 3477.
    ("7", "34777", 3 + 3 + 3 + 2 + (13 + 13 + 2) + 2 + 1),
    ("7", "347777", 3 + 3 + 3 + 3 + 28 + 28 + 5 + (1 + 1 + 13)),
    ("7", "345TJQ777", 7 + 7 + 7 + 6 + (6 * 13 + 15 * 2) + 15 * 2 + 22 + (2 + 20 * 3)),
    ("79", "379", 3 + 2 + 1),
    ("79", "3779", 3 + 3 + 2 + 1 + 13),
    // Two chains of pairs, two airplanes, thirteen fours with two singles, four bombs of five and more.
    ("79", "447799", 3 + 5 + 5 + 6 + 29 + 39 + 2 + (2 + 2 + 13 + 4)),
];

#[test]
fn leads_can_be_counted_by_hand() {
    for &(wilds, hand, leads) in LEADS {
        assert_eq!(rules(wilds).plays(hand.parse().expect(hand), Trick::Lead).len(), leads, "{wilds}: {hand}");
    }
}

/// Silence: led, the longest body and the highest key; as an answer the highest of the standing kind, a bomb only else.
#[test]
fn cards_alone_have_a_default_reading() {
    let laizi = rules("7");
    let on = |cards: &str, standing: &str| {
        let standing = laizi.read_text(standing).expect(standing);
        told(laizi.read_answer(cards.parse().expect(cards), standing).expect("it beats"))
    };
    let led = |cards: &str| told(laizi.read(cards.parse().expect(cards)).expect("a combo"));
    assert_eq!((led("4447"), on("4447", "3338")), ("soft bomb 4".into(), "triple-single 4".into()));
    assert_eq!((led("56778"), on("56778", "34567")), ("straight 5 key 9".into(), "straight 5 key 9".into()));
    assert_eq!(on("4447", "5556"), "soft bomb 4");
    // An airplane and a mixed bomb of as many cards: silence does not double the stakes.
    assert_eq!(rules("78").read("777888".parse().expect("cards")).map(told), Some("airplane 2 key 8".into()));
}

#[test]
fn readings_round_trip_as_text() {
    for (wilds, cards) in
        [("7", "4447"), ("7", "56778"), ("7", "777A"), ("79", "33379"), ("79", "7779"), ("7", "445577")]
    {
        let rules = rules(wilds);
        for &combo in rules.readings(cards.parse().expect(cards)).as_slice() {
            let text = rules.play_text(Some(combo), Trick::Lead);
            assert_eq!(rules.read_play(&text, Trick::Lead), Ok(Some(combo)), "{text}");
            let body = combo.body().plus(combo.wings()).expect("parts of the cards");
            assert_eq!(body, combo.cards(), "{text}");
        }
    }
    let texts: Vec<String> = ["4447", "56778"]
        .map(|cards| rules("7").readings(cards.parse().expect(cards)).as_slice().to_vec())
        .concat()
        .into_iter()
        .map(|combo| rules("7").play_text(Some(combo), Trick::Lead))
        .collect();
    assert_eq!(texts, ["4447", "4447~444+7", "56778", "56778~45678"]);
    let error = rules("7").read_text("4447~333+8").expect_err("no such reading").to_string();
    assert_eq!(error, "4447 cannot be read as \"333+8\" in ruleset laizi");
}

#[test]
fn a_wild_rank_is_shown_once_and_never_a_joker() {
    let refused = |rules: Ruleset, letter: char| {
        let rank = Rank::from_letter(letter).expect("a rank");
        rules.showing(rank).expect_err("refused").to_string()
    };
    assert_eq!(refused(Ruleset::LAIZI, 'X'), "X cannot be wild; a wild rank is one of 3 to 2");
    assert_eq!(refused(rules("laizi-tiandi:7"), '7'), "7 is wild already");
    assert_eq!(refused(rules("7"), '9'), "9 cannot be shown as wild: ruleset laizi shows 1 wild ranks");
    assert_eq!(refused(Ruleset::CLASSIC, '9'), "9 cannot be shown as wild: ruleset classic shows 0 wild ranks");
}

/// Every way to let the wild cards stand for ranks, each multiset once.
fn substitutions(natural: Counts, wild: u32, from: usize, put: &mut dyn FnMut(Counts)) {
    if wild == 0 {
        return put(natural);
    }
    for rank in from..13 {
        let mut more = natural;
        more[rank] += 1;
        substitutions(more, wild - 1, rank, put);
    }
}

/// Kind, length, key: what a reading is, besides its cards.
type Told = (&'static str, u8, u8);

/// Every reading of these cards: what any substitution is read as, where a natural card lies with the wild ones.
fn enumerated(counts: &Counts, wilds: &[usize], corners: &Corners, order: &BombOrder) -> BTreeSet<Told> {
    let mut natural = *counts;
    wilds.iter().for_each(|&rank| natural[rank] = 0);
    let wild: u32 = wilds.iter().map(|&rank| u32::from(counts[rank])).sum();
    let mut found = BTreeSet::new();
    let bomb_max = if wilds.len() > 1 { 12 } else { 4 };
    let mut look = |counts: Counts| {
        for reading in slow::all_readings(&counts).into_iter().filter(|reading| corners.allow(reading)) {
            found.insert((reading.kind, reading.length, reading.top));
        }
        let size: u8 = counts.iter().sum();
        let rank = counts.iter().position(|&count| count == size).filter(|&rank| rank < 13);
        if let Some(rank) = rank.filter(|_| (5..=bomb_max).contains(&size)) {
            found.insert(("bomb", 1, rank as u8));
        }
    };
    if natural.iter().all(|&count| count == 0) {
        look(*counts);
        if order.has_mixed() && wild >= 4 && wilds.len() > 1 && wilds.iter().all(|&rank| counts[rank] > 0) {
            found.insert(("bomb", 1, *wilds.iter().max().expect("two") as u8));
        }
    } else {
        substitutions(natural, wild, 0, &mut look);
    }
    // A chain bomb has natural cards alone.
    found.retain(|told| !(order.chain_bomb && told.0 == "shuttle" && wild > 0));
    found
}

/// The points about bombs, read back from their text.
struct BombOrder {
    grades: &'static str,
    long_grades: bool,
    rocket: &'static str,
    chain_bomb: bool,
}

impl BombOrder {
    fn of(rules: &Ruleset) -> BombOrder {
        let text = |name: &str| {
            let point = rules::ruleset::POINTS.iter().find(|point| point.name == name);
            point.expect("a documented point").value(rules)
        };
        BombOrder {
            grades: text("bomb-grades"),
            long_grades: text("long-grades") == "yes",
            rocket: text("rocket"),
            chain_bomb: text("chain-bomb") == "hard",
        }
    }

    fn has_mixed(&self) -> bool {
        ["wild", "mixed"].contains(&self.grades)
    }

    /// From weakest to strongest, which grades of four cards are equal; of more cards soft and all-wild.
    fn level(&self, grade: &str, size: u8) -> usize {
        if size > 4 {
            return usize::from(self.long_grades && grade != "soft");
        }
        let levels: &[&[&str]] = match self.grades {
            "flat" => &[&["soft", "hard", "mixed", "pure"]],
            "soft" => &[&["soft"], &["hard", "mixed", "pure"]],
            "pure" => &[&["soft"], &["hard"], &["pure"]],
            "wild" => &[&["soft"], &["hard"], &["mixed", "pure"]],
            _ => &[&["soft"], &["hard"], &["mixed"], &["pure"]],
        };
        levels.iter().position(|level| level.contains(&grade)).expect("a grade of this ruleset")
    }

    fn without_rank(&self, grade: &str, size: u8) -> bool {
        grade == "mixed" && self.grades == "mixed" && (size == 4 || self.long_grades)
    }
}

/// Who beats whom, from the words of the page: size, grade, rank; a mixed bomb may have none.
fn beats(play: (&Counts, Told), standing: (&Counts, Told), wilds: &[usize], order: &BombOrder) -> bool {
    let size = |counts: &Counts| counts.iter().sum::<u8>();
    let grade = |counts: &Counts| {
        let held: Vec<u8> = wilds.iter().map(|&rank| counts[rank]).filter(|&count| count > 0).collect();
        let wild: u8 = held.iter().sum();
        if wild == 0 {
            "hard"
        } else if wild < size(counts) {
            "soft"
        } else if held.len() > 1 {
            "mixed"
        } else {
            "pure"
        }
    };
    let chain = |told: Told| if order.chain_bomb && told.0 == "shuttle" { told.1 } else { 0 };
    if chain(play.1) != chain(standing.1) {
        return chain(play.1) > chain(standing.1);
    }
    let over_rocket = |counts| match order.rocket {
        "top" => false,
        "over-fours" => size(counts) > 4,
        _ => size(counts) > 4 || ["mixed", "pure"].contains(&grade(counts)),
    };
    match (play.1.0, standing.1.0) {
        ("bomb", "rocket") => over_rocket(play.0),
        ("rocket", "bomb") => !over_rocket(standing.0),
        (_, "rocket") => false,
        ("rocket", _) => true,
        ("bomb", "bomb") => {
            let class = |counts| (size(counts), order.level(grade(counts), size(counts)));
            let without = |counts| order.without_rank(grade(counts), size(counts));
            let ranked = !without(play.0) && !without(standing.0);
            let higher = class(play.0) == class(standing.0) && ranked && play.1.2 > standing.1.2;
            class(play.0) > class(standing.0) || higher
        }
        ("bomb", _) => true,
        (kind, other) => kind == other && size(play.0) == size(standing.0) && play.1.2 > standing.1.2,
    }
}

fn as_told(combo: &Combo) -> (Counts, Told) {
    (combo.cards().counts(), (combo.kind().name(), combo.run(), combo.key().index() as u8))
}

/// A hand with up to `wild_max` wild cards among cards of few ranks.
fn random_hand(rng: &mut Rng, wilds: &[usize], wild_max: u32) -> Hand {
    let rank = |index: usize| Rank::all().nth(index).expect("a rank");
    let of = |ranks: &[usize]| {
        let parts = ranks.iter().map(|&index| Hand::of(rank(index), rank(index).copies()).expect("a whole rank"));
        parts.fold(Hand::EMPTY, |sum, part| sum.plus(part).unwrap_or(sum))
    };
    let (first, width) = (rng.below(11) as usize, 2 + rng.below(5) as usize);
    let mut near: Vec<usize> =
        (0..15).filter(|index| (first..first + width).contains(index) || rng.below(12) == 0).collect();
    near.retain(|index| !wilds.contains(index));
    let size = 1 + rng.below(7);
    let natural = rng.draw(of(&near), size);
    let wild_cards = rng.below(wild_max + 1);
    let wild = rng.draw(of(wilds), wild_cards);
    natural.plus(wild).expect("different ranks")
}

#[test]
fn every_list_equals_the_enumeration_of_substitutions() {
    let rounds = if std::env::var_os("THIRDSEAT_FULL").is_some() { 100_000 } else { 150 };
    let (mut plays_seen, mut frugal_seen) = (0_u64, 0_u64);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let products = PRODUCTS.map(|(name, text)| text.parse::<Ruleset>().expect(name));
    for base in Ruleset::WILD.into_iter().chain([&shuttles()]).chain(&products) {
        std::thread::scope(|scope| {
            let part = |from| {
                let own = (from..rounds).step_by(threads).map(|round| check_round(base, round as u64));
                own.collect::<Vec<_>>()
            };
            let parts: Vec<_> = (0..threads).map(|from| scope.spawn(move || part(from))).collect();
            for (complete, frugal) in parts.into_iter().flat_map(|part| part.join().expect("no list differs")) {
                (plays_seen, frugal_seen) = (plays_seen + complete, frugal_seen + frugal);
            }
        });
    }
    assert!(plays_seen > 10 * rounds as u64 && frugal_seen < plays_seen, "{plays_seen} {frugal_seen}");
}

/// One random hand, its leads and its answers to two combos. How many leads there are, and how many in the frugal list.
fn check_round(base: &Ruleset, round: u64) -> (u64, u64) {
    let (corners, order) = (Corners::of(base), BombOrder::of(base));
    let mut rng = SEED.stream(round).rng();
    let (rules, wilds) = drawn(base, &mut rng);
    let wild_max = if rng.below(8) == 0 { 5 } else { 3 };
    let hand = random_hand(&mut rng, &wilds, wild_max);
    let mut slow: BTreeSet<(Counts, Told)> = BTreeSet::new();
    for part in slow::parts(hand) {
        let readings = enumerated(&part, &wilds, &corners, &order);
        let fast: Vec<_> = rules.readings(slow::hand(&part)).as_slice().iter().map(|c| as_told(c).1).collect();
        assert_eq!(fast.iter().copied().collect::<BTreeSet<_>>(), readings, "{rules} {:?} {part:?}", rules.wilds());
        assert_eq!(fast.len(), readings.len(), "{part:?} repeats a reading");
        slow.extend(readings.into_iter().map(|reading| (part, reading)));
    }
    let check = |trick: Trick, expected: &BTreeSet<(Counts, Told)>| {
        let plays = rules.plays(hand, trick);
        let fast: BTreeSet<_> = plays.iter().map(as_told).collect();
        assert_eq!(&fast, expected, "{rules} {:?}: {hand} on {trick:?}, {SEED:?} stream {round}", rules.wilds());
        assert_eq!(plays.len(), fast.len(), "{hand} on {trick:?} repeats a play");
        let mut frugal = Vec::new();
        rules.each_frugal_play(hand, trick, |combo| frugal.push(combo));
        let unlike = frugal.iter().find(|combo| !fast.contains(&as_told(combo)));
        assert_eq!(unlike, None, "{hand} on {trick:?}");
        assert_eq!(frugal.iter().map(as_told).collect::<BTreeSet<_>>().len(), frugal.len(), "{hand} on {trick:?}");
        (plays.len() as u64, frugal.len() as u64)
    };
    let seen = check(Trick::Lead, &slow);
    let other = random_hand(&mut rng, &wilds, wild_max);
    for source in [hand, other] {
        let leads = rules.plays(source, Trick::Lead);
        // A random hand of wild ranks alone may have no card.
        let Some(&standing) = rng.pick(&leads) else { continue };
        let (cards, reading) = as_told(&standing);
        let answers = slow.iter().filter(|(part, told)| beats((part, *told), (&cards, reading), &wilds, &order));
        check(Trick::Follow(standing), &answers.copied().collect());
    }
    seen
}

/// Wild ranks of a ruleset, evenly drawn, with the ruleset in play.
fn drawn(base: &Ruleset, rng: &mut Rng) -> (Ruleset, Vec<usize>) {
    let first = rng.below(13) as usize;
    let second = (first + 1 + rng.below(12) as usize) % 13;
    let wilds: Vec<usize> = [first, second].into_iter().take(usize::from(base.wild_ranks())).collect();
    let shown = wilds.iter().map(|&index| Rank::from_index(index).expect("a rank"));
    (shown.fold(*base, |rules, rank| rules.showing(rank).expect("a wild rank")), wilds)
}

/// Whole hands have too many parts to enumerate: some that are listed and some that may not be are looked up in the lists.
#[test]
fn lists_of_large_hands_agree_where_they_are_sampled() {
    let rounds = if std::env::var_os("THIRDSEAT_FULL").is_some() { 1_000 } else { 20 };
    let (mut found, mut answered) = (0, 0);
    for base in Ruleset::WILD {
        for round in 0..rounds {
            let mut rng = SEED.stream(1 << 41 | round).rng();
            let (corners, order) = (Corners::of(base), BombOrder::of(base));
            let (rules, wilds) = drawn(base, &mut rng);
            let size = 17 + rng.below(4);
            let hand = rng.draw(Hand::DECK, size);
            let leads = rules.plays(hand, Trick::Lead);
            let other = rng.draw(Hand::DECK.minus(hand).expect("a part"), 17);
            let standing = *rng.pick(&rules.plays(other, Trick::Lead)).expect("a lead");
            let answers = rules.plays(hand, Trick::Follow(standing));
            let listed = |plays: &[Combo], part: Hand| -> BTreeSet<Told> {
                plays.iter().filter(|combo| combo.cards() == part).map(|combo| as_told(combo).1).collect()
            };
            for sample in 0..24 {
                let part = match sample % 3 {
                    0 => rng.pick(&leads).expect("a lead").cards(),
                    1 if !answers.is_empty() => rng.pick(&answers).expect("an answer").cards(),
                    _ => {
                        let size = 1 + rng.below(12);
                        rng.draw(hand, size)
                    }
                };
                let counts = part.counts();
                // More substitutions than four wild cards have take too long; long bombs have a test of their own.
                if wilds.iter().map(|&rank| counts[rank]).sum::<u8>() > 4 {
                    continue;
                }
                let expected = enumerated(&counts, &wilds, &corners, &order);
                assert_eq!(listed(&leads, part), expected, "{rules} {:?}: {part} of {hand}", rules.wilds());
                let (cards, stands) = as_told(&standing);
                let beating = |told: &Told| beats((&counts, *told), (&cards, stands), &wilds, &order);
                let expected: BTreeSet<Told> = expected.into_iter().filter(beating).collect();
                assert_eq!(listed(&answers, part), expected, "{rules} {:?}: {part} on {standing:?}", rules.wilds());
                (found, answered) = (found + listed(&leads, part).len(), answered + expected.len());
            }
        }
    }
    assert!(found > 20 * rounds as usize && answered > rounds as usize, "{found} {answered}");
}

/// Six to eight wild cards: each natural rank with some of its cards and any of the wild ones, wild cards alone, and fours.
#[test]
fn long_bombs_are_every_choice_of_four_to_twelve_cards() {
    let rules = rules("79");
    let (seven, nine) = (Rank::from_letter('7').expect("a rank"), Rank::from_letter('9').expect("a rank"));
    for (hand, longest) in [("3333555777799XD", 10), ("333345777799992", 12), ("4448887779999", 10)] {
        let hand: Hand = hand.parse().expect(hand);
        let of = |rank, copies| Hand::of(rank, copies).expect("at most four");
        let mut expected = BTreeSet::new();
        for (sevens, nines) in
            (0..=hand.count(seven)).flat_map(|one| (0..=hand.count(nine)).map(move |other| (one, other)))
        {
            let wild = of(seven, sevens).plus(of(nine, nines)).expect("two ranks");
            // Without a natural card: four of a rank, or some of both.
            let pure = wild.len() == 4 && (sevens == 0 || nines == 0);
            if pure || (wild.len() >= 4 && sevens > 0 && nines > 0) {
                expected.insert((wild.counts(), if nines > 0 { nine } else { seven }.index()));
            }
            for rank in Rank::all().filter(|&rank| !rank.is_joker() && rank != seven && rank != nine) {
                for copies in 1..=hand.count(rank) {
                    let cards = wild.plus(of(rank, copies)).expect("three ranks");
                    if (4..=12).contains(&cards.len()) {
                        expected.insert((cards.counts(), rank.index()));
                    }
                }
            }
        }
        let bombs: Vec<Combo> =
            rules.plays(hand, Trick::Lead).into_iter().filter(|combo| combo.kind() == Kind::Bomb).collect();
        let found: BTreeSet<_> = bombs.iter().map(|bomb| (bomb.cards().counts(), bomb.key().index())).collect();
        assert_eq!(found, expected, "{hand}");
        assert_eq!((found.len(), bombs.iter().map(|bomb| bomb.len()).max()), (bombs.len(), Some(longest)), "{hand}");
    }
}

/// Products that play with wild ranks, as overrides: these are `docs/use/rules.md`'s.
const PRODUCTS: [(&str, &str); 5] = [
    ("landlord-war, one rank", "laizi wild-shown=landlord"),
    ("Midnight-Parlor", "laizi-tiandi bomb-grades=soft long-grades=no bomb-factors=double auction=score"),
    ("agent-learning", "laizi-tiandi bomb-grades=pure long-grades=no bomb-factors=tiandi-8"),
    ("a C++ server, order 0", "laizi-tiandi bomb-grades=wild rocket=over-hard"),
    ("a JS client", "laizi-tiandi rocket=over-fours chain-bomb=hard"),
];

fn shuttles() -> Ruleset {
    "laizi-tiandi shuttle=yes shuttle-wings=yes wing-copies=2 wings-lengthen=yes".parse().expect("a ruleset")
}

/// One random action of the seat whose turn it is: half of the answers are passes.
fn random_action(table: &rules::Table, rng: &mut Rng) -> rules::Action {
    let board = table.board();
    if board.stage() == rules::Stage::Auction {
        let options: Vec<_> = board.bidding().options().collect();
        return rules::Action::Call(*rng.pick(&options).expect("a call"));
    }
    let (rules, course) = (board.rules(), board.course());
    let hand = table.hand_of(course.turn()).expect("the landlord is known");
    let mut plays = Vec::new();
    rules.each_frugal_play(hand, course.trick(), |combo| plays.push(Some(combo)));
    let passes = course.trick() != Trick::Lead && (plays.is_empty() || rng.below(2) == 0);
    rules::Action::Play(if passes { None } else { *rng.pick(&plays).expect("a lead") })
}

#[test]
fn whole_hands_are_kept_as_lines() {
    let (mut finished, mut spelled) = (0, 0);
    let late = Ruleset::WILD.map(|base| base.with("wild-shown", "landlord").expect("a point"));
    for base in Ruleset::WILD.into_iter().chain(&late) {
        for round in 0..60 {
            let mut rng = SEED.stream(1 << 40 | round).rng();
            let deal = rules::Deal::shuffled(&mut rng);
            let seated = round % 3 == 0;
            let mut table = if seated {
                rules::Table::seated(*base, deal)
            } else {
                rules::Table::new(*base, deal, rules::Chair::First)
            };
            while table.board().turn().is_some() {
                let action = random_action(&table, &mut rng);
                table.act(action).expect("a legal action");
                let line = table.to_string();
                spelled += u32::from(line.contains('~'));
                assert_eq!(line.parse().as_ref(), Ok(&table), "{line}");
                for chair in rules::Chair::ALL {
                    let view = table.view(chair);
                    let line = view.to_string();
                    assert_eq!(line.parse(), Ok(view.clone()), "{line}");
                    let shown = view.rules().wilds().in_order().collect::<Vec<_>>();
                    let early = u8::from(base.shows_wild_first());
                    let expected = if view.board().bottom().is_some() { base.wild_ranks() } else { early };
                    let drawn: Vec<_> = table.deal().wilds().take(usize::from(expected)).collect();
                    assert_eq!(shown, drawn, "{line}");
                }
            }
            if let Some(settled) = table.settlement(1) {
                assert_eq!(settled.points.iter().sum::<i64>(), 0);
                finished += 1;
            }
        }
    }
    assert!(finished > 60 && spelled > 60, "{finished} {spelled}");
}

/// The factor of one play: soft, hard, pure and long bombs, and the rocket.
#[test]
fn bombs_count_by_grade_and_size() {
    let factor = |wilds: &str, text: &str| {
        let rules = rules(wilds);
        rules.bomb_factor(rules.read_text(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    };
    assert_eq!(["4447", "4444", "7777", "XD", "4448"].map(|text| factor("7", text)), [2, 4, 4, 4, 1]);
    assert_eq!(["4447", "4444", "7799", "7777", "33337", "XD"].map(|text| factor("79", text)), [2, 4, 4, 4, 6, 6]);
    assert_eq!(["4447", "7777", "XD"].map(|text| factor("laizi bomb-factors=double:7", text)), [2, 2, 2]);
    assert_eq!(["4444", "XD"].map(|text| factor("classic:", text)), [2, 2]);
    let counted = ["4447", "4444", "7799", "7777", "33337", "XD"];
    assert_eq!(counted.map(|text| factor("laizi-tiandi bomb-factors=tiandi-8:79", text)), [2, 4, 6, 6, 6, 8]);
    // 2ⁿ⁺¹ for a chain of n.
    let chains = ["33334444", "333344445555"];
    assert_eq!(chains.map(|text| factor("laizi chain-bomb=hard:7", text)), [8, 16]);
    assert_eq!(chains.map(|text| factor("unshuffled chain-bomb=hard:", text)), [2, 2]);
    assert_eq!(chains.map(|text| factor("laizi shuttle=yes:7", text)), [2, 2]);
}

#[test]
fn positions_tell_every_wild_rank_they_need() {
    let error = |line: &str| line.parse::<rules::View>().expect_err(line).to_string();
    let present = "me=up hand=3344 left=5,4,4 standing=down:JJ";
    assert_eq!(error(&format!("rules=laizi {present}")), "ruleset laizi has 1 wild ranks, 0 are told");
    assert_eq!(
        error(&format!("rules=laizi wilds=7,8 {present}")),
        "wilds: 8 cannot be shown as wild: ruleset laizi shows 1 wild ranks"
    );
    assert_eq!(
        error(&format!("rules=laizi wilds=0x {present}")),
        "wilds: \"0x\" is not a rank: 3 4 5 6 7 8 9 T J Q K A 2"
    );
    assert_eq!(
        error(&format!("wilds=7 {present}")),
        "wilds: 7 cannot be shown as wild: ruleset classic shows 0 wild ranks"
    );
    let view: rules::View =
        "rules=laizi wilds=7 me=up hand=3344 left=5,4,4 standing=down:JJJ7~JJJ+7".parse().expect("a view");
    let standing = view.course().standing().map(|(_, combo)| told(combo));
    assert_eq!(standing, Some("triple-single J".into()));
}

/// Sequences of plays counted by the walker and by the enumeration alike.
#[test]
fn sequences_are_counted_alike() {
    let deals = [("7", "34477", "557X", "66788"), ("79", "33779", "4479", "5689X"), ("79", "37799", "667D", "88QQ")];
    let mut counted = Vec::new();
    for (wilds, landlord, down, up) in deals {
        let rules = rules(wilds);
        let indexes: Vec<usize> = rules.wilds().in_order().map(Rank::index).collect();
        let hands = [landlord, down, up].map(|hand| hand.parse::<Hand>().expect(hand));
        let [one, two, three] = hands;
        let deal = rules::perft::OpenDeal::new(one, two, three).expect("one deck");
        for depth in 1..=4 {
            let points = (Corners::of(&rules), BombOrder::of(&rules));
            let slow = count(hands, 0, None, 0, depth, &indexes, &points);
            assert_eq!(deal.perft(&rules, depth), slow, "{landlord} {down} {up} at depth {depth}");
            counted.push(slow);
        }
    }
    // The numbers themselves, so that both sides cannot change together.
    assert_eq!(counted, [17, 35, 104, 170, 43, 86, 110, 230, 54, 57, 75, 165]);
}

/// The files of counts, as far as the enumeration can follow: small hands and few games.
#[test]
fn the_enumeration_counts_the_files_again() {
    let count_max = if std::env::var_os("THIRDSEAT_FULL").is_some() { 20_000 } else { 1_500 };
    for base in Ruleset::WILD {
        let path = format!("{}/tests/perft/{}.txt", env!("CARGO_MANIFEST_DIR"), base.name());
        let text = std::fs::read_to_string(&path).expect("the file is there");
        let mut compared = 0;
        for record in rules::perft::read_records(&text).expect("a file of counts") {
            let rules = record.rules(base).expect("wild ranks");
            let indexes: Vec<usize> = rules.wilds().in_order().map(Rank::index).collect();
            let hands = rules::Seat::ALL.map(|seat| record.deal.hand(seat));
            let points = (Corners::of(base), BombOrder::of(base));
            for (depth, expected) in record.counts {
                let expected = expected.expect("every depth has a count");
                if hands.iter().all(|hand| hand.len() <= 8) && expected <= count_max {
                    assert_eq!(
                        count(hands, 0, None, 0, depth, &indexes, &points),
                        expected,
                        "{rules} {hands:?} {depth}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared >= 15, "{base}: {compared} counts");
    }
}

type Standing = (Counts, Told);

fn count(
    hands: [Hand; 3],
    seat: usize,
    standing: Option<Standing>,
    passes: u8,
    depth: u32,
    wilds: &[usize],
    points: &(Corners, BombOrder),
) -> u64 {
    if depth == 0 || hands.iter().any(|hand| hand.is_empty()) {
        return u64::from(depth == 0);
    }
    let mut sum = 0;
    if standing.is_some() {
        let (left, passes) = if passes == 1 { (None, 0) } else { (standing, 1) };
        sum += count(hands, (seat + 1) % 3, left, passes, depth - 1, wilds, points);
    }
    for part in slow::parts(hands[seat]) {
        for told in enumerated(&part, wilds, &points.0, &points.1) {
            if standing.as_ref().is_none_or(|(cards, stands)| beats((&part, told), (cards, *stands), wilds, &points.1))
            {
                let mut after = hands;
                after[seat] = after[seat].minus(slow::hand(&part)).expect("a part of the hand");
                sum += count(after, (seat + 1) % 3, Some((part, told)), 0, depth - 1, wilds, points);
            }
        }
    }
    sum
}
