//! Each reason of the documented table is provoked here, with the field at fault and the table's code and advice, or in another file.

use game::refusal::Reason;
use prost::Message;
use tonic::Status;
use tonic::transport::Channel;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::call_grpc;
use crate::contract::rooms::*;

/// A call, the reason of its refusal, and the field at fault; empty if there is none.
pub(super) type Case = (&'static str, Vec<u8>, &'static str, &'static str);

pub(super) fn cases<M: Message>(
    rpc: &'static str,
    rows: impl IntoIterator<Item = (M, &'static str, &'static str)>,
) -> Vec<Case> {
    rows.into_iter().map(|(message, reason, field)| (rpc, message.encode_to_vec(), reason, field)).collect()
}

fn turn_cases(rpc: &'static str, rows: impl IntoIterator<Item = (BotTurn, &'static str, &'static str)>) -> Vec<Case> {
    cases(rpc, rows.into_iter().map(|(told, reason, field)| (rules_request(told), reason, field)))
}

/// Returns what is wrong with a refusal; `None` if it is as the table has it.
fn difference(status: &Status, reason: &Reason, field: &str) -> Option<String> {
    let (code, name, at) = refusal(status);
    let retry = status.get_error_details().error_info().map(|info| info.metadata["retry"].clone()).unwrap_or_default();
    let (found, wanted) = ((code, &*name, &*at, &*retry), (reason.code, reason.name, field, reason.retry.word()));
    let is_right = found == wanted && status.message().starts_with(field);
    (!is_right).then(|| format!("{found:?} and not {wanted:?}: {}", status.message()))
}

/// Makes these calls. Returns the reasons of their refusals, each as the table has it.
async fn check_refusals(channel: &Channel, cases: Vec<Case>, version: u32) -> Vec<Reason> {
    let (mut found, mut all_wrong) = (Vec::new(), Vec::new());
    for (rpc, body, name, field) in cases {
        let answer = call_grpc(channel, rpc, &body).await;
        let status = answer.err().unwrap_or_else(|| Status::ok("it was answered"));
        let reason = Reason::ALL.iter().find(|reason| reason.name == name).expect("a reason of the table");
        all_wrong.extend(difference(&status, reason, field).map(|wrong| format!("{rpc}: {wrong}")));
        if name.starts_with("SEQUENCE") {
            assert_eq!(status.get_error_details().error_info().unwrap().metadata["version"], version.to_string());
        }
        found.push(*reason);
    }
    assert!(all_wrong.is_empty(), "{all_wrong:#?}");
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reason_is_provoked_here_or_listed_as_tested_elsewhere() {
    let (server, mut client) = serve(&[]).await;
    let channel = channel(&server).await;
    open_in_play(&mut client, "r", false).await;
    open_in_play(&mut client, "strict", true).await;
    client.open_room(opening("empty")).await.unwrap();
    client.play(to_decide("r", Chair::First, None)).await.unwrap();
    let before = client.get_room(get_request("r")).await.unwrap().into_inner();
    let of_hands = [cards(), requests(), positions(), gifts(), open_hands(), habits(), others_cards()].concat();
    let calls = [of_hands, endgame_cases(), list_cases(), region_cases(), opening_cases(), event_cases()].concat();
    let mut found = check_refusals(&channel, calls, before.version).await;
    assert_eq!(client.get_room(get_request("r")).await.unwrap().into_inner(), before, "a refusal changed the room");
    assert_eq!(difference(&overfill_hand(&mut client).await, &Reason::ROOM_TOO_LARGE, "events[0]"), None);
    assert_eq!(difference(&drain_while_watching(server, client).await, &Reason::SHUTTING_DOWN, ""), None);
    found.extend([Reason::ROOM_TOO_LARGE, Reason::SHUTTING_DOWN]);
    for reason in Reason::ALL.iter().filter(|reason| !is_tested_elsewhere(**reason)) {
        assert!(found.contains(reason), "{} is not provoked", reason.name);
    }
}

fn is_tested_elsewhere(reason: Reason) -> bool {
    let index = |reason: Reason| Reason::ALL.iter().position(|it| *it == reason).unwrap();
    let web = index(Reason::BODY_TOO_LARGE)..=index(Reason::ORIGIN_REFUSED);
    let others = [
        Reason::REQUEST_UNREADABLE,
        Reason::STREAM_IDLE,
        Reason::OVERLOADED,
        Reason::QUOTA_EXCEEDED,
        Reason::DEADLINE_PASSED,
        Reason::TOKEN_MISSING,
        Reason::TOKEN_UNKNOWN,
        Reason::SCOPE_MISSING,
        Reason::FAULT,
        Reason::SUPERSEDED,
        Reason::WATCHER_TOO_SLOW,
        Reason::ROOM_UNREADABLE,
        Reason::STORE_UNAVAILABLE,
    ];
    others.contains(&reason) || web.contains(&index(reason))
}

fn cards() -> Vec<Case> {
    let numbers = |numbers: &[u32]| id_cards(numbers).unwrap();
    let both = Cards { ids: vec![3], text: String::from("4") };
    let held = [
        (CardCodec::RanksFrom0, numbers(&[3, 99]), "CARDS_INVALID", "hand.holds[0].cards.ids[1]"),
        (CardCodec::RanksFrom0, numbers(&[3, 3]), "CARDS_INVALID", "hand.holds[0].cards.ids[1]"),
        (CardCodec::Douzero, numbers(&[30, 30]), "CARDS_INVALID", "hand.holds[0].cards.ids[1]"),
        (CardCodec::Counts15, numbers(&[1, 2]), "CARDS_INVALID", "hand.holds[0].cards.ids"),
        (CardCodec::Douzero, both, "CARDS_INVALID", "hand.holds[0].cards"),
        (CardCodec::Unspecified, numbers(&[3]), "CARDS_INVALID", "hand.holds[0].cards.ids"),
        (CardCodec::Unspecified, as_cards("33?").unwrap(), "CARDS_INVALID", "hand.holds[0].cards.text"),
        (CardCodec::Unspecified, as_cards(&"3 ".repeat(200)).unwrap(), "TOO_LONG", "hand.holds[0].cards.text"),
    ];
    let held = held.into_iter().map(|(codec, cards, reason, field)| {
        let told = present("", [5, 4, 2], "").holding(Some(cards)).with(|hand| hand.card_codec = codec as i32);
        (told, reason, field)
    });
    let strict = present("3344JJ", [5, 4, 6], "9T").with(|hand| hand.strict = true);
    let own = present("3344JJ", [5, 4, 6], "99");
    let own = own.with_present(|present| present.standing.as_mut().unwrap().chair = Chair::Third as i32);
    let follows = [
        (strict, "NO_COMBO", "hand.present.standing.combo.cards"),
        (own, "ILLEGAL_PLAY", "hand.present.standing.chair"),
    ];
    [turn_cases("Play", held), turn_cases("Follow", follows)].concat()
}

fn requests() -> Vec<Case> {
    let good = || present("3344JJ", [5, 4, 6], "");
    let wrong = |change: fn(&mut Hand)| good().with(change);
    let hands = [
        (wrong(|hand| hand.holds.clear()), "FIELD_MISSING", "hand.holds"),
        (wrong(|hand| hand.events.push(plays(Chair::First, "3"))), "FIELD_CONFLICT", "hand.present"),
        (wrong(|hand| hand.holds[0].chair = 9), "VALUE_UNKNOWN", "hand.holds[0].chair"),
        (wrong(|hand| hand.ruleset = String::from("poker")), "UNKNOWN_RULESET", "hand.ruleset"),
        (wrong(|hand| hand.ruleset = "x".repeat(2000)), "TOO_LONG", "hand.ruleset"),
        (wrong(|hand| hand.events = vec![Event::default(); 257]), "TOO_LONG", "hand.events"),
    ];
    let strong = |strength| Some(DecisionOptions { strength: Some(strength), ..by_bot("casual").unwrap() });
    let others = Some(LegalPlays { plays: vec![combo("QQ").unwrap()], may_pass: true });
    let of_room = DecisionOptions { strength: Some(20), ..DecisionOptions::default() };
    let options = [
        (good().decide(by_bot("stranger")), "UNKNOWN_PERSONA", "options.persona"),
        (good().decide(strong(101)), "VALUE_UNKNOWN", "options.strength"),
        (
            DecideRequest { legal_plays: Some(LegalPlays::default()), ..rules_request(good()) },
            "FIELD_MISSING",
            "legal_plays",
        ),
        (DecideRequest { legal_plays: others, ..rules_request(good()) }, "ILLEGAL_PLAY", "legal_plays.plays[0]"),
        (to_decide("r", Chair::First, by_bot("rules")), "FIELD_CONFLICT", "options.persona"),
        (to_decide("r", Chair::First, Some(of_room)), "FIELD_CONFLICT", "options.strength"),
        (to_decide("r", Chair::Second, None), "NOT_A_BOT", "chair"),
        (to_decide("empty", Chair::First, None), "HAND_MISMATCH", "room_id"),
    ];
    [turn_cases("Play", hands), cases("Play", options)].concat()
}

fn positions() -> Vec<Case> {
    let dealt = "33445566778899TTJJQQ";
    let played = |cards: &str| with_played(present("3344JJ", [5, 4, 6], ""), [cards, "", ""]);
    let waiting = BotTurn { chair: Chair::Second, ..turn_before_the_lead("3344556677889TJQK", "222") };
    let waiting = waiting.with(|hand| hand.holds[0].chair = Chair::Second as i32);
    let uncounted = present("3344JJ", [5, 4, 6], "");
    let uncounted = uncounted.with_present(|present| present.chairs[1].cards_left = 0);
    let short = present("3344JJ", [5, 4, 6], "").with_present(|present| present.bottom = as_cards("33"));
    let leads = [
        (uncounted, "FIELD_MISSING", "hand.present.chairs[1].cards_left"),
        (turn_before_the_lead("3344", "334"), "COUNT_MISMATCH", "hand.holds"),
        (turn_before_the_lead(dealt, "222"), "COUNT_MISMATCH", "hand.holds"),
        (present("3344JJ", [5, 4, 7], ""), "COUNT_MISMATCH", "hand.present.chairs"),
        (present("3344JJ", [5, 4, 6], "99"), "WRONG_PHASE", "hand"),
        (played("JJJ"), "CARDS_INVALID", "hand.present.chairs"),
        (waiting.clone(), "NOT_YOUR_TURN", "chair"),
        (short, "COUNT_MISMATCH", "hand.present.bottom"),
    ];
    let auction = history("classic", Chair::First, "33445566778899TJQ", &[]);
    let listed = [(list_request(waiting), "NOT_YOUR_TURN", "chair"), (list_request(auction), "WRONG_PHASE", "hand")];
    let reviewed = present("3344JJ", [5, 4, 6], "99").review(action::What::Play(combo("33").unwrap()), None);
    let reviews = [(reviewed, "ILLEGAL_PLAY", "action")];
    [turn_cases("Play", leads), cases("ListLegalPlays", listed), cases("ReviewPlay", reviews)].concat()
}

fn gifts() -> Vec<Case> {
    let (hand, own) = ("333444555666679J2", HANDS[0]);
    let told = turn_after_gifts;
    let early = |count: usize| told(own, ["345", "-", "-"]).with(|hand| hand.events.truncate(count));
    let spoken = early(1).with(|hand| hand.events.push(calls(Chair::First, Call::Pass)));
    let plain = told(hand, ["345", "-", "9J2"]).with(|hand| hand.ruleset = String::from("classic"));
    let turned = told(hand, ["345", "-", "9J2"]).with(|hand| hand.events.swap(0, 1));
    let unordered = told(hand, ["-", "-", "9J2"]).with(|hand| drop(hand.events.remove(0)));
    let bids = [
        (told("33344455566667J29", ["34", "-", "9J2"]), "COUNT_MISMATCH", "hand.holds"),
        (told("55667789TTJJQKKA22", ["34", "-", "9TJ"]), "COUNT_MISMATCH", "hand.events[0].action.pass_on"),
        (told(hand, ["-", "-", "9J2"]), "COUNT_MISMATCH", "hand.holds"),
        (told(own, ["-", "-", "-"]), "FIELD_MISSING", "hand.events[0].action.pass_on"),
        (unordered, "OTHERS_CARDS", "hand.events[1].action.pass_on"),
        (turned, "NOT_YOUR_TURN", "hand.events[0].chair"),
        (told(hand, ["345", "-", "QQQ"]), "EVENT_IMPOSSIBLE", "hand.holds"),
        (told(hand, ["345", "-", "zz"]), "CARDS_INVALID", "hand.events[2].action.pass_on.text"),
        (early(1), "NOT_YOUR_TURN", "hand.events"),
        (spoken, "FIELD_MISSING", "hand.events"),
        (plain, "OTHERS_CARDS", "hand.events[2].action.pass_on"),
    ];
    let due = history("classic pass-on=next", Chair::Third, HANDS[2], &[]);
    let review = |cards: &str| due.clone().review(action::What::PassOn(as_cards(cards).unwrap()), by_bot("rules"));
    let reviews = [(review("9J"), "COUNT_MISMATCH", "action"), (review("345"), "ILLEGAL_PLAY", "action")];
    [turn_cases("Bid", bids), cases("ReviewPlay", reviews)].concat()
}

fn open_hands() -> Vec<Case> {
    let [own, theirs] = ["3456789AAAA2222XD", "33344455566677788"];
    let told = |shown: &[(Chair, &str)]| {
        let events = shown.iter().map(|&(chair, cards)| show_event(chair, cards, 5)).collect();
        history("classic open-hand=deal", Chair::First, own, &[]).with(|hand| hand.events = events)
    };
    let [second, third] = [Chair::Second, Chair::Third];
    let bids = [
        (told(&[(Chair::First, theirs)]), "EVENT_IMPOSSIBLE", "hand.events[0]"),
        (told(&[(second, "3334445556667778D")]), "EVENT_IMPOSSIBLE", "hand.events[0]"),
        (told(&[(second, theirs), (third, theirs)]), "EVENT_IMPOSSIBLE", "hand.events[1]"),
        (told(&[(second, "333")]), "EVENT_IMPOSSIBLE", "hand.events[0]"),
    ];
    let now = present_with_open_hand;
    let decisions = [
        (now(""), "FIELD_MISSING", "hand.present.chairs[0].cards_left"),
        (now("3KKK").with(|hand| hand.ruleset = String::from("classic")), "FIELD_CONFLICT", "hand.present.chairs"),
        (now("333KK"), "CARDS_INVALID", "hand.present.chairs"),
        (now("5KK").with_present(|present| present.chairs[0].cards_left = 9), "COUNT_MISMATCH", "hand.present.chairs"),
    ];
    [turn_cases("Bid", bids), turn_cases("Decide", decisions)].concat()
}

fn habits() -> Vec<Case> {
    let of = |chair: Chair| Habits { chair: chair as i32, ..Habits::default() };
    let down = of(Chair::Second);
    let told = |habits: Vec<Habits>| present("3344JJ", [5, 4, 6], "99").with(|hand| hand.habits = habits);
    let habits = [
        (vec![Habits { wanted: 1, ..down }], "FIELD_CONFLICT", "hand.habits[0].wanted"),
        (vec![of(Chair::First), Habits { answered: 1, ..down }], "FIELD_CONFLICT", "hand.habits[1].answered"),
        (vec![Habits { bombs: 1, bombs_early: 2, ..down }], "FIELD_CONFLICT", "hand.habits[0].bombs_early"),
        (vec![Habits { bombs: 1, bombs_kept: 2, ..down }], "FIELD_CONFLICT", "hand.habits[0].bombs_kept"),
        (vec![Habits { highest: 1, ..down }], "FIELD_CONFLICT", "hand.habits[0].highest"),
        (vec![down, down], "FIELD_CONFLICT", "hand.habits[1].chair"),
        (vec![Habits::default()], "FIELD_MISSING", "hand.habits[0].chair"),
        (vec![Habits { chair: 9, ..down }], "VALUE_UNKNOWN", "hand.habits[0].chair"),
        (vec![down; 4], "TOO_LONG", "hand.habits"),
    ];
    let listed = (list_request(told(vec![Habits { wanted: 1, ..down }])), "FIELD_CONFLICT", "hand.habits[0].wanted");
    let asked = habits.into_iter().map(move |(habits, reason, field)| (told(habits), reason, field));
    [turn_cases("Follow", asked), cases("ListLegalPlays", [listed])].concat()
}

/// A call for one chair refuses cards of another: as held cards, and as a gift that the chair may not see.
fn others_cards() -> Vec<Case> {
    let peeks = present("3344JJ", [5, 4, 6], "99").with(|hand| hand.holds.push(holds(Chair::First, as_cards("AA222"))));
    let overheard = turn_after_gifts("333444555666679J2", ["345", "778", "9J2"]);
    let mut all = Vec::new();
    for (told, field) in [(peeks, "hand.holds[1]"), (overheard, "hand.events[1].action.pass_on")] {
        for rpc in ["Decide", "Bid", "Play", "Follow"] {
            all.extend(turn_cases(rpc, [(told.clone(), "OTHERS_CARDS", field)]));
        }
        let passed = told.clone().review(action::What::Passed(true), None);
        all.extend(cases("ReviewPlay", [(passed, "OTHERS_CARDS", field)]));
        all.extend(cases("ListLegalPlays", [(list_request(told), "OTHERS_CARDS", field)]));
    }
    all
}

fn endgame_cases() -> Vec<Case> {
    let level = |hands: &[&str]| SolveEndgameRequest { pass_on: true, ..endgame("classic", hands) };
    let wild = |ruleset: &str, wilds: &str| wild_endgame(ruleset, wilds, &["4457", "99"]);
    let mut facing = wild_endgame("laizi-tiandi", "79", &["TTT79", "3", "4"]);
    let misread = Combo { cards: as_cards("8887"), stands_for: String::from("999+7"), ..Combo::default() };
    let standing = ComboToBeat { chair: Chair::Second as i32, combo: Some(misread) };
    facing.hand.as_mut().unwrap().present.as_mut().unwrap().standing = Some(standing);
    let mut landless = endgame("classic", &["33334444555566667", "AAAA2222KKKKQQQQD", "77788889999TTTTJJ"]);
    landless.hand.as_mut().unwrap().events = vec![calls(Chair::First, Call::Pass), calls(Chair::Second, Call::Score3)];
    let solve = [
        (endgame("classic", &["33"]), "BAD_ENDGAME", "hand.holds"),
        (level(&["34", "467"]), "BAD_ENDGAME", "hand.holds"),
        (level(&["345D", "467", "889"]), "BAD_ENDGAME", "hand.holds"),
        (SolveEndgameRequest { want_line: true, ..level(&["345D", "467"]) }, "FIELD_CONFLICT", "want_line"),
        (SolveEndgameRequest { want_hints: true, ..level(&["345D", "467"]) }, "FIELD_CONFLICT", "want_hints"),
        (wild("laizi", ""), "FIELD_MISSING", "hand.present.wilds"),
        (wild("laizi-tiandi", "7"), "FIELD_MISSING", "hand.present.wilds"),
        (wild("laizi", "79"), "VALUE_UNKNOWN", "hand.present.wilds"),
        (wild("classic", "7"), "VALUE_UNKNOWN", "hand.present.wilds"),
        (facing, "NO_COMBO", "hand.present.standing.combo.stands_for"),
        (landless, "WRONG_PHASE", "hand.events"),
    ];
    let puzzle = |ruleset: &str, codec: CardCodec| GenerateEndgameRequest {
        ruleset: ruleset.to_owned(),
        card_codec: codec as i32,
        grade: Grade::Easy as i32,
        ..Default::default()
    };
    let generate = [
        (puzzle("classic", CardCodec::Own), "VALUE_UNKNOWN", "card_codec"),
        (puzzle("journey", CardCodec::Unspecified), "BAD_ENDGAME", "ruleset"),
    ];
    [cases("SolveEndgame", solve), cases("GenerateEndgame", generate)].concat()
}

fn list_cases() -> Vec<Case> {
    let classify = |card_codec: CardCodec, cards| ClassifyPlayRequest {
        ruleset: String::from("classic"),
        card_codec: card_codec as i32,
        cards,
        want_plans: true,
        ..Default::default()
    };
    let rulesets = ListRulesetsRequest { rulesets: ["classic", "classic pass-on=up"].map(String::from).to_vec() };
    let forget = |player_id: String| GetPlayerRequest { player_id };
    let board = |board: &str, ruleset: &str| ListStandingsRequest {
        board: board.to_owned(),
        ruleset: ruleset.to_owned(),
        ..Default::default()
    };
    let boards = [
        (ListStandingsRequest::default(), "FIELD_MISSING", "ruleset"),
        (board("all", ""), "FIELD_MISSING", "ruleset"),
        (board("all", "none"), "UNKNOWN_RULESET", "ruleset"),
        (board("", "classic"), "FIELD_MISSING", "board"),
        (board(&"x".repeat(33), "classic"), "TOO_LONG", "board"),
        (board("a/b", "classic"), "VALUE_UNKNOWN", "board"),
    ];
    // A split refuses more cards than a hand has.
    let many = classify(CardCodec::Unspecified, as_cards("333344445555666677778"));
    let cards =
        [(classify(CardCodec::Own, id_cards(&[1])), "VALUE_UNKNOWN", "card_codec"), (many, "COUNT_MISMATCH", "cards")];
    let players =
        [(forget(String::new()), "FIELD_MISSING", "player_id"), (forget("x".repeat(65)), "TOO_LONG", "player_id")];
    let rulesets = cases("ListRulesets", [(rulesets, "UNKNOWN_RULESET", "rulesets[1]")]);
    let boards = cases("ListStandings", boards);
    let close = CloseRoomRequest { room_id: String::from("a b") };
    let rooms = cases("CloseRoom", [(close, "VALUE_UNKNOWN", "room_id")]);
    [cases("ClassifyPlay", cards), rulesets, cases("ForgetPlayer", players), boards, rooms].concat()
}

fn region_cases() -> Vec<Case> {
    let named = |name: &str| Region { name: name.to_owned(), tables_lacking_one: 1, ..Region::default() };
    let good = || named("a");
    let waiting = |levels: [Option<u32>; 2]| levels.map(|level| WaitingPlayer { waited_s: 1, level }).to_vec();
    let two = |waiting| Region { tables_lacking_one: 0, tables_lacking_two: 1, waiting, ..named("a") };
    let rows = [
        (vec![named("")], "FIELD_MISSING", "regions[0].name"),
        (vec![good(), good()], "FIELD_CONFLICT", "regions[1].name"),
        (vec![named(&"x".repeat(121))], "TOO_LONG", "regions[0].name"),
        (vec![Region { local_minute: 1440, ..good() }], "VALUE_UNKNOWN", "regions[0].local_minute"),
        (vec![two(waiting([None, None]))], "FIELD_CONFLICT", "regions[0].waiting"),
        (
            vec![Region { waiting: waiting([None, Some(101)]), ..good() }],
            "VALUE_UNKNOWN",
            "regions[0].waiting[1].level",
        ),
        (vec![Region { companions: u32::MAX, ..good() }], "VALUE_UNKNOWN", "regions[0].companions"),
        (vec![Region { tables_lacking_one: u32::MAX, ..good() }], "VALUE_UNKNOWN", "regions[0].tables_lacking_one"),
        (vec![Region { tables_lacking_two: u32::MAX, ..good() }], "VALUE_UNKNOWN", "regions[0].tables_lacking_two"),
        (vec![good(); 1001], "TOO_LONG", "regions"),
    ];
    cases(
        "PlanCompanions",
        rows.map(|(regions, reason, field)| (PlanCompanionsRequest { regions, seed: None }, reason, field)),
    )
}
