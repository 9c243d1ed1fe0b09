//! Rulesets with wild ranks over the wire: whole hands, readings both ways, lists, and what refuses them.

use rules::{Action, Chair, Deal, Event, Ruleset, Seed, Table, Trick};
use server::convert::events::to_event;
use wire::v1::*;

use crate::harness::*;

fn view_of(table: &Table, chair: Chair) -> View {
    let seen = table.view(chair);
    View {
        ruleset: table.board().rules().to_string(),
        chair: chair as i32 + 1,
        hand: text(&seen.hand().to_string()),
        events: seen.log().iter().map(|&event| to_event(None, seen.rules(), event)).collect(),
        events_complete: true,
        ..View::default()
    }
}

fn ask(view: View) -> DecideRequest {
    DecideRequest { position: Some(decide_request::Position::View(view)), options: by("skilled"), legal_plays: None }
}

/// The action of an answer, read by our own rules: what it stands for and its kind, key and length are one reading.
fn action_of(decision: &Decision, table: &Table) -> Action {
    let (rules, trick) = (table.board().rules(), table.board().course().trick());
    match decision.action.clone().unwrap().what.unwrap() {
        action::What::Call(call) => {
            let call = Call::try_from(call).unwrap();
            Action::Call(match call {
                Call::Call => rules::Call::Call,
                Call::Rob => rules::Call::Rob,
                _ => rules::Call::Pass,
            })
        }
        action::What::Passed(_) => Action::Play(None),
        action::What::Play(combo) => {
            let cards = combo.cards.unwrap().text;
            let play = match combo.stands_for.as_str() {
                "" => rules.read_play(&cards, trick).unwrap().unwrap(),
                reading => rules.read_text(&format!("{cards}~{reading}")).unwrap(),
            };
            let told = (combo.kind.as_str(), combo.key.as_str(), combo.length);
            assert_eq!(told, (play.kind().name(), &*play.key().to_string(), u32::from(play.run())));
            assert_eq!(combo.stands_for.is_empty(), play.wild_cards() == 0);
            Action::Play(Some(play))
        }
        other => panic!("{other:?} is not asked here"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_hands_are_decided_from_their_events() {
    let (_server, mut client) = serve(&[]).await;
    let (mut finished, mut wild) = (0, 0);
    for base in Ruleset::WILD {
        for number in 0..6 {
            let deal = Deal::shuffled(&mut Seed(40).stream(number).rng());
            let mut table = Table::new(*base, deal, Chair::First);
            while let Some(chair) = table.board().turn() {
                let answer = client.decide(ask(view_of(&table, chair))).await.unwrap().into_inner();
                let action = action_of(&answer.decision.unwrap(), &table);
                if let Action::Play(Some(play)) = action {
                    wild += u32::from(play.wild_cards() > 0);
                }
                table.act(action).unwrap();
            }
            finished += u32::from(table.board().stage() == rules::Stage::Over);
        }
    }
    assert!(finished >= 6 && wild >= 6, "{finished} {wild}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_names_its_wild_ranks() {
    let (_server, mut client) = serve(&[]).await;
    let laizi = |wilds: &str, hand: &str| View {
        ruleset: String::from("laizi"),
        wilds: wilds.to_owned(),
        ..present(hand, [5, 4, hand.len() as u32], "99")
    };
    let decision = client.decide(ask(laizi("7", "3TT77"))).await.unwrap().into_inner().decision.unwrap();
    assert_eq!(played(&decision), "TT");
    // The last two cards: a 7 and a T are a pair of T.
    let decision = client.decide(ask(laizi("7", "7T"))).await.unwrap().into_inner().decision.unwrap();
    let action::What::Play(combo) = decision.action.unwrap().what.unwrap() else { panic!("it goes out") };
    assert_eq!((combo.cards.unwrap().text.as_str(), combo.stands_for.as_str()), ("7T", "TT"));
    for (wilds, field, reason) in [
        ("", "view.wilds", "FIELD_MISSING"),
        ("78", "view.wilds", "VALUE_UNKNOWN"),
        ("Z", "view.wilds", "VALUE_UNKNOWN"),
    ] {
        let status = client.decide(ask(laizi(wilds, "3TT77"))).await.unwrap_err();
        let (_, found, place) = refused(&status);
        assert_eq!((found.as_str(), place.as_str()), (reason, field), "{}", status.message());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_readings_are_listed_and_told() {
    let (_server, mut client) = serve(&[]).await;
    let request = ClassifyPlayRequest {
        ruleset: String::from("laizi"),
        cards: text("4447"),
        wilds: String::from("7"),
        ..ClassifyPlayRequest::default()
    };
    let answer = client.classify_play(request.clone()).await.unwrap().into_inner();
    let told: Vec<&str> = answer.readings.iter().map(|combo| combo.stands_for.as_str()).collect();
    assert_eq!((told, answer.played_as.unwrap().kind.as_str()), (vec!["4444", "444+7"], "bomb"));
    let standing =
        |stands_for: &str| Combo { cards: text("3337"), stands_for: stands_for.to_owned(), ..Combo::default() };
    let facing = |stands_for: &str| ClassifyPlayRequest { standing: Some(standing(stands_for)), ..request.clone() };
    let answer = client.classify_play(facing("333+7")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "444+7");
    let answer = client.classify_play(facing("3333")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "4444");
    let status = client.classify_play(facing("888+7")).await.unwrap_err();
    assert_eq!(refused(&status).1, "ILLEGAL_STANDING_PLAY");
    let list = ListLegalPlaysRequest {
        ruleset: String::from("laizi"),
        hand: text("33347"),
        wilds: String::from("7"),
        ..ListLegalPlaysRequest::default()
    };
    let listed = client.list_legal_plays(list).await.unwrap().into_inner();
    // 3 singles, 3 pairs, 2 triples, a bomb, 3 triples with one, one with a pair.
    assert_eq!((listed.total, listed.plays.len()), (13, 13));
    let rules = Ruleset::LAIZI.showing(rules::Rank::from_letter('7').unwrap()).unwrap();
    for combo in listed.plays {
        let cards = combo.cards.as_ref().unwrap().text.clone();
        let written = if combo.stands_for.is_empty() { cards } else { format!("{cards}~{}", combo.stands_for) };
        assert!(rules.read_play(&written, Trick::Lead).is_ok(), "{written}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_knows_natural_cards_alone_refuses_them() {
    let (_server, mut client) = serve(&[]).await;
    let solve = SolveEndgameRequest { ruleset: String::from("laizi"), ..SolveEndgameRequest::default() };
    let generate = GenerateEndgameRequest { ruleset: String::from("laizi"), ..GenerateEndgameRequest::default() };
    let review = ReviewHandRequest { ruleset: String::from("laizi"), ..ReviewHandRequest::default() };
    for status in [
        client.solve_endgame(solve).await.unwrap_err(),
        client.generate_endgame(generate).await.unwrap_err(),
        client.review_hand(review).await.unwrap_err(),
    ] {
        assert_eq!(refused(&status).1, "UNKNOWN_RULESET", "{}", status.message());
        assert!(status.message().contains("has wild ranks"), "{}", status.message());
    }
}

/// Events of the wire say the same as the rules' own.
#[test]
fn a_shown_rank_is_an_event() {
    let rank = rules::Rank::from_letter('9').unwrap();
    let told = to_event(None, &Ruleset::LAIZI, Event::Wild(rank));
    assert_eq!(told.what, Some(event::What::WildShown(WildShown { rank: String::from("9") })));
}
