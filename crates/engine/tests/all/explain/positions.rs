//! For each concept a position in which it must be said and one in which it must not.

use engine::explain::{CONCEPTS, Explainer, Group, Tone};
use engine::words::Lang;
use rules::{Combo, Trick, View};

/// A concept; a view, a play and its rival (empty for none) where it must be said; the same where it must not.
const CASES: &[(&str, [&str; 3], [&str; 3])] = &[
    ("goes-out", [ANSWER_JJ, "JJ", ""], [TWO_PAIRS, "JJ", ""]),
    ("cannot-answer", ["me=up hand=33 left=5,4,2 standing=landlord:99", "-", ""], [TWO_PAIRS, "-", ""]),
    ("wins-for-sure", ["me=landlord hand=3XD left=3,5,5", "XD", ""], ["me=landlord hand=35D left=3,5,5", "D", ""]),
    ("leaves-one-combo", [TWO_PAIRS, "JJ", ""], ["me=up hand=34JJ left=5,4,4 standing=landlord:99", "JJ", ""]),
    ("leaves-winners", ["me=landlord hand=522D left=4,5,5", "5", ""], ["me=landlord hand=5KKD left=4,5,5", "5", ""]),
    (
        "leaves-winners-and-one",
        ["me=landlord hand=35D left=3,5,5", "3", ""],
        ["me=landlord hand=356D left=4,5,5", "3", ""],
    ),
    ("feeds-partner", ["me=down hand=3KK left=5,3,1", "3", ""], ["me=down hand=3KK left=5,3,2", "3", ""]),
    ("partner-keeps-lead", [DOWN_UNDER_UP, "-", ""], [UP_UNDER_DOWN, "-", ""]),
    ("partner-cannot-be-beaten", ["me=up hand=334 left=5,4,3 standing=down:XD", "-", ""], [UP_UNDER_DOWN, "-", ""]),
    (
        "partner-nearly-out",
        ["me=up hand=3KK left=5,2,3 standing=down:99", "-", ""],
        ["me=up hand=3KK left=5,7,3 standing=down:99", "-", ""],
    ),
    ("partner-holds-trick", [UP_UNDER_DOWN, "-", ""], [TWO_PAIRS, "-", ""]),
    ("raises-partner", [UP_UNDER_DOWN, "KK", ""], [DOWN_UNDER_UP, "KK", ""]),
    (
        "relieves-partner",
        ["me=down hand=33KK left=5,4,4 standing=up:99", "KK", ""],
        ["me=down hand=3579KK left=5,6,4 standing=up:99", "KK", ""],
    ),
    ("partners-kind", [PARTNER_LED, "2", ""], [PARTNER_LED, "6789T", ""]),
    ("no-single-to-one", [ONE_LEFT, "KK", ""], [ONE_LEFT, "3", ""]),
    ("no-pair-to-two", [TWO_LEFT, "3", "KK"], [TWO_LEFT, "KK", "3"]),
    ("highest-to-one", ["me=landlord hand=3K left=2,1,5", "K", ""], ["me=landlord hand=3K left=2,1,5", "3", ""]),
    ("stops-enemy", [TWO_PAIRS, "JJ", ""], ["me=up hand=33JJ left=9,4,4 standing=landlord:99", "JJ", ""]),
    ("last-to-answer", [TWO_PAIRS, "JJ", ""], ["me=down hand=33JJ left=5,4,4 standing=landlord:99", "JJ", ""]),
    ("passed-before", [LANDLORD_PASSED, "2", ""], [LANDLORD_PLAYED, "2", ""]),
    ("not-the-enemys-kind", [LANDLORD_LED, "KKAAA", "8"], [LANDLORD_LED, "8", "KKAAA"]),
    (
        "too-long",
        ["me=landlord hand=3344559 left=7,3,3 played=XD/3/4", "334455", ""],
        ["me=landlord hand=3344559 left=7,3,6 played=XD/3/4", "334455", ""],
    ),
    ("cannot-be-beaten", ["me=landlord hand=3D left=2,3,3", "D", ""], ["me=landlord hand=3D left=2,5,3", "D", ""]),
    ("top-of-its-kind", ["me=landlord hand=3D left=2,5,5", "D", ""], ["me=landlord hand=3K left=2,5,5", "K", ""]),
    ("likely-holds", ["me=up hand=3A left=2,4,2", "A", ""], ["me=up hand=3A left=2,4,2", "3", ""]),
    ("few-above", ["me=landlord hand=2K left=2,9,9", "2", ""], ["me=landlord hand=2K left=2,9,9", "K", ""]),
    (
        "only-a-bomb-beats",
        ["me=up hand=35555 left=9,4,5 standing=landlord:AA", "5555", ""],
        ["me=up hand=555522 left=9,4,6 standing=landlord:AA", "5555", ""],
    ),
    (
        "bombs-to-lead",
        ["me=up hand=5555JJ left=9,4,6 standing=landlord:AA", "5555", ""],
        ["me=up hand=555579JK left=9,4,8 standing=landlord:AA", "5555", ""],
    ),
    (
        "only-bombs-would-beat",
        ["me=up hand=35555 left=9,4,5 standing=landlord:AA", "-", ""],
        ["me=up hand=555522 left=9,4,6 standing=landlord:AA", "-", ""],
    ),
    (
        "only-big-would-beat",
        ["me=up hand=3422 left=9,4,4 standing=landlord:AA", "-", ""],
        ["me=up hand=34AA left=9,4,4 standing=landlord:KK", "-", ""],
    ),
    (
        "lowest-whole-answer",
        ["me=up hand=77799J left=9,4,6 standing=landlord:6", "J", ""],
        ["me=up hand=77799J left=9,4,6 standing=landlord:6", "7", ""],
    ),
    (
        "lowest-answer",
        ["me=up hand=JJQQ left=9,4,4 standing=landlord:99", "JJ", ""],
        ["me=up hand=JJQQ left=9,4,4 standing=landlord:99", "QQ", ""],
    ),
    (
        "harder-to-beat",
        ["me=up hand=JJQQ left=9,4,4 standing=landlord:99", "QQ", "JJ"],
        ["me=up hand=JJQQ left=9,4,4 standing=landlord:99", "JJ", "QQ"],
    ),
    ("takes-trick", [TWO_PAIRS, "JJ", ""], ["me=up hand=33JJ left=5,4,4", "JJ", ""]),
    ("keeps-rocket", [ROCKET, "-", "X"], [ROCKET, "X", "-"]),
    ("keeps-wild", [WILD, "J", "7"], [WILD, "7", "J"]),
    ("keeps-wild", [WILD, "J", "7"], [LAST_TWO, "3", "7"]),
    ("keeps-bomb", [FOUR_NINES, "J", "9"], [FOUR_NINES, "9", "J"]),
    ("keeps-straight", [STRAIGHT, "K", "7"], [STRAIGHT, "7", "K"]),
    ("keeps-triple", [TRIPLE, "J", "7"], [TRIPLE, "7", "J"]),
    ("keeps-pair", [PAIR, "J", "7"], [PAIR, "7", "J"]),
    ("keeps-big", [BIG, "7", "2"], [BIG, "2", "7"]),
    ("answer-gains-nothing", [STRAIGHT, "-", "7"], [BIG, "-", "7"]),
    ("keeps-return", ["me=landlord hand=3D left=2,5,5", "3", ""], ["me=landlord hand=3K left=2,5,5", "3", ""]),
    (
        "carries-loose",
        ["me=landlord hand=4447KK left=6,5,5", "4447", ""],
        ["me=landlord hand=44477KK left=7,5,5", "4447", ""],
    ),
    ("loose-single", ["me=landlord hand=4KK left=3,5,5", "4", ""], ["me=landlord hand=44KK left=4,5,5", "4", ""]),
    ("lays-down", [LEAD_STRAIGHT, "34567", ""], [LEAD_STRAIGHT, "3", ""]),
    ("smallest-first", ["me=landlord hand=4KK left=3,5,5", "4", ""], ["me=landlord hand=4KK left=3,5,5", "KK", ""]),
    ("fewer-turns", [STRAIGHT, "K", "7"], [STRAIGHT, "7", "K"]),
    ("keeps-higher", ["me=landlord hand=3K left=2,5,5", "3", ""], ["me=landlord hand=3K left=2,5,5", "K", ""]),
    (
        "saves-higher",
        ["me=landlord hand=449QQAA left=7,5,5", "44", "QQ"],
        ["me=landlord hand=449QQAA left=7,5,5", "AA", "QQ"],
    ),
    (
        "low-first",
        ["me=landlord hand=449TTAA left=7,5,5", "44", "TT"],
        ["me=landlord hand=449QQAA left=7,5,5", "44", "QQ"],
    ),
    (
        "low-rides",
        ["me=landlord hand=4445QK left=6,5,5", "4445", "444Q"],
        ["me=landlord hand=4445QK left=6,5,5", "444Q", "4445"],
    ),
    ("saves-higher", ["me=up hand=77Q left=9,4,3 standing=landlord:6", "-", "Q"], [PAIR, "-", "J"]),
    ("lays-down-more", [ONE_LEFT, "KK", "3"], [ONE_LEFT, "3", "KK"]),
    ("turns-left", [TWO_PAIRS, "JJ", ""], [ANSWER_JJ, "JJ", ""]),
    (
        "worth-a-turn",
        ["me=landlord hand=33J left=3,9,9", "3", "33"],
        ["me=landlord hand=34567J left=6,9,9", "3", "34567"],
    ),
    ("misses-win", ["me=landlord hand=3XD left=3,5,5", "3", "XD"], ["me=landlord hand=3XD left=3,5,5", "XD", "3"]),
    (
        "misses-one-combo",
        ["me=landlord hand=335 left=3,5,5", "3", "33"],
        ["me=landlord hand=335 left=3,5,5", "33", "3"],
    ),
    ("covers-partner", [LANDLORD_LET_GO, "KK", "-"], [UP_UNDER_DOWN, "KK", "-"]),
    (
        "bombs-partner",
        ["me=up hand=35555 left=5,4,5 standing=down:99", "5555", ""],
        ["me=up hand=35555 left=5,4,5 standing=landlord:99", "5555", ""],
    ),
    ("feeds-single", [ONE_LEFT, "3", ""], [ONE_LEFT, "KK", ""]),
    ("feeds-pair", ["me=landlord hand=33K left=3,2,5", "33", ""], ["me=landlord hand=33K left=3,2,5", "K", ""]),
    (
        "lets-enemy-lead",
        ["me=up hand=33JJ left=9,4,4 standing=landlord:99", "-", ""],
        ["me=down hand=33JJ left=9,4,4 standing=landlord:99", "-", ""],
    ),
    (
        "lets-enemy-lead",
        ["me=landlord hand=33JJ left=4,9,9 standing=down:99", "-", ""],
        ["me=landlord hand=33JJ left=4,9,9 standing=up:99", "-", ""],
    ),
    (
        "lets-enemy-near",
        ["me=up hand=33JJ left=3,4,4 standing=landlord:99", "-", ""],
        ["me=up hand=33JJ left=9,4,4 standing=landlord:99", "-", ""],
    ),
    ("splits-rocket", [ROCKET, "X", ""], [ROCKET, "XD", ""]),
    ("spends-wild", [WILD, "7", "J"], [WILD, "J", "7"]),
    ("splits-bomb", [FOUR_NINES, "9", ""], [FOUR_NINES, "J", ""]),
    ("splits-straight", [STRAIGHT, "7", ""], [STRAIGHT, "K", ""]),
    ("splits-triple", [TRIPLE, "7", ""], [TRIPLE, "J", ""]),
    ("splits-pair", [PAIR, "7", ""], [PAIR, "J", ""]),
    (
        "spends-bomb",
        ["me=up hand=357J9999 left=9,4,8 standing=landlord:8", "9999", "J"],
        ["me=up hand=9999JQ left=9,4,6 standing=landlord:8", "9999", "J"],
    ),
    ("passes-near-the-end", [BIG, "-", "2"], [STRAIGHT, "-", "7"]),
    ("passes-cheap-answer", [BIG, "-", "7"], [BIG, "-", "2"]),
    ("gives-up-lead", ["me=landlord hand=3D left=2,5,5", "3", "D"], ["me=landlord hand=3D left=2,5,5", "D", "3"]),
    ("more-turns", [STRAIGHT, "7", "K"], [STRAIGHT, "K", "7"]),
    ("big-goes", [BIG, "2", "7"], [BIG, "7", "2"]),
    ("higher-than-needed", [BIG, "2", "7"], [BIG, "7", "2"]),
    (
        "loose-stays-behind",
        ["me=landlord hand=499KKD left=6,5,5", "99", "4"],
        ["me=landlord hand=499KKK left=6,5,5", "99", "4"],
    ),
    (
        "lays-down-less",
        ["me=landlord hand=34567K left=6,5,5", "K", "34567"],
        ["me=landlord hand=34567K left=6,5,5", "34567", "K"],
    ),
    ("begins-high", ["me=landlord hand=3K left=2,5,5", "K", "3"], ["me=landlord hand=3K left=2,5,5", "3", "K"]),
    ("leaves-partner-alone", [UP_UNDER_DOWN, "-", ""], [DOWN_UNDER_UP, "-", ""]),
    ("not-partners-kind", [PARTNER_NEAR, "88", "3"], [PARTNER_LED_SINGLES, "99", "2"]),
    ("may-let-enemy-out", ["me=landlord hand=3KK left=3,2,5", "KK", ""], ["me=landlord hand=3KK left=3,3,5", "KK", ""]),
    ("easily-beaten", ["me=landlord hand=32 left=2,5,5", "3", "2"], ["me=landlord hand=3K left=2,5,5", "3", "K"]),
    (
        "high-rides",
        ["me=landlord hand=4445QK left=6,5,5", "444Q", "4445"],
        ["me=landlord hand=44457K left=6,5,5", "4447", "4445"],
    ),
    (
        "smallest-stays",
        ["me=landlord hand=3557K left=5,5,5", "55", "3"],
        ["me=landlord hand=3557K left=5,5,5", "3", "55"],
    ),
    (
        "high-first",
        ["me=landlord hand=449QQAA left=7,5,5", "QQ", "44"],
        ["me=landlord hand=449QQAA left=7,5,5", "44", "QQ"],
    ),
];

const ANSWER_JJ: &str = "me=up hand=JJ left=5,4,2 standing=landlord:99";
const TWO_PAIRS: &str = "me=up hand=33JJ left=5,4,4 standing=landlord:99";
const DOWN_UNDER_UP: &str = "me=down hand=3KK left=5,3,4 standing=up:99";
const LANDLORD_LET_GO: &str = "me=down hand=3579KK left=5,6,4 standing=up:99";
const UP_UNDER_DOWN: &str = "me=up hand=3KK left=5,4,3 standing=down:99";
const ONE_LEFT: &str = "me=landlord hand=3KK left=3,1,5";
const TWO_LEFT: &str = "me=landlord hand=3KK left=3,2,5";
const ROCKET: &str = "me=up hand=3XD left=9,4,3 standing=landlord:K";
const WILD: &str = "rules=laizi me=up hand=79J left=9,4,3 standing=landlord:6 wilds=7";
const LAST_TWO: &str = "rules=laizi me=landlord hand=37 left=2,3,4 wilds=7";
const FOUR_NINES: &str = "me=up hand=9999JQ left=9,4,6 standing=landlord:8";
const STRAIGHT: &str = "me=up hand=34567KQ left=9,4,7 standing=landlord:6";
const LEAD_STRAIGHT: &str = "me=up hand=34567K left=9,4,6";
const TRIPLE: &str = "me=up hand=777J left=9,4,4 standing=landlord:6";
const PAIR: &str = "me=up hand=77J left=9,4,3 standing=landlord:6";
const BIG: &str = "me=up hand=372 left=9,4,3 standing=landlord:6";
const PARTNER_LED: &str = "rules=classic me=third hand=6789T2 calls=no,3 bottom=3A2 \
    plays=T,K,-,-,34567,-,-,4,T,K,2,-,XD,-,-,66,-,88,-,-,4,9,J,-,-,7,K,-,-,5,8,T,-,-";
const PARTNER_LED_SINGLES: &str = "rules=classic me=third hand=6799T2 calls=no,3 bottom=3A2 \
    plays=T,K,-,-,34567,-,-,4,T,K,2,-,XD,-,-,66,-,88,-,-,4,9,J,-,-,7,K,-,-,5,8,T,-,-";
const PARTNER_NEAR: &str = "rules=classic me=second hand=388999A calls=no,no,1 bottom=3A2 \
    plays=8,T,A,2,-,D,-,-,55,KK,22,-,-,44666,-,-,8,J,A,X,-,-,9,T,K,-,A,2,-,-,6,-,K,-,-,44,-,-";
const LANDLORD_LED: &str = "rules=classic me=first hand=689JJQQKKAAA calls=2,3 bottom=46A \
    plays=3456789TJQ,-,-,789TJ,-,-,D,-,-,A,2,-,-,56789,-,-,3336,4445,-,-,X,-,-";
const LANDLORD_PASSED: &str = "rules=classic me=second hand=33AAA2 calls=2,no,3 bottom=67T \
    plays=9,J,-,K,A,-,2,-,X,-,-,5,9,T,Q,-,-,89TJQK,-,-,44,66,KK,-,-,6,-,Q,-";
const LANDLORD_PLAYED: &str = "rules=classic me=third hand=3444677789TTJA22 calls=no,3 bottom=89J plays=J,K,-,A";

fn play(view: &View, text: &str) -> Option<Combo> {
    let play = view.rules().read_play(text, view.trick());
    let play = play.unwrap_or_else(|error| panic!("{text}: {error}"));
    let is_legal =
        play.map_or(view.trick() != Trick::Lead, |play| view.rules().plays(view.hand(), view.trick()).contains(&play));
    assert!(is_legal, "{text} is not legal in {view}");
    play
}

/// True if the concept is among the facts of the play.
fn is_said(concept: &str, [line, made, rival]: [&str; 3]) -> bool {
    let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let rival = (!rival.is_empty()).then(|| play(&view, rival));
    let facts = Explainer::new().facts(&view, play(&view, made), rival);
    facts.iter().any(|fact| fact.code() == concept)
}

#[test]
fn each_concept_is_said_where_it_holds_and_not_where_it_does_not() {
    for (concept, said, unsaid) in CASES {
        assert!(is_said(concept, *said), "{concept} is not said of {said:?}");
        assert!(!is_said(concept, *unsaid), "{concept} is said of {unsaid:?}");
    }
}

#[test]
fn each_concept_of_the_play_has_its_positions() {
    for concept in CONCEPTS.iter().filter(|concept| !matches!(concept.group, Group::Before | Group::Service)) {
        assert!(CASES.iter().any(|(name, ..)| *name == concept.name), "{} has no position", concept.name);
    }
}

#[test]
fn reasons_say_what_is_special_of_the_hand() {
    let said = |line: &str, made: &str, rival: &str| {
        let view: View = line.parse().unwrap();
        let rivals = [Some(play(&view, rival)), None];
        let action = rules::Action::Play(play(&view, made));
        let reason = Explainer::new().reason(&view, action, rivals, None);
        [Lang::En, Lang::Zh].map(|lang| reason.text(lang))
    };
    assert_eq!(
        said(STRAIGHT, "K", "7"),
        [
            "Keeps the straight 34567. The last chance: nobody else is left to answer the landlord's 6.",
            "顺子 34567 不拆。再不管，地主的 6 就过去了。"
        ]
    );
    assert_eq!(said(ONE_LEFT, "KK", "3")[0], "Gives no single to a peasant, who has one card. Leaves one combo, 3.");
    assert_eq!(said(UP_UNDER_DOWN, "-", "KK")[1], "不压队友的 99。KK 留到后面。");
}

#[test]
fn a_contrast_says_what_went_wrong_and_what_goes_right() {
    let view: View = STRAIGHT.parse().unwrap();
    let action = |text: &str| rules::Action::Play(play(&view, text));
    let contrast = Explainer::new().contrast(&view, action("7"), action("K"), None);
    assert_eq!(contrast.made.text(Lang::En), "Breaks the straight 34567.");
    assert_eq!(contrast.better.code(), "none", "it does not say again that the straight stays whole");
    assert!(CONCEPTS.iter().any(|concept| concept.tone == Tone::Against && concept.name == contrast.made.code()));
}

/// The partner's open hand holds X, and the landlord the rest: D comes last in the bottom, or not.
const PARTNER_OPEN: &str = "rules=classic,open-hand=deal me=third hand=33445566778899TT2 \
    calls=second:5:JJJJQQQQKKKKAAA2X,3 show=no plays=A,-";

#[test]
fn a_reason_knows_who_holds_the_cards_that_lie_open() {
    let tops = |bottom: &str| {
        let view: View = format!("{PARTNER_OPEN} bottom={bottom}").parse().unwrap();
        let facts = Explainer::new().facts(&view, play(&view, "2"), None);
        facts.iter().find(|fact| fact.code() == "few-above").map(|fact| fact.text(Lang::En))
    };
    assert_eq!(tops("346").as_deref(), Some("Topped by the big joker alone, bombs aside."));
    assert_eq!(tops("34D"), None, "the landlord shows the card");
}

#[test]
fn a_combo_with_wings_is_topped_by_what_an_enemy_can_lay_down_whole() {
    let topped_by = |line: &str, made: &str| {
        let view: View = line.parse().unwrap();
        let facts = Explainer::new().facts(&view, play(&view, made), None);
        facts.iter().find(|fact| fact.code() == "few-above").map(|fact| fact.text(Lang::En))
    };
    // Three tens are out, and a pair beside them in the second position alone.
    let at = |down: &str| format!("me=landlord hand=33555 left=5,6,5 played=334445666777888/{down}/KKKAAAA2222D");
    assert_eq!(topped_by(&at("999TJJJQQQX"), "33555"), None);
    let said = topped_by(&at("999TJJQQQKX"), "33555");
    assert_eq!(said.as_deref(), Some("Topped by 10 10 10 alone, bombs aside."));
    // The landlord holds four cards, or five.
    let at = |left: &str, played: &str| format!("me=up hand=33444 left={left} played={played}");
    assert_eq!(topped_by(&at("4,5,5", "334555677788899T/TTTJJJQQQQKK/KKAAAA2222XD"), "33444"), None);
    let said = topped_by(&at("5,4,5", "334555677788899/TTTTJJJQQQQKK/KKAAAA2222XD"), "33444");
    assert_eq!(said.as_deref(), Some("Topped by 666 alone, bombs aside."));
}
