//! Positions as DouZero's servers send them, and the answers.

use rules::card::Codec;
use rules::external_history::{role, seat_of_role};
use rules::{Action, Combo, Deal, Event, Hand, Plays, Rank, Rng, Ruleset, Seat, Seed, Table, Trick, View};
use serde_json::{Value, json};

use super::*;

/// Makes the request of a view. With wild ranks it names these, and the reading of the standing cards.
fn request_of_view(view: &View) -> Value {
    let seat = view.seat().expect("the landlord is known");
    let numbers = |hand: Hand| Codec::Douzero.encode(hand);
    let plays: Vec<Vec<u32>> = view
        .log()
        .iter()
        .filter_map(|event| match *event {
            Event::Play(_, play) => Some(play.map_or(Vec::new(), |combo| numbers(combo.cards()))),
            _ => None,
        })
        .collect();
    let (standing, rules) = (view.course().standing(), view.rules());
    let mut sent = json!({
        "position": role(seat),
        "hand": numbers(view.hand()),
        "bottom_cards": numbers(view.board().bottom().unwrap_or_default()),
        "played_cards_landlord": numbers(view.course().played(Seat::Landlord)),
        "played_cards_landlord_down": numbers(view.course().played(Seat::Down)),
        "played_cards_landlord_up": numbers(view.course().played(Seat::Up)),
        "card_play_action_seq": plays,
        "num_cards_left": {
            "landlord": view.course().left(Seat::Landlord),
            "landlord_down": view.course().left(Seat::Down),
            "landlord_up": view.course().left(Seat::Up),
        },
        "last_move": standing.map_or(Vec::new(), |(_, combo)| numbers(combo.cards())),
        "last_move_position": standing.map_or("", |(seat, _)| role(seat)),
        "must_play": standing.is_none(),
    });
    if rules.shows_wilds() {
        sent["ruleset"] = json!(rules.without_wilds().to_string());
        sent["wilds"] = json!(rules.wilds().in_order().map(Rank::letter).collect::<String>());
        sent["last_move_stands_for"] = json!(standing.map(|(_, combo)| rules.stands_for(combo)));
    }
    sent
}

fn play_of(view: &View, answer: &Value) -> Option<Combo> {
    let action: Vec<u32> = serde_json::from_value(answer["action"].clone()).unwrap_or_else(|_| panic!("{answer}"));
    let cards = Codec::Douzero.decode(&action).unwrap();
    match answer["stands_for"].as_str() {
        Some(reading) => Some(view.rules().read_text(&format!("{cards}~{reading}")).unwrap()),
        None => (!cards.is_empty()).then(|| view.read_cards(cards).unwrap()),
    }
}

#[test]
fn whole_hands_are_played_and_answers_have_readings() {
    let served = serve();
    let mut rng = Seed(5).rng();
    let (mut told, mut winners) = (0, Vec::new());
    for number in 0..18 {
        let rules = if number < 12 { Ruleset::DOUZERO } else { *Ruleset::WILD[number % 2] };
        let mut table = Table::at_lead(rules, Deal::shuffled(&mut rng));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let (status, answer) = served.decide(&request_of_view(&view));
            assert_eq!(status, 200, "{answer}");
            assert!(answer["think_time_ms"].is_u64() && answer["reason"].is_string(), "{answer}");
            let reading = answer["stands_for"].as_str();
            assert_eq!(answer.as_object().unwrap().len(), 3 + usize::from(reading.is_some()), "nothing else: {answer}");
            let play = play_of(&view, &answer);
            assert_eq!(play.is_some_and(|play| play.wild_cards() > 0), reading.is_some(), "{answer}");
            told += u32::from(reading.is_some());
            table.act(Action::Play(play)).unwrap_or_else(|error| panic!("{error}: {view}"));
        }
        winners.push(table.board().course().winner().unwrap());
    }
    assert!(told > 5, "{told} readings");
    assert!(winners.contains(&Seat::Landlord) && winners.iter().any(|&seat| seat != Seat::Landlord));
}

#[test]
fn a_play_of_the_history_may_have_its_reading() {
    let served = serve();
    let with_play = |play: Value| {
        json!({"ruleset": "laizi", "wilds": "7", "position": "landlord_up", "hand": [5, 5, 7], "num_cards_left": [16, 13, 3],
            "card_play_action_seq": [[3, 3, 3, 6], play]})
    };
    for good in [
        json!({"cards": [4, 4, 4, 7], "stands_for": "444+7"}),
        json!({"cards": [4, 4, 4, 7], "stands_for": "4444"}),
        json!({"cards": [4, 4, 4, 7], "stands_for": ""}),
        json!({"cards": [4, 4, 4, 7], "stands_for": null}),
        json!({"cards": [4, 4, 4, 7]}),
        json!({"cards": []}),
    ] {
        let (status, answer) = served.decide(&with_play(good));
        assert_eq!(status, 200, "{answer}");
    }
    for (bad, sentence) in [
        (
            json!({"stands_for": "4444"}),
            "card_play_action_seq 2 is {\"stands_for\":\"4444\"}, not a list of cards, or an object with cards",
        ),
        (json!({"cards": 4}), "card_play_action_seq 2 cards is 4, not a list of cards"),
        (json!({"cards": [4, 4, 4, 19]}), "card_play_action_seq 2 cards: "),
        (json!({"cards": [4, 4, 4, 7], "stands_for": 4}), "card_play_action_seq 2 stands_for is 4, not a reading"),
        (json!({"cards": [4, 4, 4, 7], "stands_for": "5555"}), "card_play_action_seq 2 stands_for: "),
        (json!({"cards": [4, 4, 4, 7], "stands_for": "4".repeat(65)}), "card_play_action_seq 2 stands_for is "),
        (json!({"cards": [], "stands_for": "4444"}), "card_play_action_seq 2 stands_for: a pass has none"),
    ] {
        served.check_error(&with_play(bad), 400, sentence);
    }
}

#[test]
fn wild_ranks_are_named_or_the_request_is_refused() {
    let served = serve();
    let good = json!({"ruleset": "laizi", "wilds": "7", "position": "landlord_up", "hand": [5, 5, 7], "num_cards_left": [6, 7, 3],
        "last_move": [4, 4, 4, 7], "last_move_stands_for": "444+7", "last_move_position": "landlord"});
    assert_eq!(served.decide(&good).0, 200);
    for (field, value, sentence) in [
        ("wilds", json!(null), "wilds: \"\" tells 0 of the wild ranks of laizi, 1 are needed"),
        ("wilds", json!(7), "wilds is 7, not the wild ranks as letters"),
        ("wilds", json!("X"), "wilds: "),
        ("wilds", json!("79"), "wilds: 9 cannot be shown as wild: in ruleset laizi the number of wild ranks is 1"),
        (
            "ruleset",
            json!("classic"),
            "wilds: 7 cannot be shown as wild: in ruleset classic the number of wild ranks is 0",
        ),
        ("last_move_stands_for", json!("555+7"), "last_move_stands_for: "),
        ("last_move_stands_for", json!(1), "last_move_stands_for is 1, not a reading"),
    ] {
        served.check_error(&with_field(&good, field, value), 400, sentence);
    }
    let bid = |wilds: Value| {
        let hand = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 14, 17, 17, 17, 20, 30];
        let asked = json!({"ruleset": "laizi-tiandi auction=score", "wilds": wilds, "hand": hand, "calls": [0]});
        let (status, answer) = served.post("/decide_bid", &asked.to_string());
        (status, if status == 200 { answer["bid"].clone() } else { answer })
    };
    assert_eq!(bid(json!("7")), (200, json!(3)));
    // The second rank is not shown yet.
    assert!(bid(json!("79")).1["error"].as_str().unwrap().contains("wilds: '9' is not shown before the first call"));
    assert_eq!(bid(json!(null)), (400, json!({"error": "wilds is missing"})));
}

/// With a damaged history the answer is legal. A request with another damaged field may be refused.
#[test]
fn damaged_histories_get_a_legal_answer_and_other_damage_may_be_refused() {
    let served = serve();
    let (mut rng, mut plays) = (Seed(4).rng(), Plays::new());
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..12 {
        let mut table = Table::at_lead(Ruleset::DOUZERO, Deal::shuffled(&mut rng));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let mut sent = request_of_view(&view);
            let history_only = rng.below(2) == 0;
            damage_fields(&mut sent, history_only, &mut rng);
            let (status, answer) = served.decide(&sent);
            if history_only {
                assert_eq!(status, 200, "{answer}: {sent}");
                let play = play_of(&view, &answer);
                table.clone().act(Action::Play(play)).unwrap_or_else(|error| panic!("{error}: {sent} {answer}"));
                answered += 1;
            } else if status != 200 {
                assert!(answer["error"].is_string() && answer.get("action").is_none(), "{answer}");
                refused += 1;
            }
            let options = plays.fill(view.rules(), view.hand(), view.trick());
            let play = rng.pick(options).copied().filter(|_| view.trick() == Trick::Lead || rng.below(3) > 0);
            table.act(Action::Play(play)).unwrap();
        }
    }
    assert!(answered > 200 && refused > 50, "{answered} answered, {refused} refused");
}

fn damage_fields(sent: &mut Value, history_only: bool, rng: &mut Rng) {
    const HISTORY_FIELDS: [&str; 5] = [
        "bottom_cards",
        "played_cards_landlord",
        "played_cards_landlord_down",
        "played_cards_landlord_up",
        "card_play_action_seq",
    ];
    const OTHER_FIELDS: [&str; 4] = ["position", "hand", "num_cards_left", "last_move"];
    let junk = [json!(null), json!("x"), json!([99]), json!({"landlord": -1}), json!([3, 3, 3, 3, 3]), json!(1e30)];
    let fields = sent.as_object_mut().unwrap();
    if !history_only {
        let name = *rng.pick(&OTHER_FIELDS).unwrap();
        fields.insert(name.to_owned(), rng.pick(&junk).unwrap().clone());
        return;
    }
    for _ in 0..=rng.below(2) {
        let name = *rng.pick(&HISTORY_FIELDS).unwrap();
        let cards = json!(Codec::Douzero.encode(rng.draw(Hand::DECK, 5)));
        match (fields.get_mut(name), rng.below(4)) {
            (_, 0) => drop(fields.remove(name)),
            (_, 1) => drop(fields.insert(name.to_owned(), json!([]))),
            (Some(Value::Array(plays)), _) if name == "card_play_action_seq" => plays.insert(0, cards),
            (_, 2) if name != "card_play_action_seq" => drop(fields.insert(name.to_owned(), cards)),
            // Five of a rank, which no deck has.
            _ if name != "card_play_action_seq" => drop(fields.insert(name.to_owned(), json!([9, 9, 9, 9, 9]))),
            _ => {}
        }
    }
}

#[test]
fn errors_name_the_field_and_the_value() {
    let served = serve();
    let good = json!({"position": "landlord_up", "hand": [5, 5, 30], "num_cards_left": [6, 7, 3], "last_move": [4, 4], "last_move_position": "landlord"});
    let (status, answer) = served.decide(&good);
    assert_eq!((status, &answer["action"]), (200, &json!([5, 5])), "{answer}");
    for (field, value, sentence) in [
        ("seat", json!("landlord"), "unknown field `seat`, expected one of `ruleset`, "),
        ("persona", json!(7), "persona is 7, not the name of a persona"),
        ("persona", json!("nobody"), "persona"),
        ("strength", json!("high"), "strength is \"high\", not a whole number"),
        ("strength", json!(101), "strength"),
        ("budget_ms", json!(-1), "budget_ms is -1, not a whole number"),
        ("position", json!("farmer"), "position is \"farmer\", not landlord, landlord_down or landlord_up"),
        ("position", json!(null), "position is missing"),
        ("hand", json!(null), "hand is missing"),
        ("hand", json!([]), "hand: 0 cards, a seat to play holds 1 to 20"),
        ("hand", json!([5, 15]), "hand: card 1: 15 is no card"),
        ("hand", json!("55"), "hand is \"55\", not a list of cards"),
        ("num_cards_left", json!(null), "num_cards_left is missing"),
        ("num_cards_left", json!([6, 7]), "num_cards_left is [6,7], not a count for each role"),
        ("num_cards_left", json!([0, 7, 3]), "landlord is counted with 0 cards"),
        ("last_move", json!([4, 5]), "the standing 45 is no combo in ruleset douzero"),
        ("last_move", json!([5, 5, 5]), "5 was seen more often than the deck has it"),
        ("last_move_position", json!("dealer"), "last_move_position is \"dealer\""),
        ("must_play", json!("perhaps"), "must_play is \"perhaps\", not true or false"),
        ("card_play_action_seq", json!([[4, 4], 7]), "card_play_action_seq 2 is 7, not a list of cards"),
        (
            "card_play_action_seq",
            json!(vec![json!([]); 200]),
            "card_play_action_seq: 200 plays, a hand has at most 162",
        ),
    ] {
        served.check_error(&with_field(&good, field, value), 400, sentence);
    }
    served.check_error(&json!([1, 2]), 400, "the request is no JSON object");
    served.check_error(&json!("x".repeat(bridge::BODY_BYTES_MAX)), 413, "the request has more than 65536 bytes");
    assert_eq!(seat_of_role("dealer"), None);
}

#[test]
fn must_play_makes_the_turn_a_lead() {
    let served = serve();
    let told = json!({"position": "landlord", "hand": [4, 4, 5], "num_cards_left": [3, 9, 9], "last_move": [30], "last_move_position": "landlord_up", "must_play": true});
    let (status, answer) = served.decide(&told);
    assert_eq!(status, 200);
    assert_ne!(answer["action"], json!([]));
    let mut follows = told;
    follows["must_play"] = json!(false);
    let (status, answer) = served.decide(&follows);
    assert_eq!((status, &answer["action"]), (200, &json!([])), "{answer}");
}
