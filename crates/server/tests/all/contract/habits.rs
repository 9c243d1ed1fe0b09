//! Players' habits in calls without a room: bots that search use them, and contradictory ones are refused.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rpcs::listing;

/// Makes the turn of the third chair: the second has answered the landlord's 3 with a king.
fn told(habits: Vec<Habits>) -> Told {
    let told = history("classic", Chair::Third, "3445566789TJQKA22", &[]);
    told.with(|hand| {
        hand.events = vec![found(Chair::First, "8JT"), plays(Chair::First, "3"), plays(Chair::Second, "K")];
        hand.habits = habits;
    })
}

fn of(chair: Chair) -> Habits {
    Habits { chair: chair as i32, ..Habits::default() }
}

async fn decided(client: &mut Client, habits: Vec<Habits>) -> Decision {
    let mut request = by_rules(told(habits));
    request.options = Some(DecisionOptions {
        persona: String::from("advanced"),
        hand_seed: Some(7),
        worlds_max: 24,
        want_alternatives: true,
        ..DecisionOptions::default()
    });
    let decision = client.follow(request).await.unwrap().into_inner();
    untimed(decision)
}

#[tokio::test(flavor = "multi_thread")]
async fn strong_habits_are_weighed_and_usual_ones_are_not() {
    // Only the count of worlds ends a search, even on a busy machine.
    let (_server, mut client) = serve(&[("BUDGETS__DECIDE_MS", "60000")]).await;
    let highest = |highest| vec![Habits { choices: 30, highest, ..of(Chair::Second) }];
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
    let down = of(Chair::Second);
    let cases = [
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
    for (habits, reason, field) in cases {
        let decided = client.follow(by_rules(told(habits.clone()))).await.unwrap_err();
        let listed = client.list_legal_plays(listing(told(habits.clone()))).await.unwrap_err();
        for status in [decided, listed] {
            let (code, found, at) = refused(&status);
            assert_eq!((code, &*found, &*at), (tonic::Code::InvalidArgument, reason, field), "{habits:?}: {status:?}");
        }
    }
}
