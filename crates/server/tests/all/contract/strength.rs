//! The strength of a bot by one number, without a persona file.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, decided, numbered, seating};

fn at(persona: &str, strength: u32) -> Option<DecisionOptions> {
    Some(DecisionOptions { strength: Some(strength), ..by(persona).unwrap() })
}

fn opening(strength: u32) -> OpenRoomRequest {
    let dealt = numbered(1, 1, dealing(&[(Chair::First, "34456789TJQKKA22X")]));
    let mut opening = seating("strong", "classic", "casual-patient", &[Chair::First]);
    opening.bots[0].strength = Some(strength);
    opening.bots[0].disclosed = false;
    OpenRoomRequest { events: vec![dealt], decide: true, ..opening }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_says_how_strong_its_persona_plays() {
    let (_server, mut client) = serve(&[]).await;
    for strength in [0, 40, 100] {
        let request =
            DecideRequest { options: at("casual-patient", strength), ..by_rules(present("3344JJ", [5, 4, 6], "99")) };
        let decision = client.follow(request).await.unwrap().into_inner();
        let known = (decision.source().persona.as_str(), decision.source().strength);
        assert_eq!(known, ("casual-patient", Some(strength)));
    }
    let request = DecideRequest { options: by("casual-patient"), ..by_rules(present("3344JJ", [5, 4, 6], "99")) };
    let own = client.follow(request).await.unwrap().into_inner();
    assert_eq!(own.source().strength, None);
    for strength in [101, u32::MAX] {
        let request = DecideRequest { options: at("casual", strength), ..by_rules(present("3344JJ", [5, 4, 6], "99")) };
        let status = client.follow(request).await.unwrap_err();
        assert_eq!(refused(&status).1, "VALUE_UNKNOWN");
        assert_eq!(status.message(), format!("options.strength: {strength} is no strength: it may be 0 to 100"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_keeps_the_strength_that_it_sat_down_with() {
    let (_server, mut client) = serve(&[]).await;
    let status = client.open_room(opening(101)).await.unwrap_err();
    assert_eq!(refused(&status).2, "bots[0].strength");
    let told = client.open_room(opening(85)).await.unwrap().into_inner();
    let decision = decided(told.next);
    assert_eq!(decision.source().strength, Some(85));
    let request = GetRoomRequest { room_id: String::from("strong"), ..GetRoomRequest::default() };
    let public = client.get_room(request.clone()).await.unwrap().into_inner();
    let operator = GetRoomRequest { audience: Audience::Operator as i32, ..request };
    let operator = client.get_room(operator).await.unwrap().into_inner();
    assert_eq!((public.bots.len(), operator.bots[0].strength), (0, Some(85)));
    let options = Some(DecisionOptions { strength: Some(20), ..DecisionOptions::default() });
    let request = DecideRequest { options, ..in_room("strong", Chair::First, None) };
    let status = client.decide(request).await.unwrap_err();
    assert_eq!((refused(&status).1.as_str(), refused(&status).2.as_str()), ("FIELD_CONFLICT", "options.strength"));
}
