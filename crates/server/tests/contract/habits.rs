//! Players' habits in the form without a room: weighed by bots that search, refused where they contradict themselves.

use wire::v1::*;

use crate::harness::*;

/// Up is to beat a king that down put on the landlord's 3.
fn view(habits: Vec<Habits>) -> View {
    let played = |seat: Seat, cards: &str| Event {
        what: Some(event::What::Played(Played { seat: seat as i32, what: combo(cards).map(played::What::Combo) })),
    };
    View {
        ruleset: String::from("classic"),
        seat: Seat::Up as i32,
        hand: text("3445566789TJQKA22"),
        bottom: text("8JT"),
        events: vec![played(Seat::Landlord, "3"), played(Seat::Down, "K")],
        events_complete: true,
        habits,
        ..View::default()
    }
}

fn of(seat: Seat) -> Habits {
    Habits { seat: seat as i32, ..Habits::default() }
}

async fn decided(client: &mut Client, habits: Vec<Habits>) -> Decision {
    let mut request = by_rules(view(habits));
    request.options = Some(DecisionOptions {
        persona: String::from("advanced"),
        hand_seed: Some(7),
        limits: Some(Limits { worlds: 24, nodes: 0 }),
        want_alternatives: true,
        ..DecisionOptions::default()
    });
    let decision = client.follow(request).await.unwrap().into_inner().decision.unwrap();
    untimed(decision)
}

#[tokio::test(flavor = "multi_thread")]
async fn strong_habits_are_weighed_and_usual_ones_are_not() {
    let (_server, mut client) = serve(&[]).await;
    let highest = |highest| vec![Habits { choices: 30, highest, ..of(Seat::Down) }];
    let plain = decided(&mut client, Vec::new()).await;
    let known = decided(&mut client, highest(30)).await;
    assert_eq!(plain.source().worlds, 24, "{plain:?}");
    assert_ne!(plain.alternatives, known.alternatives, "a partner that answers with its highest holds nothing above K");
    assert_eq!(known, decided(&mut client, highest(30)).await);
    assert_eq!(plain, decided(&mut client, highest(5)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn habits_that_cannot_be_are_refused_by_name() {
    let (_server, mut client) = serve(&[]).await;
    let down = of(Seat::Down);
    let by_chair = Habits { chair: Chair::First as i32, ..Habits::default() };
    let cases = [
        (vec![Habits { wanted: 1, ..down }], "FIELD_CONFLICT", "view.habits[0].wanted"),
        (vec![of(Seat::Landlord), Habits { answered: 1, ..down }], "FIELD_CONFLICT", "view.habits[1].answered"),
        (vec![Habits { bombs: 1, bombs_early: 2, ..down }], "FIELD_CONFLICT", "view.habits[0].bombs_early"),
        (vec![Habits { bombs: 1, bombs_kept: 2, ..down }], "FIELD_CONFLICT", "view.habits[0].bombs_kept"),
        (vec![Habits { highest: 1, ..down }], "FIELD_CONFLICT", "view.habits[0].highest"),
        (vec![Habits { chair: Chair::First as i32, ..down }], "FIELD_CONFLICT", "view.habits[0].seat"),
        (vec![down, down], "FIELD_CONFLICT", "view.habits[1].seat"),
        (vec![by_chair; 2], "FIELD_CONFLICT", "view.habits[1].chair"),
        (vec![Habits::default()], "FIELD_MISSING", "view.habits[0].seat"),
        (vec![Habits { seat: 9, ..down }], "VALUE_UNKNOWN", "view.habits[0].seat"),
        (vec![down; 4], "TOO_MANY_ITEMS", "view.habits"),
    ];
    for (habits, reason, field) in cases {
        let status = client.follow(by_rules(view(habits.clone()))).await.unwrap_err();
        let (code, found, at) = refused(&status);
        assert_eq!((code, &*found, &*at), (tonic::Code::InvalidArgument, reason, field), "{habits:?}: {status:?}");
    }
}
