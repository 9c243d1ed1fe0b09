//! Positions in which a concept holds for one play and not for the other.

use engine::explain::{self, CONCEPTS};
use engine::turn::TurnBuffers;
use engine::words::Lang;
use rules::{Combo, Trick, View};

/// A concept, a view, and two plays: the concept speaks for the first one.
const CONCEPT_POSITIONS: &[(&str, &str, [&str; 2])] = &[
    ("goes-out", ANSWER_JJ, ["JJ", "-"]),
    ("wins-for-sure", "me=landlord hand=3XD left=3,5,5", ["XD", "3"]),
    ("partner-nearly-out", "me=up hand=3579KK left=5,2,6 standing=down:99", ["-", "KK"]),
    ("feeds-partner", "me=down hand=3KK left=5,3,1", ["3", "KK"]),
    ("keeps-rocket", HOLDS_ROCKET, ["-", "X"]),
    ("no-way-out", ENEMY_HAS_ONE, ["KK", "3"]),
    ("stops-enemy", TWO_PAIRS, ["JJ", "-"]),
    ("keeps-bomb", HOLDS_FOUR_NINES, ["J", "9"]),
    ("partner-holds-trick", UP_HOLDS_TRICK, ["-", "KK"]),
    ("highest-to-one", "me=landlord hand=3K left=2,1,5", ["K", "3"]),
    ("saves-bomb", "me=up hand=357J9999 left=9,4,8 standing=landlord:8", ["J", "9999"]),
    ("leaves-one-combo", "me=landlord hand=335 left=3,5,5", ["33", "3"]),
    ("leaves-winners", "me=landlord hand=522D left=4,5,5", ["5", "2"]),
    ("keeps-straight", HOLDS_STRAIGHT, ["K", "7"]),
    ("cannot-be-beaten", "me=landlord hand=35D left=3,3,3", ["D", "3"]),
    ("low-rides", "me=landlord hand=4445QK left=6,5,5", ["4445", "444Q"]),
    ("cheap-answer", HOLDS_BIG, ["7", "-"]),
    ("keeps-triple", HOLDS_TRIPLE, ["J", "7"]),
    ("raises-partner", DOWN_HOLDS_TRICK, ["KK", "-"]),
    ("keeps-wild", HOLDS_WILD, ["J", "7"]),
    ("keeps-pair", HOLDS_PAIR, ["J", "7"]),
    ("passed-before", LANDLORD_PASSED, ["2", "-"]),
    ("top-of-its-kind", "me=landlord hand=35D left=3,5,5", ["D", "3"]),
    ("keeps-big", HOLDS_BIG, ["7", "2"]),
    ("last-to-answer", "me=up hand=33JJ left=9,4,4 standing=landlord:99", ["JJ", "-"]),
    ("fewer-turns", HOLDS_STRAIGHT, ["K", "7"]),
    ("likely-holds", "me=up hand=3A left=2,4,2", ["A", "3"]),
    ("answer-gains-nothing", HOLDS_STRAIGHT, ["-", "7"]),
    ("keeps-return", "me=landlord hand=3D left=2,5,5", ["3", "D"]),
    ("lays-down", "me=up hand=34567QKK left=9,4,8", ["34567", "Q"]),
    ("few-above", "me=landlord hand=32K left=3,9,9", ["2", "3"]),
    ("loose-single", "me=landlord hand=4KK left=3,5,5", ["4", "KK"]),
    ("partners-kind", PARTNER_LED_SINGLE, ["3", "88"]),
    ("not-the-enemys-kind", LANDLORD_LED_SINGLE, ["JJQQKK", "8"]),
    ("saves-higher", "me=landlord hand=449QQAA left=7,5,5", ["44", "QQ"]),
    ("saves-higher", "me=up hand=3355779Q left=9,4,8 standing=landlord:6", ["-", "Q"]),
    ("smallest-first", "me=landlord hand=3557K left=5,5,5", ["3", "55"]),
    ("keeps-long", LEAD_STRAIGHT, ["K", "34567"]),
    ("leaves-to-partner", BEFORE_PARTNER, ["-", "KK"]),
    ("spares-partner", BEFORE_PARTNER, ["KK", "-"]),
    ("not-topped-by", "me=landlord hand=48QAA left=5,9,9", ["8", "4"]),
    ("leads-high", "me=up hand=33557Q left=9,4,6", ["Q", "33"]),
    ("partner-holds-trick", "me=down hand=8JJ left=9,3,6 standing=up:5", ["-", "8"]),
    ("partner-holds-trick", "me=up hand=46677899 left=9,8,8 standing=down:3", ["-", "4"]),
    ("holds-more", "me=landlord hand=3QK left=3,2,2", ["Q", "3"]),
];

const ANSWER_JJ: &str = "me=up hand=JJ left=5,4,2 standing=landlord:99";
const TWO_PAIRS: &str = "me=up hand=33JJ left=5,4,4 standing=landlord:99";
const UP_HOLDS_TRICK: &str = "me=down hand=3579KK left=5,6,4 standing=up:99";
const BEFORE_PARTNER: &str = "me=down hand=3579KK left=5,6,4 standing=landlord:99";
const DOWN_HOLDS_TRICK: &str = "me=up hand=3KK left=5,4,3 standing=down:99";
const ENEMY_HAS_ONE: &str = "me=landlord hand=3KK left=3,1,5";
const HOLDS_ROCKET: &str = "me=up hand=3XD left=9,4,3 standing=landlord:K";
const HOLDS_WILD: &str = "rules=laizi me=up hand=79J left=9,4,3 standing=landlord:6 wilds=7";
const HOLDS_FOUR_NINES: &str = "me=up hand=9999JQ left=9,4,6 standing=landlord:8";
const HOLDS_STRAIGHT: &str = "me=up hand=34567KQ left=9,4,7 standing=landlord:6";
const LEAD_STRAIGHT: &str = "me=up hand=34567K left=9,4,6";
const HOLDS_TRIPLE: &str = "me=up hand=777J left=9,4,4 standing=landlord:6";
const HOLDS_PAIR: &str = "me=up hand=77J left=9,4,3 standing=landlord:6";
const HOLDS_BIG: &str = "me=up hand=372 left=9,4,3 standing=landlord:6";
const PARTNER_LED_SINGLE: &str = "rules=classic me=second hand=388999A calls=no,no,1 bottom=3A2 \
    plays=8,T,A,2,-,D,-,-,55,KK,22,-,-,44666,-,-,8,J,A,X,-,-,9,T,K,-,A,2,-,-,6,-,K,-,-,44,-,-";
const LANDLORD_LED_SINGLE: &str = "rules=classic me=first hand=689JJQQKKAAA calls=2,3 bottom=46A \
    plays=3456789TJQ,-,-,789TJ,-,-,D,-,-,A,2,-,-,56789,-,-,3336,4445,-,-,X,-,-";
const LANDLORD_PASSED: &str = "rules=classic me=second hand=33AAA2 calls=2,no,3 bottom=67T \
    plays=9,J,-,K,A,-,2,-,X,-,-,5,9,T,Q,-,-,89TJQK,-,-,44,66,KK,-,-,6,-,Q,-";

fn legal_play(view: &View, text: &str) -> Option<Combo> {
    let play = view.rules().read_play(text, view.trick());
    let play = play.unwrap_or_else(|error| panic!("{text}: {error}"));
    let is_legal =
        play.map_or(view.trick() != Trick::Lead, |play| view.rules().plays(view.hand(), view.trick()).contains(&play));
    assert!(is_legal, "{text} is not legal in {view}");
    play
}

#[test]
fn concepts_hold_for_the_better_play_alone() {
    let mut buffers = TurnBuffers::new();
    for (name, line, plays) in CONCEPT_POSITIONS {
        let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let [better, other] = plays.map(|text| legal_play(&view, text));
        let concept = CONCEPTS.iter().find(|concept| concept.name == *name).expect("a concept");
        let mut codes = |play, rival| {
            explain::facts(&view, play, rival, &mut buffers).iter().map(|fact| fact.code()).collect::<Vec<_>>()
        };
        let (merits, faults) = (codes(better, other), codes(other, better));
        assert!(merits.contains(name) && !faults.contains(name), "{name}: {merits:?}, {faults:?} in {line}");
        assert!(concept.fault.is_none_or(|fault| faults.contains(&fault) && !merits.contains(&fault)), "{name}");
    }
}

#[test]
fn a_play_without_a_rival_has_its_reason() {
    for (line, made, code) in
        [(ANSWER_JJ, "JJ", "goes-out"), ("me=up hand=33 left=5,4,2 standing=landlord:99", "-", "cannot-answer")]
    {
        let view: View = line.parse().unwrap();
        let action = rules::Action::Play(legal_play(&view, made));
        assert_eq!(explain::reason(&view, action, [None; 2], None, &mut TurnBuffers::new()).code(), code, "{line}");
    }
}

/// The partner's open hand holds X. The test adds a bottom with or without D.
const PARTNER_OPEN_VIEW: &str = "rules=classic,open-hand=deal me=third hand=33445566778899TT2 \
    calls=second:5:JJJJQQQQKKKKAAA2X,3 show=no plays=A,-";

#[test]
fn reasons_use_open_hands() {
    let tops = |bottom: &str| {
        let view: View = format!("{PARTNER_OPEN_VIEW} bottom={bottom}").parse().unwrap();
        let facts = explain::facts(&view, legal_play(&view, "2"), legal_play(&view, "-"), &mut TurnBuffers::new());
        facts.iter().find(|fact| fact.code() == "few-above").map(|fact| fact.text(Lang::En))
    };
    assert_eq!(tops("346").as_deref(), Some("Topped by the big joker alone, bombs aside."));
    assert_eq!(tops("34D"), None, "the landlord shows the card");
}

#[test]
fn a_combo_with_wings_is_topped_by_whole_combos() {
    let topped_by = |line: &str, made: &str| {
        let view: View = line.parse().unwrap();
        let facts = explain::facts(&view, legal_play(&view, made), legal_play(&view, "3"), &mut TurnBuffers::new());
        facts.iter().find(|fact| fact.code() == "few-above").map(|fact| fact.text(Lang::En))
    };
    // Three tens are unseen, and a pair beside them only in the second position.
    let at = |down: &str| format!("me=landlord hand=33555 left=5,6,5 played=334445666777888/{down}/KKKAAAA2222D");
    assert_eq!(topped_by(&at("999TJJJQQQX"), "33555"), None);
    let text = topped_by(&at("999TJJQQQKX"), "33555");
    assert_eq!(text.as_deref(), Some("Topped by 10 10 10 alone, bombs aside."));
    // The landlord holds four cards, or five.
    let at = |left: &str, played: &str| format!("me=up hand=33444 left={left} played={played}");
    assert_eq!(topped_by(&at("4,5,5", "334555677788899T/TTTJJJQQQQKK/KKAAAA2222XD"), "33444"), None);
    let text = topped_by(&at("5,4,5", "334555677788899/TTTTJJJQQQQKK/KKAAAA2222XD"), "33444");
    assert_eq!(text.as_deref(), Some("Topped by 666 alone, bombs aside."));
}
