//! Every worked example of the designs that this player is made from: a row each, by its source. Where we differ from what is printed
//! there, `docs/develop/search.md` has the same row with the reason, and no other.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own texts fails")]

use engine::hand::cover::{Bombs, Chance, Enemy, Unseen, chance_covered};
use engine::hand::eval::{self, Weights};
use engine::hand::split::{self, TurnsMemo};
use engine::opponents::belief::{Belief, BeliefConfig};
use engine::{Habits, Persona, Scratch, decide};
use rules::{Combo, Hand, Kind, Rank, Ruleset, Seat, Seed, Table, Trick, View};

const RULES: &str = "rule-based player";
const PAPER: &str = "endgame paper";
const TURNS: &str = "turn splitter";
const JOURNEY: &str = "Journey analysis";
const THESIS: &str = "minimax thesis";

/// An example: what we make of it, and what its source prints.
struct Row {
    source: &'static str,
    example: &'static str,
    ours: fn() -> String,
    gives: &'static str,
    published: &'static str,
}

const fn same(source: &'static str, example: &'static str, ours: fn() -> String, gives: &'static str) -> Row {
    Row { source, example, ours, gives, published: gives }
}

const fn differs(
    source: &'static str,
    example: &'static str,
    ours: fn() -> String,
    gives: &'static str,
    published: &'static str,
) -> Row {
    Row { source, example, ours, gives, published }
}

const ROWS: &[Row] = &[
    same(RULES, "333455678910JJK22小王", || rule("333455678910JJK22小王"), "456789T 333 5 JJ K 22 X"),
    same(RULES, "step 6a, 345667789T", || rule("345667789T"), "34567 6789T"),
    same(RULES, "step 6b, 3344556789T", || rule("3344556789T"), "334455 6789T"),
    same(RULES, "step 6c, 34567888", || rule("34567888"), "34567 888"),
    differs(RULES, "step 6d, 77899TJJJQKK", || rule("77899TJJJQKK"), "789TJQ 7 9 JJ KK", "77 8 99 T JJJ Q KK"),
    differs(RULES, "step 6e, 66789TJQQ", || rule("66789TJQQ"), "6789TJ 6 QQ", "789TJ 66 QQ"),
    same(RULES, "step 10, 3456788", || rule("3456788"), "345678 8"),
    same(RULES, "QQQKK345678 on JJJ4", || answer("QQQKK345678", "JJJ4", "10,10,11"), "3QQQ"),
    same(RULES, "QQQKK56789 on JJJ4", || answer("QQQKK56789", "JJJ4", "10,10,10"), "QQQK"),
    same(RULES, "66227 on 55", || answer("66227", "55", "9,9,5"), "66"),
    same(RULES, "34567 against three cards, jokers gone", three_cards, "big"),
    same(RULES, "QQQKKK+A4 adds its positive wings", || points("QQQKKK+A4"), "5.5"),
    differs(RULES, "AA against 4 of 10 cards with 22", pair_of_twos, "133 of 1,000", "160 of 1,000"),
    differs(
        PAPER,
        "2KQ8877664, first plays",
        || leads(&Ruleset::CLASSIC, "2KQ8877664"),
        "4 6 7 8 Q K 2 66 77 88 667788",
        "4 6 7 8 Q K 2 66 77 88 KKK",
    ),
    same(TURNS, "QQQJ1098766544", || turns("QQQJ1098766544", "456789TJ 4 6 QQQ"), "12 in 3 turns"),
    differs(TURNS, "plan QQQ 44 56789TJ 6", || weight("QQQ 44 56789TJ 6"), "12", "11"),
    differs(TURNS, "plan 66 789TJQ QQ 5 44", || weight("66 789TJQ QQ 5 44"), "12", "10"),
    same(TURNS, "小鬼", || read("小鬼"), "X"),
    same(JOURNEY, "order of singles", journey_order, "D X 2 A K Q J T 9 5 8 3 7 6 4"),
    same(JOURNEY, "777+4 led, no 7 held: the third seat holds it", || fourth(None), "sure"),
    same(JOURNEY, "the same, after guesses that did not come out", || fourth(Some(5)), "less sure"),
    same(JOURNEY, "the same, after guesses that came out", || fourth(Some(40)), "sure"),
    same(
        THESIS,
        "3445567788999TTQQQK2, singles, pairs, triples, with one, with two",
        || counts(&[Kind::Single, Kind::Pair, Kind::Triple, Kind::TripleSingle, Kind::TriplePair]),
        "11 7 2 20 12",
    ),
    differs(THESIS, "3445567788999TTQQQK2, straights", || counts(&[Kind::Straight]), "10", "4"),
    differs(THESIS, "3445567788999TTQQQK2, pair chains", || counts(&[Kind::PairChain]), "3", "2"),
];

fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

fn rule(cards: &str) -> String {
    split::rule(hand(cards), &Ruleset::CLASSIC).to_string()
}

/// What `rules` answers to the landlord's combo, before it.
fn answer(cards: &str, standing: &str, left: &str) -> String {
    let view: View = format!("me=up hand={cards} left={left} standing=landlord:{standing}").parse().unwrap();
    let decision = decide(&view, &Persona::named("rules").unwrap(), Seed(1), &mut Scratch::new()).unwrap();
    decision.play().map_or_else(|| String::from("pass"), |play| play.to_string())
}

fn chance(unseen: &str, count: u8, combo: &str) -> Chance {
    let unseen = Unseen::one(hand(unseen), Enemy { count, known: Hand::EMPTY }).unwrap();
    let combo: Combo = Ruleset::CLASSIC.read_text(combo).unwrap();
    chance_covered(&unseen, combo, &Ruleset::CLASSIC, Bombs::Ignored)
}

fn three_cards() -> String {
    String::from(if chance("445566778899TJQKA2", 3, "34567") == Chance::NEVER { "big" } else { "small" })
}

/// Two of the four cards are the two 2s in C(8, 2) of C(10, 4) hands: 28 of 210.
fn pair_of_twos() -> String {
    format!("{} of 1,000", chance("3456789T22", 4, "AA").as_millionths() / 1000)
}

fn points(combo: &str) -> String {
    (f64::from(Weights::DEFAULT.combo(Ruleset::CLASSIC.read_text(combo).unwrap())) / 4.0).to_string()
}

fn leads(rules: &Ruleset, cards: &str) -> String {
    rules.plays(hand(cards), Trick::Lead).iter().map(Combo::to_string).collect::<Vec<_>>().join(" ")
}

fn weight(plan: &str) -> String {
    let parts: Vec<Combo> = plan.split(' ').map(|text| Ruleset::CLASSIC.read_text(text).unwrap()).collect();
    eval::turn_weight(&parts).to_string()
}

fn turns(cards: &str, plan: &str) -> String {
    format!("{} in {} turns", weight(plan), TurnsMemo::new(&Ruleset::CLASSIC).turns(hand(cards)))
}

fn read(cards: &str) -> String {
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

/// The landlord led 777 and a 4, up holds no 7: how sure it is that down holds the fourth, when `right` of 40 such guesses about the landlord
/// came out. The source calls it certain until guesses fail.
fn fourth(right: Option<u32>) -> String {
    let seven = Rank::from_letter('7').unwrap();
    let deal = "deal=4777559TTJJQQKKA9/74456689TJQKAA22D/334566889TJQKA22X/338";
    let table: Table = format!("{deal} plays=4777,-").parse().unwrap();
    let view = table.view(table.board().turn().unwrap());
    assert_eq!((view.seat(), view.hand().count(seven)), (Some(Seat::Up), 0));
    let landlord =
        right.map_or(Habits::default(), |fourths_right| Habits { fourths: 40, fourths_right, ..Habits::default() });
    let config = BeliefConfig::FITTED.with_habits(&[landlord, Habits::default(), Habits::default()]);
    let belief = Belief::with_config(&view, Seed(1), config).unwrap();
    let held = (0..400).filter(|&world| belief.world(world).hand(Seat::Down).count(seven) > 0).count();
    String::from(if held > 340 { "sure" } else { "less sure" })
}

fn counts(kinds: &[Kind]) -> String {
    let leads = Ruleset::CLASSIC.plays(hand("3445567788999TTQQQK2"), Trick::Lead);
    let count = |&kind: &Kind| leads.iter().filter(|lead| lead.kind() == kind).count().to_string();
    kinds.iter().map(count).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_published_example_comes_out_as_printed_or_as_documented() {
    for Row { source, example, ours, gives, .. } in ROWS {
        assert_eq!(ours(), *gives, "{source}: {example}");
    }
}

#[test]
fn every_difference_has_its_reason_in_the_documents() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/develop/search.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split("## Published examples that differ").nth(1).expect("the page has the section");
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<&str> =
        section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| source")).collect();
    let rows: Vec<&str> = rows.into_iter().filter(|line| !line.starts_with("| ---")).collect();
    let wanted: Vec<String> = ROWS
        .iter()
        .filter(|row| row.gives != row.published)
        .map(|Row { source, example, gives, published, .. }| {
            format!("| {source} | `{example}` | `{published}` | `{gives}` | ")
        })
        .collect();
    assert_eq!(rows.len(), wanted.len(), "{rows:#?}");
    for (row, wanted) in rows.iter().zip(&wanted) {
        let reason =
            row.strip_prefix(wanted.as_str()).unwrap_or_else(|| panic!("{row:?} does not begin with {wanted:?}"));
        assert!(reason.len() > 30 && reason.ends_with(" |"), "{row:?} gives no reason");
    }
}
